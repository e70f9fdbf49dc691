#include "datasets/synth/band/arranger.h"

#include <gtest/gtest.h>

#include <cmath>

#include "datasets/synth/score/drum_patterns.h"
#include "datasets/synth/score/harmony.h"
#include "tests/datasets/support/song_fixture.h"

namespace tactus {
namespace {

constexpr int kSeeds = 60;
constexpr double kLoosest = 0.0081;  // seconds that a player may be off

const Part* find_part(const Song& song, std::string_view name) {
  for (const Part& part : song.performance.parts)
    if (part.name == name) return &part;
  return nullptr;
}

TEST(SongRandom, IsThePublishedSplitMix) {
  // Rosetta Code lists the first values from state 1234567; two are spent on empty names.
  SongRandom random(1234567, "", "");
  EXPECT_EQ(random.next(), 9817491932198370423u);
  double sum = 0;
  for (int i = 0; i < 10000; ++i) sum += random.uniform();
  EXPECT_NEAR(sum / 10000, 0.5, 0.02);
  for (int i = 0; i < 1000; ++i) {
    const int value = random.integer(-2, 3);
    EXPECT_TRUE(value >= -2 && value <= 3);
    EXPECT_LE(std::abs(random.normal()), 3.0);
  }
  EXPECT_NE(SongRandom(1, "a", "b").next(), SongRandom(1, "a", "c").next());
  EXPECT_NE(SongRandom(1, "ab", "c").next(), SongRandom(1, "a", "bc").next());
}

TEST(BarGrid, LeavesThePickupAndTheLastDownbeatOut) {
  const Song song = test::small_song(8);
  const BarGrid grid(song.annotation.beats);
  ASSERT_EQ(grid.bars().size(), 8u);
  EXPECT_EQ(grid.meter(), 4);
  EXPECT_NEAR(grid.time(grid.bars()[0], 0), 1.0, 1e-12);
  EXPECT_NEAR(grid.time(grid.bars()[3], 2.5), 1.0 + 6.0 + 1.25, 1e-12);
  EXPECT_NEAR(grid.time(grid.bars()[7], 4), 17.0, 1e-12);
}

TEST(Arranger, IsAFunctionOfSongAndSeed) {
  const Song song = test::small_song();
  int different = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const ArrangedSong once = arrange(song, seed), twice = arrange(song, seed);
    EXPECT_EQ(once.song, twice.song);
    EXPECT_EQ(once.room, twice.room);
    EXPECT_EQ(once.effects, twice.effects);
    different += !(once.song == arrange(song, seed + 1).song);
  }
  EXPECT_EQ(different, 10);
}

// Every note of the accompaniment belongs to the labelled chord.
TEST(Arranger, AccompanimentPlaysTheLabels) {
  std::size_t checked = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Song song = arrange(test::small_song(), seed).song;
    const std::vector<ChordSpan> spans = chord_spans(song.annotation.chords);
    for (const Part& part : song.performance.parts) {
      if (part.name != "COMP" && part.name != "PAD") continue;
      for (const PlayedNote& note : part.notes) {
        const ChordSpan* span = chord_at(spans, 0.5 * (note.start + note.end));
        ASSERT_TRUE(span && span->chord.root >= 0) << "seed " << seed << " at " << note.start;
        EXPECT_TRUE(span->has(note.pitch % 12)) << "seed " << seed << " at " << note.start;
        EXPECT_LE(note.end, span->end + 1e-9);
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 1000u);
}

// The first bass note of every chord is the bass of its label.
TEST(Arranger, BassPlaysTheBassOfTheChord) {
  std::size_t checked = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Song original = test::small_song();
    original.annotation.chords[3].label = "F:maj/3";
    const Song song = arrange(original, seed).song;
    const Part* bass = find_part(song, "BASS");
    if (!bass) continue;
    for (const ChordSpan& span : chord_spans(song.annotation.chords)) {
      for (const PlayedNote& note : bass->notes) {
        if (note.start < span.start - kLoosest || note.start > span.start + kLoosest) continue;
        EXPECT_EQ(note.pitch % 12, span.bass_class()) << "seed " << seed << " at " << note.start;
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 300u);
}

// Half a bar, one beat: however short a chord is, some player plays all of it.
TEST(Arranger, ShortChordsSoundWhole) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Song original = test::small_song(4);
    original.performance.parts.resize(2);  // no piano: the accompaniment alone has the chords
    original.annotation.chords = {{0, 1, "N"}};
    for (int beat = 0; beat < 16; ++beat)
      original.annotation.chords.push_back(
          {1 + 0.5 * beat, 1.5 + 0.5 * beat, beat % 2 ? "G:min7" : "C:maj"});
    const Song song = arrange(original, seed).song;
    const Part* comp = find_part(song, "COMP");
    if (!comp) continue;
    for (const ChordSpan& span : chord_spans(song.annotation.chords)) {
      std::array<bool, 12> heard{};
      for (const PlayedNote& note : comp->notes)
        if (note.start < span.end - 0.05 && note.end > span.start + 0.05)
          heard[static_cast<std::size_t>((note.pitch - span.chord.root + 120) % 12)] = true;
      const bool silent = heard == std::array<bool, 12>{};
      if (span.chord.root >= 0 && !silent) {
        EXPECT_EQ(heard, span.chord.notes) << "seed " << seed;
      }
    }
  }
}

// With labels richer than the piano's triads, every bar must contain all their notes.
TEST(Arranger, EnrichedChordsSoundWhole) {
  int enriched = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Song song = arrange(test::small_song(), seed).song;
    for (const ChordSpan& span : chord_spans(song.annotation.chords)) {
      if (span.chord.root < 0 || span.chord.quality == "maj" || span.chord.quality == "min")
        continue;
      ++enriched;
      std::array<bool, 12> heard{};
      for (const Part& part : song.performance.parts)
        for (const PlayedNote& note : part.notes)
          if (!part.drums && note.start < span.end - 0.05 && note.end > span.start + 0.05)
            heard[static_cast<std::size_t>((note.pitch - span.chord.root + 120) % 12)] = true;
      for (std::size_t step = 0; step < 12; ++step)
        EXPECT_TRUE(heard[step] || !span.chord.notes[step])
            << "seed " << seed << " at " << span.start << " " << span.chord.quality << " step "
            << step;
    }
  }
  EXPECT_GT(enriched, 50);
}

