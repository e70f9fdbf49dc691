#include "app/engine/library/song.h"

#include <utility>

#include "app/engine/tagging/batch_tagger.h"
#include "model/chords/chord_label.h"
#include "model/chords/chord_symbol.h"
#include "model/decoding/beats/beat_summary.h"

namespace tactus {

std::vector<const char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return pointers;
}

namespace {

std::vector<tactus_segment> as_segments(const std::vector<LabelledSegment>& found) {
  std::vector<tactus_segment> segments;
  for (const LabelledSegment& each : found)
    segments.push_back({each.start, each.end, each.label.c_str(), each.confidence});
  return segments;
}

tactus_chord chord_of(const LabelledSegment& found, const std::string& symbol) {
  const Chord chord = parse_chord(found.label);
  const int bass = chord.root < 0 ? -1 : (chord.root + chord.bass) % 12;
  return {found.start, found.end, found.label.c_str(), symbol.c_str(), found.confidence,
          chord.root,  bass};
}

}  // namespace
}  // namespace tactus

tactus_song::tactus_song(tactus::TagResult result, const std::vector<const tactus::Task*>& tasks,
                         bool with_activations)
    : annotation(std::move(result.annotation)),
      warning(result.warning.value_or("")),
      tempo_curve(tactus::tempo_curve(annotation.beats)) {
  const tactus::SongSummary summary = tactus::summarise(annotation);
  confidence = summary.confidence;
  meter = summary.meter.beats;
  if (meter > 0) time_signature = tactus::time_signature_of(summary.meter).text();
  key = summary.key;
  for (const tactus::Beat& beat : annotation.beats)
    beats.push_back({beat.time, beat.confidence, beat.position});
  for (const tactus::TempoCandidate& tempo : annotation.tempi)
    tempi.push_back({tempo.bpm, tempo.strength});
  for (const tactus::GridSegment& each : annotation.grid.segments)
    grid.push_back({each.start, each.bpm, each.first_downbeat, each.scatter, each.meter});
  for (const tactus::LabelledSegment& chord : annotation.chords)
    symbols.push_back(tactus::chord_symbol(chord.label));
  for (std::size_t i = 0; i < symbols.size(); ++i)
    chords.push_back(tactus::chord_of(annotation.chords[i], symbols[i]));
  for (const tactus::SegmentLayerInfo& layer : tactus::segment_layers())
    segments.push_back(tactus::as_segments(annotation.*layer.member));
  seconds = result.seconds;
  if (!with_activations) return;
  context = std::move(result.context);
  for (const tactus::Task* task : tasks) {
    Activations& made = activations.emplace_back();
    made.task = task->name();
    made.matrix = std::move(result.activations[made.task]);
    made.labels = task->activation_labels();
    made.label_pointers = tactus::pointers_to(made.labels);
    made.view = {made.task.c_str(),    made.matrix.frames,      made.labels.size(),
                 task->features().fps, made.matrix.data.data(), made.label_pointers.data()};
  }
}
