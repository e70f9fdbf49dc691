// Reads MIDI files: those of format_midi.cpp, also with positions as text (FF 01), and others.
//
// Others give every beat of their time signatures (default 4/4) from the start to the last event.
// The beat is the note below the line; a dotted one in 6/8, 9/8 and 12/8, and wherever the
// metronome of the time signature clicks dotted notes (3/8 with 36 clocks has one beat). A first
// bar that is shorter than the others is a pickup (noted). Markers (FF 06), or cue points (FF 07)
// if there are none, are chords, sections and keys (midi_markers.h); without chords among them,
// texts or lyrics that are chords (noted). Key signatures are keys unless markers name them. The
// title is the name of the first track, unless it plays or the name is that of an instrument or of
// nothing ("Track 1"), else the only text at its start; or the first "@T" text of a karaoke file.
// SMPTE time: beats follow the tempo events (noted). midi_file.h says which faults are repaired
// (noted). Texts that are not UTF-8 are taken for Windows-1252 (noted).
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "audio/counted.h"
#include "audio/text.h"
#include "datasets/formats/columns/annotation_order.h"
#include "datasets/formats/columns/segment_layers.h"
#include "datasets/formats/interface/format_functions.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/labels/label_kinds.h"
#include "datasets/formats/score/midi_grid.h"
#include "datasets/formats/score/midi_markers.h"
#include "datasets/formats/score/musicxml_symbols.h"
#include "datasets/formats/text/text_encoding.h"
#include "datasets/formats/text/text_lines.h"
#include "datasets/midi/midi_file.h"
#include "model/meter.h"

namespace tactus {
namespace {

constexpr std::size_t kMostClicks = 100'000;  // of another program's file: 14 hours at 120 a minute

struct Signature {
  std::uint32_t tick = 0;
  TimeSignature time;
  int clocks = 24;  // of the metronome

  Meter meter() const {
    const bool dotted = clocks * time.denominator == 3 * 96 && time.numerator % 3 == 0 &&
                        (time.denominator >= 8 || time.numerator > 3);
    return dotted ? Meter{time.numerator / 3, kCompound} : time.meter();
  }
};

bool is_meta(const MidiEvent& event, std::uint8_t type) {
  return event.status == kMetaStatus && event.data1 == type;
}

// All meta events of a type, by tick; at equal ticks in track order.
std::vector<MidiEvent> meta_events(const MidiFile& file, std::uint8_t type) {
  std::vector<MidiEvent> events;
  for (const MidiTrack& track : file.tracks)
    std::ranges::copy_if(track.events, std::back_inserter(events),
                         [&](const MidiEvent& event) { return is_meta(event, type); });
  std::ranges::stable_sort(events, {}, &MidiEvent::tick);
  return events;
}

std::vector<Signature> read_signatures(const MidiFile& file) {
  constexpr std::uint8_t kLargestPower = 6;  // 64ths
  std::vector<Signature> signatures;
  for (const MidiEvent& event : meta_events(file, kMetaTimeSignature)) {
    const int numerator = static_cast<unsigned char>(event.bytes[0]);
    const auto power = static_cast<unsigned char>(event.bytes[1]);
    const int clocks = event.bytes.size() > 2 ? static_cast<unsigned char>(event.bytes[2]) : 24;
    if (numerator > 0 && power <= kLargestPower)
      signatures.push_back({event.tick, {numerator, 1 << power}, clocks});
  }
  if (signatures.empty() || signatures.front().tick > 0)
    signatures.insert(signatures.begin(), Signature());
  return signatures;
}

bool plays(const MidiTrack& track) {
  return std::ranges::any_of(track.events,
                             [](const MidiEvent& event) { return (event.status & 0xF0) == 0x90; });
}

// The number behind the mark of an own event, or of a text.
std::optional<double> position_in(const MidiEvent& event) {
  const bool own = is_meta(event, kMetaSpecific) && event.bytes.starts_with(kMidiNoMaker);
  if (!own && !is_meta(event, kMetaText)) return std::nullopt;
  const auto position = to_number(std::string_view(event.bytes).substr(own ? 1 : 0));
  return position && *position >= 0.0 && *position <= 255.0 ? position : std::nullopt;
}

// The track of clicks in a file of Tactus; a song may have a drum track of that name.
const MidiTrack* click_track(const MidiFile& file) {
  const auto is_clicks = [](const MidiTrack& track) {
    return track.name() == kMidiBeatTrack &&
           (!plays(track) || std::ranges::any_of(track.events, [](const MidiEvent& event) {
             return position_in(event).has_value();
           }));
  };
  const auto own = std::ranges::find_if(file.tracks, is_clicks);
  return own == file.tracks.end() ? nullptr : &*own;
}

// With events in ticks of quarters at the tempi of the file, for one in SMPTE time.
MidiFile in_quarters(const FormatInput& input, const MidiFile& file) {
  constexpr double kMostTicks = 0x0FFFFFFF;
  struct Change {
    double seconds, quarters, per_second;
  };
  std::vector<Change> changes = {{0.0, 0.0, 2.0}};
  const auto quarters_at = [&](std::uint32_t tick) {
    const double seconds = tick / file.ticks_per_second;
    const auto after = std::ranges::upper_bound(changes, seconds, {}, &Change::seconds);
    const Change& last = *std::prev(after);
    return last.quarters + (seconds - last.seconds) * last.per_second;
  };
  for (const MidiEvent& event : meta_events(file, kMetaTempo))
    changes.push_back(
        {event.tick / file.ticks_per_second, quarters_at(event.tick), 1e6 / tempo_of(event)});
  MidiFile result = file;
  result.ticks_per_second = 0.0;
  result.ticks_per_quarter = 9600;
  const auto move = [&](std::uint32_t& tick) {
    const double moved = std::round(quarters_at(tick) * result.ticks_per_quarter);
    if (moved > kMostTicks)
      throw FormatError(input.name, 0, 0, "SMPTE time of days, expected the length of a piece");
    tick = static_cast<std::uint32_t>(moved);
  };
  for (MidiTrack& track : result.tracks) {
    for (MidiEvent& event : track.events) move(event.tick);
    move(track.end);
  }
  return result;
}

MidiFile parse(const FormatInput& input) {
  try {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(input.content.data());
    MidiFile file = parse_midi({bytes, input.content.size()}, input.name, input.notes);
    if (file.ticks_per_quarter > 0) return file;
    input.notes->push_back(input.name +
                           ": SMPTE time, in which a beat has no length: the tempo events (120 "
                           "beats a minute before the first) give it");
    return in_quarters(input, file);
  } catch (const MidiError& error) {
    throw FormatError(error.what(), 0, 0, "not a readable MIDI file");
  }
}

class MidiSong {
 public:
  explicit MidiSong(const FormatInput& input)
      : input_(input), file_(parse(input)), map_(file_), clicks_(click_track(file_)) {}

