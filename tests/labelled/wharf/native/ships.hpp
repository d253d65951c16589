#pragma once

#include "hoist.h"

#define WHARF_EXPORT

enum class Deck { Upper, Lower };

class WHARF_EXPORT Ship {
 public:
  int decks() const { return 2; }
};

struct alignas(16) Hold {
  float tons[4];
};

struct TEU {
  int count;
};

class PORT_API {
 public:
  static constexpr int version = 2;
};

namespace v2::inline sea {
inline int SOS() { return 3; }
}
