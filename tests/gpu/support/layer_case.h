// One layer on a card, emulated or not, and by the reference in double: the cases for tests of all
// ways to compute an LSTM.
#pragma once

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gpu/lstm/lstm_layer.h"
#include "gpu/runtime/memory_pool.h"
#include "model/backend/checked_backend.h"
#include "model/backend/reference/lstm_reference.h"
#include "tests/model/support/random_network.h"

namespace tactus::gpu::test {

using tactus::test::ragged_lengths;
using tactus::test::random_values;

struct LayerCase {
  int T, B, C, H, D;
  bool peepholes;
  std::vector<std::int32_t> lengths = ragged_lengths(T, B);
};

// All data of a case, on the host. Padded frames of x and dy hold large values.
struct LayerData {
  explicit LayerData(const LayerCase& c, unsigned seed = 1) : layer(c) {
    const auto frames = static_cast<std::size_t>(c.T) * c.B;
    x = random_values<float>(frames * c.C, seed);
    dy = random_values<float>(frames * c.D * c.H, seed + 1);
    dx = random_values<float>(frames * c.C, seed + 2);
    for (std::size_t frame = 0; frame < frames; ++frame) {
      if (static_cast<int>(frame / c.B) < c.lengths[frame % c.B]) continue;
      std::fill_n(x.begin() + frame * c.C, c.C, 1e6f);
      std::fill_n(dy.begin() + frame * c.D * c.H, c.D * c.H, 1e6f);
    }
    for (int d = 0; d < c.D; ++d) {
      const unsigned s = seed + 100 + 10 * d;
      parameters.push_back({random_values<float>(4 * c.H * c.C, s, 0.5),
                            random_values<float>(4 * c.H * c.H, s + 1, 0.7 / std::sqrt(c.H)),
                            random_values<float>(4 * c.H, s + 2, 0.5),
                            random_values<float>(c.peepholes ? 3 * c.H : 0, s + 3, 0.3)});
      gradients.push_back({random_values<float>(4 * c.H * c.C, s + 4),
                           random_values<float>(4 * c.H * c.H, s + 5),
                           random_values<float>(4 * c.H, s + 6),
                           random_values<float>(c.peepholes ? 3 * c.H : 0, s + 7)});
    }
  }
  LstmShape shape() const { return {layer.T, layer.B, layer.C, layer.H, layer.D}; }

  LayerCase layer;
  std::vector<float> x, dy, dx;
  std::vector<std::array<std::vector<float>, 4>> parameters, gradients;  // W, R, b, p
};

using LayerResults = std::map<std::string, std::vector<double>>;

template <typename T>
LstmDirection<T> direction_of(const std::array<T*, 4>& parts) {
  return {parts[0], parts[1], parts[2], parts[3]};
}
inline const char* const kPartNames[] = {"weight_input", "weight_recurrent", "bias", "peephole"};

inline LayerResults reference_results(const LayerData& data) {
  const LstmShape shape = data.shape();
  const auto wide = [](const std::vector<float>& v) {
    return std::vector<double>(v.begin(), v.end());
  };
  LayerResults results;
  const std::vector<double> x = wide(data.x), dy = wide(data.dy);
  std::vector<double>&y = results["y"], &dx = results["dx"];
  y.resize(data.dy.size());
  dx = wide(data.dx);
  for (int d = 0; d < shape.directions; ++d) {
    std::array<std::vector<double>, 4> weights;
    std::array<const double*, 4> weight_parts;
    std::array<double*, 4> gradient_parts;
    for (int part = 0; part < 4; ++part) {
      weights[part] = wide(data.parameters[d][part]);
      weight_parts[part] = weights[part].empty() ? nullptr : weights[part].data();
      auto& gradient = results[std::string(kPartNames[part]) + std::to_string(d)];
      gradient = wide(data.gradients[d][part]);
      gradient_parts[part] = gradient.empty() ? nullptr : gradient.data();
    }
    const LstmReferencePass<double> pass{
        shape,   d,      data.layer.lengths.data(), x.data(), direction_of(weight_parts),
        nullptr, nullptr};
    std::vector<double> tape(lstm_reference_tape_size(shape));
    lstm_reference_forward(pass, y.data(), tape.data());
    lstm_reference_backward(pass, y.data(), tape.data(), dy.data(), dx.data(),
                            direction_of(gradient_parts));
  }
  return results;
}

// A card with a pool and a stream; values go there and back.
class LayerCard {
 public:
  explicit LayerCard(std::shared_ptr<Runtime> of)
      : owner_(std::move(of)), stream_(*owner_, owner_->create_stream(false)) {}
  Runtime& runtime() { return *owner_; }
  MemoryPool& pool() { return pool_; }

