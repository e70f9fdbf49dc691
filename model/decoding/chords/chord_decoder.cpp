#include "model/decoding/chords/chord_decoder.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "model/decoding/chords/chord_viterbi.h"

namespace tactus {
namespace {

constexpr double kSmallest = 1e-6;  // floor of a posterior, so that no single frame forbids a chord
constexpr double kForbidden = 1e-30;
// Longer songs are decoded in windows; each reads frames beyond those that it decides.
constexpr std::size_t kWindow = 12000;
constexpr std::size_t kLookahead = 1200;

void check(const FrameMatrix& posteriors, std::size_t labels) {
  if (posteriors.bins != labels || labels == 0 ||
      posteriors.data.size() != posteriors.frames * posteriors.bins) {
    throw std::invalid_argument(
        fmt::format("{} chord labels for posteriors of {} columns: expected "
                    "one each",
                    labels, posteriors.bins));
  }
  if (!(posteriors.fps > 0.0) || !std::isfinite(posteriors.fps)) {
    throw std::invalid_argument(fmt::format(
        "chord posteriors at {} frames per second: expected more than 0", posteriors.fps));
  }
}

// Frames [first, last) with rows that sum to 1; the header says what counts as 0 or N.
FrameMatrix normalised(const FrameMatrix& posteriors, std::size_t first, std::size_t last,
                       std::span<const std::string> labels) {
  const auto n =
      static_cast<std::size_t>(std::find(labels.begin(), labels.end(), "N") - labels.begin());
  FrameMatrix part(last - first, posteriors.bins, posteriors.fps);
  for (std::size_t t = first; t < last; ++t) {
    const auto from = posteriors.row(t);
    auto row = part.row(t - first);
    double sum = 0.0;
    for (std::size_t v = 0; v < row.size(); ++v) {
      sum += row[v] = std::isfinite(from[v]) && from[v] > 0.0f ? from[v] : 0.0f;
    }
    if (sum > 0.0) {
      for (float& p : row) p = static_cast<float>(p / sum);
    } else if (n < labels.size()) {
      row[n] = 1.0f;
    } else {
      std::fill(row.begin(), row.end(), 1.0f / static_cast<float>(row.size()));
    }
  }
  return part;
}

FrameMatrix log_observations(FrameMatrix posteriors, std::span<const std::string> labels,
                             double scale) {
  const auto log_density = [&](double p) { return static_cast<float>(scale * std::log(p)); };
  const float least = log_density(kSmallest), forbidden = log_density(kForbidden);
  for (float& p : posteriors.data) p = p > kSmallest ? log_density(p) : least;
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (labels[v] != "X") continue;
    for (std::size_t t = 0; t < posteriors.frames; ++t) posteriors.row(t)[v] = forbidden;
  }
  return posteriors;
}

// Spreads the learned statistics over the given labels; a label outside the vocabulary (X) is
// unlikely, not impossible.
class LabelStatistics {
 public:
  LabelStatistics(std::span<const std::string> labels, const ChordDecoderParameters& parameters)
      : parameters_(parameters) {
    check_chord_statistics(parameters);
    for (const std::string& label : labels)
      indices_.push_back(vocabulary_index(parse_chord(label)));
  }

  ChordStatistics spread() const {
    ChordStatistics statistics;
    statistics.chords = static_cast<int>(indices_.size());
    statistics.max_duration = parameters_.max_duration;
    for (int from : indices_) {
      for (int to : indices_) statistics.change.push_back(change(from, to));
    }
    for (int d = 0; d < parameters_.max_duration; ++d) {
      for (int index : indices_) statistics.duration.push_back(duration(index, d));
    }
    for (int index : indices_) {
      statistics.longer.push_back(std::min(duration(index, parameters_.max_duration), -1e-9));
    }
    return statistics;
  }

 private:
  static constexpr double kUnknown = -15.0;

  static int quality(int index) {
    return index < 0                           ? kNoChordQuality
           : index == kChordVocabularySize - 1 ? kNoChordQuality
                                               : index % kNoChordQuality;
  }
  static int root(int index) {
    return index == kChordVocabularySize - 1 ? 0 : index / kNoChordQuality;
  }

