/// What weighs.
namespace fruit::scale {
/*! A basket. */
template <typename T, int N = 3, class... Ts>
class Basket final : public Box<T>, private virtual Heavy {
  int hidden_;
 public:
  explicit Basket(int size, const std::string &name = "a", T&&... rest) : size_(size) {}
  ~Basket() override;
  virtual const char *name() const noexcept = 0;
  static constexpr int kMost = 3;
  static int count;
  int size_ = 1, *more_{nullptr};
  enum class Ripe : char { kGreen, kYellow };
  using Unit = T;
  using Kind = enum { kOne };
  auto weigh(int) -> std::vector<int>;
  operator bool() const;
  bool operator == (const Basket& other) const;
  template <class K> K get(K k);
  void set(int a);
  void set(char b, int (*f)(int) = nullptr);
  Basket(const Basket&) = delete;
 protected:
  friend class Friend;
  static int sum(void);
};
template <class T, int N, class... Ts>
auto Basket<T, N, Ts...>::weigh(int grams) -> std::vector<int> {}
template <class T, int N, class... Ts>
template <class K>
K Basket<T, N, Ts...>::get(K key) {}
int free();
}
namespace fruit { int after; }
int fruit::scale::free() { return 1; }
void Other::f(int x) {}
namespace { struct Hidden { int a; }; }
struct Public : Base { int a; private: int b; };
template <> struct Public<int> { int c; };
extern "C" int plain(int);
inline namespace v1 { [[nodiscard]] unsigned long long big(); }
