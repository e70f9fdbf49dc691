#include "datasets/formats/format_losses.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "audio/counted.h"
#include "datasets/formats/labels/key_label.h"
#include "model/chords/chord_label.h"
#include "model/editing/beat_edits.h"
#include "model/meter.h"

namespace tactus {
namespace {

constexpr double kRoundedAway = 5e-4;  // seconds
constexpr double kSameBeat = 0.05;     // seconds: one beat before and after, if beats come or go

std::string meaning(const std::string& label) {
  try {
    return canonical_label(label, ChordSyntax::kLenient);
  } catch (const ChordLabelError&) {
    return label;
  }
}

std::vector<LabelledSegment> essential_chords(const std::vector<LabelledSegment>& chords) {
  std::vector<LabelledSegment> result;
  for (const LabelledSegment& chord : chords) {
    std::string label = meaning(chord.label);
    if (label == "N") continue;
    const bool goes_on = !result.empty() && result.back().label == label &&
                         std::abs(result.back().end - chord.start) < kRoundedAway;
    if (goes_on)
      result.back().end = chord.end;
    else
      result.push_back({chord.start, chord.end, std::move(label)});
  }
  return result;
}

std::vector<LabelledSegment> unchanged(const std::vector<LabelledSegment>& segments) {
  return segments;
}

std::vector<Beat> downbeats_of(const std::vector<Beat>& beats) {
  std::vector<Beat> downbeats;
  for (const Beat& beat : beats) {
    if (beat.position == 1) downbeats.push_back(beat);
  }
  return downbeats;
}

bool is_same_key(const LabelledSegment& a, const LabelledSegment& b) {
  return a.label == b.label;
}

class Comparison {
 public:
  std::vector<std::string> take() { return std::move(losses_); }

  void beats(const std::vector<Beat>& before, const std::vector<Beat>& after, bool positions) {
    const bool same = same_count("beats", before.size(), after.size());
    double moved = 0.0;
    std::size_t changed = 0;
    for (std::size_t i = 0; i < before.size() && !after.empty(); ++i) {
      const Beat& now = after[same ? i : nearest_beat(after, before[i].time)];
      const double distance = std::abs(before[i].time - now.time);
      if (!same && distance > kSameBeat) continue;
      moved = std::max(moved, distance);
      if (before[i].position != now.position) ++changed;
    }
    add_moved("beats", moved);
    if (positions && changed > 0)
      losses_.push_back(counted(changed, "beat") + " with a different position in the bar");
    if (positions) meter(meter_of(before), meter_of(after));
  }

  // Formats of downbeats alone.
  void downbeats(const std::vector<Beat>& before, const std::vector<Beat>& after) {
    const std::vector<Beat> downbeats = downbeats_of(before);
    const std::size_t others = before.size() - downbeats.size();
    if (others > 0) losses_.push_back(counted(others, "beat") + " besides the downbeats");
    beats(downbeats, after, true);
  }

  // Formats of one key without times. `seconds`: the duration of the song, 0 = unknown.
  void main_key(std::vector<LabelledSegment> before, const std::vector<LabelledSegment>& after,
                double seconds) {
    std::erase_if(before, [](const LabelledSegment& key) { return key.label == "N"; });
    if (before.empty()) return;
    const std::string main = tactus::main_key(before);
    const double start = before.front().start;
    const double end = before.back().end;
    before.erase(std::unique(before.begin(), before.end(), is_same_key), before.end());
    if (before.size() > 1)
      losses_.push_back(fmt::format("{} keys become one, {}", before.size(), main));
    else if (start > kRoundedAway || end < seconds - kRoundedAway)
      losses_.emplace_back("the start and end of the key");
    if (!after.empty() && after.front().label != main)
      losses_.push_back(fmt::format("{} becomes {}", main, after.front().label));
  }

  void tempi(std::size_t before, std::size_t after) { same_count("tempi", before, after); }

  void cues(const std::vector<Cue>& before, const std::vector<Cue>& after) {
    if (!same_count("cues", before.size(), after.size())) return;
    double moved = 0.0;
    std::size_t changed = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const Cue &old = before[i], &now = after[i];
      moved = std::max({moved, std::abs(old.start - now.start), std::abs(old.end - now.end)});
      if (old.key != now.key || old.name != now.name || old.colour != now.colour) ++changed;
    }
    add_moved("cues", moved);
    if (changed > 0) losses_.push_back(fmt::format("{} cues change", changed));
  }

  void segments(const char* what, const std::vector<LabelledSegment>& before,
                const std::vector<LabelledSegment>& after) {
    if (!same_count(what, before.size(), after.size())) return;
    double moved = 0.0;
    std::size_t changed = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      moved = std::max({moved, std::abs(before[i].start - after[i].start),
                        std::abs(before[i].end - after[i].end)});
      if (before[i].label != after[i].label) ++changed;
    }
    add_moved(what, moved);
    if (changed > 0) losses_.push_back(fmt::format("{} {} change", changed, what));
  }

 private:
  void meter(const Meter& before, const Meter& after) {
    if (before.compound() && after.beats == before.beats && !after.compound())
      losses_.push_back(fmt::format("{} becomes {} beats in a bar", name_of(before), after.beats));
  }

  bool same_count(const char* what, std::size_t before, std::size_t after) {
    if (before == after) return true;
    losses_.push_back(fmt::format("{} {} become {}", before, what, after));
    return false;
  }

  void add_moved(const char* what, double seconds) {
    if (seconds > kRoundedAway)
      losses_.push_back(fmt::format("{} move by up to {:.1f} ms", what, seconds * 1000.0));
  }

  std::vector<std::string> losses_;
};

}  // namespace

std::vector<std::string> compare_layers(const FormatInfo& format, const Annotation& before,
                                        const Annotation& after) {
  Comparison comparison;
  if (format.can_hold(Layer::kBeats))
    comparison.beats(before.beats, after.beats, format.can_hold(Layer::kPositions));
  for (const SegmentLayerInfo& layer : segment_layers()) {
    if (!format.can_hold(layer.layer)) continue;
    const auto compared = layer.layer == Layer::kChords ? essential_chords : unchanged;
    comparison.segments(layer.name, compared(before.*layer.member), compared(after.*layer.member));
  }
  if (format.can_hold(Layer::kTempi)) comparison.tempi(before.tempi.size(), after.tempi.size());
  if (format.can_hold(Layer::kCues)) comparison.cues(before.cues, after.cues);
  if (format.can_hold(Layer::kNotes)) comparison.segments("notes", before.notes, after.notes);
  return comparison.take();
}

std::vector<std::string> compare_downbeats(const FormatInfo& /*format*/, const Annotation& before,
                                           const Annotation& after) {
  Comparison comparison;
  comparison.downbeats(before.beats, after.beats);
  return comparison.take();
}

std::vector<std::string> compare_main_key(const FormatInfo& /*format*/, const Annotation& before,
                                          const Annotation& after) {
  Comparison comparison;
  comparison.main_key(before.keys, after.keys, before.duration);
  return comparison.take();
}

std::vector<std::string> losses_in(const Annotation& annotation, Format format) {
  const FormatInfo& info = format_info(format);
  return info.compare(
      info, annotation,
      parse_annotation(serialise_annotation(annotation, format), format, "written"));
}

}  // namespace tactus
