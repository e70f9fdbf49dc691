// What a network does when its backend has no memory left.
#include <gtest/gtest.h>

#include <map>
#include <new>

#include "model/fitting_batch.h"
#include "model/network.h"
#include "model/reference_backend.h"
#include "tests/model/random_network.h"

namespace tactus::test {
namespace {

class NoMemory : public std::bad_alloc {
 public:
  const char* what() const noexcept override { return "the bound of the test"; }
};

// The reference backend with a bound on what is allocated at once.
class BoundedBackend final : public Backend {
 public:
  std::size_t bound = 0;  // bytes; 0 = none
  std::size_t in_use = 0, peak = 0;

  std::string name() const override { return "bounded"; }
  void* allocate(std::size_t bytes) override {
    if (bound > 0 && in_use + bytes > bound) throw NoMemory();
    void* memory = inner_->allocate(bytes);
    sizes_[memory] = bytes;
    in_use += bytes;
    peak = std::max(peak, in_use);
    return memory;
  }
  void release(void* memory) noexcept override {
    if (memory == nullptr) return;
    in_use -= sizes_[memory];
    sizes_.erase(memory);
    inner_->release(memory);
  }
  void upload(void* to, const void* from, std::size_t n) override { inner_->upload(to, from, n); }
  void download(void* to, const void* from, std::size_t n) override {
    inner_->download(to, from, n);
  }
  void set_zero(void* memory, std::size_t bytes) override { inner_->set_zero(memory, bytes); }
  std::size_t lstm_tape_size(const LstmShape& shape) const override {
    return inner_->lstm_tape_size(shape);
  }
  void lstm_forward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                    const LstmWeights& weights, float* y, float* tape) override {
    inner_->lstm_forward(shape, lengths, x, weights, y, tape);
  }
  void lstm_backward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                     const LstmWeights& weights, const float* y, float* tape, const float* dy,
                     float* dx, const LstmGradients& gradients) override {
    inner_->lstm_backward(shape, lengths, x, weights, y, tape, dy, dx, gradients);
  }
  void linear_forward(std::size_t rows, int in, int out, const float* x, const float* weight,
                      const float* bias, float* y) override {
    inner_->linear_forward(rows, in, out, x, weight, bias, y);
  }
  void linear_backward(std::size_t rows, int in, int out, const float* x, const float* weight,
                       const float* dy, float* dx, float* dweight, float* dbias) override {
    inner_->linear_backward(rows, in, out, x, weight, dy, dx, dweight, dbias);
  }
  void dropout(std::size_t n, double rate, RandomStream random, const float* x, float* y) override {
    inner_->dropout(n, rate, random, x, y);
  }
  void sigmoid_loss(const LossInput& input, const float* target, int shift_tolerance, float scale,
                    LossSum* loss, float* dlogits) override {
    inner_->sigmoid_loss(input, target, shift_tolerance, scale, loss, dlogits);
  }
  void softmax_loss(const LossInput& input, const std::int32_t* category, float scale,
                    LossSum* loss, float* dlogits) override {
    inner_->softmax_loss(input, category, scale, loss, dlogits);
  }
  void squared_norm(std::size_t n, const float* x, double* result) override {
    inner_->squared_norm(n, x, result);
  }
  void adam_step(const AdamStep& step, const StepGuard& guard, std::size_t n, const float* decay,
                 const float* gradient, float* parameter, float* first, float* second) override {
    inner_->adam_step(step, guard, n, decay, gradient, parameter, first, second);
  }

 private:
  std::shared_ptr<Backend> inner_ = make_reference_backend();
  std::map<void*, std::size_t> sizes_;
};

class NetworkMemory : public ::testing::Test {
 protected:
  NetworkMemory() { network_.initialise(3); }

  // Bytes that a training step on so many sequences needs at its peak.
  std::size_t need(int sequences) {
    auto backend = std::make_shared<BoundedBackend>();
    Network network(spec_, backend);
    network.initialise(3);
    network.train_step(first_sequences(batch_, spec_, sequences), {}, 1);
    return backend->peak;
  }
  template <typename Call>
  static std::string fault_of(const Call& call) {
    try {
      call();
    } catch (const BatchTooLarge& fault) {
      return fault.what();
    }
    return "none";
  }

  const NetworkSpec spec_ = small_spec(true, 0.2);
  const TrainBatch batch_ = random_batch(spec_, 11, 16, 5);
  std::shared_ptr<BoundedBackend> backend_ = std::make_shared<BoundedBackend>();
  Network network_{spec_, backend_};
};

