// Frames that probes send. Nobody needs a struct hack (or a union trick) to read them.
#pragma once

#include <filesystem>
#include <string>

namespace fs = std::filesystem;

namespace heron {
namespace detail {

template <typename Byte>
Byte parity(const Byte *begin, const Byte *end) {
    Byte found{};
    for (; begin != end; ++begin) {
        found ^= *begin;
    }
    return found;
}

}  // namespace detail

class Frame {
  public:
    std::string text() const {
        return text_;
    }

    Frame &operator+=(const Frame &other) {
        text_ += other.text_;
        return *this;
    }

  private:
    std::string text_;
};

#ifdef HERON_WIDE
inline int width(const Frame &) {
    return 2;
}
#else
inline int width(const Frame &) {
    return 1;
}
#endif

}  // namespace heron

namespace heron::io {

inline bool exists(const fs::path &place) {
    return fs::exists(place);
}

}  // namespace heron::io
