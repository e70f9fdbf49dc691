#include "app/collection/song_marks.h"

#include <algorithm>
#include <array>

#include "audio/text.h"

namespace tactus {
namespace {

constexpr std::array kSongColours = {
    SongColour{"pink", 0xFF007F},   SongColour{"red", 0xFF0000},   SongColour{"orange", 0xFFA500},
    SongColour{"yellow", 0xFFFF00}, SongColour{"green", 0x00FF00}, SongColour{"aqua", 0x25FDE9},
    SongColour{"blue", 0x0000FF},   SongColour{"purple", 0x660099}};

int distance(std::uint32_t a, std::uint32_t b) {
  int sum = 0;
  for (const int shift : {0, 8, 16}) {
    const int step = static_cast<int>((a >> shift) & 0xff) - static_cast<int>((b >> shift) & 0xff);
    sum += step * step;
  }
  return sum;
}

}  // namespace

std::span<const SongColour> song_colours() {
  return kSongColours;
}

const SongColour* song_colour_named(std::string_view name) {
  const auto found = std::ranges::find(kSongColours, lower_case(name), &SongColour::name);
  return found == kSongColours.end() ? nullptr : &*found;
}

const SongColour& nearest_song_colour(std::uint32_t rgb) {
  return *std::ranges::min_element(
      kSongColours, {}, [rgb](const SongColour& colour) { return distance(colour.rgb, rgb); });
}

}  // namespace tactus
