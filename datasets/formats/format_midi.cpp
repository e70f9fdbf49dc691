// Tempo maps with markers as MIDI files (.mid), so that a sequencer's grid follows the recording.
//
//   track 1   tempo events and time signatures (midi_grid.h); chords as markers (FF 06) at their
//             starts, "(end)" where a chord ends and no other begins; sections as markers in
//             brackets, "[Verse]" and "[(end)]"
//   track 2   "Beats": a click per beat (channel 10, note 76 on downbeats, else 77) with the
//             position in the bar as an event that other programs do not show: FF 7F, the byte 7D
//             and the number as text, "0" where it is unknown
//   track 3   "Chords", in the format midi-chords alone: the chords as notes (channel 1), struck at
//             their start and at each bar line: the bass below C3, each other note between G3 and
//             F#4
//
// Times count from the start of the audio. Beats of one tempo are read back within a millisecond,
// other beats within 2 microseconds; chords and sections that start between beats within half a
// tick. Read: such files, also with positions as text (FF 01). Other MIDI files give every beat of
// their time signatures (default 4/4; dotted quarters in 6/8, 9/8 and 12/8) from the start to the
// last event, and markers with chords, the last of them until that event. Type 0 and 1, without
// SMPTE time.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "datasets/formats/annotation_order.h"
#include "datasets/formats/format_detection.h"
#include "datasets/formats/midi_grid.h"
#include "datasets/formats/segment_layers.h"
#include "datasets/formats/text_lines.h"
#include "datasets/midi/midi_file.h"
#include "model/chords/chord_label.h"
#include "model/meter.h"

namespace tactus {
namespace {

constexpr std::uint8_t kMetaText = 0x01;
constexpr std::uint8_t kMetaSpecific = 0x7F;  // to a sequencer
constexpr char kNoMaker = 0x7D;               // in place of the maker of a sequencer
constexpr std::uint8_t kDownbeatNote = 76;    // woodblocks of General MIDI
constexpr std::uint8_t kBeatNote = 77;
constexpr std::size_t kMostBeats = 1'000'000;  // of another program's file; rejects absurd lengths
constexpr double kLastTick = 0x0FFFFFFF;       // of a marker: the largest step in a MIDI file
constexpr std::uint32_t kClickTicks = 10;
const char* const kBeatTrack = "Beats";
const char* const kChordTrack = "Chords";
const char* const kEnd = "(end)";

// ---- writing

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
    if (!touches) events.push_back(text_event(end, kMetaMarker, marker(kEnd)));
  }
}

MidiTrack click_track(const std::vector<Beat>& beats, const std::vector<std::uint32_t>& ticks) {
  MidiTrack track;
  track.events.push_back(text_event(0, kMetaTrackName, kBeatTrack));
  for (std::size_t i = 0; i < beats.size(); ++i) {
    const std::uint8_t note = beats[i].position == 1 ? kDownbeatNote : kBeatNote;
    track.events.push_back(text_event(
        ticks[i], kMetaSpecific, fmt::format("{}{}", kNoMaker, std::max(beats[i].position, 0))));
    track.events.push_back({ticks[i], 0x99, note, 100, {}});
    track.events.push_back({ticks[i] + kClickTicks, 0x89, note, 64, {}});
  }
  return track;
}

// The bass, then the other notes from low to high; none for N, X and labels that are no chords.
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
  add_markers(annotation.sections, clock, section_marker, events);
  add_markers(
      annotation.chords, clock, [](std::string_view label) { return std::string(label); }, events);
  if (with_chords) file.tracks.push_back(chord_track(annotation.chords, grid.bars, clock));
  for (MidiTrack& track : file.tracks) sort_events(track.events);
  const std::vector<std::uint8_t> bytes = encode_midi(file);
  return {bytes.begin(), bytes.end()};
}

// ---- reading

struct Signature {
  std::uint32_t tick = 0;
  TimeSignature time;
  int clocks = 24;  // of the metronome
};

std::vector<Signature> read_signatures(const MidiFile& file) {
  constexpr std::uint8_t kLargestPower = 6;  // 64ths
  std::vector<Signature> signatures;
  for (const MidiTrack& track : file.tracks) {
    for (const MidiEvent& event : track.events) {
      if (event.status != kMetaStatus || event.data1 != kMetaTimeSignature ||
          event.bytes.size() < 2)
        continue;
      const int numerator = static_cast<unsigned char>(event.bytes[0]);
      const auto power = static_cast<unsigned char>(event.bytes[1]);
      const int clocks = event.bytes.size() > 2 ? static_cast<unsigned char>(event.bytes[2]) : 24;
      if (numerator > 0 && power <= kLargestPower)
        signatures.push_back({event.tick, {numerator, 1 << power}, clocks});
    }
  }
  std::stable_sort(signatures.begin(), signatures.end(),
                   [](const auto& a, const auto& b) { return a.tick < b.tick; });
  if (signatures.empty() || signatures.front().tick > 0)
    signatures.insert(signatures.begin(), Signature());
  return signatures;
}

// Of the last event of all tracks.
std::uint32_t last_tick(const MidiFile& file) {
  std::uint32_t last = 0;
  for (const MidiTrack& track : file.tracks) {
    if (!track.events.empty()) last = std::max(last, track.events.back().tick);
  }
  return last;
}