  Annotation run() {
    annotation_.beats = clicks_ ? marked_beats() : grid_beats();
    read_markers();
    if (!clicks_ && annotation_.chords.empty()) read_chord_texts(kMetaText);
    if (!clicks_ && annotation_.chords.empty()) read_chord_texts(kMetaLyric);
    read_keys();
    if (!clicks_) read_title();
    if (!clicks_ && !annotation_.beats.empty()) note_defaults();
    if (other_texts_) note(std::string(kReadAsWindows1252));
    order_beats(input_, annotation_.beats);
    for (const SegmentLayerInfo& layer : segment_layers())
      order_segments(input_, layer.one, annotation_.*layer.member);
    return std::move(annotation_);
  }

 private:
  void note(const std::string& what) { input_.notes->push_back(input_.name + ": " + what); }

  std::string text_of(std::string_view bytes) {
    bytes = bytes.substr(0, bytes.find('\0'));
    if (is_utf8(bytes)) return label_text(bytes);
    other_texts_ = true;
    return label_text(utf8_from_unknown(bytes));
  }

  // Of the last event of all tracks; of their ends, if nothing is played or a thing begins there.
  std::uint32_t last_tick(bool ends) const {
    std::uint32_t last = 0;
    for (const MidiTrack& track : file_.tracks) {
      if (!track.events.empty()) last = std::max(last, track.events.back().tick);
      if (ends) last = std::max(last, track.end);
    }
    return last;
  }

  // ---- beats

  std::vector<Beat> grid_beats() {
    const std::vector<Signature> signatures = read_signatures(file_);
    const std::uint32_t end = last_tick(std::ranges::none_of(file_.tracks, plays));
    std::vector<Beat> beats;
    for (std::size_t i = 0; i < signatures.size(); ++i) {
      const std::uint32_t stop = i + 1 < signatures.size() ? signatures[i + 1].tick : end;
      const Meter meter = signatures[i].meter();
      const int before = i == 0 ? pickup_lacks(signatures) : 0;
      int index = 0;
      const double step = step_of(signatures[i]);
      for (double tick = signatures[i].tick; tick < stop; tick += step, ++index) {
        if (beats.size() >= kMostClicks)
          throw FormatError(
              input_.name, 0, 0,
              fmt::format("more than {} beats, expected the length of a recording", kMostClicks));
        beats.push_back({map_.seconds(tick), index % meter.beats + 1 + before, kUnknownConfidence,
                         meter.division});
      }
    }
    return beats;
  }

