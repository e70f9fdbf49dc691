#include "tests/gpu/emulation/emulated_thread.h"

#include <fmt/core.h>

#include <cstring>

#include "tests/gpu/emulation/thread_group.h"

namespace tactus::gpu::test {

EmulatedThread::EmulatedThread(ThreadState& state)
    : state_(&state),
      thread_(state.thread),
      threads_(state.group->launch().shape.threads),
      block_(state.block->index),
      blocks_(state.group->launch().shape.blocks),
      cluster_rank_(state.block->rank),
      cluster_size_(state.group->cluster()),
      shared_(state.block->shared->begin()) {}

namespace {

// During a call the emulation acts as the host.
class AsHost {
 public:
  explicit AsHost(const ThreadState& state) { state.group->host().become(); }
  ~AsHost() { before_.become(); }
  AsHost(const AsHost&) = delete;
  AsHost& operator=(const AsHost&) = delete;

 private:
  Identity before_ = Identity::current();
};

}  // namespace

void EmulatedThread::pause() {
  const AsHost host(*state_);
  state_->group->pause(*state_);
}

std::size_t EmulatedThread::shared_bytes() const {
  return state_->block->shared->bytes();
}

void EmulatedThread::fault(const std::string& what) {
  const AsHost host(*state_);
  state_->group->fault(*state_, what);
}

void EmulatedThread::sync_block() {
  const AsHost host(*state_);
  state_->group->meet(*state_, state_->block->meeting, Call::kSyncBlock, 0, true);
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
  const AsHost host(*state_);
  WarpState& warp = full_warp(*state_, "sync_warp");
  state_->group->meet(*state_, warp.meeting, Call::kSyncWarp, 0, true);
}

std::uint32_t EmulatedThread::shuffle_bits(std::uint32_t bits, int mask) {
  const AsHost host(*state_);
  WarpState& warp = full_warp(*state_, "shuffle_xor");
  if (mask < 0 || mask >= kWarpSize) {
    state_->group->fault(*state_, fmt::format("shuffle_xor with mask {}", mask));
  }
  auto& values = warp.values[warp.meeting.round % 2];
  values[lane()] = bits;
  state_->group->meet(*state_, warp.meeting, Call::kShuffle, mask, false);
  return values[lane() ^ mask];
}

void EmulatedThread::mma_tf32(float (&c)[4], const std::uint32_t (&a)[4],
                              const std::uint32_t (&b)[2]) {
  const AsHost host(*state_);
  multiply_in_warp(*state_, Call::kMmaTf32, {c, a, b}, &multiply_tf32);
}

void EmulatedThread::mma_bf16(float (&c)[4], const std::uint32_t (&a)[4],
                              const std::uint32_t (&b)[2]) {
  const AsHost host(*state_);
  multiply_in_warp(*state_, Call::kMmaBf16, {c, a, b}, &multiply_bf16);
}

void EmulatedThread::sync_cluster() {
  const AsHost host(*state_);
  // A card without clusters takes it as sync_block.
  state_->group->meet(*state_, state_->group->cluster_meeting(*state_->block), Call::kSyncCluster,
                      0, true);
}

void EmulatedThread::check_own(const void* address, std::size_t bytes) {
  const AsHost host(*state_);
  if (!state_->block->shared->holds(address, bytes)) {
    state_->group->fault(*state_,
                         "an address outside its own shared memory where one of it is "
                         "needed");
  }
}

void* EmulatedThread::remote_place(const void* own_address, std::size_t bytes, int rank) {
  const AsHost host(*state_);
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
  const AsHost host(*state_);
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
  const AsHost host(*state_);
  BlockState& owner = state_->group->block_of_rank(*state_->block, rank);
  BarrierBeside& beside = beside_of(*state_, owner, barrier, bits);
  BarrierState state = BarrierState::of(bits);
  count_arrival(*state_, state);
  state_->release(beside.phases[state.phases % 4]);
  state_->group->advance(barrier, state, beside);
  state_->group->pause(*state_);
}

void EmulatedThread::arrive_and_expect(PhaseBarrier* barrier, unsigned bytes, std::uint64_t bits) {
  const AsHost host(*state_);
  BarrierBeside& beside = beside_of(*state_, *state_->block, barrier, bits);
  BarrierState state = BarrierState::of(bits);
  count_arrival(*state_, state);
  state_->release(beside.phases[state.phases % 4]);
  beside.bytes += bytes;
  state_->group->advance(barrier, state, beside);
  state_->group->pause(*state_);
}

void EmulatedThread::send(void* remote, const void* value, std::size_t bytes, int rank,
                          PhaseBarrier* counter, std::uint64_t bits) {
  const AsHost host(*state_);
  BlockState& to = state_->group->block_of_rank(*state_->block, rank);
  beside_of(*state_, to, counter, bits);
  Delivery delivery;
  delivery.from = state_->group->place(*state_);
  delivery.to = &to;
  delivery.place = remote;
  const auto* words = static_cast<const std::uint32_t*>(value);
  for (std::size_t i = 0; i < bytes / 4; ++i) delivery.words[i] = words[i];
  delivery.bytes = bytes;
  delivery.counter = counter;
  if (state_->group->deliveries_are_seen()) {
    state_->identity.become();
    delivery.identity = Identity::create();
    state_->group->host().become();
  }
  state_->group->send(std::move(delivery));
  state_->group->pause(*state_);
}

void EmulatedThread::wait_for(PhaseBarrier* barrier, unsigned phase, std::uint64_t bits) {
  const AsHost host(*state_);
  BarrierBeside& beside = beside_of(*state_, *state_->block, barrier, bits);
  if (phase > BarrierState::of(bits).phases) {
    state_->group->fault(*state_, fmt::format("waits for phase {} of a PhaseBarrier in phase {}: a "
                                              "card would not wait at all",
                                              phase, BarrierState::of(bits).phases));
  }
  if (BarrierState::of(barrier->state).phases <= phase) {
    state_->group->block(*state_, Call::kPhaseBarrier, barrier, phase);
  } else {
    state_->group->pause(*state_);
  }
  const unsigned over = BarrierState::of(barrier->state).phases;
  if (over >= phase + 2) {
    state_->group->fault(*state_, fmt::format("waits for phase {} of a PhaseBarrier in phase {}: "
                                              "it lags by two and a card would wait on",
                                              phase, over));
  }
  state_->acquire(beside.phases[phase % 4]);
}

void EmulatedThread::wait_for_word(const TaggedWord* word, unsigned tag) {
  const AsHost host(*state_);
  state_->group->block(*state_, Call::kWord, word, tag);
}

void EmulatedThread::wake_waiting_for(const TaggedWord* word) {
  const AsHost host(*state_);
  check_aligned(*state_, word, sizeof(*word), "store_tagged");
  state_->group->wake(Call::kWord, word);
  state_->group->pause(*state_);
}

}  // namespace tactus::gpu::test
