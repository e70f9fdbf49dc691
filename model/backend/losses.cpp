#include "model/backend/losses.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tactus {
namespace {

double softplus(double z) {
  return std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z)));
}
double sigmoid(double z) {
  const double e = std::exp(-std::abs(z));
  return z >= 0 ? 1.0 / (1.0 + e) : e / (1.0 + e);
}

// One (b, k) column of a sigmoid head: element t of [T,B,K] is at t * stride + start.
template <typename Scalar>
class SigmoidColumn {
 public:
  SigmoidColumn(const LossProblem<Scalar>& problem, const float* target, int tolerance, int b,
                int k)
      : problem_(problem),
        target_(target + static_cast<std::size_t>(b) * problem.classes + k),
        logits_(problem.logits + (target_ - target)),
        stride_(static_cast<std::size_t>(problem.batch) * problem.classes),
        length_(problem.lengths[b]),
        tolerance_(tolerance),
        batch_index_(b),
        positive_weight_(problem.class_weight ? problem.class_weight[k] : 1.0) {}

  int length() const { return length_; }
  double target(int t) const { return target_[t * stride_]; }
  double logit(int t) const { return logits_[t * stride_]; }

  double weight(int t) const {
    const std::size_t frame = static_cast<std::size_t>(t) * problem_.batch + batch_index_;
    return problem_.frame_weight ? problem_.frame_weight[frame] : 1.0;
  }
  // The frame of the largest logit within the tolerance, the earliest of equals.
  int pooled(int t) const {
    int best = std::max(t - tolerance_, 0);
    for (int s = best + 1; s <= std::min(t + tolerance_, length_ - 1); ++s) {
      if (logit(s) > logit(best)) best = s;
    }
    return best;
  }
  bool near_positive(int t) const {
    for (int s = std::max(t - 2 * tolerance_, 0); s <= std::min(t + 2 * tolerance_, length_ - 1);
         ++s) {
      if (target(s) > 0.0) return true;
    }
    return false;
  }
  bool counted(int t) const {
    if (weight(t) == 0.0) return false;
    return target(t) > 0.0 || tolerance_ == 0 || !near_positive(t);
  }
  // The frame whose logit decides the loss of element t.
  int judged(int t) const { return tolerance_ > 0 && target(t) > 0.0 ? pooled(t) : t; }

  double loss(int t) const {
    const double y = target(t), z = logit(judged(t));
    return weight(t) * (positive_weight_ * y * softplus(-z) + (1.0 - y) * softplus(z));
  }
  double slope(int t) const {
    const double y = target(t), p = sigmoid(logit(judged(t)));
    return weight(t) * ((1.0 - y) * p - positive_weight_ * y * (1.0 - p));
  }
  std::size_t offset(int t) const { return t * stride_; }

 private:
  const LossProblem<Scalar>& problem_;
  const float* target_;
  const Scalar* logits_;
  std::size_t stride_;
  int length_, tolerance_, batch_index_;
  double positive_weight_;
};

template <typename Scalar>
double log_sum_exp(const Scalar* z, int classes) {
  double top = z[0], sum = 0.0;
  for (int k = 1; k < classes; ++k) top = std::max(top, static_cast<double>(z[k]));
  for (int k = 0; k < classes; ++k) sum += std::exp(z[k] - top);
  return top + std::log(sum);
}

}  // namespace

template <typename Scalar>
LossSum sigmoid_loss(const LossProblem<Scalar>& problem, const float* target, int shift_tolerance,
                     double scale, Scalar* dlogits) {
  LossSum total;
  const auto for_each_counted = [&](const auto& visit) {
    for (int b = 0; b < problem.batch; ++b) {
      for (int k = 0; k < problem.classes; ++k) {
        const SigmoidColumn<Scalar> column(problem, target, shift_tolerance, b, k);
        for (int t = 0; t < column.length(); ++t) {
          if (column.counted(t)) visit(column, b, k, t);
        }
      }
    }
  };
  for_each_counted([&](const auto& column, int, int, int t) {
    total.sum += column.loss(t);
    total.count += 1.0;
  });
  if (dlogits == nullptr || total.count == 0.0) return total;
  for_each_counted([&](const auto& column, int b, int k, int t) {
    const std::size_t at =
        static_cast<std::size_t>(b) * problem.classes + k + column.offset(column.judged(t));
    dlogits[at] += static_cast<Scalar>(scale / total.count * column.slope(t));
  });
  return total;
}

