// Lead sheets: what is written, and what is read of these and of other programs' scores.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include "datasets/formats/format.h"
#include "datasets/formats/format_losses.h"
#include "datasets/formats/score/musicxml_bars.h"
#include "tests/datasets/support/format_helpers.h"

namespace tactus {
namespace {

using test::append;
using test::bars;
using test::count;
using test::error_of;
using test::golden;
using test::grid;
using test::positions;
using test::worst_move;

using Labels = std::vector<std::string>;

std::string written_score(const Annotation& song) {
  return serialise_annotation(song, Format::kMusicXml);
}

Annotation read_musicxml(const std::string& text, Notes* notes = nullptr) {
  return parse_annotation(text, Format::kMusicXml, "x.musicxml", notes);
}

// The text between two others, once per occurrence.
Labels between(const std::string& text, const std::string& before, const std::string& after) {
  Labels found;
  for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at)) {
    at += before.size();
    found.push_back(text.substr(at, text.find(after, at) - at));
  }
  return found;
}

Labels labels(const std::vector<LabelledSegment>& segments) {
  Labels result;
  for (const LabelledSegment& segment : segments) result.push_back(segment.label);
  return result;
}

// A pickup, four bars of 4/4, a bar without a chord.
Annotation lead_sheet_song() {
  Annotation song;
  song.title = "Fish & <Chips>";
  song.artist = "Caf\xC3\xA9";
  song.album = "A";
  song.duration = 12.0;
  song.beats = grid(0.75, 0.5, 17, 4, 4);
  song.keys = {{0.0, 5.25, "Bb:major"}, {5.25, 12.0, "G:minor"}};
  song.sections = {{1.25, 5.25, "Verse"}, {5.25, 9.25, "Chorus"}};
  song.chords = {{0.0, 1.25, "F:7"},         {1.25, 3.25, "Bb:maj/3"}, {3.25, 4.25, "C:hdim7"},
                 {4.25, 5.25, "C:7(b5,*5)"}, {5.25, 7.25, "N"},        {7.25, 9.25, "G:min(9)"}};
  return song;
}

TEST(MusicXmlFormat, WritesALeadSheet) {
  Annotation sheet = lead_sheet_song();
  sheet.beats.resize(7);
  sheet.keys.resize(1);
  sheet.sections.resize(1);
  sheet.chords = {
      {0.75, 1.25, "F:7"}, {1.25, 2.25, "Bb:maj/3"}, {2.25, 3.25, "C:7(b5,*5)"}, {3.25, 4.25, "N"}};
  EXPECT_EQ(written_score(sheet), golden("lead_sheet.musicxml"));
}

TEST(MusicXmlFormat, ReadsBackWhatItWrites) {
  const Annotation back = read_musicxml(written_score(lead_sheet_song()));
  EXPECT_LE(worst_move(back.beats, lead_sheet_song().beats), 1e-6);
  EXPECT_EQ(positions(back.beats), positions(lead_sheet_song().beats));
  EXPECT_EQ(back.title, lead_sheet_song().title);
  EXPECT_EQ(back.artist, lead_sheet_song().artist);
  EXPECT_EQ(back.album, lead_sheet_song().album);
  EXPECT_EQ(back.duration, lead_sheet_song().duration);
  EXPECT_EQ(labels(back.chords), labels(lead_sheet_song().chords));
  EXPECT_EQ(labels(back.sections), labels(lead_sheet_song().sections));
  EXPECT_EQ(labels(back.keys), labels(lead_sheet_song().keys));
  EXPECT_EQ(back.keys.front().start, 0.0);
  EXPECT_EQ(back.keys.back().end, 12.0);
  Annotation whole = lead_sheet_song();
  whole.chords.front().start = 0.75;  // where the bars begin
  EXPECT_EQ(losses_in(whole, Format::kMusicXml), Labels());
  EXPECT_EQ(losses_in(lead_sheet_song(), Format::kMusicXml),
            Labels{"chords move by up to 750.0 ms"});
}

