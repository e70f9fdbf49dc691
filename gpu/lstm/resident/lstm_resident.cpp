#include "gpu/lstm/resident/lstm_resident.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>

#include "gpu/lstm/ladder/ladder_products.h"
#include "gpu/lstm/ladder/ladder_weights.h"
#include "gpu/lstm/resident/resident_launch.h"

namespace tactus::gpu {
namespace {

constexpr int kCopiedRows = 1 << 16;  // frames times sequences that are copied to bf16 at once

class LstmResident final : public LstmEngine {
 public:
  LstmResident(const LadderContext& context, ResidentChooser chooser, std::size_t block_sums)
      : context_(context),
        chooser_(std::move(chooser)),
        block_sums_(block_sums),
        launcher_(*context.runtime, *context.pool, context.precision),
        products_(context),
        weights_{DirectionWeights(context), DirectionWeights(context)},
        gradients_(context),
        x_copy_(context),
        y_copy_(context),
        gates_copy_(context),
        dx_gates_copy_(context),
        sums_(*context.pool),
        state_(*context.pool) {}

  std::string describe(const LstmShape& shape) const override;
  void forward(Stream stream, const LstmCall& call, float* y, float* tape) override;
  void backward(Stream stream, const LstmCall& call, const float* y, float* tape, const float* dy,
                float* dx, const LstmGradients& gradients) override;

 private:
  // Frames [begin, end) of a direction.
  struct Frames {
    int begin, end;
    int count() const { return end - begin; }
  };

  int frames_at_once(const LstmShape& shape, bool with_tape) const;
  int copied_frames(const LstmShape& shape, int frames) const;
  void input_products(Stream stream, const LstmCall& call, int direction, Frames frames,
                      Gates* sums);
  void reserve_for_backward(const LstmShape& shape, bool with_dx);
  void recurrence_backward(Stream stream, const LstmCall& call, float* tape, const float* dy);
  void add_input_gradient(Stream stream, const LstmCall& call, float* tape, int direction,
                          float* dx);
  void add_parameter_gradients(Stream stream, const LstmCall& call, const float* y, float* tape,
                               int direction, const LstmDirection<float>& gradients);
  void add_weight_gradients(Stream stream, const LstmCall& call, const float* y, const float* gates,
                            int direction, Frames frames);

