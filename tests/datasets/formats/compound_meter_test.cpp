// 6/8, 9/8 and 12/8 in every format that can hold a meter: written as it, and read as dotted beats.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "datasets/formats/format.h"
#include "datasets/formats/format_losses.h"
#include "datasets/midi/midi_file.h"
#include "model/meter.h"
#include "tests/datasets/support/format_helpers.h"

namespace tactus {
namespace {

using test::append;
using test::grid;
using test::positions;
using test::worst_move;

std::vector<Beat> dotted(std::vector<Beat> beats) {
  for (Beat& beat : beats) beat.division = kCompound;
  return beats;
}

// Two dotted quarters in a bar, 60 of them a minute.
Annotation ballad(int beats_per_bar = 2) {
  Annotation song;
  song.title = "B";
  song.beats = dotted(grid(1.0, 1.0, 8 * beats_per_bar, beats_per_bar, 1));
  const double end = 1.0 + 8.0 * beats_per_bar;
  song.chords = {{1.0, 3.0, "C:maj"}, {3.0, end, "A:min"}};
  song.duration = end + 1.0;
  return song;
}

Annotation again(const Annotation& song, Format format) {
  return parse_annotation(serialise_annotation(song, format), format, "x");
}

bool all_dotted(const std::vector<Beat>& beats) {
  return std::ranges::all_of(beats, [](const Beat& b) { return b.division == kCompound; });
}

TEST(CompoundMeter, SurvivesEveryFormatOfBars) {
  for (const Format format : {Format::kJams, Format::kMidi, Format::kMidiChords, Format::kMusicXml,
                              Format::kChordpro, Format::kGrid}) {
    for (const int beats : {2, 3, 4}) {
      const Annotation song = ballad(beats);
      const Annotation back = again(song, format);
      EXPECT_EQ(positions(back.beats), positions(song.beats)) << format_info(format).name;
      EXPECT_TRUE(all_dotted(back.beats)) << format_info(format).name << beats;
      EXPECT_LE(worst_move(back.beats, song.beats), 1e-3) << format_info(format).name;
      EXPECT_EQ(name_of(meter_of(back.beats)), std::to_string(3 * beats) + "/8");
      EXPECT_EQ(losses_in(song, format), std::vector<std::string>()) << format_info(format).name;
    }
  }
}

TEST(CompoundMeter, ChangesWithinASong) {
  Annotation song;
  song.beats = dotted(grid(1.0, 0.9, 12, 2, 1));
  append(song.beats, grid(11.8, 0.6, 12, 4, 1));
  append(song.beats, dotted(grid(19.0, 0.9, 9, 3, 1)));
  for (const Format format :
       {Format::kJams, Format::kMidi, Format::kMusicXml, Format::kChordpro, Format::kGrid}) {
    const Annotation back = again(song, format);
    ASSERT_EQ(positions(back.beats), positions(song.beats)) << format_info(format).name;
    EXPECT_LE(worst_move(back.beats, song.beats), 2e-2) << format_info(format).name;
    for (std::size_t i = 0; i < song.beats.size(); ++i)
      EXPECT_EQ(back.beats[i].division, song.beats[i].division) << format_info(format).name << i;
  }
}

TEST(CompoundMeter, FormatsOfPositionsSayThatTheyLoseIt) {
  for (const Format format : {Format::kBeats, Format::kCsv, Format::kRekordbox})
    EXPECT_EQ(losses_in(ballad(), format).back(), "6/8 becomes 2 beats in a bar");
}

TEST(CompoundMeter, JamsCountsInEighths) {
  const auto file = nlohmann::json::parse(serialise_annotation(ballad(), Format::kJams));
  std::map<std::string, nlohmann::json> data;
  for (const auto& annotation : file["annotations"])
    data[annotation["namespace"]] = annotation["data"];
  const nlohmann::json second = {
      {"position", 4}, {"measure", 1}, {"num_beats", 6}, {"beat_units", 8}};
  EXPECT_EQ(data["beat_position"][1]["value"], second);
  EXPECT_EQ(data["beat"][1]["value"], 2);
  Annotation swinging = ballad();
  swinging.swing = 0.62;
  EXPECT_EQ(again(swinging, Format::kJams).swing, 0.62);
}

std::string jams_places(const std::vector<int>& places, bool with_beats) {
  nlohmann::json beats = nlohmann::json::array(), bars = beats;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double time = 1.0 + 0.25 * static_cast<double>(i);
    beats.push_back({{"time", time}, {"duration", 0}, {"value", places[i]}, {"confidence", 0.5}});
    bars.push_back(
        {{"time", time},
         {"duration", 0},
         {"confidence", 0.5},
         {"value",
          {{"position", places[i]}, {"measure", 1}, {"num_beats", 6}, {"beat_units", 8}}}});
  }
  nlohmann::json list = nlohmann::json::array();
  if (with_beats) list.push_back({{"namespace", "beat"}, {"data", beats}});
  list.push_back({{"namespace", "beat_position"}, {"data", bars}});
  return nlohmann::json{{"annotations", list}}.dump();
}

TEST(CompoundMeter, JamsOfOtherProgramsMayListTheEighths) {
  for (const bool with_beats : {false, true}) {
    Notes notes;
    const Annotation read = parse_annotation(jams_places({1, 2, 3, 4, 5, 6, 1}, with_beats),
                                             Format::kJams, "x", &notes);
    const std::vector<Beat> expected = {
        {1.0, 1, 0.5, kCompound}, {1.75, 2, 0.5, kCompound}, {2.5, 1, 0.5, kCompound}};
    EXPECT_EQ(read.beats, expected) << with_beats;
    EXPECT_EQ(notes, Notes{"x: 4 eighths between the beats of a compound meter left out"});
  }
  const Annotation counted =
      parse_annotation(jams_places({1, 2, 1, 2}, true), Format::kJams, "x");  // by the beat
  EXPECT_EQ(positions(counted.beats), (std::vector<int>{1, 2, 1, 2}));
  EXPECT_TRUE(all_dotted(counted.beats));
}

MidiFile midi_of(const std::string& bytes) {
  return parse_midi({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, "x");
}

TEST(CompoundMeter, MidiHasDottedQuarters) {
  const MidiFile file = midi_of(serialise_annotation(ballad(), Format::kMidi));
  const auto& events = file.tracks.at(0).events;
  std::vector<std::string> signatures;
  for (const MidiEvent& event : events)
    if (event.data1 == kMetaTimeSignature) signatures.push_back(event.bytes.substr(0, 3));
  EXPECT_EQ(signatures, (std::vector<std::string>{{3, 3, 36}, {6, 3, 36}}))
      << "a lead-in of one beat";
  const auto tempo = std::ranges::find_if(events, [](const MidiEvent& event) {
    return event.data1 == kMetaTempo && event.bytes == std::string("\x0A\x2C\x2B");
  });
  EXPECT_NE(tempo, events.end()) << "666,667 microseconds per quarter: 60 dotted ones a minute";
  const TempoMap map(file);
  EXPECT_NEAR(map.seconds(720.0), 1.0, 1e-5) << "a dotted quarter of lead-in";
}

std::vector<Beat> foreign_beats(int numerator, int denominator, int clocks) {
  MidiFile file;
  file.tracks.resize(1);
  file.tracks[0].events = {tempo_event(0, 120),
                           time_signature_event(0, numerator, denominator, clocks),
                           {2880, 0x90, 60, 100, {}}};  // six quarters, three seconds
  const std::vector<std::uint8_t> bytes = encode_midi(file);
  return parse_annotation({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                          Format::kMidi, "x")
      .beats;
}

TEST(CompoundMeter, MidiOfOtherProgramsIsReadAsItSays) {
  for (const int clocks : {24, 36}) {
    const std::vector<Beat> beats = foreign_beats(6, 8, clocks);
    EXPECT_EQ(positions(beats), (std::vector<int>{1, 2, 1, 2}));
    EXPECT_DOUBLE_EQ(beats.at(1).time, 0.75);
    EXPECT_TRUE(all_dotted(beats));
  }
  EXPECT_EQ(positions(foreign_beats(12, 8, 36)), (std::vector<int>{1, 2, 3, 4}));
  EXPECT_EQ(positions(foreign_beats(9, 16, 18)), (std::vector<int>{1, 2, 3, 1, 2, 3, 1, 2}));
  for (const int numerator : {3, 5, 7}) {
    const std::vector<Beat> beats = foreign_beats(numerator, 8, 12);
    EXPECT_EQ(beats.size(), 12u) << numerator;
    EXPECT_EQ(beats.at(static_cast<std::size_t>(numerator)).position, 1);
    EXPECT_EQ(beats.front().division, 2);
  }
  EXPECT_EQ(positions(foreign_beats(6, 4, 24)), (std::vector<int>{1, 2, 3, 4, 5, 6}));
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST(CompoundMeter, MusicXmlHasDottedSlashesAndTempi) {
  Annotation song = ballad();
  song.chords.front().label = "N";
  const std::string text = serialise_annotation(song, Format::kMusicXml);
  EXPECT_EQ(occurrences(text, "<time><beats>6</beats><beat-type>8</beat-type></time>"), 1u);
  EXPECT_EQ(occurrences(text, "<beat-unit>quarter</beat-unit><beat-unit-dot/><per-minute>60<"), 1u);
  EXPECT_EQ(occurrences(text, "<sound tempo=\"90\"/>"), 1u);
  EXPECT_EQ(occurrences(text, "<divisions>2</divisions>"), 1u);
  EXPECT_EQ(occurrences(text, "<duration>3</duration><voice>1</voice><type>quarter</type><dot/>"),
            14u);
  EXPECT_EQ(occurrences(text, "<rest measure=\"yes\"/><duration>6<"), 1u);
  EXPECT_EQ(occurrences(text, "use-dots=\"yes\""), 1u);
}

TEST(CompoundMeter, MusicXmlTellsTheTempoAgainWhereAnotherNoteCounts) {
  Annotation song;
  song.beats = dotted(grid(0.0, 0.75, 16, 2, 1));
  append(song.beats, grid(12.0, 0.75, 16, 4, 1));  // the same tempo, of quarters
  const std::string text = serialise_annotation(song, Format::kMusicXml);
  EXPECT_EQ(occurrences(text, "<sound tempo=\"120\"/>"), 1u);
  EXPECT_EQ(occurrences(text, "<sound tempo=\"80\"/>"), 1u);
}

TEST(CompoundMeter, MusicXmlHasTheSwing) {
  Annotation song;
  song.beats = grid(0.0, 0.5, 16, 4, 1);
  song.swing = 0.66;
  const std::string text = serialise_annotation(song, Format::kMusicXml);
  EXPECT_EQ(occurrences(text,
                        "<sound tempo=\"120\"><swing><first>66</first><second>34</second>"
                        "<swing-type>eighth</swing-type></swing></sound>"),
            1u);
  EXPECT_EQ(occurrences(text, "<beats>4</beats><beat-type>4</beat-type>"), 1u);
  EXPECT_DOUBLE_EQ(again(song, Format::kMusicXml).swing, 0.66);
  song.swing = 0.0;
  EXPECT_EQ(occurrences(serialise_annotation(song, Format::kMusicXml), "<swing>"), 0u);
}

TEST(CompoundMeter, SheetsOfTextNameIt) {
  EXPECT_EQ(occurrences(serialise_annotation(ballad(), Format::kChordpro),
                        "{tempo: 60}\n{time: 6/8}\n{start_of_grid: 4x2}\n| C . | Am . |"),
            1u);
  EXPECT_EQ(occurrences(serialise_annotation(ballad(3), Format::kGrid), "# metre: 9/8\n"), 1u);
  const Annotation sheet =
      parse_annotation("{tempo: 80}\n{time: 6/8}\n{start_of_grid}\n| C G | Am . |\n{end_of_grid}\n",
                       Format::kChordpro, "x.cho");
  EXPECT_EQ(positions(sheet.beats), (std::vector<int>{1, 2, 1, 2}));
  EXPECT_TRUE(all_dotted(sheet.beats));
  EXPECT_DOUBLE_EQ(sheet.beats.at(1).time, 0.75);
}

TEST(CompoundMeter, AsapNamesItAtTheDownbeats) {
  const Annotation read = parse_annotation(
      "0\t0\tdb,6/8,1\n1\t1\tb\n2\t2\tdb\n3\t3\tb\n4\t4\tdb,2/4\n5\t5\tb\n6\t6\tdb\n",
      Format::kAudacityBeats, "x.txt");
  std::vector<int> divisions;
  for (const Beat& beat : read.beats) divisions.push_back(beat.division);
  EXPECT_EQ(divisions, (std::vector<int>{3, 3, 3, 3, 2, 2, 2}));
  for (const Beat& beat :
       parse_annotation("0\t0\tb\n1\t1\tdb,6/8\n2\t2\tb\n3\t3\tb\n4\t4\tdb\n5\t5\tb\n6\t6\tb\n",
                        Format::kAudacityBeats, "x.txt")
           .beats)
    EXPECT_EQ(beat.division, 2) << "eighths are marked";
}

}  // namespace
}  // namespace tactus
