// Tempo maps with markers as MIDI files (.mid), so that a sequencer's grid follows the recording.
//
//   track 1   tempo events, time signatures (midi_grid.h) and key signatures at the starts of keys;
//             chords as markers (FF 06) at their starts, "(end)" where a chord ends and no other
//             begins; sections as markers in brackets, "[Verse]" and "[(end)]"
//   track 2   "Beats": a click per beat (channel 10, note 76 on downbeats, else 77) with the
//             position in the bar as an event that other programs do not show: FF 7F, the byte 7D
//             and the number as text, "0" where it is unknown
//   track 3   "Chords", in the format midi-chords alone: the chords as notes (channel 1), struck at
//             their start and at each bar line: the bass below C3, each other note between G3 and
//             F#4
//
// A key signature knows major and minor alone, and no end. So each key also has such an event in
// track 1, with the text "key D:dorian", and "key (end)" where it ends and no other begins.
//
// Times count from the start of the audio. Beats of one tempo are read back within a millisecond,
// other beats within 2 microseconds; chords, sections and keys that start between beats within half
// a tick. format_midi_reader.cpp reads these files and those of other programs.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "datasets/formats/interface/format_functions.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/score/midi_grid.h"
#include "datasets/formats/score/musicxml_symbols.h"
#include "datasets/formats/text/text_lines.h"
#include "datasets/midi/midi_file.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

constexpr std::uint8_t kDownbeatNote = 76;  // woodblocks of General MIDI
constexpr std::uint8_t kBeatNote = 77;
constexpr double kLastTick = 0x0FFFFFFF;  // of a marker: the largest step in a MIDI file
constexpr std::uint32_t kClickTicks = 10;
const char* const kChordTrack = "Chords";

void check_finite(const std::vector<Beat>& beats) {
  for (const Beat& beat : beats) {
    if (!std::isfinite(beat.time))
      throw std::invalid_argument(fmt::format("a beat at {}, expected a finite time", beat.time));
  }
}

// Ticks of times in seconds.
class Clock {
 public:
  explicit Clock(const TempoMap& map) : map_(map) {}
  std::uint32_t tick(double seconds) const {
    if (!std::isfinite(seconds))
      throw std::invalid_argument(fmt::format("a time of {}, expected a finite number", seconds));
    return static_cast<std::uint32_t>(std::llround(std::clamp(map_.tick(seconds), 0.0, kLastTick)));
  }

 private:
  const TempoMap& map_;
};

std::string section_marker(std::string_view label) {
  return fmt::format("[{}]", label);
}

void add_markers(const std::vector<LabelledSegment>& segments, const Clock& clock,
                 std::string (*marker)(std::string_view), std::vector<MidiEvent>& events) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const std::uint32_t end = clock.tick(segments[i].end);
    events.push_back(text_event(clock.tick(segments[i].start), kMetaMarker,
                                marker(label_text(segments[i].label))));
    const bool touches = i + 1 < segments.size() && clock.tick(segments[i + 1].start) <= end;
    if (!touches) events.push_back(text_event(end, kMetaMarker, marker(kMidiEnd)));
  }
}

// The signature of the major key for modes that MIDI does not know; none for N.
void add_keys(const std::vector<LabelledSegment>& keys, const Clock& clock,
              std::vector<MidiEvent>& events) {
  const auto add_own = [&](double time, std::string_view label) {
    events.push_back(text_event(clock.tick(time), kMetaSpecific,
                                fmt::format("{}{}{}", kMidiNoMaker, kMidiKey, label)));
  };
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string label = label_text(keys[i].label);
    if (const auto signature = key_signature(label))
      events.push_back(text_event(clock.tick(keys[i].start), kMetaKeySignature,
                                  std::string{static_cast<char>(signature->fifths),
                                              signature->mode == "minor" ? '\1' : '\0'}));
    add_own(keys[i].start, label);
    const bool touches = i + 1 < keys.size() && keys[i + 1].start <= keys[i].end;
    if (!touches && keys[i].end < kWholeSong) add_own(keys[i].end, kMidiEnd);
  }
}