TEST(MusicXmlFormat, BarsHaveTheirMeter) {
  Annotation waltz;
  waltz.beats = grid(0.5, 0.4, 12, 3, 1);
  append(waltz.beats, grid(5.3, 0.4, 8, 4, 1));
  append(waltz.beats, grid(8.5, 0.4, 4, 3, 1));  // the last bar is short
  const std::string text = written_score(waltz);
  EXPECT_EQ(between(text, "<beats>", "<"), (Labels{"3", "4", "3"}));
  EXPECT_EQ(count(text, "<measure "), 8u);
  EXPECT_EQ(count(text, "implicit"), 0u);
  EXPECT_EQ(count(text, "<harmony"), 0u);
  EXPECT_EQ(count(text, "<notehead>slash"), 24u);
  const Annotation back = read_musicxml(text);
  EXPECT_EQ(positions(back.beats), positions(waltz.beats));
  EXPECT_LE(worst_move(back.beats, waltz.beats), 1e-6);
  EXPECT_TRUE(back.chords.empty());
}

TEST(MusicXmlFormat, APickupAloneCountsUpToTheUsualMeter) {
  Annotation pickup;
  pickup.beats = {{1.0, 3}, {1.5, 4}};
  EXPECT_EQ(positions(read_musicxml(written_score(pickup)).beats), (std::vector<int>{3, 4}));
}

TEST(MusicXmlFormat, EveryTempoOfAPiecewiseSongIsShownAtItsBeat) {
  Annotation steps;
  steps.beats = grid(1.0, 60.0 / 97.53, 32, 4, 1);
  append(steps.beats, grid(1.0 + 32 * 60.0 / 97.53, 0.5, 32, 4, 1));
  const std::string text = written_score(steps);
  EXPECT_EQ(between(text, "<per-minute>", "<"), (Labels{"97.53", "120"}));
  EXPECT_EQ(between(text, "tempo=\"", "\""), (Labels{"97.53", "120"}));
  EXPECT_LE(worst_move(read_musicxml(text).beats, steps.beats), 1e-3);
  EXPECT_NE(text.find("<measure number=\"9\">\n      <print new-system=\"yes\"/>\n"
                      "      <direction placement=\"above\"><direction-type><metronome>"),
            std::string::npos);
}

TEST(MusicXmlFormat, BarsOfAnotherLengthKeepTheTempo) {
  for (const double bpm : {61.3, 72.02, 97.53, 122.0}) {
    Annotation song;
    song.beats =
        bars(0.4, 60.0 / bpm, {4, 4, 4, 4, 4, 1, 4, 4, 4, 4, 2, 4, 4, 4, 6, 4, 7, 4, 4, 4});
    for (Beat& beat : song.beats) beat.time = std::round(beat.time * 1e4) / 1e4;
    Annotation plain = song;
    for (std::size_t k = 0; k < plain.beats.size(); ++k)
      plain.beats[k].position = static_cast<int>(k) % 4 + 1;
    EXPECT_EQ(between(written_score(song), "tempo=\"", "\""),
              between(written_score(plain), "tempo=\"", "\""));
  }
}

TEST(MusicXmlFormat, LivePlayingHasATempoWhereBarsChange) {
  Annotation live;
  double time = 0.7;
  for (int k = 0; k < 240; ++k) {
    live.beats.push_back({time, k % 4 + 1});
    time += (k < 120 ? 0.5 : 0.6) + 0.025 * std::sin(1.7 * k);
  }
  const std::string text = written_score(live);
  const Labels shown = between(text, "<per-minute>", "<");
  EXPECT_GE(shown.size(), 2u);
  EXPECT_LE(shown.size(), 8u);
  EXPECT_EQ(shown.front(), "120");
  EXPECT_EQ(shown.back(), "100");
  EXPECT_LE(worst_move(read_musicxml(text).beats, live.beats), 0.051);
}

