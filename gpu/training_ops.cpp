#include "gpu/training_ops.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "gpu/kernels/dropout_kernels.h"
#include "gpu/kernels/loss_kernels.h"
#include "gpu/kernels/optimiser_kernels.h"

namespace tactus::gpu {
namespace {

constexpr int kMostTrainingBlocks = 2048;  // of loops without sums
constexpr int kMostSums = 256;             // blocks; each leaves one sum
constexpr std::size_t kSumsShared = SquaredNorm::kMaxThreads / kWarpSize * sizeof(double);

static_assert(sizeof(LossSum) == 2 * sizeof(double) && offsetof(LossSum, count) == sizeof(double));

bool all_aligned(std::initializer_list<const void*> pointers) {
  return std::all_of(pointers.begin(), pointers.end(), is_aligned_to_16);
}

LossParams loss_params(const LossInput& in, float scale, LossSum* loss, float* dlogits,
                       double* partial, int partials) {
  return {in.steps,        in.batch, in.classes, in.lengths, in.logits, in.frame_weight,
          in.class_weight, partial,  partials,   &loss->sum, scale,     dlogits};
}

std::size_t elements_of(const LossInput& in) {
  return static_cast<std::size_t>(in.steps) * in.batch * in.classes;
}

// Without a gradient the second stage only writes the sums.
int gradient_blocks(const LossInput& in, const float* dlogits) {
  return dlogits == nullptr ? 1
                            : grid_blocks(elements_of(in), SigmoidLossGradient::kMaxThreads, 512);
}

}  // namespace

Training::Training(Runtime& runtime, MemoryPool& pool)
    : runtime_(&runtime), partial_(pool), log_norm_(pool) {}

void Training::dropout(Stream stream, std::size_t n, double rate, RandomStream random,
                       const float* x, float* y) {
  if (n == 0) return;
  Dropout::Params p{};
  p.n = n;
  p.x = x;
  p.y = y;
  p.seed = random.seed;
  p.stream = random.stream;
  p.dropped_below = dropout_threshold(rate);
  p.scale = static_cast<float>(1.0 / (1.0 - rate));
  p.vectors = all_aligned({x, y});
  launch<Dropout>(
      *runtime_, stream,
      {grid_blocks(n, 4 * Dropout::kMaxThreads, kMostTrainingBlocks), Dropout::kMaxThreads}, p);
}

void Training::sigmoid_loss(Stream stream, const LossInput& input, const float* target,
                            int shift_tolerance, float scale, LossSum* loss, float* dlogits) {
  const int sums = grid_blocks(elements_of(input), SigmoidLossSums::kMaxThreads, kMostSums);
  double* partial = partial_.grown(2 * kMostSums);
  const SigmoidLossSums::Params p{loss_params(input, scale, loss, dlogits, partial, sums), target,
                                  shift_tolerance};
  launch<SigmoidLossSums>(*runtime_, stream, {sums, SigmoidLossSums::kMaxThreads, kSumsShared}, p);
  launch<SigmoidLossGradient>(
      *runtime_, stream,
      {gradient_blocks(input, dlogits), SigmoidLossGradient::kMaxThreads, kSumsShared}, p);
}

template <class Target>
void Training::softmax_loss_of(Stream stream, const LossInput& input, const Target& target,
                               float scale, LossSum* loss, float* dlogits) {
  using Sums = SoftmaxLossSums<Target>;
  using Gradient = SoftmaxLossGradient<Target>;
  const std::size_t frames = static_cast<std::size_t>(input.steps) * input.batch;
  const int sums = grid_blocks(frames, Sums::kMaxThreads / kWarpSize, kMostSums);
  double* partial = partial_.grown(2 * kMostSums);
  const typename Sums::Params p{loss_params(input, scale, loss, dlogits, partial, sums), target,
                                log_norm_.grown(frames)};
  launch<Sums>(*runtime_, stream, {sums, Sums::kMaxThreads, kSumsShared}, p);
  launch<Gradient>(*runtime_, stream,
                   {gradient_blocks(input, dlogits), Gradient::kMaxThreads, kSumsShared}, p);
}

void Training::softmax_loss(Stream stream, const LossInput& input, const std::int32_t* category,
                            float scale, LossSum* loss, float* dlogits) {
  softmax_loss_of(stream, input, CategoryTarget{category}, scale, loss, dlogits);
}

void Training::softmax_soft_loss(Stream stream, const LossInput& input, const float* target,
                                 float scale, LossSum* loss, float* dlogits) {
  softmax_loss_of(stream, input, DistributionTarget{target}, scale, loss, dlogits);
}

void Training::squared_norm(Stream stream, std::size_t n, const float* x, double* result) {
  const int threads = SquaredNorm::kMaxThreads;
  const int sums = grid_blocks(n, 16 * threads, kMostSums);
  double* partial = partial_.grown(2 * kMostSums);
  launch<SquaredNorm>(*runtime_, stream, {sums, threads, kSumsShared},
                      {n, x, partial, all_aligned({x})});
  launch<SumOfDoubles>(*runtime_, stream, {1, threads, kSumsShared}, {sums, partial, result});
}

void Training::adam_step(Stream stream, const AdamStep& step, const StepGuard& guard, std::size_t n,
                         const float* decay, const float* gradient, float* parameter,
                         float* first_moment, float* second_moment) {
  if (n == 0) return;
  const double steps = static_cast<double>(step.step);
  Adam::Params p{};
  p.n = n;
  p.squared_norm = guard.squared_norm;
  p.losses = guard.loss_count > 0 ? &guard.losses->sum : nullptr;
  p.loss_count = guard.loss_count;
  p.clip_norm = guard.clip_norm;
  p.rate = static_cast<float>(step.learning_rate / (1.0 - std::pow(step.beta1, steps)));
  p.root_correction = static_cast<float>(1.0 / std::sqrt(1.0 - std::pow(step.beta2, steps)));
  p.beta1 = step.beta1;
  p.beta2 = step.beta2;
  p.epsilon = step.epsilon;
  p.decay_rate = step.learning_rate * step.weight_decay;
  p.decay = decay;
  p.gradient = gradient;
  p.parameter = parameter;
  p.first_moment = first_moment;
  p.second_moment = second_moment;
  p.vectors = all_aligned({decay, gradient, parameter, first_moment, second_moment});
  launch<Adam>(*runtime_, stream,
               {grid_blocks(n, 4 * Adam::kMaxThreads, kMostTrainingBlocks), Adam::kMaxThreads}, p);
}

}  // namespace tactus::gpu
