// Counts in labels how chords follow each other and how long they last.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "model/decoding/chords/chord_decoder.h"

namespace tactus {
namespace {

constexpr int Q = kChordQualities;
constexpr double kLongestSeconds = 12.0;  // bound of the explicit durations
constexpr double kExplicitShare = 0.97;   // share of the chords that have an explicit duration
constexpr double kDurationSpread = 0.15;  // standard deviation of the smoothing, in log duration
constexpr double kBackoffChanges =
    20.0;  // weight of the distribution over all qualities, in changes
constexpr double kBackoffChords = 20.0;  // the same for durations, in chords

struct Run {
  int quality;
  double frames;
};

struct Counts {
  std::vector<double> changes = std::vector<double>(static_cast<std::size_t>(Q * 12 * Q), 0.0);
  std::vector<Run> runs;

  double& change(int q1, int interval, int q2) {
    return changes[static_cast<std::size_t>((q1 * 12 + interval) * Q + q2)];
  }
};

struct Span {
  int index;  // in the vocabulary, -1 = not in it
  double seconds;
};

int quality(int index) {
  return index == kChordVocabularySize - 1 ? kNoChordQuality : index % kNoChordQuality;
}

// Labels reduced to the vocabulary; equal neighbours are joined.
std::vector<Span> reduced(const std::vector<LabelledSegment>& song) {
  std::vector<Span> spans;
  for (const LabelledSegment& segment : song) {
    const int index = vocabulary_index(parse_chord(segment.label, ChordSyntax::kLenient));
    const double seconds = segment.end - segment.start;
    if (!(seconds > 0.0)) continue;
    if (!spans.empty() && spans.back().index == index) {
      spans.back().seconds += seconds;
    } else {
      spans.push_back({index, seconds});
    }
  }
  return spans;
}

void count_change(int from, int to, Counts& counts) {
  const int q1 = quality(from);
  const int q2 = quality(to);
  if (q2 == kNoChordQuality) {
    counts.change(q1, 0, q2) += 1.0;
  } else if (q1 == kNoChordQuality) {
    for (int root = 0; root < 12; ++root) counts.change(q1, root, q2) += 1.0 / 12.0;
  } else {
    const int interval = (to / kNoChordQuality - from / kNoChordQuality + 12) % 12;
    counts.change(q1, interval, q2) += 1.0;
  }
}

void count_song(const std::vector<LabelledSegment>& song, double fps, Counts& counts) {
  const std::vector<Span> spans = reduced(song);
  for (std::size_t k = 0; k < spans.size(); ++k) {
    if (spans[k].index < 0) continue;
    counts.runs.push_back({quality(spans[k].index), spans[k].seconds * fps});
    if (k > 0 && spans[k - 1].index >= 0) count_change(spans[k - 1].index, spans[k].index, counts);
  }
}

// Cells (interval, q2) that a change from q1 can reach.
bool possible(int q1, int interval, int q2) {
  if (q2 == kNoChordQuality) return q1 != kNoChordQuality && interval == 0;
  return q1 == kNoChordQuality || interval != 0 || q1 != q2;
}

// P(interval, q2) over all starting qualities, mixed with the even distribution.
std::vector<double> backoff(Counts& counts) {
  std::vector<double> p(12 * Q, 1.0 / (12 * Q));
  for (int q1 = 0; q1 < Q; ++q1) {
    for (int cell = 0; cell < 12 * Q; ++cell) {
      p[static_cast<std::size_t>(cell)] += counts.change(q1, cell / Q, cell % Q);
    }
  }
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& value : p) value /= sum;
  return p;
}

std::vector<float> change_table(Counts& counts) {
  const std::vector<double> prior = backoff(counts);
  std::vector<float> table(counts.changes.size());
  for (int q1 = 0; q1 < Q; ++q1) {
    std::vector<double> p(12 * Q, 0.0);
    double sum = 0.0;
    for (int cell = 0; cell < 12 * Q; ++cell) {
      if (!possible(q1, cell / Q, cell % Q)) continue;
      // After N, the next root has no preference.
      double prior_p = prior[static_cast<std::size_t>(cell)];
      if (q1 == kNoChordQuality) {
        prior_p = 0.0;
        for (int i = 0; i < 12; ++i)
          prior_p += prior[static_cast<std::size_t>(i * Q + cell % Q)] / 12;
      }
      p[static_cast<std::size_t>(cell)] =
          counts.change(q1, cell / Q, cell % Q) + kBackoffChanges * prior_p;
      sum += p[static_cast<std::size_t>(cell)];
    }
    for (int cell = 0; cell < 12 * Q; ++cell) {
      // The decoder never asks for cells that cannot be reached, except for a change between two
      // spellings of one chord. That is made as unlikely as possible.
      const double share = std::max(p[static_cast<std::size_t>(cell)] / sum, 1e-7);
      table[static_cast<std::size_t>(q1 * 12 * Q + cell)] = static_cast<float>(std::log(share));
    }
  }
  return table;
}

int longest_explicit(const Counts& counts, double fps) {
  const int bound = std::max(2, static_cast<int>(kLongestSeconds * fps));
  if (counts.runs.empty()) return bound;
  std::vector<double> frames;
  for (const Run& run : counts.runs) frames.push_back(run.frames);
  const auto rank =
      static_cast<std::ptrdiff_t>(kExplicitShare * static_cast<double>(frames.size() - 1));
  std::nth_element(frames.begin(), frames.begin() + rank, frames.end());
  return std::clamp(static_cast<int>(std::ceil(frames[static_cast<std::size_t>(rank)])), 2, bound);
}

// Spreads the weight of one run over the lengths 1..D, in proportion to a Gaussian in log duration.
void spread(double frames, std::vector<double>& histogram) {
  std::vector<double> weights(histogram.size());
  double sum = 0.0;
  for (std::size_t d = 0; d < weights.size(); ++d) {
    const double z = std::log(static_cast<double>(d + 1) / std::max(frames, 1.0)) / kDurationSpread;
    weights[d] = std::exp(-0.5 * std::min(z * z, 1000.0));
    sum += weights[d];
  }
  for (std::size_t d = 0; d < weights.size(); ++d) histogram[d] += weights[d] / sum;
}

struct Durations {
  std::vector<double> histogram;  // [D], of the runs up to D frames
  double longer = 0.0;            // number of longer runs
  double excess = 0.0;            // their frames beyond D
};

void add(const Run& run, Durations& durations) {
  const auto bound = static_cast<double>(durations.histogram.size());
  if (run.frames <= bound) {
    spread(run.frames, durations.histogram);
  } else {
    durations.longer += 1.0;
    durations.excess += run.frames - bound;
  }
}

// `own` mixed with `all`, as log probabilities. Runs of D frames and more share the geometric tail
// P(D + k) = P(D) rho^k, so P(D) = tail (1 - rho).
std::vector<float> duration_row(const Durations& own, const Durations& all) {
  const double total = std::accumulate(all.histogram.begin(), all.histogram.end(), all.longer);
  const double back = kBackoffChords / std::max(total, 1.0);
  const std::size_t bound = own.histogram.size();
  std::vector<double> p(bound);
  for (std::size_t d = 0; d < bound; ++d) {
    p[d] = own.histogram[d] + back * all.histogram[d] + 1e-3;
  }
  const double tail_runs = own.longer + back * all.longer + p[bound - 1];
  const double tail_excess = own.excess + back * all.excess + p[bound - 1];
  const double rho = std::clamp(tail_excess / (tail_excess + tail_runs), 0.1, 0.999);
  p[bound - 1] = tail_runs * (1.0 - rho);
  const double sum = std::accumulate(p.begin(), p.end() - 1, tail_runs);
  std::vector<float> row;
  for (double value : p) row.push_back(static_cast<float>(std::log(value / sum)));
  row.push_back(static_cast<float>(std::log(rho)));
  return row;
}

std::vector<float> duration_table(const Counts& counts, int bound) {
  const Durations empty{std::vector<double>(static_cast<std::size_t>(bound), 0.0), 0.0, 0.0};
  std::vector<Durations> by_quality(Q, empty);
  Durations all = empty;
  for (const Run& run : counts.runs) {
    add(run, by_quality[static_cast<std::size_t>(run.quality)]);
    add(run, all);
  }
  std::vector<float> table;
  for (const Durations& durations : by_quality) {
    const std::vector<float> row = duration_row(durations, all);
    table.insert(table.end(), row.begin(), row.end());
  }
  return table;
}

}  // namespace

void learn_chord_statistics(std::span<const std::vector<LabelledSegment>> songs, double fps,
                            ChordDecoderParameters& parameters) {
  if (!(fps > 0.0) || !std::isfinite(fps)) {
    throw std::invalid_argument(
        fmt::format("chord statistics at {} frames per second: expected more than 0", fps));
  }
  Counts counts;
  for (const auto& song : songs) count_song(song, fps, counts);
  parameters.max_duration = longest_explicit(counts, fps);
  parameters.change_log_probability = change_table(counts);
  parameters.duration_log_probability = duration_table(counts, parameters.max_duration);
}

}  // namespace tactus
