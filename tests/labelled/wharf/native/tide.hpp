#pragma once

#include <optional>
#include <vector>

#define TIDE_CLASS(name) class name : public Tide {}

namespace wharf {
namespace tides {

template <typename T>
struct Level {
  T metres;
  bool operator<(const Level& other) const { return metres < other.metres; }
};

class Tide {
 public:
  virtual ~Tide() = default;
  virtual std::optional<double> height() const { return std::nullopt; }
};

TIDE_CLASS(Spring);
TIDE_CLASS(Neap);

template <class Value>
double height_of(const std::vector<Value>& values) {
  return values.empty() ? 0.0 : values.back();
}

}  // namespace tides
}  // namespace wharf