template <typename Scalar>
LossSum softmax_loss(const LossProblem<Scalar>& problem, const std::int32_t* category, double scale,
                     Scalar* dlogits) {
  const int B = problem.batch, K = problem.classes;
  LossSum total;
  // Calls visit(frame, category, weight) for counted frames, in time order.
  const auto for_each_counted = [&](const auto& visit) {
    for (int t = 0; t < problem.steps; ++t) {
      for (int b = 0; b < B; ++b) {
        const std::size_t frame = static_cast<std::size_t>(t) * B + b;
        const double weight = problem.frame_weight ? problem.frame_weight[frame] : 1.0;
        const std::int32_t c = category[frame];
        if (t >= problem.lengths[b] || weight == 0.0 || c < 0) continue;
        visit(frame, c, weight * (problem.class_weight ? problem.class_weight[c] : 1.0));
      }
    }
  };
  for_each_counted([&](std::size_t frame, std::int32_t c, double weight) {
    const Scalar* z = problem.logits + frame * K;
    total.sum += weight * (log_sum_exp(z, K) - z[c]);
    total.count += 1.0;
  });
  if (dlogits == nullptr || total.count == 0.0) return total;
  for_each_counted([&](std::size_t frame, std::int32_t c, double weight) {
    const Scalar* z = problem.logits + frame * K;
    const double log_norm = log_sum_exp(z, K);
    for (int k = 0; k < K; ++k) {
      const double slope = std::exp(z[k] - log_norm) - (k == c ? 1.0 : 0.0);
      dlogits[frame * K + k] += static_cast<Scalar>(scale / total.count * weight * slope);
    }
  });
  return total;
}

template <typename Scalar>
LossSum softmax_soft_loss(const LossProblem<Scalar>& problem, const float* target, double scale,
                          Scalar* dlogits) {
  const int B = problem.batch, K = problem.classes;
  LossSum total;
  // Calls visit(offset of the frame's classes, weight) for counted frames, in time order.
  const auto for_each_counted = [&](const auto& visit) {
    for (int t = 0; t < problem.steps; ++t) {
      for (int b = 0; b < B; ++b) {
        const std::size_t frame = static_cast<std::size_t>(t) * B + b;
        const double weight = problem.frame_weight ? problem.frame_weight[frame] : 1.0;
        if (t < problem.lengths[b] && weight != 0.0) visit(frame * K, weight);
      }
    }
  };
  for_each_counted([&](std::size_t at, double weight) {
    const double log_norm = log_sum_exp(problem.logits + at, K);
    double loss = 0.0;
    for (int k = 0; k < K; ++k) loss += target[at + k] * (log_norm - problem.logits[at + k]);
    total.sum += weight * loss;
    total.count += 1.0;
  });
  if (dlogits == nullptr || total.count == 0.0) return total;
  for_each_counted([&](std::size_t at, double weight) {
    const double log_norm = log_sum_exp(problem.logits + at, K);
    for (int k = 0; k < K; ++k) {
      const double slope = std::exp(problem.logits[at + k] - log_norm) - target[at + k];
      dlogits[at + k] += static_cast<Scalar>(scale / total.count * weight * slope);
    }
  });
  return total;
}

template LossSum sigmoid_loss(const LossProblem<float>&, const float*, int, double, float*);
template LossSum sigmoid_loss(const LossProblem<double>&, const float*, int, double, double*);
template LossSum softmax_loss(const LossProblem<float>&, const std::int32_t*, double, float*);
template LossSum softmax_loss(const LossProblem<double>&, const std::int32_t*, double, double*);
template LossSum softmax_soft_loss(const LossProblem<float>&, const float*, double, float*);
template LossSum softmax_soft_loss(const LossProblem<double>&, const float*, double, double*);

}  // namespace tactus
