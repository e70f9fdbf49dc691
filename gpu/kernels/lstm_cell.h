// The cell of an LSTM unit, shared by all kernels; formulas in
// model/backend/reference/lstm_reference.h. Plain functions of floats that compile for the card and
// the host.
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

TACTUS_HOST_DEVICE float sigmoid(float x) {
  return 1.0f / (1.0f + expf(-x));
}

// `sums`: W x + R h + b of this frame. Returns the activations. `c`: the cell state, updated. `h`:
// the output.
TACTUS_HOST_DEVICE Gates cell_forward(const Gates& sums, const Peepholes& p, float& c, float& h) {
  Gates a;
  a.i = sigmoid(sums.i + p.i * c);
  a.f = sigmoid(sums.f + p.f * c);
  a.g = tanhf(sums.g);
  c = a.f * c + a.i * a.g;
  a.o = sigmoid(sums.o + p.o * c);
  h = a.o * tanhf(c);
  return a;
}

// `a`: activations of this frame; `c`: its cell; `c_before`: the cell of the step before (0 at the
// first); `dh`: the whole gradient of the output; `dc`: the gradient of the cell from the following
// step. Returns the gradients of the gate sums; `dc` becomes the gradient for the step before.
TACTUS_HOST_DEVICE Gates cell_backward(const Gates& a, const Peepholes& p, float c, float c_before,
                                       float dh, float& dc) {
  const float squashed = tanhf(c);
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
