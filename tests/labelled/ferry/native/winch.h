#ifndef WINCH_H
#define WINCH_H

#include <stdint.h>

struct winch {
  uint8_t turns;
};

int winch_turn(struct winch *w);

#endif
