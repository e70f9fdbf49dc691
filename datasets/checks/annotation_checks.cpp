#include "datasets/checks/annotation_checks.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "model/chords/chord_label.h"
#include "model/editing/beat_oddities.h"

namespace tactus {
namespace {

constexpr double kOutside = 0.1;        // seconds after the end that count as rounding
constexpr double kSlowest = 25.0;       // BPM
constexpr double kFastest = 320.0;      // BPM
constexpr double kGap = 0.05;           // seconds
constexpr double kLeastCovered = 0.5;   // share of the audio between first and last beat
constexpr double kShortSeconds = 15.0;  // of audio without annotation at its end
constexpr double kShortShare = 0.25;    // ... and at least this share of it
constexpr double kLongSeconds = 2.0;    // of chords after the audio's end
constexpr double kLongShare = 0.02;     // ... and at least this share of it

// Counts the places of one kind and describes the first.
struct Places {
  std::size_t count = 0;
  double first = 0.0;
  std::string example;
  void add(double time, std::string text) {
    if (count++ > 0) return;
    first = time;
    example = std::move(text);
  }
  // "3 gaps, the first at 1.500 s: ..."
  void report(std::vector<Finding>& findings, FindingKind kind, const char* one,
              const char* many) const {
    if (count == 0) return;
    const std::string head =
        count == 1 ? fmt::format("1 {}, at", one) : fmt::format("{} {}, the first at", count, many);
    findings.push_back({kind, fmt::format("{} {:.3f} s: {}", head, first, example), first});
  }
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

class BeatChecks {
 public:
  explicit BeatChecks(const std::vector<Beat>& beats) : beats_(beats) {
    for (std::size_t i = 0; i + 1 < beats.size(); ++i)
      intervals_.push_back(beats[i + 1].time - beats[i].time);
  }

  std::vector<Finding> run(double audio_seconds) {
    check_extent(audio_seconds);
    if (intervals_.size() >= 4) {
      check_tempo();
      check_intervals();
    }
    check_positions();
    return std::move(findings_);
  }

 private:
  void check_extent(double seconds) {
    if (seconds <= 0.0 || beats_.empty()) return;
    Places outside;
    for (const Beat& beat : beats_) {
      if (beat.time > seconds + kOutside)
        outside.add(beat.time, fmt::format("the audio ends at {:.3f} s", seconds));
    }
    outside.report(findings_, FindingKind::kBeatOutside, "beat after the end",
                   "beats after the end");
    const double first = beats_.front().time;
    const double last = beats_.back().time;
    const double rest = seconds - last;
    if (last - first >= kLeastCovered * seconds &&
        (rest < kShortSeconds || rest < kShortShare * seconds))
      return;
    if (seconds < 10.0) return;  // in a loop the last beat may be at its middle
    findings_.push_back(
        {FindingKind::kAnnotationLength,
         fmt::format("beats from {:.1f} to {:.1f} s in audio of {:.1f} s", first, last, seconds),
         last});
  }

  void check_tempo() {
    const double bpm = 60.0 / median(intervals_);
    if (bpm >= kSlowest && bpm <= kFastest) return;
    findings_.push_back(
        {FindingKind::kTempo,
         fmt::format("{:.1f} beats per minute, expected {:.0f} to {:.0f}", bpm, kSlowest, kFastest),
         beats_.front().time});
  }

  void check_intervals() {
    Places missing, doubled, jumps;
    for (const OddInterval& odd : odd_intervals(beats_)) {
      const std::string text =
          fmt::format("{:.3f} s between beats, usually {:.3f} s", odd.seconds, odd.usual);
      if (odd.kind == OddInterval::Kind::kExtra) {
        doubled.add(beats_[odd.extra].time, text);
      } else {
        (odd.kind == OddInterval::Kind::kMissing ? missing : jumps)
            .add(beats_[odd.beat].time, text);
      }
    }
    missing.report(findings_, FindingKind::kMissingBeat, "missing beat", "missing beats");
    doubled.report(findings_, FindingKind::kDoubledBeat, "extra beat", "extra beats");
    jumps.report(findings_, FindingKind::kTempoJump, "tempo jump", "tempo jumps");
  }

  void check_positions() {
    const auto unknown = [](const Beat& beat) { return beat.position == 0; };
    const auto unknowns = std::count_if(beats_.begin(), beats_.end(), unknown);
    if (unknowns == static_cast<std::ptrdiff_t>(beats_.size())) return;
    const auto downbeat = [](const Beat& beat) { return beat.position == 1; };
    const auto downbeats = std::count_if(beats_.begin(), beats_.end(), downbeat);
    const bool one_in_one = downbeats * 10 > static_cast<std::ptrdiff_t>(beats_.size()) * 9;
    Places wrong;
    for (std::size_t i = 0; i + 1 < beats_.size(); ++i) {
      const int here = beats_[i].position;
      const int next = beats_[i + 1].position;
      if (here == 0 && next == 0) continue;  // before the first downbeat, or in free time
      const bool counts = next == here + 1 || (next == 1 && (here != 1 || one_in_one));
      if (!counts) wrong.add(beats_[i + 1].time, fmt::format("{} after {}", next, here));
    }
    wrong.report(findings_, FindingKind::kBarPosition, "bar position out of order",
                 "bar positions out of order");
  }

  const std::vector<Beat>& beats_;
  std::vector<double> intervals_;
  std::vector<Finding> findings_;
};

void check_chord_extent(const std::vector<LabelledSegment>& chords, double seconds,
                        std::vector<Finding>& findings) {
  if (seconds <= 0.0) return;
  const double last = chords.back().end;
  const bool longer = last - seconds > std::max(kLongSeconds, kLongShare * seconds);
  const bool shorter = seconds - last > std::max(kShortSeconds, kShortShare * seconds);
  if (!longer && !shorter) return;
  findings.push_back({FindingKind::kAnnotationLength,
                      fmt::format("chords until {:.1f} s in audio of {:.1f} s", last, seconds),
                      last});
}

void check_labels(const std::vector<LabelledSegment>& chords, std::vector<Finding>& findings) {
  Places wrong, colloquial;
  for (const LabelledSegment& chord : chords) {
    try {
      parse_chord(chord.label);
    } catch (const ChordLabelError& strict) {
      try {
        colloquial.add(chord.start,
                       fmt::format("'{}' is read as {}", chord.label,
                                   canonical_label(chord.label, ChordSyntax::kLenient)));
      } catch (const ChordLabelError& error) {
        wrong.add(chord.start, error.what());
      }
    }
  }
  wrong.report(findings, FindingKind::kChordLabel, "label that is not a chord",
               "labels that are not chords");
  colloquial.report(findings, FindingKind::kChordSpelling, "label outside the strict grammar",
                    "labels outside the strict grammar");
}

}  // namespace

std::vector<Finding> check_beats(const std::vector<Beat>& beats, double audio_seconds) {
  return BeatChecks(beats).run(audio_seconds);
}

std::vector<Finding> check_chords(const std::vector<LabelledSegment>& chords,
                                  double audio_seconds) {
  std::vector<Finding> findings;
  if (chords.empty()) return findings;
  Places gaps;
  for (std::size_t i = 0; i + 1 < chords.size(); ++i) {
    const double gap = chords[i + 1].start - chords[i].end;
    if (gap > kGap) gaps.add(chords[i].end, fmt::format("{:.3f} s without a label", gap));
  }
  gaps.report(findings, FindingKind::kSegmentGap, "gap", "gaps");
  check_chord_extent(chords, audio_seconds, findings);
  check_labels(chords, findings);
  return findings;
}

}  // namespace tactus
