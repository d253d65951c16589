#include <utility>

int hoist() { return 1; }
