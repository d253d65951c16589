/** @file
 *  Weighs. */
#ifndef FRUIT_H
#define FRUIT_H
#include <stddef.h>

/**
 * A basket.
 */
typedef struct basket {
    char name[10]; /**< What it
                        says. */
    unsigned int ripe : 3, *more; ///< Bits
                                  /// and more.
    union { int a; float b; };
    struct { int c; } inner;
    int (*weigh)(struct basket *self, int);
} basket_t, *basket_ptr;
typedef struct { int x; } point;
typedef int (*handler)(int code);
enum ripe { GREEN, YELLOW = 4, /*!< Good. */ };
enum { FIRST, SECOND = 2 };
struct later;

/// Weighs.
/// \param b a basket
static int weigh(const basket_t *b, size_t, ...);
static int weigh(const basket_t *basket, size_t n, ...) { int local; return 0; }
void empty(void);
int (*choose(int a))(char);
#if DEBUG
extern const char *const names[], *first;
#endif
const int most = 3, all[2] = {1, 2};
struct later *last = NULL;
#endif
