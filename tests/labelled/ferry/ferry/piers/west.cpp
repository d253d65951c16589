#include "west.hpp"

int west_depth() { return 4; }
