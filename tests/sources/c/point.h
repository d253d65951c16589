#ifndef POINT_H
#define POINT_H
#include <stdio.h>
#include "near/point.h"
#define SQUARE(x) ((x) * (x))

extern "C" {

struct point {
    int x, y;
    void (*moved)(int);
};

typedef struct point point_t, *point_ref;
typedef struct { int width; } size_type;
typedef int (*compare)(const void *, const void *);
typedef enum { SMALL, LARGE = 4 } scale;
union word { int whole; char parts[4]; };
enum color { RED, GREEN };
struct later;

const int LIMIT = 3, *const FIRST = 0;
static const char *const names[] = {"a"};
extern int counter;

int area(const struct point *p);
API_EXPORT struct point *find(int id), **all(void);
static inline int hidden(void) { int local(int); const int INNER = 1; return INNER; }
static void also_hidden(void);
void (*handler(int signal))(int);
int (*row(int number))[3] { return 0; }
DEPRECATED("use area; it is (much) better")
unsigned long long old(void) { return 0; }

#if SQUARE(2) > 3
void one(int a) {}
#else
void other(int a) {}
#endif
int amid(
#ifdef WIDE
    long a
#else
    int a
#endif
) { return 0; }
#ifdef ONE
void split(int a) {
#else
void split(long a) {
#endif
}
void last(void) {}

}
#endif
