#include "gpu/lstm/ladder/ladder_lane.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "gpu/kernels/ladder_step_kernels.h"

namespace tactus::gpu {
namespace {

// Captures the work of a stream until end(). An exception also ends the capture: the stream
// computes again and can be waited for.
class Capture {
 public:
  Capture(Runtime& runtime, Stream stream) : runtime_(runtime), stream_(stream) {
    runtime_.begin_capture(stream_);
  }
  ~Capture() {
    try {
      if (!ended_) end();
    } catch (...) {  // the graph is not needed
    }
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  OwnedGraph end() {
    ended_ = true;
    return OwnedGraph(runtime_, runtime_.end_capture(stream_));
  }

 private:
  Runtime& runtime_;
  Stream stream_;
  bool ended_ = false;
};

}  // namespace

Lane::Lane(const LadderContext& context, LaneStreams& streams)
    : context_(context), streams_(streams), products_(context), first_step_(*context.pool) {}

void Lane::begin_steps(int steps, int steps_of_block) {
  steps_ = steps;
  steps_of_block_ = steps_of_block;
  next_step_ = 0;
  blocks_done_ = 0;
}

int Lane::steps_of_block(int block) const {
  return std::min(steps_of_block_, steps_ - first_step_of(block));
}

void Lane::advance() {
  if (is_done()) return;
  const int block = next_step_ / steps_of_block_, first = first_step_of(block);
  const int end = first + steps_of_block(block);
  if (next_step_ == first && !begin_block(block)) return;
  if (context_.rung.graph) {
    const int steps = graph_steps(end - next_step_);
    context_.runtime->launch_graph(streams_.recurrent(), graph_of(steps));
    next_step_ = std::min(end, next_step_ + steps);
  } else {
    queue_step(next_step_++);
  }
  if (next_step_ < end) return;
  end_block(block);
  ++blocks_done_;
}

void Lane::queue_advance(int steps) {
  launch<AdvanceSteps>(*context_.runtime, streams_.recurrent(), {}, {first_step_.data(), steps});
}

Graph Lane::graph_of(int steps) {
  std::vector<std::uintptr_t> key = captured();
  key.push_back(static_cast<std::uintptr_t>(steps));
  if (const auto known = graphs_.find(key); known != graphs_.end()) {
    known->second.last_use = ++uses_;
    return known->second.graph.get();
  }
  // One run without a capture, beyond all steps: libraries may initialise at the first call.
  queue_stored_step(first_step_.data(), std::numeric_limits<int>::max() / 2);
  queue_advance(0);
  Capture capture(*context_.runtime, streams_.recurrent());
  for (int step = 0; step < steps; ++step) queue_stored_step(first_step_.data(), step);
  queue_advance(steps);
  CapturedGraph made{capture.end(), ++uses_};
  if (graphs_.size() == kMostGraphs)  // one that is queued still runs
    graphs_.erase(std::ranges::min_element(graphs_, {},
                                           [](const auto& each) { return each.second.last_use; }));
  return graphs_.emplace(std::move(key), std::move(made)).first->second.graph.get();
}

}  // namespace tactus::gpu