  double change(int from, int to) const {
    if (from < 0 || to < 0) return kUnknown;
    const bool to_n = quality(to) == kNoChordQuality;
    const int interval = to_n ? 0 : (root(to) - root(from) + 12) % 12;
    const int cell = (quality(from) * 12 + interval) * kChordQualities + quality(to);
    return parameters_.change_log_probability[static_cast<std::size_t>(cell)];
  }
  double duration(int index, int column) const {
    const int cell = quality(index) * (parameters_.max_duration + 1) + column;
    return parameters_.duration_log_probability[static_cast<std::size_t>(cell)];
  }

  const ChordDecoderParameters& parameters_;
  std::vector<int> indices_;
};

struct RatedRun {
  ChordRun run;
  double confidence;  // mean posterior
};

double mean_posterior(const FrameMatrix& posteriors, const ChordRun& run) {
  double sum = 0.0;
  for (std::size_t t = run.first; t < run.last; ++t) {
    sum += posteriors.row(t)[static_cast<std::size_t>(run.chord)];
  }
  return std::min(1.0, sum / static_cast<double>(run.last - run.first));
}

// Appends a segment, or lengthens the last one if it has the same label. Confidences are weighted
// by duration.
void append(std::vector<LabelledSegment>& segments, LabelledSegment segment) {
  if (segments.empty() || segments.back().label != segment.label) {
    segments.push_back(std::move(segment));
    return;
  }
  LabelledSegment& last = segments.back();
  const double before = last.end - last.start;
  const double added = segment.end - segment.start;
  if (last.confidence >= 0.0 && segment.confidence >= 0.0) {
    last.confidence = (last.confidence * before + segment.confidence * added) / (before + added);
  }
  last.end = segment.end;
}

// For each label the first one with the same root and triad. A label outside the vocabulary stands
// for itself.
std::vector<std::size_t> triads_of(std::span<const std::string> labels) {
  std::vector<std::size_t> triads(labels.size());
  std::vector<int> keys(labels.size(), -1);
  for (std::size_t v = 0; v < labels.size(); ++v) {
    const int index = vocabulary_index(parse_chord(labels[v]));
    if (index >= 0 && index < kChordVocabularySize - 1) {
      const int quality = index % kNoChordQuality;
      keys[v] = index - quality + triad_quality(quality);
    }
    const auto first = std::find(keys.begin(), keys.end(), keys[v]);
    triads[v] = keys[v] < 0 ? v : static_cast<std::size_t>(first - keys.begin());
  }
  return triads;
}

// The probabilities of each row, summed in the columns of the triads.
FrameMatrix gathered(FrameMatrix posteriors, std::span<const std::size_t> triads) {
  for (std::size_t t = 0; t < posteriors.frames; ++t) {
    auto row = posteriors.row(t);
    for (std::size_t v = 0; v < row.size(); ++v) {
      if (triads[v] == v) continue;
      row[triads[v]] += row[v];
      row[v] = 0.0f;
    }
  }
  return posteriors;
}

// Keeps only labels that have the triad of the run there.
FrameMatrix within(FrameMatrix posteriors, std::span<const std::size_t> triads,
                   std::span<const ChordRun> runs) {
  for (const ChordRun& run : runs) {
    for (std::size_t t = run.first; t < run.last; ++t) {
      auto row = posteriors.row(t);
      for (std::size_t v = 0; v < row.size(); ++v) {
        if (triads[v] != static_cast<std::size_t>(run.chord)) row[v] = 0.0f;
      }
    }
  }
  return posteriors;
}

// Parameters of the search in a window.
struct Search {
  std::span<const std::string> labels;
  const ChordDecoderParameters& parameters;
  ChordStatistics statistics;
  std::vector<std::size_t> triads;  // empty = one path through the labels

