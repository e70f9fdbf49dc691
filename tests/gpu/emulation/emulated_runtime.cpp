#include "tests/gpu/emulation/emulated_runtime.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "gpu/prediction/predicted_card.h"
#include "tests/gpu/emulation/emulated_objects.h"
#include "tests/gpu/emulation/emulated_product.h"

namespace tactus::gpu::test {
namespace {

DeviceProperties properties_of(const char* name, int capability, int multiprocessors,
                               std::size_t shared) {
  DeviceProperties p;
  p.name = name;
  p.compute_capability = capability;
  p.multiprocessors = multiprocessors;
  p.clock_khz = 1'500'000;
  p.memory_clock_khz = 2'600'000;
  p.memory_bus_bits = 5120;
  p.memory_bytes = std::size_t{2} << 30;
  p.shared_bytes_per_block = shared;
  p.registers_per_multiprocessor = 65536;
  return p;
}

}  // namespace

DeviceProperties h200_like() {
  return properties_of("emulated sm_90", 90, 132, 227 << 10);
}
DeviceProperties a100_like() {
  return properties_of("emulated sm_80", 80, 108, 163 << 10);
}
DeviceProperties t4_like() {
  return properties_of("emulated sm_75", 75, 40, 64 << 10);
}

Allocation::Allocation(std::size_t size) : bytes(size) {
  memory = static_cast<std::byte*>(std::aligned_alloc(256, (size + 255) / 256 * 256));
  if (memory == nullptr) throw std::bad_alloc();
  std::memset(memory, 0xff, size);
}

Allocation::~Allocation() {
  std::free(memory);
}

EmulatedRuntime::EmulatedRuntime(std::uint64_t seed, DeviceProperties properties)
    : properties_(std::move(properties)), random_(seed) {}

EmulatedRuntime::~EmulatedRuntime() {
  abandon();
  as_reaper([&] { device_.clear(), pinned_.clear(); });
  for (auto& stream : streams_) stream->identity.destroy();
  reaper_.destroy();
}

std::size_t EmulatedRuntime::free_memory() const {
  return properties_.memory_bytes - in_use_;
}

void EmulatedRuntime::note(RecordedCall call) {
  calls_.push_back(std::move(call));
}

void EmulatedRuntime::refuse_while_capturing(const char* what) const {
  if (capture_) throw EmulationFault(fmt::format("{} while a stream is captured", what));
}

void* EmulatedRuntime::allocate(std::size_t bytes) {
  refuse_while_capturing("allocate");
  note({.kind = RecordedCall::kAllocate, .bytes = bytes});
  if (bytes == 0) throw EmulationFault("allocate: 0 bytes");
  if (bytes > free_memory()) {
    throw OutOfMemory(
        fmt::format("allocate: {} bytes wanted, {} held, {} free", bytes, in_use_, free_memory()));
  }
  auto allocation = std::make_unique<Allocation>(bytes);
  std::byte* memory = allocation->memory;
  device_.emplace(memory, std::move(allocation));
  in_use_ += bytes;
  return memory;
}

// As cudaFree: work queued before may still use the memory.
void EmulatedRuntime::release(void* memory) noexcept {
  if (memory == nullptr) return;
  note({.kind = RecordedCall::kRelease});
  const auto found = device_.find(static_cast<std::byte*>(memory));
  if (found == device_.end()) {
    std::fprintf(stderr, "EmulatedRuntime::release: %p is no memory of it\n", memory);
    std::abort();
  }
  in_use_ -= found->second->bytes;
  found->second->released_at = queued_;
  released_.push_back(std::move(found->second));
  device_.erase(found);
  free_released();
}

void* EmulatedRuntime::allocate_pinned(std::size_t bytes) {
  refuse_while_capturing("allocate_pinned");
  note({.kind = RecordedCall::kAllocatePinned, .bytes = bytes});
  if (bytes == 0) throw EmulationFault("allocate_pinned: 0 bytes");
  if (pinned_until_refusal_ == 0) {
    throw OutOfMemory("allocate_pinned: refused, as the test wants it");
  }
  if (pinned_until_refusal_ > 0) --pinned_until_refusal_;
  auto allocation = std::make_unique<Allocation>(bytes);
  std::byte* memory = allocation->memory;
  pinned_.emplace(memory, std::move(allocation));
  return memory;
}

void EmulatedRuntime::release_pinned(void* memory) noexcept {
  if (memory == nullptr) return;
  note({.kind = RecordedCall::kReleasePinned});
  const auto found = pinned_.find(static_cast<std::byte*>(memory));
  if (found == pinned_.end()) {
    std::fprintf(stderr, "EmulatedRuntime::release_pinned: %p is no memory of it\n", memory);
    std::abort();
  }
  found->second->released_at = queued_;
  released_.push_back(std::move(found->second));
  pinned_.erase(found);
  free_released();
}

Stream EmulatedRuntime::create_stream(bool) {
  streams_.push_back(std::make_unique<StreamObject>());
  streams_.back()->number = streams_made_++;
  streams_.back()->identity = Identity::create();
  return streams_.back().get();
}

void EmulatedRuntime::destroy(Stream stream) noexcept {
  stream->destroyed = true;  // queued work will still be executed
}

Event EmulatedRuntime::create_event() {
  events_.push_back(std::make_unique<EventObject>());
  events_.back()->number = events_made_++;
  return events_.back().get();
}

Event EmulatedRuntime::create_timing_event() {
  const Event event = create_event();
  event->timing = true;
  return event;
}

void EmulatedRuntime::destroy(Event event) noexcept {
  std::erase_if(events_, [&](const auto& owned) { return owned.get() == event; });
}

void EmulatedRuntime::enqueue(Stream stream, std::unique_ptr<Operation> operation) {
  if (stream->destroyed) throw EmulationFault("work for a stream that was destroyed");
  operation->serial = ++queued_;
  operation->from_host.release();
  stream->queue.push_back(std::move(operation));
}

// Into the stream, or into the graph that captures it.
void EmulatedRuntime::enqueue_work(Stream stream, RecordedCall call,
                                   std::unique_ptr<Operation> operation) {
  call.stream = stream->number;
  call.captured = stream->captured;
  note(std::move(call));
  if (!stream->captured) return enqueue(stream, std::move(operation));
  auto node = std::make_unique<GraphNode>();
  node->operation = std::move(operation);
  node->after = stream->frontier;
  node->identity = Identity::create();
  auto& nodes = capture_->graph->nodes;
  stream->frontier = {static_cast<int>(nodes.size())};
  nodes.push_back(std::move(node));
}

void EmulatedRuntime::record(Event event, Stream stream) {
  note({.kind = RecordedCall::kRecord,
        .stream = stream->number,
        .event = event->number,
        .captured = stream->captured});
  event->captured = stream->captured;
  event->frontier = stream->frontier;
  if (stream->captured) return;
  event->recording = std::make_shared<Recording>();
  auto operation = std::make_unique<Operation>();
  operation->records = event->recording;
  enqueue(stream, std::move(operation));
}

void EmulatedRuntime::wait(Stream stream, Event event) {
  if (event->captured && !capture_) {
    throw EmulationFault("wait for an event that was recorded into a graph");
  }
  if (event->captured) {
    stream->frontier.insert(event->frontier.begin(), event->frontier.end());
    stream->captured = true;
  } else if (stream->captured) {
    throw EmulationFault("a captured stream waits for an event from outside of its capture");
  }
  note({.kind = RecordedCall::kWait,
        .stream = stream->number,
        .event = event->number,
        .captured = stream->captured});
  if (stream->captured || !event->recording) return;
  auto operation = std::make_unique<Operation>();
  operation->waits_for = event->recording;
  enqueue(stream, std::move(operation));
}

bool EmulatedRuntime::is_over(Event event) {
  refuse_while_capturing("is_over");
  note({.kind = RecordedCall::kIsOver, .event = event->number});
  for (std::size_t n = random_.below(4) + 1; n > 0 && advance();) --n;
  if (!event->recording) return true;
  if (event->recording->over) event->recording->point.acquire();
  return event->recording->over;
}

void EmulatedRuntime::synchronize(Event event) {
  refuse_while_capturing("synchronize");
  note({.kind = RecordedCall::kSynchronize, .event = event->number});
  if (event->recording) advance_until(*event->recording, "synchronize(event)");
}

void EmulatedRuntime::synchronize(Stream stream) {
  refuse_while_capturing("synchronize");
  note({.kind = RecordedCall::kSynchronize, .stream = stream->number});
  auto operation = std::make_unique<Operation>();
  const auto recording = operation->records = std::make_shared<Recording>();
  enqueue(stream, std::move(operation));
  advance_until(*recording, "synchronize(stream)");
}

float EmulatedRuntime::milliseconds_between(Event begin, Event end) {
  if (!begin->timing || !end->timing) {
    throw EmulationFault("milliseconds_between: an event that keeps no time");
  }
  if (!begin->recording || !end->recording || !begin->recording->over || !end->recording->over) {
    throw EmulationFault("milliseconds_between: an event that is not over");
  }
  return static_cast<float>(end->recording->executed - begin->recording->executed);
}

void EmulatedRuntime::check_device(const char* what, const void* memory, std::size_t bytes) const {
  const auto* first = static_cast<const std::byte*>(memory);
  auto found = device_.upper_bound(first);
  if (found == device_.begin() ||
      first + bytes > std::prev(found)->first + std::prev(found)->second->bytes) {
    throw EmulationFault(
        fmt::format("{}: {} bytes at {} are not within device memory that is "
                    "allocated",
                    what, bytes, memory));
  }
}

void EmulatedRuntime::check_pinned(const char* what, const void* memory, std::size_t bytes) const {
  const auto* first = static_cast<const std::byte*>(memory);
  auto found = pinned_.upper_bound(first);
  if (found == pinned_.begin() ||
      first + bytes > std::prev(found)->first + std::prev(found)->second->bytes) {
    throw EmulationFault(
        fmt::format("{}: {} bytes at {} are not within pinned memory", what, bytes, memory));
  }
}

namespace {
std::unique_ptr<Operation> operation_of(std::function<void()> transfer) {
  auto operation = std::make_unique<Operation>();
  operation->transfer = std::move(transfer);
  return operation;
}
std::unique_ptr<Operation> copy(void* to, const void* from, std::size_t bytes) {
  return operation_of([=] { std::memcpy(to, from, bytes); });
}
}  // namespace

void EmulatedRuntime::copy_to_device(Stream stream, void* to, const void* from, std::size_t bytes) {
  check_device("copy_to_device", to, bytes);
  check_pinned("copy_to_device", from, bytes);
  enqueue_work(stream, {.kind = RecordedCall::kCopyToDevice, .bytes = bytes},
               copy(to, from, bytes));
}

void EmulatedRuntime::copy_to_host(Stream stream, void* to, const void* from, std::size_t bytes) {
  check_pinned("copy_to_host", to, bytes);
  check_device("copy_to_host", from, bytes);
  enqueue_work(stream, {.kind = RecordedCall::kCopyToHost, .bytes = bytes}, copy(to, from, bytes));
}

void EmulatedRuntime::copy_on_device(Stream stream, void* to, const void* from, std::size_t bytes) {
  check_device("copy_on_device", to, bytes);
  check_device("copy_on_device", from, bytes);
  enqueue_work(stream, {.kind = RecordedCall::kCopyOnDevice, .bytes = bytes},
               copy(to, from, bytes));
}

void EmulatedRuntime::set_zero(Stream stream, void* memory, std::size_t bytes) {
  check_device("set_zero", memory, bytes);
  enqueue_work(stream, {.kind = RecordedCall::kSetZero, .bytes = bytes},
               operation_of([=] { std::memset(memory, 0, bytes); }));
}

int EmulatedRuntime::blocks_per_multiprocessor(const KernelEntry& entry, const LaunchShape& shape) {
  return gpu::blocks_per_multiprocessor(properties_, entry.max_threads, shape);
}

int EmulatedRuntime::clusters_at_once(const KernelEntry& entry, const LaunchShape& shape) {
  if (shape.cluster == failing_cluster_) throw GpuError("no answer about clusters");
  return gpu::clusters_at_once(properties_, entry.max_threads, shape);
}

void EmulatedRuntime::check_launch(const KernelEntry& entry, const LaunchShape& shape) const {
  const auto refuse = [&](const std::string& what) {
    throw EmulationFault(fmt::format("launch of {}: {}", entry.name, what));
  };
  if (shape.blocks < 1) refuse(fmt::format("{} blocks", shape.blocks));
  if (shape.threads < 1 || shape.threads > entry.max_threads || shape.threads > 1024) {
    refuse(fmt::format("{} threads in a block, at most {}", shape.threads, entry.max_threads));
  }
  if (shape.shared_bytes > properties_.shared_bytes_per_block) {
    refuse(fmt::format("{} bytes of shared memory, at most {}", shape.shared_bytes,
                       properties_.shared_bytes_per_block));
  }
  if (shape.cluster < 1 || shape.cluster > 16 || shape.blocks % shape.cluster != 0) {
    refuse(fmt::format("{} blocks in clusters of {}", shape.blocks, shape.cluster));
  }
  auto* self = const_cast<EmulatedRuntime*>(this);
  if (shape.cluster > 1 && self->clusters_at_once(entry, shape) == 0) {
    refuse(fmt::format("a cluster of {} does not fit {}", shape.cluster, properties_.name));
  }
  const int resident = self->blocks_per_multiprocessor(entry, shape) * properties_.multiprocessors;
  if (shape.cooperative && shape.blocks > resident) {
    refuse(fmt::format("{} cooperative blocks, {} fit", shape.blocks, resident));
  }
}

void EmulatedRuntime::launch_entry(Stream stream, const KernelEntry& entry,
                                   const LaunchShape& shape, const void* params,
                                   std::size_t params_bytes) {
  check_launch(entry, shape);
  const auto& kernel = *static_cast<const EmulatedKernel*>(entry.function);
  if (params_bytes != kernel.params_bytes) {
    throw EmulationFault(fmt::format("launch of {}: {} bytes of parameters, not {}", entry.name,
                                     params_bytes, kernel.params_bytes));
  }
  // Copied into memory that is aligned for anything.
  std::unique_ptr<void, void (*)(void*)> kept(std::aligned_alloc(64, (params_bytes + 63) / 64 * 64),
                                              &std::free);
  std::memcpy(kept.get(), params, params_bytes);
  auto operation = std::make_unique<Operation>();
  operation->launch = EmulatedLaunch{entry, shape, kept.get(), properties_.compute_capability};
  operation->params = std::move(kept);
  enqueue_work(stream, {.kind = RecordedCall::kLaunch, .name = entry.name, .shape = shape},
               std::move(operation));
}

void EmulatedRuntime::check_product(const MatrixProduct& p) const {
  if (p.m < 1 || p.n < 1 || p.k < 1) {
    throw EmulationFault(fmt::format("multiply: m {} n {} k {}", p.m, p.n, p.k));
  }
  if (p.precision == Precision::kBf16 && properties_.compute_capability < 80) {
    throw EmulationFault(fmt::format("multiply: bf16 on {}", properties_.name));
  }
  const std::size_t size = p.precision == Precision::kBf16 ? 2 : 4;
  const auto check = [&](const char* what, const void* matrix, int rows, int columns, int stride,
                         std::size_t element) {
    if (stride < columns) {
      throw EmulationFault(
          fmt::format("multiply: {}: rows of {} at a distance of {}", what, columns, stride));
    }
    check_device(what, matrix, (static_cast<std::size_t>(rows - 1) * stride + columns) * element);
  };
  check("multiply: A", p.a, p.transpose_a ? p.k : p.m, p.transpose_a ? p.m : p.k, p.lda, size);
  check("multiply: B", p.b, p.transpose_b ? p.n : p.k, p.transpose_b ? p.k : p.n, p.ldb, size);
  check("multiply: C", p.c, p.m, p.n, p.ldc, sizeof(float));
}

void EmulatedRuntime::multiply(Stream stream, const MatrixProduct& product) {
  check_product(product);
  if (products_until_refusal_ >= 0 && products_until_refusal_-- == 0) {
    throw OutOfMemory("multiply: refused, as the test wants it");
  }
  enqueue_work(stream, {.kind = RecordedCall::kMultiply, .product = product},
               operation_of([product] { multiply_on_host(product); }));
}

}  // namespace tactus::gpu::test
