// cuDNN's side of tests/bench/peers/gpu_peers.py: its C API with each of its algorithms. Reads one
// case a line, "PRECISION MODE LAYERS INPUT HIDDEN DIRECTIONS BATCH STEPS REPEATS" with PRECISION
// fp32, tf32, bf16 or fp16 and MODE forward or training; answers "MILLISECONDS ALGORITHM" of the
// fastest, or "absent". Lengths are all equal; training computes all gradients, that of the input
// too (cuDNN has no way without).
#include <cuda_runtime_api.h>
#include <cudnn.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Refused {
  std::string why;
};
void check(cudnnStatus_t status) {
  if (status != CUDNN_STATUS_SUCCESS) throw Refused{cudnnGetErrorString(status)};
}
void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  cudaGetLastError();
  throw Refused{cudaGetErrorString(status)};
}

class Memory {
 public:
  explicit Memory(std::size_t bytes) : bytes_(bytes) {
    check(cudaMalloc(&data_, std::max<std::size_t>(bytes, 1)));
    check(cudaMemset(data_, 0, bytes));
  }
  ~Memory() { cudaFree(data_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  void* get() const { return data_; }
  std::size_t bytes() const { return bytes_; }

  // Small numbers in the data type; bf16 and fp16 by their bits.
  void fill(cudnnDataType_t type, double range) {
    std::minstd_rand generator(1);
    std::uniform_real_distribution<float> uniform(static_cast<float>(-range),
                                                  static_cast<float>(range));
    if (type == CUDNN_DATA_FLOAT) {
      std::vector<float> values(bytes_ / 4);
      for (float& value : values) value = uniform(generator);
      check(cudaMemcpy(data_, values.data(), values.size() * 4, cudaMemcpyHostToDevice));
      return;
    }
    std::vector<unsigned short> values(bytes_ / 2);
    for (unsigned short& value : values) value = short_bits(type, uniform(generator));
    check(cudaMemcpy(data_, values.data(), values.size() * 2, cudaMemcpyHostToDevice));
  }

 private:
  static unsigned short short_bits(cudnnDataType_t type, float value) {
    unsigned bits;
    static_assert(sizeof bits == sizeof value);
    __builtin_memcpy(&bits, &value, sizeof bits);
    if (type == CUDNN_DATA_BFLOAT16) return static_cast<unsigned short>(bits >> 16);
    const int exponent = static_cast<int>(bits >> 23 & 0xff) - 127 + 15;  // small ones become 0
    if (exponent <= 0) return static_cast<unsigned short>(bits >> 16 & 0x8000);
    return static_cast<unsigned short>((bits >> 16 & 0x8000) | exponent << 10 |
                                       (bits >> 13 & 0x3ff));
  }
  void* data_ = nullptr;
  std::size_t bytes_;
};

struct Case {
  std::string precision, mode;
  int layers, input, hidden, directions, batch, steps, repeats;
  cudnnDataType_t type() const {
    return precision == "bf16"   ? CUDNN_DATA_BFLOAT16
           : precision == "fp16" ? CUDNN_DATA_HALF
                                 : CUDNN_DATA_FLOAT;
  }
  cudnnMathType_t math() const {
    return precision == "fp32"   ? CUDNN_FMA_MATH
           : precision == "tf32" ? CUDNN_DEFAULT_MATH
                                 : CUDNN_TENSOR_OP_MATH;
  }
  std::size_t value_size() const { return type() == CUDNN_DATA_FLOAT ? 4 : 2; }
  bool training() const { return mode == "training"; }
};

class Network {
 public:
  Network(cudnnHandle_t handle, const Case& c, cudnnRNNAlgo_t algorithm) : handle_(handle), c_(c) {
    try {
      describe(algorithm);
      take_memory();
    } catch (...) {
      destroy();
      throw;
    }
  }
  ~Network() { destroy(); }
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  void run() {
    const cudnnForwardMode_t mode =
        c_.training() ? CUDNN_FWD_MODE_TRAINING : CUDNN_FWD_MODE_INFERENCE;
    check(cudnnRNNForward(handle_, rnn_, mode, lengths(), x_desc_, x_->get(), y_desc_, y_->get(),
                          h_desc_, nullptr, nullptr, h_desc_, nullptr, nullptr, weights_->bytes(),
                          weights_->get(), work_->bytes(), work_->get(), reserve_->bytes(),
                          reserve_->get()));
    if (!c_.training()) return;
    check(cudaMemsetAsync(gradients_->get(), 0, gradients_->bytes()));
    check(cudnnRNNBackwardData_v8(
        handle_, rnn_, lengths(), y_desc_, y_->get(), dy_->get(), x_desc_, dx_->get(), h_desc_,
        nullptr, nullptr, nullptr, h_desc_, nullptr, nullptr, nullptr, weights_->bytes(),
        weights_->get(), work_->bytes(), work_->get(), reserve_->bytes(), reserve_->get()));
    check(cudnnRNNBackwardWeights_v8(handle_, rnn_, CUDNN_WGRAD_MODE_ADD, lengths(), x_desc_,
                                     x_->get(), h_desc_, nullptr, y_desc_, y_->get(),
                                     weights_->bytes(), gradients_->get(), work_->bytes(),
                                     work_->get(), reserve_->bytes(), reserve_->get()));
  }

 private:
  const std::int32_t* lengths() const {
    return static_cast<const std::int32_t*>(device_lengths_->get());
  }
  void describe(cudnnRNNAlgo_t algorithm) {
    check(cudnnCreateDropoutDescriptor(&dropout_));
    check(cudnnSetDropoutDescriptor(dropout_, handle_, 0.0f, nullptr, 0, 0));
    check(cudnnCreateRNNDescriptor(&rnn_));
    check(cudnnSetRNNDescriptor_v8(rnn_, algorithm, CUDNN_LSTM, CUDNN_RNN_SINGLE_INP_BIAS,
                                   c_.directions == 2 ? CUDNN_BIDIRECTIONAL : CUDNN_UNIDIRECTIONAL,
                                   CUDNN_LINEAR_INPUT, c_.type(), CUDNN_DATA_FLOAT, c_.math(),
                                   c_.input, c_.hidden, c_.hidden, c_.layers, dropout_,
                                   CUDNN_RNN_PADDED_IO_DISABLED));
    if (algorithm == CUDNN_RNN_ALGO_PERSIST_DYNAMIC) {
      check(cudnnBuildRNNDynamic(handle_, rnn_, c_.batch));
    }
    const std::vector<int> lengths(static_cast<std::size_t>(c_.batch), c_.steps);
    const auto data = [&](cudnnRNNDataDescriptor_t& descriptor, int width) {
      check(cudnnCreateRNNDataDescriptor(&descriptor));
      check(cudnnSetRNNDataDescriptor(descriptor, c_.type(), CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED,
                                      c_.steps, c_.batch, width, lengths.data(), nullptr));
    };
    data(x_desc_, c_.input);
    data(y_desc_, c_.directions * c_.hidden);
    const int dims[] = {c_.layers * c_.directions, c_.batch, c_.hidden};
    const int strides[] = {c_.batch * c_.hidden, c_.hidden, 1};
    check(cudnnCreateTensorDescriptor(&h_desc_));
    check(cudnnSetTensorNdDescriptor(h_desc_, c_.type(), 3, dims, strides));
    device_lengths_ = std::make_unique<Memory>(lengths.size() * sizeof(int));
    check(cudaMemcpy(device_lengths_->get(), lengths.data(), device_lengths_->bytes(),
                     cudaMemcpyHostToDevice));
  }
  void take_memory() {
    const std::size_t frames = static_cast<std::size_t>(c_.steps) * c_.batch;
    const auto room = [&](std::size_t width) {
      return std::make_unique<Memory>(frames * width * c_.value_size());
    };
    const std::size_t outputs = static_cast<std::size_t>(c_.directions) * c_.hidden;
    x_ = room(c_.input);
    y_ = room(outputs);
    x_->fill(c_.type(), 1.0);
    std::size_t weights = 0, work = 0, reserve = 0;
    check(cudnnGetRNNWeightSpaceSize(handle_, rnn_, &weights));
    weights_ = std::make_unique<Memory>(weights);
    weights_->fill(c_.type(), 0.05);
    check(cudnnGetRNNTempSpaceSizes(
        handle_, rnn_, c_.training() ? CUDNN_FWD_MODE_TRAINING : CUDNN_FWD_MODE_INFERENCE, x_desc_,
        &work, &reserve));
    work_ = std::make_unique<Memory>(work);
    reserve_ = std::make_unique<Memory>(reserve);
    if (!c_.training()) return;
    gradients_ = std::make_unique<Memory>(weights);
    dx_ = room(c_.input);
    dy_ = room(outputs);
    dy_->fill(c_.type(), 0.01);
  }
  void destroy() {
    if (x_desc_) cudnnDestroyRNNDataDescriptor(x_desc_);
    if (y_desc_) cudnnDestroyRNNDataDescriptor(y_desc_);
    if (h_desc_) cudnnDestroyTensorDescriptor(h_desc_);
    if (rnn_) cudnnDestroyRNNDescriptor(rnn_);
    if (dropout_) cudnnDestroyDropoutDescriptor(dropout_);
  }

  cudnnHandle_t handle_;
  const Case& c_;
  cudnnRNNDescriptor_t rnn_ = nullptr;
  cudnnDropoutDescriptor_t dropout_ = nullptr;
  cudnnRNNDataDescriptor_t x_desc_ = nullptr, y_desc_ = nullptr;
  cudnnTensorDescriptor_t h_desc_ = nullptr;
  std::unique_ptr<Memory> device_lengths_, x_, y_, dx_, dy_, weights_, gradients_, work_, reserve_;
};

float milliseconds_of(Network& network, int runs, cudaEvent_t begin, cudaEvent_t end) {
  check(cudaEventRecord(begin));
  for (int run = 0; run < runs; ++run) network.run();
  check(cudaEventRecord(end));
  check(cudaEventSynchronize(end));
  float milliseconds = 0.0f;
  check(cudaEventElapsedTime(&milliseconds, begin, end));
  return milliseconds / static_cast<float>(runs);
}

float median_milliseconds(Network& network, int repeats) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  network.run();
  const float first = milliseconds_of(network, 1, begin, end);
  const int runs = std::clamp(static_cast<int>(5.0f / first) + 1, 1, 50);
  std::vector<float> times;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    times.push_back(milliseconds_of(network, runs, begin, end));
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

std::string answer_of(cudnnHandle_t handle, const Case& c) {
  constexpr std::pair<cudnnRNNAlgo_t, const char*> kAlgorithms[] = {
      {CUDNN_RNN_ALGO_STANDARD, "standard"},
      {CUDNN_RNN_ALGO_PERSIST_STATIC, "persist_static"},
      {CUDNN_RNN_ALGO_PERSIST_DYNAMIC, "persist_dynamic"},
      {CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H, "persist_small_h"}};
  float best = 0.0f;
  const char* name = nullptr;
  for (const auto& [algorithm, its_name] : kAlgorithms) {
    try {
      Network network(handle, c, algorithm);
      const float time = median_milliseconds(network, c.repeats);
      if (name == nullptr || time < best) {
        best = time;
        name = its_name;
      }
    } catch (const Refused& refused) {
      std::fprintf(stderr, "%s %s %d: %s: %s\n", c.precision.c_str(), c.mode.c_str(), c.hidden,
                   its_name, refused.why.c_str());
    }
  }
  if (name == nullptr) return "absent";
  char text[64];
  std::snprintf(text, sizeof text, "%.6g %s", best, name);
  return text;
}

}  // namespace

int main() {
  cudnnHandle_t handle;
  try {
    check(cudnnCreate(&handle));
  } catch (const Refused& refused) {
    std::fprintf(stderr, "peer_cudnn: %s\n", refused.why.c_str());
    return 1;
  }
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    Case c;
    words >> c.precision >> c.mode >> c.layers >> c.input >> c.hidden >> c.directions >> c.batch >>
        c.steps >> c.repeats;
    std::cout << (words ? answer_of(handle, c) : "absent") << std::endl;
  }
  cudnnDestroy(handle);
  return 0;
}
