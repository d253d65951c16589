#pragma once

template <int N>
__device__ inline float load_sum(const float (&loads)[N]) {
  float sum = 0;
  for (float load : loads) sum += load;
  return sum;
}
