// libtactus_mpi.so: a ProcessGroup over MPI. One thread makes all calls of MPI, in the order in
// which they were asked for, while the others compute.
#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <exception>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "app/workshop/ranks/mpi_module.h"

namespace tactus {
namespace {

template <typename T>
MPI_Datatype type_of() {
  return std::is_same_v<T, float> ? MPI_FLOAT : MPI_DOUBLE;
}

// Which part of `count` values each rank sums.
struct Slices {
  Slices(std::size_t count, int ranks) : sizes(ranks), begins(ranks) {
    for (int r = 0; r < ranks; ++r) {
      const std::size_t first = count * r / ranks, last = count * (r + 1) / ranks;
      begins[r] = static_cast<int>(first);
      sizes[r] = static_cast<int>(last - first);
    }
  }
  std::vector<int> sizes, begins;
};

class MpiGroup : public ProcessGroup {
 public:
  MpiGroup() : worker_([this] { work(); }) {
    run([this] { start(); });
  }
  ~MpiGroup() override {
    if (std::uncaught_exceptions() == 0) run([] { MPI_Finalize(); });
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    worker_.join();
  }

  int rank() const override { return rank_; }
  int ranks() const override { return ranks_; }
  int local_rank() const override { return local_rank_; }
  int local_ranks() const override { return local_ranks_; }

  void begin_sum(std::span<float> values) override {
    post([this, values] { sum_up(values); });
  }
  void wait_sums() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.empty(); });
  }
  void sum(std::span<double> values) override {
    run([this, values] { sum_up(values); });
  }
  void broadcast(std::string& bytes) override {
    run([this, &bytes] {
      unsigned long long size = bytes.size();
      MPI_Request request;
      MPI_Ibcast(&size, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD, &request);
      await(request);
      bytes.resize(size);
      constexpr std::size_t kMost = std::numeric_limits<int>::max();  // of one call
      for (std::size_t first = 0; first < size; first += kMost) {
        const int part = static_cast<int>(std::min(kMost, bytes.size() - first));
        MPI_Ibcast(bytes.data() + first, part, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
        await(request);
      }
    });
  }
  [[noreturn]] void end_all(int exit_code) override {
    exit_code_ = exit_code;
    post([this] { end_if_asked(); });
    while (true) worker_.join();  // never returns: the worker ends the process
  }

 private:
  void start() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    MPI_Comm local;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &local);
    MPI_Comm_rank(local, &local_rank_);
    MPI_Comm_size(local, &local_ranks_);
    MPI_Comm_free(&local);
  }

  // Waits without taking the processor from the threads that compute: MPI itself would spin.
  void await(MPI_Request request) {
    constexpr int kEager = 50;  // tries before the first nap: some ten microseconds
    constexpr std::chrono::microseconds kNap{20};
    int done = 0;
    for (int tries = 0; MPI_Test(&request, &done, MPI_STATUS_IGNORE), done == 0; ++tries) {
      end_if_asked();
      if (tries >= kEager) std::this_thread::sleep_for(kNap);
    }
  }
  void end_if_asked() {
    if (exit_code_ < 0) return;
    MPI_Abort(MPI_COMM_WORLD, exit_code_);
    std::_Exit(exit_code_);  // MPI_Abort may return
  }

  // Each rank gets its slice of all ranks' values, sums it in their order, and gives the sum to
  // all: 2 (R - 1) / R of the values travel from each of R ranks, the least that is possible.
  template <typename T>
  void sum_up(std::span<T> values) {
    const Slices slices(values.size(), ranks_);
    const int own = slices.sizes[rank_];
    std::vector<T> received(static_cast<std::size_t>(own) * ranks_), sum(own);
    const std::vector<int> sizes(ranks_, own);
    std::vector<int> begins(ranks_);
    for (int r = 0; r < ranks_; ++r) begins[r] = r * own;
    MPI_Request request;
    MPI_Ialltoallv(values.data(), slices.sizes.data(), slices.begins.data(), type_of<T>(),
                   received.data(), sizes.data(), begins.data(), type_of<T>(), MPI_COMM_WORLD,
                   &request);
    await(request);
    for (int r = 0; r < ranks_; ++r)
      for (int i = 0; i < own; ++i) sum[i] += received[begins[r] + i];
    MPI_Iallgatherv(sum.data(), own, type_of<T>(), values.data(), slices.sizes.data(),
                    slices.begins.data(), type_of<T>(), MPI_COMM_WORLD, &request);
    await(request);
  }

  void post(std::function<void()> job) {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    changed_.notify_all();
  }
  void run(std::function<void()> job) {
    post(std::move(job));
    wait_sums();
  }
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return ended_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      const std::function<void()> job = jobs_.front();
      lock.unlock();
      job();
      lock.lock();
      jobs_.pop_front();
      changed_.notify_all();
    }
  }

  int rank_ = 0, ranks_ = 1, local_rank_ = 0, local_ranks_ = 1;
  std::atomic<int> exit_code_ = -1;  // not negative: the run shall end
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;  // the first is at work
  bool ended_ = false;
  std::thread worker_;  // last member: it uses the others
};

std::unique_ptr<ProcessGroup> join() {
  return std::make_unique<MpiGroup>();
}

constexpr MpiModule kModule{.interface = MpiModule::kInterface, .join = join};

}  // namespace
}  // namespace tactus

extern "C" __attribute__((visibility("default"))) const tactus::MpiModule* tactus_mpi_module() {
  return &tactus::kModule;
}
