#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "model/network/network_parts.h"

namespace tactus {
namespace {

void require_size(const std::string& what, std::size_t found, std::size_t expected) {
  if (found != expected) {
    throw std::invalid_argument(
        fmt::format("network: {} has {} values, expected {}", what, found, expected));
  }
}

// The cells saturate, so an infinite input may not show in the loss.
void require_finite(const TrainBatch& batch, int input) {
  const auto bad =
      std::find_if_not(batch.x.begin(), batch.x.end(), [](float v) { return std::isfinite(v); });
  if (bad == batch.x.end()) return;
  const std::size_t at = static_cast<std::size_t>(bad - batch.x.begin());
  const std::size_t frame = at / static_cast<std::size_t>(input),
                    B = static_cast<std::size_t>(batch.batch);
  throw std::runtime_error(
      fmt::format("network: x is {} at step {}, sequence {}, feature {}; are the features finite?",
                  *bad, frame / B, frame % B, at % static_cast<std::size_t>(input)));
}

void check_target(const HeadTarget& target, const HeadSpec& head, std::size_t frames, bool taught) {
  const std::size_t K = static_cast<std::size_t>(head.classes);
  const bool sigmoid = head.kind == HeadKind::kSigmoid;
  const auto named = [&](const char* what) {
    return fmt::format("{} of head '{}'", what, head.name);
  };
  require_size(named("probability"), target.probability.size(), sigmoid ? frames * K : 0);
  require_size(named("category"), target.category.size(), sigmoid ? 0 : frames);
  require_size(named("teacher"), target.teacher.size(), taught ? frames * K : 0);
  if (!target.weight.empty()) require_size(named("weight"), target.weight.size(), frames);
  if (!target.positive_weight.empty()) {
    require_size(named("positive_weight"), target.positive_weight.size(), sigmoid ? K : 0);
  }
  if (!target.class_weight.empty()) {
    require_size(named("class_weight"), target.class_weight.size(), sigmoid ? 0 : K);
  }
  if (target.shift_tolerance < 0 || (!sigmoid && target.shift_tolerance != 0)) {
    throw std::invalid_argument(fmt::format("network: shift tolerance {} of head '{}', expected {}",
                                            target.shift_tolerance, head.name,
                                            sigmoid ? ">= 0" : "0"));
  }
  for (const std::int32_t c : target.category) {
    if (c >= head.classes || c < -1) {
      throw std::invalid_argument(fmt::format("network: category {} for head '{}', expected -1..{}",
                                              c, head.name, head.classes - 1));
    }
  }
}

}  // namespace

void check_input(const TrainBatch& batch, const NetworkSpec& spec) {
  if (batch.steps < 0 || batch.batch < 0) {
    throw std::invalid_argument(
        fmt::format("network: a batch of {} steps, {} sequences", batch.steps, batch.batch));
  }
  const std::size_t frames = static_cast<std::size_t>(batch.steps) * batch.batch;
  require_size("lengths", batch.lengths.size(), batch.batch);
  require_size("x", batch.x.size(), frames * spec.input);
  require_finite(batch, spec.input);
  for (const std::int32_t length : batch.lengths) {
    if (length < 0 || length > batch.steps) {
      throw std::invalid_argument(
          fmt::format("network: a sequence of length {}, expected 0..{}", length, batch.steps));
    }
  }
}

void check_batch(const TrainBatch& batch, const NetworkSpec& spec) {
  check_input(batch, spec);
  const std::size_t frames = static_cast<std::size_t>(batch.steps) * batch.batch;
  require_size("the list of targets", batch.targets.size(), spec.heads.size());
  if (!(batch.teacher_share >= 0.0 && batch.teacher_share <= 1.0)) {
    throw std::invalid_argument(
        fmt::format("network: a teacher share of {}, expected 0..1", batch.teacher_share));
  }
  for (std::size_t h = 0; h < spec.heads.size(); ++h) {
    check_target(batch.targets[h], spec.heads[h], frames, batch.teacher_share > 0.0);
  }
}

}  // namespace tactus
