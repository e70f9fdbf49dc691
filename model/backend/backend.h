// The port through which a network computes: whole layer passes over a padded minibatch on one
// device.
//
// Layout: everything is time-major, [T,B,C] row-major, T steps (padded), B sequences, lengths[B] in
// 0..T. A padded frame (t >= lengths[b]) comes out of lstm_forward as zero and contributes no
// gradient; the backward direction of a layer starts at each sequence's own last frame.
//
// Memory: every pointer is memory of the backend (allocate, or for reading `readable`), unless it
// is marked "host". Callers may add offsets to such pointers, but only the backend may dereference
// them. Calls are executed in order, as if each had finished before the next begins. Only
// `download` and `await` wait for results. So a device can queue a whole training step, and receive
// the next batch while it computes (`upload_ahead`).
//
// Gradients (names with d) are added to the values in memory. Results do not depend on the number
// of threads. One thread at a time may use a backend; it may have its own threads.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tactus {

struct LstmShape {
  int steps = 0;       // T
  int batch = 0;       // B
  int input = 0;       // C
  int hidden = 0;      // H
  int directions = 1;  // D: 1 = forward only, 2 = both; the output is [T,B,D*H], forward half first
};

// Parameters (or gradients) of one direction: gates in the order i, f, g, o; see network_spec.h for
// shapes.
template <typename T>
struct LstmDirection {
  T* weight_input = nullptr;      // [4H,C]
  T* weight_recurrent = nullptr;  // [4H,H]
  T* bias = nullptr;              // [4H]
  T* peephole = nullptr;          // [3H] (i, f, o) or null: no peepholes
};
// The weights of a layer in the backend's own layout. Inference (without a tape) fills it and uses
// it again: one call at a time, on one backend, for a layer of the same sizes. The owner of the
// weights keeps one per layer, and calls forget() whenever they change.
struct PreparedWeights {
  struct Layout {
    virtual ~Layout() = default;
  };
  void forget() { layout.reset(); }
  std::unique_ptr<Layout> layout;
};
struct LstmWeights : std::array<LstmDirection<const float>, 2> {
  LstmWeights() = default;
  // `prepared` null: the layout is made for each call.
  LstmWeights(const std::array<LstmDirection<const float>, 2>& directions,
              PreparedWeights* prepared_weights = nullptr)
      : array(directions), prepared(prepared_weights) {}
  PreparedWeights* prepared = nullptr;
};
using LstmGradients = std::array<LstmDirection<float>, 2>;

// One layer of a stack: its input is the output of the layer below.
struct LstmStackLayer {
  LstmShape shape;
  LstmWeights weights;
  float* y = nullptr;     // [T,B,D*H]; no two layers share one
  float* tape = nullptr;  // null: inference
};

// Logits of a head and the weights of its loss, [T,B,...]. Null pointers mean the stated default.
struct LossInput {
  int steps = 0;                          // T
  int batch = 0;                          // B
  int classes = 0;                        // K
  const std::int32_t* lengths = nullptr;  // [B]
  const float* logits = nullptr;          // [T,B,K]
  const float* frame_weight = nullptr;    // [T,B], 0 = not counted; null = 1
  const float* class_weight = nullptr;    // [K], positive or class weights; null = 1
};

// Sum of the weighted losses and the number of counted elements; the loss is their quotient (0 when
// empty).
struct LossSum {
  double sum = 0.0;
  double count = 0.0;
};

// A stream of the counter-based generator (Philox4x32-10, Salmon et al. 2011): element n of a
// dropout mask is word n % 4 of the block with counter (n / 4, stream) and key `seed`. The same on
// every backend.
struct RandomStream {
  std::uint64_t seed = 0;
  std::uint64_t stream = 0;
};
// The dropout stream before `layer` (the number of layers: before the heads) in a training step.
inline RandomStream dropout_stream(std::uint64_t seed, std::uint64_t step, std::size_t layer) {
  return {seed, step << 8 | layer};
}
// A random word below this drops its element.
inline std::uint64_t dropout_threshold(double rate) {
  return static_cast<std::uint64_t>(std::llround(std::ldexp(rate, 32)));
}

struct AdamStep {
  float learning_rate = 0.0f;
  float beta1 = 0.0f;
  float beta2 = 0.0f;
  float epsilon = 0.0f;
  float weight_decay = 0.0f;
  std::int64_t step = 1;  // 1-based, for the bias correction
};

// Values on the device that decide about an optimiser step: nothing changes unless all are finite.
// Memory of the backend.
struct StepGuard {
  const double* squared_norm = nullptr;  // [1], of the gradients
  const LossSum* losses = nullptr;       // [loss_count]
  int loss_count = 0;
  double clip_norm = 0.0;  // larger gradient norms are scaled down to it; 0 = no clipping
};
// Factor of the gradients.
inline float clip_scale(double squared_norm, double clip_norm) {
  const double norm = std::sqrt(squared_norm);
  return clip_norm > 0.0 && norm > clip_norm ? static_cast<float>(clip_norm / norm) : 1.0f;
}
// For backends on host memory: true if the step may be made.
inline bool is_finite(const StepGuard& guard) {
  bool finite = std::isfinite(*guard.squared_norm);
  for (int i = 0; i < guard.loss_count; ++i) finite &= std::isfinite(guard.losses[i].sum);
  return finite;
}

