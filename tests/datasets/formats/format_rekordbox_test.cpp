#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <span>

#include "datasets/formats/bars/tempo_regions.h"
#include "datasets/formats/format.h"
#include "datasets/formats/format_losses.h"
#include "datasets/formats/text/file_location.h"
#include "tests/datasets/support/format_helpers.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

using test::append;
using test::bars;
using test::count;
using test::grid;
using test::positions;
using test::worst_move;

std::string written_collection(const Annotation& song) {
  return serialise_annotation(song, Format::kRekordbox);
}

Annotation read_rekordbox(const std::string& text, Notes* notes = nullptr) {
  return parse_annotation(text, Format::kRekordbox, "x.xml", notes);
}

std::string track(const std::string& attributes, const std::string& content) {
  return "<DJ_PLAYLISTS Version=\"1.0.0\"><COLLECTION Entries=\"1\"><TRACK " + attributes + ">" +
         content + "</TRACK></COLLECTION></DJ_PLAYLISTS>";
}

TEST(RekordboxFormat, WritesTheCollectionThatRekordboxImports) {
  Annotation song;
  song.title = "Fish & \"Chips\"";
  song.artist = "Caf\xC3\xA9";
  song.duration = 8.2;
  song.audio = "/music/A b/50%.mp3";
  song.keys = {{0, 2, "C:major"}, {2, 8.2, "F#:minor"}};
  song.beats = grid(0.25, 0.5, 16, 4, 3);
  EXPECT_EQ(written_collection(song),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<DJ_PLAYLISTS Version=\"1.0.0\">\n"
            "  <PRODUCT Name=\"Tactus\" Version=\"\" Company=\"\"/>\n"
            "  <COLLECTION Entries=\"1\">\n"
            "    <TRACK TrackID=\"1\" Name=\"Fish &amp; &quot;Chips&quot;\" Artist=\"Caf\xC3\xA9\" "
            "TotalTime=\"9\" AverageBpm=\"120.00\" Tonality=\"F#m\" "
            "Location=\"file://localhost/music/A%20b/50%25.mp3\">\n"
            "      <TEMPO Inizio=\"0.250000\" Bpm=\"120.00\" Metro=\"4/4\" Battito=\"3\"/>\n"
            "    </TRACK>\n"
            "  </COLLECTION>\n"
            "  <PLAYLISTS>\n    <NODE Type=\"0\" Name=\"ROOT\" Count=\"0\"/>\n  </PLAYLISTS>\n"
            "</DJ_PLAYLISTS>\n");
}

TEST(RekordboxFormat, WithoutTotalTimeTheGridIsKnownUpToTheLastCue) {
  const std::string tempo = "<TEMPO Inizio=\"0.5\" Bpm=\"120\" Metro=\"4/4\" Battito=\"1\"/>";
  Notes notes;
  const Annotation cued = read_rekordbox(
      track("Name=\"T\"", tempo + "<POSITION_MARK Type=\"0\" Start=\"10.2\"/>"), &notes);
  EXPECT_EQ(cued.beats.size(), 20u);
  EXPECT_EQ(notes,
            Notes{"warning: x.xml: track \"T\" has no TotalTime: its beats end at 10.000 s, before "
                  "its last cue point; give the track a TotalTime in seconds"});
  notes.clear();
  const Annotation bare = read_rekordbox(track("Name=\"T\" AverageBpm=\"120\"", tempo), &notes);
  EXPECT_EQ(bare.beats.size(), 1u);
  EXPECT_EQ(bare.tempi, (std::vector<TempoCandidate>{{120, 1.0}}));
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("end at 0.500 s, with its last TEMPO"), std::string::npos) << notes[0];
}

TEST(RekordboxFormat, TonalityIsTheKeyThatSoundsLongestInTotal) {
  Annotation song;
  song.duration = 20;
  song.keys = {{0, 4, "A:minor"}, {4, 9, "C:major"}, {9, 12, "A:minor"}, {12, 20, "N"}};
  EXPECT_NE(written_collection(song).find("Tonality=\"Am\""), std::string::npos)
      << written_collection(song);
}