std::vector<Beat> grid_beats(const FormatInput& input, const MidiFile& file, const TempoMap& map) {
  const std::vector<Signature> signatures = read_signatures(file);
  const std::uint32_t end = last_tick(file);
  std::vector<Beat> beats;
  for (std::size_t i = 0; i < signatures.size(); ++i) {
    const Meter meter = signatures[i].time.meter();
    const double quarters = signatures[i].time.quarters() / meter.beats;
    const double step = std::max(quarters * file.ticks_per_quarter, 1.0);
    const double stop =
        i + 1 < signatures.size() ? signatures[i + 1].tick : static_cast<double>(end);
    int index = 0;
    for (double tick = signatures[i].tick; tick < stop; tick += step, ++index) {
      if (beats.size() >= kMostBeats) {
        throw FormatError(
            input.name, 0, 0,
            fmt::format("more than {} beats, expected the length of a recording", kMostBeats));
      }
      beats.push_back(
          {map.seconds(tick), index % meter.beats + 1, kUnknownConfidence, meter.division});
    }
  }
  return beats;
}

// The metronome of Tactus' own files tells compound meters, for its short bars may be in 3/8.
std::vector<Beat> marked_beats(const MidiFile& file, const MidiTrack& track, const TempoMap& map) {
  std::vector<Beat> beats;
  const std::vector<Signature> signatures = read_signatures(file);
  for (const MidiEvent& event : track.events) {
    if (event.status != kMetaStatus) continue;
    const bool specific = event.data1 == kMetaSpecific && event.bytes.starts_with(kNoMaker);
    if (!specific && event.data1 != kMetaText) continue;
    const auto position = to_number(std::string_view(event.bytes).substr(specific ? 1 : 0));
    if (!position || !(*position >= 0.0 && *position <= 255.0)) continue;
    const auto next = std::ranges::upper_bound(signatures, event.tick, {}, &Signature::tick);
    const bool compound = std::prev(next)->clocks == kCompoundClocks;
    beats.push_back({map.seconds(event.tick), static_cast<int>(*position), kUnknownConfidence,
                     compound ? kCompound : 2});
  }
  return beats;
}

// Every marker, open until the next one.
std::vector<LabelledSegment> read_markers(const MidiFile& file, const TempoMap& map) {
  std::vector<LabelledSegment> segments;
  for (const MidiTrack& track : file.tracks) {
    for (const MidiEvent& event : track.events) {
      if (event.status != kMetaStatus || event.data1 != kMetaMarker) continue;
      segments.push_back({map.seconds(event.tick), kOpenEnd, label_text(event.bytes)});
    }
  }
  std::stable_sort(segments.begin(), segments.end(),
                   [](const auto& a, const auto& b) { return a.start < b.start; });
  return segments;
}

// Takes the markers in brackets out.
std::vector<LabelledSegment> take_sections(std::vector<LabelledSegment>& markers) {
  const auto other = std::stable_partition(markers.begin(), markers.end(), [](const auto& marker) {
    return marker.label.size() > 1 && marker.label.front() == '[' && marker.label.back() == ']';
  });
  std::vector<LabelledSegment> sections(markers.begin(), other);
  markers.erase(markers.begin(), other);
  for (LabelledSegment& section : sections)
    section.label = section.label.substr(1, section.label.size() - 2);
  return sections;
}

// The last marker lasts until `end`, if it begins before that.
void close(std::vector<LabelledSegment>& segments, double end) {
  for (std::size_t i = 0; i + 1 < segments.size(); ++i) segments[i].end = segments[i + 1].start;
  if (!segments.empty() && segments.back().start < end) segments.back().end = end;
  std::erase_if(segments, [](const LabelledSegment& s) { return s.end < 0.0 || s.label == kEnd; });
}

MidiFile parse(const FormatInput& input) {
  try {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(input.content.data());
    MidiFile file = parse_midi({bytes, input.content.size()}, input.name);
    if (file.ticks_per_quarter > 0) return file;
  } catch (const MidiError& error) {
    throw FormatError(error.what(), 0, 0, "not a readable MIDI file");
  }
  throw FormatError(input.name, 0, 0, "SMPTE time, expected ticks per quarter");
}

}  // namespace

Annotation parse_midi_map(const FormatInput& input) {
  const MidiFile file = parse(input);
  const TempoMap map(file);
  const auto own = std::find_if(file.tracks.begin(), file.tracks.end(),
                                [](const MidiTrack& track) { return track.name() == kBeatTrack; });
  Annotation annotation;
  annotation.beats =
      own == file.tracks.end() ? grid_beats(input, file, map) : marked_beats(file, *own, map);
  annotation.chords = read_markers(file, map);
  annotation.sections = take_sections(annotation.chords);
  const double end = map.seconds(last_tick(file));
  close(annotation.sections, end);
  close(annotation.chords, end);
  std::erase_if(annotation.chords,
                [](const LabelledSegment& s) { return !looks_like_chord(s.label); });
  order_beats(input, annotation.beats);
  order_segments(input, "chord", annotation.chords);
  order_segments(input, "section", annotation.sections);
  return annotation;
}

std::string serialise_midi_map(const Annotation& annotation) {
  return serialise(annotation, false);
}

std::string serialise_midi_chords(const Annotation& annotation) {
  return serialise(annotation, true);
}

}  // namespace tactus
