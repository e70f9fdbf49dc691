#include "tests/gpu/emulation/thread_group.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>

namespace tactus::gpu::test {

void ThreadState::release(SyncPoint& point) const {
  identity.become();
  point.release();
  group->host().become();
}

void ThreadState::acquire(SyncPoint& point) const {
  identity.become();
  point.acquire();
  group->host().become();
}

ThreadGroup::ThreadGroup(LaunchContext& context, int first_block, int blocks)
    : context_(&context), first_block_(first_block) {
  RandomOrder& random = context.random;
  manner_ = static_cast<int>(random.below(4));
  manner_seed_ = random.word();
  deliveries_are_seen_ = random.below(2) == 0;
  for (int c = 0; c < blocks / cluster(); ++c) {
    clusters_.push_back(std::make_unique<Meeting>());
    clusters_.back()->members = cluster() * launch().shape.threads;
  }
  for (int b = 0; b < blocks; ++b) add_block(first_block + b);
  context.site.identity.become();
  begin_.release();
  host().become();
}

ThreadGroup::~ThreadGroup() {
  for (const auto& thread : threads_) {
    if (!thread->over) thread->release(context_->end);  // forgotten
    context_->taken.push_back(thread->identity);
  }
  for (auto& block : blocks_) context_->used.push_back(std::move(block->shared));
  for (Delivery& delivery : deliveries_) delivery.identity.destroy();
}

void ThreadGroup::add_block(int index) {
  const int threads = launch().shape.threads;
  auto block = std::make_unique<BlockState>();
  block->index = index;
  block->rank = (index - first_block_) % cluster();
  block->cluster = (index - first_block_) / cluster();
  context_->site.identity.become();
  block->shared = std::make_unique<SharedMemory>(launch().shape.shared_bytes);
  host().become();
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
    state.identity = context_->site.threads->take(context_->site.identity);
    ready_.push_back(&state);
  }
  blocks_.push_back(std::move(block));
}

void ThreadGroup::body(void* argument) {
  ThreadState& state = *static_cast<ThreadState*>(argument);
  ThreadGroup& group = *state.group;
  state.identity.become();
  group.begin_.acquire();
  std::exception_ptr fault;
  try {
    EmulatedThread thread(state);
    group.context_->kernel->run(thread, group.launch().params);
  } catch (...) {
    fault = std::current_exception();
  }
  group.context_->end.release();
  group.host().become();
  if (fault) group.fault_ = fault;
  state.over = true;
  --state.block->running;
}

void ThreadGroup::run() {
  while (over_ < threads_.size() && !fault_) {
    if (!deliveries_.empty() &&
        (ready_.empty() || context_->random.below(manner_ == 1 ? 64 : 4) == 0)) {
      deliver_one();
      continue;
    }
    if (ready_.empty()) report_deadlock();
    ThreadState& next = *take_ready();
    if (!next.fiber.started()) next.fiber.start(*context_->site.stacks, &ThreadGroup::body, &next);
    if (next.fiber.resume()) ++over_;
  }
  if (fault_) std::rethrow_exception(fault_);
  if (!deliveries_.empty()) deliver_one();  // a fault
  for (auto& block : blocks_) {
    if (!block->shared->guards_are_whole()) {
      throw EmulationFault(
          fmt::format("kernel {}: block {}: writes beside the {} bytes of shared "
                      "memory that the launch asked for",
                      launch().entry.name, block->index, block->shared->bytes()));
    }
  }
}

void ThreadGroup::deliver_one() {
  std::swap(deliveries_[context_->random.below(deliveries_.size())], deliveries_.back());
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
    note_write(delivery.place, delivery.bytes);
    beside.phases[state.phases % 4].release();
    host().become();
    delivery.identity.destroy();
  }
  // Volatile, so that the compiler does not call memcpy, which the sanitizer would count as a write
  // of the host.
  auto* words = static_cast<volatile std::uint32_t*>(delivery.place);
  for (std::size_t i = 0; i < delivery.bytes / 4; ++i) words[i] = delivery.words[i];
  beside.bytes -= static_cast<long>(delivery.bytes);
  advance(delivery.counter, state, beside);
}

