// Stars and colours that a person gives to songs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tactus {

inline constexpr int kMostStars = 5;

struct SongMark {
  int rating = 0;      // stars, 0 = none, up to kMostStars
  std::string colour;  // the name of a SongColour; "" = none
  bool operator==(const SongMark&) const = default;
};

struct SongColour {
  std::string_view name;
  std::uint32_t rgb;  // 0xRRGGBB
};
// The eight colours of rekordbox, in its order.
std::span<const SongColour> song_colours();
// Of a name in upper or lower case; null for others.
const SongColour* song_colour_named(std::string_view name);
const SongColour& nearest_song_colour(std::uint32_t rgb);

}  // namespace tactus
