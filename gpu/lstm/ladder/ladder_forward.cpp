#include "gpu/lstm/ladder/ladder_forward.h"

#include <algorithm>

namespace tactus::gpu {
namespace {

constexpr int kSlots = 2;  // blocks of input sums at once

}  // namespace

ForwardLane::ForwardLane(const LadderContext& context, LaneStreams& streams)
    : Lane(context, streams),
      weights_(context),
      separate_(context),
      x_copy_(context),
      state_(*context.pool),
      h_short_(*context.pool),
      input_sums_(*context.pool),
      stored_pass_(*context.pool),
      packed_(context),
      inputs_ready_{Mark(context), Mark(context)},
      steps_done_{Mark(context), Mark(context)} {}

void ForwardLane::begin(Stream main, const LstmCall& call, int direction, float* y, float* tape,
                        const ForwardLane* below, int steps_of_block) {
  shape_ = call.shape;
  x_ = call.x;
  below_ = below;
  requested_ = 0;
  if (steps_of_block == 0) steps_of_block = block_steps(context_, shape_);
  begin_steps(shape_.steps, steps_of_block);
  streams_.fork(main);
  weights_.pack_for_forward(streams_.recurrent(), shape_, call.weights[direction]);
  packed_.set(streams_.recurrent());
  packed_.await(streams_.side());
  prepare_pass(call, direction, y, tape, steps_of_block);
}

void ForwardLane::prepare_pass(const LstmCall& call, int direction, float* y, float* tape,
                               int steps_of_block) {
  const auto [T, B, C, H, D] = shape_;
  pass_ = {};
  pass_.lengths = call.lengths;
  pass_.bias = weights_.bias();
  pass_.peephole = call.weights[direction].peephole;
  pass_.steps = T;
  pass_.batch = B;
  pass_.hidden = H;
  pass_.y = y + direction * H;
  pass_.ldy = D * H;
  pass_.reversed = direction == 1;
  if (tape != nullptr) {
    pass_.activations = reinterpret_cast<Gates*>(activations_of(shape_, tape, direction));
    pass_.cells = cells_of(shape_, tape, direction);
  }
  begin_state();
  place_input_sums(steps_of_block);
  x_copy_.reserve(std::min(T, steps_of_block) * B, C);
  if (!context_.rung.fused_pointwise) separate_.begin(shape_);
  if (!context_.rung.graph) return;
  launch<StorePass<ForwardPass>>(*context_.runtime, streams_.recurrent(), {},
                                 {pass_, stored_pass_.grown(1), first_step_.grown(1)});
}

// The state before the first step: zero.
void ForwardLane::begin_state() {
  const std::size_t size = static_cast<std::size_t>(pass_.batch) * pass_.hidden;
  const std::size_t state = aligned_floats(size);
  const Stream stream = streams_.recurrent();
  pass_.cell = state_.grown(2 * state + 4 * size);
  pass_.recurrent_sums = pass_.cell + 2 * state;
  context_.runtime->set_zero(stream, pass_.cell, 2 * state * sizeof(float));
  if (context_.precision == Precision::kBf16) {
    pass_.ldh = padded_columns(pass_.hidden);
    const std::size_t shorts = static_cast<std::size_t>(pass_.batch) * pass_.ldh;
    pass_.h_short = h_short_.grown(shorts);
    context_.runtime->set_zero(stream, pass_.h_short, shorts * sizeof(std::uint16_t));
  } else {
    pass_.ldh = pass_.hidden;
    pass_.h = pass_.cell + state;
  }
}

void ForwardLane::place_input_sums(int steps_of_block) {
  if (pass_.activations != nullptr && context_.rung.packed_weights) {
    // Gates of a unit are side by side: the kernel of a step turns them into activations in place.
    input_sums_base_ = reinterpret_cast<float*>(pass_.activations);
    pass_.ring = shape_.steps;
  } else {
    // The last block of the reversed direction is the short one: its frames count from T rounded
    // up.
    pass_.ring = std::min(kSlots, blocks()) * steps_of_block;
    pass_.shift = pass_.reversed ? blocks() * steps_of_block - shape_.steps : 0;
    input_sums_base_ =
        input_sums_.grown(static_cast<std::size_t>(pass_.ring) * shape_.batch * shape_.hidden * 4);
  }
  pass_.input_sums = input_sums_base_;
}

bool ForwardLane::begin_block(int block) {
  while (requested_ < std::min(block + kSlots, blocks()) &&
         (below_ == nullptr || below_->blocks_done() > requested_)) {
    request_inputs(requested_++);
  }
  if (requested_ <= block) return false;
  inputs_ready_[block % kSlots].await(streams_.recurrent());
  return true;
}

void ForwardLane::end_block(int block) {
  steps_done_[block % kSlots].set(streams_.recurrent());
}

// Queues the input products of a block, into sums that earlier steps no longer need.
void ForwardLane::request_inputs(int block) {
  const auto [T, B, C, H, D] = shape_;
  const Stream stream = streams_.side();
  const int steps = steps_of_block(block), first = first_step_of(block);
  const std::size_t frame = pass_.reversed ? T - first - steps : first;
  if (block >= kSlots) steps_done_[block % kSlots].await(stream);
  if (below_ != nullptr) below_->steps_done_[block % kSlots].await(stream);
  const Factor x = x_copy_.of(stream, x_ + frame * B * C, steps * B, C, C);
  const std::size_t place = (frame + pass_.shift) % pass_.ring;
  products_.gates_of(stream, steps * B, x, weights_.input(), input_sums_base_ + place * B * H * 4);
  inputs_ready_[block % kSlots].set(stream);
}

void ForwardLane::multiply_recurrent() {
  const Factor h =
      pass_.h_short != nullptr ? Factor{pass_.h_short, pass_.ldh} : Factor{pass_.h, pass_.ldh};
  products_.gates_of(streams_.recurrent(), pass_.batch, h, weights_.recurrent(),
                     pass_.recurrent_sums);
}

void ForwardLane::queue_step(int step) {
  const Stream stream = streams_.recurrent();
  Runtime& runtime = *context_.runtime;
  multiply_recurrent();
  const GivenStep<ForwardPass> given{pass_, step};
  const LaunchShape shape = one_thread_each(pass_.batch * pass_.hidden, 128);
  if (!context_.rung.fused_pointwise) {
    separate_.queue(stream, pass_, step);
  } else if (!context_.rung.packed_weights) {
    launch<ForwardStep<GateOrder::kGateMajor, GivenStep<ForwardPass>>>(runtime, stream, shape,
                                                                       given);
  } else {
    launch<ForwardStep<GateOrder::kUnitMajor, GivenStep<ForwardPass>>>(runtime, stream, shape,
                                                                       given);
  }
}

void ForwardLane::queue_stored_step(const int* first_step, int offset) {
  multiply_recurrent();
  const int units = pass_.batch * pass_.hidden;
  launch<ForwardStep<GateOrder::kUnitMajor, StoredStep<ForwardPass>>>(
      *context_.runtime, streams_.recurrent(), one_thread_each(units, 128),
      {stored_pass_.data(), first_step, offset, units});
}

std::vector<std::uintptr_t> ForwardLane::captured() const {
  const auto number = [](const void* address) { return reinterpret_cast<std::uintptr_t>(address); };
  return {static_cast<std::uintptr_t>(pass_.batch),
          static_cast<std::uintptr_t>(pass_.hidden),
          number(weights_.recurrent().stored.data),
          number(pass_.cell),
          number(pass_.h_short),
          number(stored_pass_.data()),
          number(first_step_.data())};
}

}  // namespace tactus::gpu