  double step_of(const Signature& signature) const {
    const double quarters = signature.time.quarters() / signature.meter().beats;
    return std::max(quarters * file_.ticks_per_quarter, 1.0);
  }

  // The beats that a first bar lacks as a pickup, else 0.
  int pickup_lacks(const std::vector<Signature>& signatures) {
    if (signatures.size() < 2 || signatures[0].tick > 0) return 0;
    const Signature& first = signatures[0];
    const Signature& second = signatures[1];
    const int missing = second.meter().beats - first.meter().beats;
    const double bar = first.time.quarters() * file_.ticks_per_quarter;
    if (missing <= 0 || step_of(first) != step_of(second) || std::abs(bar - second.tick) > 1.0)
      return 0;
    note(fmt::format("the first bar, in {}, is read as a pickup to those in {}", first.time.text(),
                     second.time.text()));
    return missing;
  }

  // The metronome of Tactus' own files tells compound meters, for its short bars may be in 3/8.
  std::vector<Beat> marked_beats() const {
    std::vector<Beat> beats;
    const std::vector<Signature> signatures = read_signatures(file_);
    for (const MidiEvent& event : clicks_->events) {
      const std::optional<double> position = position_in(event);
      if (!position) continue;
      const auto next = std::ranges::upper_bound(signatures, event.tick, {}, &Signature::tick);
      const bool compound = std::prev(next)->clocks == kCompoundClocks;
      beats.push_back({map_.seconds(event.tick), static_cast<int>(*position), kUnknownConfidence,
                       compound ? kCompound : 2});
    }
    return beats;
  }

  // What the standard says where a file says nothing.
  void note_defaults() {
    const auto tempi = meta_events(file_, kMetaTempo);
    const bool tempo = !tempi.empty();
    const bool meter = !meta_events(file_, kMetaTimeSignature).empty();
    if (tempo && meter) return;
    note(fmt::format("no {}: {}, as the standard says",
                     tempo   ? "time signature"
                     : meter ? "tempo"
                             : "tempo and no time signature",
                     tempo   ? "4/4"
                     : meter ? "120 beats a minute"
                             : "120 beats a minute in 4/4"));
  }

  // ---- markers, keys, title

  void read_markers() {
    std::vector<MidiEvent> events = meta_events(file_, kMetaMarker);
    if (events.empty()) events = meta_events(file_, kMetaCue);
    const bool to_ends = !events.empty() && events.back().tick == last_tick(false);
    MidiMarkers sorted = sort_markers(input_, labels_of(events), map_.seconds(last_tick(to_ends)),
                                      clicks_ != nullptr);
    annotation_.chords = std::move(sorted.chords);
    annotation_.sections = std::move(sorted.sections);
    marker_keys_ = key_segments(input_, std::move(sorted.keys));
  }

  std::vector<LabelledSegment> labels_of(const std::vector<MidiEvent>& events) {
    std::vector<LabelledSegment> labels;
    for (const MidiEvent& event : events) {
      std::string label = text_of(event.bytes);
      if (!label.empty()) labels.push_back({map_.seconds(event.tick), 0.0, std::move(label)});
    }
    return labels;
  }

  // Some programs write the chords of a song as texts or lyrics.
  void read_chord_texts(std::uint8_t type) {
    constexpr std::size_t kFewest = 4;
    std::vector<LabelledSegment> texts = labels_of(meta_events(file_, type));
    const std::size_t all = texts.size();
    std::size_t qualities = 0;
    std::erase_if(texts, [&](const LabelledSegment& text) {
      const LabelKind kind = label_kind(text.label);
      qualities += kind == LabelKind::kChord ? 1 : 0;
      return kind == LabelKind::kWord || kind == LabelKind::kNothing || kind == LabelKind::kKey;
    });
    if (texts.size() < kFewest || qualities == 0 || 5 * texts.size() < 4 * all) return;
    FormatInput told = input_;
    told.layer = Layer::kChords;
    annotation_.chords = sort_markers(told, texts, map_.seconds(last_tick(false)), false).chords;
    note(fmt::format("{} texts are read as chords, {} left out", texts.size(), all - texts.size()));
  }

  void read_keys() {
    std::vector<LabelledSegment>& keys = annotation_.keys;
    keys = own_keys();
    if (keys.empty()) keys = signature_keys();
    if (!marker_keys_.empty()) {
      if (!keys.empty()) note("the keys of the markers count, not the key signatures");
      keys = marker_keys_;
    }
    const double end = map_.seconds(last_tick(false));
    for (std::size_t i = 0; i < keys.size(); ++i)
      keys[i].end = i + 1 < keys.size() ? keys[i + 1].start : end;
    std::erase_if(keys, [](const LabelledSegment& key) {
      return key.label == kMidiEnd || key.end <= key.start;
    });
  }

