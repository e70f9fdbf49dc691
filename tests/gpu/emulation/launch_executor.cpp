#include "tests/gpu/emulation/launch_executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/gpu/emulation/emulated_thread.h"
#include "tests/gpu/emulation/happens_before.h"
#include "tests/gpu/emulation/random_order.h"
#include "tests/gpu/emulation/warp_matrix.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace tactus::gpu::test {
namespace {

constexpr std::size_t kGuardBytes = 256;
constexpr unsigned char kGuard = 0xd5, kUndefined = 0xff;

// What a thread can be waiting at.
enum class Call {
  kNone,
  kSyncBlock,
  kSyncWarp,
  kShuffle,
  kMmaTf32,
  kMmaBf16,
  kSyncCluster,
  kPhaseBarrier,
  kFlag,
};
const char* name_of(Call call) {
  switch (call) {
    case Call::kNone:
      return "running";
    case Call::kSyncBlock:
      return "sync_block";
    case Call::kSyncWarp:
      return "sync_warp";
    case Call::kShuffle:
      return "shuffle_xor";
    case Call::kMmaTf32:
      return "mma_tf32";
    case Call::kMmaBf16:
      return "mma_bf16";
    case Call::kSyncCluster:
      return "sync_cluster";
    case Call::kPhaseBarrier:
      return "wait";
    case Call::kFlag:
      return "wait_at_least";
  }
  return "?";
}

// A place where a fixed number of threads wait for each other. Two of everything: a thread can be
// one round ahead of one that has not yet gone on, never two.
struct Meeting {
  int members = 0, arrived = 0;
  unsigned round = 0;
  Call call = Call::kNone;
  int argument = 0;
  std::vector<ThreadState*> waiting;
  SyncPoint order[2];
};

struct WarpState {
  Meeting meeting;
  std::uint32_t values[2][kWarpSize];
  WarpMatrixOperands operands[kWarpSize];
};

// PhaseBarrier::state: 16 bits arrivals of a phase, 16 bits those still to come, 24 bits phases
// over, 8 bits a mark.
struct BarrierState {
  unsigned arrivals, pending, phases;
  static constexpr std::uint64_t kMark = 0xb5;
  static bool is_initialised(std::uint64_t bits) { return bits >> 56 == kMark; }
  static BarrierState of(std::uint64_t bits) {
    return {static_cast<unsigned>(bits & 0xffff), static_cast<unsigned>(bits >> 16 & 0xffff),
            static_cast<unsigned>(bits >> 32 & 0xffffff)};
  }
  std::uint64_t bits() const {
    return kMark << 56 | std::uint64_t{phases & 0xffffff} << 32 | std::uint64_t{pending} << 16 |
           arrivals;
  }
};
// What does not fit in there: the bytes of store_async that the phase expects more than have come,
// and its orders: four, so that neither a phase before nor the coming one mixes with the one waited
// for.
struct BarrierBeside {
  long bytes = 0;
  SyncPoint phases[4];
};

// Dynamic shared memory of exactly the asked size between guards.
class SharedMemory {
 public:
  explicit SharedMemory(std::size_t bytes) : bytes_(bytes) {
    const std::size_t all = (kGuardBytes + bytes + kGuardBytes + 127) / 128 * 128;
    whole_ = static_cast<std::byte*>(std::aligned_alloc(128, all));
    if (whole_ == nullptr) throw std::bad_alloc();
    std::memset(whole_, kGuard, all);
    std::memset(begin(), kUndefined, bytes);
#if defined(__SANITIZE_ADDRESS__)
    ASAN_POISON_MEMORY_REGION(whole_, kGuardBytes);
    ASAN_POISON_MEMORY_REGION(begin() + bytes, all - kGuardBytes - bytes);
#endif
  }
  ~SharedMemory() {
    unpoison();
    std::free(whole_);
  }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  std::byte* begin() const {
    return whole_ + kGuardBytes;
  }
  std::size_t bytes() const {
    return bytes_;
  }
  bool holds(const void* address, std::size_t bytes) const {
    const auto* first = static_cast<const std::byte*>(address);
    return first >= begin() && first + bytes <= begin() + bytes_;
  }
  bool guards_are_whole() const {
    unpoison();
    const auto whole = [](const std::byte* guard) {
      return std::all_of(guard, guard + kGuardBytes,
                         [](std::byte b) { return b == std::byte{kGuard}; });
    };
    return whole(whole_) && whole(begin() + bytes_);
  }

