// The cues of a song as those in the tags of its sound file, as Serato DJ and Mixxx know them.
#pragma once

#include <vector>

#include "audio/song_tags.h"
#include "model/annotation.h"

namespace tactus {

// Each cue point and each loop on the pad of its key, those without a key on the free pads in order
// of time. Those that are more than eight of a kind have pad 0.
std::vector<SongCue> file_cues(const Annotation& annotation);
// In order (cue_edits.h). Loops whose key a cue point has take a free one.
std::vector<Cue> cues_in(const SongTags& tags);

}  // namespace tactus