TEST(MusicXmlFormat, UnevenBeatsHaveAtMostATempoPerBar) {
  Annotation uneven;
  for (int k = 0; k < 64; ++k)
    uneven.beats.push_back({0.7 + 0.5 * k + (k % 4 == 2 ? 0.2 : 0.0) + 0.02 * (k % 7), k % 4 + 1});
  const std::string text = written_score(uneven);
  EXPECT_LE(count(text, "<per-minute>"), 16u);
  for (const std::string& tempo : between(text, "tempo=\"", "\"")) {
    EXPECT_GE(std::stod(tempo), 20.0);
    EXPECT_LE(std::stod(tempo), 300.0);
  }
  const std::vector<Beat> back = read_musicxml(text).beats;
  ASSERT_EQ(back.size(), uneven.beats.size());
  for (std::size_t k = 0; k < 64; k += 4)
    EXPECT_NEAR(back[k].time, uneven.beats[k].time, 0.051);  // the bars stay
}

TEST(MusicXmlFormat, ARegionThatFollowsLateKeepsItsTempo) {
  Annotation steps;
  steps.beats = grid(1.0, 0.5, 32, 4, 1);
  append(steps.beats, grid(17.01, 0.6, 32, 4, 1));
  EXPECT_EQ(between(written_score(steps), "<per-minute>", "<"), (Labels{"120", "100"}));
  EXPECT_EQ(losses_in(steps, Format::kMusicXml), Labels{"beats move by up to 10.0 ms"});
  for (Beat& beat : steps.beats)
    if (beat.time > 17.0) beat.time += 0.06;
  EXPECT_EQ(between(written_score(steps), "<per-minute>", "<"), (Labels{"120", "105", "100"}));
  EXPECT_EQ(losses_in(steps, Format::kMusicXml), Labels());
}

TEST(MusicXmlFormat, PausesAreBars) {
  Annotation song;
  song.beats = grid(1.0, 0.5, 8, 4, 1);
  append(song.beats, grid(12.0, 0.5, 8, 4, 1));
  const Annotation back = read_musicxml(written_score(song));
  EXPECT_EQ(back.beats.size(), 16u + 16u);  // four bars, a little faster
  EXPECT_EQ(losses_in(song, Format::kMusicXml).size(), 1u);
}

TEST(MusicXmlFormat, SheetsWithoutBeatsOrChords) {
  Annotation none;
  none.title = "A";
  EXPECT_EQ(read_musicxml(written_score(none)), none);
  Annotation lone;
  lone.beats = {{1.0, 1}};
  lone.chords = {{1.0, 1.5, "C:maj"}};
  EXPECT_EQ(read_musicxml(written_score(lone)), lone);
  Annotation chords;
  chords.chords = {{1.0, 1.5, "C:maj"}};
  EXPECT_THROW(written_score(chords), std::invalid_argument);
}

TEST(MusicXmlFormat, SlashesHaveThePitchOfTheKeyAndRestsNone) {
  Annotation flat;
  flat.beats = grid(0.0, 0.5, 12, 4, 1);
  flat.keys = {{0.0, 6.0, "F:major"}};
  flat.chords = {{0.0, 2.0, "N"}, {2.0, 6.0, "F:maj"}};
  const std::string text = written_score(flat);
  EXPECT_EQ(count(text, "<step>B</step><alter>-1</alter>"), 8u);
  EXPECT_EQ(count(text, "<rest measure=\"yes\"/><duration>4</duration>"), 1u);
  EXPECT_EQ(count(text, "<slash type=\"start\""), 1u);
  EXPECT_LT(text.find("<rest measure"), text.find("<slash type"));
  EXPECT_EQ(count(text, "<harmony>"), 2u);
}

