// Ranks that are threads of this process.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "model/network/process_group.h"

namespace tactus::test {

// What the ranks share. A rank that ends by an exception ends the others where they wait.
class Meeting {
 public:
  explicit Meeting(int ranks) : ranks(ranks), values(ranks) {}

  // Waits until all ranks are here.
  void meet() {
    std::unique_lock lock(mutex_);
    const int round = round_;
    if (++here_ == ranks) {
      here_ = 0, ++round_;
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return round_ != round || broken_; });
    if (round_ == round) throw std::logic_error("another rank has ended");
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    broken_ = true;
    changed_.notify_all();
  }

  const int ranks;
  std::vector<std::vector<double>> values;
  std::string bytes;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int here_ = 0, round_ = 0;
  bool broken_ = false;
};

class ThreadGroup : public ProcessGroup {
 public:
  ThreadGroup(Meeting& meeting, int rank) : meeting_(meeting), rank_(rank) {}
  int rank() const override { return rank_; }
  int ranks() const override { return meeting_.ranks; }
  int local_rank() const override { return rank_; }
  int local_ranks() const override { return meeting_.ranks; }

  // Until wait_sums() the values are garbage.
  void begin_sum(std::span<float> values) override {
    begun_.push_back({values, {values.begin(), values.end()}});
    std::fill(values.begin(), values.end(), std::numeric_limits<float>::quiet_NaN());
  }
  void wait_sums() override {
    for (Begun& begun : begun_) {
      sum(begun.values);
      std::copy(begun.values.begin(), begun.values.end(), begun.place.begin());
      sizes.push_back(begun.place.size());
    }
    begun_.clear();
  }
  void sum(std::span<double> values) override {
    meeting_.values[rank_].assign(values.begin(), values.end());
    meeting_.meet();
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = 0.0;
      for (const std::vector<double>& of_rank : meeting_.values) values[i] += of_rank.at(i);
    }
    meeting_.meet();
  }
  void broadcast(std::string& bytes) override {
    if (rank_ == 0) meeting_.bytes = bytes;
    meeting_.meet();
    bytes = meeting_.bytes;
    meeting_.meet();
  }
  [[noreturn]] void end_all(int) override { throw std::logic_error("end_all"); }

  std::vector<std::size_t> sizes;  // of the sums, in order

 private:
  struct Begun {
    std::span<float> place;
    std::vector<double> values;
  };
  Meeting& meeting_;
  int rank_;
  std::vector<Begun> begun_;
};

// Runs work(group) in a thread for each rank; returns their exceptions, null for none.
inline std::vector<std::exception_ptr> run_ranks(
    int ranks, const std::function<void(std::shared_ptr<ThreadGroup>)>& work) {
  Meeting meeting(ranks);
  std::vector<std::exception_ptr> errors(ranks);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&, rank] {
      try {
        work(std::make_shared<ThreadGroup>(meeting, rank));
      } catch (...) {
        errors[rank] = std::current_exception();
        meeting.leave();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return errors;
}

// The same for work that throws nothing.
inline void run_sound_ranks(int ranks,
                            const std::function<void(std::shared_ptr<ThreadGroup>)>& work) {
  for (const std::exception_ptr& error : run_ranks(ranks, work))
    if (error) std::rethrow_exception(error);
}

}  // namespace tactus::test