 private:
  void unpoison() const {
#if defined(__SANITIZE_ADDRESS__)
    ASAN_UNPOISON_MEMORY_REGION(whole_, kGuardBytes + bytes_ + kGuardBytes);
#endif
  }
  std::size_t bytes_;
  std::byte* whole_ = nullptr;
};

class Group;

struct BlockState {
  int index = 0, rank = 0, cluster = 0;
  int running = 0;  // threads that have not ended
  std::unique_ptr<SharedMemory> shared;
  Meeting meeting;
  std::vector<std::unique_ptr<WarpState>> warps;
  std::map<const PhaseBarrier*, std::unique_ptr<BarrierBeside>> barriers;
};

}  // namespace

struct ThreadState {
  Group* group = nullptr;
  BlockState* block = nullptr;
  int thread = 0;
  Fiber fiber;
  Identity identity;
  Call waits_at = Call::kNone;
  const void* object = nullptr;  // barrier or flag that it waits for
  unsigned value = 0;            // phase or value
  bool over = false;
};

namespace {

// A store_async that is under way.
struct Delivery {
  std::string from;
  BlockState* to = nullptr;
  void* place = nullptr;
  std::uint32_t words[4] = {};
  std::size_t bytes = 0;
  PhaseBarrier* counter = nullptr;
  Identity identity;
};

// Threads of the blocks that run at once.
class Group {
 public:
  Group(const EmulatedLaunch& launch, const EmulatedKernel& kernel, int first_block, int blocks,
        int cluster, RandomOrder& random, StackPool& stacks, SyncPoint& end,
        std::vector<std::unique_ptr<SharedMemory>>& used);
  void run();

  const EmulatedLaunch& launch() const { return *launch_; }
  int cluster() const { return cluster_; }
  BlockState& block_of_rank(const BlockState& block, int rank) {
    return *blocks_[block.index - first_block_ - block.rank + rank];
  }
  Meeting& cluster_meeting(const BlockState& block) { return *clusters_[block.cluster]; }

  // Called within a thread.
  void pause(ThreadState& thread);
  void block(ThreadState& thread, Call call, const void* object, unsigned value);
  // All members arrive, then all go on. `complete` runs when the last has come.
  template <class Complete>
  void meet(ThreadState& thread, Meeting& meeting, Call call, int argument, bool orders,
            const Complete& complete);
  void wake(Call call, const void* object);
  void send(Delivery delivery) { deliveries_.push_back(std::move(delivery)); }
  bool deliveries_are_seen() const { return deliveries_are_seen_; }
  // An arrival or bytes have come: if they were the last, the next phase begins.
  void advance(PhaseBarrier* barrier, BarrierState state, const BarrierBeside& beside);
  [[noreturn]] void fault(const ThreadState& thread, const std::string& what) const;
  std::string place(const ThreadState& thread) const;

 private:
  static void body(void* state);
  void add_block(int index);
  void deliver_one();
  void leave(ThreadState& thread);
  std::uint64_t urgency(const ThreadState& thread) const;
  ThreadState* take_ready();
  void make_ready(ThreadState& thread);
  [[noreturn]] void report_deadlock() const;

