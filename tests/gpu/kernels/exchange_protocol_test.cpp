// The exchange of the resident kernels (gpu/kernels/resident_exchange.h and the loops that use it)
// as a small model, in which every order of events is tried: 3 blocks or a table of 2 x 2, 4 steps,
// 2 chunks. A block must read what the others sent for the step before, and no block may wait
// forever.
//
// A store lies in the buffer of its block until it drains, in any order. A tagged word drains as a
// whole. A store to the shared memory of another block (clusters) counts at its barrier when it
// drains. The end of a wait, a read and each drain are events of their own; a word is waited for
// and read at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <unordered_set>
#include <vector>

namespace tactus::gpu::test {
namespace {

constexpr int kMost = 4, kSteps = 4, kChunks = 2;

enum class Way {
  kForwardWords,   // a word is written once and read by all
  kBackwardWords,  // one for each receiver
  kCluster,        // shared memory and barriers
  kTable,          // gates in clusters of 2, then words between 2 clusters
};

// What the kernels do, and the faults that the search must find.
struct Protocol {
  Way way = Way::kForwardWords;
  bool whole = true;        // value and tag drain together
  bool waits = true;        // no read before the tag or the phase
  int buffers = 2;          // for alternate steps
  int tag_lead = 0;         // added to the tag that is waited for
  bool idle_waits = true;   // a block without work (the last one, in its first steps) waits too
  bool arms_again = true;   // the barrier expects the values of the next but one step
  bool waits_phase = true;  // for the phase of its step, not for any
};

enum class Act : std::int8_t { kTakeWords, kWaitBarrier, kReadShared, kSendWords, kSendShared };
struct Event {
  Act act;
  std::int8_t step, chunk;
};

struct Store {
  enum Kind : std::int8_t { kWord, kValue, kTag, kShared };
  Kind kind;
  std::int8_t owner, buffer, chunk, source, step;
};

struct Barrier {
  std::int8_t phase = 0, arrivals = 1, expected = 0;  // arrivals that are missing; values likewise
};
struct Word {
  std::int8_t value = -1, tag = -1;  // the step that was sent
};

struct State {
  std::array<std::int8_t, kMost> at = {};  // events that a block has behind it
  std::array<std::vector<Store>, kMost> pending;
  // By owner, buffer, chunk, source.
  Word words[kMost][2][kChunks][kMost];
  std::int8_t shared[kMost][2][kChunks][kMost];
  Barrier barriers[kMost][2][kChunks];

  std::string key() const {
    std::string text(reinterpret_cast<const char*>(at.data()), sizeof at);
    for (std::vector<Store> stores : pending) {  // in any order: the same state
      std::ranges::sort(
          stores, [](const Store& a, const Store& b) { return std::memcmp(&a, &b, sizeof a) < 0; });
      text += static_cast<char>(stores.size());
      text.append(reinterpret_cast<const char*>(stores.data()), stores.size() * sizeof(Store));
    }
    text.append(reinterpret_cast<const char*>(words), sizeof words);
    text.append(reinterpret_cast<const char*>(shared), sizeof shared);
    return text.append(reinterpret_cast<const char*>(barriers), sizeof barriers);
  }
};

// The events of a block, as the loops of the kernels have them.
std::vector<Event> events_of(const Protocol& p) {
  std::vector<Event> all;
  const bool words = p.way != Way::kCluster, table = p.way == Way::kTable;
  const auto shared = [&](std::int8_t step, std::int8_t chunk) {
    if (p.waits) all.push_back({Act::kWaitBarrier, step, chunk});
    all.push_back({Act::kReadShared, step, chunk});
    if (!p.waits) all.push_back({Act::kWaitBarrier, step, chunk});
  };
  for (std::int8_t step = 0; step < kSteps; ++step) {
    const bool last = step + 1 == kSteps;
    for (std::int8_t chunk = 0; chunk < kChunks; ++chunk) {
      if (step > 0 && words) all.push_back({Act::kTakeWords, step, chunk});
      if (step > 0 && !words) shared(step, chunk);
      if (!last) all.push_back({words && !table ? Act::kSendWords : Act::kSendShared, step, chunk});
    }
    for (std::int8_t chunk = 0; table && !last && chunk < kChunks; ++chunk) {
      shared(step, chunk);
      all.push_back({Act::kSendWords, step, chunk});
    }
  }
  return all;
}

class Search {
 public:
  explicit Search(const Protocol& protocol)
      : protocol_(protocol),
        events_(events_of(protocol)),
        blocks_(protocol.way == Way::kTable ? 4 : 3) {}

