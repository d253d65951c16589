#pragma once

// The knot is a struct of loops, a function of the hand: tie (and untie) it.

struct Knot {
  int loops;
};

Knot bowline(int rope);
int depth_h(const Knot& knot);