TEST(RekordboxFormat, HoldsTrackNumberAndYear) {
  Annotation song;
  song.title = "T";
  song.tags = {7, "2001-05-14", 99.0, "8A"};
  EXPECT_NE(written_collection(song).find(" TrackNumber=\"7\" Year=\"2001\""), std::string::npos);
  EXPECT_EQ(read_rekordbox(written_collection(song)).tags, (FileTags{7, "2001", 0.0, ""}));
  song.tags = {0, "May 2001", 0.0, ""};
  EXPECT_EQ(written_collection(song).find("Year"), std::string::npos);
  EXPECT_EQ(read_rekordbox(track("Name=\"T\" TrackNumber=\"-1\" Year=\"0\"", "")).tags, FileTags());
}

TEST(RekordboxFormat, ReadsRegionsUntilTheNextAndTheEnd) {
  const Annotation song =
      read_rekordbox(track("Name=\"T\" TotalTime=\"4\" AverageBpm=\"99\" Tonality=\"8A\" "
                           "Location=\"file://localhost/C:/DJ/%C3%A9.mp3\"",
                           "<TEMPO Inizio=\"2.100\" Bpm=\"60.00\" Metro=\"3/4\" Battito=\"1\"/>"
                           "<TEMPO Inizio=\"0.100\" Bpm=\"120.00\" Metro=\"4/4\" Battito=\"4\"/>"
                           "<POSITION_MARK Name=\"\" Type=\"0\" Start=\"0.100\" Num=\"-1\"/>"));
  EXPECT_LT(worst_move(song.beats, {{0.1, 4}, {0.6, 1}, {1.1, 2}, {1.6, 3}, {2.1, 1}, {3.1, 2}}),
            1e-9);
  std::vector<int> places;
  for (const Beat& beat : song.beats) places.push_back(beat.position);
  EXPECT_EQ(places, (std::vector<int>{4, 1, 2, 3, 1, 2}));
  EXPECT_EQ(song.keys, (std::vector<LabelledSegment>{{0, 4, "A:minor"}}));
  EXPECT_EQ(song.audio, "C:/DJ/\xC3\xA9.mp3");
  EXPECT_TRUE(song.tempi.empty());
  EXPECT_EQ(read_rekordbox(track("AverageBpm=\"99.5\"", "")).tempi,
            (std::vector<TempoCandidate>{{99.5, 1.0}}));
}

TEST(RekordboxFormat, ReadsTheKeySpellingsOfDJs) {
  for (const auto& [typed, key] : {std::pair("Am", "A:minor"),
                                   {"F#", "F#:major"},
                                   {"Bbm", "Bb:minor"},
                                   {"8B", "C:major"},
                                   {"1A", "G#:minor"},
                                   {"12B", "E:major"},
                                   {"1d", "C:major"},
                                   {"1m", "A:minor"},
                                   {"12m", "D:minor"},
                                   {"7d", "Gb:major"}}) {
    const auto keys =
        read_rekordbox(track(std::string("TotalTime=\"9\" Tonality=\"") + typed + "\"", "")).keys;
    ASSERT_EQ(keys.size(), 1u) << typed;
    EXPECT_EQ(keys[0].label, key) << typed;
  }
  Notes notes;
  EXPECT_TRUE(read_rekordbox(track("TotalTime=\"9\" Tonality=\"13A\"", ""), &notes).keys.empty());
  EXPECT_EQ(notes, Notes{"x.xml: Tonality \"13A\" not used: no key"});
}

TEST(RekordboxFormat, AConstantGridIsOneTempoWithTwoDecimals) {
  for (const double bpm : {60.0, 97.65, 128.0, 173.99}) {
    Annotation song;
    song.beats = grid(0.1234567, 60.0 / bpm, 1500, 3, 2);
    song.duration = song.beats.back().time;
    const std::string text = written_collection(song);
    EXPECT_EQ(count(text, "<TEMPO"), 1u) << bpm;
    std::vector<Beat> back = read_rekordbox(text).beats;
    back.resize(1500);  // one or two more follow up to the whole second
    EXPECT_LE(worst_move(back, song.beats), 1.1e-6) << bpm;
  }
}

