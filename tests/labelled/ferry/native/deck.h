#pragma once
#include <memory>

namespace ferry {
template <typename T>
struct Deck {
  T planks;
};
}  // namespace ferry
