#include "datasets/formats/jams/jams_cues.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "model/editing/cue_edits.h"

namespace tactus {

using nlohmann::json;

namespace {

// "#CC0000"
int colour_of_text(const std::string& text) {
  constexpr std::size_t kDigits = 6;
  int colour = kNoColour;
  if (text.size() != kDigits + 1 || text.front() != '#') return kNoColour;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + 1, end, colour, 16);
  return read.ec == std::errc() && read.ptr == end ? colour : kNoColour;
}

}  // namespace

json jams_cues(const std::vector<Cue>& cues) {
  json list = json::array();
  for (const Cue& cue : cues) {
    const json colour =
        cue.colour == kNoColour ? json(nullptr) : json(fmt::format("#{:06X}", cue.colour));
    list.push_back({{"key", cue.key}, {"colour", colour}});
  }
  return list;
}

std::vector<Cue> read_jams_cues(const FormatInput& input, const JamsSource& source,
                                const json& details) {
  constexpr double kLatest = 1e7;  // seconds, as of segments
  json rows;
  std::vector<Cue> cues;
  const std::vector<JamsObservation> observations = read_observations(input, source, rows);
  const bool fits = details.is_array() && details.size() == observations.size();
  if (!fits) {
    input.notes->push_back(
        fmt::format("{}: {}.sandbox.{}: not one entry for each cue; keys and "
                    "colours left out",
                    input.name, source.place, kJamsCues));
  }
  for (std::size_t i = 0; i < observations.size(); ++i) {
    const JamsObservation& item = observations[i];
    const double start = std::clamp(item.time, 0.0, kLatest);
    Cue cue = {start, std::clamp(item.time + item.duration, start, kLatest), 0, kNoColour,
               text_of(item.value)};
    if (fits) {
      const double key = number_of(member(details[i], {"key"})).value_or(0.0);
      cue.key = static_cast<int>(std::clamp(key, 0.0, kCueKeys + 1.0));
      cue.colour = colour_of_text(text_of(member(details[i], {"colour"})));
    }
    cues.push_back(std::move(cue));
  }
  return ordered_cues(std::move(cues));
}

}  // namespace tactus