  LadderContext context_;
  ResidentChooser chooser_;
  std::size_t block_sums_;
  ResidentLauncher launcher_;
  GateProducts products_;
  DirectionWeights weights_[2];
  // All but the last are used in the stream of the gradients of parameters.
  DirectionGradients gradients_;
  FactorCopy x_copy_, y_copy_, gates_copy_;
  FactorCopy dx_gates_copy_;
  Scratch<float> sums_;   // [D][frames,B,H] of Gates
  Scratch<float> state_;  // [2 turns][D][h, c][B,H]
};

std::string LstmResident::describe(const LstmShape& shape) const {
  return fmt::format("8 resident: forward {}; backward {}",
                     gpu::describe(chooser_(ResidentKernel::kForward, shape), shape.directions),
                     gpu::describe(chooser_(ResidentKernel::kBackward, shape), shape.directions));
}

int LstmResident::frames_at_once(const LstmShape& shape, bool with_tape) const {
  if (with_tape) return shape.steps;  // the sums lie in the tape
  const std::size_t of_frame = std::size_t{4} * shape.batch * shape.hidden;
  return static_cast<int>(
      std::clamp<std::size_t>(block_sums_ / of_frame, 1, static_cast<std::size_t>(shape.steps)));
}

int LstmResident::copied_frames(const LstmShape& shape, int frames) const {
  if (context_.precision != Precision::kBf16) return frames;
  return std::clamp(kCopiedRows / shape.batch, 1, frames);
}

void LstmResident::input_products(Stream stream, const LstmCall& call, int direction, Frames frames,
                                  Gates* sums) {
  const auto [T, B, C, H, D] = call.shape;
  const int at_once = copied_frames(call.shape, frames.count());
  x_copy_.reserve(std::min(at_once, frames.count()) * call.shape.batch, call.shape.input);
  for (int begin = frames.begin; begin < frames.end; begin += at_once) {
    const int rows = std::min(at_once, frames.end - begin) * B;
    const Factor x =
        x_copy_.of(stream, call.x + static_cast<std::size_t>(begin) * B * C, rows, C, C);
    Gates* to = sums + static_cast<std::size_t>(begin - frames.begin) * B * H;
    products_.gates_of(stream, rows, x, weights_[direction].input(), reinterpret_cast<float*>(to));
  }
}

void LstmResident::forward(Stream stream, const LstmCall& call, float* y, float* tape) {
  const auto [T, B, C, H, D] = call.shape;
  if (T == 0 || B == 0) return;
  const ResidentChoice choice = chooser_(ResidentKernel::kForward, call.shape);
  const int at_once = frames_at_once(call.shape, tape != nullptr);
  const std::size_t BH = static_cast<std::size_t>(B) * H, of_turn = D * 2 * BH;
  float* sums = tape != nullptr ? nullptr : sums_.grown(D * at_once * BH * 4);
  float* states = at_once < T ? state_.grown(2 * of_turn) : nullptr;
  for (int d = 0; d < D; ++d) weights_[d].pack_for_forward(stream, call.shape, call.weights[d]);

  for (int first = 0, turn = 0; first < T; first += at_once, turn = 1 - turn) {
    ResidentForwardParams params = {};
    params.pass.lengths = call.lengths;
    params.pass.batch = B;
    params.pass.hidden = H;
    params.y_stride = D * H;
    const int end = std::min(first + at_once, T);
    for (int d = 0; d < D; ++d) {
      const bool reversed = d == 1;
      const Frames frames = reversed ? Frames{T - end, T - first} : Frames{first, end};
      params.pass.frame_begin[d] = frames.begin;
      params.pass.frame_end[d] = frames.end;
      ResidentForwardDirection& direction = params.directions[d];
      direction = {};
      direction.recurrent = call.weights[d].weight_recurrent;
      direction.bias = call.weights[d].bias;
      direction.peephole = call.weights[d].peephole;
      direction.y = y + d * H;
      direction.reversed = reversed;
      Gates* gates = reinterpret_cast<Gates*>(tape != nullptr ? activations_of(call.shape, tape, d)
                                                              : sums + d * at_once * BH * 4);
      direction.sums = gates;
      if (tape != nullptr) {
        direction.activations = gates;
        direction.cells = cells_of(call.shape, tape, d);
      }
      if (first > 0) direction.state_before = states + (1 - turn) * of_turn + d * 2 * BH;
      if (end < T) direction.state_after = states + turn * of_turn + d * 2 * BH;
      input_products(stream, call, d, frames, gates);
    }
    launcher_.forward(stream, choice, D, params);
  }
}

void LstmResident::recurrence_backward(Stream stream, const LstmCall& call, float* tape,
                                       const float* dy) {
  const auto [T, B, C, H, D] = call.shape;
  ResidentBackwardParams params = {};
  params.pass.lengths = call.lengths;
  params.pass.batch = B;
  params.pass.hidden = H;
  params.y_stride = D * H;
  for (int d = 0; d < D; ++d) {
    params.pass.frame_end[d] = T;
    params.directions[d] = {call.weights[d].weight_recurrent,
                            call.weights[d].peephole,
                            reinterpret_cast<Gates*>(activations_of(call.shape, tape, d)),
                            cells_of(call.shape, tape, d),
                            dy + d * H,
                            d == 1};
  }
  launcher_.backward(stream, chooser_(ResidentKernel::kBackward, call.shape), D, params);
}

void LstmResident::reserve_for_backward(const LstmShape& shape, bool with_dx) {
  const int rows = copied_frames(shape, shape.steps) * shape.batch;
  if (with_dx) dx_gates_copy_.reserve(rows, 4 * shape.hidden);
  gates_copy_.reserve(rows, 4 * shape.hidden);
  x_copy_.reserve(rows, shape.input);
  y_copy_.reserve(rows, shape.hidden);
  gradients_.reserve(shape, shape.steps * shape.batch);
}

// The layer below needs dx: the gradients of parameters follow it, beside the recurrence of that
// layer. No memory is shared between the two streams, so each has its own copy of the gates.
void LstmResident::backward(Stream stream, const LstmCall& call, const float* y, float* tape,
                            const float* dy, float* dx, const LstmGradients& gradients) {
  if (frames_of(call.shape) == 0) return;
  reserve_for_backward(call.shape, dx != nullptr);
  recurrence_backward(stream, call, tape, dy);
  for (int d = 0; dx != nullptr && d < call.shape.directions; ++d) {
    add_input_gradient(stream, call, tape, d, dx);
  }
  const Stream beside = call.side == nullptr
                            ? stream
                            : call.side->fork(stream, use_by_gradients(call, y, tape, gradients));
  for (int d = 0; d < call.shape.directions; ++d) {
    add_parameter_gradients(beside, call, y, tape, d, gradients[d]);
  }
}

void LstmResident::add_input_gradient(Stream stream, const LstmCall& call, float* tape,
                                      int direction, float* dx) {
  const auto [T, B, C, H, D] = call.shape;
  weights_[direction].pack_for_backward(stream, call.shape, call.weights[direction], true);
  const float* all_gates = activations_of(call.shape, tape, direction);
  const int at_once = copied_frames(call.shape, T);
  for (int first = 0; first < T; first += at_once) {
    const std::size_t row = static_cast<std::size_t>(first) * B;
    const int rows = std::min(at_once, T - first) * B;
    const Factor gates = dx_gates_copy_.of(stream, all_gates + row * 4 * H, rows, 4 * H, 4 * H);
    products_.values_of(stream, rows, gates, weights_[direction].input(), 1.0f, dx + row * C);
  }
}

void LstmResident::add_parameter_gradients(Stream stream, const LstmCall& call, const float* y,
                                           float* tape, int direction,
                                           const LstmDirection<float>& gradients) {
  const auto [T, B, C, H, D] = call.shape;
  float* gates = activations_of(call.shape, tape, direction);
  gradients_.begin(stream, call.shape, gradients, T * B);
  const int at_once = copied_frames(call.shape, T);
  for (int first = 0; first < T; first += at_once) {
    add_weight_gradients(stream, call, y, gates, direction, {first, std::min(first + at_once, T)});
  }
  BackwardPass pass = {};
  pass.lengths = call.lengths;
  pass.activations = reinterpret_cast<Gates*>(gates);
  pass.cells = cells_of(call.shape, tape, direction);
  pass.peephole = call.weights[direction].peephole;
  pass.steps = T;
  pass.batch = B;
  pass.hidden = H;
  pass.reversed = direction == 1;
  gradients_.add_sums(stream, pass, 0, T);
  gradients_.finish(stream);
}

// From the gate gradients of some frames.
void LstmResident::add_weight_gradients(Stream stream, const LstmCall& call, const float* y,
                                        const float* gates, int direction, Frames frames) {
  const auto [T, B, C, H, D] = call.shape;
  const std::size_t row = static_cast<std::size_t>(frames.begin) * B;
  const int rows = frames.count() * B;
  const Factor dgates = gates_copy_.of(stream, gates + row * 4 * H, rows, 4 * H, 4 * H);
  const Factor x = x_copy_.of(stream, call.x + row * C, rows, C, C);
  products_.add_gradient(stream, rows, H, C, dgates, x, gradients_.input());
  // h of the step before is one frame earlier, or later if reversed; the first step has none.
  const bool reversed = direction == 1;
  const bool has_first = reversed ? frames.end == T : frames.begin == 0;
  const int recurrent_rows = has_first ? rows - B : rows;
  if (recurrent_rows == 0) return;
  const std::size_t skipped = has_first && !reversed ? B : 0;
  const std::size_t y_row = reversed ? row + B : row + skipped - B;
  const Factor h = y_copy_.of(stream, y + y_row * D * H + direction * H, recurrent_rows, H, D * H);
  products_.add_gradient(stream, recurrent_rows, H, H, products_.rows_from(dgates, skipped), h,
                         gradients_.recurrent());
}

}  // namespace

std::string describe(const ResidentChoice& choice, int directions) {
  const ResidentPlan& plan = choice.plan;
  const int groups = directions * plan.slices;
  const std::string who =
      plan.exchange == Exchange::kNone
          ? fmt::format("{} blocks of {} units", groups, plan.units)
          : fmt::format("{} {} of {} x {} units", groups,
                        plan.exchange == Exchange::kCluster ? "clusters" : "groups by flags",
                        plan.group, plan.units);
  return fmt::format("{}, {} x {} sequences, {} threads", who, plan.chunks, choice.width,
                     plan.threads);
}

std::unique_ptr<LstmEngine> make_lstm_resident(Runtime& runtime, MemoryPool& pool,
                                               Precision precision, ResidentChooser chooser,
                                               std::size_t block_sums) {
  const LadderContext context{&runtime, &pool, precision, features_of(Rung::kGraph), 0};
  return std::make_unique<LstmResident>(context, std::move(chooser), block_sums);
}

}  // namespace tactus::gpu
