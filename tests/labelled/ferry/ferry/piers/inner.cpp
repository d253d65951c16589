#include "inner.hpp"

int inner_depth() { return 5; }
