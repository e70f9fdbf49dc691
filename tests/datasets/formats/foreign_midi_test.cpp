// MIDI files of other programs: meters, markers, keys, titles, and what is repaired.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "datasets/formats/format.h"
#include "datasets/midi/midi_file.h"
#include "tests/datasets/support/format_helpers.h"

namespace tactus {
namespace {

Annotation read_midi_file(const MidiFile& file, Notes* notes = nullptr) {
  const std::vector<std::uint8_t> bytes = encode_midi(file);
  return parse_annotation({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                          Format::kMidi, "x", notes);
}

// A tempo track of another program at 120 BPM; markers at every bar from 0 on; 16 quarters.
MidiFile foreign(const std::vector<std::string>& markers, std::vector<MidiEvent> others = {}) {
  MidiFile file;
  file.tracks.resize(1);
  std::vector<MidiEvent>& events = file.tracks[0].events;
  events = {tempo_event(0, 120), time_signature_event(0, 4, 4)};
  events.insert(events.end(), others.begin(), others.end());
  for (const std::string& marker : markers)
    events.push_back(text_event(static_cast<std::uint32_t>(1920 * (&marker - markers.data())),
                                kMetaMarker, marker));
  events.push_back({7680, 0x80, 60, 0, {}});
  std::ranges::stable_sort(events, {}, &MidiEvent::tick);
  return file;
}

std::vector<std::string> names(const std::vector<LabelledSegment>& segments) {
  std::vector<std::string> result;
  for (const LabelledSegment& segment : segments) result.push_back(segment.label);
  return result;
}

using Names = std::vector<std::string>;

TEST(ForeignMidi, ReadsKeySignaturesOfOtherPrograms) {
  Notes notes;
  const Annotation song =
      read_midi_file(foreign({}, {text_event(0, kMetaKeySignature, {"\xFD\1", 2}),
                                  text_event(0, kMetaKeySignature, {"\0\0", 2}),
                                  text_event(3840, kMetaKeySignature, {"\2\0", 2}),
                                  text_event(5760, kMetaKeySignature, {"\x20\0", 2})}),
                     &notes);
  EXPECT_EQ(song.keys,
            (std::vector<LabelledSegment>{{0.0, 4.0, "C:minor"}, {4.0, 8.0, "D:major"}}));
  EXPECT_EQ(notes, Notes{"x: 1 key signature that names no key, left out"});
}

TEST(ForeignMidi, MarkersOfOtherProgramsAreSectionsOrChords) {
  const auto read = [](const Names& markers) { return read_midi_file(foreign(markers)); };
  const Annotation song = read({"Intro", "Verse 1", "Chorus", "End"});
  EXPECT_EQ(song.sections, (std::vector<LabelledSegment>{
                               {0.0, 2.0, "Intro"}, {2.0, 4.0, "Verse 1"}, {4.0, 6.0, "Chorus"}}));
  EXPECT_TRUE(song.chords.empty());
  EXPECT_EQ(names(read({"A", "B", "A", "C"}).sections), (Names{"A", "B", "A", "C"}));
  EXPECT_EQ(names(read({"Intro", "A", "B", "Outro"}).sections),
            (Names{"Intro", "A", "B", "Outro"}));
  EXPECT_EQ(names(read({"C", "F", "G", "C"}).chords), (Names{"C", "F", "G", "C"}));
  EXPECT_EQ(names(read({"A", "D", "E", "A"}).chords), (Names{"A", "D", "E", "A"}));
  EXPECT_EQ(names(read({"Am", "Verse", "F", "C"}).chords), (Names{"Am", "F", "C"}));
  EXPECT_EQ(names(read({"Br\xFC"
                        "cke"})
                      .sections),
            Names{"Br\xC3\xBC"
                  "cke"});
}

TEST(ForeignMidi, TextsAndLyricsThatAreChordsAreChords) {
  const auto read = [](std::uint8_t type, const Names& texts, const Names& markers, Notes* notes) {
    std::vector<MidiEvent> events;
    for (const std::string& text : texts)
      events.push_back(
          text_event(static_cast<std::uint32_t>(960 * (&text - texts.data())), type, text));
    return read_midi_file(foreign(markers, events), notes);
  };
  const Names chords = {"Cm7", "F", "B♭maj7", "Bob", "Gm", "C7"};
  for (const std::uint8_t type : {kMetaText, kMetaLyric}) {
    Notes notes;
    const Annotation song = read(type, chords, {"Intro", "Verse"}, &notes);
    EXPECT_EQ(names(song.chords), (Names{"Cm7", "F", "B♭maj7", "Gm", "C7"}));
    EXPECT_EQ(names(song.sections), (Names{"Intro", "Verse"}));
    EXPECT_EQ(song.title, "");
    EXPECT_EQ(notes, Notes{"x: 5 texts are read as chords, 1 left out"});
    EXPECT_EQ(names(read(type, chords, {"Dm", "G7"}, &notes).chords), (Names{"Dm", "G7"}));
  }
  EXPECT_TRUE(read(kMetaLyric, {"A", "day", "in", "C", "Am"}, {}, nullptr).chords.empty());
  EXPECT_TRUE(read(kMetaText, {"A", "B", "C", "D"}, {}, nullptr).chords.empty());
}

TEST(ForeignMidi, TextsInWindows1252HaveOneNote) {
  Notes notes;
  read_midi_file(foreign({"Br\xFC", "M\xFC"}), &notes);
  EXPECT_EQ(notes, Notes{"x: text that is not UTF-8, read as Windows-1252"});
}

TEST(ForeignMidi, LettersAndShortWordsInMarkersAreReadAsInTextFiles) {
  const auto read = [](const Names& markers, Notes* notes = nullptr) {
    return read_midi_file(foreign(markers), notes);
  };
  for (const Names& form :
       {Names{"Intro", "V", "Ch", "V", "Ch", "Out", "End"},
        Names{"V1", "C1", "V2", "C2", "B", "C3", "End"}, Names{"Intro", "Verse", "B", "C", "End"},
        Names{"a", "b", "a", "c", "End"}, Names{"Ch", "Ch", "End"}}) {
    const Annotation song = read(form);
    EXPECT_EQ(names(song.sections), Names(form.begin(), form.end() - 1));
    EXPECT_EQ(names(song.chords), Names{}) << form[0] << ' ' << form[1];
  }
  EXPECT_EQ(names(read({"Verse", "C", "Am", "Chorus", "G"}).chords), (Names{"C", "Am"}));
  Notes notes;
  read({"V1", "C1", "V2", "C2", "End"}, &notes);
  EXPECT_EQ(notes, Notes{"x: read as sections: 4 labels that name the form, no chord quality"});
}

TEST(ForeignMidi, MarkersAreReadAsOneColumn) {
  const auto read = [](const Names& markers, Notes* notes = nullptr) {
    return read_midi_file(foreign(markers), notes);
  };
  Notes notes;
  EXPECT_EQ(names(read({"Hm", "Em", "Fis", "A", "End"}, &notes).chords),
            (Names{"Bm", "Em", "F#", "A"}));
  EXPECT_EQ(notes, Notes{"x: German note names: H is read as B, B as B flat"});
  EXPECT_EQ(names(read({"I", "V", "vi", "IV", "End"}).chords), (Names{"I", "V", "vi", "IV"}));
  EXPECT_EQ(names(read({"8A", "5A", "End"}).keys), (Names{"A:minor", "C:minor"}));
  EXPECT_EQ(names(read({"[Intro]", "D dorian", "E minor", "End"}).keys),
            (Names{"D:dorian", "E:minor"}));
  EXPECT_EQ(names(read({"[Intro]", "D dorian", "E minor", "End"}).sections), Names{"Intro"});
  EXPECT_EQ(read({"C G", "Am | F", "End"}).chords,
            (std::vector<LabelledSegment>{
                {0.0, 1.0, "C"}, {1.0, 2.0, "G"}, {2.0, 3.0, "Am"}, {3.0, 4.0, "F"}}));
  EXPECT_EQ(names(read({"1", "4", "5", "6m", "End"}).sections), (Names{"1", "4", "5", "6m"}));
  EXPECT_THROW(read({"Do", "Sol", "Lam", "Fa"}), FormatError);
}

TEST(ForeignMidi, KeysOfMarkersCountBeforeKeySignatures) {
  Notes notes;
  const Annotation song = read_midi_file(
      foreign({"Key C", "Key G", "End"}, {text_event(0, kMetaKeySignature, {"\2\0", 2})}), &notes);
  EXPECT_EQ(names(song.keys), (Names{"C:major", "G:major"}));
  EXPECT_EQ(notes, Notes{"x: the keys of the markers count, not the key signatures"});
}

TEST(ForeignMidi, TheCallerOverrulesTheMarkersOrHearsThatItHasNoEffect) {
  const auto read = [](const Names& markers, Layer layer, Notes& notes) {
    const std::vector<std::uint8_t> bytes = encode_midi(foreign(markers));
    return parse_annotation({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                            Format::kMidi, "x", &notes, layer);
  };
  Notes notes;
  EXPECT_EQ(read({"A", "B", "A", "End"}, Layer::kChords, notes).chords.size(), 3u);
  EXPECT_EQ(read({"Am", "G7", "[Solo]", "End"}, Layer::kSections, notes).sections.size(), 3u);
  EXPECT_EQ(notes, Notes{});
  const std::string none = "x: --layer has no effect on this format";
  read({"Am", "G7", "Am", "End"}, Layer::kKeys, notes);
  EXPECT_EQ(notes, Notes{none});
  read({"Am", "G7", "Am", "End"}, Layer::kBeats, notes);
  EXPECT_EQ(notes, (Notes{none, none}));
}

TEST(ForeignMidi, TheTitleIsThatOfTheFirstTrack) {
  const auto title = [](const std::string& name) {
    MidiFile file = foreign({}, {text_event(0, kMetaTrackName, name)});
    file.tracks.push_back({{text_event(0, kMetaTrackName, "Piano")}});
    return read_midi_file(file).title;
  };
  EXPECT_EQ(title("My Song"), "My Song");
  for (const char* none : {"", "Track 1", "Tempo Track", "untitled"}) EXPECT_EQ(title(none), "");
  EXPECT_EQ(read_midi_file(foreign({}, {text_event(0, kMetaText, "@TTune"),
                                        text_event(0, kMetaText, "@TBand")}))
                .title,
            "Tune");
}

TEST(ForeignMidi, TheMetronomeTellsTheBeat) {
  const auto beats = [](int numerator, int denominator, int clocks) {
    MidiFile file = foreign({});
    file.tracks[0].events[1] = time_signature_event(0, numerator, denominator, clocks);
    return read_midi_file(file).beats;
  };
  for (const int clocks : {12, 24, 36}) EXPECT_EQ(beats(6, 8, clocks).at(2), (Beat{1.5, 1, -1, 3}));
  EXPECT_EQ(beats(3, 8, 12).at(2), (Beat{0.5, 3}));
  EXPECT_EQ(beats(3, 8, 36).at(2), (Beat{1.5, 1, -1, 3}));
  EXPECT_EQ(beats(6, 4, 72).at(1), (Beat{1.5, 2, -1, 3}));
  EXPECT_EQ(beats(4, 4, 24).at(1), (Beat{0.5, 2}));
}

TEST(ForeignMidi, AShortFirstBarIsAPickup) {
  MidiFile file = foreign({}, {time_signature_event(480, 4, 4)});
  file.tracks[0].events[1] = time_signature_event(0, 1, 4);
  Notes notes;
  const std::vector<Beat> beats = read_midi_file(file, &notes).beats;
  EXPECT_EQ(beats.at(0).position, 4);
  EXPECT_EQ(beats.at(1).position, 1);
  EXPECT_EQ(notes, Notes{"x: the first bar, in 1/4, is read as a pickup to those in 4/4"});
}

TEST(ForeignMidi, WhatTheStandardAssumesIsNoted) {
  MidiFile file = foreign({});
  Notes notes;
  read_midi_file(file, &notes);
  EXPECT_EQ(notes, Notes());
  file.tracks[0].events.erase(file.tracks[0].events.begin());
  read_midi_file(file, &notes);
  EXPECT_EQ(notes, Notes{"x: no tempo: 120 beats a minute, as the standard says"});
}

TEST(ForeignMidi, BeatsInSmpteTimeFollowTheTempoEvents) {
  std::string bytes("MThd\0\0\0\6\0\0\0\1\xE7\x28MTrk\0\0\0\x24", 22);  // 1000 ticks a second
  bytes += std::string("\0\xFF\x51\3\x0A\x2C\x2A", 7);                  // 90 BPM
  bytes += std::string("\0\xFF\x58\4\3\2\x18\x08", 8) + std::string("\0\x90\x3C\x64", 4);
  bytes += std::string("\x9F\x20\x80\x3C\0", 5) + std::string("\0\xFF\x2F\0", 4);
  bytes += std::string(8, '\0');
  Notes notes;
  const Annotation song = parse_annotation(bytes, Format::kMidi, "x", &notes);
  ASSERT_EQ(song.beats.size(), 6u);
  EXPECT_NEAR(song.beats[5].time, 5 / 1.5, 1e-4);
  EXPECT_EQ(song.beats[3].position, 1);
  EXPECT_NE(notes.back().find("SMPTE"), std::string::npos);
}

TEST(ForeignMidi, ADrumTrackCalledBeatsIsNoClick) {
  MidiFile file = foreign({});
  file.tracks.push_back({{text_event(0, kMetaTrackName, "Beats"), {0, 0x99, 36, 100, {}}}});
  EXPECT_EQ(read_midi_file(file).beats.size(), 16u);
}

}  // namespace
}  // namespace tactus
