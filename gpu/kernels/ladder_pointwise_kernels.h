// The point-wise part of a step in the simplest form (rungs 0 to 2). Each operation is one kernel
// that reads and writes memory. Rows are gate-major. All are <<<B H / 128, 128>>>, one thread for
// each unit of each sequence. kernel_language.h says how to read a kernel if you know CUDA.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/ladder_step_kernels.h"

namespace tactus::gpu {

enum class PointwiseOp {
  kAdd,              // a + b
  kMultiply,         // a b
  kSigmoid,          // sigmoid(a)
  kTanh,             // tanh(a)
  kSigmoidGradient,  // a b (1 - b): b is a sigmoid, a its gradient
  kTanhGradient,     // a (1 - b^2): b is a tanh, a its gradient
};

// out [rows,columns] of a and b. Rows are `ld` elements apart; 0: one row for all. out may be a or
// b.
struct Pointwise {
  struct Params {
    PointwiseOp op;
    int rows, columns;
    float* out;
    const float* a;
    const float* b;
    int ld_out, ld_a, ld_b;
  };
  static constexpr int kMaxThreads = 128;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p) {
    const int element = index_of(thread);
    const int row = element / p.columns, column = element - row * p.columns;
    if (row >= p.rows) return;
    const float a = p.a[row * p.ld_a + column];
    const float b = p.b != nullptr ? p.b[row * p.ld_b + column] : 0.0f;
    p.out[row * p.ld_out + column] = result(p.op, a, b);
  }

  TACTUS_ON_DEVICE static float result(PointwiseOp op, float a, float b) {
    switch (op) {
      case PointwiseOp::kAdd:
        return a + b;
      case PointwiseOp::kMultiply:
        return a * b;
      case PointwiseOp::kSigmoid:
        return ExactFunctions::sigmoid(a);
      case PointwiseOp::kTanh:
        return tanhf(a);
      case PointwiseOp::kSigmoidGradient:
        return a * b * (1.0f - b);
      case PointwiseOp::kTanhGradient:
        return a * (1.0f - b * b);
    }
    return 0.0f;
  }
};

// The last kernel of a forward step. Sets activations (recurrent_sums), cell and h of padded frames
// to zero and stores all results. `output` [B,H] is the h of the kernels before.
struct FinishForward {
  struct Params {
    ForwardPass pass;
    const float* output;
    int step;
  };
  static constexpr int kMaxThreads = 128;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& params) {
    const ForwardPass& p = params.pass;
    const int element = index_of(thread);
    if (element >= p.batch * p.hidden) return;
    const StepPlace at = place_of(p, element, frame_of(p, params.step));
    if (at.padded) {
      keep(p, at, {0.0f, 0.0f, 0.0f, 0.0f}, 0.0f, 0.0f);
    } else {
      const float* row = p.recurrent_sums + static_cast<std::size_t>(at.b) * p.hidden * 4;
      keep(p, at, load_gates<GateOrder::kGateMajor>(row, at.j, p.hidden), p.cell[element],
           params.output[element]);
    }
  }
};

// Scratch values of the separate kernels of a backward step.
struct SeparateGradients {
  float* activations;  // [B,4H], gate-major
  float* cell;         // [B,H]
  float* cell_before;  // [B,H]
  float* dgates;       // [B,4H], gate-major
};

// The first kernel of a backward step: reads activations and cells from the tape; zeros for padded
// frames.
struct StartBackward {
  struct Params {
    BackwardPass pass;
    SeparateGradients to;
    int step;
  };
  static constexpr int kMaxThreads = 128;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& params) {
    const BackwardPass& p = params.pass;
    const int element = index_of(thread);
    if (element >= p.batch * p.hidden) return;
    const StepPlace at = place_of(p, element, frame_of(p, params.step));
    const std::size_t kept = at.frame * p.hidden + at.j;
    float* row = params.to.activations + static_cast<std::size_t>(at.b) * p.hidden * 4;
    store_gates<GateOrder::kGateMajor>(
        row, at.j, p.hidden, at.padded ? Gates{0.0f, 0.0f, 0.0f, 0.0f} : p.activations[kept]);
    params.to.cell[element] = at.padded ? 0.0f : p.cells[kept];
    params.to.cell_before[element] = at.padded ? 0.0f : cell_before(p, at);
  }
};

// The last kernel of a backward step: sets gradients of padded frames to zero and stores all.
struct FinishBackward {
  using Params = StartBackward::Params;
  static constexpr int kMaxThreads = 128;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& params) {
    const BackwardPass& p = params.pass;
    const int element = index_of(thread);
    if (element >= p.batch * p.hidden) return;
    const StepPlace at = place_of(p, element, frame_of(p, params.step));
    float* row = params.to.dgates + static_cast<std::size_t>(at.b) * p.hidden * 4;
    Gates d = {0.0f, 0.0f, 0.0f, 0.0f};
    if (at.padded) {
      p.dcell[element] = 0.0f;
    } else {
      d = load_gates<GateOrder::kGateMajor>(row, at.j, p.hidden);
    }
    keep<GateOrder::kGateMajor>(p, at, d);
  }
};

}  // namespace tactus::gpu
