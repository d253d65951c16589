// A grid of cells. The struct layout is that of the instrument; see the class diagram.
#pragma once

#include <vector>
#include "probe.h"
// #include "legacy.h"

#define HERON_API __attribute__((visibility("default")))
#define HERON_DEPRECATED __attribute__((deprecated))

class Renderer;

namespace heron::grid {

struct Cell {
    double value;
};

inline Cell cell(double value) {
    return Cell{value};
}

class HERON_API Grid {
  public:
    friend class Auditor;

    explicit Grid(int size) : cells_(size) {}

    void resize(int size) {
        cells_.resize(size);
    }

    void resize(int width, int height) {
        resize(width * height);
    }

  private:
    std::vector<Cell> cells_;
};

class HERON_DEPRECATED OldGrid {};

template <class Value>
struct Traits {};

template <>
struct Traits<double> {};

class GEMM {};

struct RGB {
    unsigned char r, g, b;
};

class PLOT_API {};

}  // namespace heron::grid