TEST(RekordboxFormat, ARoundedTempoDriftsByHalfOnEachSide) {
  Annotation song;
  song.beats = grid(2.0, 60.0 / 117.3337, 600, 4, 1);
  song.duration = song.beats.back().time;
  const std::string text = written_collection(song);
  EXPECT_EQ(count(text, "<TEMPO"), 1u);
  EXPECT_NE(text.find("Bpm=\"117.33\""), std::string::npos) << text;
  std::vector<Beat> back = read_rekordbox(text).beats;
  back.resize(600);
  const double drift = 599 * (60.0 / 117.33 - 60.0 / 117.3337);
  EXPECT_NEAR(back.front().time - song.beats.front().time, -drift / 2.0, 1e-6);
  EXPECT_NEAR(back.back().time - song.beats.back().time, drift / 2.0, 1e-6);
  EXPECT_EQ(
      losses_in(song, Format::kRekordbox),
      (std::vector<std::string>{"600 beats become 601",
                                fmt::format("beats move by up to {:.1f} ms", drift * 500.0)}));
}

TEST(RekordboxFormat, ALongDriftIsDivided) {
  Annotation song;
  song.beats = grid(2.0, 60.0 / 120.0049, 4000, 4, 1);
  song.duration = song.beats.back().time;
  const std::string text = written_collection(song);
  EXPECT_EQ(count(text, "<TEMPO"), 4u);  // 81.7 ms, each part 25 at most
  std::vector<Beat> back = read_rekordbox(text).beats;
  back.resize(4000);
  EXPECT_LE(worst_move(back, song.beats), 0.0125);
  for (std::size_t i = 0; i < 4000; ++i) EXPECT_EQ(back[i].position, song.beats[i].position);
}

TEST(RekordboxFormat, TempoStepsAndMeterChangesAreRegions) {
  Annotation song;
  song.beats = grid(1.0, 0.5, 16, 4, 1);
  append(song.beats, grid(9.0, 0.6, 12, 3, 1));
  append(song.beats, grid(16.2, 0.6, 8, 4, 1));
  song.duration = song.beats.back().time;
  const std::string text = written_collection(song);
  EXPECT_EQ(count(text, "<TEMPO"), 3u);
  EXPECT_LE(worst_move(read_rekordbox(text).beats, song.beats), 1e-6);
  EXPECT_EQ(text.find("Metro=\"3/4\"") != std::string::npos, true);
}

TEST(RekordboxFormat, APauseIsCountedThroughAtTheSongsTempo) {
  Annotation song;
  song.beats = grid(1.0, 0.5, 8, 4, 1);
  append(song.beats, grid(20.25, 0.5, 8, 4, 1));
  song.duration = song.beats.back().time;
  const std::vector<Beat> back = read_rekordbox(written_collection(song)).beats;
  ASSERT_EQ(back.size(), 16u + 32u);
  for (std::size_t i = 0; i < back.size(); ++i)
    EXPECT_EQ(back[i].position, static_cast<int>(i) % 4 + 1);
  EXPECT_NEAR(back[40].time, 20.25, 0.0125);
}

TEST(RekordboxFormat, ALoneFastBeatHasATempoThatProgramsAccept) {
  Annotation song;
  song.beats = {{1.0, 1}, {1.05, 2}, {1.6, 3}};
  song.duration = 2.0;
  EXPECT_NE(written_collection(song).find("Bpm=\"300.00\""), std::string::npos);
  EXPECT_LE(worst_move(read_rekordbox(written_collection(song)).beats, song.beats), 1e-6);
}

TEST(TempoRegions, AreFewWhereTheTempoDriftsAndExactWhereItJumps) {
  std::vector<Beat> drifting;
  double time = 0.5;
  for (int k = 0; k < 400; ++k, time += 0.5 + 1e-5 * k) drifting.push_back({time, k % 4 + 1});
  const std::vector<TempoRegion> regions = tempo_regions(drifting);
  EXPECT_LT(regions.size(), 25u);
  std::size_t beat = 0;
  for (const TempoRegion& region : regions) {
    for (std::size_t k = 0; k < region.beats; ++k, ++beat) {
      EXPECT_NEAR(region.start + region.period * static_cast<double>(k), drifting.at(beat).time,
                  kRegionTolerance);
    }
  }
  EXPECT_EQ(beat, drifting.size());
  const std::vector<Beat> uneven = {{0, 1}, {0.4, 2}, {1.0, 3}, {1.3, 4}, {2.0, 1}};
  EXPECT_EQ(tempo_regions(uneven).size(), 5u);
  EXPECT_TRUE(tempo_regions({}).empty());
}

