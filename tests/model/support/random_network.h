// Made-up networks and minibatches for the tests of model/.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "model/network/network.h"
#include "model/network/network_spec.h"

namespace tactus::test {

template <typename Scalar>
std::vector<Scalar> random_values(std::size_t n, unsigned seed, double deviation = 1.0) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal(0.0, deviation);
  std::vector<Scalar> values(n);
  for (Scalar& value : values) value = static_cast<Scalar>(normal(generator));
  return values;
}

// Lengths of a padded batch: the first is the longest, one is zero where the batch has three or
// more.
inline std::vector<std::int32_t> ragged_lengths(int T, int B) {
  std::vector<std::int32_t> lengths;
  for (int b = 0; b < B; ++b) lengths.push_back(b == 2 ? 0 : T - (b * T) / (B + 1));
  return lengths;
}

// Two layers and every kind of head and loss.
inline NetworkSpec small_spec(bool peepholes, double dropout = 0.0) {
  NetworkSpec spec;
  spec.input = 4;
  spec.layers = {{3, true, peepholes, dropout}, {2, true, peepholes, dropout}};
  spec.heads = {{"beat", 2, HeadKind::kSigmoid, 1.0},
                {"root", 3, HeadKind::kSoftmax, 0.5},
                {"pitches", 3, HeadKind::kSigmoid, 2.0}};
  spec.head_dropout = dropout;
  return spec;
}

// Random inputs and targets for any spec; the first sigmoid head tolerates a shift of one frame,
// the first sequence has masked frames, some categories are unknown.
inline TrainBatch random_batch(const NetworkSpec& spec, int T, int B, unsigned seed) {
  std::mt19937 generator(seed);
  const auto below = [&](int n) {
    return static_cast<int>(generator() % static_cast<unsigned>(n));
  };
  TrainBatch batch{T, B, ragged_lengths(T, B), {}, {}};
  const std::size_t frames = static_cast<std::size_t>(T) * B;
  batch.x = random_values<float>(frames * spec.input, seed + 1);
  for (int t = 0; t < T; ++t) {
    for (int b = 0; b < B; ++b) {
      if (t < batch.lengths[b]) continue;
      for (int k = 0; k < spec.input; ++k) {
        batch.x[(static_cast<std::size_t>(t) * B + b) * spec.input + k] = 0.0f;
      }
    }
  }
  bool first_sigmoid = true;
  for (const HeadSpec& head : spec.heads) {
    HeadTarget target;
    for (std::size_t i = 0; i < frames; ++i)
      target.weight.push_back(below(5) == 0 ? 0.0f : 0.5f + below(3));
    if (head.kind == HeadKind::kSoftmax) {
      for (std::size_t i = 0; i < frames; ++i)
        target.category.push_back(below(head.classes + 1) - 1);
      for (int k = 0; k < head.classes; ++k) target.class_weight.push_back(0.5f + 0.3f * k);
    } else {
      for (std::size_t i = 0; i < frames * head.classes; ++i) {
        target.probability.push_back(below(6) == 0 ? 1.0f : (below(6) == 0 ? 0.25f : 0.0f));
      }
      for (int k = 0; k < head.classes; ++k) target.positive_weight.push_back(2.0f + k);
      target.shift_tolerance = first_sigmoid ? 1 : 0;
      first_sigmoid = false;
    }
    batch.targets.push_back(std::move(target));
  }
  return batch;
}

// The batch with teachers that are somewhat sure of something.
inline TrainBatch taught(TrainBatch batch, const NetworkSpec& spec, double share, unsigned seed) {
  batch.teacher_share = share;
  const std::size_t frames = static_cast<std::size_t>(batch.steps) * batch.batch;
  for (std::size_t h = 0; h < spec.heads.size(); ++h) {
    const auto K = static_cast<std::size_t>(spec.heads[h].classes);
    std::vector<float>& teacher = batch.targets[h].teacher;
    teacher = random_values<float>(frames * K, seed + static_cast<unsigned>(h));
    for (float& value : teacher) value = std::exp(value);
    for (std::size_t i = 0; i < teacher.size(); i += K) {
      float sum = 1.0f;
      if (spec.heads[h].kind == HeadKind::kSoftmax)
        sum = std::accumulate(teacher.begin() + i, teacher.begin() + i + K, 0.0f);
      for (std::size_t k = i; k < i + K; ++k)
        teacher[k] = spec.heads[h].kind == HeadKind::kSoftmax ? teacher[k] / sum
                                                              : teacher[k] / (1.0f + teacher[k]);
    }
  }
  return batch;
}

}  // namespace tactus::test