  const EmulatedLaunch* launch_;
  const EmulatedKernel* kernel_;
  int first_block_, cluster_;
  RandomOrder* random_;
  SyncPoint* end_;
  Identity scheduler_ = Identity::current();
  std::vector<std::unique_ptr<BlockState>> blocks_;
  std::vector<std::unique_ptr<Meeting>> clusters_;
  StackPool* stacks_;
  std::vector<std::unique_ptr<ThreadState>> threads_;
  std::vector<ThreadState*> ready_;
  std::vector<ThreadState*> waiting_;  // for a barrier or a flag
  std::vector<Delivery> deliveries_;
  // For ThreadSanitizer a store_async is either an access of its thread that the barrier orders
  // with all that the thread did before (more than is promised), or none at all; each launch is of
  // one kind, so that different seeds find races of either kind.
  bool deliveries_are_seen_ = false;
  int manner_ = 0;
  std::uint64_t manner_seed_ = 0;
  std::size_t over_ = 0;
  std::exception_ptr fault_;
  std::vector<std::unique_ptr<SharedMemory>>* used_;
};

Group::Group(const EmulatedLaunch& launch, const EmulatedKernel& kernel, int first_block,
             int blocks, int cluster, RandomOrder& random, StackPool& stacks, SyncPoint& end,
             std::vector<std::unique_ptr<SharedMemory>>& used)
    : launch_(&launch),
      kernel_(&kernel),
      first_block_(first_block),
      cluster_(cluster),
      random_(&random),
      end_(&end),
      stacks_(&stacks),
      used_(&used) {
  manner_ = static_cast<int>(random.below(4));
  manner_seed_ = random.word();
  deliveries_are_seen_ = random.below(2) == 0;
  for (int c = 0; c < blocks / cluster; ++c) {
    clusters_.push_back(std::make_unique<Meeting>());
    clusters_.back()->members = cluster * launch.shape.threads;
  }
  for (int b = 0; b < blocks; ++b) add_block(first_block + b);
}

void Group::add_block(int index) {
  const int threads = launch_->shape.threads;
  auto block = std::make_unique<BlockState>();
  block->index = index;
  block->rank = (index - first_block_) % cluster_;
  block->cluster = (index - first_block_) / cluster_;
  block->shared = std::make_unique<SharedMemory>(launch_->shape.shared_bytes);
  block->running = threads;
  block->meeting.members = threads;
  for (int w = 0; w * kWarpSize < threads; ++w) {
    block->warps.push_back(std::make_unique<WarpState>());
    block->warps.back()->meeting.members = std::min(kWarpSize, threads - w * kWarpSize);
  }
  for (int t = 0; t < threads; ++t) {
    threads_.push_back(std::make_unique<ThreadState>());
    ThreadState& state = *threads_.back();
    state.group = this;
    state.block = block.get();
    state.thread = t;
    ready_.push_back(&state);
  }
  blocks_.push_back(std::move(block));
}

void Group::body(void* argument) {
  ThreadState& state = *static_cast<ThreadState*>(argument);
  Group& group = *state.group;
  state.identity.become();
  try {
    EmulatedThread thread(state);
    group.kernel_->run(thread, group.launch_->params);
  } catch (...) {
    group.fault_ = std::current_exception();
  }
  group.end_->release();
  group.scheduler_.become();
  state.over = true;
  --state.block->running;
}

void Group::run() {
  for (auto& thread : threads_) thread->identity = Identity::create();
  while (over_ < threads_.size() && !fault_) {
    if (!deliveries_.empty() && (ready_.empty() || random_->below(manner_ == 1 ? 64 : 4) == 0)) {
      deliver_one();
      continue;
    }
    if (ready_.empty()) report_deadlock();
    ThreadState& next = *take_ready();
    if (!next.fiber.started()) next.fiber.start(*stacks_, &Group::body, &next);
    if (next.fiber.resume()) ++over_;
  }
  for (auto& thread : threads_) thread->identity.destroy();
  if (fault_) std::rethrow_exception(fault_);
  if (!deliveries_.empty()) deliver_one();  // a fault
  for (auto& block : blocks_) {
    if (!block->shared->guards_are_whole()) {
      throw EmulationFault(
          fmt::format("kernel {}: block {}: writes beside the {} bytes of shared "
                      "memory that the launch asked for",
                      launch_->entry.name, block->index, block->shared->bytes()));
    }
    used_->push_back(std::move(block->shared));
  }
}

void Group::deliver_one() {
  std::swap(deliveries_[random_->below(deliveries_.size())], deliveries_.back());
  Delivery delivery = std::move(deliveries_.back());
  deliveries_.pop_back();
  if (delivery.to->running == 0) {
    throw EmulationFault(
        fmt::format("{}: a store_async to block {} comes when all of that block's "
                    "threads have ended",
                    delivery.from, delivery.to->index));
  }
  BarrierBeside& beside = *delivery.to->barriers.at(delivery.counter);
  const BarrierState state = BarrierState::of(delivery.counter->state);
  if (deliveries_are_seen_) {
    delivery.identity.become();
    std::memcpy(delivery.place, delivery.words, delivery.bytes);  // which the sanitizer sees
    beside.phases[state.phases % 4].release();
    scheduler_.become();
    delivery.identity.destroy();
  } else {
    auto* words = static_cast<volatile std::uint32_t*>(delivery.place);
    for (std::size_t i = 0; i < delivery.bytes / 4; ++i) words[i] = delivery.words[i];
  }
  beside.bytes -= static_cast<long>(delivery.bytes);
  advance(delivery.counter, state, beside);
}

void Group::advance(PhaseBarrier* barrier, BarrierState state, const BarrierBeside& beside) {
  const bool over = state.pending == 0 && beside.bytes == 0;
  if (over) {
    state.pending = state.arrivals;
    ++state.phases;
  }
  barrier->state = state.bits();
  if (over) wake(Call::kPhaseBarrier, barrier);
}

// Back to run(), and on when chosen again.
void Group::leave(ThreadState& thread) {
  scheduler_.become();
  thread.fiber.suspend();
  thread.identity.become();
}

void Group::pause(ThreadState& thread) {
  make_ready(thread);
  leave(thread);
}

void Group::block(ThreadState& thread, Call call, const void* object, unsigned value) {
  thread.waits_at = call;
  thread.object = object;
  thread.value = value;
  waiting_.push_back(&thread);
  leave(thread);
}

void Group::wake(Call call, const void* object) {
  std::erase_if(waiting_, [&](ThreadState* thread) {
    const bool woken = thread->waits_at == call && thread->object == object;
    if (woken) make_ready(*thread);
    return woken;
  });
}

void Group::make_ready(ThreadState& thread) {
  thread.waits_at = Call::kNone;
  ready_.push_back(&thread);
}

template <class Complete>
void Group::meet(ThreadState& thread, Meeting& meeting, Call call, int argument, bool orders,
                 const Complete& complete) {
  if (meeting.arrived > 0 && (meeting.call != call || meeting.argument != argument)) {
    fault(thread, fmt::format("is at {} ({}) while thread {} of block {} is at {} ({})",
                              name_of(call), argument, meeting.waiting.front()->thread,
                              meeting.waiting.front()->block->index, name_of(meeting.call),
                              meeting.argument));
  }
  SyncPoint& order = meeting.order[meeting.round % 2];
  if (orders) order.release();
  meeting.call = call;
  meeting.argument = argument;
  thread.waits_at = call;
  meeting.waiting.push_back(&thread);
  if (++meeting.arrived == meeting.members) {
    complete();
    meeting.arrived = 0;
    ++meeting.round;
    for (ThreadState* member : meeting.waiting) make_ready(*member);
    meeting.waiting.clear();
  }
  leave(thread);
  if (orders) order.acquire();
}

// Manners: 0, 1 any thread; 2 warps and 3 blocks have urgencies, which change now and then.
std::uint64_t Group::urgency(const ThreadState& thread) const {
  const std::uint64_t of =
      manner_ == 2 ? thread.block->index * 64 + thread.thread / kWarpSize : thread.block->index;
  return RandomOrder(manner_seed_ ^ of * 0x2545F4914F6CDD1Du).word();
}

ThreadState* Group::take_ready() {
  std::size_t chosen = random_->below(ready_.size());
  if (manner_ >= 2) {
    if (random_->below(997) == 0) manner_seed_ = random_->word();
    for (int other = 0; other < 8; ++other) {
      const std::size_t place = random_->below(ready_.size());
      if (urgency(*ready_[place]) > urgency(*ready_[chosen])) chosen = place;
    }
  }
  std::swap(ready_[chosen], ready_.back());
  ThreadState* thread = ready_.back();
  ready_.pop_back();
  return thread;
}

std::string Group::place(const ThreadState& thread) const {
  return fmt::format("kernel {}: block {} thread {}", launch_->entry.name, thread.block->index,
                     thread.thread);
}

void Group::fault(const ThreadState& thread, const std::string& what) const {
  throw EmulationFault(fmt::format("{}: {}", place(thread), what));
}

std::string bytes_missing(const ThreadState& thread, const PhaseBarrier* barrier) {
  const long bytes = thread.block->barriers.at(barrier)->bytes;
  return bytes == 0 ? "" : fmt::format(" and {} bytes", bytes);
}

std::string waits_for(const ThreadState& thread) {
  if (thread.over) return "has ended";
  const std::string at = fmt::format("waits at {}", name_of(thread.waits_at));
  if (thread.waits_at == Call::kPhaseBarrier) {
    const auto* barrier = static_cast<const PhaseBarrier*>(thread.object);
    const BarrierState state = BarrierState::of(barrier->state);
    return fmt::format(
        "{} for phase {} of the barrier at byte {} ({} of {} arrivals{} of phase {} "
        "are missing)",
        at, thread.value,
        reinterpret_cast<const std::byte*>(barrier) - thread.block->shared->begin(), state.pending,
        state.arrivals, bytes_missing(thread, barrier), state.phases);
  }
  if (thread.waits_at == Call::kFlag) {
    return fmt::format("{} {} of the flag at {} (is {})", at, thread.value, thread.object,
                       *static_cast<const unsigned*>(thread.object));
  }
  return at;
}

void Group::report_deadlock() const {
  std::string text = fmt::format("kernel {}: no thread can go on:", launch_->entry.name);
  for (std::size_t i = 0; i < threads_.size();) {
    const ThreadState& first = *threads_[i];
    const std::string state = waits_for(first);
    std::size_t end = i + 1;
    while (end < threads_.size() && threads_[end]->block == first.block &&
           waits_for(*threads_[end]) == state) {
      ++end;
    }
    text += fmt::format("\n  block {} threads {}-{}: {}", first.block->index, first.thread,
                        threads_[end - 1]->thread, state);
    i = end;
  }
  throw EmulationFault(text);
}

}  // namespace

