#include "datasets/formats/collections/rekordbox_cues.h"

#include <fmt/core.h>

#include <algorithm>

#include "datasets/formats/text/text_lines.h"
#include "model/editing/cue_edits.h"

namespace tactus {
namespace {

constexpr double kLatestMark = 1e7;  // seconds
constexpr double kMostOfColour = 255.0;
constexpr const char* kLoopMark = "4";

int colour_of(pugi::xml_node mark) {
  int colour = 0;
  for (const char* name : {"Red", "Green", "Blue"}) {
    const auto part = to_number(mark.attribute(name).value());
    if (!part || *part < 0.0 || *part > kMostOfColour) return kNoColour;
    colour = colour << 8 | static_cast<int>(*part);
  }
  return colour;
}

std::string colour_attributes(int colour) {
  return fmt::format(" Red=\"{}\" Green=\"{}\" Blue=\"{}\"", colour >> 16, colour >> 8 & 0xFF,
                     colour & 0xFF);
}

}  // namespace

std::optional<Cue> read_position_mark(pugi::xml_node mark) {
  const auto seconds = [&](const char* name) { return to_number(mark.attribute(name).value()); };
  const auto start = seconds("Start");
  if (!start || *start < 0.0 || *start > kLatestMark) return std::nullopt;
  const bool loop = std::string_view(mark.attribute("Type").value()) == kLoopMark;
  const double end = std::min(seconds("End").value_or(0.0), kLatestMark);
  const double number = std::clamp(to_number(mark.attribute("Num").value()).value_or(-1.0), -1.0,
                                   static_cast<double>(kCueKeys));
  return Cue{*start, loop ? std::max(end, *start) : *start, static_cast<int>(number) + 1,
             colour_of(mark), label_text(mark.attribute("Name").value())};
}

std::string position_marks(std::span<const Cue> cues) {
  std::string text;
  for (const Cue& cue : cues) {
    text += fmt::format("      <POSITION_MARK Name=\"{}\" Type=\"{}\" Start=\"{}\"",
                        xml_text(utf8_text(label_text(cue.name))), cue.is_loop() ? kLoopMark : "0",
                        time_text(cue.start));
    if (cue.is_loop()) text += fmt::format(" End=\"{}\"", time_text(cue.end));
    text += fmt::format(" Num=\"{}\"", cue.key - 1);
    if (cue.key > 0 || cue.colour != kNoColour) text += colour_attributes(shown_colour(cue));
    text += "/>\n";
  }
  return text;
}

}  // namespace tactus