  template <typename T>
  T* put(const std::vector<T>& values) {
    if (values.empty()) return nullptr;
    const std::size_t bytes = values.size() * sizeof(T);
    void* pinned = owner_->allocate_pinned(bytes);
    std::memcpy(pinned, values.data(), bytes);
    T* memory = room<T>(values.size());
    owner_->copy_to_device(stream(), memory, pinned, bytes);
    owner_->synchronize(stream());
    owner_->release_pinned(pinned);
    return memory;
  }
  template <typename T>
  T* room(std::size_t size) {
    return static_cast<T*>(pool_.allocate(size * sizeof(T)));
  }
  template <typename T>
  std::vector<double> get(const T* memory, std::size_t size) {
    std::vector<T> values(size);
    if (size > 0) {
      void* pinned = owner_->allocate_pinned(size * sizeof(T));
      owner_->copy_to_host(stream(), pinned, memory, size * sizeof(T));
      owner_->synchronize(stream());
      std::memcpy(values.data(), pinned, size * sizeof(T));
      owner_->release_pinned(pinned);
    }
    return {values.begin(), values.end()};
  }
  Stream stream() const { return stream_.get(); }

 private:
  std::shared_ptr<Runtime> owner_;
  MemoryPool pool_{*owner_, std::size_t{1} << 30};
  OwnedStream stream_;
};

// A layer's data on the card.
struct LayerOnCard {
  LayerOnCard(LayerCard& card, const LayerData& data) : shape(data.shape()) {
    const std::size_t outputs = data.dy.size();
    call = {shape, card.put(data.layer.lengths), card.put(data.x), {}};
    dy = card.put(data.dy);
    dx = card.put(data.dx);
    y = card.room<float>(outputs);
    tape = card.room<float>(tape_of_layer(shape));
    for (int d = 0; d < shape.directions; ++d) {
      std::array<const float*, 4> weights;
      std::array<float*, 4> sums;
      for (int part = 0; part < 4; ++part) {
        weights[part] = card.put(data.parameters[d][part]);
        sums[part] = card.put(data.gradients[d][part]);
      }
      call.weights[d] = direction_of(weights);
      gradients[d] = direction_of(sums);
    }
  }
  LstmShape shape;
  LstmCall call;
  LstmGradients gradients;
  float *y = nullptr, *tape = nullptr, *dy = nullptr, *dx = nullptr;
};

inline void add_gradients(LayerCard& card, const LayerOnCard& on, const LayerData& data,
                          LayerResults& results) {
  results["dx"] = card.get(on.dx, data.dx.size());
  for (int d = 0; d < on.shape.directions; ++d) {
    const LstmDirection<float>& g = on.gradients[d];
    const float* parts[] = {g.weight_input, g.weight_recurrent, g.bias, g.peephole};
    for (int part = 0; part < 4; ++part) {
      results[std::string(kPartNames[part]) + std::to_string(d)] =
          card.get(parts[part], data.gradients[d][part].size());
    }
  }
}

// A forward pass without and one with a tape, and a backward pass.
inline LayerResults card_results(LayerCard& card, LstmEngine& engine, const LayerData& data) {
  LayerOnCard on(card, data);
  const std::size_t outputs = data.dy.size();
  LayerResults results;
  engine.forward(card.stream(), on.call, on.y, nullptr);
  results["y, inference"] = card.get(on.y, outputs);
  on.y = card.room<float>(outputs);
  engine.forward(card.stream(), on.call, on.y, on.tape);
  engine.backward(card.stream(), on.call, on.y, on.tape, on.dy, on.dx, on.gradients);
  results["y"] = card.get(on.y, outputs);
  add_gradients(card, on, data, results);
  return results;
}

inline std::string text_of(const LayerCase& c) {
  return fmt::format("T{} B{} C{} H{} D{}{}", c.T, c.B, c.C, c.H, c.D, c.peepholes ? " p" : "");
}

inline BackendResult kind_of(const std::string& result) {
  if (result == "y") return BackendResult::kLayerOutput;
  return result == "dx" ? BackendResult::kLayerGradient : BackendResult::kWeightGradient;
}

inline void expect_close(const std::string& where, Tolerance allowed,
                         const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size()) << where;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double a = found[i], b = expected[i];
    const double bound = std::max(allowed.relative * std::abs(b), allowed.absolute);
    ASSERT_LE(std::abs(a - b), bound)
        << where << " element " << i << ": " << a << ", expected " << b;
  }
}

// The difference of two vectors in terms of the second's length; NaN is infinitely far.
inline double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0.0, size = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += (a[i] - b[i]) * (a[i] - b[i]);
    size += b[i] * b[i];
  }
  const double relative = std::sqrt(difference / std::max(size, 1e-300));
  return std::isnan(relative) ? INFINITY : relative;
}

}  // namespace tactus::gpu::test