EmulatedThread::EmulatedThread(ThreadState& state)
    : state_(&state),
      thread_(state.thread),
      threads_(state.group->launch().shape.threads),
      block_(state.block->index),
      blocks_(state.group->launch().shape.blocks),
      cluster_rank_(state.block->rank),
      cluster_size_(state.group->cluster()),
      shared_(state.block->shared->begin()) {}

void EmulatedThread::pause() {
  state_->group->pause(*state_);
}

void EmulatedThread::sync_block() {
  state_->group->meet(*state_, state_->block->meeting, Call::kSyncBlock, 0, true, [] {});
}

namespace {
WarpState& full_warp(ThreadState& state, const char* call) {
  WarpState& warp = *state.block->warps[state.thread / kWarpSize];
  if (warp.meeting.members != kWarpSize) {
    state.group->fault(state,
                       fmt::format("{} in a warp of {} threads", call, warp.meeting.members));
  }
  return warp;
}
void need_capability(ThreadState& state, int least, const char* call) {
  const int found = state.group->launch().compute_capability;
  if (found < least) {
    state.group->fault(state,
                       fmt::format("{} on a card of sm_{}, it needs sm_{}", call, found, least));
  }
}
void check_aligned(ThreadState& state, const void* address, std::size_t bytes, const char* call) {
  if (reinterpret_cast<std::uintptr_t>(address) % bytes != 0) {
    state.group->fault(
        state, fmt::format("{} of {} bytes at an address that is no multiple of it", call, bytes));
  }
}
void multiply_in_warp(ThreadState& state, Call call, const WarpMatrixOperands& operands,
                      void (*multiply)(const WarpMatrixOperands (&)[32])) {
  need_capability(state, 80, name_of(call));
  WarpState& warp = full_warp(state, name_of(call));
  warp.operands[state.thread % kWarpSize] = operands;
  state.group->meet(state, warp.meeting, call, 0, false, [&] { multiply(warp.operands); });
}
}  // namespace

