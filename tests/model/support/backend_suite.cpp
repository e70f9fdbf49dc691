#include "tests/model/support/backend_suite.h"

#include <algorithm>
#include <array>
#include <limits>

namespace tactus::test {

std::vector<LayerSizes> awkward_sizes(bool emulated) {
  std::vector<LayerSizes> sizes = {{1, 1, 1, 1, 1, false},  {1, 3, 1, 33, 2, true},
                                   {7, 3, 5, 33, 2, false}, {9, 1, 4, 7, 2, true},
                                   {5, 1, 1, 64, 1, true},  {20, 9, 17, 16, 2, true},
                                   {13, 5, 3, 31, 1, false}};
  const std::vector<LayerSizes> large = {{300, 3, 12, 20, 2, true},
                                         {2, 600, 2, 3, 2, true},
                                         {6, 1, 5, 300, 2, true},
                                         {700, 1, 3, 5, 2, false}};
  const std::vector<LayerSizes> reduced = {{30, 3, 12, 20, 2, true},
                                           {2, 70, 2, 3, 2, true},
                                           {3, 1, 5, 80, 2, true},
                                           {60, 1, 3, 5, 2, false}};
  const auto& more = emulated ? reduced : large;
  sizes.insert(sizes.end(), more.begin(), more.end());
  return sizes;
}

TEST_P(BackendTest, LstmForwardAndBackward) {
  for (const LayerSizes& s : awkward_sizes(GetParam().emulated)) {
    const LstmShape shape{s.T, s.B, s.C, s.H, s.D};
    const std::size_t frames = static_cast<std::size_t>(s.T) * s.B;
    compare(text_of(s), [&](Side& side) {
      const auto put = [&](const std::vector<float>& values) { return side.put(values); };
      const LstmWeights weights = lstm_weights(s, put);
      LstmGradients gradients;
      for (int d = 0; d < s.D; ++d) {  // gradients are added to existing values
        gradients[d] = {put(random_values<float>(4 * s.H * s.C, 7)),
                        put(random_values<float>(4 * s.H * s.H, 8)),
                        put(random_values<float>(4 * s.H, 9)),
                        s.peepholes ? put(random_values<float>(3 * s.H, 10)) : nullptr};
      }
      const std::int32_t* lengths = side.put(ragged_lengths(s.T, s.B));
      const float* x = put(random_values<float>(frames * s.C, 1));
      const float* dy = put(random_values<float>(frames * s.D * s.H, 2));
      float* y = put(random_values<float>(frames * s.D * s.H, 3));  // to be overwritten
      float* y_inferred = put(random_values<float>(frames * s.D * s.H, 4));
      float* dx = put(random_values<float>(frames * s.C, 5));
      float* tape = put(std::vector<float>(side.backend->lstm_tape_size(shape)));
      side.backend->lstm_forward(shape, lengths, x, weights, y_inferred, nullptr);
      side.backend->lstm_forward(shape, lengths, x, weights, y, tape);
      side.backend->lstm_backward(shape, lengths, x, weights, y, tape, dy, dx, gradients);
      PreparedWeights prepared;
      float* y_prepared = put(random_values<float>(frames * s.D * s.H, 6));
      for (const char* call : {"the first call", "the second call"}) {
        side.backend->lstm_forward(shape, lengths, x, {weights, &prepared}, y_prepared, nullptr);
        EXPECT_EQ(side.get(y_prepared, frames * s.D * s.H),
                  side.get(y_inferred, frames * s.D * s.H))
            << call << " with prepared weights";
      }
      Results results;
      results["y"] = {BackendResult::kLayerOutput, side.get(y, frames * s.D * s.H)};
      results["y inferred"] = {BackendResult::kLayerOutput,
                               side.get(y_inferred, frames * s.D * s.H)};
      results["dx"] = {BackendResult::kLayerGradient, side.get(dx, frames * s.C)};
      for (int d = 0; d < s.D; ++d) {
        const std::string of = fmt::format(" of direction {}", d);
        const auto kind = BackendResult::kWeightGradient;
        results["weight_input" + of] = {kind, side.get(gradients[d].weight_input, 4 * s.H * s.C)};
        results["weight_recurrent" + of] = {kind,
                                            side.get(gradients[d].weight_recurrent, 4 * s.H * s.H)};
        results["bias" + of] = {kind, side.get(gradients[d].bias, 4 * s.H)};
        if (s.peepholes)
          results["peephole" + of] = {kind, side.get(gradients[d].peephole, 3 * s.H)};
      }
      return results;
    });
  }
}

TEST_P(BackendTest, PaddedFramesComeOutZeroWhateverTheyHold) {
  const LayerSizes s{6, 3, 2, 5, 2, true};
  Side& side = candidate_;
  const auto put = [&](const std::vector<float>& values) { return side.put(values); };
  const std::vector<std::int32_t> lengths = {6, 2, 0};
  std::vector<float> x = random_values<float>(s.T * s.B * s.C, 1);
  const LstmWeights weights = lstm_weights(s, put);
  float* y = put(std::vector<float>(s.T * s.B * 2 * s.H, 9.0f));
  side.backend->lstm_forward({s.T, s.B, s.C, s.H, 2}, side.put(lengths), side.put(x), weights, y,
                             nullptr);
  const std::vector<float> first = side.get(y, s.T * s.B * 2 * s.H);
  for (int t = 0; t < s.T; ++t) {
    for (int b = 0; b < s.B; ++b) {
      for (int j = 0; j < 2 * s.H; ++j) {
        const float value = first[(t * s.B + b) * 2 * s.H + j];
        EXPECT_EQ(value == 0.0f, t >= lengths[b]) << t << " " << b << " " << j;
      }
      if (t >= lengths[b]) x[(t * s.B + b) * s.C] = 1e6f;
    }
  }
  side.backend->lstm_forward({s.T, s.B, s.C, s.H, 2}, side.put(lengths), side.put(x), weights, y,
                             nullptr);
  EXPECT_EQ(side.get(y, s.T * s.B * 2 * s.H), first);
}

TEST_P(BackendTest, Linear) {
  for (const auto& [rows, in, out] : {std::tuple{1, 1, 1}, {3, 33, 5}, {1025, 7, 2}, {0, 4, 3}}) {
    compare(fmt::format("rows {}", rows), [&, rows = rows, in = in, out = out](Side& side) {
      const float* x = side.put(random_values<float>(rows * in, 1));
      const float* weight = side.put(random_values<float>(in * out, 2));
      const float* bias = side.put(random_values<float>(out, 3));
      const float* dy = side.put(random_values<float>(rows * out, 4));
      float *y = side.put(random_values<float>(rows * out, 5)),
            *dx = side.put(random_values<float>(rows * in, 6));
      float *dweight = side.put(random_values<float>(in * out, 7)),
            *dbias = side.put(random_values<float>(out, 8));
      side.backend->linear_forward(rows, in, out, x, weight, bias, y);
      side.backend->linear_backward(rows, in, out, x, weight, dy, dx, dweight, dbias);
      side.backend->linear_backward(rows, in, out, x, weight, dy, nullptr, dweight, dbias);
      return Results{{"y", {BackendResult::kLinear, side.get(y, rows * out)}},
                     {"dx", {BackendResult::kLinear, side.get(dx, rows * in)}},
                     {"dweight", {BackendResult::kWeightGradient, side.get(dweight, in * out)}},
                     {"dbias", {BackendResult::kWeightGradient, side.get(dbias, out)}}};
    });
  }
}

TEST_P(BackendTest, Dropout) {
  for (const std::size_t n : {0u, 1u, 5u, GetParam().emulated ? 9001u : 70001u}) {
    compare(fmt::format("n {}", n), [&](Side& side) {
      float* x = side.put(random_values<float>(n, 1));
      side.backend->dropout(n, 0.3, dropout_stream(5, 6, 2), x, x);
      return Results{{"y", {BackendResult::kDropout, side.get(x, n)}}};
    });
  }
}

TEST_P(BackendTest, Losses) {
  const NetworkSpec spec = small_spec(false);
  for (const auto& [T, B] : {std::pair{1, 1}, {9, 3}, {40, 5}}) {
    const TrainBatch batch = random_batch(spec, T, B, 21);
    for (std::size_t h = 0; h < spec.heads.size(); ++h) {
      const int K = spec.heads[h].classes;
      const HeadTarget& target = batch.targets[h];
      compare(fmt::format("{} T{}", spec.heads[h].name, T), [&, T = T, B = B](Side& side) {
        const std::size_t n = static_cast<std::size_t>(T) * B * K;
        const bool sigmoid = spec.heads[h].kind == HeadKind::kSigmoid;
        const LossInput input{T,
                              B,
                              K,
                              side.put(batch.lengths),
                              side.put(random_values<float>(n, 1, 3.0)),
                              side.put(target.weight),
                              side.put(sigmoid ? target.positive_weight : target.class_weight)};
        float* dlogits = side.put(random_values<float>(n, 2));
        DeviceArray<LossSum> loss(*side.backend, 1);
        if (sigmoid) {
          side.backend->sigmoid_loss(input, side.put(target.probability), target.shift_tolerance,
                                     0.7f, loss.data(), dlogits);
        } else {
          side.backend->softmax_loss(input, side.put(target.category), 0.7f, loss.data(), dlogits);
        }
        const LossSum sum = loss.download(1)[0];
        return Results{
            {"loss",
             {BackendResult::kLoss, {static_cast<float>(sum.sum), static_cast<float>(sum.count)}}},
            {"dlogits", {BackendResult::kLogitGradient, side.get(dlogits, n)}}};
      });
    }
  }
}

TEST_P(BackendTest, SoftTargets) {
  for (const auto& [T, B, K] : {std::tuple{1, 1, 1}, {9, 3, 5}, {12, 4, 169}}) {
    NetworkSpec spec;
    spec.input = 1;
    spec.heads = {{"chord", K, HeadKind::kSoftmax, 1.0}};
    const TrainBatch batch = taught(random_batch(spec, T, B, 21), spec, 0.5, 3);
    for (const bool weighted : {false, true}) {
      compare(fmt::format("K{} weighted {}", K, weighted), [&, T = T, B = B, K = K](Side& side) {
        const std::size_t n = static_cast<std::size_t>(T) * B * K;
        const LossInput input{T,
                              B,
                              K,
                              side.put(batch.lengths),
                              side.put(random_values<float>(n, 1, 3.0)),
                              weighted ? side.put(batch.targets[0].weight) : nullptr,
                              nullptr};
        float* dlogits = side.put(random_values<float>(n, 2));
        DeviceArray<LossSum> loss(*side.backend, 1);
        side.backend->softmax_soft_loss(input, side.put(batch.targets[0].teacher), 0.7f,
                                        loss.data(), dlogits);
        const LossSum sum = loss.download(1)[0];
        return Results{
            {"loss",
             {BackendResult::kLoss, {static_cast<float>(sum.sum), static_cast<float>(sum.count)}}},
            {"dlogits", {BackendResult::kLogitGradient, side.get(dlogits, n)}}};
      });
    }
  }
}

TEST_P(BackendTest, NormAndAdam) {
  for (const std::size_t n : {1u, 17u, GetParam().emulated ? 9001u : 140001u}) {
    compare(fmt::format("n {}", n), [&](Side& side) {
      const float* gradient = side.put(random_values<float>(n, 1));
      const float* decay = side.put(random_values<float>(n, 2, 0.5));
      float *p = side.put(random_values<float>(n, 3)), *m = side.put(std::vector<float>(n)),
            *v = side.put(std::vector<float>(n));
      DeviceArray<double> norm(*side.backend, 1);
      side.backend->squared_norm(n, gradient, norm.data());
      StepGuard guard;
      guard.squared_norm = norm.data();
      guard.clip_norm = 0.4 * std::sqrt(norm.download(1)[0]);
      for (int step = 1; step <= 3; ++step) {
        side.backend->adam_step({1e-2f, 0.9f, 0.999f, 1e-8f, 0.1f, step}, guard, n, decay, gradient,
                                p, m, v);
      }
      return Results{{"norm", {BackendResult::kNorm, {static_cast<float>(norm.download(1)[0])}}},
                     {"parameter", {BackendResult::kAdam, side.get(p, n)}},
                     {"first moment", {BackendResult::kAdam, side.get(m, n)}},
                     {"second moment", {BackendResult::kAdam, side.get(v, n)}}};
    });
  }
}

TEST_P(BackendTest, NothingChangesInAStepWhoseNormOrLossIsNotFinite) {
  Side& side = candidate_;
  const std::size_t n = 1000;
  const auto before = random_values<float>(n, 3);
  const float* gradient = side.put(random_values<float>(n, 1));
  const float* decay = side.put(std::vector<float>(n, 1.0f));
  float *p = side.put(before), *m = side.put(before), *v = side.put(before);
  DeviceArray<double> norm(*side.backend, 1);
  DeviceArray<LossSum> losses(*side.backend, 3);
  const auto step = [&](double squared_norm, double loss) {
    const LossSum sums[] = {{1.0, 2.0}, {2.0, 0.0}, {loss, 5.0}};
    norm.upload(&squared_norm, 1);
    losses.upload(sums, 3);
    side.backend->adam_step({1e-2f, 0.9f, 0.999f, 1e-8f, 0.1f, 1},
                            {norm.data(), losses.data(), 3, 0.0}, n, decay, gradient, p, m, v);
    return side.get(p, n) == before && side.get(m, n) == before && side.get(v, n) == before;
  };
  EXPECT_TRUE(step(std::nan(""), 1.0));
  EXPECT_TRUE(step(std::numeric_limits<double>::infinity(), 1.0));
  EXPECT_TRUE(step(1.0, -std::numeric_limits<double>::infinity()));
  EXPECT_TRUE(step(1.0, std::nan("")));
  EXPECT_FALSE(step(1.0, 1.0));
}

}  // namespace tactus::test
