// The exchange of the resident kernels (gpu/kernels/resident_exchange.h and the loops that use it)
// as a small model, in which every order of events is tried: 3 blocks, 4 steps, 2 chunks. A block
// must read what the others sent for the step before, and no block may wait forever.
//
// A store lies in the buffer of its block until it drains, in any order; a flag with release drains
// after all stores before it. Stores to the shared memory of another block (clusters) drain in any
// order too, and count at its barrier. The end of a wait, a read and each drain are events of their
// own. What follows the read is one event with it: a store that drains late is one that was made
// late.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>
#include <vector>

namespace tactus::gpu::test {
namespace {

constexpr int kBlocks = 3, kSteps = 4, kChunks = 2;

// What the kernels do, and the faults that the search must find.
struct Protocol {
  bool cluster = false;     // barriers in shared memory; else flags in device memory
  bool one_place = false;   // flags, forward: a piece is written once and read by all
  bool release = true;      // the flag follows the stores
  bool acquire = true;      // no read before the flag
  int buffers = 2;          // for the pieces of alternate steps
  int flag_lead = 0;        // added to the value that is waited for
  bool arms_again = true;   // the barrier expects the pieces of the next but one step
  bool waits_phase = true;  // for the phase of its step, not for any
};

struct Store {
  std::int8_t flag;  // 1: the flag of a block; else a piece
  std::int8_t owner, buffer, chunk, source, value;
};

struct Barrier {
  std::int8_t phase = 0, arrivals = 1, expected = 0;  // arrivals that are missing; pieces likewise
};

struct Block {
  std::int8_t step = 0, chunk = 0, waited = 0;
  std::vector<Store> pending;
};

struct State {
  std::array<Block, kBlocks> blocks;
  // By owner, buffer, chunk, source: the step whose value lies there.
  std::int8_t pieces[kBlocks][2][kChunks][kBlocks];
  std::int8_t flags[kBlocks] = {};
  Barrier barriers[kBlocks][2][kChunks];

  std::string key() const {
    std::string text;
    for (const Block& block : blocks) {
      text += {static_cast<char>(block.step), static_cast<char>(block.chunk),
               static_cast<char>(block.waited), static_cast<char>(block.pending.size())};
      text.append(reinterpret_cast<const char*>(block.pending.data()),
                  block.pending.size() * sizeof(Store));
    }
    text.append(reinterpret_cast<const char*>(pieces), sizeof pieces);
    text.append(reinterpret_cast<const char*>(flags), sizeof flags);
    return text.append(reinterpret_cast<const char*>(barriers), sizeof barriers);
  }
};

class Search {
 public:
  explicit Search(const Protocol& protocol) : protocol_(protocol) {}

  // "" if nothing can go wrong.
  std::string fault() {
    State start;
    std::ranges::fill(reinterpret_cast<std::int8_t(&)[sizeof start.pieces]>(start.pieces), -1);
    if (protocol_.cluster)
      for (auto& of_block : start.barriers)
        for (auto& of_buffer : of_block)
          for (Barrier& barrier : of_buffer) arm(barrier);
    std::vector<State> open{start};
    seen_.insert(start.key());
    while (!open.empty() && fault_.empty()) {
      const State state = std::move(open.back());
      open.pop_back();
      moves_ = 0;
      for (int block = 0; block < kBlocks; ++block) {
        drain(state, block, open);
        act(state, block, open);
      }
      const bool done = std::ranges::all_of(
          state.blocks, [](const Block& b) { return b.step == kSteps && b.pending.empty(); });
      if (moves_ == 0 && !done && fault_.empty()) fault_ = "all blocks wait";
    }
    return fault_;
  }
  std::size_t states() const { return seen_.size(); }

 private:
  void go(State next, std::vector<State>& open) {
    ++moves_;
    if (seen_.insert(next.key()).second) open.push_back(std::move(next));
  }

  static void complete(Barrier& barrier) {
    if (barrier.arrivals == 0 && barrier.expected == 0) {
      ++barrier.phase;
      barrier.arrivals = 1;
    }
  }
  static void arm(Barrier& barrier) {
    barrier.expected = static_cast<std::int8_t>(barrier.expected + kBlocks - 1);
    barrier.arrivals = 0;
    complete(barrier);
  }

  // One of the pending stores of a block takes effect.
  void drain(const State& state, int block, std::vector<State>& open) {
    const std::vector<Store>& pending = state.blocks[block].pending;
    for (std::size_t i = 0; i < pending.size(); ++i) {
      const Store& store = pending[i];
      if (store.flag && protocol_.release && i > 0) continue;
      State next = state;
      next.blocks[block].pending.erase(next.blocks[block].pending.begin() +
                                       static_cast<std::ptrdiff_t>(i));
      if (store.flag) {
        next.flags[block] = std::max(next.flags[block], store.value);
      } else {
        next.pieces[store.owner][store.buffer][store.chunk][store.source] = store.value;
        if (protocol_.cluster) {
          Barrier& barrier = next.barriers[store.owner][store.buffer][store.chunk];
          --barrier.expected;
          complete(barrier);
        }
      }
      go(std::move(next), open);
    }
  }