void EmulatedThread::sync_warp() {
  WarpState& warp = full_warp(*state_, "sync_warp");
  state_->group->meet(*state_, warp.meeting, Call::kSyncWarp, 0, true, [] {});
}

std::uint32_t EmulatedThread::shuffle_bits(std::uint32_t bits, int mask) {
  WarpState& warp = full_warp(*state_, "shuffle_xor");
  if (mask < 0 || mask >= kWarpSize) {
    state_->group->fault(*state_, fmt::format("shuffle_xor with mask {}", mask));
  }
  auto& values = warp.values[warp.meeting.round % 2];
  values[lane()] = bits;
  state_->group->meet(*state_, warp.meeting, Call::kShuffle, mask, false, [] {});
  return values[lane() ^ mask];
}

void EmulatedThread::mma_tf32(float (&c)[4], const std::uint32_t (&a)[4],
                              const std::uint32_t (&b)[2]) {
  multiply_in_warp(*state_, Call::kMmaTf32, {c, a, b}, &multiply_tf32);
}

void EmulatedThread::mma_bf16(float (&c)[4], const std::uint32_t (&a)[4],
                              const std::uint32_t (&b)[2]) {
  multiply_in_warp(*state_, Call::kMmaBf16, {c, a, b}, &multiply_bf16);
}

