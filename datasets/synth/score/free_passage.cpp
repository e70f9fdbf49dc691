#include "datasets/synth/score/free_passage.h"

#include <algorithm>
#include <set>

#include "datasets/midi/performance.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

constexpr std::size_t kPitches = 5;  // taken from a channel with unknown chord
constexpr int kMiddle = 60;

bool is_melodic_on(const TimedMessage& m) {
  return m.status >> 4 == 0x9 && m.data2 > 0 && (m.status & 0xF) != kDrumChannel;
}

// The melodic notes nearest to the requested end of the song, nearest first.
std::vector<TimedMessage> nearest_notes(const std::vector<TimedMessage>& messages, SongEnd end) {
  std::vector<TimedMessage> notes;
  std::copy_if(messages.begin(), messages.end(), std::back_inserter(notes), is_melodic_on);
  if (end == SongEnd::kEnd) std::reverse(notes.begin(), notes.end());
  return notes;
}

const LabelledSegment* nearest_chord(const std::vector<LabelledSegment>& chords, SongEnd end) {
  const auto sounds = [](const LabelledSegment& chord) {
    return parse_chord(chord.label).root >= 0;
  };
  if (end == SongEnd::kStart) {
    const auto found = std::find_if(chords.begin(), chords.end(), sounds);
    return found == chords.end() ? nullptr : &*found;
  }
  const auto found = std::find_if(chords.rbegin(), chords.rend(), sounds);
  return found == chords.rend() ? nullptr : &*found;
}

std::vector<int> chord_pitches(const std::string& label) {
  const Chord chord = parse_chord(label);
  std::vector<int> pitches;
  for (int pitch = kMiddle - 12; pitch < kMiddle + 12; ++pitch)
    if (chord.notes[static_cast<std::size_t>((pitch - chord.root + 12) % 12)])
      pitches.push_back(pitch);
  return pitches;
}

std::vector<int> channel_pitches(const std::vector<TimedMessage>& notes, int channel) {
  std::set<int> pitches;
  for (const TimedMessage& note : notes)
    if ((note.status & 0xF) == channel && pitches.size() < kPitches) pitches.insert(note.data1);
  return {pitches.begin(), pitches.end()};
}

}  // namespace

void add_free_passage(std::vector<TimedMessage>& messages, Annotation& annotation, SongEnd end,
                      double from, double to, SongRandom& random) {
  const std::vector<TimedMessage> notes = nearest_notes(messages, end);
  if (notes.empty() || to - from < 0.5) return;
  const int channel = notes.front().status & 0xF;
  const LabelledSegment* chord = nearest_chord(annotation.chords, end);
  if (!annotation.chords.empty() && !chord) return;
  const std::string label = chord ? chord->label : "";
  const std::vector<int> pitches = chord ? chord_pitches(label) : channel_pitches(notes, channel);
  for (double time = from; time < to - 0.3;) {
    const double length = std::min(to - time, random.uniform(0.4, 2.5));
    const auto pitch = static_cast<std::uint8_t>(random.pick(std::span<const int>(pitches)));
    const auto force = static_cast<std::uint8_t>(random.integer(35, 90));
    messages.push_back({time, static_cast<std::uint8_t>(0x90 | channel), pitch, force});
    messages.push_back({time + length, static_cast<std::uint8_t>(0x80 | channel), pitch, 0});
    time += random.chance(0.2) ? random.uniform(0.01, 0.05) : random.uniform(0.15, 1.3);
  }
  std::stable_sort(messages.begin(), messages.end(),
                   [](const auto& a, const auto& b) { return a.time < b.time; });
  if (chord) set_chord(annotation.chords, from, to, label);
}

void set_chord(std::vector<LabelledSegment>& chords, double from, double to,
               const std::string& label) {
  std::vector<LabelledSegment> result;
  for (const LabelledSegment& chord : chords) {
    LabelledSegment before = chord, after = chord;
    before.end = std::min(before.end, from);
    after.start = std::max(after.start, to);
    if (before.end > before.start) result.push_back(before);
    if (after.end > after.start) result.push_back(after);
  }
  const double covered = result.empty() ? 0.0 : result.back().end;
  if (covered < from) result.push_back({covered, from, "N"});
  result.push_back({from, to, label});
  std::sort(result.begin(), result.end(),
            [](const auto& a, const auto& b) { return a.start < b.start; });
  chords = std::move(result);
}

}  // namespace tactus
