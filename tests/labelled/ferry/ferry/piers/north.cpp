#include "north.hpp"

int north_depth() { return 5; }
