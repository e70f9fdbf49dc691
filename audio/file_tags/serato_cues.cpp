#include "audio/file_tags/serato_cues.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "audio/counted.h"
#include "audio/file_tags/serato_text.h"

namespace tactus {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kCuesVersion = "\1\1"sv;
constexpr std::string_view kLoopFill = "\xFF\xFF\xFF\xFF\0\x27\xAA\xE1\0"sv;
constexpr std::size_t kLeastSize = 470;               // bytes
constexpr std::size_t kCueName = 12, kLoopName = 20;  // their places in the data
constexpr std::size_t kLoopLock = 19;

struct SeratoEntry {
  std::string type;
  std::string data;
};
using SeratoEntries = std::vector<SeratoEntry>;

std::optional<SeratoEntries> entries_in(std::string_view markers2) {
  if (!markers2.starts_with(kCuesVersion)) return std::nullopt;
  const std::string_view text = markers2.substr(kCuesVersion.size());
  const std::string inner = bytes_of_base64(text.substr(0, text.find('\0')));
  if (text.find_first_not_of('\0') == text.npos) return SeratoEntries();
  if (!inner.starts_with(kCuesVersion)) return std::nullopt;
  SeratoEntries entries;
  for (std::size_t at = kCuesVersion.size(); at < inner.size() && inner[at] != '\0';) {
    const std::size_t end = inner.find('\0', at);
    if (end == inner.npos || end + 5 > inner.size()) return std::nullopt;
    const std::size_t size = big_endian_at(inner, end + 1);
    if (size > inner.size() - end - 5) return std::nullopt;
    entries.push_back({inner.substr(at, end - at), inner.substr(end + 5, size)});
    at = end + 5 + size;
  }
  return entries;
}

std::string bytes_of(const SeratoEntries& entries, std::size_t least) {
  std::string inner(kCuesVersion);
  for (const SeratoEntry& entry : entries) {
    inner.append(entry.type) += '\0';
    inner += big_endian_bytes(static_cast<std::uint32_t>(entry.data.size())) + entry.data;
  }
  inner += '\0';
  std::string bytes = std::string(kCuesVersion) + base64_lines(inner);
  if (inner.size() % 3 > 0) bytes.pop_back();  // as Serato does: it is part of the last zero
  bytes.resize(std::max({least, kLeastSize, bytes.size() + 1}));
  return bytes;
}

double seconds_at(std::string_view data, std::size_t at) {
  return big_endian_at(data, at) / 1000.0;
}

int colour_at(std::string_view data, std::size_t at) {
  return static_cast<int>(big_endian_at(data, at) >> 8);
}

std::string name_at(std::string_view data, std::size_t at) {
  const std::string_view name = data.substr(at);
  return std::string(name.substr(0, name.find('\0')));
}

std::optional<SongCue> cue_in(const SeratoEntry& entry) {
  const std::string& data = entry.data;
  const bool is_loop = entry.type == "LOOP";
  if (data.size() < (is_loop ? kLoopName : kCueName)) return std::nullopt;
  SongCue cue;
  cue.pad = static_cast<unsigned char>(data[1]) + 1;
  cue.start = cue.end = seconds_at(data, 2);
  if (is_loop) {
    cue.end = seconds_at(data, 6);
    cue.name = name_at(data, kLoopName);
    if (cue.end <= cue.start) return std::nullopt;
  } else {
    cue.colour = colour_at(data, 7);
    cue.name = name_at(data, kCueName);
  }
  return cue;
}

bool is_cue(const SeratoEntry& entry) {
  return entry.type == "CUE" || entry.type == "LOOP";
}

std::uint32_t milliseconds(double seconds) {
  constexpr double kMost = 1e7;  // seconds
  return static_cast<std::uint32_t>(std::lround(std::clamp(seconds, 0.0, kMost / 4) * 1000.0));
}

std::string three_bytes(int colour) {
  return big_endian_bytes(static_cast<std::uint32_t>(std::max(colour, 0)) << 8).substr(0, 3);
}

SeratoEntry entry_of(const SongCue& cue, double shift) {
  std::string data;
  data += '\0';
  data += static_cast<char>(cue.pad - 1);
  data += big_endian_bytes(milliseconds(cue.start + shift));
  if (cue.is_loop()) {
    data += big_endian_bytes(milliseconds(cue.end + shift));
    (data += kLoopFill) += '\0';
  } else {
    data += '\0' + three_bytes(cue.colour) + std::string(2, '\0');
  }
  data += cue.name.substr(0, cue.name.find('\0'));
  return {cue.is_loop() ? "LOOP" : "CUE", data + '\0'};
}

// A loop that was locked stays so while it keeps its times.
void keep_locks(SeratoEntries& entries, const SeratoEntries& before) {
  for (SeratoEntry& entry : entries) {
    for (const SeratoEntry& old : before) {
      const bool same = entry.type == "LOOP" && old.type == "LOOP" &&
                        old.data.substr(0, kLoopLock) == entry.data.substr(0, kLoopLock);
      if (same && old.data.size() > kLoopLock) entry.data[kLoopLock] = old.data[kLoopLock];
    }
  }
}

bool fits(const SongCue& cue) {
  return cue.pad >= 1 && cue.pad <= kSeratoPads;
}

}  // namespace

std::optional<std::vector<SongCue>> serato_cues(std::string_view markers2) {
  const auto entries = entries_in(markers2);
  if (!entries) return std::nullopt;
  std::vector<SongCue> cues;
  for (const SeratoEntry& entry : *entries) {
    const auto cue = is_cue(entry) ? cue_in(entry) : std::nullopt;
    if (cue) cues.push_back(*cue);
  }
  return cues;
}

std::string serato_cue_bytes(std::span<const SongCue> cues, std::string_view before, double shift) {
  const SeratoEntries old = entries_in(before).value_or(SeratoEntries());
  SeratoEntries entries;
  for (const SongCue& cue : cues)
    if (fits(cue)) entries.push_back(entry_of(cue, shift));
  // Cue points come before loops, each in the order of their pads.
  std::ranges::stable_sort(entries, {}, [](const SeratoEntry& entry) {
    return std::pair(entry.type, static_cast<unsigned char>(entry.data[1]));
  });
  keep_locks(entries, old);
  using namespace std::string_literals;
  SeratoEntries others = old;
  std::erase_if(others, is_cue);
  if (others.empty()) others = {{"COLOR", "\0\xFF\xFF\xFF"s}, {"BPMLOCK", "\0"s}};
  const auto first = others.begin() + (others.front().type == "COLOR" ? 1 : 0);
  others.insert(first, entries.begin(), entries.end());
  return bytes_of(others, entries_in(before) ? before.size() : 0);
}

std::string describe_serato_cues(std::string_view markers2) {
  const auto cues = serato_cues(markers2);
  if (!cues) return "an unknown form";
  const auto loops = static_cast<std::size_t>(std::ranges::count_if(*cues, &SongCue::is_loop));
  const std::size_t points = cues->size() - loops;
  if (cues->empty()) return "none";
  std::string text = points > 0 ? counted(points, "cue point") : "";
  if (loops > 0) text += (points > 0 ? ", " : "") + counted(loops, "loop");
  return fmt::format("{} from {:.3f} s", text, std::ranges::min(*cues, {}, &SongCue::start).start);
}

}  // namespace tactus
