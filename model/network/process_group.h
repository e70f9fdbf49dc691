// Port: the processes that train one network together, each on its part of every batch (data
// parallelism). They are called ranks, 0 .. ranks() - 1; rank 0 leads: it alone writes files.
//
// All ranks make the same calls in the same order; each call waits for the others. Sums are made in
// the order of the ranks, so they depend on the number of ranks only, and all ranks get the same
// bits. One thread at a time may use a group.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace tactus {

class ProcessGroup {
 public:
  virtual ~ProcessGroup() = default;
  virtual int rank() const = 0;
  virtual int ranks() const = 0;
  // The ranks on this machine, and the place of this one among them, from 0.
  virtual int local_rank() const = 0;
  virtual int local_ranks() const = 0;

  // Begins to replace `values` (host memory) by their sum over the ranks, and returns at once.
  // Nobody may touch them before wait_sums(), which waits for all sums that were begun.
  virtual void begin_sum(std::span<float> values) = 0;
  virtual void wait_sums() = 0;
  virtual void sum(std::span<double> values) = 0;
  // Replaces `bytes` by those of rank 0.
  virtual void broadcast(std::string& bytes) = 0;

  // Ends all ranks, for instance after an error that only this one has seen.
  [[noreturn]] virtual void end_all(int exit_code) = 0;
};

// A null group is a process that trains alone.
inline bool leads(const ProcessGroup* group) {
  return group == nullptr || group->rank() == 0;
}
// Whether it holds on any rank.
inline bool any_rank(ProcessGroup* group, bool mine) {
  if (group == nullptr) return mine;
  double count = mine ? 1.0 : 0.0;
  group->sum({&count, 1});
  return count > 0.0;
}
// This rank's part of `count` things that lie in a row: [first, last).
struct RankPart {
  std::size_t first = 0, last = 0;
};
inline RankPart part_of(const ProcessGroup* group, std::size_t count) {
  if (group == nullptr) return {0, count};
  const auto rank = static_cast<std::size_t>(group->rank());
  const auto ranks = static_cast<std::size_t>(group->ranks());
  return {count * rank / ranks, count * (rank + 1) / ranks};
}

}  // namespace tactus
