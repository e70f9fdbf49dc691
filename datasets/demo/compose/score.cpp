#include "datasets/demo/compose/score.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "datasets/song_random.h"
#include "datasets/synth/score/drum_patterns.h"
#include "datasets/synth/score/harmony.h"
#include "model/chords/chord_label.h"

namespace tactus::demo {
namespace {

constexpr int kTicks = 480;  // per quarter note
constexpr int kDrumChannel = 9;

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

std::vector<std::vector<std::string>> bars_of(const std::string& text) {
  std::vector<std::vector<std::string>> bars;
  std::istringstream stream(text);
  for (std::string bar; std::getline(stream, bar, '|');) bars.push_back(words(bar));
  return bars;
}

struct ChordPlace {
  double start, end;  // beats
  std::string label;
  Chord chord;
};

std::vector<ChordPlace> chord_places(const Score& score) {
  std::vector<ChordPlace> places;
  double beat = 0;
  for (const auto& bar : bars_of(score.chords)) {
    const double share = static_cast<double>(score.beats_per_bar) / static_cast<double>(bar.size());
    for (const std::string& label : bar) {
      places.push_back({beat, beat + share, label, parse_chord(label)});
      beat += share;
    }
  }
  return places;
}

std::uint32_t tick_of(const Score& score, double beat) {
  const double whole = std::floor(beat), part = beat - whole;
  const double swung =
      part < 0.5 ? 2 * part * score.swing : score.swing + (2 * part - 1) * (1 - score.swing);
  return static_cast<std::uint32_t>(std::lround((whole + swung) * kTicks));
}

// Collects notes of one channel and returns them as a track.
class TrackWriter {
 public:
  TrackWriter(const Score& score, const Sound& sound, int channel)
      : score_(score), channel_(channel), random_(1, score.id, sound.name) {
    add(0, 0xC0, sound.program, 0);
    add(0, 0xB0, 7, sound.volume);
    add(0, 0xB0, 10, sound.pan);
    name_ = sound.name;
  }
  // Beats; velocities vary a little, the first beat of a bar is stronger.
  void note(double start, double end, int pitch, int velocity) {
    const bool downbeat = std::fmod(start, score_.beats_per_bar) < 1e-9;
    const int loud = velocity + (downbeat ? 5 : 0) + random_.integer(-4, 4);
    const std::uint32_t from = tick_of(score_, start);
    const std::uint32_t to = std::max(from + 20, tick_of(score_, end));
    add(from, 0x90, pitch, std::clamp(loud, 1, 127));
    add(to, 0x80, pitch, 0);
  }
  MidiTrack track() {
    const auto rank = [](const MidiEvent& e) { return (e.status & 0xF0) == 0x90 ? 1 : 0; };
    std::stable_sort(events_.begin(), events_.end(), [&](const auto& a, const auto& b) {
      return a.tick != b.tick ? a.tick < b.tick : rank(a) < rank(b);
    });
    events_.insert(events_.begin(), text_event(0, kMetaTrackName, name_));
    return {std::move(events_)};
  }

 private:
  void add(std::uint32_t tick, int status, int data1, int data2) {
    events_.push_back({tick, static_cast<std::uint8_t>(status | channel_),
                       static_cast<std::uint8_t>(data1), static_cast<std::uint8_t>(data2), ""});
  }

