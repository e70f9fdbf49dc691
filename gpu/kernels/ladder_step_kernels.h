// The point-wise part of one step of one direction in a single kernel: rungs 3 to 7. The product
// R h comes before it, by cuBLAS. kernel_language.h says how to read a kernel if you know CUDA.
//
// Each step of the ladder is at the same frame for all sequences: step s is at frame s, or at frame
// T-1-s in the reversed direction. The state of a sequence stays zero before its start (reversed)
// and after its end. The result equals that of reversed sequences which start at their own ends.
// The rows of a frame stay side by side, so products need no gathering. The backward pass visits
// the same frames in the opposite order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/lstm_cell.h"
#include "gpu/kernels/number_formats.h"

namespace tactus::gpu {

// Order of the rows of [.., 4H]: gate by gate as in the parameters, or the gates of a unit side by
// side as in struct Gates.
enum class GateOrder { kGateMajor, kUnitMajor };

// One direction of a forward pass: inputs and outputs of its steps. At the start of a step, "state"
// holds the values of the step before.
struct ForwardPass {
  const std::int32_t* lengths;  // [B]
  const float* input_sums;      // [ring,B,4H], W x; of frame t at (t + shift) % ring
  float* recurrent_sums;        // [B,4H], R h; the separate kernels leave activations here
  const float* bias;            // [4H]
  const float* peephole;        // [3H] or null
  Gates* activations;           // [T,B,H], the tape's, or null: inference
  float* cells;                 // [T,B,H], the tape's, or null
  float* cell;                  // [B,H], state
  float* h;                     // [B,H], state, or
  std::uint16_t* h_short;       // [B,ldh], state in bf16: the other one is null
  float* y;                     // [T,B,ldy]
  int steps, batch, hidden;     // T, B, H
  int ldh, ldy;
  int ring, shift;
  bool reversed;
};

// One direction of a backward pass: its step 0 is the last of the forward pass.
struct BackwardPass {
  const std::int32_t* lengths;  // [B]
  Gates* activations;           // [T,B,H], become the gradients of the gate sums
  const float* cells;           // [T,B,H]
  const float* dy;              // [T,B,ldy]
  const float* peephole;        // [3H] or null
  float* dh;                    // [B,H], the gradient of h from the following step
  float* dcell;                 // [B,H], state
  float* dgates;                // [B,4H], input of the next step's products, or
  std::uint16_t* dgates_short;  // [B,ldg], the same in bf16: the other one is null
  int steps, batch, hidden;
  int ldg, ldy;
  bool reversed;
};

template <class Thread>
TACTUS_ON_DEVICE int index_of(const Thread& thread) {
  return thread.block() * thread.threads() + thread.thread();
}

// Position in time of an element of a [B,H] state. A state has less than 2^31 elements.
struct StepPlace {
  int b, j;
  std::size_t frame;  // t * B + b
  int t;
  bool padded;
};
template <class Pass>
TACTUS_HOST_DEVICE StepPlace place_of(const Pass& p, int element, int t) {
  StepPlace place;
  place.b = element / p.hidden;
  place.j = element - place.b * p.hidden;
  place.frame = static_cast<std::size_t>(t) * p.batch + place.b;
  place.t = t;
  place.padded = t >= p.lengths[place.b];
  return place;
}
TACTUS_HOST_DEVICE int frame_of(const ForwardPass& p, int step) {
  return frame_of_step(step, p.steps, p.reversed);
}
TACTUS_HOST_DEVICE int frame_of(const BackwardPass& p, int step) {
  return frame_of_step(step, p.steps, !p.reversed);
}
TACTUS_HOST_DEVICE const float* input_sums_of(const ForwardPass& p, int t) {
  return p.input_sums + static_cast<std::size_t>((t + p.shift) % p.ring) * p.batch * p.hidden * 4;
}
// The cell of the step before; 0 at the first step of a sequence.
TACTUS_HOST_DEVICE float cell_before(const BackwardPass& p, const StepPlace& at) {
  const bool at_edge = p.reversed ? at.t + 1 == p.steps : at.t == 0;
  const std::ptrdiff_t distance = at_edge ? 0 : p.reversed ? p.batch : -p.batch;
  const float cell = p.cells[(static_cast<std::ptrdiff_t>(at.frame) + distance) * p.hidden + at.j];
  return at_edge || at.t + (p.reversed ? 1 : 0) >= p.lengths[at.b] ? 0.0f : cell;
}

// Which step of which pass a kernel computes: known to the host at the launch ...
template <class Pass>
struct GivenStep {
  Pass pass;
  int step;
  TACTUS_ON_DEVICE const Pass& of() const { return pass; }
  TACTUS_ON_DEVICE int number() const { return step; }
  TACTUS_ON_DEVICE int elements() const { return pass.batch * pass.hidden; }
};
// ... or read from memory, so that a captured launch serves every pass and all of its steps.
template <class Pass>
struct StoredStep {
  const Pass* pass;
  const int* first_step;
  int offset;
  int size;  // B * H: threads beyond it need not wait for the memory
  TACTUS_ON_DEVICE const Pass& of() const { return *pass; }
  TACTUS_ON_DEVICE int number() const { return *first_step + offset; }
  TACTUS_ON_DEVICE int elements() const { return size; }
};

template <GateOrder order>
TACTUS_HOST_DEVICE Gates load_gates(const float* row, int unit, int hidden) {
  if constexpr (order == GateOrder::kUnitMajor) {
    return reinterpret_cast<const Gates*>(row)[unit];
  } else {
    return {row[unit], row[hidden + unit], row[2 * hidden + unit], row[3 * hidden + unit]};
  }
}
template <GateOrder order>
TACTUS_HOST_DEVICE void store_gates(float* row, int unit, int hidden, const Gates& g) {
  if constexpr (order == GateOrder::kUnitMajor) {
    reinterpret_cast<Gates*>(row)[unit] = g;
  } else {
    row[unit] = g.i;
    row[hidden + unit] = g.f;
    row[2 * hidden + unit] = g.g;
    row[3 * hidden + unit] = g.o;
  }
}
struct alignas(8) ShortGates {
  std::uint32_t i_f, g_o;
};
template <GateOrder order>
TACTUS_HOST_DEVICE void store_gates(std::uint16_t* row, int unit, int hidden, const Gates& g) {
  if constexpr (order == GateOrder::kUnitMajor) {
    reinterpret_cast<ShortGates*>(row)[unit] = {bf16_pair(g.i, g.f), bf16_pair(g.g, g.o)};
  } else {
    row[unit] = bf16_bits(g.i);
    row[hidden + unit] = bf16_bits(g.f);
    row[2 * hidden + unit] = bf16_bits(g.g);
    row[3 * hidden + unit] = bf16_bits(g.o);
  }
}
TACTUS_HOST_DEVICE Peepholes peepholes_of(const float* peephole, int unit, int hidden) {
  if (peephole == nullptr) return {};
  return {peephole[unit], peephole[hidden + unit], peephole[2 * hidden + unit]};
}

// Stores the results of one unit; zeros in padded frames.
TACTUS_HOST_DEVICE void keep(const ForwardPass& p, const StepPlace& at, const Gates& a, float c,
                             float h) {
  const std::size_t state = static_cast<std::size_t>(at.b) * p.hidden + at.j;
  const std::size_t kept = at.frame * p.hidden + at.j;
  p.y[at.frame * p.ldy + at.j] = h;
  p.cell[state] = c;
  if (p.h_short != nullptr) {
    p.h_short[static_cast<std::size_t>(at.b) * p.ldh + at.j] = bf16_bits(h);
  } else {
    p.h[state] = h;
  }
  if (p.activations != nullptr) {
    p.activations[kept] = a;
    p.cells[kept] = c;
  }
}

// Stores the gradients of the gate sums of one unit.
template <GateOrder order>
TACTUS_HOST_DEVICE void keep(const BackwardPass& p, const StepPlace& at, const Gates& d) {
  p.activations[at.frame * p.hidden + at.j] = d;
  if (p.dgates_short != nullptr) {
    store_gates<order>(p.dgates_short + static_cast<std::size_t>(at.b) * p.ldg, at.j, p.hidden, d);
  } else {
    store_gates<order>(p.dgates + static_cast<std::size_t>(at.b) * p.hidden * 4, at.j, p.hidden, d);
  }
}

// Sums of a step [B,4H] -> activations, cells and h [B,H]. <<<B H / 128, 128>>>: one thread for
// each unit of each sequence.
template <GateOrder order, class Source>
struct ForwardStep {
  using Params = Source;
  static constexpr int kMaxThreads = 128;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& source) {
    const int element = index_of(thread);
    if (element >= source.elements()) return;
    const ForwardPass p = source.of();
    const int step = source.number();
    const bool over = step >= p.steps;
    const StepPlace at = place_of(p, element, frame_of(p, over ? 0 : step));
    // Padded frames are computed too, so that no load waits for the length.
    const std::size_t row = static_cast<std::size_t>(at.b) * p.hidden * 4;
    const Gates x = load_gates<order>(input_sums_of(p, at.t) + row, at.j, p.hidden);
    const Gates r = load_gates<order>(p.recurrent_sums + row, at.j, p.hidden);
    const Gates bias = load_gates<order>(p.bias, at.j, p.hidden);
    const Gates sums = {x.i + r.i + bias.i, x.f + r.f + bias.f, x.g + r.g + bias.g,
                        x.o + r.o + bias.o};
    float c = p.cell[element], h;
    const Gates a = cell_forward(sums, peepholes_of(p.peephole, at.j, p.hidden), c, h);
    if (over) return;  // the last graph has more steps than are left
    keep(p, at, at.padded ? Gates{0.0f, 0.0f, 0.0f, 0.0f} : a, at.padded ? 0.0f : c,
         at.padded ? 0.0f : h);
  }
};