MidiTrack click_track(const std::vector<Beat>& beats, const std::vector<std::uint32_t>& ticks) {
  MidiTrack track;
  track.events.push_back(text_event(0, kMetaTrackName, kMidiBeatTrack));
  for (std::size_t i = 0; i < beats.size(); ++i) {
    const std::uint8_t note = beats[i].position == 1 ? kDownbeatNote : kBeatNote;
    track.events.push_back(
        text_event(ticks[i], kMetaSpecific,
                   fmt::format("{}{}", kMidiNoMaker, std::max(beats[i].position, 0))));
    track.events.push_back({ticks[i], 0x99, note, 100, {}});
    track.events.push_back({ticks[i] + kClickTicks, 0x89, note, 64, {}});
  }
  return track;
}

// The bass, then the other notes from low to high; none for N, X and labels that are not chords.
std::vector<std::uint8_t> notes_of(const std::string& label) {
  constexpr int kLowestBass = 36;  // C2
  constexpr int kLowestNote = 55;  // G3
  std::vector<std::uint8_t> notes;
  try {
    const Chord chord = parse_chord(label, ChordSyntax::kLenient);
    if (chord.root < 0) return {};
    notes.push_back(static_cast<std::uint8_t>(kLowestBass + (chord.root + chord.bass) % 12));
    for (int note = kLowestNote; note < kLowestNote + 12; ++note) {
      if (chord.notes.at(static_cast<std::size_t>((note + 12 - chord.root) % 12)))
        notes.push_back(static_cast<std::uint8_t>(note));
    }
  } catch (const ChordLabelError&) {
  }
  return notes;
}

MidiTrack chord_track(const std::vector<LabelledSegment>& chords,
                      const std::vector<std::uint32_t>& bars, const Clock& clock) {
  MidiTrack track;
  track.events.push_back(text_event(0, kMetaTrackName, kChordTrack));
  track.events.push_back({0, 0xC0, 0, 0, {}});  // piano
  for (const LabelledSegment& chord : chords) {
    const std::vector<std::uint8_t> notes = notes_of(chord.label);
    const std::uint32_t end = clock.tick(chord.end);
    for (std::uint32_t start = clock.tick(chord.start); start < end;) {
      const auto bar = std::upper_bound(bars.begin(), bars.end(), start);
      const std::uint32_t stop = bar == bars.end() ? end : std::min(*bar, end);
      for (const std::uint8_t note : notes) track.events.push_back({start, 0x90, note, 80, {}});
      for (const std::uint8_t note : notes) track.events.push_back({stop, 0x80, note, 64, {}});
      start = stop;
    }
  }
  return track;
}

// At one tick notes end before others begin.
void sort_events(std::vector<MidiEvent>& events) {
  std::stable_sort(events.begin(), events.end(), [](const MidiEvent& a, const MidiEvent& b) {
    return std::pair(a.tick, (a.status & 0xF0) != 0x80) <
           std::pair(b.tick, (b.status & 0xF0) != 0x80);
  });
}

std::string serialise(const Annotation& annotation, bool with_chords) {
  check_finite(annotation.beats);
  MidiGrid grid = midi_grid(annotation);
  MidiFile file{1,
                kMidiTicks,
                0,
                {MidiTrack{std::move(grid.events)}, click_track(annotation.beats, grid.beats)}};
  const TempoMap map(file);
  const Clock clock(map);
  std::vector<MidiEvent>& events = file.tracks[0].events;
  add_keys(annotation.keys, clock, events);
  add_markers(annotation.sections, clock, section_marker, events);
  add_markers(
      annotation.chords, clock, [](std::string_view label) { return std::string(label); }, events);
  if (with_chords) file.tracks.push_back(chord_track(annotation.chords, grid.bars, clock));
  for (MidiTrack& track : file.tracks) sort_events(track.events);
  const std::vector<std::uint8_t> bytes = encode_midi(file);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

std::string serialise_midi_map(const Annotation& annotation) {
  return serialise(annotation, false);
}

std::string serialise_midi_chords(const Annotation& annotation) {
  return serialise(annotation, true);
}

}  // namespace tactus
