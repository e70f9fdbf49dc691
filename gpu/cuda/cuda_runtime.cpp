#include "gpu/cuda/cuda_runtime.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "gpu/cuda/cuda_calls.h"
#include "gpu/cuda/cuda_products.h"
#include "gpu/runtime/driver_reasons.h"

namespace tactus::gpu {
namespace {

cudaStream_t cuda(Stream stream) {
  return reinterpret_cast<cudaStream_t>(stream);
}
cudaEvent_t cuda(Event event) {
  return reinterpret_cast<cudaEvent_t>(event);
}
cudaGraphExec_t cuda(Graph graph) {
  return reinterpret_cast<cudaGraphExec_t>(graph);
}

bool wanted_by_environment() {
  const char* value = std::getenv("TACTUS_CUDA_SYNC");
  return value != nullptr && std::string_view(value) != "0" && *value != '\0';
}

// A launch in the form of the CUDA runtime.
class LaunchConfig {
 public:
  LaunchConfig(const LaunchShape& shape, cudaStream_t stream) {
    config_.gridDim = dim3(static_cast<unsigned>(shape.blocks));
    config_.blockDim = dim3(static_cast<unsigned>(shape.threads));
    config_.dynamicSmemBytes = shape.shared_bytes;
    config_.stream = stream;
    config_.attrs = attributes_;
    if (shape.cluster > 1) {
      cudaLaunchAttribute& attribute = attributes_[config_.numAttrs++];
      attribute.id = cudaLaunchAttributeClusterDimension;
      attribute.val.clusterDim.x = static_cast<unsigned>(shape.cluster);
      attribute.val.clusterDim.y = 1;
      attribute.val.clusterDim.z = 1;
    }
    if (shape.cooperative) {
      cudaLaunchAttribute& attribute = attributes_[config_.numAttrs++];
      attribute.id = cudaLaunchAttributeCooperative;
      attribute.val.cooperative = 1;
    }
  }
  LaunchConfig(const LaunchConfig&) = delete;
  LaunchConfig& operator=(const LaunchConfig&) = delete;
  const cudaLaunchConfig_t* get() const { return &config_; }

 private:
  cudaLaunchAttribute attributes_[2] = {};
  cudaLaunchConfig_t config_ = {};
};

class CudaRuntime final : public Runtime {
 public:
  CudaRuntime(int device, DeviceProperties properties, bool check_every_call)
      : device_(device),
        properties_(std::move(properties)),
        check_every_call_(check_every_call),
        products_(properties_.compute_capability) {}
  ~CudaRuntime() override { cudaSetDevice(device_); }

  const DeviceProperties& properties() const override { return properties_; }
  std::size_t free_memory() const override;
  void* allocate(std::size_t bytes) override;
  void release(void* memory) noexcept override;
  void* allocate_pinned(std::size_t bytes) override;
  void release_pinned(void* memory) noexcept override;

  Stream create_stream(bool high_priority) override;
  void destroy(Stream stream) noexcept override;
  Event create_event() override { return create_event(cudaEventDisableTiming); }
  Event create_timing_event() override { return create_event(cudaEventDefault); }
  void destroy(Event event) noexcept override;
  void record(Event event, Stream stream) override;
  void wait(Stream stream, Event event) override;
  bool is_over(Event event) override;
  void synchronize(Event event) override;
  void synchronize(Stream stream) override;
  float milliseconds_between(Event begin, Event end) override;

  void copy_to_device(Stream stream, void* to, const void* from, std::size_t bytes) override;
  void copy_to_host(Stream stream, void* to, const void* from, std::size_t bytes) override;
  void copy_on_device(Stream stream, void* to, const void* from, std::size_t bytes) override;
  void set_zero(Stream stream, void* memory, std::size_t bytes) override;

  void launch_entry(Stream stream, const KernelEntry& entry, const LaunchShape& shape,
                    const void* params, std::size_t params_bytes) override;
  void multiply(Stream stream, const MatrixProduct& product) override;

  void begin_capture(Stream stream) override;
  Graph end_capture(Stream stream) override;
  void launch_graph(Stream stream, Graph graph) override;
  void destroy(Graph graph) noexcept override;

  int blocks_per_multiprocessor(const KernelEntry& entry, const LaunchShape& shape) override;
  int clusters_at_once(const KernelEntry& entry, const LaunchShape& shape) override;

  double milliseconds_of(const std::function<void()>& work);

