// Data of the current call, shared by the passes of cpu_lstm*.cpp.
#pragma once

#include <algorithm>

#include "model/backend/cpu/cpu_lstm.h"
#include "model/backend/cpu/cpu_packing.h"

namespace tactus {

// One task: rows first..last - 1 (sorted by decreasing length) of one direction, with all units. If
// threads would be idle otherwise, a task has the units of one member of the slice's team; the
// members meet after each step.
struct CpuLstm::Slice {
  int d = 0;
  int first = 0;
  int last = 0;
  int team = 0;
  PanelRange panels;   // of W units
  PanelRange columns;  // of 4W units: the same units
};

struct CpuLstm::Pass {
  Pass(const CpuLstmCall& of, int width, int values_of_word = 1)
      : call(of),
        list(make_frame_list(of.shape.steps, of.shape.batch, of.lengths)),
        W(width),
        P(panels_of(of.shape.hidden, width)),
        values(values_of_word) {}

  int H() const { return call.shape.hidden; }
  std::size_t padded() const { return static_cast<std::size_t>(P) * W; }  // H'
  std::size_t N() const { return list.frames(); }
  std::size_t tape_size() const { return N() * padded() * 5; }  // of one direction

  // The time of step s of the recurrence.
  int time(int d, int s) const { return d == 0 ? s : call.shape.steps - 1 - s; }
  // The time of the step before t in the direction's own order; may be outside.
  static int time_before(int d, int t) { return d == 0 ? t - 1 : t + 1; }
  int last_row(const Slice& slice, int t) const {
    return std::clamp(list.rows_at(t), slice.first, slice.last);
  }
  // Frames of the slice at times t_first..t - 1.
  std::size_t frames_between(const Slice& slice, int t_first, int t) const {
    std::size_t frames = 0;
    for (int u = t_first; u < t; ++u) frames += last_row(slice, u) - slice.first;
    return frames;
  }
  std::size_t frame_of(int t, int row) const {  // in [T,B]
    return static_cast<std::size_t>(t) * call.shape.batch + list.sequence[row];
  }
  const float* x_row(int t, int row) const { return call.x + frame_of(t, row) * call.shape.input; }
  template <typename Float>
  Float* gates_at(Float* tape, int t, int row) const {
    return tape + (list.first[t] + row) * 4 * W;
  }
  template <typename Float>
  Float* cells_at(Float* tape, int t, int row) const {
    return tape + N() * padded() * 4 + (list.first[t] + row) * W;
  }
  int words(int count) const { return (count + values - 1) / values; }
  bool narrow() const { return values > 1; }
  const float* peephole(const float* packed, int d) const {
    return call.weights[d].peephole ? packed : nullptr;
  }

  const CpuLstmCall& call;
  PreparedWeights* prepared = nullptr;       // of inference
  const PackedDirections* packed = nullptr;  // of the forward pass
  FrameList list;
  int W;       // floats of a vector
  int P;       // panels of units
  int values;  // of a word in the operands of the products
};

}  // namespace tactus