TEST(TempoRegions, TimesOfFiveDecimalsAreStillOneRegion) {
  std::vector<Beat> beats = grid(0.518, 0.428509, 393, 4, 1);
  for (Beat& beat : beats) beat.time = std::round(beat.time * 1e5) / 1e5;
  EXPECT_EQ(tempo_regions(beats).size(), 1u);
  append(beats, grid(beats.back().time + 0.43, 0.43, 16, 4, 2));
  EXPECT_EQ(tempo_regions(beats).size(), 2u);  // a tempo of its own, although near
}

TEST(TempoRegions, PausesAreFilledSoThatTheBarsGoOn) {
  std::vector<Beat> beats = grid(0.0, 0.5, 14, 4, 1);
  beats.push_back({14.1, 4});
  beats.push_back({14.6, 1});
  const CountedBeats counted = counted_through(beats);
  ASSERT_EQ(counted.places.size(), beats.size());
  EXPECT_EQ(counted.places[14], 13u + 14u);  // 7.6 s at half a second, from 2 to 4
  for (std::size_t i = 0; i < beats.size(); ++i)
    EXPECT_EQ(counted.beats[counted.places[i]], beats[i]);
  for (std::size_t i = 1; i < counted.beats.size(); ++i) {
    EXPECT_EQ(counted.beats[i].position, counted.beats[i - 1].position % 4 + 1);
    EXPECT_LT(counted.beats[i].time - counted.beats[i - 1].time, 0.6);
  }
  EXPECT_LT(counted_through(std::vector<Beat>{{0, 1}, {9e6, 2}}).beats.size(), 700'000u);
  EXPECT_TRUE(counted_through({}).beats.empty());
}

TEST(TempoRegions, CountUnknownPositionsOn) {
  const auto places = [](const std::vector<Beat>& beats) {
    std::vector<int> result;
    for (const Beat& beat : with_positions(beats)) result.push_back(beat.position);
    return result;
  };
  EXPECT_EQ(places({{0, 0}, {1, 0}, {2, 1}, {3, 2}, {4, 0}, {5, 1}, {6, 0}}),
            (std::vector<int>{2, 3, 1, 2, 3, 1, 2}));
  EXPECT_EQ(places({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}), (std::vector<int>{1, 2, 3, 4, 1}));
}

TEST(TempoRegions, PausesHaveTheMeterOfTheBarsAroundThem) {
  std::vector<Beat> song = bars(0.0, 0.5, {4, 4, 4, 4, 4, 7, 7});
  const double pause = 4.0;
  append(song, bars(song.back().time + pause, 0.5, {7, 7, 4, 4}));
  const std::vector<Beat> filled = bars(0.0, 0.5, {4, 4, 4, 4, 4, 7, 7, 7, 7, 7, 4, 4});
  EXPECT_EQ(positions(counted_through(song).beats), positions(filled));
  song = bars(0.0, 0.5, {4, 4, 4, 2, 1});  // an end that is held
  append(song, bars(song.back().time + pause, 0.5, {4, 4}));
  const std::vector<Beat> held = bars(0.0, 0.5, {4, 4, 4, 2, 4, 4, 4, 4});
  EXPECT_EQ(positions(counted_through(song).beats), positions(held));
}

TEST(TempoRegions, UnknownPositionsHaveTheMeterOfTheBarsAroundThem) {
  const std::vector<Beat> song = bars(0.0, 0.5, {7, 4, 4, 4, 4, 4, 7, 7, 7, 4, 5, 5, 5});
  std::vector<Beat> partly = song;
  for (const auto& [begin, end] : {std::pair(0, 2), {34, 41}, {62, 67}})
    for (int i = begin; i < end; ++i) partly[static_cast<std::size_t>(i)].position = 0;
  EXPECT_EQ(positions(with_positions(partly)), positions(song));
}

TEST(TempoRegions, AnIncompleteBarHasOneMeter) {
  std::vector<Beat> song = bars(0.0, 0.5, {7, 7, 7, 7, 4, 4, 5});
  append(song, bars(song.back().time + 4.0, 0.5, {4, 4}));  // after a pause
  std::vector<int> told;
  for (const TempoRegion& region : tempo_regions(song))
    told.insert(told.end(), region.beats, region.meter);
  EXPECT_EQ(std::vector(told.begin() + 36, told.begin() + 41), std::vector(5, told[36]));
}

TEST(TempoRegions, HaveTheMeterOfTheirBars) {
  const std::vector<int> meters = {4, 4, 4, 4, 3, 4, 4, 4, 7, 7, 7, 4, 4};
  std::vector<int> expected;
  for (const int meter : meters) expected.insert(expected.end(), meter, meter);
  for (const double uneven : {0.0, 0.1}) {  // seconds
    std::vector<Beat> song = bars(1.0, 0.5, meters);
    for (std::size_t i = 0; i < song.size(); ++i)
      song[i].time += uneven * std::sin(2.4 * static_cast<double>(i * i));
    std::vector<int> told;
    const std::vector<TempoRegion> regions = tempo_regions(std::span(song).subspan(2));  // pickup
    for (const TempoRegion& region : regions) told.insert(told.end(), region.beats, region.meter);
    EXPECT_EQ(told, std::vector(expected.begin() + 2, expected.end())) << uneven;
    EXPECT_GE(regions.size(), 5u);
    EXPECT_EQ(uneven == 0.0, regions.size() == 5u);  // one for each change
  }
}

TEST(RekordboxFormat, CollectionsAreSeveralSongs) {
  const test::ScratchFolder scratch;
  Annotation one;
  one.title = "One";
  one.beats = grid(0.5, 0.5, 3, 4, 1);
  Annotation two = one;
  two.title = "Two";
  write_annotations(std::vector{one, two}, Format::kRekordbox, scratch / "all.xml");
  const std::vector<Annotation> back = read_annotations(scratch / "all.xml");
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[1].title, "Two");
  EXPECT_EQ(back[1].beats, two.beats);
  try {
    read_annotation(scratch / "all.xml");
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_NE(std::string(error.what()).find("a collection of 2 tracks, expected one"),
              std::string::npos);
  }
  EXPECT_THROW(serialise_annotations(std::vector{one, two}, Format::kLab), std::invalid_argument);
}