// As MuseScore 3 writes it: a pickup, eighths, a chord within a beat, two voices, a repeat.
TEST(MusicXmlFormat, ReadsOtherProgramsScores) {
  const std::string text = R"(<?xml version="1.0"?>
<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 3.1 Partwise//EN" "x">
<score-partwise version="3.1"><movement-title>Tune</movement-title>
<identification><creator type="composer">Ann</creator></identification>
<part-list><score-part id="P1"/><score-part id="P2"/></part-list>
<part id="P1"><measure number="0"><note><rest/><duration>2</duration></note></measure></part>
<part id="P2">
<measure number="0" implicit="yes"><attributes><divisions>2</divisions>
 <key><fifths>1</fifths><mode>major</mode></key><time><beats>3</beats><beat-type>4</beat-type></time></attributes>
 <direction><direction-type><metronome><beat-unit>half</beat-unit><per-minute>60</per-minute></metronome></direction-type></direction>
 <note><pitch><step>D</step><octave>4</octave></pitch><duration>2</duration></note></measure>
<measure number="1">
 <direction><direction-type><rehearsal>A</rehearsal></direction-type><sound tempo="60"/></direction>
 <harmony><root><root-step>G</root-step></root><kind text="6">major-sixth</kind></harmony>
 <note><pitch><step>G</step><octave>4</octave></pitch><duration>4</duration></note>
 <note><chord/><pitch><step>B</step><octave>4</octave></pitch><duration>4</duration></note>
 <harmony><root><root-step>D</root-step></root><kind text="7">dominant</kind><bass><bass-step>F</bass-step><bass-alter>1</bass-alter></bass><offset>1</offset></harmony>
 <note><rest/><duration>2</duration></note>
 <backup><duration>6</duration></backup>
 <note><rest/><duration>6</duration></note>
 <barline><repeat direction="backward"/></barline></measure>
<measure number="2"><attributes><time><beats>6</beats><beat-type>8</beat-type></time></attributes>
 <harmony><root><root-step>B</root-step><root-alter>-1</root-alter></root><kind>Tristan</kind></harmony>
 <note><rest measure="yes"/><duration>6</duration></note></measure>
</part></score-partwise>)";
  Notes notes;
  const Annotation tune = read_musicxml(text, &notes);
  EXPECT_EQ(tune.title, "Tune");
  EXPECT_EQ(tune.artist, "Ann");
  EXPECT_EQ(positions(tune.beats), (std::vector<int>{3, 1, 2, 3, 1, 2}));
  EXPECT_LE(worst_move(tune.beats, {{0.0, 0}, {0.5, 0}, {1.5, 0}, {2.5, 0}, {3.5, 0}, {5.0, 0}}),
            1e-9);
  EXPECT_EQ(tune.chords, (std::vector<LabelledSegment>{
                             {0.5, 3.0, "G:maj6"}, {3.0, 3.5, "D:7/3"}, {3.5, 6.5, "X"}}));
  EXPECT_EQ(tune.sections, (std::vector<LabelledSegment>{{0.5, 6.5, "A"}}));
  EXPECT_EQ(tune.keys, (std::vector<LabelledSegment>{{0.0, 6.5, "G:major"}}));
  EXPECT_EQ(notes, (Notes{"x.musicxml: harmony \"Bb\" (Tristan) read as X",
                          "x.musicxml: repeats are not unfolded"}));
}

// Measures as text; the first one has the attributes.
struct Part {
  std::vector<std::string> measures;
  std::string key = "<key><fifths>0</fifths><mode>major</mode></key>";
  std::string time = "<time><beats>4</beats><beat-type>4</beat-type></time>";
  std::string others = {};
};
std::string attributes(const Part& part) {
  return "<attributes><divisions>2</divisions>" + part.key + part.time + part.others +
         "</attributes>";
}
std::string score(const std::vector<Part>& parts, const std::vector<std::string>& numbers = {}) {
  std::string text = "<score-partwise>";
  for (const Part& part : parts) {
    text += "<part>";
    for (std::size_t i = 0; i < part.measures.size(); ++i)
      text += "<measure number=\"" + (numbers.empty() ? std::to_string(i + 1) : numbers[i]) +
              "\">" + (i == 0 ? attributes(part) : "") + part.measures[i] + "</measure>";
    text += "</part>";
  }
  return text + "</score-partwise>";
}
std::string rest(int eighths) {
  return "<note><rest/><duration>" + std::to_string(eighths) + "</duration></note>";
}
std::string chord(const std::string& root, const std::string& kind = "major") {
  return "<harmony><root><root-step>" + root + "</root-step></root><kind>" + kind +
         "</kind></harmony>";
}
std::string direction(const std::string& content) {
  return "<direction><direction-type>" + content + "</direction-type></direction>";
}
const std::string kTempo = "<sound tempo=\"120\"/>";

