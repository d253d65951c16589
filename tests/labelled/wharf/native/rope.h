/* Ropes, for programs in C. */
#ifndef ROPE_H
#define ROPE_H

#include <stddef.h>

#define ROPE_MAX \
    64
#define ROPE_LEN(r) ((r)->length)

struct rope {
    size_t length;
    int class;
};

struct rope *new(void);
int rope_tie(struct rope *rope);
void rope_cut(struct rope *rope, size_t at);

#endif
