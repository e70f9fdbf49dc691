// Random annotations for the property tests of formats, and the layers that each format must keep.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

#include "datasets/formats/format.h"
#include "model/chords/chord_label.h"

namespace tactus::test {

inline bool holds(Format format, Layer layer) {
  return format_info(format).can_hold(layer);
}

inline bool is_midi(Format format) {
  return format == Format::kMidi || format == Format::kMidiChords;
}

// Seconds by which a file may move a beat: exact in JAMS, half of the last digit elsewhere.
inline double time_tolerance(Format format) {
  if (format == Format::kJams) return 0.0;
  if (format == Format::kSvlBeats || format == Format::kSvlChords) return 0.51 / 44100;
  if (is_midi(format)) return 5.5e-4;  // where regions of one tempo meet
  if (format == Format::kRekordbox) return 25e-3;
  if (format == Format::kGrid) return 0.01 + 1e-5;
  if (format == Format::kChordpro || format == Format::kMusicXml) return 1e-3 + 1e-5;
  return format == Format::kRwc ? 0.0051 : 0.51e-6;
}
// The same for segment boundaries. In MIDI they are on ticks, of which the slowest beat (3 s) has
// 480.
inline double bound_tolerance(Format format) {
  return is_midi(format) ? 0.51 * 3.0 / 480 : time_tolerance(format);
}

inline rc::Gen<std::string> chord_labels() {
  return rc::gen::element<std::string>("N", "X", "C:maj", "G", "Bb:min7", "F#:maj/3",
                                       "Ebb:hdim7/b5", "D:maj(9,11)", "A:(1,4,b7)", "E:sus4(b7)/5",
                                       "Fm", "Caug", "C7");
}

inline rc::Gen<std::string> key_labels() {
  return rc::gen::element<std::string>("C:major", "F#:minor", "Bb:major", "D:dorian", "N");
}

inline rc::Gen<std::string> free_texts() {
  return rc::gen::element<std::string>("verse", "Verse (Guitar Solo)", "a, \"b\"; c", "intro # 1",
                                       "caf\xC3\xA9", "solo 2", "<b> & \\ 50%",
                                       "\xE6\x9D\xB1\xE4\xBA\xAC \xF0\x9F\x8E\xB5");
}

inline rc::Gen<double> confidences() {
  return rc::gen::map(rc::gen::inRange(-1, 1001),
                      [](int n) { return n < 0 ? kUnknownConfidence : n / 1000.0; });
}

// Increasing times: whole microseconds, so that text keeps them apart.
inline std::vector<double> times(std::size_t count, double first) {
  std::vector<double> times;
  double microseconds = std::round(first * 1e6);
  for (std::size_t i = 0; i < count; ++i) {
    times.push_back(microseconds / 1e6);
    microseconds += *rc::gen::inRange(50'000, 2'000'000);
  }
  return times;
}

inline std::vector<LabelledSegment> segments(const rc::Gen<std::string>& labels, bool contiguous) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 12);
  const std::vector<double> bounds =
      times(2 * count + 1, contiguous ? 0.0 : *rc::gen::inRange(0, 3));
  std::vector<LabelledSegment> segments;
  for (std::size_t i = 0; i < count; ++i) {
    const bool gap = !contiguous && *rc::gen::inRange(0, 4) == 0;
    segments.push_back({bounds[2 * i], bounds[2 * i + (gap ? 1 : 2)], *labels, *confidences()});
  }
  return segments;
}