// Gradients of h and the cells [B,H] -> gradients of the gate sums [B,4H]. <<<B H / 128, 128>>>.
template <GateOrder order, class Source>
struct BackwardStep {
  using Params = Source;
  static constexpr int kMaxThreads = 128;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& source) {
    const int element = index_of(thread);
    if (element >= source.elements()) return;
    const BackwardPass p = source.of();
    const int step = source.number();
    const bool over = step >= p.steps;
    const StepPlace at = place_of(p, element, frame_of(p, over ? 0 : step));
    const std::size_t kept = at.frame * p.hidden + at.j;
    const float dh = p.dy[at.frame * p.ldy + at.j] + p.dh[element];
    float dc = p.dcell[element];
    Gates d = cell_backward(p.activations[kept], peepholes_of(p.peephole, at.j, p.hidden),
                            p.cells[kept], cell_before(p, at), dh, dc);
    if (over) return;
    if (at.padded) d = {0.0f, 0.0f, 0.0f, 0.0f};
    p.dcell[element] = at.padded ? 0.0f : dc;
    keep<order>(p, at, d);
  }
};

// Copies a pass to the memory that stored steps read, and sets the step to 0. <<<1, 1>>>.
template <class Pass>
struct StorePass {
  struct Params {
    Pass pass;
    Pass* to;
    int* first_step;
  };
  static constexpr int kMaxThreads = 1;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread&, const Params& p) {
    *p.to = p.pass;
    *p.first_step = 0;
  }
};

// After the last step of a graph. <<<1, 1>>>.
struct AdvanceSteps {
  struct Params {
    int* first_step;
    int steps;
  };
  static constexpr int kMaxThreads = 1;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread&, const Params& p) {
    *p.first_step += p.steps;
  }
};

}  // namespace tactus::gpu