  const Score& score_;
  int channel_;
  SongRandom random_;
  std::string name_;
  std::vector<MidiEvent> events_;
};

int number_after(const std::string& text, std::size_t place) {
  int value = 0;
  std::from_chars(text.data() + place, text.data() + text.size(), value);
  return value;
}

// "Bb4" -> 70.
int pitch_of(const std::string& name) {
  const std::size_t octave = name.find_first_of("0123456789");
  const std::string note = name.substr(0, octave);
  const int folded = pitch_class_of(note);
  if (folded < 0 || octave == std::string::npos)
    throw std::invalid_argument(fmt::format("{} is not a pitch", name));
  const int wrapped = (note == "Cb") ? -12 : (note == "B#") ? 12 : 0;
  return folded + wrapped + 12 * (number_after(name, octave) + 1);
}

void check_bar(const Score& score, std::string_view part, std::size_t bar, double length) {
  if (std::abs(length - score.beats_per_bar) > 1e-9)
    throw std::invalid_argument(fmt::format("{}: {}: bar {} has {} beats, expected {}", score.id,
                                            part, bar + 1, length, score.beats_per_bar));
}

MidiTrack melody_track(const Score& score, const MelodyPart& part, int channel) {
  TrackWriter writer(score, part.sound, channel);
  const auto bars = bars_of(part.notes);
  for (std::size_t b = 0; b < bars.size(); ++b) {
    const double first = static_cast<double>(b) * score.beats_per_bar;
    double beat = first;
    for (const std::string& word : bars[b]) {
      const std::size_t colon = word.find(':');
      const double length = 0.25 * number_after(word, colon + 1);
      if (word[0] != '-')
        writer.note(beat, beat + part.length * length, pitch_of(word.substr(0, colon)),
                    part.sound.velocity);
      beat += length;
    }
    check_bar(score, part.sound.name, b, beat - first);
  }
  return writer.track();
}

// Returns the pitch of that class in the octave from `low` up.
int at_or_above(int pitch_class, int low) {
  return low + ((pitch_class - low) % 12 + 12) % 12;
}

std::vector<int> voicing(const Chord& chord, int centre) {
  std::vector<int> pitches;
  for (int pitch = centre - 6; pitch < centre + 6; ++pitch)
    if (chord.notes[static_cast<std::size_t>((pitch - chord.root + 120) % 12)])
      pitches.push_back(pitch);
  if (pitches.size() == 3) pitches.push_back(pitches[0] + 12);
  return pitches;
}

int bass_pitch(const std::vector<ChordPlace>& chords, std::size_t c, char symbol, int low) {
  const Chord& chord = chords[c].chord;
  const int bass = at_or_above((chord.root + chord.bass) % 12, low);
  const auto has = [&](std::size_t step) { return chord.notes[step]; };
  if (symbol == 'o') return bass + 12;
  if (symbol == 'f') return at_or_above((chord.root + (has(7) ? 7 : 6)) % 12, low);
  if (symbol == 't') return at_or_above((chord.root + (has(3) ? 3 : 4)) % 12, low);
  if (symbol != 'a' || c + 1 == chords.size()) return bass;
  return at_or_above((chords[c + 1].chord.root + chords[c + 1].chord.bass) % 12, low) - 1;
}

std::vector<int> pitches_of(const std::vector<ChordPlace>& chords, std::size_t c, char symbol,
                            int centre) {
  const Chord& chord = chords[c].chord;
  const int root = at_or_above(chord.root, centre - 6);
  if (symbol == 'p') return {root, root + 7, root + 12};
  if (symbol == 'x' || (symbol >= '0' && symbol <= '3')) {
    const std::vector<int> all = voicing(chord, centre);
    if (symbol == 'x') return all;
    return {all[static_cast<std::size_t>(symbol - '0') % all.size()]};
  }
  return {bass_pitch(chords, c, symbol, centre)};
}

// Calls strike(beat, beats to the next symbol or the end of the bar, symbol) along the rows.
template <class Strike>
void follow_row(const Score& score, const std::string& row, std::size_t bar, Strike strike) {
  check_bar(score, "row " + row, bar, 0.25 * static_cast<double>(row.size()));
  for (std::size_t step = 0; step < row.size(); ++step) {
    if (row[step] == '.') continue;
    const std::size_t next = std::min(row.find_first_not_of('.', step + 1), row.size());
    const double beat =
        static_cast<double>(bar) * score.beats_per_bar + 0.25 * static_cast<double>(step);
    strike(beat, 0.25 * static_cast<double>(next - step), row[step]);
  }
}

MidiTrack chord_track(const Score& score, const std::vector<ChordPlace>& chords,
                      const ChordPart& part, int channel) {
  TrackWriter writer(score, part.sound, channel);
  for (std::size_t bar = 0; bar < part.bars.size(); ++bar) {
    if (part.bars[bar] == '.') continue;
    follow_row(score, part.rows.at(part.bars[bar]), bar, [&](double beat, double length, char s) {
      std::size_t c = 0;
      while (chords[c].end <= beat + 1e-9) ++c;
      const double end = std::min(beat + part.length * length, chords[c].end);
      for (const int pitch : pitches_of(chords, c, s, part.centre))
        writer.note(beat, end, pitch, part.sound.velocity);
    });
  }
  return writer.track();
}

int drum_of(char symbol) {
  using namespace gm_drum;
  constexpr std::array<std::pair<char, int>, 14> kDrums = {{{'k', kKick},
                                                            {'s', kSnare},
                                                            {'i', kSideStick},
                                                            {'h', kClosedHat},
                                                            {'o', kOpenHat},
                                                            {'p', kPedalHat},
                                                            {'r', kRide},
                                                            {'c', kCrash},
                                                            {'t', kHighTom},
                                                            {'m', kLowMidTom},
                                                            {'l', kHighFloorTom},
                                                            {'j', kTambourine},
                                                            {'g', kClap},
                                                            {'v', kShaker}}};
  for (const auto& [name, drum] : kDrums)
    if (name == symbol) return drum;
  throw std::invalid_argument(fmt::format("{} is not a drum", symbol));
}

MidiTrack drum_track(const Score& score, const DrumPart& part) {
  TrackWriter writer(score, {"Drums", part.kit, part.volume, 64, 90}, kDrumChannel);
  for (std::size_t bar = 0; bar < part.bars.size(); ++bar) {
    if (part.bars[bar] == '.') continue;
    for (const auto& [drum, row] : part.rows.at(part.bars[bar]))
      follow_row(score, row, bar, [&](double beat, double, char s) {
        writer.note(beat, beat + 0.1, drum_of(drum), s == 'X' ? 112 : s == 'x' ? 88 : 52);
      });
  }
  return writer.track();
}

double bpm_at(const Score& score, double beat) {
  const auto& marks = score.tempo;
  for (std::size_t i = 0; i + 1 < marks.size(); ++i)
    if (beat < marks[i + 1].beat) {
      const double share = (beat - marks[i].beat) / (marks[i + 1].beat - marks[i].beat);
      return marks[i].bpm + share * (marks[i + 1].bpm - marks[i].bpm);
    }
  return marks.back().bpm;
}

MidiTrack conductor_track(const Score& score, const std::vector<ChordPlace>& chords) {
  MidiTrack track;
  track.events = {text_event(0, kMetaTrackName, score.title),
                  time_signature_event(0, score.beats_per_bar, 4)};
  const int beats = static_cast<int>(std::lround(chords.back().end));
  double last = 0;
  std::size_t next = 0;
  for (int beat = 0; beat < beats; ++beat) {
    const auto tick = static_cast<std::uint32_t>(beat * kTicks);
    const double bpm = bpm_at(score, beat);
    if (bpm != last) track.events.push_back(tempo_event(tick, bpm));
    last = bpm;
    for (; next < chords.size() && chords[next].start < beat + 1; ++next)
      track.events.push_back(
          text_event(tick_of(score, chords[next].start), kMetaMarker, chords[next].label));
  }
  return track;
}

}  // namespace

std::uint32_t end_of(const Score& score) {
  return tick_of(score, chord_places(score).back().end);
}

MidiFile midi_of(const Score& score) {
  const std::vector<ChordPlace> chords = chord_places(score);
  MidiFile file;
  file.ticks_per_quarter = kTicks;
  file.tracks.push_back(conductor_track(score, chords));
  int channel = 0;
  for (const MelodyPart& part : score.melodies)
    file.tracks.push_back(melody_track(score, part, channel++));
  for (const ChordPart& part : score.players)
    file.tracks.push_back(chord_track(score, chords, part, channel++));
  for (const DrumPart& part : score.drums) file.tracks.push_back(drum_track(score, part));
  return file;
}

Annotation annotation_of(const Score& score, const MidiFile& file, double seconds) {
  const TempoMap tempo(file);
  const std::vector<ChordPlace> chords = chord_places(score);
  const auto time = [&](double beat) { return tempo.seconds(tick_of(score, beat)); };
  Annotation truth;
  truth.title = score.title;
  truth.artist = "Tactus";
  truth.duration = seconds;
  const int beats = static_cast<int>(std::lround(chords.back().end));
  for (int beat = 0; beat < beats; ++beat)
    truth.beats.push_back({time(beat), beat % score.beats_per_bar + 1});
  for (const ChordPlace& place : chords)
    truth.chords.push_back({time(place.start), time(place.end), place.label});
  truth.chords.push_back({time(beats), seconds, "N"});
  truth.keys.push_back({0, time(beats), score.key});
  return truth;
}

}  // namespace tactus::demo
