#include "east.hpp"

int east_depth() { return 4; }
