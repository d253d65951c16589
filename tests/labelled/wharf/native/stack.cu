#include <cuda_runtime.h>

namespace yard {

struct Box {
  float weight;
};

__global__ void settle(Box* boxes, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) boxes[i].weight *= 0.5f;
}

__device__ float heavier(float one, float other) { return fmaxf(one, other); }

}  // namespace yard

void settle_all(yard::Box* boxes, int count) {
  yard::settle<<<(count + 63) / 64, 64>>>(boxes, count);
  cudaDeviceSynchronize();
}