// Every drum stroke is on a sixteenth or a third of the true beats, within the tolerance of
// players.
TEST(Arranger, DrumsLieOnTheBeats) {
  std::size_t checked = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Song song = arrange(test::small_song(), seed).song;
    const Part* drums = find_part(song, "DRUMS");
    if (!drums) continue;
    const std::vector<Beat>& beats = song.annotation.beats;
    const double beat_seconds = beats[1].time - beats[0].time;
    for (const PlayedNote& note : drums->notes) {
      const double place = (note.start - beats[0].time) / beat_seconds;
      const double off = std::min(std::abs(place * 4 - std::round(place * 4)) / 4,
                                  std::abs(place * 3 - std::round(place * 3)) / 3);
      EXPECT_LE(off * beat_seconds, kLoosest) << "seed " << seed << " at " << note.start;
      EXPECT_GE(note.start, beats[2].time - kLoosest) << "drums in the pickup";
      ++checked;
    }
  }
  EXPECT_GT(checked, 1000u);
}

TEST(Arranger, MovesAllAnnotationsAlike) {
  const Song original = test::small_song();
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Song song = arrange(original, seed).song;
    const double factor = song.annotation.beats[2].time / original.annotation.beats[2].time;
    EXPECT_GE(factor, 1 / 2.0 - 1e-9);
    EXPECT_LE(factor, 1 / 0.7 + 1e-9);
    ASSERT_EQ(song.annotation.beats.size(), original.annotation.beats.size());
    for (std::size_t i = 0; i < song.annotation.beats.size(); ++i) {
      EXPECT_NEAR(song.annotation.beats[i].time, original.annotation.beats[i].time * factor, 1e-9);
      EXPECT_EQ(song.annotation.beats[i].position, original.annotation.beats[i].position);
    }
    EXPECT_NEAR(song.annotation.chords.back().end, original.annotation.chords.back().end * factor,
                1e-9);
    for (std::size_t i = 1; i < song.annotation.chords.size(); ++i)
      EXPECT_EQ(song.annotation.chords[i].start, song.annotation.chords[i - 1].end);
    if (const Part* melody = find_part(song, "MELODY")) {
      EXPECT_NEAR(melody->notes[3].start, original.performance.parts[0].notes[3].start * factor,
                  1e-9);
    }
  }
}

