// The tempo, the key, the beat grid and the cues of a song for the tags of its sound file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "audio/file_tags/tag_change.h"
#include "model/annotation.h"

namespace tactus {

enum class KeyNotation {
  kMusical,  // "Am", "F#m", "Bb"
  kCamelot,  // "8A" = A minor, "8B" = C major; a fifth up is one more
  kOpenKey,  // "1m" = A minor, "1d" = C major
};
// "musical", "camelot", "openkey"; nothing for another name.
std::optional<KeyNotation> key_notation_named(std::string_view name);

// Tonic 0..11 (C = 0) for major, 12..23 for minor.
std::string key_name(int key, KeyNotation notation = KeyNotation::kMusical);

// What a user wants in the tags.
struct FileTagOptions {
  bool bpm = false;
  bool key = false;
  bool grid = false;
  bool cues = false;
  KeyNotation notation = KeyNotation::kMusical;
  bool overwrite = false;   // else values that a file has stay
  bool dry_run = false;     // only find out what would change, and whether the sound is whole
  bool keep_times = false;  // the file keeps the times of its last access and change
  bool any() const { return bpm || key || grid || cues; }
};

// At most two decimals: "128", "127.96". The tempo of a constant grid, else the best candidate; ""
// if there is none.
std::string bpm_text(const Annotation& annotation);
// The main key (key_label.h); "" if there is none, none of major and minor, or one that Tactus is
// not sure of: of the keys from this confidence on 90 % are right, of the others 41 % (Billboard).
inline constexpr double kLeastKeyConfidence = 0.5;
std::string key_text(const Annotation& annotation, KeyNotation notation);
FileTagWish file_tag_wish(const Annotation& annotation, const FileTagOptions& choice);

}  // namespace tactus
