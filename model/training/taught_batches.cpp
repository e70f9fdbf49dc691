#include "model/training/taught_batches.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>

namespace tactus {
namespace {

// The logits of a frame become probabilities.
void to_probabilities(std::span<float> frame, HeadKind kind) {
  if (kind == HeadKind::kSigmoid) {
    for (float& z : frame) z = static_cast<float>(1.0 / (1.0 + std::exp(-static_cast<double>(z))));
    return;
  }
  const double top = *std::ranges::max_element(frame);
  double sum = 0.0;
  for (const float z : frame) sum += std::exp(z - top);
  for (float& z : frame) z = static_cast<float>(std::exp(z - top) / sum);
}

}  // namespace

TaughtBatches::TaughtBatches(const BatchSource& source, std::vector<Teacher> teachers,
                             const Standardisation& standardisation, double share)
    : source_(source), teachers_(std::move(teachers)), share_(share) {
  if (teachers_.empty()) throw std::invalid_argument("TaughtBatches: no teacher was given");
  for (const Teacher& teacher : teachers_) {
    const NetworkSpec& spec = teacher.network.spec();
    if (standardisation.mean.size() != static_cast<std::size_t>(spec.input)) {
      throw std::invalid_argument(
          fmt::format("TaughtBatches: a teacher with {} inputs, expected {}", spec.input,
                      standardisation.mean.size()));
    }
    if (spec.heads.size() != teachers_.front().network.spec().heads.size())
      throw std::invalid_argument("TaughtBatches: teachers with different heads");
    changes_.push_back(change_of(standardisation, teacher.standardisation));
  }
}

// (x / s + m - m') s' for scale s and mean m of x, and s' and m' of the teacher.
TaughtBatches::InputChange TaughtBatches::change_of(const Standardisation& from,
                                                    const Standardisation& to) {
  InputChange change;
  if (from.mean == to.mean && from.scale == to.scale) return change;
  for (std::size_t k = 0; k < from.mean.size(); ++k) {
    const double factor = static_cast<double>(to.scale[k]) / from.scale[k];
    const double offset = (static_cast<double>(from.mean[k]) - to.mean[k]) * to.scale[k];
    change.factor.push_back(static_cast<float>(factor));
    change.offset.push_back(static_cast<float>(offset));
  }
  return change;
}

std::vector<std::vector<float>> TaughtBatches::logits_of(std::size_t teacher,
                                                         const TrainBatch& batch) const {
  Network& network = teachers_[teacher].network;
  const InputChange& change = changes_[teacher];
  if (change.factor.empty()) return network.infer(batch);
  TrainBatch own;
  own.steps = batch.steps, own.batch = batch.batch;
  own.lengths = batch.lengths;
  own.x = batch.x;
  const std::size_t bins = change.factor.size();
  for (std::size_t i = 0; i < own.x.size(); ++i)
    own.x[i] = own.x[i] * change.factor[i % bins] + change.offset[i % bins];
  return network.infer(own);
}

TrainBatch TaughtBatches::train_batch(int epoch, std::size_t index) const {
  TrainBatch batch = source_.train_batch(epoch, index);
  if (share_ == 0.0) return batch;
  batch.teacher_share = share_;
  const std::vector<HeadSpec>& heads = teachers_.front().network.spec().heads;
  const float part = 1.0f / static_cast<float>(teachers_.size());
  for (std::size_t i = 0; i < teachers_.size(); ++i) {
    const std::vector<std::vector<float>> logits = logits_of(i, batch);
    for (std::size_t h = 0; h < heads.size(); ++h) {
      std::vector<float>& mean = batch.targets.at(h).teacher;
      mean.resize(logits[h].size(), 0.0f);
      for (std::size_t n = 0; n < mean.size(); ++n) mean[n] += part * logits[h][n];
    }
  }
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const std::span<float> all = batch.targets[h].teacher;
    const auto classes = static_cast<std::size_t>(heads[h].classes);
    for (std::size_t i = 0; i < all.size(); i += classes)
      to_probabilities(all.subspan(i, classes), heads[h].kind);
  }
  return batch;
}

}  // namespace tactus