TEST(Arranger, PlaysASongAtAllTempiOfMusic) {
  const Song original = test::small_song();
  const auto bpm = [](const Song& song) {
    return 60.0 / (song.annotation.beats[2].time - song.annotation.beats[1].time);
  };
  int kept = 0, slower = 0, faster = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const double factor = bpm(arrange(original, seed).song) / bpm(original);
    kept += std::abs(factor - 1.0) < 1e-9;
    slower += factor < 0.8;
    faster += factor > 1.25;
  }
  EXPECT_GT(kept, 8);
  EXPECT_GT(slower, 2);
  EXPECT_GT(faster, 2);
}

TEST(Arranger, DucksUnderTheBeats) {
  int ducking = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const ArrangedSong arranged = arrange(test::small_song(), seed);
    if (arranged.words.find("ducking") == std::string::npos) continue;
    ++ducking;
    const double beat = arranged.song.annotation.beats[2].time;
    const double next = arranged.song.annotation.beats[3].time;
    for (const Part& part : arranged.song.performance.parts) {
      int lowest = 127, at_the_end = 0;
      for (const PlayedControl& control : part.controls) {
        if (control.number != 11 || control.time < beat - 1e-9 || control.time > next - 1e-9)
          continue;
        lowest = std::min(lowest, control.value);
        if (std::abs(control.time - beat) < 1e-9) {
          EXPECT_LT(control.value, 90);
        }
        at_the_end = control.value;
      }
      EXPECT_EQ(at_the_end, part.drums ? 0 : 127) << part.name;
      EXPECT_EQ(lowest < 127, !part.drums) << part.name;
    }
  }
  EXPECT_GT(ducking, 1);
}

// Strokes are on the grid like those of drums, some bars have only the first player, and no note
// has a pitch.
TEST(Arranger, PercussionPlaysAlone) {
  std::size_t kits = 0, alone = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Song song = arrange(test::small_song(), seed, true, Players::kPercussion).song;
    EXPECT_TRUE(song.annotation.chords.empty() && song.annotation.keys.empty());
    EXPECT_FALSE(song.annotation.beats.empty());
    ASSERT_FALSE(song.performance.parts.empty());
    const double first = song.annotation.beats[0].time;
    const double beat_seconds = song.annotation.beats[1].time - first;
    std::size_t notes = 0;
    for (const Part& part : song.performance.parts) {
      EXPECT_TRUE(part.drums) << part.name;
      notes += part.notes.size();
      for (const PlayedNote& note : part.notes) {
        const double place = (note.start - first) / beat_seconds;
        const double off = std::min(std::abs(place * 4 - std::round(place * 4)) / 4,
                                    std::abs(place * 3 - std::round(place * 3)) / 3);
        EXPECT_LE(off * beat_seconds, kLoosest) << "seed " << seed << " at " << note.start;
      }
    }
    EXPECT_GT(notes, 8u);
    kits += find_part(song, "DRUMS") != nullptr;
    alone += find_part(song, "DRUMS") == nullptr;
  }
  EXPECT_GT(kits, 5u);
  EXPECT_GT(alone, 20u);
}

