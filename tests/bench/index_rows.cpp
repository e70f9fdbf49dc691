// index_rows INDEX SONGS: an index of made-up songs, for the part `index` of tests/bench/scale.
// Prints the seconds of the last thousand.
#include <fmt/core.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <random>

#include "app/collection/library_index.h"

namespace {

using namespace tactus;

// Four minutes of four-bar loops in a random key, with artists of some ten songs each.
Annotation made_up_song(int number, std::mt19937& random) {
  constexpr std::array kRoots = {"C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"};
  constexpr std::array kKinds = {"maj", "min", "maj", "maj7", "min7", "7", "dim", "sus4"};
  const auto one_of = [&](std::size_t count) { return random() % count; };
  Annotation song;
  song.title = fmt::format("Song {}", number);
  song.artist = fmt::format("Artist {}", number / 10);
  song.album = fmt::format("Album {}", number / 5);
  song.tags.date = std::to_string(1950 + one_of(70));
  song.duration = 240.0;
  song.tempi = {{60.0 + static_cast<double>(one_of(12000)) / 100.0, 1.0}};
  song.keys = {
      {0.0, 240.0, fmt::format("{}:{}", kRoots[one_of(12)], one_of(2) ? "major" : "minor")}};
  song.annotator = "tactus 1.0.0 beats.safetensors";
  const double confidence = static_cast<double>(one_of(1000)) / 1000.0;
  for (int beat = 0; beat < 480; ++beat)
    song.beats.push_back({0.5 * beat, beat % 4 + 1, confidence});
  std::array<std::string, 4> loop;
  for (int bar = 0; bar < 120; ++bar) {
    if (bar % 32 == 0) {
      for (std::string& chord : loop)
        chord = fmt::format("{}:{}", kRoots[one_of(12)], kKinds[one_of(8)]);
      song.sections.push_back(
          {2.0 * bar, 2.0 * bar + 64.0, std::string(1, static_cast<char>('A' + bar / 32))});
    }
    song.chords.push_back(
        {2.0 * bar, 2.0 * bar + 2.0, loop[static_cast<std::size_t>(bar % 4)], confidence});
  }
  return song;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: index_rows INDEX SONGS\n");
    return 2;
  }
  std::mt19937 random(1);
  LibraryIndex index(argv[1], Database::Mode::kWrite);
  const int songs = std::atoi(argv[2]);
  double seconds = 0.0;
  for (int first = 0; first < songs; first += 1000) {
    std::vector<std::pair<IndexedSong, Annotation>> some;
    for (int number = first; number < std::min(songs, first + 1000); ++number) {
      const Annotation annotation = made_up_song(number, random);
      IndexedSong song = indexed_song(annotation);
      song.audio = fmt::format("/archive/artist {}/song {}.flac", number / 10, number);
      song.annotation = fmt::format("/tags/artist {}/song {}.jams", number / 10, number);
      song.hash = fmt::format("{:032x}", number % 50000);
      song.duration = 120.0 + static_cast<double>(random() % 300000) / 1000.0;
      for (int item = 0; item < 450 * 4; ++item) song.fingerprint += static_cast<char>(random());
      song.audio_state = {30000000, number};
      some.emplace_back(std::move(song), annotation);
    }
    const auto begin = std::chrono::steady_clock::now();
    index.put(some);
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  fmt::print("{:.3f}\n", seconds);
}