TEST(MusicXmlFormat, TemposMarksMetersAndKeysComeFromAnyPart) {
  Part marks{{"<sound tempo=\"80\"/>" + direction("<rehearsal>Intro</rehearsal>") + rest(6),
              direction("<rehearsal>Verse</rehearsal>") + rest(6)}};
  marks.time = "<time><beats>3</beats><beat-type>4</beat-type></time>";
  marks.key = "<key><fifths>1</fifths><mode>minor</mode></key>";
  const Part chords{{chord("C") + rest(6), chord("G") + rest(6)}, "", ""};
  Notes notes;
  const Annotation song = read_musicxml(score({marks, chords}), &notes);
  EXPECT_EQ(notes, Notes());
  EXPECT_EQ(positions(song.beats), (std::vector<int>{1, 2, 3, 1, 2, 3}));
  EXPECT_DOUBLE_EQ(song.beats[1].time, 0.75);
  EXPECT_EQ(song.sections,
            (std::vector<LabelledSegment>{{0.0, 2.25, "Intro"}, {2.25, 4.5, "Verse"}}));
  EXPECT_EQ(song.keys, (std::vector<LabelledSegment>{{0.0, 4.5, "E:minor"}}));
}

TEST(MusicXmlFormat, ATransposingPartIsReadAsItSounds) {
  Part alto{{kTempo + chord("D") + rest(8), chord("A", "dominant") + rest(8)},
            "<key><fifths>2</fifths><mode>major</mode></key>"};
  alto.others = "<transpose><diatonic>-1</diatonic><chromatic>-2</chromatic></transpose>";
  const Annotation song = read_musicxml(score({alto}));
  EXPECT_EQ(labels(song.chords), (Labels{"C:maj", "G:7"}));
  EXPECT_EQ(labels(song.keys), Labels{"C:major"});
  const Part concert{{kTempo + chord("F") + rest(8), chord("E") + rest(8)}};
  EXPECT_EQ(labels(read_musicxml(score({alto, concert})).chords), (Labels{"F:maj", "E:maj"}));
}

TEST(MusicXmlFormat, AShortFirstMeasureIsAPickup) {
  const Part part{{kTempo + rest(2), rest(8), rest(8)}};
  Notes notes;
  const Annotation song = read_musicxml(score({part}), &notes);
  EXPECT_EQ(positions(song.beats), (std::vector<int>{4, 1, 2, 3, 4, 1, 2, 3, 4}));
  EXPECT_EQ(notes, Notes{"x.musicxml: measure 1 of 1 beat in 4/4 is read as a pickup"});
  notes.clear();
  read_musicxml(score({part}, {"0", "1", "2"}), &notes);
  EXPECT_EQ(notes, Notes());
  const Annotation half = read_musicxml(score({{{kTempo + rest(1), rest(8)}}}, {"0", "1"}));
  EXPECT_DOUBLE_EQ(half.beats.front().time, 0.25) << "half a beat before the first one";
  EXPECT_EQ(half.beats.front().position, 1);
}

TEST(MusicXmlFormat, MeasuresThatFillABarTogetherAreOne) {
  Notes notes;
  const Part part{{kTempo + rest(8), rest(5), rest(3), rest(8), rest(4)}};
  const Annotation song = read_musicxml(score({part}, {"1", "2", "X1", "3", "4"}), &notes);
  EXPECT_EQ(positions(song.beats), (std::vector<int>{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2}));
  EXPECT_EQ(notes, Notes());
  const Part odd{{kTempo + rest(8), rest(6), rest(8), rest(8)}};
  EXPECT_EQ(positions(read_musicxml(score({odd}), &notes).beats),
            (std::vector<int>{1, 2, 3, 4, 1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 4}));
  EXPECT_EQ(notes, Notes{"x.musicxml: 1 measure is longer or shorter than the time "
                         "signature, the first: measure 2"});
}

