#include "model/editing/review_places.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "model/decoding/beats/beat_summary.h"
#include "model/editing/beat_oddities.h"

namespace tactus {
namespace {

using PlaceKind = ReviewPlace::Kind;

double limit_of(std::vector<double> confidences, double share) {
  std::erase_if(confidences, [](double c) { return c == kUnknownConfidence || c >= kCertain; });
  if (confidences.empty() || !(share > 0)) return 0.0;
  std::sort(confidences.begin(), confidences.end());
  const auto wanted =
      static_cast<std::size_t>(std::ceil(share * static_cast<double>(confidences.size())));
  if (wanted >= confidences.size()) return kCertain;
  const double above_least =
      std::nextafter(confidences.front(), std::numeric_limits<double>::infinity());
  return std::max(confidences[wanted], above_least);
}

template <class Items>
std::vector<double> confidences_of(const Items& items) {
  std::vector<double> found;
  for (const auto& item : items) found.push_back(item.confidence);
  return found;
}

bool doubtful(double confidence, double limit) {
  return confidence != kUnknownConfidence && confidence < limit;
}

struct Bar {
  BeatRange beats;
  double confidence = kUnknownConfidence;
};

// From each downbeat to the next one or the end.
std::vector<Bar> bars_of(std::span<const Beat> beats, std::span<const double> rated) {
  std::vector<Bar> bars;
  for (std::size_t i = 0; i < beats.size(); ++i) {
    if (beats[i].position != 1) continue;
    if (!bars.empty()) bars.back().beats.last = i;
    const bool sure = beats[i].confidence >= kCertain;
    const double confidence = bars.size() < rated.size() ? rated[bars.size()] : kUnknownConfidence;
    bars.push_back({{i, beats.size()}, sure ? kCertain : confidence});
  }
  return bars;
}

class Finder {
 public:
  explicit Finder(const Annotation& annotation) : song_(annotation) {}

  void find_odd_intervals() {
    const auto add = [&](PlaceKind kind, std::size_t first, std::size_t item) {
      places.push_back({kind, beats()[first].time, beats()[first + 1].time, kUnknownConfidence,
                        first, first + 2, item});
    };
    const std::vector<LevelPassage> passages = level_passages(beats());
    for (const LevelPassage& passage : passages) {
      add_beats(passage.twice ? PlaceKind::kTwiceTempo : PlaceKind::kHalfTempo, passage.beats,
                passage.beats.first, kUnknownConfidence);
    }
    const auto in_passage = [&](std::size_t beat) {
      return std::ranges::any_of(passages, [&](const LevelPassage& passage) {
        return beat >= passage.beats.first && beat < passage.beats.last;
      });
    };
    const std::vector<std::size_t> close = close_beats(beats());
    for (const std::size_t first : close) add(PlaceKind::kCloseBeats, first, first + 1);
    for (const OddInterval& odd : odd_intervals(beats())) {
      if (in_passage(odd.beat)) continue;
      const bool is_close = std::ranges::binary_search(close, odd.beat) ||
                            std::ranges::binary_search(close, odd.beat + 1);
      if (odd.kind == OddInterval::Kind::kMissing) {
        add(PlaceKind::kMissingBeat, odd.beat, odd.beat);
      } else if (!is_close && odd.kind == OddInterval::Kind::kExtra) {
        add(PlaceKind::kExtraBeat, odd.beat, odd.extra);
      } else if (!is_close) {
        add(PlaceKind::kTempoJump, odd.beat, odd.beat + 1);
      }
    }
  }

  void find_odd_bars() {
    for (const BeatRange& bar : odd_bars(beats()))
      add_beats(PlaceKind::kOddBar, bar, bar.first, kUnknownConfidence);
  }

  void find_beats(double limit) {
    bool in_run = false;
    for (std::size_t i = 0; i < beats().size(); ++i) {
      const double confidence = beats()[i].confidence;
      const bool doubt = doubtful(confidence, limit);
      if (doubt) add_to_run(in_run, PlaceKind::kBeats, {i, i + 1}, confidence);
      in_run = doubt;
    }
  }

  void find_bars(std::span<const double> rated, double limit) {
    bool in_run = false;
    for (const Bar& bar : bars_of(beats(), rated)) {
      const bool doubt = doubtful(bar.confidence, limit);
      if (doubt) add_to_run(in_run, PlaceKind::kBars, bar.beats, bar.confidence);
      in_run = doubt;
    }
  }