TEST(RekordboxFormat, ErrorsNameFileLineAndColumn) {
  const auto error_of = [](const std::string& text) -> std::string {
    try {
      read_rekordbox(text);
    } catch (const FormatError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(error_of("<x/>"), "x.xml:1:1: no <DJ_PLAYLISTS>, expected a rekordbox collection");
  EXPECT_EQ(error_of("<DJ_PLAYLISTS>\n <TRACK>\n  <TEMPO Inizio=\"1\" Bpm=\"0\"/>"),
            "x.xml:3:3: <TEMPO Bpm=\"0\">, expected a number from 0.001 to 100000");
  EXPECT_EQ(error_of("<DJ_PLAYLISTS>\n<TEMPO/>"), "x.xml:2:1: a TEMPO outside of a TRACK");
  EXPECT_NE(error_of(track("TotalTime=\"1000000\"", "<TEMPO Inizio=\"0\" Bpm=\"100000\"/>"))
                .find("track \"\": more than 1000000 beats"),
            std::string::npos);
}

TEST(RekordboxFormat, ATrackThatMakesNoSenseCostsOnlyItsOwnBeats) {
  const test::ScratchFolder root;
  const std::string good = R"(<TEMPO Inizio="0.5" Bpm="120"/></TRACK>)";
  test::write_text(root / "x.xml",
                   "<DJ_PLAYLISTS><COLLECTION>\n<TRACK Name=\"a\" TotalTime=\"4\">" + good +
                       "\n<TRACK Name=\"b\" TotalTime=\"4\" AverageBpm=\"99\">"
                       "<TEMPO Inizio=\"0\" Bpm=\"0.00\"/></TRACK>"
                       "\n<TRACK Name=\"c\" TotalTime=\"-5\">" +
                       good + "\n<TRACK Name=\"d\" TotalTime=\"1000000\">" +
                       "<TEMPO Inizio=\"0\" Bpm=\"100000\"/></TRACK>" +
                       "\n<TRACK Name=\"e\" TotalTime=\"4\">" + good +
                       "</COLLECTION></DJ_PLAYLISTS>");
  Notes notes;
  const std::vector<Annotation> tracks = read_annotations(root / "x.xml", {}, &notes);
  ASSERT_EQ(tracks.size(), 5u);
  for (const std::size_t whole : {0u, 4u}) EXPECT_EQ(tracks[whole].beats.size(), 7u);
  for (const std::size_t broken : {1u, 2u, 3u}) EXPECT_TRUE(tracks[broken].beats.empty());
  EXPECT_EQ(tracks[1].title, "b");
  EXPECT_EQ(tracks[1].tempi, (std::vector<TempoCandidate>{{99.0, 1.0}}));
  ASSERT_EQ(notes.size(), 3u);
  EXPECT_NE(notes[0].find("x.xml:3:"), std::string::npos) << notes[0];
  EXPECT_NE(notes[0].find("<TEMPO Bpm=\"0.00\">"), std::string::npos) << notes[0];
  EXPECT_NE(notes[0].find("track \"b\" is read without its beats"), std::string::npos) << notes[0];
  EXPECT_NE(notes[1].find("x.xml:4:1: <TRACK TotalTime=\"-5\">"), std::string::npos) << notes[1];
  EXPECT_NE(notes[2].find("more than 1000000 beats"), std::string::npos) << notes[2];
}

TEST(RekordboxFormat, NamesThatAreNoUtf8AreReplaced) {
  Annotation song;
  song.title = "Caf\xE9 \xC3\xA9";
  song.audio = "/music/Caf\xE9.mp3";
  song.beats = grid(0.5, 0.5, 4, 4, 1);
  const std::string text = written_collection(song);
  EXPECT_EQ(text.find('\xE9'), std::string::npos);
  EXPECT_NE(text.find("Name=\"Caf\xEF\xBF\xBD \xC3\xA9\""), std::string::npos) << text;
  EXPECT_EQ(read_rekordbox(text).audio, song.audio);
}

TEST(RekordboxFormat, CollectionsMayHaveMoreBeatsThanATrack) {
  constexpr int kTracks = 2000;
  std::string collection = "<DJ_PLAYLISTS><COLLECTION>";
  for (int k = 0; k < kTracks; ++k)
    collection += R"(<TRACK Name="t" TotalTime="300"><TEMPO Inizio="0" Bpm="128"/></TRACK>)";
  const test::ScratchFolder root;
  test::write_text(root / "x.xml", collection + "</COLLECTION></DJ_PLAYLISTS>");
  const std::vector<Annotation> tracks = read_annotations(root / "x.xml");
  ASSERT_EQ(tracks.size(), static_cast<std::size_t>(kTracks));
  EXPECT_EQ(tracks.back().beats.size(), 640u);
}

TEST(FileLocation, EscapesAndDrives) {
  EXPECT_EQ(location_of_path("/a b/\xC3\xA9+#.mp3"), "file://localhost/a%20b/%C3%A9%2B%23.mp3");
  EXPECT_EQ(location_of_path("C:\\Music\\a:b.mp3"), "file://localhost/C:/Music/a%3Ab.mp3");
  for (const char* path : {"/a b/\xC3\xA9+#%41.mp3", "/x", "D:/y/z", "/back\\slash"})
    EXPECT_EQ(path_of_location(location_of_path(path)), path);
  EXPECT_EQ(path_of_location("file:///a%2"), "/a%2");
  EXPECT_EQ(path_of_location("file:///a%zzb"), "/a%zzb");
  EXPECT_EQ(path_of_location("http://x/y"), "");
  EXPECT_EQ(path_of_location("FILE:///a"), "/a");
  EXPECT_EQ(path_of_location("file://elsewhere/a"), "") << "a file of another computer";
}

TEST(FormatLosses, SayWhatChanges) {
  Annotation song;
  song.beats = grid(0.5, 0.5, 8, 4, 1);
  song.beats[3].position = 0;
  song.duration = 6.0;
  song.chords = {{0, 2, "Fm"}, {2, 2.5, "C:maj"}, {2.5, 3, "C"}};
  EXPECT_TRUE(losses_in(song, Format::kLab).empty());
  EXPECT_TRUE(losses_in(song, Format::kJams).empty());
  EXPECT_TRUE(losses_in(song, Format::kMirexChords).empty());  // N in the gaps is not a loss
  EXPECT_EQ(losses_in(song, Format::kRekordbox),
            (std::vector<std::string>{"8 beats become 11",
                                      "1 beat with a different position in the bar"}));
  song.beats[1].time = 1.004;
  EXPECT_EQ(losses_in(song, Format::kRwc), std::vector<std::string>{"beats move by up to 4.0 ms"});
}

}  // namespace
}  // namespace tactus