TEST(DrumPatterns, PercussionRowsFillBeats) {
  for (const PercussionRow& row : percussion_rows()) {
    EXPECT_EQ(row.row.size() % static_cast<std::size_t>(row.steps_per_beat), 0u) << row.name;
    EXPECT_EQ(row.row.find_first_not_of("Xxo."), std::string_view::npos) << row.name;
    EXPECT_GT(row.drums[0], 0) << row.name;
  }
}

TEST(DrumPatterns, FillTheirBars) {
  for (const DrumPattern& pattern : drum_patterns()) {
    const auto steps = static_cast<std::size_t>(pattern.beats * pattern.steps_per_beat);
    const std::pair<std::string_view, int> rows[] = {{pattern.kick, gm_drum::kKick},
                                                     {pattern.snare, pattern.snare_drum},
                                                     {pattern.cymbal, pattern.cymbal_drum},
                                                     {pattern.extra, pattern.extra_drum}};
    for (const auto& [row, drum] : rows) {
      EXPECT_TRUE(row.empty() || row.size() == steps) << pattern.name << " " << row;
      EXPECT_TRUE(row.empty() || drum > 0) << pattern.name;
      EXPECT_EQ(row.find_first_not_of("Xxo."), std::string_view::npos) << pattern.name;
    }
  }
}

TEST(Transpose, MovesNotesChordsAndKeysTogether) {
  for (int semitones = -6; semitones <= 6; ++semitones) {
    const Song original = test::small_song(4);
    Song song = original;
    transpose(song, semitones);
    for (std::size_t p = 0; p < song.performance.parts.size(); ++p)
      for (std::size_t n = 0; n < song.performance.parts[p].notes.size(); ++n)
        EXPECT_EQ((song.performance.parts[p].notes[n].pitch -
                   original.performance.parts[p].notes[n].pitch - semitones) %
                      12,
                  0);
    const auto before = chord_spans(original.annotation.chords);
    const auto after = chord_spans(song.annotation.chords);
    for (std::size_t i = 1; i < before.size(); ++i) {
      EXPECT_EQ(after[i].chord.root, (before[i].chord.root + semitones + 12) % 12);
      EXPECT_EQ(after[i].chord.notes, before[i].chord.notes);
    }
    EXPECT_EQ(song.annotation.chords[0].label, "N");
    EXPECT_EQ(pitch_class_of(split_label(song.annotation.keys[0].label).root),
              (semitones + 12) % 12);
    if (semitones == -2) {
      EXPECT_EQ(song.annotation.chords[1].label, "Bb:maj");
    }
    if (semitones == 2) {
      EXPECT_EQ(song.annotation.chords[2].label, "B:min");
    }
    if (semitones == 4) {
      EXPECT_EQ(song.annotation.chords[4].label, "B:maj");
    }
  }
}

TEST(Transpose, KeepsQualityAndBass) {
  Song song = test::small_song(4);
  song.annotation.chords[1].label = "Eb:min7(*b3,11)/b7";
  song.annotation.chords[2].label = "X";
  transpose(song, 2);
  EXPECT_EQ(song.annotation.chords[1].label, "F:min7(*b3,11)/b7");
  EXPECT_EQ(song.annotation.chords[2].label, "X");
}

TEST(EnrichChords, AvoidsSeventhsThatRubAgainstTheMelody) {
  int sevenths = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Song song = test::small_song(8);
    for (PlayedNote& note : song.performance.parts[0].notes)
      if (note.pitch % 12 == 0) note.pitch = 71;  // B over every C chord: no Bb, but B fits
    SongRandom random(seed, "rub", "harmony");
    enrich_chords(song, {1.0, 0.0}, random);
    for (const LabelledSegment& chord : song.annotation.chords) {
      EXPECT_NE(chord.label, "C:7") << "seed " << seed;
      sevenths += chord.label == "C:maj7";
    }
  }
  EXPECT_GT(sevenths, 10);
}

}  // namespace
}  // namespace tactus
