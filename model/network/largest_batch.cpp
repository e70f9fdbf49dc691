#include "model/network/largest_batch.h"

#include <fmt/core.h>

#include <algorithm>

namespace tactus {
namespace {

// [steps, batch, width] -> [steps, count, width].
template <typename T>
std::vector<T> first_columns(const std::vector<T>& values, const TrainBatch& batch, int count,
                             int width) {
  std::vector<T> result;
  if (values.empty()) return result;
  const auto row = static_cast<std::ptrdiff_t>(batch.batch) * width;
  for (std::ptrdiff_t t = 0; t < batch.steps; ++t) {
    const auto from = values.begin() + t * row;
    result.insert(result.end(), from, from + static_cast<std::ptrdiff_t>(count) * width);
  }
  return result;
}

}  // namespace

TrainBatch first_sequences(const TrainBatch& batch, const NetworkSpec& spec, int count) {
  if (count < 1 || count > batch.batch) {
    throw std::invalid_argument(
        fmt::format("first_sequences: {} of a batch of {} sequences", count, batch.batch));
  }
  TrainBatch first;
  first.steps = batch.steps;
  first.batch = count;
  first.lengths.assign(batch.lengths.begin(), batch.lengths.begin() + count);
  first.teacher_share = batch.teacher_share;
  first.x = first_columns(batch.x, batch, count, spec.input);
  for (std::size_t h = 0; h < batch.targets.size(); ++h) {
    HeadTarget target = batch.targets[h];
    target.probability =
        first_columns(batch.targets[h].probability, batch, count, spec.heads[h].classes);
    target.category = first_columns(batch.targets[h].category, batch, count, 1);
    target.weight = first_columns(batch.targets[h].weight, batch, count, 1);
    target.teacher = first_columns(batch.targets[h].teacher, batch, count, spec.heads[h].classes);
    first.targets.push_back(std::move(target));
  }
  return first;
}

int largest_that_fits(int count, const std::function<bool(int)>& fits) {
  int asked = count;
  const auto ask = [&](int candidate) {
    if (candidate >= asked || candidate < 1) return false;
    asked = candidate;
    return fits(candidate);
  };
  for (int eighths = 7; eighths >= 1; --eighths) {
    if (ask(static_cast<int>(static_cast<long long>(count) * eighths / 8))) return asked;
  }
  while (asked > 1) {
    if (ask(asked / 2)) return asked;
  }
  return 0;
}

}  // namespace tactus