  bool may_go_on(const State& state, int block) const {
    const Block& b = state.blocks[block];
    if (protocol_.cluster) {
      const Barrier& barrier = state.barriers[block][buffer_of(b.step)][b.chunk];
      return !protocol_.waits_phase || barrier.phase % 2 != (b.step - 1) / 2 % 2;
    }
    for (int source = 0; source < kBlocks; ++source) {
      const int wanted = (b.step - 1) * kChunks + b.chunk + 1 + protocol_.flag_lead;
      if (source != block && state.flags[source] < wanted) return false;
    }
    return true;
  }

  int buffer_of(int step) const { return step % protocol_.buffers; }
  int place_of(int owner) const { return protocol_.one_place ? 0 : owner; }

  void check_reads(const State& state, int block) {
    const Block& b = state.blocks[block];
    for (int source = 0; source < kBlocks; ++source) {
      if (source == block) continue;
      const int found = state.pieces[place_of(block)][buffer_of(b.step)][b.chunk][source];
      if (found != b.step - 1)
        fault_ = "block " + std::to_string(block) + " reads the value of step " +
                 std::to_string(found) + " in step " + std::to_string(b.step);
    }
  }

  void send(State& next, int block) const {
    Block& b = next.blocks[block];
    const int buffer = buffer_of(b.step + 1);
    for (int owner = 0; owner < (protocol_.one_place ? 1 : kBlocks); ++owner) {
      if (!protocol_.one_place && owner == block) continue;
      b.pending.push_back({0, static_cast<std::int8_t>(owner), static_cast<std::int8_t>(buffer),
                           b.chunk, static_cast<std::int8_t>(block), b.step});
    }
    if (protocol_.cluster) return;
    const auto value = static_cast<std::int8_t>(b.step * kChunks + b.chunk + 1);
    b.pending.push_back({1, 0, 0, 0, static_cast<std::int8_t>(block), value});
  }

  // The next event of a block, if it need not wait.
  void act(const State& state, int block, std::vector<State>& open) {
    const Block& now = state.blocks[block];
    if (now.step == kSteps) return;
    const bool waits = (now.waited == 0) == protocol_.acquire;  // else it reads first
    if (waits && now.step > 0 && !may_go_on(state, block)) return;
    if (!waits && now.step > 0) check_reads(state, block);
    State next = state;
    if (now.waited == 0)
      next.blocks[block].waited = 1;
    else
      send_and_go_on(next, block);
    go(std::move(next), open);
  }

  void send_and_go_on(State& next, int block) const {
    Block& b = next.blocks[block];
    if (b.step > 0 && protocol_.cluster && protocol_.arms_again)
      arm(next.barriers[block][buffer_of(b.step)][b.chunk]);
    if (b.step + 1 < kSteps) send(next, block);
    b.waited = 0;
    if (++b.chunk == kChunks) b.chunk = 0, ++b.step;
  }

  const Protocol protocol_;
  std::unordered_set<std::string> seen_;
  std::string fault_;
  int moves_ = 0;
};

std::string fault_of(const Protocol& protocol) {
  return Search(protocol).fault();
}

TEST(ExchangeProtocol, NoOrderOfEventsIsWrong) {
  Search forward({.one_place = true}), backward({}), cluster({.cluster = true});
  EXPECT_EQ(forward.fault(), "");
  EXPECT_EQ(backward.fault(), "");
  EXPECT_EQ(cluster.fault(), "");
  EXPECT_GT(forward.states(), 10000u);
  EXPECT_GT(backward.states(), 10000u);
  EXPECT_GT(cluster.states(), 10000u);
}

TEST(ExchangeProtocol, EveryFaultOfFlagsIsFound) {
  for (const bool one_place : {true, false}) {
    EXPECT_NE(fault_of({.one_place = one_place, .release = false}), "");
    EXPECT_NE(fault_of({.one_place = one_place, .acquire = false}), "");
    EXPECT_NE(fault_of({.one_place = one_place, .buffers = 1}), "");
    EXPECT_NE(fault_of({.one_place = one_place, .flag_lead = -1}), "");
    EXPECT_EQ(fault_of({.one_place = one_place, .flag_lead = kChunks}), "all blocks wait");
  }
}

TEST(ExchangeProtocol, EveryFaultOfBarriersIsFound) {
  EXPECT_NE(fault_of({.cluster = true, .acquire = false}), "");
  EXPECT_NE(fault_of({.cluster = true, .buffers = 1}), "");
  EXPECT_NE(fault_of({.cluster = true, .waits_phase = false}), "");
  EXPECT_EQ(fault_of({.cluster = true, .arms_again = false}), "all blocks wait");
}

}  // namespace
}  // namespace tactus::gpu::test
