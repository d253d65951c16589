#pragma once

namespace wharf::buoys {

struct Buoy {
  bool lit;
};

struct LED {
  int colour;
};

inline bool shines(const Buoy& buoy) { return buoy.lit; }

inline int abs(const LED& led) { return led.colour < 0 ? -led.colour : led.colour; }

}