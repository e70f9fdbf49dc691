// Tempo maps with chord markers as MIDI files (.mid), so that a sequencer's grid follows the
// recording.
//
//   track 1   one tempo event per beat (each beat is a quarter of 480 ticks), time signatures,
//             chords as markers (FF 06) at their starts; "(end)" where a chord ends and no other
//             begins
//   track 2   "Beats": a click per beat (channel 10, note 76 on downbeats, else 77) with the
//             position in the bar as text (FF 01), "0" where it is unknown
//
// A lead-in of one or more beats comes before the first beat. Tempo events are whole microseconds,
// chosen so that errors do not accumulate. Beats are read back within 2 microseconds, chords that
// start between beats within half a tick. Read: such files. Other MIDI files give every beat of
// their time signatures (default 4/4) from the start to the last event, and markers with chords.
// Type 0 and 1, without SMPTE time.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "datasets/formats/annotation_order.h"
#include "datasets/formats/format_detection.h"
#include "datasets/formats/segment_layers.h"
#include "datasets/formats/text_lines.h"
#include "datasets/midi/midi_file.h"

namespace tactus {
namespace {

constexpr int kTicks = 480;                 // per quarter
constexpr double kSlowest = 16'777'215e-6;  // seconds per quarter: a tempo has 24 bits
constexpr double kDefaultQuarter = 0.5;     // 120 BPM, if there are no beats
constexpr std::uint8_t kMetaText = 0x01;
constexpr std::uint8_t kDownbeatNote = 76;  // woodblocks of General MIDI
constexpr std::uint8_t kBeatNote = 77;
constexpr std::size_t kMostBeats = 1'000'000;  // of another program's file; rejects absurd lengths
constexpr double kLastTick = 0x0FFFFFFF;       // of a marker: the largest step in a MIDI file
const char* const kBeatTrack = "Beats";
const char* const kChordEnd = "(end)";

// ---- writing

// The written grid: ticks of the beats, and the tempo events for them.
class BeatGrid {
 public:
  explicit BeatGrid(const std::vector<Beat>& beats) {
    for (const Beat& beat : beats) {
      advance_to(beat.time);
      ticks_.push_back(tick_);
    }
    if (ticks_.empty()) add_tempo(kDefaultQuarter);
  }

  const std::vector<std::uint32_t>& beat_ticks() const { return ticks_; }
  std::vector<MidiEvent> take_tempi() { return std::move(tempi_); }

 private:
  // Quarters of one tempo up to `time`; several if a single one would be too slow for MIDI.
  void advance_to(double time) {
    const double span = time - seconds_;
    const auto quarters = static_cast<std::uint32_t>(std::ceil(span / kSlowest));
    if (quarters == 0) return;
    const double microseconds = std::max(std::round(span / quarters * 1e6), 1.0);
    add_tempo(microseconds * 1e-6);
    tick_ += quarters * kTicks;
    seconds_ += quarters * microseconds * 1e-6;
  }

  void add_tempo(double seconds_per_quarter) {
    tempi_.push_back(tempo_event(tick_, 60.0 / seconds_per_quarter));
  }

  std::vector<std::uint32_t> ticks_;
  std::vector<MidiEvent> tempi_;
  std::uint32_t tick_ = 0;
  double seconds_ = 0.0;  // time of tick_ in the file
};

// A signature at each change of the number of quarters between downbeats. Beats before the first
// downbeat form a bar of their own length.
std::vector<MidiEvent> signatures(const std::vector<Beat>& beats,
                                  const std::vector<std::uint32_t>& ticks) {
  std::vector<MidiEvent> events;
  std::uint32_t bar_start = 0;
  int previous = 0;
  const auto close_bar = [&](std::uint32_t end) {
    const int quarters = static_cast<int>(std::min<std::uint32_t>((end - bar_start) / kTicks, 255));
    if (quarters > 0 && quarters != previous)
      events.push_back(time_signature_event(bar_start, quarters, 4));
    if (quarters > 0) previous = quarters;
    bar_start = end;
  };
  for (std::size_t i = 0; i < beats.size(); ++i) {
    if (beats[i].position == 1) close_bar(ticks[i]);
  }
  return events;
}

std::vector<MidiEvent> markers(const std::vector<LabelledSegment>& chords, const TempoMap& map) {
  std::vector<MidiEvent> events;
  const auto tick_of = [&](double seconds) {
    if (!std::isfinite(seconds))
      throw std::invalid_argument(fmt::format("a time of {}, expected a finite number", seconds));
    return static_cast<std::uint32_t>(std::llround(std::clamp(map.tick(seconds), 0.0, kLastTick)));
  };
  for (std::size_t i = 0; i < chords.size(); ++i) {
    events.push_back(
        text_event(tick_of(chords[i].start), kMetaMarker, label_text(chords[i].label)));
    const bool touches =
        i + 1 < chords.size() && tick_of(chords[i + 1].start) <= tick_of(chords[i].end);
    if (!touches) events.push_back(text_event(tick_of(chords[i].end), kMetaMarker, kChordEnd));
  }
  return events;
}

MidiTrack click_track(const std::vector<Beat>& beats, const std::vector<std::uint32_t>& ticks) {
  MidiTrack track;
  track.events.push_back(text_event(0, kMetaTrackName, kBeatTrack));
  for (std::size_t i = 0; i < beats.size(); ++i) {
    const std::uint8_t note = beats[i].position == 1 ? kDownbeatNote : kBeatNote;
    track.events.push_back(
        text_event(ticks[i], kMetaText, fmt::format("{}", std::max(beats[i].position, 0))));
    track.events.push_back({ticks[i], 0x99, note, 100, {}});
    track.events.push_back({ticks[i] + kTicks / 4, 0x89, note, 64, {}});
  }
  return track;
}

void check_finite(const std::vector<Beat>& beats) {
  for (const Beat& beat : beats) {
    if (!std::isfinite(beat.time))
      throw std::invalid_argument(fmt::format("a beat at {}, expected a finite time", beat.time));
  }
}

// ---- reading

struct Signature {
  std::uint32_t tick = 0;
  int numerator = 4;
  int denominator = 4;
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
      if (numerator > 0 && power <= kLargestPower)
        signatures.push_back({event.tick, numerator, 1 << power});
    }
  }
  std::stable_sort(signatures.begin(), signatures.end(),
                   [](const auto& a, const auto& b) { return a.tick < b.tick; });
  if (signatures.empty() || signatures.front().tick > 0)
    signatures.insert(signatures.begin(), Signature());
  return signatures;
}

