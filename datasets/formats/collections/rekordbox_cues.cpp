#include "datasets/formats/collections/rekordbox_cues.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "datasets/formats/text/text_lines.h"
#include "model/editing/cue_edits.h"

namespace tactus {
namespace {

constexpr double kLatestMark = 1e7;  // seconds
constexpr double kMostOfColour = 255.0;
constexpr const char* kCueMark = "0";
constexpr const char* kLoopMark = "4";

int colour_of(pugi::xml_node mark, std::map<std::string, int>& odd) {
  int colour = 0;
  for (const char* name : {"Red", "Green", "Blue"}) {
    const auto part = to_number(mark.attribute(name).value());
    if (!part || *part < 0.0 || *part > kMostOfColour) {
      if (mark.attribute(name)) ++odd[fmt::format("a {} beyond 0 to 255: no colour", name)];
      return kNoColour;
    }
    colour = colour << 8 | static_cast<int>(*part);
  }
  return colour;
}

std::string colour_attributes(int colour) {
  return fmt::format(" Red=\"{}\" Green=\"{}\" Blue=\"{}\"", colour >> 16, colour >> 8 & 0xFF,
                     colour & 0xFF);
}

}  // namespace

std::optional<Cue> read_position_mark(pugi::xml_node mark, std::map<std::string, int>& odd) {
  const auto seconds = [&](const char* name) { return to_number(mark.attribute(name).value()); };
  const auto start = seconds("Start");
  if (!start || *start < 0.0 || *start > kLatestMark) return std::nullopt;
  const std::string type = label_text(mark.attribute("Type").value());
  const bool loop = type == kLoopMark;
  const double end = std::min(seconds("End").value_or(0.0), kLatestMark);
  if (loop && end <= *start) ++odd["a loop without a later End: a cue point"];
  if (!loop && type != kCueMark) ++odd[fmt::format("Type \"{}\": a cue point", type.substr(0, 20))];
  int key = 0;
  if (const auto number = to_number(mark.attribute("Num").value()); number && *number != -1.0) {
    if (*number >= 0.0 && *number < kCueKeys && std::floor(*number) == *number)
      key = static_cast<int>(*number) + 1;
    else
      ++odd[fmt::format("Num {:g}: without a key, expected 0 to {}", *number, kCueKeys - 1)];
  }
  return Cue{*start, loop ? std::max(end, *start) : *start, key, colour_of(mark, odd),
             label_text(mark.attribute("Name").value())};
}

std::string position_marks(std::span<const Cue> cues) {
  std::string text;
  for (const Cue& cue : cues) {
    text += fmt::format("      <POSITION_MARK Name=\"{}\" Type=\"{}\" Start=\"{}\"",
                        xml_text(utf8_text(label_text(cue.name))),
                        cue.is_loop() ? kLoopMark : kCueMark, time_text(cue.start));
    if (cue.is_loop()) text += fmt::format(" End=\"{}\"", time_text(cue.end));
    text += fmt::format(" Num=\"{}\"", cue.key - 1);
    if (cue.key > 0 || cue.colour != kNoColour) text += colour_attributes(shown_colour(cue));
    text += "/>\n";
  }
  return text;
}

}  // namespace tactus