  std::vector<ChordRun> best(FrameMatrix posteriors) const {
    const FrameMatrix observations =
        log_observations(std::move(posteriors), labels, parameters.observation_scale);
    return statistics.chords > 0 ? best_chords_by_statistics(observations, statistics)
                                 : best_chords_by_stay_bonus(observations, parameters.stay_bonus);
  }
  std::vector<ChordRun> run(const FrameMatrix& posteriors) const {
    if (triads.empty()) return best(posteriors);
    return best(within(posteriors, triads, best(gathered(posteriors, triads))));
  }
};

// Decides frames from `first` on: at most kWindow of them, up to the last change among them (all of
// them if there is no change). Appends the runs and returns the first frame that is left.
std::size_t decode_window(const FrameMatrix& posteriors, std::size_t first, const Search& search,
                          std::vector<RatedRun>& rated) {
  const std::size_t last = std::min(posteriors.frames, first + kWindow + kLookahead);
  const FrameMatrix clean = normalised(posteriors, first, last, search.labels);
  std::vector<ChordRun> runs = search.run(clean);
  if (last < posteriors.frames) {
    while (runs.size() > 1 && runs.back().last > kWindow) runs.pop_back();
    runs.back().last = std::min(runs.back().last, kWindow);
  }
  for (const ChordRun& run : runs) {
    rated.push_back({{first + run.first, first + run.last, run.chord}, mean_posterior(clean, run)});
  }
  return first + runs.back().last;
}

std::vector<LabelledSegment> segments_of(const std::vector<RatedRun>& rated, std::size_t frames,
                                         double fps, std::span<const std::string> labels) {
  const auto time = [&](std::size_t frame) {
    const double shift = frame == 0 || frame == frames ? 0.0 : 0.5;
    return (static_cast<double>(frame) - shift) / fps;
  };
  std::vector<LabelledSegment> segments;
  for (const auto& [run, confidence] : rated) {
    append(segments, {time(run.first), time(run.last), labels[static_cast<std::size_t>(run.chord)],
                      confidence});
  }
  return segments;
}

double nearest_beat(std::span<const Beat> beats, double time) {
  const auto after = std::lower_bound(beats.begin(), beats.end(), time,
                                      [](const Beat& beat, double t) { return beat.time < t; });
  if (after == beats.begin()) return after->time;
  const double before = (after - 1)->time;
  if (after == beats.end() || time - before <= after->time - time) return before;
  return after->time;
}

}  // namespace

std::vector<LabelledSegment> decode_chords(const FrameMatrix& posteriors,
                                           std::span<const std::string> labels,
                                           const ChordDecoderParameters& parameters) {
  check(posteriors, labels.size());
  Search search{labels, parameters, {}, {}};
  if (parameters.max_duration > 0) {
    search.statistics = LabelStatistics(labels, parameters).spread();
    if (parameters.triads_first) search.triads = triads_of(labels);
  }
  std::vector<RatedRun> rated;
  for (std::size_t t = 0; t < posteriors.frames;) {
    t = decode_window(posteriors, t, search, rated);
  }
  std::vector<LabelledSegment> segments =
      segments_of(rated, posteriors.frames, posteriors.fps, labels);
  for (LabelledSegment& segment : segments) {
    segment.confidence = calibrated(parameters.calibration, segment.confidence);
  }
  return segments;
}

void snap_to_beats(std::vector<LabelledSegment>& chords, std::span<const Beat> beats,
                   double tolerance) {
  if (chords.empty() || beats.empty()) return;
  const double end = chords.back().end;
  std::vector<LabelledSegment> snapped;
  double start = chords.front().start;
  for (std::size_t k = 0; k < chords.size(); ++k) {
    LabelledSegment segment = chords[k];
    if (k + 1 < chords.size()) {
      const double beat = nearest_beat(beats, segment.end);
      if (std::abs(beat - segment.end) <= tolerance) segment.end = beat;
      segment.end = std::clamp(segment.end, start, end);
    }
    segment.start = start;
    start = segment.end;
    if (segment.end > segment.start) append(snapped, std::move(segment));
  }
  chords = std::move(snapped);
}

}  // namespace tactus
