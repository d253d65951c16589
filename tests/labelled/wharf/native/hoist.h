// Hoists. The class hierarchy of drums is described elsewhere (see the manual).
#ifndef WHARF_HOIST_H_
#define WHARF_HOIST_H_

#include <memory>
#include <string>

#define WHARF_API __attribute__((visibility("default")))

namespace wharf::native {

class Drum;

class WHARF_API Hoist {
 public:
  explicit Hoist(double reach);
  ~Hoist();
  bool lift(double tons);

 private:
  std::unique_ptr<Drum> drum_;
  double reach_;
};

struct [[nodiscard]] Load {
  double tons;
};

}  // namespace wharf::native

#endif  // WHARF_HOIST_H_
