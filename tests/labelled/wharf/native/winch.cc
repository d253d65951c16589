#include <mutex>
#include <thread>

#ifdef WINCH_SLOW
static int speed() { return 1; }
#else
static int speed() { return 9; }
#endif

class Winch final {
 public:
  Winch& operator+=(int rope) {
    rope_ += rope * speed();
    return *this;
  }

 private:
  int rope_ = 0;
};

int wind(int rope) {
  Winch winch;
  winch += rope;
  return rope;
}
