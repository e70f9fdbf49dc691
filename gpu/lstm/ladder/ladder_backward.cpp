#include "gpu/lstm/ladder/ladder_backward.h"

#include <algorithm>

namespace tactus::gpu {

BackwardLane::BackwardLane(const LadderContext& context, LaneStreams& streams)
    : Lane(context, streams),
      weights_(context),
      gradients_(context),
      separate_(context),
      gates_copy_(context),
      x_copy_(context),
      y_copy_(context),
      state_(*context.pool),
      dgates_short_(*context.pool),
      stored_pass_(*context.pool),
      steps_done_(context),
      slot_free_{Mark(context), Mark(context)} {}

void BackwardLane::begin(Stream main, const LstmBackwardCall& call, int direction,
                         BackwardLane& dx_lane) {
  const LstmShape& shape = call.forward.shape;
  call_ = call;
  direction_ = direction;
  begin_steps(shape.steps, block_steps(context_, shape));
  streams_.fork(main);
  dx_stream_ = dx_lane.streams_.side();
  const Stream stream = streams_.recurrent();
  weights_.pack_for_backward(stream, shape, call.forward.weights[direction], call.dx != nullptr);
  prepare_pass(direction);
  const int rows = steps_of_block(0) * shape.batch;
  if (context_.rung.packed_weights) gates_copy_.reserve(rows, 4 * shape.hidden);
  x_copy_.reserve(rows, shape.input);
  y_copy_.reserve(rows, shape.hidden);
  gradients_.begin(streams_.side(), shape, call.gradients[direction],
                   context_.rung.batched_inputs ? rows : shape.steps * shape.batch);
}

void BackwardLane::prepare_pass(int direction) {
  const auto [T, B, C, H, D] = call_.forward.shape;
  pass_ = {};
  pass_.lengths = call_.forward.lengths;
  pass_.peephole = call_.forward.weights[direction].peephole;
  pass_.activations =
      reinterpret_cast<Gates*>(activations_of(call_.forward.shape, call_.tape, direction));
  pass_.cells = cells_of(call_.forward.shape, call_.tape, direction);
  pass_.dy = call_.dy + direction * H;
  pass_.ldy = D * H;
  pass_.steps = T;
  pass_.batch = B;
  pass_.hidden = H;
  pass_.reversed = direction == 1;
  begin_state();
  if (!context_.rung.fused_pointwise) separate_.begin(call_.forward.shape);
  if (!context_.rung.graph) return;
  launch<StorePass<BackwardPass>>(*context_.runtime, streams_.recurrent(), {},
                                  {pass_, stored_pass_.grown(1), first_step_.grown(1)});
}

// The state after the last step, the input of the first product of the pass: zero.
void BackwardLane::begin_state() {
  const std::size_t state = aligned_floats(static_cast<std::size_t>(pass_.batch) * pass_.hidden);
  const Stream stream = streams_.recurrent();
  const std::size_t floats = 2 * state + slots() * 4 * state;
  pass_.dcell = state_.grown(floats);
  pass_.dh = pass_.dcell + state;
  context_.runtime->set_zero(stream, pass_.dcell, floats * sizeof(float));
  pass_.ldg = 4 * pass_.hidden;
  if (context_.precision == Precision::kBf16) {
    pass_.ldg = padded_columns(pass_.ldg);
    const std::size_t shorts = static_cast<std::size_t>(slots()) * pass_.batch * pass_.ldg;
    context_.runtime->set_zero(stream, dgates_short_.grown(shorts), shorts * sizeof(std::uint16_t));
  }
  use_slot(slots() - 1);
}

void BackwardLane::use_slot(int slot) {
  if (context_.precision == Precision::kBf16) {
    pass_.dgates_short =
        dgates_short_.data() + static_cast<std::size_t>(slot) * pass_.batch * pass_.ldg;
  } else {
    const std::size_t state = aligned_floats(static_cast<std::size_t>(pass_.batch) * pass_.hidden);
    pass_.dgates = pass_.dh + state + slot * 4 * state;
  }
}

Factor BackwardLane::gates_of_step() const {
  if (pass_.dgates_short != nullptr) return {pass_.dgates_short, pass_.ldg};
  return {pass_.dgates, pass_.ldg};
}

bool BackwardLane::begin_block(int) {
  return true;
}

void BackwardLane::multiply_recurrent() {
  products_.values_of(streams_.recurrent(), pass_.batch, gates_of_step(), weights_.recurrent(),
                      0.0f, pass_.dh);
}

void BackwardLane::queue_step(int step) {
  const Stream stream = streams_.recurrent();
  Runtime& runtime = *context_.runtime;
  multiply_recurrent();
  const int slot = step % slots();
  use_slot(slot);
  if (slots() > 1 && step >= slots()) slot_free_[slot].await(stream);
  const GivenStep<BackwardPass> given{pass_, step};
  const LaunchShape shape = one_thread_each(pass_.batch * pass_.hidden, 128);
  if (!context_.rung.fused_pointwise) {
    separate_.queue(stream, pass_, step);
  } else if (!context_.rung.packed_weights) {
    launch<BackwardStep<GateOrder::kGateMajor, GivenStep<BackwardPass>>>(runtime, stream, shape,
                                                                         given);
  } else {
    launch<BackwardStep<GateOrder::kUnitMajor, GivenStep<BackwardPass>>>(runtime, stream, shape,
                                                                         given);
  }
}

void BackwardLane::queue_stored_step(const int* first_step, int offset) {
  multiply_recurrent();
  const int units = pass_.batch * pass_.hidden;
  launch<BackwardStep<GateOrder::kUnitMajor, StoredStep<BackwardPass>>>(
      *context_.runtime, streams_.recurrent(), one_thread_each(units, 128),
      {stored_pass_.data(), first_step, offset, units});
}

void BackwardLane::end_block(int block) {
  const int steps = steps_of_block(block), first = first_step_of(block);
  steps_done_.set(streams_.recurrent());
  steps_done_.await(streams_.side());
  queue_gradients(pass_.reversed ? first : pass_.steps - first - steps, steps);
  if (slots() > 1) slot_free_[first % slots()].set(streams_.side());
}

// Adds the gradients of weights and input from the gate gradients of some frames.
void BackwardLane::queue_gradients(int first_frame, int frames) {
  const auto [T, B, C, H, D] = call_.forward.shape;
  const Stream stream = streams_.side();
  const std::size_t row = static_cast<std::size_t>(first_frame) * B;
  const int rows = frames * B;
  const Factor gates =
      context_.rung.packed_weights
          ? gates_copy_.of(stream, reinterpret_cast<float*>(pass_.activations + row * H), rows,
                           4 * H, 4 * H)
          : gates_of_step();
  const Factor x = x_copy_.of(stream, call_.forward.x + row * C, rows, C, C);
  products_.add_gradient(stream, rows, H, C, gates, x, gradients_.input());

  // h of the step before is one frame earlier, or later if reversed; the first step has none.
  const int without = pass_.reversed ? T - 1 : 0;
  const bool has_first = first_frame <= without && without < first_frame + frames;
  const int recurrent_rows = has_first ? rows - B : rows;
  const std::size_t skipped = has_first && !pass_.reversed ? B : 0;
  const std::size_t y_row = pass_.reversed ? row + B : row + skipped - B;
  if (recurrent_rows > 0) {
    const Factor h =
        y_copy_.of(stream, call_.y + y_row * D * H + direction_ * H, recurrent_rows, H, D * H);
    products_.add_gradient(stream, recurrent_rows, H, H, products_.rows_from(gates, skipped), h,
                           gradients_.recurrent());
  }
  if (call_.dx != nullptr) add_input_gradient(rows, gates, call_.dx + row * C);
  if (context_.rung.batched_inputs) gradients_.add_sums(stream, pass_, first_frame, frames);
}

void BackwardLane::add_input_gradient(int rows, Factor gates, float* dx) {
  streams_.order(streams_.side(), dx_stream_);
  products_.values_of(dx_stream_, rows, gates, weights_.input(), 1.0f, dx);
  // The copy of the gates is written again for the next block.
  if (context_.precision == Precision::kBf16) streams_.order(dx_stream_, streams_.side());
}

void BackwardLane::end(Stream main) {
  if (!context_.rung.batched_inputs) {
    gradients_.add_sums(streams_.side(), pass_, 0, pass_.steps);
  }
  gradients_.finish(streams_.side());
  streams_.join(main);
}

std::vector<std::uintptr_t> BackwardLane::captured() const {
  const auto number = [](const void* address) { return reinterpret_cast<std::uintptr_t>(address); };
  return {static_cast<std::uintptr_t>(pass_.batch),
          static_cast<std::uintptr_t>(pass_.hidden),
          number(weights_.recurrent().stored.data),
          number(pass_.dcell),
          number(pass_.dgates_short),
          number(stored_pass_.data()),
          number(first_step_.data())};
}

}  // namespace tactus::gpu