void ThreadGroup::advance(PhaseBarrier* barrier, BarrierState state, const BarrierBeside& beside) {
  const bool over = state.pending == 0 && beside.bytes == 0;
  if (over) {
    state.pending = state.arrivals;
    ++state.phases;
  }
  barrier->state = state.bits();
  if (over) wake(Call::kPhaseBarrier, barrier);
}

// Back to run(), and on when chosen again.
void ThreadGroup::leave(ThreadState& thread) {
  thread.fiber.suspend();
}

void ThreadGroup::pause(ThreadState& thread) {
  make_ready(thread);
  leave(thread);
}

void ThreadGroup::block(ThreadState& thread, Call call, const void* object, unsigned value) {
  thread.waits_at = call;
  thread.object = object;
  thread.value = value;
  waiting_.push_back(&thread);
  leave(thread);
}

void ThreadGroup::wake(Call call, const void* object) {
  std::erase_if(waiting_, [&](ThreadState* thread) {
    const bool woken = thread->waits_at == call && thread->object == object;
    if (woken) make_ready(*thread);
    return woken;
  });
}

void ThreadGroup::make_ready(ThreadState& thread) {
  thread.waits_at = Call::kNone;
  ready_.push_back(&thread);
}

void ThreadGroup::meet(ThreadState& thread, Meeting& meeting, Call call, int argument, bool orders,
                       const std::function<void()>& complete) {
  if (meeting.arrived > 0 && (meeting.call != call || meeting.argument != argument)) {
    fault(thread, fmt::format("is at {} ({}) while thread {} of block {} is at {} ({})",
                              name_of(call), argument, meeting.waiting.front()->thread,
                              meeting.waiting.front()->block->index, name_of(meeting.call),
                              meeting.argument));
  }
  SyncPoint& order = meeting.order[meeting.round % 2];
  if (orders) thread.release(order);
  meeting.call = call;
  meeting.argument = argument;
  thread.waits_at = call;
  meeting.waiting.push_back(&thread);
  if (++meeting.arrived == meeting.members) {
    if (complete) complete();
    meeting.arrived = 0;
    ++meeting.round;
    for (ThreadState* member : meeting.waiting) make_ready(*member);
    meeting.waiting.clear();
  }
  leave(thread);
  if (orders) thread.acquire(order);
}

// Manners: 0, 1 any thread; 2 warps and 3 blocks have urgencies, which change now and then.
std::uint64_t ThreadGroup::urgency(const ThreadState& thread) const {
  const std::uint64_t of =
      manner_ == 2 ? thread.block->index * 64 + thread.thread / kWarpSize : thread.block->index;
  return RandomOrder(manner_seed_ ^ of * 0x2545F4914F6CDD1Du).word();
}

ThreadState* ThreadGroup::take_ready() {
  std::size_t chosen = context_->random.below(ready_.size());
  if (manner_ >= 2) {
    if (context_->random.below(997) == 0) manner_seed_ = context_->random.word();
    for (int other = 0; other < 8; ++other) {
      const std::size_t place = context_->random.below(ready_.size());
      if (urgency(*ready_[place]) > urgency(*ready_[chosen])) chosen = place;
    }
  }
  std::swap(ready_[chosen], ready_.back());
  ThreadState* thread = ready_.back();
  ready_.pop_back();
  return thread;
}

std::string ThreadGroup::place(const ThreadState& thread) const {
  return fmt::format("kernel {}: block {} thread {}", launch().entry.name, thread.block->index,
                     thread.thread);
}

void ThreadGroup::fault(const ThreadState& thread, const std::string& what) const {
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
  if (thread.waits_at == Call::kWord) {
    return fmt::format("{} for tag {} of the word at {} (has {})", at, thread.value, thread.object,
                       static_cast<const TaggedWord*>(thread.object)->tag);
  }
  return at;
}

void ThreadGroup::report_deadlock() const {
  std::string text = fmt::format("kernel {}: no thread can go on:", launch().entry.name);
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

}  // namespace tactus::gpu::test
