// The cell of an LSTM unit, shared by all kernels; formulas in
// model/backend/reference/lstm_reference.h. Plain functions of floats that compile for the card and
// the host: no kernel, nothing of a Thread.
#pragma once

#include <cmath>

#include "gpu/kernels/kernel_language.h"

namespace tactus::gpu {

// Gate sums or activations of one unit, in the order of the parameters' rows. 16 bytes, so that a
// thread moves the gates of a unit at once.
struct alignas(16) Gates {
  float i, f, g, o;
};

struct Peepholes {
  float i = 0.0f, f = 0.0f, o = 0.0f;
};

// The functions of a cell in IEEE single precision.
struct ExactFunctions {
  TACTUS_HOST_DEVICE static float tanh(float x) { return tanhf(x); }
  TACTUS_HOST_DEVICE static float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }
  TACTUS_HOST_DEVICE static float forget(float x) { return sigmoid(x); }
};

// For products in TF32 and bf16, whose factors have errors of 2^-11 and 2^-9. tanh.approx (PTX ISA)
// has a relative error of up to 2^-11; on the host a value with this error stands for it. The
// forget gate is exact to some 1e-7: its error would grow with every step that a cell remembers.
struct ApproximateFunctions {
  TACTUS_HOST_DEVICE static float tanh(float x) {
#if defined(__CUDA_ARCH__)
    float y;
    asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
#else
    const float y = tanhf(x);
    return y * (y > -0.5f && y < 0.5f ? 2049.0f : 2047.0f) / 2048.0f;
#endif
  }
  TACTUS_HOST_DEVICE static float sigmoid(float x) {
    return 0.5f + 0.5f * tanh(0.5f * x);
  }
  TACTUS_HOST_DEVICE static float forget(float x) {
#if defined(__CUDA_ARCH__)
    return __fdividef(1.0f, 1.0f + __expf(-x));
#else
    return ExactFunctions::sigmoid(x);
#endif
  }
};

// `sums`: W x + R h + b of this frame. Returns the activations. `c`: the cell state, updated. `h`:
// the output.
template <class Functions = ExactFunctions>
TACTUS_HOST_DEVICE Gates cell_forward(const Gates& sums, const Peepholes& p, float& c, float& h) {
  Gates a;
  a.i = Functions::sigmoid(sums.i + p.i * c);
  a.f = Functions::forget(sums.f + p.f * c);
  a.g = Functions::tanh(sums.g);
  c = a.f * c + a.i * a.g;
  a.o = Functions::sigmoid(sums.o + p.o * c);
  h = a.o * Functions::tanh(c);
  return a;
}

// `a`: activations of this frame; `c`: its cell; `c_before`: the cell of the step before (0 at the
// first); `dh`: the whole gradient of the output; `dc`: the gradient of the cell from the following
// step. Returns the gradients of the gate sums; `dc` becomes the gradient for the step before.
template <class Functions = ExactFunctions>
TACTUS_HOST_DEVICE Gates cell_backward(const Gates& a, const Peepholes& p, float c, float c_before,
                                       float dh, float& dc) {
  const float squashed = Functions::tanh(c);
  Gates d;
  d.o = dh * squashed * a.o * (1.0f - a.o);
  const float dcell = dc + dh * a.o * (1.0f - squashed * squashed) + d.o * p.o;
  d.i = dcell * a.g * a.i * (1.0f - a.i);
  d.f = dcell * c_before * a.f * (1.0f - a.f);
  d.g = dcell * a.i * (1.0f - a.g * a.g);
  dc = dcell * a.f + d.i * p.i + d.f * p.f;
  return d;
}

// The frame that a direction visits at `step` (0 .. length - 1) of its sequence.
TACTUS_HOST_DEVICE int frame_of_step(int step, int length, bool reversed) {
  return reversed ? length - 1 - step : step;
}

}  // namespace tactus::gpu
