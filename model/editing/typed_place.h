// The place in a song that a person types to go there.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "model/annotation.h"

namespace tactus {

// A bar and a beat in it, or else a time.
struct TypedPlace {
  int bar = -1;  // 0 = the beats before the first downbeat; -1 = the place is a time
  int beat = 1;  // from 1
  double seconds = 0.0;
  bool operator==(const TypedPlace&) const = default;
};

// "17" = bar 17, "17.3" = its third beat; "1:23.5", "1:02:03" and "83.5 s" = a time, also with a
// decimal comma. Nothing for other texts.
std::optional<TypedPlace> parse_place(std::string_view text);

// Seconds; nothing if the song has no such bar, or the bar no such beat.
std::optional<double> time_of(const TypedPlace& place, std::span<const Beat> beats);

}  // namespace tactus
