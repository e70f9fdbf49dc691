// The demo songs. Composed for Tactus; CC0.
#include "datasets/demo/compose/score.h"

namespace tactus::demo {
namespace {

// A pop song in C: piano, strummed guitar, bass, drums, a flute on top.
Score morning_train() {
  Score s;
  s.id = "01-morning-train";
  s.title = "Morning Train";
  s.key = "C:major";
  s.tempo = {{0, 112}};
  s.chords =
      "C:maj | G:maj/3 | C:maj | G:maj/3 | A:min | F:maj | C:maj/5 | G:maj | F:maj G:maj | C:maj |"
      "A:min | F:maj | G:sus4 G:maj | C:maj";
  s.melodies.push_back(
      {{"Flute", 73, 90, 70, 88},
       "-:16 | -:12 G4:2 C5:2 | E5:4 G5:4 A5:2 G5:6 | D5:4 G5:4 E5:2 D5:6 |"
       "C5:4 E5:4 A5:2 G5:2 E5:4 | F5:6 E5:2 C5:4 A4:4 | E5:4 G5:4 C6:2 B5:2 G5:4 |"
       "B5:4 A5:2 G5:6 D5:4 | A5:4 C6:2 A5:2 G5:4 B5:4 | C6:12 -:4 |"
       "C6:4 B5:2 A5:2 E5:8 | A5:4 G5:2 F5:2 C5:8 | C5:4 D5:4 D5:4 B4:4 | C5:16",
       0.93});
  s.players = {
      {{"Piano", 0, 96, 52, 78},
       {{'a', "x.....x.x......."}, {'b', "x.......x......."}, {'e', "x..............."}},
       "aaaaaaaabaaabe",
       64,
       0.95},
      {{"Guitar", 25, 88, 92, 74},
       {{'a', "x...x.x...xxx.x."}, {'e', "x..............."}},
       "..aaaaaaaaaaae",
       60,
       0.9},
      {{"Bass", 33, 102, 64, 90},
       {{'a', "r.....r.r......."},
        {'b', "r.....r.r...f..."},
        {'c', "r...r...r...r..."},
        {'e', "r..............."}},
       "..abababcaabce",
       31,
       0.9},
  };
  const std::string beat = "....X.......X...", kick = "X.....x.x.......", hat = "x.o.x.o.x.o.x.o.";
  s.drums = {
      {0,
       92,
       {{'i', {{'h', hat}}},
        {'f', {{'h', "x.o.x.o.x......."}, {'s', "........x.x.xxxx"}, {'k', "X.......x......."}}},
        {'C', {{'c', "x..............."}, {'k', kick}, {'s', beat}, {'h', hat}}},
        {'a', {{'k', kick}, {'s', beat}, {'h', hat}}},
        {'g',
         {{'k', "X.......x......."},
          {'s', "....X..........."},
          {'h', "x.o.x.o........."},
          {'t', "........xx......"},
          {'m', "..........xx...."},
          {'l', "............xxxx"}}},
        {'e', {{'c', "X..............."}, {'k', "X..............."}}}},
       "ifCaaaaagCaage"}};
  return s;
}

// A waltz in G with a borrowed minor subdominant: clarinet, accordion chords, plucked bass.
Score paper_boats() {
  Score s;
  s.id = "02-paper-boats";
  s.title = "Paper Boats";
  s.key = "G:major";
  s.beats_per_bar = 3;
  s.tempo = {{0, 138}};
  s.chords =
      "G:maj | E:min | C:maj | D:maj | G:maj | E:min | A:min | D:7 | B:min | E:min | C:maj |"
      "G:maj/3 | A:min7 | D:7 | E:min | C:min | D:7 | G:maj";
  s.melodies.push_back(
      {{"Clarinet", 71, 104, 60, 88},
       "B4:8 D5:4 | G5:8 F#5:4 | E5:8 D5:4 | A4:12 | B4:4 C5:4 D5:4 | G5:8 B4:4 |"
       "C5:8 E5:4 | D5:12 | F#5:8 D5:4 | G5:8 E5:4 | E5:4 G5:4 C6:4 | B5:8 G5:4 |"
       "A5:4 G5:4 E5:4 | F#5:8 A5:4 | G5:8 B5:4 | G5:4 Eb5:4 C5:4 | D5:4 C5:4 A4:4 |"
       "G4:12",
       0.96});
  s.players = {
      {{"Accordion", 21, 66, 84, 64},
       {{'a', "....x...x..."}, {'e', "x..........."}},
       "aaaaaaaaaaaaaaaaae",
       62,
       0.7},
      {{"Harp", 46, 92, 44, 74},
       {{'a', "0.1.2.3.2.1."}, {'e', "x..........."}},
       "........aaaaaaaaae",
       66,
       1.0},
      {{"Bass", 32, 112, 64, 94},
       {{'a', "r..........."}, {'b', "r.......f..."}, {'e', "r..........."}},
       "ababababababababae",
       33,
       0.85},
  };
  s.drums = {{40,
              74,
              {{'a', {{'k', "x..........."}, {'s', "....o...o..."}}},
               {'b', {{'k', "x..........."}, {'s', "....o...o.o."}, {'r', "x...x...x..."}}},
               {'f', {{'k', "x..........."}, {'s', "....x.x.xxxx"}}},
               {'e', {{'k', "x..........."}, {'c', "o..........."}}}},
              "aaaaaaafbbbbbbbbfe"}};
  return s;
}

// A slow song in F with sevenths throughout, slowing down at the end.
Score late_lamp() {
  Score s;
  s.id = "03-late-lamp";
  s.title = "Late Lamp";
  s.key = "F:major";
  s.tempo = {{0, 68}, {28, 68}, {34, 56}};
  s.chords =
      "F:maj7 | D:min7 | G:min7 | C:7 | A:min7 D:7 | G:min7 C:7 | Bb:maj7 Bb:min6 | G:min7 C:7 |"
      "F:maj7";
  s.melodies.push_back(
      {{"Saxophone", 66, 96, 58, 86},
       "A4:6 C5:2 E5:8 | D5:4 C5:2 A4:10 | Bb4:6 D5:2 F5:8 | E5:4 D5:2 C5:6 Bb4:4 |"
       "C5:4 E5:4 D5:4 F#5:4 | G5:6 F5:2 E5:4 C5:4 | D5:4 F5:4 Db5:4 G5:4 |"
       "F5:4 D5:4 E5:4 G4:4 | A4:16",
       0.97});
  s.players = {
      {{"Electric piano", 4, 100, 70, 76},
       {{'a', "0.1.2.3.2.1.2.1."}, {'b', "0.1.2.3.0.1.2.3."}, {'e', "x..............."}},
       "aaaabbbbe",
       62,
       1.0},
      {{"Strings", 48, 58, 64, 60},
       {{'b', "x.......x......."}, {'a', "x..............."}},
       "..aabbbba",
       60,
       1.0},
      {{"Bass", 35, 104, 64, 88},
       {{'a', "r.....r.f......."}, {'b', "r.......r......."}, {'e', "r..............."}},
       "aaaabbbbe",
       29,
       0.95},
  };
  s.drums = {
      {0,
       84,
       {{'a', {{'k', "x.........x....."}, {'i', "....x.......x..."}, {'h', "x.o.x.o.x.o.x.o."}}},
        {'f',
         {{'k', "x.........x....."},
          {'i', "....x..........."},
          {'h', "x.o.x.o........."},
          {'t', "........x.o....."},
          {'l', "............x.xx"}}},
        {'e', {{'k', "x..............."}, {'c', "o..............."}}}},
       ".aafaaafe"}};
  return s;
}

// A fast rock song in E minor: power chords, organ, driving bass.
Score iron_weather() {
  Score s;
  s.id = "04-iron-weather";
  s.title = "Iron Weather";
  s.key = "E:minor";
  s.tempo = {{0, 168}};
  s.chords =
      "E:min | E:min | E:min | C:maj | G:maj | D:maj | E:min | C:maj | G:maj | D:maj | A:min |"
      "C:maj | G:maj | D:maj | A:min | C:maj | B:maj | B:maj | E:min";
  s.melodies.push_back({{"Lead guitar", 30, 84, 72, 90},
                        "-:16 | -:16 | B4:4 E5:4 G5:4 F#5:4 | E5:12 C5:4 | D5:4 G5:4 B5:4 A5:4 |"
                        "F#5:12 D5:4 | G5:4 F#5:2 E5:2 B4:8 | C5:4 E5:4 G5:4 E5:4 | D5:8 B4:8 |"
                        "A4:4 D5:4 F#5:4 A5:4 | A5:8 C6:4 A5:4 | G5:8 E5:8 | G5:4 A5:4 B5:4 G5:4 |"
                        "A5:12 F#5:4 | C6:8 A5:4 E5:4 | G5:4 E5:4 C5:8 | F#5:4 D#5:4 B4:4 D#5:4 |"
                        "F#5:8 B5:8 | E5:16",
                        0.95});
  s.players = {
      {{"Rhythm guitar", 29, 82, 36, 84},
       {{'a', "p.p.p.p.p.p.p.p."}, {'b', "p.....p.p.p...p."}, {'e', "p..............."}},
       "aaaaaaaaaabbbbbbaae",
       52,
       0.85},
      {{"Organ", 18, 92, 96, 74},
       {{'a', "x..............."}, {'b', "x.......x......."}},
       "aaaaaaaaaabbbbbbbba",
       62,
       0.97},
      {{"Bass", 34, 106, 64, 96},
       {{'a', "r.r.r.r.r.r.r.r."}, {'b', "r.r.r.r.r.r.o.a."}, {'e', "r..............."}},
       "aaabababababababaae",
       28,
       0.9},
  };
  const std::string beat = "....X.......X...", kick = "X......xx.......";
  const std::string hats = "x.x.x.x.x.x.x.x.", first = "X...............";
  s.drums = {{16,
              100,
              {{'i', {{'h', "x...x...x...x..."}, {'k', first}}},
               {'f', {{'s', "X.X.X.X.XXXXXXXX"}, {'k', "X...X...X...X..."}}},
               {'C', {{'c', first}, {'k', kick}, {'s', beat}, {'h', hats}}},
               {'a', {{'k', kick}, {'s', beat}, {'h', hats}}},
               {'D', {{'c', first}, {'k', "X.x.....X.x....."}, {'s', beat}, {'r', hats}}},
               {'b', {{'k', "X.x.....X.x....."}, {'s', beat}, {'r', hats}}},
               {'g',
                {{'k', "X...X...X...X..."},
                 {'s', "xxxx............"},
                 {'t', "....xxxx........"},
                 {'m', "........xxxx...."},
                 {'l', "............xxxx"}}},
               {'e', {{'c', first}, {'k', first}}}},
              "ifCaaaCaagDbbbDbbge"}};
  return s;
}

// A blues in B flat with swung eighths: walking bass, guitar, muted trumpet, ride cymbal.
Score corner_cafe() {
  Score s;
  s.id = "05-corner-cafe";
  s.title = "Corner Cafe";
  s.key = "Bb:major";
  s.tempo = {{0, 132}};
  s.swing = 0.65;
  s.chords =
      "Bb:7 | Eb:7 | Bb:7 | Bb:7 | Eb:7 | E:dim7 | Bb:7 | G:7 | C:min7 | F:7 | Bb:7 G:7 |"
      "C:min7 F:7 | Bb:maj6";
  s.melodies.push_back(
      {{"Muted trumpet", 59, 96, 62, 88},
       "-:2 F4:2 Ab4:2 Bb4:2 D5:4 Bb4:4 | -:2 G4:2 Bb4:2 Db5:2 Eb5:8 |"
       "F5:2 D5:2 Bb4:4 Ab4:2 F4:2 D4:4 | Bb4:8 -:8 | -:2 G4:2 Bb4:2 Db5:2 G5:4 Eb5:4 |"
       "E5:2 Db5:2 Bb4:4 G4:4 Bb4:4 | D5:2 F5:2 Ab5:4 F5:2 D5:2 Bb4:4 |"
       "B4:2 D5:2 F5:4 D5:2 B4:2 G4:4 | C5:2 Eb5:2 G5:4 Bb5:2 G5:2 Eb5:4 |"
       "A5:2 F5:2 Eb5:4 C5:4 A4:4 | Bb4:4 D5:4 F5:2 D5:2 B4:4 |"
       "C5:2 Eb5:2 G5:4 F5:4 A4:4 | Bb4:16",
       0.9});
  s.players = {
      {{"Guitar", 26, 104, 84, 82},
       {{'a', "x.....x........."},
        {'b', "x.....x.x.....x."},
        {'c', "....x.......x..."},
        {'e', "x..............."}},
       "acacaaacaabbe",
       60,
       0.8},
      {{"Bass", 32, 118, 64, 98},
       {{'a', "r...t...f...a..."},
        {'b', "r...f...o...a..."},
        {'c', "r...f...r...a..."},
        {'e', "r..............."}},
       "aabaaaaabacce",
       33,
       0.92},
  };
  const std::string ride = "x...x.o.x...x.o.", pedal = "....x.......x...";
  s.drums = {
      {32,
       94,
       {{'a', {{'r', ride}, {'p', pedal}, {'k', "o...o...o...o..."}}},
        {'b', {{'r', ride}, {'p', pedal}, {'k', "o...o...o...o..."}, {'s', "......o.......o."}}},
        {'f',
         {{'r', "x...x..........."},
          {'p', pedal},
          {'s', "........x.x.x.x."},
          {'k', "x..............."}}},
        {'e', {{'c', "x..............."}, {'k', "x..............."}}}},
       "abafabafababe"}};
  return s;
}

// A dance in A minor that grows faster from beginning to end.
Score hill_dance() {
  Score s;
  s.id = "06-hill-dance";
  s.title = "Hill Dance";
  s.key = "A:minor";
  s.tempo = {{0, 100}, {52, 128}};
  s.chords =
      "A:min | A:min | G:maj | A:min | C:maj | G:maj | E:sus4 E:maj | A:min | F:maj | C:maj |"
      "D:min | E:maj | A:min G:maj | A:min";
  s.melodies.push_back(
      {{"Fiddle", 40, 98, 58, 92},
       "A4:2 C5:2 E5:4 A5:2 G5:2 E5:4 | C5:2 D5:2 E5:4 E5:2 D5:2 C5:4 |"
       "B4:2 D5:2 G5:4 G5:2 D5:2 B4:4 | A4:8 C5:4 E5:4 | G5:4 E5:2 G5:2 C6:4 G5:4 |"
       "B5:4 G5:2 A5:2 B5:4 D5:4 | A4:4 B4:4 G#4:4 B4:4 | A4:12 -:4 |"
       "A5:4 C6:4 A5:2 G5:2 F5:4 | G5:4 E5:4 C5:4 E5:4 | F5:4 A5:4 F5:2 E5:2 D5:4 |"
       "G#4:2 B4:2 E5:4 G#5:4 B5:4 | A5:4 E5:4 D5:4 B4:4 | A4:16",
       0.92});
  s.players = {
      {{"Guitar", 24, 92, 84, 78},
       {{'a', "x...x.x.x...x.x."}, {'b', "x.x.x.x.x.x.x.x."}, {'e', "x..............."}},
       "aaaaaaaabbbbbe",
       60,
       0.9},
      {{"Accordion", 21, 66, 46, 64},
       {{'a', "x..............."}, {'b', "x.......x......."}},
       "....aabaaaaaba",
       64,
       0.98},
      {{"Bass", 32, 116, 64, 96},
       {{'a', "r.......f......."},
        {'c', "r.......r......."},
        {'b', "r...f...r...f..."},
        {'e', "r..............."}},
       "aaaaaacabbbbce",
       33,
       0.85},
  };
  s.drums = {
      {0,
       84,
       {{'a', {{'l', "X.......x......."}, {'j', "....x.......x..."}}},
        {'b', {{'k', "X...x...X...x..."}, {'j', "..x...x...x...x."}, {'g', "....x.......x..."}}},
        {'f', {{'k', "X...X...X...X..."}, {'m', "..x...x...x.xxxx"}, {'g', "....x.......x..."}}},
        {'e', {{'c', "X..............."}, {'k', "X..............."}}}},
       "..aaaaafbbbbfe"}};
  return s;
}

}  // namespace

std::vector<Score> demo_scores() {
  return {morning_train(), paper_boats(), late_lamp(), iron_weather(), corner_cafe(), hill_dance()};
}

}  // namespace tactus::demo
