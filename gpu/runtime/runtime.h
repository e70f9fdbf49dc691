// All calls from the backend to a card. So the same host code runs on the CUDA runtime
// (cuda_runtime.h) and on an emulation, which executes kernels on the host in the worst allowed
// order.
//
// Work is queued in streams: in order within one, in any order between two if no event orders them.
// Runtime errors throw GpuError with the call and the message of the runtime. One thread at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "audio/error.h"
#include "gpu/runtime/kernel_entry.h"

namespace tactus::gpu {

class GpuError : public ErrorOf<ErrorCode::kBackend> {
  using ErrorOf::ErrorOf;
};

// No room on the card: the message gives the bytes asked for, held and free.
class OutOfMemory : public std::bad_alloc {
 public:
  explicit OutOfMemory(std::string message)
      : message_(std::make_shared<std::string>(std::move(message))) {}
  const char* what() const noexcept override { return message_->c_str(); }

 private:
  std::shared_ptr<std::string> message_;
};

struct DeviceProperties {
  std::string name;
  int compute_capability = 0;  // 90 = sm_90
  int multiprocessors = 0;
  int clock_khz = 0;  // of the multiprocessors, at boost
  int memory_clock_khz = 0;
  int memory_bus_bits = 0;
  std::size_t memory_bytes = 0;
  std::size_t shared_bytes_per_block = 0;  // the largest that a kernel can request
  std::size_t registers_per_multiprocessor = 0;
};

struct StreamObject;
struct EventObject;
struct GraphObject;
using Stream = StreamObject*;
using Event = EventObject*;
using Graph = GraphObject*;

struct LaunchShape {
  int blocks = 1;
  int threads = 1;
  std::size_t shared_bytes = 0;
  int cluster = 1;           // blocks that share distributed shared memory; divides `blocks`
  bool cooperative = false;  // all blocks run at once, or the launch fails
};

inline LaunchShape one_thread_each(long long items, int threads) {
  return {static_cast<int>((items + threads - 1) / threads), threads};
}

// Precision of matrix products; results and sums are always fp32.
enum class Precision {
  kFp32,  // IEEE single precision; never replaced by TF32
  kTf32,  // factors rounded to 10 bits of mantissa
  kBf16,  // factors are bf16 in memory
};

// Row-major C[m,n] = alpha op(A) op(B) + beta C, op(A) [m,k], op(B) [k,n], all sizes at least 1. A
// and B point to bf16 values when the precision is kBf16, else to floats. The order of its sums
// depends on the sizes only.
struct MatrixProduct {
  Precision precision = Precision::kFp32;
  bool transpose_a = false, transpose_b = false;
  int m = 0, n = 0, k = 0;
  float alpha = 1.0f, beta = 0.0f;
  const void* a = nullptr;
  const void* b = nullptr;
  float* c = nullptr;
  int lda = 0, ldb = 0, ldc = 0;  // elements from one stored row to the next
};

class Runtime {
 public:
  virtual ~Runtime() = default;

  virtual const DeviceProperties& properties() const = 0;
  // Bytes free on the card now, counting all programs.
  virtual std::size_t free_memory() const = 0;

  // Device memory, aligned to 256 bytes, content undefined. Throws OutOfMemory.
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;
  // Page-locked host memory: copies from and to it run beside kernels.
  virtual void* allocate_pinned(std::size_t bytes) = 0;
  virtual void release_pinned(void* memory) noexcept = 0;

  virtual Stream create_stream(bool high_priority) = 0;
  virtual void destroy(Stream stream) noexcept = 0;
  virtual Event create_event() = 0;
  // An event for milliseconds_between; costs more.
  virtual Event create_timing_event() { return create_event(); }
  virtual void destroy(Event event) noexcept = 0;
  virtual void record(Event event, Stream stream) = 0;
  virtual void wait(Stream stream, Event event) = 0;  // later work of the stream waits
  virtual bool is_over(Event event) = 0;
  virtual void synchronize(Event event) = 0;  // the host waits
  virtual void synchronize(Stream stream) = 0;
  // Milliseconds on the device between two events of create_timing_event, which must be over.
  virtual float milliseconds_between(Event begin, Event end) = 0;

  // Host memory must be pinned and untouched until the copy has run.
  virtual void copy_to_device(Stream stream, void* to, const void* from, std::size_t bytes) = 0;
  virtual void copy_to_host(Stream stream, void* to, const void* from, std::size_t bytes) = 0;
  virtual void copy_on_device(Stream stream, void* to, const void* from, std::size_t bytes) = 0;
  virtual void set_zero(Stream stream, void* memory, std::size_t bytes) = 0;

  // `params` is a Kernel::Params; it is copied. See launch() below.
  virtual void launch_entry(Stream stream, const KernelEntry& entry, const LaunchShape& shape,
                            const void* params, std::size_t params_bytes) = 0;
  // May allocate memory for the stream, and throw OutOfMemory.
  virtual void multiply(Stream stream, const MatrixProduct& product) = 0;

  // Between the two calls, work for `stream`, and for streams that wait for its events, is recorded
  // instead of run. The streams must have joined `stream` again at the end.
  virtual void begin_capture(Stream stream) = 0;
  virtual Graph end_capture(Stream stream) = 0;
  virtual void launch_graph(Stream stream, Graph graph) = 0;
  virtual void destroy(Graph graph) noexcept = 0;

  // Blocks of a launch that one multiprocessor holds at once; clusters that the card holds at once
  // (0: the card cannot run such a launch).
  virtual int blocks_per_multiprocessor(const KernelEntry& entry, const LaunchShape& shape) = 0;
  virtual int clusters_at_once(const KernelEntry& entry, const LaunchShape& shape) = 0;
};

template <class Kernel>
void launch(Runtime& runtime, Stream stream, const LaunchShape& shape,
            const typename Kernel::Params& params) {
  static_assert(sizeof(params) <= 4096);
  runtime.launch_entry(stream, kernel_entry<Kernel>(), shape, &params, sizeof(params));
}

// Owner of a stream, event or graph; the runtime must outlive it. Move-only.
template <class Handle>
class Owned {
 public:
  Owned() = default;
  Owned(Runtime& runtime, Handle handle) : runtime_(&runtime), handle_(handle) {}
  ~Owned() {
    if (handle_ != nullptr) runtime_->destroy(handle_);
  }
  Owned(Owned&& other) noexcept { swap(other); }
  Owned& operator=(Owned&& other) noexcept {
    Owned moved(std::move(other));
    swap(moved);
    return *this;
  }
  Handle get() const { return handle_; }
  explicit operator bool() const { return handle_ != nullptr; }

 private:
  void swap(Owned& other) noexcept {
    std::swap(runtime_, other.runtime_);
    std::swap(handle_, other.handle_);
  }
  Runtime* runtime_ = nullptr;
  Handle handle_ = nullptr;
};
using OwnedStream = Owned<Stream>;
using OwnedEvent = Owned<Event>;
using OwnedGraph = Owned<Graph>;

}  // namespace tactus::gpu
