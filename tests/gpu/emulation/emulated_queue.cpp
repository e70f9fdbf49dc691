// The queued work and its execution.
//
// Identities (happens_before.h): the emulation itself runs as the host, also when it executes; the
// reads and writes of an operation count as those of its stream or node.
#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "tests/gpu/emulation/emulated_objects.h"
#include "tests/gpu/emulation/emulated_runtime.h"

namespace tactus::gpu::test {
namespace {

template <class Action>
void as(const Identity& identity, const Action& action) {
  const Identity host = Identity::current();
  identity.become();
  action();
  host.become();
}

}  // namespace

void EmulatedRuntime::begin_capture(Stream stream) {
  refuse_while_capturing("begin_capture");
  capture_ = std::make_unique<Capture>();
  capture_->origin = stream;
  stream->captured = true;
  stream->frontier.clear();
}

Graph EmulatedRuntime::end_capture(Stream stream) {
  if (!capture_ || capture_->origin != stream) {
    throw EmulationFault("end_capture of a stream whose capture was not begun");
  }
  auto graph = std::move(capture_->graph);
  capture_.reset();
  std::set<int> joined = stream->frontier;  // grows to all that the end comes after
  for (int n = static_cast<int>(graph->nodes.size()) - 1; n >= 0; --n) {
    if (joined.count(n) > 0)
      joined.insert(graph->nodes[n]->after.begin(), graph->nodes[n]->after.end());
  }
  for (auto& other : streams_) {
    other->captured = false;
    other->frontier.clear();
  }
  if (joined.size() != graph->nodes.size()) {
    throw EmulationFault(
        fmt::format("end_capture: {} of {} operations are of streams that have "
                    "not joined again",
                    graph->nodes.size() - joined.size(), graph->nodes.size()));
  }
  graphs_.push_back(std::move(graph));
  return graphs_.back().get();
}

void EmulatedRuntime::launch_graph(Stream stream, Graph graph) {
  if (stream->captured) throw EmulationFault("launch_graph into a captured stream");
  note({.kind = RecordedCall::kLaunchGraph, .stream = stream->number});
  auto operation = std::make_unique<Operation>();
  operation->replay = std::make_unique<Replay>();
  operation->replay->graph = graph;
  for (std::size_t n = 0; n < graph->nodes.size(); ++n) {
    operation->replay->left.insert(static_cast<int>(n));
  }
  ++graph->replays_waiting;
  enqueue(stream, std::move(operation));
}

// As cudaGraphExecDestroy: replays that are queued still run.
void EmulatedRuntime::destroy(Graph graph) noexcept {
  graph->destroyed = true;
}

std::size_t EmulatedRuntime::graphs() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(graphs_, [](const auto& graph) { return !graph->destroyed; }));
}

std::size_t EmulatedRuntime::operations_waiting() const {
  std::size_t count = 0;
  for (const auto& stream : streams_) count += stream->queue.size();
  return count;
}

// A stream whose next operation may go; streams have urgencies, which change now and then.
StreamObject* EmulatedRuntime::choose_stream() {
  if (random_.below(16) == 0) urgency_seed_ = random_.word();
  StreamObject* chosen = nullptr;
  std::uint64_t best = 0;
  for (const auto& stream : streams_) {
    if (stream->queue.empty()) continue;
    const auto& awaited = stream->queue.front()->waits_for;
    if (awaited && !awaited->over) continue;
    const std::uint64_t urgency =
        RandomOrder(urgency_seed_ + static_cast<std::uint64_t>(stream->number)).word();
    if (chosen == nullptr || urgency > best) {
      chosen = stream.get();
      best = urgency;
    }
  }
  return chosen;
}

bool EmulatedRuntime::advance() {
  StreamObject* stream = choose_stream();
  if (stream == nullptr) return false;
  bool over = false;
  try {
    over = step(*stream, *stream->queue.front());
  } catch (...) {
    abandon();
    throw;
  }
  if (over) stream->queue.pop_front();
  free_released();
  std::erase_if(graphs_,
                [](const auto& graph) { return graph->destroyed && graph->replays_waiting == 0; });
  return true;
}

// Part of an operation at the head of a stream; true when it is over.
bool EmulatedRuntime::step(StreamObject& stream, Operation& operation) {
  if (operation.records) {
    operation.records->over = true;
    operation.records->executed = executed_;
  }
  as(stream.identity, [&] {
    operation.from_host.acquire();
    if (operation.waits_for) operation.waits_for->point.acquire();
    if (operation.records) operation.records->point.release();
  });
  if (!operation.replay) {
    execute(operation, {stream.identity, &stream.threads, &stacks_});
    as(stream.identity, [&] { operation.params.reset(), operation.transfer = nullptr; });
    return true;
  }
  Replay& replay = *operation.replay;
  if (replay.over.empty()) as(stream.identity, [&] { replay.begin.release(); });
  if (!replay.left.empty()) replay_one(replay);
  if (!replay.left.empty()) return false;
  as(stream.identity, [&] {
    for (auto& node : replay.graph->nodes) node->end.acquire();
  });
  --replay.graph->replays_waiting;
  return true;
}

// Any node whose predecessors are over.
void EmulatedRuntime::replay_one(Replay& replay) {
  auto& nodes = replay.graph->nodes;
  std::vector<int> ready;
  for (const int n : replay.left) {
    if (std::includes(replay.over.begin(), replay.over.end(), nodes[n]->after.begin(),
                      nodes[n]->after.end())) {
      ready.push_back(n);
    }
  }
  const int n = ready[random_.below(ready.size())];
  GraphNode& node = *nodes[n];
  as(node.identity, [&] {
    replay.begin.acquire();
    for (const int before : node.after) nodes[before]->end.acquire();
  });
  execute(*node.operation, {node.identity, &node.threads, &stacks_});
  as(node.identity, [&] { node.end.release(); });
  replay.left.erase(n);
  replay.over.insert(n);
}

void EmulatedRuntime::as_reaper(const std::function<void()>& action) {
  executed_point_.release();
  as(reaper_, [&] {
    executed_point_.acquire();
    action();
  });
}

void EmulatedRuntime::free_released() {
  std::uint64_t oldest = queued_ + 1;
  for (const auto& stream : streams_) {
    if (!stream->queue.empty()) oldest = std::min(oldest, stream->queue.front()->serial);
  }
  const auto unused = [&](const auto& allocation) { return allocation->released_at < oldest; };
  if (std::none_of(released_.begin(), released_.end(), unused)) return;
  as_reaper([&] { std::erase_if(released_, unused); });
}

void EmulatedRuntime::execute(Operation& operation, const LaunchSite& site) {
  const auto now_over = [&] { as(site.identity, [&] { executed_point_.release(); }); };
  if (operation.transfer) as(site.identity, operation.transfer);
  try {
    if (operation.launch) execute_launch(*operation.launch, site, random_.word());
  } catch (...) {
    now_over();
    throw;
  }
  now_over();
  ++executed_;
}

void EmulatedRuntime::advance_until(const Recording& recording, const char* what) {
  while (!recording.over) {
    if (!advance()) throw EmulationFault(fmt::format("{}: no stream can go on", what));
  }
  const_cast<Recording&>(recording).point.acquire();
}

// After a fault, and at the end: no queued work will be executed.
void EmulatedRuntime::abandon() {
  for (auto& stream : streams_) {
    for (auto& operation : stream->queue) {
      if (operation->records) operation->records->over = true;
      if (operation->replay) --operation->replay->graph->replays_waiting;
    }
    as_reaper([&] { stream->queue.clear(); });
  }
  free_released();
}

}  // namespace tactus::gpu::test
