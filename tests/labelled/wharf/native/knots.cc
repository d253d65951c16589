#include "knots.h"

Knot bowline(int rope) { return Knot{rope + 1}; }

int depth_h(const Knot& knot) { return knot.loops; }

template <typename T, typename K>
T tied(T one, K) { return one; }