  // "" if nothing can go wrong.
  std::string fault() {
    State start;
    std::ranges::fill(reinterpret_cast<std::int8_t(&)[sizeof start.shared]>(start.shared), -1);
    for (int block = 0; block < blocks_; ++block)
      for (auto& of_buffer : start.barriers[block])
        for (Barrier& barrier : of_buffer) arm(barrier);
    std::vector<State> open{start};
    seen_.insert(start.key());
    while (!open.empty() && fault_.empty()) {
      const State state = std::move(open.back());
      open.pop_back();
      moves_ = 0;
      bool done = true;
      for (int block = 0; block < blocks_; ++block) {
        drain(state, block, open);
        act(state, block, open);
        done = done && state.at[block] == static_cast<int>(events_.size()) &&
               state.pending[block].empty();
      }
      if (moves_ == 0 && !done && fault_.empty()) fault_ = "all blocks wait";
    }
    return fault_;
  }
  std::size_t states() const { return seen_.size(); }

 private:
  // Who sends to a block, and gets from it; in a table the column by words, the row by barriers.
  std::vector<int> partners(int block, bool words) const {
    if (protocol_.way == Way::kTable) return {words ? (block + 2) % 4 : block ^ 1};
    std::vector<int> all;
    for (int other = 0; other < blocks_; ++other)
      if (other != block) all.push_back(other);
    return all;
  }
  int owner_of(int block) const { return protocol_.way == Way::kForwardWords ? 0 : block; }
  // What is sent in a step is read in the next, gates of a table in the same one.
  int read_step(const Event& e) const {
    return e.act == Act::kReadShared && protocol_.way == Way::kTable ? e.step : e.step - 1;
  }
  int buffer_of(int sent_step) const { return sent_step % protocol_.buffers; }

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
  void arm(Barrier& barrier) const {
    barrier.expected =
        static_cast<std::int8_t>(barrier.expected + static_cast<int>(partners(0, false).size()));
    barrier.arrivals = 0;
    complete(barrier);
  }

  // One of the pending stores of a block takes effect.
  void drain(const State& state, int block, std::vector<State>& open) {
    for (std::size_t i = 0; i < state.pending[block].size(); ++i) {
      const Store s = state.pending[block][i];
      State next = state;
      next.pending[block].erase(next.pending[block].begin() + static_cast<std::ptrdiff_t>(i));
      Word& word = next.words[s.owner][s.buffer][s.chunk][s.source];
      if (s.kind == Store::kWord || s.kind == Store::kValue) word.value = s.step;
      if (s.kind == Store::kWord || s.kind == Store::kTag) word.tag = s.step;
      if (s.kind == Store::kShared) {
        next.shared[s.owner][s.buffer][s.chunk][s.source] = s.step;
        Barrier& barrier = next.barriers[s.owner][s.buffer][s.chunk];
        --barrier.expected;
        complete(barrier);
      }
      go(std::move(next), open);
    }
  }

  void expect(int block, const Event& e, int found) {
    if (found != read_step(e)) {
      fault_ = "block " + std::to_string(block) + " reads the value of step " +
               std::to_string(found) + " in step " + std::to_string(e.step);
    }
  }

  // False: it must wait.
  bool take_words(const State& state, int block, const Event& e) {
    const bool idle = block == blocks_ - 1 && e.step + 1 < kSteps;
    if (idle && !protocol_.idle_waits) return true;
    const int sent = read_step(e);
    for (const int source : partners(block, true)) {
      const Word& word = state.words[owner_of(block)][buffer_of(sent)][e.chunk][source];
      if (protocol_.waits && word.tag != sent + protocol_.tag_lead) return false;
    }
    for (const int source : partners(block, true))
      expect(block, e, state.words[owner_of(block)][buffer_of(sent)][e.chunk][source].value);
    return true;
  }

