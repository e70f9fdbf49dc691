// What makes a JAMS file valid: the rules of the base schema and of the namespaces that Tactus
// writes, written out by hand; and a guard that applies them to every JAMS file which a test
// program writes.
#pragma once

#include <string>
#include <vector>

namespace tactus::test {

// One sentence for each fault, "annotations[2].data[0].value: ..."; empty for a valid file.
//   - JSON without bare NaN; no key that the schema does not name
//   - title, artist, release: text; duration of the file: a number; identifiers, sandbox: objects
//   - an annotation has annotation_metadata, data and namespace; curator has name and email
//   - an observation has exactly time, duration (both 0 or more), value, confidence
//   - beat: number or null. beat_position: position from 1, measure, num_beats from 1, beat_units.
//     chord, key_mode: the patterns. tempo: value from 0, a confidence 0..1. segment_open,
//     tag_open: text.
std::vector<std::string> jams_faults(const std::string& text);

}  // namespace tactus::test
