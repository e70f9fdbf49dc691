#include "datasets/formats/sheet/sheet_left_out.h"

#include <fmt/core.h>

#include "audio/counted.h"
#include "datasets/formats/columns/segment_layers.h"

namespace tactus {

void SheetLeftOut::note(const FormatInput& input) const {
  const auto add = [&](const std::string& what) {
    input.notes->push_back(fmt::format("{}: {}", input.name, what));
  };
  if (songs > 0)
    add(fmt::format("the first song of the sheet is read; {} behind {{new_song}} left out",
                    counted(songs, "song")));
  if (!notation.empty())
    add(fmt::format("{{start_of_{}}} is skipped: music in another notation", notation));
  if (sections.count > 0)
    add(fmt::format("{} without chords left out, the first: '{}'",
                    counted(sections.count, "section"), sections.first));
  if (repetitions.count > 0)
    add(fmt::format("{} not played, the first: [{}]",
                    counted_as(repetitions.count, "repeat as text is", "repeats as text are"),
                    repetitions.first));
  if (chord_lines.count > 0)
    input.notes->push_back(
        fmt::format("warning: {}:{}: {} of chords without brackets left out; write them among "
                    "the lyrics: [G]words [C]words",
                    input.name, chord_lines.line, counted(chord_lines.count, "line")));
  if (!directives.empty())
    add(fmt::format("{} skipped, the first: {{{}}}",
                    counted(directives.size(), "unknown directive"), *directives.begin()));
  if (labels.count > 0) add(odd_chords(labels.count, labels.first));
}

}  // namespace tactus
