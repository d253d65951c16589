#pragma once
#include <cuda_runtime.h>

__device__ float lean(float wind) { return wind * 0.5f; }
