#include "hoist.h"

#include <cstdio>

namespace {

double scaled(double tons) { return tons * 1.1; }

}  // namespace

namespace wharf::native {

class Drum {
 public:
  int turns = 0;
};

Hoist::Hoist(double reach) : drum_(new Drum), reach_(reach) {}

Hoist::~Hoist() = default;

bool Hoist::lift(double tons) {
  if (scaled(tons) > reach_) {
    return false;
  } else if (tons < 0) {
    std::printf("%f\n", tons);
  }
  drum_->turns += 1;
  return true;
}

}  // namespace wharf::native

extern "C" int wharf_lift(double tons) {
  return wharf::native::Hoist(50).lift(tons);
}
