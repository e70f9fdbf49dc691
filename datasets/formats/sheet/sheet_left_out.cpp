#include "datasets/formats/sheet/sheet_left_out.h"

#include <fmt/core.h>

#include "audio/counted.h"

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
    add(fmt::format("{} section(s) without chords left out, the first: '{}'", sections.count,
                    sections.first));
  if (repetitions.count > 0)
    add(fmt::format("{} repeat(s) as text are not played, the first: [{}]", repetitions.count,
                    repetitions.first));
  if (chord_lines.count > 0)
    input.notes->push_back(
        fmt::format("warning: {}:{}: {} of chords without brackets left out; write them among "
                    "the lyrics: [G]words [C]words",
                    input.name, chord_lines.line, counted(chord_lines.count, "line")));
  if (!directives.empty())
    add(fmt::format("{} unknown directive(s) skipped, the first: {{{}}}", directives.size(),
                    *directives.begin()));
  if (labels.count > 0)
    add(fmt::format("{} label(s) that are not chords, the first: {}", labels.count, labels.first));
}

}  // namespace tactus
