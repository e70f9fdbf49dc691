#include "app/engine/file_tags/cue_markers.h"

#include <algorithm>

#include "model/editing/cue_edits.h"

namespace tactus {
namespace {

// The lowest pad that no cue of this kind has; 0 if all are taken.
int free_pad(const std::vector<SongCue>& cues, bool loop) {
  for (int pad = 1; pad <= kCueKeys; ++pad) {
    const bool taken = std::ranges::any_of(
        cues, [&](const SongCue& cue) { return cue.pad == pad && cue.is_loop() == loop; });
    if (!taken) return pad;
  }
  return 0;
}

}  // namespace

std::vector<SongCue> file_cues(const Annotation& annotation) {
  std::vector<SongCue> cues;
  for (const bool with_key : {true, false}) {
    for (const Cue& cue : annotation.cues) {
      if ((cue.key > 0) != with_key) continue;
      const int pad = with_key ? cue.key : free_pad(cues, cue.is_loop());
      const int colour = cue.is_loop() ? kNoCueColour : shown_colour(cue);
      cues.push_back({cue.start, cue.end, pad, colour, cue.name});
    }
  }
  return cues;
}

std::vector<Cue> cues_in(const SongTags& tags) {
  std::vector<Cue> cues;
  for (const SongCue& cue : tags.cues)
    cues.push_back({cue.start, cue.end, cue.pad, cue.colour, cue.name});
  return ordered_cues(std::move(cues));
}

}  // namespace tactus
