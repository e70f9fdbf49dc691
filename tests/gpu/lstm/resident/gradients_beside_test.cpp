// The gradients of parameters run beside the recurrence of the layer below, and nobody notices:
// every other call finds the memory that it would find if each call ended before the next.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gpu/cuda_backend.h"
#include "model/backend/reference/reference_backend.h"
#include "model/network/network.h"
#include "tests/gpu/emulation/emulated_runtime.h"
#include "tests/gpu/support/lstm_ladder_case.h"

namespace tactus::gpu::test {
namespace {

using Calls = std::vector<RecordedCall>;

// Orders of the card. ThreadSanitizer takes minutes, and also compares accesses of one order.
#if defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kOrders = 1;
#else
constexpr std::uint64_t kOrders = 8;
#endif

std::shared_ptr<Backend> resident_backend(std::shared_ptr<Runtime> runtime,
                                          Precision precision = Precision::kFp32) {
  CudaOptions options;
  options.precision = precision;
  options.rung = Rung::kResident;
  return make_cuda_backend(std::move(runtime), options);
}
std::shared_ptr<Backend> resident_backend(std::uint64_t seed,
                                          Precision precision = Precision::kFp32) {
  return resident_backend(std::make_shared<EmulatedRuntime>(seed), precision);
}

NetworkSpec three_layers() {
  NetworkSpec spec;
  spec.input = 3;
  for (int l = 0; l < 3; ++l) {
    spec.layers.push_back(
        {.hidden = 5, .bidirectional = true, .peepholes = true, .dropout = l > 0 ? 0.2 : 0.0});
  }
  spec.heads = {{"beat", 2, HeadKind::kSigmoid, 1.0}};
  return spec;
}

// The parameters after some steps; clipping and Adam need all gradients. Only the first step takes
// memory, which makes the main stream wait.
std::vector<float> trained(std::shared_ptr<Backend> backend) {
  const NetworkSpec spec = three_layers();
  Network network(spec, std::move(backend));
  network.initialise(4);
  for (unsigned step = 0; step < 3; ++step) {
    network.train_step(tactus::test::random_batch(spec, 5 - static_cast<int>(step), 2, step),
                       {.learning_rate = 0.01, .clip_norm = 0.1}, 1);
  }
  return network.parameters();
}

TEST(GradientsBeside, TrainingIsThatOfTheReferenceInAnyOrder) {
  const std::vector<float> expected = trained(make_reference_backend());
  for (const Precision precision : {Precision::kFp32, Precision::kBf16}) {
    std::vector<float> first;
    for (std::uint64_t seed = 1; seed <= kOrders; ++seed) {
      const std::vector<float> found = trained(resident_backend(seed, precision));
      if (seed == 1) first = found;
      ASSERT_EQ(found, first) << "seed " << seed;
    }
    const double allowed = precision == Precision::kFp32 ? 1e-4 : 1e-1;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_NEAR(first[i], expected[i], allowed) << "parameter " << i;
    }
  }
}

// What calls come after, by streams and events alone.
class CallOrder {
 public:
  explicit CallOrder(const Calls& calls) : calls_(calls) {
    std::map<int, Seen> streams, events;
    for (std::size_t n = 0; n < calls.size(); ++n) {
      const RecordedCall& call = calls[n];
      Seen& seen = streams[call.stream];
      if (call.kind == RecordedCall::kRecord) events[call.event] = seen;
      if (call.kind == RecordedCall::kWait) {
        for (const auto& [stream, end] : events[call.event]) {
          seen[stream] = std::max(seen[stream], end);
        }
      }
      seen[call.stream] = n + 1;
      before_.push_back(seen);
    }
  }
  bool is_ordered(std::size_t first, std::size_t then) const {
    const auto seen = before_[then].find(calls_[first].stream);
    return seen != before_[then].end() && seen->second > first;
  }