TEST(MusicXmlFormat, ABarHasAtMostSixteenPieces) {
  std::vector<MeasureSpan> measures(49);
  for (std::size_t i = 0; i < measures.size(); ++i)
    measures[i].length = i == 0 ? 4.0 : i <= 16 ? 0.25 : 0.125;
  const ScoreBars bars = score_bars(measures);
  ASSERT_EQ(bars.beats.size(), 8u + 32u) << "of those in 32 pieces each is a bar";
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(bars.beats[static_cast<std::size_t>(i)].position, i < 8 ? i % 4 + 1 : 1) << i;
}

TEST(MusicXmlFormat, ChordsWithoutNotesFillTheirMeasures) {
  Notes notes;
  const Part part{{kTempo + chord("C"), chord("F") + chord("G"), ""}};
  const Annotation song = read_musicxml(score({part}), &notes);
  EXPECT_EQ(song.beats.size(), 12u);
  EXPECT_EQ(song.chords, (std::vector<LabelledSegment>{
                             {0.0, 2.0, "C:maj"}, {2.0, 3.0, "F:maj"}, {3.0, 6.0, "G:maj"}}));
  EXPECT_EQ(notes, Notes{"x.musicxml: 1 measure with several chords and no notes: the chords "
                         "have equal shares"});
}

TEST(MusicXmlFormat, TemposAreReadAsProgramsWriteThem) {
  const auto bpm = [](const std::string& mark, Notes* notes = nullptr) {
    const Annotation song = read_musicxml(score({{{mark + rest(8)}}}), notes);
    return std::round(60.0 / (song.beats.at(1).time - song.beats.at(0).time));
  };
  const auto words = [](const std::string& text) {
    return direction("<words>" + text + "</words>");
  };
  const auto metronome = [](const std::string& unit, const std::string& number) {
    return direction("<metronome><beat-unit>" + unit + "</beat-unit>" +
                     (unit == "quarter" ? "" : "<beat-unit-dot/>") + "<per-minute>" + number +
                     "</per-minute></metronome>");
  };
  Notes notes;
  EXPECT_EQ(bpm(words("Allegro (♩ = 96)"), &notes), 96);
  EXPECT_EQ(bpm(words("♩.</words><words> = 60"), &notes), 90);
  EXPECT_EQ(bpm(words("q = 84"), &notes), 84);
  EXPECT_EQ(bpm(words("Viertel = 66"), &notes), 66);
  EXPECT_EQ(bpm(words("70 BPM"), &notes), 70);
  EXPECT_EQ(bpm(metronome("quarter", "72"), &notes), 72);
  EXPECT_EQ(bpm(metronome("half", "30"), &notes), 90);
  EXPECT_EQ(notes, Notes());
  EXPECT_EQ(bpm(metronome("quarter", "c. 72"), &notes), 72);
  EXPECT_EQ(bpm(metronome("quarter", "72-76"), &notes), 74);
  EXPECT_EQ(notes, (Notes{"x.musicxml: the tempo \"c. 72\" is read as 72 quarters a minute",
                          "x.musicxml: the tempo \"72-76\" is read as 74 quarters a minute"}));
  notes.clear();
  EXPECT_EQ(bpm(words("Allegro (c. 72)"), &notes), 72);
  EXPECT_EQ(bpm(words("Medium Swing 150"), &notes), 150);
  EXPECT_EQ(bpm(words("(ca. 96 - 100)"), &notes), 98);
  EXPECT_EQ(notes.size(), 3u) << "each without its note";
  for (const char* none : {"Allegro", "Tempo I", "Swing ♫ = ♩♪", "Chorus (110)",
                           "Slow down at bar 40", "Fast 2", "Play 100 times"}) {
    notes.clear();
    EXPECT_EQ(bpm(words(none), &notes), 120);
    EXPECT_EQ(notes, Notes{"x.musicxml: no tempo: 120 quarters a minute assumed"}) << none;
  }
}

TEST(MusicXmlFormat, ANoteAsLongAsAnotherChangesTheTempo) {
  const std::string relation = direction(
      "<metronome><beat-unit>quarter</beat-unit><beat-unit>quarter</beat-unit><beat-unit-dot/>"
      "</metronome>");
  const Annotation song =
      read_musicxml(score({{{"<sound tempo=\"60\"/>" + rest(8), relation + rest(8)}}}));
  EXPECT_NEAR(song.beats.at(5).time - song.beats.at(4).time, 60.0 / 90.0, 1e-9);
}

