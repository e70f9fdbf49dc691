#include "datasets/midi/midi_file.h"

#include <gtest/gtest.h>

#include "datasets/midi/performance.h"
#include "datasets/song_random.h"

namespace tactus {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes with_track(const Bytes& body, std::uint8_t division_high = 0,
                 std::uint8_t division_low = 96) {
  Bytes file = {'M',
                'T',
                'h',
                'd',
                0,
                0,
                0,
                6,
                0,
                0,
                0,
                1,
                division_high,
                division_low,
                'M',
                'T',
                'r',
                'k',
                0,
                0,
                0,
                static_cast<std::uint8_t>(body.size())};
  for (const std::uint8_t byte : body) file.push_back(byte);
  return file;
}

MidiFile random_file(SongRandom& random) {
  MidiFile file;
  file.ticks_per_quarter = random.integer(1, 0x7FFF);
  for (int t = random.integer(0, 4); t > 0; --t) {
    MidiTrack track;
    std::uint32_t tick = 0;
    for (int e = random.integer(0, 40); e > 0; --e) {
      tick += static_cast<std::uint32_t>(random.pick({0, 1, 127, 128, 16383, 16384, 2097152}));
      const int kind = random.integer(8, 16);
      if (kind < 15) {
        const auto status = static_cast<std::uint8_t>(kind << 4 | random.integer(0, 15));
        const bool one = kind == 12 || kind == 13;
        track.events.push_back({tick, status, static_cast<std::uint8_t>(random.integer(0, 127)),
                                static_cast<std::uint8_t>(one ? 0 : random.integer(0, 127)), ""});
      } else if (kind == 15) {
        const std::string payload(static_cast<std::size_t>(random.integer(0, 300)), '\x90');
        track.events.push_back({tick, 0xF0, 0, 0, payload});
      } else {
        track.events.push_back(tempo_event(tick, random.uniform(10, 400)));
      }
    }
    file.tracks.push_back(track);
  }
  return file;
}

std::string message_of(const Bytes& bytes) {
  try {
    parse_midi(bytes, "song.mid");
  } catch (const MidiError& error) {
    return error.what();
  }
  return "";
}

TEST(MidiFile, SurvivesWritingAndReading) {
  SongRandom random(1, "midi", "round trip");
  for (int i = 0; i < 200; ++i) {
    const MidiFile file = random_file(random);
    EXPECT_EQ(parse_midi(encode_midi(file), "x"), file) << "file " << i;
  }
}

TEST(MidiFile, EveryTruncationIsAnErrorWithItsPlace) {
  SongRandom random(2, "midi", "truncation");
  MidiFile file = random_file(random);
  while (file.tracks.size() < 2) file = random_file(random);
  const Bytes whole = encode_midi(file);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string message =
        message_of(Bytes(whole.begin(), whole.begin() + static_cast<long>(size)));
    EXPECT_EQ(message.find("song.mid: byte "), 0u) << size << ": " << message;
  }
}

TEST(MidiFile, DamagedBytesNeverCrash) {
  SongRandom random(3, "midi", "damage");
  for (int i = 0; i < 300; ++i) {
    Bytes bytes = encode_midi(random_file(random));
    for (int k = 0; k < 5; ++k)
      bytes[static_cast<std::size_t>(random.integer(0, static_cast<int>(bytes.size()) - 1))] =
          static_cast<std::uint8_t>(random.integer(0, 255));
    const std::string message = message_of(bytes);
    if (!message.empty()) {
      EXPECT_EQ(message.find("song.mid: byte "), 0u) << message;
    }
  }
}

// A file that players read, and what is noted of it.
struct Repaired {
  MidiFile file;
  std::string notes;  // without the name of the file, one after the other
};
Repaired repaired(const Bytes& bytes) {
  std::vector<std::string> notes;
  Repaired result{parse_midi(bytes, "x", &notes), ""};
  for (const std::string& note : notes) result.notes += note.substr(3) + "\n";
  return result;
}

const Bytes kTwoNotes = {0, 0x90, 60, 100, 96, 60, 0, 0, 0xFF, 0x2F, 0};

TEST(MidiFile, AWholeFileHasNoNotes) {
  const Repaired whole = repaired(with_track(kTwoNotes));
  EXPECT_EQ(whole.notes, "");
  EXPECT_EQ(whole.file, parse_midi(with_track(kTwoNotes), "x"));
}

