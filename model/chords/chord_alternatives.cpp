#include "model/chords/chord_alternatives.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "model/chords/chord_spelling.h"
#include "model/chords/chord_vocabulary.h"

namespace tactus {
namespace {

std::vector<double> mean_row(const FrameMatrix& posteriors, std::size_t first, std::size_t last) {
  std::vector<double> mean(posteriors.bins, 0.0);
  for (std::size_t t = first; t < last; ++t) {
    const auto row = posteriors.row(t);
    for (std::size_t v = 0; v < row.size(); ++v) {
      if (std::isfinite(row[v])) mean[v] += row[v] / static_cast<double>(last - first);
    }
  }
  return mean;
}

std::string spelled(int index, std::string_view key) {
  if (index == kChordVocabularySize - 1) return "N";
  return fmt::format("{}:{}", root_in_key(index / kNoChordQuality, key),
                     chord_qualities()[static_cast<std::size_t>(index % kNoChordQuality)]);
}

}  // namespace

std::vector<ChordAlternative> rank_chords(const FrameMatrix& posteriors, double begin, double end,
                                          std::string_view key, std::size_t count) {
  if (posteriors.frames == 0) return {};
  if (posteriors.bins != static_cast<std::size_t>(kChordVocabularySize)) {
    throw std::invalid_argument(fmt::format("chord posteriors of {} columns: expected {}",
                                            posteriors.bins, kChordVocabularySize));
  }
  const auto frame = [&](double time) {
    const double place = std::round(std::max(time, 0.0) * posteriors.fps);
    return static_cast<std::size_t>(std::min(place, static_cast<double>(posteriors.frames)));
  };
  const std::size_t first = std::min(frame(begin), posteriors.frames - 1);
  const std::size_t last = std::max(frame(end), first + 1);
  const std::vector<double> mean = mean_row(posteriors, first, last);
  std::vector<int> order(mean.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return mean[static_cast<std::size_t>(a)] > mean[static_cast<std::size_t>(b)];
  });
  order.resize(std::min(count, order.size()));
  std::vector<ChordAlternative> ranked;
  for (const int index : order) {
    ranked.push_back({spelled(index, key), mean[static_cast<std::size_t>(index)]});
  }
  return ranked;
}

}  // namespace tactus
