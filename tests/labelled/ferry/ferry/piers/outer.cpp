#include "outer.hpp"

int outer_depth() { return 5; }
