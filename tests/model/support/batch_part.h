// A part of the sequences of a batch.
#pragma once

#include <cstddef>
#include <vector>

#include "model/network/process_group.h"
#include "model/network/train_batch.h"

namespace tactus::test {

// Of values [T,B,N] those of the sequences of the part.
template <typename T>
std::vector<T> sequences_of(const std::vector<T>& values, int B, RankPart part, std::size_t rows) {
  const std::size_t width = values.size() / rows;
  std::vector<T> chosen;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t b = row % static_cast<std::size_t>(B);
    if (b < part.first || b >= part.last) continue;
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(row * width);
    chosen.insert(chosen.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
  }
  return chosen;
}

inline TrainBatch part_of_batch(const TrainBatch& whole, RankPart part) {
  const std::size_t rows = static_cast<std::size_t>(whole.steps) * whole.batch;
  TrainBatch batch = whole;
  batch.batch = static_cast<int>(part.last - part.first);
  batch.lengths = sequences_of(whole.lengths, whole.batch, part, whole.lengths.size());
  batch.x = sequences_of(whole.x, whole.batch, part, rows);
  for (HeadTarget& target : batch.targets) {
    target.probability = sequences_of(target.probability, whole.batch, part, rows);
    target.category = sequences_of(target.category, whole.batch, part, rows);
    target.weight = sequences_of(target.weight, whole.batch, part, rows);
    target.teacher = sequences_of(target.teacher, whole.batch, part, rows);
  }
  return batch;
}

}  // namespace tactus::test