class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string name() const = 0;  // "cpu, 2 threads, avx512"

  // `bytes` of memory set to zero, aligned to 64 bytes; throws std::bad_alloc. 0 bytes may give
  // null.
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;
  // Bytes taken from a separate device; 0 = its memory is that of the host.
  virtual std::size_t device_memory() const { return 0; }
  // `from` (upload) and `to` (download) are host memory; the caller may reuse it after the call.
  virtual void upload(void* to, const void* from, std::size_t bytes) = 0;
  virtual void download(void* to, const void* from, std::size_t bytes) = 0;
  virtual void set_zero(void* memory, std::size_t bytes) = 0;
  // Host memory, of any alignment, if the other calls can read it in place, and do so before they
  // return; null = it has to be uploaded.
  virtual const float* readable(const float* /*host*/) const { return nullptr; }

  // As upload, but it may overtake earlier calls: those that are not yet waited for must not use
  // `to`.
  virtual void upload_ahead(void* to, const void* from, std::size_t bytes) {
    upload(to, from, bytes);
  }
  // As download, but `to` (host) is filled only after await() with the ticket, or with a
  // later one. Waits for the calls before this one, not for those after it.
  using Ticket = std::uint64_t;
  virtual Ticket download_later(void* to, const void* from, std::size_t bytes) {
    download(to, from, bytes);
    return 0;
  }
  virtual void await(Ticket) {}

  // Floats that lstm_forward stores for lstm_backward.
  virtual std::size_t lstm_tape_size(const LstmShape& shape) const = 0;
  // x [T,B,C] -> y [T,B,D*H]. `tape` null: inference, nothing is stored.
  virtual void lstm_forward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                            const LstmWeights& weights, float* y, float* tape) = 0;
  // The same as lstm_forward for each layer in turn; a device may compute layers side by side.
  virtual void lstm_stack_forward(const std::int32_t* lengths, const float* x,
                                  std::span<const LstmStackLayer> layers) {
    for (const LstmStackLayer& layer : layers) {
      lstm_forward(layer.shape, lengths, x, layer.weights, layer.y, layer.tape);
      x = layer.y;
    }
  }
  // dy [T,B,D*H] -> dx [T,B,C] (null: not needed) and the parameters' gradients. Overwrites the
  // tape.
  virtual void lstm_backward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                             const LstmWeights& weights, const float* y, float* tape,
                             const float* dy, float* dx, const LstmGradients& gradients) = 0;

  // x [rows,in] -> y [rows,out] = x weight^T + bias, weight [out,in].
  virtual void linear_forward(std::size_t rows, int in, int out, const float* x,
                              const float* weight, const float* bias, float* y) = 0;
  virtual void linear_backward(std::size_t rows, int in, int out, const float* x,
                               const float* weight, const float* dy, float* dx, float* dweight,
                               float* dbias) = 0;

  // y = x / (1 - rate) if the mask keeps the element, else 0; y may be x. The backward pass is the
  // same call on the gradient.
  virtual void dropout(std::size_t n, double rate, RandomStream random, const float* x,
                       float* y) = 0;

  // Binary cross-entropy of sigmoid(logits) with target [T,B,K] in [0,1]; `shift_tolerance` in
  // frames, see losses.h. Adds scale * d(loss)/d(logits) to dlogits unless dlogits is null.
  virtual void sigmoid_loss(const LossInput& input, const float* target, int shift_tolerance,
                            float scale, LossSum* loss, float* dlogits) = 0;
  // Cross-entropy of softmax(logits) with category [T,B]; -1 = not counted.
  virtual void softmax_loss(const LossInput& input, const std::int32_t* category, float scale,
                            LossSum* loss, float* dlogits) = 0;

  // Cross-entropy of softmax(logits) with a distribution over the classes for each frame, target
  // [T,B,K]. class_weight must be null.
  virtual void softmax_soft_loss(const LossInput& input, const float* target, float scale,
                                 LossSum* loss, float* dlogits) = 0;

  // Sum of squares in double, in an order that depends on n only.
  virtual void squared_norm(std::size_t n, const float* x, double* result) = 0;
  // AdamW (Loshchilov & Hutter 2019); decay [n] multiplies the weight decay of each parameter (0 or
  // 1).
  virtual void adam_step(const AdamStep& step, const StepGuard& guard, std::size_t n,
                         const float* decay, const float* gradient, float* parameter,
                         float* first_moment, float* second_moment) = 0;
};

// Owner of `size` values of a backend's memory; the backend must outlive it. Move-only.
template <typename T>
class DeviceArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  DeviceArray() = default;
  DeviceArray(Backend& backend, std::size_t size)
      : backend_(&backend),
        data_(static_cast<T*>(backend.allocate(size * sizeof(T)))),
        size_(size) {}
  ~DeviceArray() {
    if (backend_ != nullptr) backend_->release(data_);
  }
  DeviceArray(DeviceArray&& other) noexcept { swap(other); }
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    DeviceArray moved(std::move(other));
    swap(moved);
    return *this;
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }

  // Makes room for at least `size` values; if it must grow, the old content is lost.
  void reserve(Backend& backend, std::size_t size) {
    if (size > size_) *this = DeviceArray(backend, size);
  }
  void upload(const T* host, std::size_t n) {
    if (n > 0) backend_->upload(data_, host, n * sizeof(T));
  }
  std::vector<T> download(std::size_t n) const {
    std::vector<T> host(n);
    if (n > 0) backend_->download(host.data(), data_, n * sizeof(T));
    return host;
  }
  void set_zero(std::size_t n) {
    if (n > 0) backend_->set_zero(data_, n * sizeof(T));
  }

 private:
  void swap(DeviceArray& other) noexcept {
    std::swap(backend_, other.backend_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  Backend* backend_ = nullptr;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tactus