TEST_F(NetworkMemory, AStepThatDoesNotFitNamesTheBatchThatDoes) {
  const std::vector<float> before = network_.parameters();
  backend_->bound = need(10);
  const std::string fault = fault_of([&] { network_.train_step(batch_, {}, 1); });
  EXPECT_NE(fault.find("16 sequences (the bound of the test); 10 fit"), std::string::npos) << fault;
  EXPECT_EQ(network_.parameters(), before);
  EXPECT_EQ(network_.optimiser_state().step, 0);

  // What was named is true, and the network computes what one does that was never refused.
  const TrainBatch smaller = first_sequences(batch_, spec_, 10);
  const StepResult found = network_.train_step(smaller, {}, 1);
  Network fresh(spec_, make_reference_backend());
  fresh.set_parameters(before);
  EXPECT_EQ(found.loss, fresh.train_step(smaller, {}, 1).loss);
  EXPECT_EQ(network_.parameters(), fresh.parameters());
}

TEST_F(NetworkMemory, AStepQueuedBeforeIsNotLost) {
  const TrainBatch small = first_sequences(batch_, spec_, 2);
  Network fresh(spec_, make_reference_backend());
  fresh.set_parameters(network_.parameters());
  const double expected = fresh.train_step(small, {}, 1).loss;
  backend_->bound = need(4);
  network_.queue_step(small, {}, 1);
  EXPECT_NE(fault_of([&] { network_.queue_step(batch_, {}, 1); }), "none");
  EXPECT_EQ(network_.finish_step().loss, expected);
  EXPECT_THROW(network_.finish_step(), std::logic_error);
  EXPECT_EQ(network_.parameters(), fresh.parameters());
}

TEST_F(NetworkMemory, NotEvenOneSequenceFits) {
  backend_->bound = backend_->in_use + 100;
  const std::string fault = fault_of([&] { network_.train_step(batch_, {}, 1); });
  EXPECT_NE(fault.find("not even one"), std::string::npos) << fault;
}

TEST_F(NetworkMemory, InferenceNamesTheFramesThatFit) {
  FrameMatrix song(1000, 4, 50.0);
  song.data = random_values<float>(song.data.size(), 8);
  const std::size_t before = backend_->in_use;
  network_.infer(song);
  const std::size_t needed = backend_->in_use - before;
  Network fresh(spec_, backend_);
  backend_->bound = backend_->in_use + needed / 2;
  const std::string fault = fault_of([&] { fresh.infer(song); });
  EXPECT_NE(fault.find("1000 frames at once"), std::string::npos) << fault;
  const std::size_t at = fault.find("; ");
  ASSERT_NE(at, std::string::npos);
  const int fitting = std::stoi(fault.substr(at + 2));
  EXPECT_GE(fitting, 250);
  EXPECT_LE(fitting, 500);
  FrameMatrix part(static_cast<std::size_t>(fitting), 4, 50.0);
  std::copy_n(song.data.begin(), part.data.size(), part.data.begin());
  EXPECT_EQ(fresh.infer(part).front().frames, part.frames);
}

TEST_F(NetworkMemory, EvaluationNamesTheBatchToo) {
  backend_->bound = backend_->in_use + 6000;
  EXPECT_NE(fault_of([&] { network_.evaluate(batch_); }).find("evaluation on 16 sequences"),
            std::string::npos);
}

TEST(FittingBatch, AsksEighthsThenHalves) {
  std::vector<int> asked;
  const auto never = [&](int n) {
    asked.push_back(n);
    return false;
  };
  EXPECT_EQ(largest_that_fits(64, never), 0);
  EXPECT_EQ(asked, (std::vector<int>{56, 48, 40, 32, 24, 16, 8, 4, 2, 1}));
  asked.clear();
  EXPECT_EQ(largest_that_fits(3, never), 0);
  EXPECT_EQ(asked, (std::vector<int>{2, 1}));
  EXPECT_EQ(largest_that_fits(100, [](int n) { return n <= 40; }), 37);
  EXPECT_EQ(largest_that_fits(1, never), 0);
}

TEST(FittingBatch, TheFirstSequencesAreThoseOfTheBatch) {
  const NetworkSpec spec = small_spec(false);
  const TrainBatch batch = random_batch(spec, 5, 4, 9);
  const TrainBatch first = first_sequences(batch, spec, 3);
  ASSERT_EQ(first.batch, 3);
  EXPECT_EQ(first.x.size(), 5u * 3 * 4);
  for (int t = 0; t < 5; ++t) {
    for (int i = 0; i < 3 * 4; ++i) EXPECT_EQ(first.x[t * 12 + i], batch.x[t * 16 + i]);
    for (int b = 0; b < 3; ++b) {
      EXPECT_EQ(first.targets[1].category[t * 3 + b], batch.targets[1].category[t * 4 + b]);
    }
  }
  EXPECT_THROW(first_sequences(batch, spec, 5), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::test
