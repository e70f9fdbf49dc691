// MIDI tempo maps: what sequencers and notation programs make of them, and what is read back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "datasets/formats/format.h"
#include "datasets/formats/format_losses.h"
#include "datasets/midi/midi_file.h"
#include "tests/datasets/support/format_helpers.h"

namespace tactus {
namespace {

using test::append;
using test::grid;
using test::worst_move;

Annotation song_of(std::vector<Beat> beats) {
  Annotation song;
  song.beats = std::move(beats);
  return song;
}

// A written file, as a sequencer sees it.
class Sequencer {
 public:
  explicit Sequencer(const Annotation& song, Format format = Format::kMidi)
      : bytes_(serialise_annotation(song, format)), file_(parsed(bytes_)), map_(file_) {}

  Annotation read() const { return parse_annotation(bytes_, Format::kMidi, "x"); }
  double seconds(double tick) const { return map_.seconds(tick); }
  const MidiTrack& track(std::size_t i) const { return file_.tracks.at(i); }
  std::size_t tracks() const { return file_.tracks.size(); }

  std::vector<std::uint32_t> tempi() const {  // microseconds per quarter
    std::vector<std::uint32_t> result;
    for (const MidiEvent& event : track(0).events) {
      if (event.data1 != kMetaTempo) continue;
      std::uint32_t value = 0;
      for (const char c : event.bytes) value = value << 8 | static_cast<std::uint8_t>(c);
      result.push_back(value);
    }
    return result;
  }
  std::vector<std::string> signatures() const {  // "0: 4/4" with the quarter at which it begins
    std::vector<std::string> result;
    for (const MidiEvent& event : track(0).events) {
      if (event.data1 != kMetaTimeSignature) continue;
      std::string place = std::to_string(event.tick / 480.0);
      place.erase(place.find_last_not_of('0') + 1);
      if (place.back() == '.') place.pop_back();
      result.push_back(place + ": " + std::to_string(event.bytes.at(0)) + "/" +
                       std::to_string(1 << event.bytes.at(1)));
    }
    return result;
  }
  // Times of the bar lines by the time signatures alone, up to `end`.
  std::vector<double> bar_lines(double end) const {
    std::vector<double> lines;
    std::uint32_t tick = 0;
    std::uint32_t length = 1920;
    for (const MidiEvent& event : track(0).events) {
      if (event.data1 != kMetaTimeSignature) continue;
      for (; tick < event.tick; tick += length) lines.push_back(seconds(tick));
      EXPECT_EQ(tick, event.tick) << "a signature within a bar";
      length = static_cast<std::uint32_t>(480 * 4 * event.bytes.at(0) / (1 << event.bytes.at(1)));
    }
    for (; seconds(tick) < end; tick += length) lines.push_back(seconds(tick));
    return lines;
  }
  std::vector<std::string> markers() const {
    std::vector<std::string> result;
    for (const MidiEvent& event : track(0).events)
      if (event.data1 == kMetaMarker) result.push_back(event.bytes);
    return result;
  }