  void find_segments(PlaceKind kind, const std::vector<LabelledSegment>& segments, double limit) {
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const LabelledSegment& segment = segments[i];
      if (!doubtful(segment.confidence, limit)) continue;
      places.push_back({kind, segment.start, segment.end, segment.confidence, i, i + 1, i});
    }
  }

  std::vector<ReviewPlace> places;

 private:
  const std::vector<Beat>& beats() const { return song_.beats; }

  double end_of(PlaceKind kind, std::size_t last) const {
    if (kind == PlaceKind::kBeats) return beats()[last - 1].time;
    return beats()[std::min(last, beats().size() - 1)].time;
  }

  void add_beats(PlaceKind kind, BeatRange range, std::size_t item, double confidence) {
    places.push_back({kind, beats()[range.first].time, end_of(kind, range.last), confidence,
                      range.first, range.last, item});
  }

  void add_to_run(bool in_run, PlaceKind kind, BeatRange range, double confidence) {
    if (!in_run) return add_beats(kind, range, range.first, confidence);
    ReviewPlace& run = places.back();
    run.last = range.last;
    run.end = end_of(kind, range.last);
    if (confidence < run.confidence) std::tie(run.confidence, run.item) = {confidence, range.first};
  }

  const Annotation& song_;
};

}  // namespace

DoubtLimits doubt_limits(const Annotation& annotation, std::span<const double> bars, double share) {
  std::vector<double> downbeats;
  for (const Bar& bar : bars_of(annotation.beats, bars)) downbeats.push_back(bar.confidence);
  return {limit_of(confidences_of(annotation.beats), share), limit_of(std::move(downbeats), share),
          limit_of(confidences_of(annotation.chords), share),
          limit_of(confidences_of(annotation.keys), share)};
}

bool has_confidence(const Annotation& annotation) {
  const auto known = [](const auto& item) { return item.confidence != kUnknownConfidence; };
  return std::ranges::any_of(annotation.beats, known) ||
         std::ranges::any_of(annotation.chords, known) ||
         std::ranges::any_of(annotation.keys, known);
}

std::vector<ReviewPlace> review_places(const Annotation& annotation, std::span<const double> bars,
                                       const DoubtLimits& limits) {
  Finder finder(annotation);
  finder.find_odd_intervals();
  finder.find_odd_bars();
  finder.find_beats(limits.beats);
  finder.find_bars(bars, limits.bars);
  finder.find_segments(PlaceKind::kChord, annotation.chords, limits.chords);
  finder.find_segments(PlaceKind::kKey, annotation.keys, limits.keys);
  std::stable_sort(finder.places.begin(), finder.places.end(), [](const auto& a, const auto& b) {
    const auto rank = [](const ReviewPlace& place) {
      const int level = !place.odd() ? 2 : place.kind == PlaceKind::kOddBar ? 1 : 0;
      return std::tuple(level, place.confidence, place.begin);
    };
    return rank(a) < rank(b);
  });
  return std::move(finder.places);
}

Annotation accepted(Annotation annotation, const ReviewPlace& place) {
  const auto mark = [&](auto& items, bool downbeats_only) {
    for (std::size_t i = place.first; i < std::min(place.last, items.size()); ++i) {
      if constexpr (requires { items[i].position; }) {
        if (downbeats_only && items[i].position != 1) continue;
      }
      items[i].confidence = kCertain;
    }
  };
  if (place.kind == PlaceKind::kBeats || place.kind == PlaceKind::kBars)
    mark(annotation.beats, place.kind == PlaceKind::kBars);
  if (place.kind == PlaceKind::kChord) mark(annotation.chords, false);
  if (place.kind == PlaceKind::kKey) mark(annotation.keys, false);
  return annotation;
}

std::pair<double, double> bars_around(std::span<const Beat> beats, double begin, double end) {
  constexpr double kSeconds = 2.0;  // on either side, without beats
  if (beats.size() < 2) return {std::max(0.0, begin - kSeconds), begin + kSeconds};
  const double bar = meter_at(beats, nearest_beat(beats, begin));
  const double from = beat_coordinate(beats, begin), to = beat_coordinate(beats, end);
  const double side = std::max(1.0, (2 * bar - (to - from)) / 2);
  const double last = std::min(to + side, from - side + 4 * bar);
  return {std::max(0.0, time_at_coordinate(beats, from - side)), time_at_coordinate(beats, last)};
}

}  // namespace tactus
