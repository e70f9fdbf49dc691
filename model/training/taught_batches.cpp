#include "model/training/taught_batches.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>

#include "model/decoding/chords/chord_transpositions.h"

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

bool same(const Standardisation& a, const Standardisation& b) {
  return a.mean == b.mean && a.scale == b.scale;
}

std::size_t inputs_of(const Teacher& teacher) {
  return static_cast<std::size_t>(teacher.network.spec().input);
}

// [T * B, K] of each head, from what the teacher hears of the batch.
std::vector<FrameMatrix> logits_of(Teacher& teacher, std::vector<FrameMatrix> heard,
                                   const TrainBatch& batch) {
  const std::vector<HeadSpec>& heads = teacher.network.spec().heads;
  std::vector<std::vector<FrameMatrix>> inferred;
  for (FrameMatrix& music : heard) {
    TrainBatch own;
    own.steps = batch.steps, own.batch = batch.batch;
    own.lengths = batch.lengths;
    own.x = std::move(music.data);
    std::vector<FrameMatrix>& outputs = inferred.emplace_back();
    for (std::vector<float>& logits : teacher.network.infer(own)) {
      FrameMatrix& output = outputs.emplace_back();
      output.frames = music.frames, output.bins = logits.size() / music.frames;
      output.data = std::move(logits);
    }
  }
  return mean_over_keys(heads, std::move(inferred));
}

}  // namespace

TaughtBatches::TaughtBatches(const BatchSource& source, std::vector<Teacher> teachers,
                             const Standardisation& standardisation, double share)
    : source_(source),
      teachers_(std::move(teachers)),
      standardisation_(standardisation),
      share_(share) {
  if (teachers_.empty()) throw std::invalid_argument("TaughtBatches: no teacher was given");
  for (const Teacher& teacher : teachers_) {
    const NetworkSpec& spec = teacher.network.spec();
    if (standardisation.mean.size() < static_cast<std::size_t>(spec.input)) {
      throw std::invalid_argument(
          fmt::format("TaughtBatches: a teacher with {} inputs, expected at most {}", spec.input,
                      standardisation.mean.size()));
    }
    if (spec.heads.size() != teachers_.front().network.spec().heads.size())
      throw std::invalid_argument("TaughtBatches: teachers with different heads");
    if (teacher.keys > 1) in_keys(FrameMatrix(0, inputs_of(teacher), 1.0), teacher.keys);
  }
}

std::vector<FrameMatrix> TaughtBatches::heard_by(const Teacher& teacher,
                                                 const TrainBatch& batch) const {
  const std::size_t bins = standardisation_.mean.size();
  FrameMatrix features(batch.x.size() / bins, bins, 1.0);
  features.data = batch.x;
  if (teacher.keys == 1 && same(standardisation_, teacher.standardisation)) return {features};
  for (std::size_t i = 0; i < batch.x.size(); ++i) {
    float& x = features.data[i];
    x = x / standardisation_.scale[i % bins] + standardisation_.mean[i % bins];
  }
  if (inputs_of(teacher) < bins) features = first_bins(features, inputs_of(teacher));
  std::vector<FrameMatrix> heard =
      teacher.keys > 1 ? in_keys(features, teacher.keys) : std::vector<FrameMatrix>{features};
  for (FrameMatrix& music : heard) standardise(music.data, teacher.standardisation);
  return heard;
}

TrainBatch TaughtBatches::train_batch(int epoch, std::size_t index) const {
  TrainBatch batch = source_.train_batch(epoch, index);
  if (share_ == 0.0) return batch;
  batch.teacher_share = share_;
  const std::vector<HeadSpec>& heads = teachers_.front().network.spec().heads;
  const float part = 1.0f / static_cast<float>(teachers_.size());
  for (Teacher& teacher : teachers_) {
    const std::vector<FrameMatrix> logits = logits_of(teacher, heard_by(teacher, batch), batch);
    for (std::size_t h = 0; h < heads.size(); ++h) {
      std::vector<float>& mean = batch.targets.at(h).teacher;
      mean.resize(logits[h].data.size(), 0.0f);
      for (std::size_t n = 0; n < mean.size(); ++n) mean[n] += part * logits[h].data[n];
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