  std::vector<LabelledSegment> own_keys() const {
    const std::string mark = fmt::format("{}{}", kMidiNoMaker, kMidiKey);
    std::vector<LabelledSegment> keys;
    for (const MidiEvent& event : meta_events(file_, kMetaSpecific)) {
      if (!event.bytes.starts_with(mark)) continue;
      std::string label = label_text(std::string_view(event.bytes).substr(mark.size()));
      if (label == kMidiEnd || key_label(label))
        keys.push_back({map_.seconds(event.tick), 0.0, std::move(label)});
    }
    return keys;
  }

  // Of several at one tick the first counts; equal neighbours are one.
  std::vector<LabelledSegment> signature_keys() {
    std::vector<LabelledSegment> keys;
    std::size_t odd = 0;
    for (const MidiEvent& event : meta_events(file_, kMetaKeySignature)) {
      const int fifths = event.bytes.empty() ? 99 : static_cast<signed char>(event.bytes[0]);
      const int mode = event.bytes.size() < 2 ? 99 : static_cast<signed char>(event.bytes[1]);
      const bool good = std::abs(fifths) <= 7 && (mode == 0 || mode == 1);
      const auto label = good ? key_of({fifths, mode == 0 ? "major" : "minor"}) : std::nullopt;
      if (!label) {
        ++odd;
        continue;
      }
      const double time = map_.seconds(event.tick);
      if (!keys.empty() && (keys.back().start == time || keys.back().label == *label)) continue;
      keys.push_back({time, 0.0, *label});
    }
    if (odd > 0)
      note(fmt::format("{}, left out",
                       counted_as(static_cast<std::size_t>(odd), "key signature that names no key",
                                  "key signatures that name no key")));
    return keys;
  }

  void read_title() {
    read_karaoke_title();
    if (!annotation_.title.empty() || file_.tracks.empty()) return;
    const MidiTrack& first = file_.tracks.front();
    if (file_.format == 1 && plays(first) && file_.tracks.size() > 1) return;
    std::string name = text_of(first.name());
    if (name.empty()) name = lone_text(first);
    if (!names_nothing(name)) annotation_.title = name;
  }

  // The only text at the start of a track, unless it looks like a remark of a program.
  std::string lone_text(const MidiTrack& track) {
    constexpr std::size_t kLongestTitle = 60;
    std::vector<std::string> texts;
    for (const MidiEvent& event : track.events)
      if (event.tick == 0 && is_meta(event, kMetaText)) texts.push_back(text_of(event.bytes));
    const bool plain = texts.size() == 1 && texts[0].size() <= kLongestTitle &&
                       label_kind(texts[0]) != LabelKind::kChord &&
                       texts[0].find_first_of(":@/=<>{}") == std::string::npos;
    return plain ? texts[0] : "";
  }

  // Soft karaoke: "@TTitle", then "@TArtist".
  void read_karaoke_title() {
    for (const MidiEvent& event : meta_events(file_, kMetaText)) {
      if (!event.bytes.starts_with("@T")) continue;
      const std::string text = text_of(std::string_view(event.bytes).substr(2));
      if (!annotation_.title.empty()) return static_cast<void>(annotation_.artist = text);
      annotation_.title = text;
    }
  }

  // Names that programs give to a track themselves.
  static bool names_nothing(const std::string& name) {
    constexpr std::string_view kNames[] = {"track",
                                           "tempo",
                                           "tempo track",
                                           "tempo map",
                                           "conductor",
                                           "master",
                                           "untitled",
                                           "sequence",
                                           "seq",
                                           "conductor track",
                                           "song",
                                           "new song",
                                           "midi",
                                           "master track",
                                           "control track",
                                           "control",
                                           "meta",
                                           "meta track",
                                           "piano",
                                           "grand piano",
                                           "acoustic grand piano",
                                           "guitar",
                                           "bass",
                                           "drums",
                                           "strings",
                                           "vocals",
                                           "melody",
                                           "instrument",
                                           "midi track",
                                           "click",
                                           "metronome",
                                           "piano right",
                                           "piano left",
                                           "staff",
                                           "voice",
                                           "untitled song"};
    std::string_view word = trimmed(name, " \t#-_.0123456789");
    return word.empty() || std::ranges::find(kNames, lower_case(word)) != std::end(kNames);
  }

  const FormatInput& input_;
  MidiFile file_;
  TempoMap map_;
  const MidiTrack* clicks_;  // of a file of Tactus, else null
  Annotation annotation_;
  std::vector<LabelledSegment> marker_keys_;
  bool other_texts_ = false;  // that are not UTF-8
};

}  // namespace

Annotation parse_midi_map(const FormatInput& input) {
  return MidiSong(input).run();
}

}  // namespace tactus