 private:
  using Seen = std::map<int, std::size_t>;  // the end of the calls of a stream that come before
  const Calls& calls_;
  std::vector<Seen> before_;
};

std::vector<std::size_t> places(const Calls& calls, std::size_t from, std::size_t to,
                                const std::function<bool(const RecordedCall&)>& which) {
  std::vector<std::size_t> found;
  for (std::size_t n = from; n < to; ++n) {
    if (which(calls[n])) found.push_back(n);
  }
  return found;
}
std::function<bool(const RecordedCall&)> kernel(const std::string& name) {
  return [name](const RecordedCall& c) { return c.name.find(name) != std::string::npos; };
}
std::function<bool(const RecordedCall&)> product(bool of_weights) {
  return [of_weights](const RecordedCall& c) {
    return c.kind == RecordedCall::kMultiply && c.product.transpose_a == of_weights;
  };
}

TEST(GradientsBeside, NothingOrdersThemWithTheRecurrenceOfTheLayerBelow) {
  for (const Precision precision : {Precision::kFp32, Precision::kBf16}) {
    const auto runtime = std::make_shared<EmulatedRuntime>(1);
    const NetworkSpec spec = three_layers();
    Network network(spec, resident_backend(runtime, precision));
    network.initialise(4);
    const TrainBatch batch = tactus::test::random_batch(spec, 6, 3, 1);
    network.train_step(batch, {}, 1);  // takes memory
    runtime->clear_calls();
    network.train_step(batch, {}, 1);
    const Calls& calls = runtime->calls();
    const CallOrder order(calls);
    const auto recurrences = places(calls, 0, calls.size(), kernel("ResidentBackward"));
    ASSERT_EQ(recurrences.size(), 3u);
    const auto norms = places(calls, recurrences[2], calls.size(), kernel("SquaredNorm"));
    ASSERT_EQ(norms.size(), 1u);
    for (int n = 0; n < 3; ++n) {
      const std::size_t recurrence = recurrences[n];
      const std::size_t next = n < 2 ? recurrences[n + 1] : norms[0];
      const auto weights = places(calls, recurrence, next, product(true));
      const auto inputs = places(calls, recurrence, next, product(false));
      EXPECT_EQ(weights.size(), 4u);  // two of each direction
      EXPECT_EQ(inputs.size(), n < 2 ? 2u : 0u);
      for (const std::size_t place : weights) {
        EXPECT_NE(calls[place].stream, calls[recurrence].stream);
        EXPECT_TRUE(order.is_ordered(recurrence, place));
        EXPECT_EQ(order.is_ordered(place, next), n == 2) << "only the norm needs them";
        EXPECT_TRUE(order.is_ordered(place, norms[0]));
      }
      for (const std::size_t place : inputs) {
        EXPECT_EQ(calls[place].stream, calls[recurrence].stream);
      }
    }
    EXPECT_EQ(places(calls, recurrences[0], norms[0], kernel("Dropout")).size(), 2u);
  }
}

// Arguments of a backward pass; null: memory of the layer itself.
struct Elsewhere {
  const float *weights = nullptr, *dy = nullptr;
  float *dx = nullptr, *gradients = nullptr;
};

// A layer with all that its backward pass needs. Without a forward pass the tape holds zeros.
class LayerMemory {
 public:
  explicit LayerMemory(std::shared_ptr<Backend> on, unsigned seed = 1, int input = 4,
                       bool forward = true)
      : backend(std::move(on)),
        shape{3, 1, input, 5, 2},
        lengths(*backend, 1),
        x(array(3 * input, seed)),
        y(array(3 * 10, seed)),
        tape(*backend, backend->lstm_tape_size(shape)),
        dy(array(y.size(), seed + 1)),
        dx(array(x.size(), seed + 2)),
        parameters(array(2 * of_direction(), seed + 3)),
        gradients(array(2 * of_direction(), seed + 4)) {
    const std::int32_t T = shape.steps;
    lengths.upload(&T, 1);
    if (!forward) return;
    backend->lstm_forward(shape, lengths.data(), x.data(), parts<const float>(parameters.data()),
                          y.data(), tape.data());
  }
  void backward(const Elsewhere& at = {}) {
    const auto or_own = [](auto* given, auto& own) { return given ? given : own.data(); };
    backend->lstm_backward(shape, lengths.data(), x.data(),
                           parts<const float>(or_own(at.weights, std::as_const(parameters))),
                           y.data(), tape.data(), or_own(at.dy, std::as_const(dy)),
                           or_own(at.dx, dx), parts<float>(or_own(at.gradients, gradients)));
  }
  // Waits.
  std::vector<float> results() const {
    std::vector<float> found;
    for (const auto* part : {&gradients, &dx, &y, &x}) {
      const std::vector<float> values = part->download(part->size());
      found.insert(found.end(), values.begin(), values.end());
    }
    return found;
  }
  DeviceArray<float> array(std::size_t size, unsigned seed) {
    DeviceArray<float> made(*backend, size);
    made.upload(random_values<float>(size, seed, 0.3).data(), size);
    return made;
  }
  // The end of each part of the gradients of both directions.
  std::vector<std::size_t> ends_of_gradients() const {
    std::vector<std::size_t> ends;
    for (std::size_t d = 0; d < 2; ++d) {
      for (std::size_t part = 1; part < 5; ++part) ends.push_back(place(d, part));
    }
    return ends;
  }

