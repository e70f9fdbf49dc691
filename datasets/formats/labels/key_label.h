// Converts key labels of files to those of Annotation: "C:major", "F#:minor", "D:dorian".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/annotation.h"

namespace tactus {

// Accepts "C", "C:maj", "C maj", "Am", "A:min" and what key_names.h spells ("A minor", "a-Moll",
// "8A"), with or without "Key" before it, two names of one key, and "N". Other modes behind a colon
// stay as typed
// ("C:odd"). Returns nothing if the label is not a key ("Silence").
std::optional<std::string> key_label(std::string_view text);

// "Am (8A)", "8A - Am", "Ebm (Open Key 7m)", "F# minor / 11A": the label of a key with two names,
// of which one at least is no chord; nothing for other texts.
std::optional<std::string> key_of_two_names(std::string_view text);

// Do two labels of Annotation name one key: "C#:major" and "Db:major"?
bool same_key(std::string_view a, std::string_view b);

// "A:minor" -> "Am", "Bb:major" -> "Bb", as in song sheets and DJ programs; "" for other modes.
std::string key_symbol(const std::string& label);

// Seconds: the end of a key from a file without times, which does not contain the length either.
inline constexpr double kWholeSong = 86400.0;

// The key of a song for all that name one: the key that sounds longest in total, the first of
// equals; "" if there is none. C#:major and Db:major are one key; N and labels that are no keys do
// not count.
std::string main_key(const std::vector<LabelledSegment>& keys);
// The mean over the time of that key; unknown without a key, or if one of its passages has none.
double main_key_confidence(const std::vector<LabelledSegment>& keys);
// The key at a time; where there is none, the first key; "" without keys.
std::string key_at(const std::vector<LabelledSegment>& keys, double time);

// Tonic and mode as MIREX and mir_eval spell them: "A:minor" -> {"A", "minor"}, "Cb:major" -> {"B",
// "major"} (mir_eval knows naturals, and black keys with one sign), "D:dorian" -> {"D", "other"}.
struct MirexKey {
  std::string tonic;
  std::string mode;
};
MirexKey mirex_key(const std::string& label);

}  // namespace tactus