// Beats of corpora: constant or drifting tempo, played by hand or at random, a pickup, a change of
// meter, a pause if wanted.
inline std::vector<Beat> beats(bool positions, bool pause = true) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 60);
  const int kind = *rc::gen::inRange(0, 4);  // constant, drift, jitter, random
  const double period = *rc::gen::inRange(250'000, 1'500'000);
  const auto gap = *rc::gen::inRange<std::size_t>(0, 240) + (pause ? 0 : 240);
  const auto change = *rc::gen::inRange<std::size_t>(0, 120);
  int meter = *rc::gen::inRange(2, 8);
  int position = *rc::gen::inRange(1, meter + 1);
  double microseconds = *rc::gen::inRange(0, 3'000'000);
  std::vector<Beat> beats;
  for (std::size_t i = 0; i < count; ++i) {
    if (i >= change && position == 1) meter = 3;
    beats.push_back({std::round(microseconds) / 1e6, positions ? position : 0, *confidences()});
    position = position % meter + 1;
    if (kind == 3) microseconds += *rc::gen::inRange(50'000, 2'000'000);
    if (kind < 3) microseconds += period * (kind == 1 ? 1.0 + 0.002 * static_cast<double>(i) : 1.0);
    if (kind == 2) microseconds += *rc::gen::inRange(-20'000, 20'000);
    if (i == gap) microseconds += 7'000'000;
  }
  return beats;
}

inline std::vector<TempoCandidate> tempi() {
  std::vector<TempoCandidate> tempi;
  const int count = *rc::gen::inRange(0, 4);
  for (int i = 0; i < count; ++i)
    tempi.push_back({*rc::gen::inRange(30'000, 300'000) / 1000.0, 1.0 / count});
  return tempi;
}

inline rc::Gen<std::string> audio_paths() {
  return rc::gen::element<std::string>("/music/a.flac", "/Music/Caf\xC3\xA9 & \"b\"/50%.mp3",
                                       "C:/Users/DJ/x+y #1.wav");
}

// Whole microseconds become doubles with all their digits.
inline void stretch(Annotation& song, double factor) {
  for (Beat& beat : song.beats) beat.time *= factor;
  for (auto* layer : {&song.chords, &song.keys, &song.sections}) {
    for (LabelledSegment& segment : *layer) {
      segment.start *= factor;
      segment.end *= factor;
    }
  }
  song.duration *= factor;
}

// rekordbox stores one key, whole seconds, the bar position of every beat, and beats in pauses.
inline void fit_rekordbox(Annotation& song) {
  song.beats = beats(true, false);
  if (song.beats.size() < 2) song.beats.clear();
  song.duration = *rc::gen::inRange(130, 200);
  song.tempi.clear();
  song.keys = {
      {0.0, song.duration, *rc::gen::element<std::string>("C:major", "F#:minor", "Bb:major")}};
}

// Two tempi whose strengths add up to 1, the stronger first. The slower has a strength of three
// digits, as files have it.
inline void fit_tempo(Annotation& song) {
  if (song.tempi.size() < 2) return;
  TempoCandidate slow = song.tempi[0], fast = song.tempi[1];
  if (slow.bpm > fast.bpm) std::swap(slow, fast);
  fast.bpm += 1.0;
  slow.strength = *rc::gen::inRange(0, 1001) / 1000.0;
  fast.strength = 1.0 - slow.strength;
  song.tempi = {slow, fast};
  if (slow.strength < 0.5) std::swap(song.tempi[0], song.tempi[1]);
}

inline bool has_one_key(Format format) {
  return format == Format::kKey || format == Format::kMirexKey;
}

// One key of the whole song, as the reader gives it back.
inline void fit_main_key(Annotation& song) {
  song.keys.clear();
  if (*rc::gen::arbitrary<bool>())
    song.keys = {{0.0, 86400.0, *rc::gen::element<std::string>("C:major", "F#:minor", "Bb:major")}};
}

inline bool by_bars(Format format) {
  return format == Format::kGrid || format == Format::kChordpro || format == Format::kMusicXml;
}

// Sections that begin on beats, up to the end of the last beat.
inline void fit_sections(Annotation& song, double end) {
  song.sections.clear();
  for (const Beat& beat : song.beats) {
    if (!song.sections.empty() && *rc::gen::inRange(0, 16) > 0) continue;
    if (!song.sections.empty()) song.sections.back().end = beat.time;
    song.sections.push_back({beat.time, end, *free_texts()});
  }
}

// A song that grids can represent: even beats in every bar, a pickup or none, one meter, chords
// that change on beats, and a chord or N from the first beat to the end of the last.
inline void fit_grid(Annotation& song, Format format) {
  const int meter = *rc::gen::inRange(2, 8);
  const int first = *rc::gen::inRange(1, meter + 1);
  const int count = *rc::gen::inRange(3 * meter, 80);
  const double drift = format == Format::kGrid ? *rc::gen::inRange(-100, 101) / 2e4 : 0.0;
  double period = *rc::gen::inRange(250, 1500) / 1000.0;
  double time = *rc::gen::inRange(0, 3'000'000) / 1e6;
  song.beats.clear();
  song.chords.clear();
  for (int k = 0; k < count; ++k, time += period) {
    const int position = (first - 1 + k) % meter + 1;
    if (position == 1) period *= 1.0 + drift;
    song.beats.push_back({time, position});
    const std::string label = *chord_labels();
    const bool changes = song.chords.empty() || *rc::gen::inRange(0, 3) == 0;
    if (changes && (song.chords.empty() || song.chords.back().label != label))
      song.chords.push_back({time, time + period, label});
    song.chords.back().end = time + period;
  }
  fit_sections(song, time);
  song.duration = std::ceil(time) + *rc::gen::inRange(0, 2);
  song.tempi.clear();
  song.keys.clear();
  if (*rc::gen::arbitrary<bool>())
    song.keys = {{0.0, song.duration, *rc::gen::element<std::string>("C:major", "F#:minor")}};
}

inline rc::Gen<Annotation> annotations(Format format) {
  return rc::gen::exec([format] {
    Annotation song;
    const bool contiguous = format == Format::kMirexChords;
    song.beats = beats(*rc::gen::arbitrary<bool>());
    song.chords = segments(chord_labels(), contiguous);
    song.keys = segments(key_labels(), false);
    song.sections = segments(free_texts(), false);
    song.tempi = tempi();
    if (*rc::gen::arbitrary<bool>())
      song.duration = *rc::gen::inRange(130'000'000, 200'000'000) / 1e6;
    if (contiguous) song.duration = 0.0;
    if (*rc::gen::arbitrary<bool>()) song.title = *free_texts();
    if (*rc::gen::arbitrary<bool>()) song.artist = *free_texts();
    if (*rc::gen::arbitrary<bool>()) song.annotator = *free_texts();
    if (*rc::gen::arbitrary<bool>()) song.audio = *audio_paths();
    if (format == Format::kRekordbox) fit_rekordbox(song);
    if (by_bars(format)) fit_grid(song, format);
    if (format == Format::kTempo) fit_tempo(song);
    if (has_one_key(format)) fit_main_key(song);
    if (format == Format::kMirexDownbeats) {
      for (Beat& beat : song.beats) beat.position = 1;
    }
    if (time_tolerance(format) == 0.0) stretch(song, 1.0 + *rc::gen::inRange(0, 1000) / 3000.0);
    if (*rc::gen::arbitrary<bool>()) song.album = *free_texts();
    return song;
  });
}

template <class Items>
void forget_confidences(Items& items) {
  for (auto& item : items) item.confidence = kUnknownConfidence;
}

// The annotation without the layers that the format cannot contain.
inline Annotation held_by(Format format, Annotation song) {
  if (!holds(format, Layer::kBeats)) song.beats.clear();
  if (!holds(format, Layer::kPositions)) {
    for (Beat& beat : song.beats) beat.position = 0;
  }
  if (!holds(format, Layer::kChords)) song.chords.clear();
  if (!holds(format, Layer::kKeys)) song.keys.clear();
  if (!holds(format, Layer::kSections)) song.sections.clear();
  if (!holds(format, Layer::kTempi)) song.tempi.clear();
  if (!holds(format, Layer::kTitle)) song.title = song.artist = song.album = "";
  if (!holds(format, Layer::kDuration)) song.duration = 0.0;
  if (!holds(format, Layer::kAnnotator)) song.annotator = "";
  if (!holds(format, Layer::kAudio)) song.audio = "";
  if (!holds(format, Layer::kConfidences)) {
    forget_confidences(song.beats);
    forget_confidences(song.chords);
    forget_confidences(song.keys);
    forget_confidences(song.sections);
  }
  return song;
}

inline void require_near(double a, double b, double tolerance) {
  RC_ASSERT(std::abs(a - b) <= tolerance);
}

inline void require_equal(const std::vector<LabelledSegment>& a,
                          const std::vector<LabelledSegment>& b, double tolerance) {
  RC_ASSERT(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    require_near(a[i].start, b[i].start, tolerance);
    const bool touches = i + 1 < b.size() && b[i].end == b[i + 1].start;
    const double last_bit = touches ? 0.0 : b[i].end * 2.3e-16;  // JAMS: start + duration
    require_near(a[i].end, b[i].end, std::max(tolerance, last_bit));
    RC_ASSERT(a[i].label == b[i].label);
    RC_ASSERT(a[i].confidence == b[i].confidence);
  }
}

// A rekordbox grid continues to the end of the track: those beats follow the others evenly.
inline void cut_grid_after(Annotation& song, std::size_t count) {
  if (song.beats.size() <= count || count < 2) return;
  for (std::size_t i = count + 1; i < song.beats.size(); ++i) {
    const double period = song.beats[count].time - song.beats[count - 1].time;
    require_near(song.beats[i].time - song.beats[i - 1].time, period, 6e-3);
  }
  RC_ASSERT(song.beats.back().time < song.duration);
  song.beats.resize(count);
}

// Chords by their meaning, equal neighbours as one, without N.
inline std::vector<LabelledSegment> meant_chords(const std::vector<LabelledSegment>& chords) {
  std::vector<LabelledSegment> result;
  for (const LabelledSegment& chord : chords) {
    const std::string label = canonical_label(chord.label, ChordSyntax::kLenient);
    const bool goes_on = !result.empty() && result.back().label == label &&
                         std::abs(result.back().end - chord.start) < 1e-3;
    if (goes_on)
      result.back().end = chord.end;
    else if (label != "N")
      result.push_back({chord.start, chord.end, label});
  }
  return result;
}

inline void require_equal(Annotation a, Annotation b, Format format) {
  const double tolerance = time_tolerance(format);
  if (format == Format::kRekordbox) cut_grid_after(a, b.beats.size());
  if (by_bars(format)) {
    if (!holds(format, Layer::kSections)) a.sections.clear();  // a grid contains silences
    a.chords = meant_chords(a.chords);
    b.chords = meant_chords(b.chords);
  }
  RC_ASSERT(a.beats.size() == b.beats.size());
  for (std::size_t i = 0; i < a.beats.size(); ++i) {
    require_near(a.beats[i].time, b.beats[i].time, tolerance);
    RC_ASSERT(a.beats[i].position == b.beats[i].position);
    RC_ASSERT(a.beats[i].confidence == b.beats[i].confidence);
  }
  require_equal(a.chords, b.chords, bound_tolerance(format));
  require_equal(a.keys, b.keys, bound_tolerance(format));
  require_equal(a.sections, b.sections, bound_tolerance(format));
  RC_ASSERT(a.tempi == b.tempi);
  RC_ASSERT(a.title == b.title);
  RC_ASSERT(a.artist == b.artist);
  RC_ASSERT(a.album == b.album);
  RC_ASSERT(a.annotator == b.annotator);
  RC_ASSERT(a.audio == b.audio);
  require_near(a.duration, b.duration, tolerance);
}

}  // namespace tactus::test