 private:
  // Selects the card for the calls of this thread.
  void use() const { check(cudaSetDevice(device_), "cudaSetDevice"); }
  Event create_event(unsigned flags);
  void copy(Stream stream, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
  void prepare(const KernelEntry& entry);
  void require_possible(const KernelEntry& entry, const LaunchShape& shape) const;
  void check_if_asked(Stream stream, const char* what);

  int device_;
  DeviceProperties properties_;
  bool check_every_call_;
  CublasProducts products_;
  std::vector<Stream> streams_;
  std::unordered_set<const void*> prepared_;  // entries whose attributes are set
};

std::size_t CudaRuntime::free_memory() const {
  use();
  std::size_t available = 0, total = 0;
  check(cudaMemGetInfo(&available, &total), "cudaMemGetInfo");
  return available;
}

void* CudaRuntime::allocate(std::size_t bytes) {
  use();
  void* memory = nullptr;
  const cudaError_t result = cudaMalloc(&memory, bytes);
  if (result == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw OutOfMemory(fmt::format("{}: {:.1f} MiB needed, but only {:.1f} of {:.1f} MiB are free",
                                  properties_.name, static_cast<double>(bytes) / (1 << 20),
                                  static_cast<double>(free_memory()) / (1 << 20),
                                  static_cast<double>(properties_.memory_bytes) / (1 << 20)));
  }
  check(result, "cudaMalloc");
  return memory;
}

void CudaRuntime::release(void* memory) noexcept {
  cudaSetDevice(device_);
  cudaFree(memory);
}

void* CudaRuntime::allocate_pinned(std::size_t bytes) {
  use();
  void* memory = nullptr;
  const cudaError_t result = cudaMallocHost(&memory, bytes);
  if (result == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw OutOfMemory(fmt::format("{}: cannot pin {:.1f} MiB of the computer's memory",
                                  properties_.name, static_cast<double>(bytes) / (1 << 20)));
  }
  check(result, "cudaMallocHost");
  return memory;
}

void CudaRuntime::release_pinned(void* memory) noexcept {
  cudaSetDevice(device_);
  cudaFreeHost(memory);
}

Stream CudaRuntime::create_stream(bool high_priority) {
  use();
  int lowest = 0, highest = 0;
  check(cudaDeviceGetStreamPriorityRange(&lowest, &highest), "cudaDeviceGetStreamPriorityRange");
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking,
                                     high_priority ? highest : lowest),
        "cudaStreamCreateWithPriority");
  streams_.push_back(reinterpret_cast<Stream>(stream));
  return streams_.back();
}

void CudaRuntime::destroy(Stream stream) noexcept {
  cudaSetDevice(device_);
  cudaStreamSynchronize(cuda(stream));
  products_.forget(cuda(stream));
  cudaStreamDestroy(cuda(stream));
  std::erase(streams_, stream);
}

Event CudaRuntime::create_event(unsigned flags) {
  use();
  cudaEvent_t event = nullptr;
  check(cudaEventCreateWithFlags(&event, flags), "cudaEventCreateWithFlags");
  return reinterpret_cast<Event>(event);
}

void CudaRuntime::destroy(Event event) noexcept {
  cudaSetDevice(device_);
  cudaEventDestroy(cuda(event));
}

void CudaRuntime::record(Event event, Stream stream) {
  use();
  check(cudaEventRecord(cuda(event), cuda(stream)), "cudaEventRecord");
}

void CudaRuntime::wait(Stream stream, Event event) {
  use();
  check(cudaStreamWaitEvent(cuda(stream), cuda(event), 0), "cudaStreamWaitEvent");
}

bool CudaRuntime::is_over(Event event) {
  use();
  const cudaError_t result = cudaEventQuery(cuda(event));
  if (result == cudaErrorNotReady) return false;
  check(result, "cudaEventQuery");
  return true;
}

void CudaRuntime::synchronize(Event event) {
  use();
  check(cudaEventSynchronize(cuda(event)), "cudaEventSynchronize");
}

void CudaRuntime::synchronize(Stream stream) {
  use();
  check(cudaStreamSynchronize(cuda(stream)), "cudaStreamSynchronize");
}

float CudaRuntime::milliseconds_between(Event begin, Event end) {
  use();
  float milliseconds = 0.0f;
  check(cudaEventElapsedTime(&milliseconds, cuda(begin), cuda(end)), "cudaEventElapsedTime");
  return milliseconds;
}

void CudaRuntime::copy(Stream stream, void* to, const void* from, std::size_t bytes,
                       cudaMemcpyKind kind) {
  use();
  if (bytes == 0) return;
  check(cudaMemcpyAsync(to, from, bytes, kind, cuda(stream)), "cudaMemcpyAsync");
  check_if_asked(stream, "a copy");
}
void CudaRuntime::copy_to_device(Stream stream, void* to, const void* from, std::size_t bytes) {
  copy(stream, to, from, bytes, cudaMemcpyHostToDevice);
}
void CudaRuntime::copy_to_host(Stream stream, void* to, const void* from, std::size_t bytes) {
  copy(stream, to, from, bytes, cudaMemcpyDeviceToHost);
}
void CudaRuntime::copy_on_device(Stream stream, void* to, const void* from, std::size_t bytes) {
  copy(stream, to, from, bytes, cudaMemcpyDeviceToDevice);
}

void CudaRuntime::set_zero(Stream stream, void* memory, std::size_t bytes) {
  use();
  if (bytes == 0) return;
  check(cudaMemsetAsync(memory, 0, bytes, cuda(stream)), "cudaMemsetAsync");
  check_if_asked(stream, "set_zero");
}

// Sets once what a kernel needs beyond the defaults.
void CudaRuntime::prepare(const KernelEntry& entry) {
  if (prepared_.count(entry.function) > 0) return;
  cudaFuncAttributes found;
  const std::string place = fmt::format("{}: cudaFuncGetAttributes", entry.name);
  check(cudaFuncGetAttributes(&found, entry.function), place.c_str());
  const int most = static_cast<int>(properties_.shared_bytes_per_block - found.sharedSizeBytes);
  check(cudaFuncSetAttribute(entry.function, cudaFuncAttributeMaxDynamicSharedMemorySize, most),
        entry.name);
  if (properties_.compute_capability >= 90) {
    check(cudaFuncSetAttribute(entry.function, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
          entry.name);
  }
  if (entry.lost_wait != nullptr) let_waits_end(entry.lost_wait);
  prepared_.insert(entry.function);
}

void CudaRuntime::require_possible(const KernelEntry& entry, const LaunchShape& shape) const {
  if (shape.blocks < 1 || shape.threads < 1 || shape.threads > entry.max_threads) {
    throw std::invalid_argument(
        fmt::format("{}: {} blocks of {} threads, expected at least one of each and at most {} "
                    "threads",
                    entry.name, shape.blocks, shape.threads, entry.max_threads));
  }
  if (shape.cluster < 1 || shape.blocks % shape.cluster != 0) {
    throw std::invalid_argument(
        fmt::format("{}: {} blocks in clusters of {}", entry.name, shape.blocks, shape.cluster));
  }
  if (shape.shared_bytes > properties_.shared_bytes_per_block) {
    throw std::invalid_argument(
        fmt::format("{}: {} bytes of shared memory, expected at most {} on {}", entry.name,
                    shape.shared_bytes, properties_.shared_bytes_per_block, properties_.name));
  }
}

void CudaRuntime::launch_entry(Stream stream, const KernelEntry& entry, const LaunchShape& shape,
                               const void* params, std::size_t) {
  use();
  require_possible(entry, shape);
  prepare(entry);
  const LaunchConfig config(shape, cuda(stream));
  void* arguments[] = {const_cast<void*>(params)};
  const cudaError_t result = cudaLaunchKernelExC(config.get(), entry.function, arguments);
  if (result != cudaSuccess) {
    const std::string place =
        fmt::format("{}: {} blocks of {} threads, {} bytes of shared memory, clusters of {}{}",
                    entry.name, shape.blocks, shape.threads, shape.shared_bytes, shape.cluster,
                    shape.cooperative ? ", cooperative" : "");
    check(result, place.c_str());
  }
  check_if_asked(stream, entry.name);
}

void CudaRuntime::multiply(Stream stream, const MatrixProduct& product) {
  use();
  products_.multiply(cuda(stream), product);
  check_if_asked(stream, "a matrix product");
}

// Relaxed, because cuBLAS may load a kernel and allocate its workspace on its first use.
void CudaRuntime::begin_capture(Stream stream) {
  use();
  check(cudaStreamBeginCapture(cuda(stream), cudaStreamCaptureModeRelaxed),
        "cudaStreamBeginCapture");
}

Graph CudaRuntime::end_capture(Stream stream) {
  use();
  cudaGraph_t graph = nullptr;
  check(cudaStreamEndCapture(cuda(stream), &graph), "cudaStreamEndCapture");
  cudaGraphExec_t executable = nullptr;
  const cudaError_t result = cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphDestroy(graph);
  check(result, "cudaGraphInstantiate");
  const cudaError_t uploaded = cudaGraphUpload(executable, cuda(stream));
  if (uploaded != cudaSuccess) cudaGraphExecDestroy(executable);
  check(uploaded, "cudaGraphUpload");
  return reinterpret_cast<Graph>(executable);
}

void CudaRuntime::launch_graph(Stream stream, Graph graph) {
  use();
  check(cudaGraphLaunch(cuda(graph), cuda(stream)), "cudaGraphLaunch");
  check_if_asked(stream, "a graph");
}

void CudaRuntime::destroy(Graph graph) noexcept {
  cudaSetDevice(device_);
  cudaGraphExecDestroy(cuda(graph));
}

int CudaRuntime::blocks_per_multiprocessor(const KernelEntry& entry, const LaunchShape& shape) {
  use();
  if (shape.shared_bytes > properties_.shared_bytes_per_block) return 0;
  prepare(entry);
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, entry.function, shape.threads,
                                                      shape.shared_bytes),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return blocks;
}

int CudaRuntime::clusters_at_once(const KernelEntry& entry, const LaunchShape& shape) {
  if (shape.cluster == 1) {
    return blocks_per_multiprocessor(entry, shape) * properties_.multiprocessors;
  }
  if (properties_.compute_capability < 90) return 0;
  if (blocks_per_multiprocessor(entry, shape) == 0) return 0;
  const LaunchConfig config(shape, nullptr);
  int clusters = 0;
  const cudaError_t result =
      cudaOccupancyMaxActiveClusters(&clusters, entry.function, config.get());
  if (result == cudaErrorInvalidClusterSize || result == cudaErrorInvalidConfiguration) {
    cudaGetLastError();
    return 0;
  }
  check(result, "cudaOccupancyMaxActiveClusters");
  return clusters;
}

// A stream under capture runs nothing: the wait follows the launch of the graph.
void CudaRuntime::check_if_asked(Stream stream, const char* what) {
  if (!check_every_call_) return;
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  check(cudaStreamIsCapturing(cuda(stream), &capture), "cudaStreamIsCapturing");
  if (capture != cudaStreamCaptureStatusNone) return;
  const std::string place = fmt::format("{} (TACTUS_CUDA_SYNC)", what);
  check(cudaStreamSynchronize(cuda(stream)), place.c_str());
}

double CudaRuntime::milliseconds_of(const std::function<void()>& work) {
  use();
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  const OwnedEvent begin(*this, create_timing_event()), end(*this, create_timing_event());
  const OwnedEvent mark(*this, create_event());
  const OwnedStream clock(*this, create_stream(true));
  record(begin.get(), clock.get());
  work();
  for (const Stream stream : streams_) {
    if (stream == clock.get()) continue;
    record(mark.get(), stream);
    wait(clock.get(), mark.get());
  }
  record(end.get(), clock.get());
  synchronize(end.get());
  return milliseconds_between(begin.get(), end.get());
}

}  // namespace

std::shared_ptr<Runtime> make_cuda_runtime(int device, const CudaRuntimeOptions& options) {
  if (const std::string why = why_no_cuda(); !why.empty()) throw GpuError(why);
  const std::vector<DeviceProperties> cards = cuda_devices();
  if (device < 0 || device >= static_cast<int>(cards.size())) {
    throw GpuError(
        fmt::format("cuda:{}: this machine has {}, expected 0 to {}{}", device,
                    cards.size() == 1 ? "one card" : fmt::format("{} cards", cards.size()),
                    cards.size() - 1, about_hidden_cards(std::getenv("CUDA_VISIBLE_DEVICES"))));
  }
  const DeviceProperties& card = cards[static_cast<std::size_t>(device)];
  if (const std::string why = why_no_code(card); !why.empty())
    throw GpuError(fmt::format("cuda:{}: {}", device, why));
  check(cudaSetDevice(device), "cudaSetDevice");
  return std::make_shared<CudaRuntime>(device, card,
                                       options.check_every_call || wanted_by_environment());
}

double milliseconds_on_card(Runtime& runtime, const std::function<void()>& work) {
  return dynamic_cast<CudaRuntime&>(runtime).milliseconds_of(work);
}

}  // namespace tactus::gpu
