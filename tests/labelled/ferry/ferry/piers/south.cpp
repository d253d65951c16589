#include "south.hpp"

int south_depth() { return 5; }