void EmulatedThread::sync_cluster() {
  // A card without clusters takes it as sync_block.
  state_->group->meet(*state_, state_->group->cluster_meeting(*state_->block), Call::kSyncCluster,
                      0, true, [] {});
}

void EmulatedThread::check_own(const void* address, std::size_t bytes) {
  if (!state_->block->shared->holds(address, bytes)) {
    state_->group->fault(*state_,
                         "an address outside its own shared memory where one of it is "
                         "needed");
  }
}

void* EmulatedThread::remote_place(const void* own_address, std::size_t bytes, int rank) {
  need_capability(*state_, 90, "access to another block's shared memory");
  check_own(own_address, bytes);
  check_aligned(*state_, own_address, bytes, "access to another block's shared memory");
  if (rank < 0 || rank >= cluster_size_) {
    state_->group->fault(*state_, fmt::format("block {} of a cluster of {}", rank, cluster_size_));
  }
  BlockState& other = state_->group->block_of_rank(*state_->block, rank);
  if (other.running == 0) {
    state_->group->fault(*state_, fmt::format("access to the shared memory of block {}, all of "
                                              "whose threads have ended",
                                              other.index));
  }
  return other.shared->begin() + (static_cast<const std::byte*>(own_address) - shared_);
}

std::uint64_t EmulatedThread::barrier_after_init(const PhaseBarrier* barrier, int arrivals) {
  need_capability(*state_, 90, "init of a PhaseBarrier");
  check_own(barrier, sizeof(*barrier));
  check_aligned(*state_, barrier, sizeof(*barrier), "init of a PhaseBarrier");
  if (arrivals < 1 || arrivals > 0xffff) {
    state_->group->fault(*state_, fmt::format("PhaseBarrier of {} arrivals", arrivals));
  }
  state_->block->barriers[barrier] = std::make_unique<BarrierBeside>();
  const auto count = static_cast<unsigned>(arrivals);
  return BarrierState{count, count, 0}.bits();
}

namespace {
BarrierBeside& beside_of(ThreadState& state, BlockState& owner, const PhaseBarrier* barrier,
                         std::uint64_t bits) {
  const auto found = owner.barriers.find(barrier);
  if (!BarrierState::is_initialised(bits) || found == owner.barriers.end()) {
    state.group->fault(
        state, fmt::format("the PhaseBarrier at byte {} of block {} was not "
                           "initialised",
                           reinterpret_cast<const std::byte*>(barrier) - owner.shared->begin(),
                           owner.index));
  }
  return *found->second;
}
}  // namespace