 private:
  static MidiFile parsed(const std::string& bytes) {
    return parse_midi({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, "x");
  }
  std::string bytes_;
  MidiFile file_;
  TempoMap map_;
};

std::vector<LabelledSegment> rounded(std::vector<LabelledSegment> segments) {
  for (LabelledSegment& segment : segments) {
    segment.start = std::round(segment.start * 1e5) / 1e5;
    segment.end = std::round(segment.end * 1e5) / 1e5;
  }
  return segments;
}

// Every downbeat is a bar line, every tempo is one that programs accept.
void expect_sane(const Annotation& song) {
  const Sequencer file(song);
  for (const std::uint32_t tempo : file.tempi()) {
    EXPECT_GE(tempo, 200'000u);
    EXPECT_LE(tempo, 3'000'000u);
  }
  ASSERT_FALSE(song.beats.empty());
  const std::vector<double> lines = file.bar_lines(song.beats.back().time + 0.01);
  for (const Beat& beat : song.beats) {
    if (beat.position != 1) continue;
    const auto line = std::min_element(lines.begin(), lines.end(), [&](double a, double b) {
      return std::abs(a - beat.time) < std::abs(b - beat.time);
    });
    EXPECT_NEAR(*line, beat.time, beat.time < 0.0125 ? 0.0125 : 1.1e-3);
  }
  const double tick = song.beats.size() > 1 ? (song.beats[1].time - song.beats[0].time) / 480 : 0.0;
  EXPECT_LE(worst_move(file.read().beats, song.beats), std::max(1.1e-3, 0.51 * tick));
}

TEST(MidiFormat, AConstantSongHasOneTempoAfterItsLeadIn) {
  for (const double bpm : {61.7, 97.3, 117.3337, 128.0, 173.99, 240.0}) {
    const Annotation song = song_of(grid(2.3456, 60.0 / bpm, 1200, 4, 1));
    const Sequencer file(song);
    EXPECT_EQ(file.tempi().size(), 2u) << bpm;
    EXPECT_EQ(file.tempi().back(), std::lround(60e6 / bpm)) << bpm;
    EXPECT_LE(worst_move(file.read().beats, song.beats), 0.61e-3) << bpm;
    expect_sane(song);
  }
  const Sequencer exact(song_of(grid(2.0, 0.5, 32, 4, 1)));  // whole bars
  EXPECT_EQ(exact.tempi(), std::vector<std::uint32_t>{500'000});
  EXPECT_EQ(exact.signatures(), std::vector<std::string>{"0: 4/4"});
  const Sequencer at_once(song_of(grid(0.0, 0.5, 32, 3, 1)));
  EXPECT_EQ(at_once.tempi(), std::vector<std::uint32_t>{500'000});
  EXPECT_EQ(at_once.signatures(), std::vector<std::string>{"0: 3/4"});
}

TEST(MidiFormat, TimesRoundedToMillisecondsAreStillOneTempo) {
  std::vector<Beat> beats = grid(1.0, 60.0 / 117.0, 400, 4, 1);
  for (Beat& beat : beats) beat.time = std::round(beat.time * 1e3) / 1e3;
  EXPECT_EQ(Sequencer(song_of(beats)).tempi().size(), 2u);
  expect_sane(song_of(beats));
}

TEST(MidiFormat, TheFirstBarTakesWhatRemainsOfTheLeadIn) {
  // Three beats before the first downbeat: two of lead-in and a pickup of one.
  const Sequencer pickup(song_of(grid(1.1, 0.5, 17, 4, 4)));
  EXPECT_EQ(pickup.signatures(), (std::vector<std::string>{"0: 3/4", "3: 4/4"}));
  EXPECT_EQ(pickup.tempi(), (std::vector<std::uint32_t>{550'000, 500'000}));
  // 9.2 beats: a bar of one slower beat and two whole bars.
  const Sequencer bars(song_of(grid(4.6, 0.5, 16, 4, 1)));
  EXPECT_NEAR(bars.seconds(9 * 480), 4.6, 2e-6);
  EXPECT_EQ(bars.tempi(), (std::vector<std::uint32_t>{600'000, 500'000}));
  EXPECT_EQ(bars.signatures(), (std::vector<std::string>{"0: 1/4", "1: 4/4"}));
}

TEST(MidiFormat, LeadInsOfEveryLengthHaveSaneTempiAndBarsOnDownbeats) {
  for (const double period : {0.21, 0.33, 0.5, 0.81, 1.4, 2.9}) {
    for (const double first : {0.0, 0.0004, 0.004, 0.02, 0.1, 0.19, 0.21, 0.35, 1.0, 3.3, 11.7}) {
      for (const int position : {1, 2, 3}) {
        SCOPED_TRACE(testing::Message() << period << " " << first << " " << position);
        expect_sane(song_of(grid(first, period, 14, 3, position)));
      }
    }
  }
}

TEST(MidiFormat, AFirstBeatWithinMillisecondsBelongsToABarAtZero) {
  const Annotation song = song_of(grid(0.004, 0.5, 16, 4, 1));
  const Sequencer file(song);
  EXPECT_EQ(file.tempi(), (std::vector<std::uint32_t>{504'000, 500'000}));
  EXPECT_EQ(file.signatures(), std::vector<std::string>{"0: 4/4"});
  EXPECT_LE(worst_move(file.read().beats, song.beats), 0.55e-3);  // half a tick
}

TEST(MidiFormat, ChangesOfTempoAndMeterAreEventsOnBars) {
  std::vector<Beat> beats = grid(2.0, 0.5, 16, 4, 1);
  append(beats, grid(10.0, 0.6, 12, 3, 1));
  append(beats, grid(17.2, 0.6, 8, 4, 1));
  const Sequencer file(song_of(beats));
  EXPECT_EQ(file.tempi(), (std::vector<std::uint32_t>{500'000, 600'000}));
  EXPECT_EQ(file.signatures(), (std::vector<std::string>{"0: 4/4", "20: 3/4", "32: 4/4"}));
  EXPECT_LE(worst_move(file.read().beats, beats), 2e-6);
  expect_sane(song_of(beats));
}

TEST(MidiFormat, ARegionThatFollowsLateCostsOneTempo) {
  std::vector<Beat> beats = grid(2.0, 0.5, 16, 4, 1);
  append(beats, grid(10.015, 0.4, 16, 4, 1));
  const Sequencer file(song_of(beats));
  EXPECT_EQ(file.tempi(), (std::vector<std::uint32_t>{500'000, 515'000, 400'000}));
  EXPECT_LE(worst_move(file.read().beats, beats), 2e-6);
}

TEST(MidiFormat, LivePlayingKeepsEveryBeat) {
  std::vector<Beat> beats;
  double time = 0.7;
  for (int k = 0; k < 200; ++k, time += 0.5 + 0.02 * std::sin(1.7 * k))
    beats.push_back({time, k % 4 + 1});
  expect_sane(song_of(beats));
  EXPECT_LE(worst_move(Sequencer(song_of(beats)).read().beats, beats), 2e-6);
}

TEST(MidiFormat, PausesHaveBarsAtTheSongsTempo) {
  std::vector<Beat> beats = grid(2.0, 0.5, 15, 4, 1);  // ends on 3
  append(beats, grid(17.3, 0.5, 8, 4, 1));
  const Sequencer file(song_of(beats));
  EXPECT_EQ(file.signatures(), std::vector<std::string>{"0: 4/4"});
  expect_sane(song_of(beats));
  EXPECT_EQ(file.read().beats.size(), beats.size());  // no beats in the pause
}

TEST(MidiFormat, BeatsAbove300BpmAreShorterNotes) {
  const Annotation song = song_of(grid(2.0, 0.15, 64, 4, 1));
  expect_sane(song);
  EXPECT_TRUE(Sequencer(song).signatures().back().ends_with(": 2/4"));
}

TEST(MidiFormat, LoneBeatsAndNoBeats) {
  Annotation lone = song_of({{1.0, 1}});
  lone.tempi = {{90.0, 1.0}};
  EXPECT_LE(worst_move(Sequencer(lone).read().beats, lone.beats), 2e-6);
  expect_sane(lone);
  Annotation none;
  none.chords = {{0.5, 1.5, "C:maj"}};
  EXPECT_EQ(Sequencer(none).tempi(), std::vector<std::uint32_t>{500'000});
  EXPECT_TRUE(Sequencer(none).read().beats.empty());
  EXPECT_EQ(rounded(Sequencer(none).read().chords), none.chords);
  EXPECT_EQ(Sequencer(Annotation()).read(), Annotation());
}

TEST(MidiFormat, MarkersHaveChordsAndSections) {
  Annotation song = song_of(grid(0.5, 0.5, 16, 4, 1));
  song.chords = {{0.0, 0.5, "N"}, {0.5, 2.5, "C:maj/3"}, {3.0, 4.0, "G:7"}};
  song.sections = {{0.5, 2.5, "A"}, {2.5, 4.5, "Verse 1"}};
  const Sequencer file(song);
  EXPECT_EQ(file.markers(), (std::vector<std::string>{"N", "[A]", "C:maj/3", "[Verse 1]", "(end)",
                                                      "G:7", "(end)", "[(end)]"}));
  EXPECT_EQ(rounded(file.read().chords), song.chords);
  EXPECT_EQ(rounded(file.read().sections), song.sections);
  EXPECT_TRUE(losses_in(song, Format::kMidi).empty());
  EXPECT_TRUE(dropped_layers(song, Format::kMidi).empty());
}

TEST(MidiFormat, PlaysTheChordsOnWish) {
  Annotation song = song_of(grid(1.0, 0.5, 8, 4, 1));
  song.chords = {{0.0, 1.0, "N"}, {1.0, 4.0, "A:min/b3"}, {4.0, 4.5, "foo"}, {4.5, 5.0, "G5"}};
  EXPECT_EQ(Sequencer(song).tracks(), 2u);
  const Sequencer file(song, Format::kMidiChords);
  ASSERT_EQ(file.tracks(), 3u);
  EXPECT_EQ(file.track(2).name(), "Chords");
  std::vector<std::pair<double, int>> struck;
  int sounding = 0;
  for (const MidiEvent& event : file.track(2).events) {
    if (event.status == 0x90)
      struck.emplace_back(std::round(file.seconds(event.tick) * 1e5) / 1e5, event.data1);
    sounding += event.status == 0x90 ? 1 : event.status == 0x80 ? -1 : 0;
    EXPECT_LE(sounding, 4);  // those before have ended
  }
  EXPECT_EQ(sounding, 0);
  // C2 below A3 C4 E4; again at the bar line at 3.0; then G2 below G3 and D4.
  EXPECT_EQ(struck, (std::vector<std::pair<double, int>>{{1.0, 36},
                                                         {1.0, 57},
                                                         {1.0, 60},
                                                         {1.0, 64},
                                                         {3.0, 36},
                                                         {3.0, 57},
                                                         {3.0, 60},
                                                         {3.0, 64},
                                                         {4.5, 43},
                                                         {4.5, 55},
                                                         {4.5, 62}}));
  EXPECT_EQ(file.read(), Sequencer(song).read());
}

TEST(MidiFormat, PositionsAreNoTextThatNotationProgramsShow) {
  const Sequencer file(song_of(grid(1.0, 0.5, 8, 4, 1)));
  for (const MidiEvent& event : file.track(1).events)
    EXPECT_TRUE(event.status != kMetaStatus || event.data1 == kMetaTrackName ||
                event.data1 == 0x7F);
  MidiFile earlier;  // versions before wrote text
  earlier.tracks.resize(1);
  earlier.tracks[0].events = {text_event(0, kMetaTrackName, "Beats"), text_event(480, 0x01, "4"),
                              text_event(960, 0x01, "1")};
  const std::vector<std::uint8_t> bytes = encode_midi(earlier);
  const Annotation read = parse_annotation(
      {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, Format::kMidi, "x");
  EXPECT_EQ(read.beats, (std::vector<Beat>{{0.5, 4}, {1.0, 1}}));
}

TEST(MidiFormat, ReadsForeignFilesByTheirTimeSignatures) {
  MidiFile file;
  file.tracks.resize(1);
  file.tracks[0].events = {tempo_event(0, 120),
                           time_signature_event(0, 3, 4),
                           time_signature_event(1440, 6, 8),
                           text_event(1440, kMetaMarker, "Am"),
                           text_event(2400, kMetaMarker, "Verse"),
                           {2880, 0x90, 60, 100, {}}};
  const std::vector<std::uint8_t> bytes = encode_midi(file);
  const Annotation read = parse_annotation(
      {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, Format::kMidi, "x");
  std::vector<int> positions;
  for (const Beat& beat : read.beats) positions.push_back(beat.position);
  EXPECT_EQ(positions, (std::vector<int>{1, 2, 3, 1, 2}));
  EXPECT_DOUBLE_EQ(read.beats.at(4).time, 2.25);
  EXPECT_EQ(read.chords, (std::vector<LabelledSegment>{{1.5, 3.0, "Am"}}));
  EXPECT_EQ(read.sections, (std::vector<LabelledSegment>{{2.5, 3.0, "Verse"}}));
  file.tracks[0].events.erase(file.tracks[0].events.end() - 2);  // "Verse"
  const std::vector<std::uint8_t> open = encode_midi(file);
  const Annotation last = parse_annotation(
      {reinterpret_cast<const char*>(open.data()), open.size()}, Format::kMidi, "x");
  EXPECT_EQ(last.chords, (std::vector<LabelledSegment>{{1.5, 3.0, "Am"}})) << "to the last event";
  EXPECT_THROW(parse_annotation("MThd", Format::kMidi, "x"), FormatError);
}

TEST(MidiFormat, KeysAreKeySignaturesAndComeBack) {
  Annotation song = song_of(grid(0.5, 0.5, 16, 4, 1));
  song.keys = {{0.0, 4.5, "Eb:major"}, {4.5, 6.0, "D:dorian"}, {6.5, 10.0, "C#:minor"}};
  const Sequencer file(song);
  std::vector<std::string> signatures;
  for (const MidiEvent& event : file.track(0).events)
    if (event.data1 == kMetaKeySignature) signatures.push_back(event.bytes);
  EXPECT_EQ(signatures, (std::vector<std::string>{{'\xFD', '\0'}, {'\0', '\0'}, {'\4', '\1'}}));
  EXPECT_EQ(rounded(file.read().keys), song.keys);
  EXPECT_TRUE(losses_in(song, Format::kMidi).empty());
  EXPECT_TRUE(dropped_layers(song, Format::kMidiChords).empty());
}

}  // namespace
}  // namespace tactus