TEST(MidiFile, RepairsEventsWithANote) {
  const Repaired loud = repaired(with_track({0, 0x90, 60, 200, 0, 61, 201}));
  EXPECT_EQ(loud.file.tracks.at(0).events.at(1), (MidiEvent{0, 0x90, 61, 127, ""}));
  EXPECT_EQ(loud.notes,
            "byte 25: status 0xC8 where a data byte (below 0x80) belongs: read as 127, 1 more\n"
            "byte 29: no end event in track 1: read up to its last byte\n");
  const Repaired going_on =
      repaired(with_track({0, 0x90, 60, 1, 5, 0xFF, 1, 1, 'a', 0, 60, 0, 0, 0xFF, 0x2F, 0}));
  EXPECT_EQ(going_on.file.tracks.at(0).events.at(2), (MidiEvent{5, 0x90, 60, 0, ""}));
  EXPECT_EQ(going_on.notes,
            "byte 32: a data byte without a status before it: read with the last one, before a "
            "meta event\n");
  const Repaired clock =
      repaired(with_track({3, 0xF8, 0, 0xF2, 1, 2, 4, 0x90, 60, 1, 0, 0xFF, 0x2F, 0}));
  EXPECT_EQ(clock.file.tracks.at(0).events, (std::vector<MidiEvent>{{7, 0x90, 60, 1, ""}}));
  EXPECT_EQ(clock.notes, "byte 23: status 0xF8 does not occur in a MIDI file: skipped, 1 more\n");
  const Repaired wire =
      repaired(with_track({3, 0x90, 0xF8, 60, 1, 0xF8, 4, 0xFE, 0x80, 60, 1, 0, 0xFF, 0x2F, 0}));
  EXPECT_EQ(wire.file.tracks.at(0).events,
            (std::vector<MidiEvent>{{3, 0x90, 60, 1, ""}, {7, 0x80, 60, 1, ""}}));
  EXPECT_EQ(wire.notes, "byte 24: status 0xF8 does not occur in a MIDI file: skipped, 2 more\n");
  const Repaired struck = repaired(with_track({0, 0x90, 0xF8, 60, 64, 0, 0xFF, 0x2F, 0}));
  EXPECT_EQ(struck.file.tracks.at(0).events, (std::vector<MidiEvent>{{0, 0x90, 60, 64, ""}}));
  EXPECT_EQ(repaired(with_track({0, 0x90, 60, 0xFA, 0, 0xFF, 0x2F, 0})).file.tracks.at(0).events,
            (std::vector<MidiEvent>{{0, 0x90, 60, 127, ""}}));
  EXPECT_EQ(repaired(with_track({0, 0xFF, 0x51, 3, 0, 0, 0, 0, 0xFF, 0x2F, 0})).notes,
            "byte 22: tempo of 0 microseconds per quarter note: left out\n");
}

TEST(MidiFile, RepairsLengthsAndCountsWithANote) {
  const MidiFile right = parse_midi(with_track(kTwoNotes), "x");
  for (const std::uint8_t length : {0, 5, 10, 12, 200}) {
    Bytes bytes = with_track(kTwoNotes);
    bytes[21] = length;
    const Repaired file = repaired(bytes);
    EXPECT_EQ(file.file, right) << int{length};
    EXPECT_EQ(file.notes, "byte 18: track 1 of 11 bytes, " + std::to_string(length) +
                              " announced: read up to its end event\n");
  }
  Bytes count = with_track(kTwoNotes);
  count[11] = 7;
  EXPECT_EQ(repaired(count).file, right);
  EXPECT_EQ(repaired(count).notes, "byte 10: 1 tracks, 7 announced: all of them are read\n");
  Bytes cut = with_track(kTwoNotes);
  cut.resize(cut.size() - 5);
  EXPECT_EQ(repaired(cut).file.tracks.at(0).events.size(), 1u);
  EXPECT_EQ(repaired(cut).notes,
            "byte 28: the file ends within track 1: what is missing is not read\n");
}

TEST(MidiFile, SkipsWhatStandsAroundTheSong) {
  const Bytes song = with_track(kTwoNotes);
  const MidiFile right = parse_midi(song, "x");
  Bytes binary(128, 0);
  binary.insert(binary.end(), song.begin(), song.end());
  for (const char c : std::string("MTrk")) binary.push_back(static_cast<std::uint8_t>(c));
  EXPECT_EQ(repaired(binary).file, right);
  EXPECT_EQ(repaired(binary).notes,
            "byte 0: 128 bytes before \"MThd\": skipped\n"
            "byte 161: 4 bytes that are no track: skipped, as they are no part of the song\n");
  Bytes riff;
  for (const char c : std::string("RIFF----RMIDdata")) riff.push_back(static_cast<std::uint8_t>(c));
  riff.insert(riff.end(), {static_cast<std::uint8_t>(song.size()), 0, 0, 0});
  riff.insert(riff.end(), song.begin(), song.end());
  riff.push_back(0);  // makes it even
  EXPECT_EQ(repaired(riff).file, right);
  EXPECT_EQ(repaired(riff).notes, "");
  Bytes other = song;  // an unknown chunk
  for (const char c : std::string("XFIH")) other.push_back(static_cast<std::uint8_t>(c));
  other.insert(other.end(), {0, 0, 0, 1, 9});
  EXPECT_EQ(repaired(other).file, right);
  EXPECT_EQ(repaired(other).notes, "");
}

TEST(MidiFile, TracksOfFormat2FollowEachOther) {
  Bytes bytes = with_track({10, 0x90, 60, 1, 86, 0xFF, 0x2F, 0});
  const Bytes one = with_track({0, 0x90, 62, 1, 0, 0xFF, 0x2F, 0});
  bytes[9] = 2;
  bytes[11] = 2;
  bytes.insert(bytes.end(), one.begin() + 14, one.end());
  const Repaired file = repaired(bytes);
  EXPECT_EQ(file.notes, "byte 8: format 2 with 2 tracks: read one after the other\n");
  EXPECT_EQ(file.file.tracks.at(1).events.back(), (MidiEvent{96, 0x90, 62, 1, ""}));
  EXPECT_EQ(file.file.tracks.at(1).events.front(), tempo_event(96, 120.0));
}