namespace {
void count_arrival(ThreadState& thread, BarrierState& state) {
  if (state.pending == 0) {
    thread.group->fault(thread, fmt::format("arrives at a PhaseBarrier whose {} arrivals of phase "
                                            "{} have all come",
                                            state.arrivals, state.phases));
  }
  --state.pending;
}
}  // namespace

void EmulatedThread::arrive_at(PhaseBarrier* barrier, int rank, std::uint64_t bits) {
  BlockState& owner = state_->group->block_of_rank(*state_->block, rank);
  BarrierBeside& beside = beside_of(*state_, owner, barrier, bits);
  BarrierState state = BarrierState::of(bits);
  count_arrival(*state_, state);
  beside.phases[state.phases % 4].release();
  state_->group->advance(barrier, state, beside);
  pause();
}

void EmulatedThread::arrive_and_expect(PhaseBarrier* barrier, unsigned bytes, std::uint64_t bits) {
  BarrierBeside& beside = beside_of(*state_, *state_->block, barrier, bits);
  BarrierState state = BarrierState::of(bits);
  count_arrival(*state_, state);
  beside.phases[state.phases % 4].release();
  beside.bytes += bytes;
  state_->group->advance(barrier, state, beside);
  pause();
}

void EmulatedThread::send(void* remote, const void* value, std::size_t bytes, int rank,
                          PhaseBarrier* counter, std::uint64_t bits) {
  BlockState& to = state_->group->block_of_rank(*state_->block, rank);
  beside_of(*state_, to, counter, bits);
  Delivery delivery;
  delivery.from = state_->group->place(*state_);
  delivery.to = &to;
  delivery.place = remote;
  std::memcpy(delivery.words, value, bytes);
  delivery.bytes = bytes;
  delivery.counter = counter;
  if (state_->group->deliveries_are_seen()) delivery.identity = Identity::create();
  state_->group->send(std::move(delivery));
  pause();
}

void EmulatedThread::wait_for(PhaseBarrier* barrier, unsigned phase, std::uint64_t bits) {
  BarrierBeside& beside = beside_of(*state_, *state_->block, barrier, bits);
  if (phase > BarrierState::of(bits).phases) {
    state_->group->fault(*state_, fmt::format("waits for phase {} of a PhaseBarrier in phase {}: a "
                                              "card would not wait at all",
                                              phase, BarrierState::of(bits).phases));
  }
  if (BarrierState::of(barrier->state).phases <= phase) {
    state_->group->block(*state_, Call::kPhaseBarrier, barrier, phase);
  } else {
    pause();
  }
  const unsigned over = BarrierState::of(barrier->state).phases;
  if (over >= phase + 2) {
    state_->group->fault(*state_, fmt::format("waits for phase {} of a PhaseBarrier in phase {}: "
                                              "it lags by two and a card would wait on",
                                              phase, over));
  }
  beside.phases[phase % 4].acquire();
}

void EmulatedThread::wait_for_flag(const unsigned* flag, unsigned value) {
  state_->group->block(*state_, Call::kFlag, flag, value);
}

void EmulatedThread::wake_waiting_for(const unsigned* flag) {
  state_->group->wake(Call::kFlag, flag);
  pause();
}

void execute_launch(const EmulatedLaunch& launch, StackPool& stacks) {
  const auto& kernel = *static_cast<const EmulatedKernel*>(launch.entry.function);
  RandomOrder random(launch.seed);
  SyncPoint end;
  std::vector<std::unique_ptr<SharedMemory>> used;  // freed when their threads' ends are known
  const int blocks = launch.shape.blocks;
  const int group = launch.shape.cooperative ? blocks : launch.shape.cluster;
  try {
    for (const int g : random.permutation(blocks / group)) {
      Group(launch, kernel, g * group, group, launch.shape.cluster, random, stacks, end, used)
          .run();
    }
  } catch (...) {
    end.acquire();
    throw;
  }
  end.acquire();
}

}  // namespace tactus::gpu::test
