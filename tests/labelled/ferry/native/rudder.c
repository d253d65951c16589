#include <stdint.h>
#include "winch.h"

int turn(int degrees) {
  return degrees / 2;
}