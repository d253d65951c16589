#pragma once
#include <string>

namespace ferry {
class Hull {
 public:
  std::string name;
};
}  // namespace ferry
