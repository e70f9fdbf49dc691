// "Serato Markers_": five cue points and nine loops without names.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "audio/file_tags/serato_cues.h"
#include "audio/file_tags/serato_text.h"

namespace tactus {
namespace {

using namespace std::string_literals;

constexpr int kOldCues = 5, kOldLoops = 9;
constexpr std::size_t kOldHead = 6, kColourBytes = 4;
constexpr int kLoopColour = 0x27AAE1, kWhite = 0xFFFFFF;
constexpr char kCueType = 1, kLoopType = 3;
const std::string kOldVersion = "\2\5\0\0\0\16"s;

std::size_t entry_size(SeratoOldForm form) {
  return form == SeratoOldForm::kId3 ? 22 : 19;
}

// Seven bits in each byte.
std::string sevens(std::uint32_t value) {
  std::string bytes;
  for (const int shift : {21, 14, 7, 0}) bytes += static_cast<char>(value >> shift & 0x7F);
  return bytes;
}
std::uint32_t sevens_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (const char c : bytes.substr(at, 4)) value = value << 7 | (static_cast<unsigned>(c) & 0x7F);
  return value;
}

std::string colour_bytes(int colour, SeratoOldForm form) {
  const auto value = static_cast<std::uint32_t>(colour);
  return form == SeratoOldForm::kId3 ? sevens(value) : big_endian_bytes(value).substr(1);
}

// Milliseconds; -1 = none. `at`: of the byte that says whether it is set, or of the time.
std::int64_t time_at(std::string_view entry, bool end, SeratoOldForm form) {
  if (form == SeratoOldForm::kId3) {
    const std::size_t at = end ? 5 : 0;
    return entry[at] == '\x7F' ? -1 : std::int64_t{sevens_at(entry, at + 1)};
  }
  const std::uint32_t value = big_endian_at(entry, end ? 4 : 0);
  return value == 0xFFFFFFFF ? -1 : std::int64_t{value};
}

int colour_in(std::string_view entry, SeratoOldForm form) {
  if (form == SeratoOldForm::kId3) return static_cast<int>(sevens_at(entry, 16));
  return static_cast<int>(big_endian_at(entry, 14) >> 8);
}

std::string time_bytes(double seconds, bool set, SeratoOldForm form) {
  const auto value = static_cast<std::uint32_t>(std::lround(std::max(seconds, 0.0) * 1000.0));
  if (form == SeratoOldForm::kMp4) return big_endian_bytes(set ? value : 0xFFFFFFFF);
  return set ? '\0' + sevens(value) : "\x7F\x7F\x7F\x7F\x7F"s;
}

std::string entry_bytes(const SongCue* cue, bool loop, SeratoOldForm form) {
  const bool id3 = form == SeratoOldForm::kId3;
  const SongCue none;
  const SongCue& set = cue ? *cue : none;
  const int colour = !cue ? 0 : loop ? kLoopColour : std::max(cue->colour, 0);
  std::string bytes = time_bytes(set.start, cue, form) + time_bytes(set.end, cue && loop, form);
  bytes += id3 ? "\0\x7F\x7F\x7F\x7F\x7F"s : "\0\xFF\xFF\xFF\xFF\0"s;
  bytes += colour_bytes(colour, form);
  bytes += loop ? kLoopType : cue ? kCueType : '\0';
  return bytes + '\0';
}

bool is_old_form(std::string_view old, SeratoOldForm form) {
  return old.starts_with(kOldVersion) &&
         old.size() >= kOldHead + (kOldCues + kOldLoops) * entry_size(form);
}

}  // namespace

std::vector<SongCue> with_old_cues(std::vector<SongCue> cues, std::string_view old,
                                   SeratoOldForm form) {
  if (!is_old_form(old, form)) return cues;
  for (int i = 0; i < kOldCues + kOldLoops; ++i) {
    const bool loop = i >= kOldCues;
    const int pad = (loop ? i - kOldCues : i) + 1;
    const std::string_view entry =
        old.substr(kOldHead + static_cast<std::size_t>(i) * entry_size(form), entry_size(form));
    const std::int64_t start = time_at(entry, false, form), end = time_at(entry, true, form);
    auto known = std::ranges::find_if(
        cues, [&](const SongCue& cue) { return cue.pad == pad && cue.is_loop() == loop; });
    if (start < 0) {  // Serato ignores such a cue point, but not a loop
      if (!loop && known != cues.end()) cues.erase(known);
      continue;
    }
    if (loop && end <= start) continue;
    if (known == cues.end()) {
      known = cues.insert(cues.end(), SongCue());
      known->pad = pad;
    }
    known->start = static_cast<double>(start) / 1000.0;
    known->end = loop ? static_cast<double>(end) / 1000.0 : known->start;
    if (!loop) known->colour = colour_in(entry, form);
  }
  return cues;
}

std::string old_cue_bytes(std::span<const SongCue> cues, std::string_view before,
                          SeratoOldForm form) {
  std::string bytes = kOldVersion;
  const bool known = is_old_form(before, form);
  for (int i = 0; i < kOldCues + kOldLoops; ++i) {
    const bool loop = i >= kOldCues;
    const int pad = (loop ? i - kOldCues : i) + 1;
    const auto cue = std::ranges::find_if(
        cues, [&](const SongCue& one) { return one.pad == pad && one.is_loop() == loop; });
    std::string entry = entry_bytes(cue == cues.end() ? nullptr : &*cue, loop, form);
    // The last byte says whether a loop is locked.
    const std::string_view old = known ? before.substr(bytes.size(), entry.size()) : "";
    const bool same = old.substr(0, entry.size() - 1) == entry.substr(0, entry.size() - 1);
    if (same && loop) entry = old;
    bytes += entry;
  }
  if (known && before.size() >= bytes.size() + kColourBytes)
    return bytes.append(before.substr(bytes.size()));
  return bytes + (form == SeratoOldForm::kId3 ? sevens(kWhite) : big_endian_bytes(kWhite));
}

}  // namespace tactus
