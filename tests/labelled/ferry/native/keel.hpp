#pragma once
#include <thread>

struct Keel {
  int depth;
  int erase() { return depth; }
};