#include "datasets/findings.h"

#include <array>

namespace tactus {

const char* name_of(FindingKind kind) {
  constexpr std::array kNames = {
      "missing-file",     "unreadable-audio", "damaged-audio",  "unreadable-annotation",
      "empty-annotation", "beat-outside",     "chord-label",    "split-name",
      "split-leak",       "no-audio",         "no-annotation",  "silent-audio",
      "repaired",         "segment-gap",      "length",         "tempo",
      "tempo-jump",       "missing-beat",     "doubled-beat",   "bar-position",
      "chord-spelling",   "shifted-beats",    "shifted-chords", "duplicate-audio",
      "similar-audio"};
  static_assert(kNames.size() == static_cast<std::size_t>(FindingKind::kSimilarAudio) + 1);
  return kNames[static_cast<std::size_t>(kind)];
}

Severity severity_of(FindingKind kind) {
  return kind < FindingKind::kNoAudio ? Severity::kError : Severity::kWarning;
}

}  // namespace tactus
