// The objects behind the handles of an EmulatedRuntime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "gpu/runtime/runtime.h"
#include "tests/gpu/emulation/happens_before.h"
#include "tests/gpu/emulation/launch_executor.h"

namespace tactus::gpu::test {

// Memory of the card or pinned memory, undefined at first.
struct Allocation {
  explicit Allocation(std::size_t size);
  ~Allocation();
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;
  std::byte* memory = nullptr;
  std::size_t bytes;
  std::uint64_t released_at = 0;  // operations that were queued before
};

// One record() of an event.
struct Recording {
  bool over = false;
  std::uint64_t executed = 0;  // operations before it
  SyncPoint point;
};

struct Replay {
  GraphObject* graph = nullptr;
  std::set<int> left, over;
  SyncPoint begin;
};

// One entry of a stream or a graph.
struct Operation {
  std::function<void()> transfer;  // runs as the stream or node
  std::optional<EmulatedLaunch> launch;
  std::unique_ptr<void, void (*)(void*)> params{nullptr, &std::free};  // of the launch
  std::shared_ptr<Recording> records, waits_for;
  std::unique_ptr<Replay> replay;

  std::uint64_t serial = 0;
  SyncPoint from_host;
};

}  // namespace tactus::gpu::test

namespace tactus::gpu {

using test::Identity;
using test::IdentityPool;
using test::Operation;
using test::Recording;
using test::SyncPoint;

struct StreamObject {
  int number = 0;
  bool destroyed = false;
  std::deque<std::unique_ptr<Operation>> queue;
  Identity identity;
  IdentityPool threads{1024};
  // While a capture holds it: the nodes that its next work comes after.
  bool captured = false;
  std::set<int> frontier;
};

struct EventObject {
  int number = 0;
  bool timing = false;
  std::shared_ptr<Recording> recording;  // the latest
  bool captured = false;
  std::set<int> frontier;
};

struct GraphNode {
  std::unique_ptr<Operation> operation;
  std::set<int> after;
  Identity identity;
  IdentityPool threads{0};
  SyncPoint end;
};

struct GraphObject {
  std::vector<std::unique_ptr<GraphNode>> nodes;
  int replays_waiting = 0;
  bool destroyed = false;
  ~GraphObject() {
    const Identity host = Identity::current();
    for (auto& node : nodes) {
      node->identity.become();
      node->operation.reset();
      host.become();
      node->identity.destroy();
    }
  }
};

}  // namespace tactus::gpu

namespace tactus::gpu::test {

struct Capture {
  StreamObject* origin = nullptr;
  std::unique_ptr<GraphObject> graph = std::make_unique<GraphObject>();
};

}  // namespace tactus::gpu::test