  std::shared_ptr<Backend> backend;
  LstmShape shape;
  DeviceArray<std::int32_t> lengths;
  DeviceArray<float> x, y, tape, dy, dx, parameters, gradients;

 private:
  std::size_t of_direction() const { return place(0, 4); }
  std::size_t place(std::size_t direction, std::size_t part) const {
    const std::size_t C = shape.input, H = shape.hidden;
    const std::size_t places[] = {0, 4 * H * C, 4 * H * (C + H), 4 * H * (C + H + 1),
                                  4 * H * (C + H + 1) + 3 * H};
    return direction * places[4] + places[part];
  }
  template <typename T>
  std::array<LstmDirection<T>, 2> parts(T* values) const {
    std::array<LstmDirection<T>, 2> all;
    for (std::size_t d = 0; d < 2; ++d) {
      all[d] = {values + place(d, 0), values + place(d, 1), values + place(d, 2),
                values + place(d, 3)};
    }
    return all;
  }
};

// What calls leave, in any order of the card, is what they leave if the host waits between the
// passes over two layers and these calls.
using Use = std::function<void(LayerMemory& layer, LayerMemory& other)>;
void expect_in_order(const std::string& name, const Use& use) {
  SCOPED_TRACE(name);
  std::vector<float> expected;
  for (std::uint64_t seed = 0; seed <= kOrders; ++seed) {
    const auto backend = resident_backend(seed);
    LayerMemory layer(backend), other(backend, 50);
    layer.backward();
    if (seed == 0) layer.dx.download(1);  // waits
    use(layer, other);
    std::vector<float> found = layer.results();
    const std::vector<float> more = other.results();
    found.insert(found.end(), more.begin(), more.end());
    if (seed == 0) expected = found;
    ASSERT_EQ(found, expected) << "seed " << seed;
  }
}

constexpr RandomStream kMask = {5, 6};

TEST(GradientsBeside, OtherUsesOfTheirMemoryWait) {
  const auto zero = [](auto& values) { values.set_zero(values.size()); };
  const std::pair<const char*, Use> uses[] = {
      {"the end of x is zeroed",
       [](auto& layer, auto&) { layer.backend->set_zero(&layer.x.data()[layer.x.size() - 1], 4); }},
      {"the end of y is zeroed",
       [](auto& layer, auto&) { layer.backend->set_zero(&layer.y.data()[layer.y.size() - 1], 4); }},
      {"the tape is zeroed", [&](auto& layer, auto&) { zero(layer.tape); }},
      {"lengths are zeroed", [&](auto& layer, auto&) { zero(layer.lengths); }},
      {"dropout writes x",
       [](auto& layer, auto&) {
         layer.backend->dropout(layer.x.size(), 0.5, kMask, layer.x.data(), layer.x.data());
       }},
      {"dropout reads gradients",
       [](auto& layer, auto& other) {
         layer.backend->dropout(other.x.size(), 0.5, kMask, layer.gradients.data(), other.x.data());
       }},
      {"backward again", [](auto& layer, auto&) { layer.backward(); }},
      {"backward again, to other gradients",
       [](auto& layer, auto& other) { layer.backward({.gradients = other.gradients.data()}); }},
      {"backward of another layer writes x",
       [](auto& layer, auto& other) { other.backward({.dx = layer.x.data()}); }},
      {"backward of another layer reads gradients as weights",
       [](auto& layer, auto& other) { other.backward({.weights = layer.gradients.data()}); }},
      {"backward of another layer reads gradients as dy",
       [](auto& layer, auto& other) { other.backward({.dy = layer.gradients.data()}); }}};
  for (const auto& [name, use] : uses) expect_in_order(name, use);
  for (std::size_t part = 0; part < 8; ++part) {
    expect_in_order(fmt::format("the end of gradient {} is zeroed", part),
                    [&](LayerMemory& layer, LayerMemory&) {
                      const std::size_t end = layer.ends_of_gradients()[part];
                      layer.backend->set_zero(layer.gradients.data() + end - 1, sizeof(float));
                    });
  }
}

// Scratch memory of the next pass may be memory that the caller has released.
TEST(GradientsBeside, ReleasedMemoryIsUsedAgainWhenTheyAreOver) {
  std::vector<float> expected;
  for (std::uint64_t seed = 0; seed <= kOrders; ++seed) {
    const auto backend = resident_backend(seed);
    LayerMemory layer(backend), wide(backend, 50, 40, /*forward=*/false);
    // As large as the packed weights of the wide layer, and as their gradients.
    layer.x = layer.array(1088, 9);
    layer.y = layer.array(1088, 10);
    layer.backward();
    if (seed == 0) layer.dx.download(1);  // waits
    layer.x = DeviceArray<float>();
    layer.y = DeviceArray<float>();
    wide.backward();
    const std::vector<float> found = layer.gradients.download(layer.gradients.size());
    if (seed == 0) expected = found;
    ASSERT_EQ(found, expected) << "seed " << seed;
  }
}

// The parts of a gradient leave for other ranks while the layer below is computed.
TEST(GradientsBeside, TheirDownloadsRunThereToo) {
  std::vector<float> expected;
  for (std::uint64_t seed = 0; seed <= kOrders; ++seed) {
    const auto runtime = std::make_shared<EmulatedRuntime>(seed);
    const auto backend = resident_backend(runtime);
    LayerMemory layer(backend), other(backend, 50);
    runtime->clear_calls();
    layer.backward();
    if (seed == 0) layer.dx.download(1);  // waits
    // Main stream: the copy of this must wait for it.
    backend->dropout(layer.x.size(), 0.5, kMask, other.x.data(), layer.dx.data());
    std::vector<float> gradients(layer.gradients.size()), dx(layer.dx.size());
    backend->download_later(gradients.data(), layer.gradients.data(),
                            gradients.size() * sizeof(float));
    const auto ticket =
        backend->download_later(dx.data(), layer.dx.data(), dx.size() * sizeof(float));
    other.backward();
    const Calls calls = runtime->calls();
    layer.dx.set_zero(layer.dx.size());  // after the copy
    backend->await(ticket);
    gradients.insert(gradients.end(), dx.begin(), dx.end());
    if (seed == 0) expected = gradients;
    ASSERT_EQ(gradients, expected) << "seed " << seed;
    if (seed == 0) continue;
    const auto copies = places(calls, 0, calls.size(), [](const RecordedCall& call) {
      return call.kind == RecordedCall::kCopyToHost;
    });
    const auto recurrences = places(calls, 0, calls.size(), kernel("ResidentBackward"));
    ASSERT_EQ(copies.size(), 2u);
    ASSERT_EQ(recurrences.size(), 2u);
    EXPECT_FALSE(CallOrder(calls).is_ordered(copies[0], recurrences[1]));
  }
}

TEST(GradientsBeside, NothingIsUnderWayAfterTheBackend) {
  for (std::uint64_t seed = 1; seed <= kOrders; ++seed) {
    const auto runtime = std::make_shared<EmulatedRuntime>(seed);
    LayerMemory(resident_backend(runtime)).backward();
    EXPECT_EQ(runtime->operations_waiting(), 0u) << "seed " << seed;
  }
}

// If a product is refused, everything that was queued comes to its end, and the next pass is right.
TEST(GradientsBeside, WhatAnExceptionLeavesHasJoined) {
  std::vector<float> expected;
  int refused = 0;
  for (int products = 12; products >= 0; --products) {  // six of each layer
    const auto runtime = std::make_shared<EmulatedRuntime>(static_cast<std::uint64_t>(products));
    const auto backend = resident_backend(runtime);
    LayerMemory upper(backend), lower(backend, 50);
    runtime->refuse_product(products);
    try {
      upper.backward();
      lower.backward();
    } catch (const OutOfMemory&) {
      ++refused;
    }
    runtime->refuse_product(-1);
    upper.dx.download(1);
    EXPECT_EQ(runtime->operations_waiting(), 0u) << products << " products";
    LayerMemory again(backend);
    again.backward();
    if (expected.empty()) expected = again.results();
    EXPECT_EQ(again.results(), expected) << products << " products";
  }
  EXPECT_EQ(refused, 12);
}

}  // namespace
}  // namespace tactus::gpu::test