TEST(MidiFile, RunningStatusRepeatsTheStatus) {
  const MidiFile file =
      parse_midi(with_track({0, 0x91, 60, 100, 96, 60, 0, 0, 0xFF, 0x2F, 0}), "x");
  ASSERT_EQ(file.tracks.at(0).events.size(), 2u);
  EXPECT_EQ(file.tracks[0].events[1], (MidiEvent{96, 0x91, 60, 0, ""}));
}

TEST(MidiFile, NamesTheFault) {
  EXPECT_NE(message_of(with_track({0, 60, 100})).find("byte 23: a data byte without a status"),
            std::string::npos);
  EXPECT_NE(message_of(with_track({0, 0x90, 60, 0x90})).find("byte 25: status 0x90 where a data"),
            std::string::npos);
  EXPECT_NE(message_of(with_track({0x81, 0x82, 0x83, 0x84, 0x05})).find("longer than 4 bytes"),
            std::string::npos);
  EXPECT_NE(message_of(with_track({0, 0xFF, 0x51, 3, 0, 0, 0})).find("tempo of 0 microseconds"),
            std::string::npos);
  EXPECT_NE(message_of(with_track({0, 0xFF, 0x01, 0x7F, 'a'})).find("needs 127 bytes, 1 are left"),
            std::string::npos);
  EXPECT_NE(message_of(with_track({}, 0, 0)).find("division of 0"), std::string::npos);
}

TEST(TempoMap, FollowsTheTempoAcrossTracks) {
  MidiFile file;
  file.ticks_per_quarter = 100;
  file.tracks.resize(2);
  file.tracks[0].events = {tempo_event(200, 60)};  // before it: 120 BPM
  file.tracks[1].events = {tempo_event(400, 240)};
  const TempoMap tempo(file);
  const double ticks[] = {0, 100, 200, 300, 400, 500};
  const double seconds[] = {0, 0.5, 1.0, 2.0, 3.0, 3.25};
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(tempo.seconds(ticks[i]), seconds[i], 1e-9);
    EXPECT_NEAR(tempo.tick(seconds[i]), ticks[i], 1e-6);
  }
}

TEST(TempoMap, SmpteTimeHasNoTempo) {
  Bytes bytes = with_track({40, 0x90, 60, 100, 0, 0xFF, 0x51, 3, 1, 0, 0}, 0xE7, 40);  // -25, 40
  EXPECT_NEAR(timed_messages(parse_midi(bytes, "x")).at(0).time, 0.04, 1e-12);
}

TEST(PerformanceOf, PairsNotesPerPitchAndKeepsThePedal) {
  MidiFile file;
  file.ticks_per_quarter = 100;  // 120 BPM: 200 ticks per second
  MidiTrack track;
  track.events = {text_event(0, kMetaTrackName, "PIANO"),
                  {0, 0xC0, 5, 0, ""},
                  {0, 0xB0, 64, 127, ""},
                  {100, 0x90, 60, 80, ""},
                  {150, 0x90, 64, 70, ""},
                  {200, 0x90, 60, 90, ""},  // struck again before it ends
                  {300, 0x80, 60, 0, ""},
                  {300, 0x90, 64, 0, ""}};
  file.tracks = {track};
  const Performance performance = performance_of(file);
  ASSERT_EQ(performance.parts.size(), 1u);
  const Part& part = performance.parts[0];
  EXPECT_EQ(part.name, "PIANO");
  EXPECT_EQ(part.program, 5);
  EXPECT_EQ(part.controls, (std::vector<PlayedControl>{{0.0, 64, 127}}));
  const std::vector<PlayedNote> expected = {
      {0.5, 1.0, 60, 80}, {0.75, 1.5, 64, 70}, {1.0, 1.5, 60, 90}};
  EXPECT_EQ(part.notes, expected);
}

TEST(TimedMessages, GivesDrumsChannelTenAndRefusesASixteenthPart) {
  Performance performance;
  Part drums;
  drums.drums = true;
  drums.notes = {{0.0, 0.1, 36, 100}};
  Part melodic;
  melodic.notes = {{0.0, 0.1, 60, 100}};
  performance.parts.assign(15, melodic);
  performance.parts.push_back(drums);
  int on_drums = 0;
  std::vector<int> notes_on(16, 0);
  for (const TimedMessage& message : timed_messages(performance)) {
    if (message.status >> 4 != 0x9) continue;
    ++notes_on[message.status & 0xF];
    on_drums += message.data1 == 36 && (message.status & 0xF) == 9;
  }
  EXPECT_EQ(on_drums, 1);
  EXPECT_EQ(notes_on, std::vector<int>(16, 1));
  performance.parts.push_back(melodic);
  EXPECT_THROW(timed_messages(performance), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
