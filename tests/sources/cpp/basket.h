#pragma once
#include <vector>
NAMESPACE_BEGIN(outer)
namespace a::b {

class API_EXPORT Basket final : public Base<int> {
    Basket(int);
    int size_;
    BASKET_BODY(Basket, "a {brace}; (a) parenthesis")

public:
    explicit Basket(double d) : size_(1) {}
    ~Basket();
    Basket(Basket &&) = delete;
    virtual void empty() const noexcept = 0;
    int &at(int);
    int **rows(int a) { return 0; }
    operator bool() const;
    template <typename T> operator std::vector<T>() const { return {}; }
    bool operator==(const Basket &) const;
    int &operator[](int i) { return size_; }
    void operator()(int);
    static constexpr int LIMIT = 3;
    static const char *const NAME;
    template <typename T> void put(T &&);
    using type = int;
    enum class Kind { Open, Shut };
    friend class Other;
    friend void stranger(Basket &);
    void (*callback)(int);
    struct { int in_place; } place;

protected:
    void guarded();
#ifdef MORE
    void more();

public:
    void most();
#endif
    class Handle {
        void closed();

    public:
        void open();
    };

private:
    struct Secret {
        void inside();
    };
};

template <typename T> struct Traits;
template <> struct Traits<int> {
    static int value() { return 1; }
};
struct Outer::Nested {
    void deep();
};

namespace {
int unseen() { return 1; }
namespace c { class Unseen { public: void f(); }; }
}

inline namespace v1 { void current(); }
namespace short_name = a::b;
template <typename T> using list = std::vector<T>;
template <typename T> concept Small = sizeof(T) < 4;
template <typename T> constexpr bool is_small = true;
[[nodiscard]] auto trailing(int a) -> int;
NOINLINE void slow(int a);
static void in_file() { struct Local { void f(); }; Basket found(1); }
std::ostream &operator<<(std::ostream &out, const Basket &b);
long double operator"" _km(long double);
template <> void put<int>(int);

} // namespace a::b
NAMESPACE_END(outer)

a::b::Basket::Basket(int) {}
a::b::Basket::~Basket() = default;
int &a::b::Basket::at(int i) { return size_; }
a::b::Basket::operator bool() const { return true; }
template <typename T> void a::b::Traits<T>::method(T a) {}
void b::free_function() {}