std::vector<Beat> grid_beats(const FormatInput& input, const MidiFile& file, const TempoMap& map) {
  const std::vector<Signature> signatures = read_signatures(file);
  std::uint32_t end = 0;
  for (const MidiTrack& track : file.tracks) {
    if (!track.events.empty()) end = std::max(end, track.events.back().tick);
  }
  std::vector<Beat> beats;
  for (std::size_t i = 0; i < signatures.size(); ++i) {
    const double step = std::max(4.0 * file.ticks_per_quarter / signatures[i].denominator, 1.0);
    const double stop =
        i + 1 < signatures.size() ? signatures[i + 1].tick : static_cast<double>(end);
    int index = 0;
    for (double tick = signatures[i].tick; tick < stop; tick += step, ++index) {
      if (beats.size() >= kMostBeats) {
        throw FormatError(
            input.name, 0, 0,
            fmt::format("more than {} beats, expected the length of a recording", kMostBeats));
      }
      beats.push_back({map.seconds(tick), index % signatures[i].numerator + 1});
    }
  }
  return beats;
}

std::vector<Beat> marked_beats(const MidiTrack& track, const TempoMap& map) {
  std::vector<Beat> beats;
  for (const MidiEvent& event : track.events) {
    if (event.status != kMetaStatus || event.data1 != kMetaText) continue;
    const std::optional<double> position = to_number(event.bytes);
    if (position && *position >= 0.0 && *position <= 255.0)
      beats.push_back({map.seconds(event.tick), static_cast<int>(*position)});
  }
  return beats;
}

std::vector<LabelledSegment> marked_chords(const MidiFile& file, const TempoMap& map) {
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

// Ends each chord at the next marker; leaves out markers with "(end)" or other text.
std::vector<LabelledSegment> closed_chords(std::vector<LabelledSegment> segments) {
  for (std::size_t i = 0; i + 1 < segments.size(); ++i) segments[i].end = segments[i + 1].start;
  std::erase_if(segments,
                [](const LabelledSegment& s) { return s.end < 0.0 || !looks_like_chord(s.label); });
  return segments;
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
      own == file.tracks.end() ? grid_beats(input, file, map) : marked_beats(*own, map);
  annotation.chords = closed_chords(marked_chords(file, map));
  order_beats(input, annotation.beats);
  order_segments(input, "chord", annotation.chords);
  return annotation;
}

std::string serialise_midi_map(const Annotation& annotation) {
  check_finite(annotation.beats);
  BeatGrid grid(annotation.beats);
  MidiFile file{1,
                kTicks,
                0,
                {MidiTrack{grid.take_tempi()}, click_track(annotation.beats, grid.beat_ticks())}};
  std::vector<MidiEvent>& events = file.tracks[0].events;
  const TempoMap map(file);
  for (const std::vector<MidiEvent>& more :
       {signatures(annotation.beats, grid.beat_ticks()), markers(annotation.chords, map)}) {
    events.insert(events.end(), more.begin(), more.end());
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const MidiEvent& a, const MidiEvent& b) { return a.tick < b.tick; });
  std::vector<MidiEvent>& clicks = file.tracks[1].events;
  std::stable_sort(clicks.begin(), clicks.end(),
                   [](const MidiEvent& a, const MidiEvent& b) { return a.tick < b.tick; });
  const std::vector<std::uint8_t> bytes = encode_midi(file);
  return {bytes.begin(), bytes.end()};
}

}  // namespace tactus