  static bool sends(const Event& e) {
    return e.act == Act::kSendWords || e.act == Act::kSendShared;
  }
  void send(State& next, int block, const Event& e) const {
    const bool words = e.act == Act::kSendWords;
    std::vector<int> to = partners(block, words);
    if (words && protocol_.way == Way::kForwardWords) to = {0};
    for (const int other : to) {
      const auto add = [&](Store::Kind kind) {
        next.pending[block].push_back({kind, static_cast<std::int8_t>(other),
                                       static_cast<std::int8_t>(buffer_of(e.step)), e.chunk,
                                       static_cast<std::int8_t>(block), e.step});
      };
      if (!words) {
        add(Store::kShared);
      } else if (protocol_.whole) {
        add(Store::kWord);
      } else {
        add(Store::kValue), add(Store::kTag);
      }
    }
  }

  // The next event of a block, if it need not wait.
  void act(const State& state, int block, std::vector<State>& open) {
    if (state.at[block] == static_cast<int>(events_.size())) return;
    const Event& e = events_[state.at[block]];
    const int sent = protocol_.way == Way::kTable ? e.step : e.step - 1;  // through barriers
    State next = state;
    switch (e.act) {
      case Act::kTakeWords:
        if (!take_words(state, block, e)) return;
        break;
      case Act::kWaitBarrier: {
        const Barrier& barrier = state.barriers[block][buffer_of(sent)][e.chunk];
        if (protocol_.waits_phase && barrier.phase % 2 == sent / 2 % 2) return;
        break;
      }
      case Act::kReadShared:
        for (const int source : partners(block, false))
          expect(block, e, state.shared[block][buffer_of(sent)][e.chunk][source]);
        if (protocol_.arms_again) arm(next.barriers[block][buffer_of(sent)][e.chunk]);
        break;
      case Act::kSendWords:
      case Act::kSendShared:
        break;
    }
    if (!sends(e)) ++next.at[block];
    // A store that drains late is one that was made late: what follows is one event with it.
    while (next.at[block] < static_cast<int>(events_.size()) && sends(events_[next.at[block]]))
      send(next, block, events_[next.at[block]++]);
    go(std::move(next), open);
  }

  const Protocol protocol_;
  const std::vector<Event> events_;
  const int blocks_;
  std::unordered_set<std::string> seen_;
  std::string fault_;
  int moves_ = 0;
};

std::string fault_of(const Protocol& protocol) {
  return Search(protocol).fault();
}

TEST(ExchangeProtocol, NoOrderOfEventsIsWrong) {
  for (const Way way : {Way::kForwardWords, Way::kBackwardWords, Way::kCluster, Way::kTable}) {
    Search search({.way = way});
    EXPECT_EQ(search.fault(), "") << static_cast<int>(way);
    EXPECT_GT(search.states(), 1000u) << static_cast<int>(way);
  }
}

TEST(ExchangeProtocol, EveryFaultOfWordsIsFound) {
  for (const Way way : {Way::kForwardWords, Way::kBackwardWords, Way::kTable}) {
    SCOPED_TRACE(static_cast<int>(way));
    EXPECT_NE(fault_of({.way = way, .whole = false}), "");
    EXPECT_NE(fault_of({.way = way, .waits = false}), "");
    EXPECT_NE(fault_of({.way = way, .buffers = 1}), "");
    EXPECT_NE(fault_of({.way = way, .tag_lead = 1}), "");
    EXPECT_EQ(fault_of({.way = way, .idle_waits = false}), "all blocks wait");
  }
}

TEST(ExchangeProtocol, EveryFaultOfBarriersIsFound) {
  for (const Way way : {Way::kCluster, Way::kTable}) {
    SCOPED_TRACE(static_cast<int>(way));
    EXPECT_NE(fault_of({.way = way, .waits = false}), "");
    EXPECT_NE(fault_of({.way = way, .buffers = 1}), "");
    EXPECT_NE(fault_of({.way = way, .waits_phase = false}), "");
    EXPECT_EQ(fault_of({.way = way, .arms_again = false}), "all blocks wait");
  }
}

}  // namespace
}  // namespace tactus::gpu::test
