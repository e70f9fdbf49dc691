#include "gpu/lstm/ladder/lstm_ladder.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "gpu/lstm/ladder/ladder_backward.h"
#include "gpu/lstm/ladder/ladder_forward.h"
#include "gpu/runtime/left_out.h"

namespace tactus::gpu {
namespace {

template <class L>
using Lanes = std::vector<std::unique_ptr<L>>;

// Advances lanes in turn, step by step: so the card has work for all, even if the host queues
// slowly.
template <class L>
void run_side_by_side(const Lanes<L>& lanes, std::size_t count) {
  const auto is_done = [](const auto& lane) { return lane->is_done(); };
  const auto end = lanes.begin() + static_cast<std::ptrdiff_t>(count);
  while (!std::all_of(lanes.begin(), end, is_done)) {
    for (auto lane = lanes.begin(); lane != end; ++lane) (*lane)->advance();
  }
}

using StreamsOfLanes = std::vector<std::unique_ptr<LaneStreams>>;

// If an exception ends a pass half-way, `main` waits at its end for the queued work of the lanes:
// their memory may be reused then.
class JoinGuard {
 public:
  JoinGuard(const StreamsOfLanes& lanes, Stream main) : lanes_(lanes), main_(main) {}
  ~JoinGuard() {
    for (const auto& lane : lanes_) lane->join_if_forked(main_);
  }
  JoinGuard(const JoinGuard&) = delete;
  JoinGuard& operator=(const JoinGuard&) = delete;

 private:
  const StreamsOfLanes& lanes_;
  Stream main_;
};

bool is_empty(const LstmShape& shape) {
  return shape.steps == 0 || shape.batch == 0;
}

const char* name_of_precision(Precision precision) {
  switch (precision) {
    case Precision::kFp32:
      return "fp32";
    case Precision::kTf32:
      return "TF32";
    case Precision::kBf16:
      return "bf16";
  }
  return "unknown";
}

class LstmLadder final : public LstmEngine {
 public:
  LstmLadder(Rung rung, const LadderContext& context) : rung_(rung), context_(context) {}

  std::string describe(const LstmShape& shape) const override;
  void forward(Stream stream, const LstmCall& call, float* y, float* tape) override;
  void backward(Stream stream, const LstmCall& call, const float* y, float* tape, const float* dy,
                float* dx, const LstmGradients& gradients) override;
  void stack_forward(Stream stream, const std::int32_t* lengths, const float* x,
                     std::span<const LstmStackLayer> layers) override;

 private:
  // Directions that run at the same time.
  int together(const LstmShape& shape) const {
    return context_.rung.side_by_side ? shape.directions : 1;
  }
  template <class L>
  void need_lanes(Lanes<L>& lanes, std::size_t count) {
    while (streams_.size() < count) streams_.push_back(std::make_unique<LaneStreams>(context_));
    while (lanes.size() < count) {
      lanes.push_back(std::make_unique<L>(context_, *streams_[lanes.size()]));
    }
  }
  std::size_t wavefront_layers(std::span<const LstmStackLayer> layers) const;
  void wavefront(Stream stream, const std::int32_t* lengths, const float* x,
                 std::span<const LstmStackLayer> layers);

  Rung rung_;
  LadderContext context_;
  StreamsOfLanes streams_;  // of the lanes of that number
  Lanes<ForwardLane> forward_;
  Lanes<BackwardLane> backward_;
};

std::string LstmLadder::describe(const LstmShape& shape) const {
  std::string text = fmt::format("{} {}: {}", static_cast<int>(rung_), gpu::name_of(rung_),
                                 name_of_precision(context_.precision));
  if (context_.rung.batched_inputs) {
    text += fmt::format(", input products of {} steps", block_steps(context_, shape));
  }
  return text;
}

void LstmLadder::forward(Stream stream, const LstmCall& call, float* y, float* tape) {
  if (is_empty(call.shape)) return;
  const int lanes = together(call.shape);
  need_lanes(forward_, lanes);
  const JoinGuard guard(streams_, stream);
  for (int first = 0; first < call.shape.directions; first += lanes) {
    for (int n = 0; n < lanes; ++n) forward_[n]->begin(stream, call, first + n, y, tape);
    run_side_by_side(forward_, lanes);
    for (int n = 0; n < lanes; ++n) forward_[n]->end(stream);
  }
}

void LstmLadder::backward(Stream stream, const LstmCall& call, const float* y, float* tape,
                          const float* dy, float* dx, const LstmGradients& gradients) {
  if (is_empty(call.shape)) return;
  const int lanes = together(call.shape);
  need_lanes(backward_, lanes);
  const JoinGuard guard(streams_, stream);
  const LstmBackwardCall whole{call, y, tape, dy, dx, gradients};
  for (int first = 0; first < call.shape.directions; first += lanes) {
    for (int n = 0; n < lanes; ++n) backward_[n]->begin(stream, whole, first + n, *backward_[0]);
    run_side_by_side(backward_, lanes);
    for (int n = 0; n < lanes; ++n) backward_[n]->end(stream);
  }
}

// Number of layers, from the first, that can follow each other block by block. A bidirectional
// layer ends them: it must be complete before the next layer can begin.
std::size_t LstmLadder::wavefront_layers(std::span<const LstmStackLayer> layers) const {
  if (!context_.rung.side_by_side) return 1;
  const auto first_other = std::find_if(
      layers.begin(), layers.end(), [](const auto& layer) { return layer.shape.directions != 1; });
  return std::max<std::size_t>(1, first_other - layers.begin());
}

void LstmLadder::stack_forward(Stream stream, const std::int32_t* lengths, const float* x,
                               std::span<const LstmStackLayer> layers) {
  while (!layers.empty()) {
    const std::size_t count = wavefront_layers(layers);
    if (count == 1) {
      forward(stream, {layers[0].shape, lengths, x, layers[0].weights}, layers[0].y,
              layers[0].tape);
    } else {
      wavefront(stream, lengths, x, layers.first(count));
    }
    x = layers[count - 1].y;
    layers = layers.subspan(count);
  }
}

void LstmLadder::wavefront(Stream stream, const std::int32_t* lengths, const float* x,
                           std::span<const LstmStackLayer> layers) {
  if (is_empty(layers[0].shape)) return;
  need_lanes(forward_, layers.size());
  const JoinGuard guard(streams_, stream);
  const int block = wavefront_steps(layers[0].shape.steps, static_cast<int>(layers.size()));
  for (std::size_t n = 0; n < layers.size(); ++n) {
    const LstmStackLayer& layer = layers[n];
    forward_[n]->begin(stream, {layer.shape, lengths, x, layer.weights}, 0, layer.y, layer.tape,
                       n == 0 ? nullptr : forward_[n - 1].get(), block);
    x = layer.y;
  }
  run_side_by_side(forward_, layers.size());
  for (std::size_t n = 0; n < layers.size(); ++n) forward_[n]->end(stream);
}

}  // namespace

std::unique_ptr<LstmEngine> make_lstm_ladder(Runtime& runtime, MemoryPool& pool, Rung rung,
                                             Precision precision, int block_sums) {
  if (rung < Rung::kPerGate || rung > Rung::kGraph) {
    throw std::invalid_argument(fmt::format("rung {} of the LSTM ladder, expected 0 to {}",
                                            static_cast<int>(rung),
                                            static_cast<int>(Rung::kGraph)));
  }
  if (rung == Rung::kGraph && left_out().graph) rung = Rung::kSideBySide;
  return std::make_unique<LstmLadder>(
      rung, LadderContext{&runtime, &pool, precision, features_of(rung), block_sums});
}

}  // namespace tactus::gpu
