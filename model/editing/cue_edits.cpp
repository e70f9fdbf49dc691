#include "model/editing/cue_edits.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace tactus {
namespace {

constexpr int kPalette[kCueKeys] = {0xCC0000, 0xCC8800, 0x0000CC, 0xCCCC00,
                                    0x00CC00, 0xCC00CC, 0x00CCCC, 0x8800CC};
constexpr int kWithoutKey = 0xCC0000;
constexpr int kMostColour = 0xFFFFFF;

bool is_key(int key) {
  return key >= 1 && key <= kCueKeys;
}

int colour_of_key(int key) {
  return is_key(key) ? kPalette[key - 1] : kWithoutKey;
}

std::ptrdiff_t checked(const CueList& cues, std::size_t index) {
  if (index < cues.size()) return static_cast<std::ptrdiff_t>(index);
  throw std::invalid_argument(
      fmt::format("cue {} of {}: expected one of them", index, cues.size()));
}

}  // namespace

std::span<const int> cue_palette() {
  return kPalette;
}

int shown_colour(const Cue& cue) {
  return cue.colour != kNoColour ? cue.colour : colour_of_key(cue.key);
}

std::optional<std::size_t> cue_with_key(std::span<const Cue> cues, int key) {
  const auto found = std::ranges::find(cues, key, &Cue::key);
  if (!is_key(key) || found == cues.end()) return std::nullopt;
  return static_cast<std::size_t>(found - cues.begin());
}

int free_key(std::span<const Cue> cues) {
  for (int key = 1; key <= kCueKeys; ++key)
    if (!cue_with_key(cues, key)) return key;
  return 0;
}

CueList ordered_cues(CueList cues) {
  std::ranges::stable_sort(cues, {}, [](const Cue& cue) { return cue.is_loop(); });
  CueList kept, homeless;
  for (Cue& cue : cues) {
    cue.end = std::max(cue.start, cue.end);
    if (!is_key(cue.key)) cue.key = 0;
    if (cue.colour < 0 || cue.colour > kMostColour) cue.colour = kNoColour;
    if (cue.colour == colour_of_key(cue.key)) cue.colour = kNoColour;
    (cue_with_key(kept, cue.key) ? homeless : kept).push_back(std::move(cue));
  }
  for (Cue& cue : homeless) {
    cue.key = free_key(kept);
    kept.push_back(std::move(cue));
  }
  std::ranges::stable_sort(kept, {}, &Cue::start);
  return kept;
}

PlacedCue put_cue(CueList cues, Cue cue) {
  if (const auto old = cue_with_key(cues, cue.key))
    cues.erase(cues.begin() + static_cast<std::ptrdiff_t>(*old));
  const auto place = std::ranges::upper_bound(cues, cue.start, {}, &Cue::start);
  const auto index = static_cast<std::size_t>(place - cues.begin());
  cues.insert(place, std::move(cue));
  return {std::move(cues), index};
}

PlacedCue change_cue(CueList cues, std::size_t index, Cue cue) {
  const auto at = checked(cues, index);
  const int old_key = cues[index].key;
  cues.erase(cues.begin() + at);
  if (const auto other = cue_with_key(cues, cue.key)) cues[*other].key = old_key;
  return put_cue(std::move(cues), std::move(cue));
}

CueList delete_cue(CueList cues, std::size_t index) {
  cues.erase(cues.begin() + checked(cues, index));
  return cues;
}

CueList add_section_cues(CueList cues, std::span<const LabelledSegment> sections) {
  constexpr double kSamePlace = 0.02;  // seconds
  for (const LabelledSegment& section : sections) {
    const bool there = std::ranges::any_of(cues, [&](const Cue& cue) {
      return !cue.is_loop() && std::abs(cue.start - section.start) <= kSamePlace;
    });
    if (there) continue;
    Cue cue = {section.start, section.start, free_key(cues), kNoColour, section.label};
    cues = put_cue(std::move(cues), std::move(cue)).cues;
  }
  return cues;
}

}  // namespace tactus