TEST(MusicXmlFormat, TheTitleMayStandOnThePageAlone) {
  const auto title = [](const std::string& credits, Notes* notes = nullptr) {
    return read_musicxml("<score-partwise>" + credits + "</score-partwise>", notes).title;
  };
  const auto credit = [](const std::string& text, const std::string& type, int size, int page = 1) {
    return fmt::format(
        "<credit page=\"{}\">{}<credit-words font-size=\"{}\">{}</credit-words></credit>", page,
        type.empty() ? "" : "<credit-type>" + type + "</credit-type>", size, text);
  };
  Notes notes;
  EXPECT_EQ(title(credit("Bob", "composer", 30) + credit("Tune", "title", 9), &notes), "Tune");
  EXPECT_EQ(notes, Notes());
  EXPECT_EQ(title(credit("Bob", "", 10) + credit("Tune", "", 24) + credit("II", "", 99, 2), &notes),
            "Tune");
  EXPECT_EQ(notes, Notes{"x.musicxml: title 'Tune' taken from the largest text of the page"});
  EXPECT_EQ(title("<movement-title>Other</movement-title>" + credit("Tune", "title", 9)), "Other");
}

TEST(MusicXmlFormat, ReadsTimewiseScores) {
  const Part part{{kTempo + chord("C") + rest(8), chord("G") + rest(8)}};
  const std::string timewise = "<score-timewise><measure number=\"1\"><part>" + attributes(part) +
                               part.measures[0] + "</part></measure><measure number=\"2\"><part>" +
                               part.measures[1] + "</part></measure></score-timewise>";
  EXPECT_EQ(read_musicxml(timewise), read_musicxml(score({part})));
  EXPECT_EQ(detect_format("a.xml", timewise), Format::kMusicXml);
}

TEST(MusicXmlFormat, ErrorsNameFileLineAndColumn) {
  const auto error_of = [](const std::string& text) -> std::string {
    try {
      read_musicxml(text);
    } catch (const FormatError& error) {
      return error.what();
    }
    return "no error";
  };
  const auto measure = [](const std::string& content) {
    return "<score-partwise>\n<part><measure>" + content + "</measure></part></score-partwise>";
  };
  EXPECT_EQ(error_of(""), "x.musicxml:1:1: no <score-partwise>, expected a MusicXML score");
  EXPECT_EQ(error_of("<opus/>"), "x.musicxml:1:1: <opus>, expected <score-partwise> of MusicXML");
  EXPECT_EQ(error_of("PK\3\4"),
            "x.musicxml: a damaged archive: it has no directory, as if it were cut; export the "
            "score again");
  const auto parts = [](int number) {
    std::string text = "<score-partwise>";
    for (int i = 0; i < number; ++i) text += "<part><measure/></part>";
    return text + "</score-partwise>";
  };
  EXPECT_EQ(error_of(parts(1001)), "x.musicxml:1:1: 1001 parts, expected at most 1000");
  EXPECT_EQ(error_of(parts(1000)), "no error");
  EXPECT_EQ(error_of(measure("<attributes><divisions>0</divisions></attributes>")),
            "x.musicxml:2:28: <divisions>0, expected a number from 0.001 to 1000000");
  EXPECT_EQ(error_of(measure("<note><duration>x</duration></note>")),
            "x.musicxml:2:22: <duration>x, expected a number from 0 to 1000000000000");
  EXPECT_EQ(error_of(measure("<sound tempo=\"0\"/>")),
            "x.musicxml:2:16: <sound tempo=\"0\">, expected a number from 1 to 100000");
  EXPECT_NE(error_of(measure("<note><duration>1e9</duration></note>")).find("length of a piece"),
            std::string::npos);
  EXPECT_NE(error_of(measure("<harmony><root><root-step>C</root-step><root-alter>99</root-alter>"
                             "</root><kind>major</kind></harmony>"))
                .find("<root-alter>99, expected a number from -3 to 3"),
            std::string::npos);
}

}  // namespace
}  // namespace tactus
