#include "datasets/formats/other_files.h"

#include <algorithm>

namespace tactus {
namespace {

struct OtherKind {
  std::string_view name;
  std::string_view ending;   // of its files
  std::string_view content;  // a line of the file begins so; "" = the ending alone tells
};
constexpr OtherKind kKinds[] = {{"lyrics (LRC)", ".lrc", "[00:"},
                                {"lyrics (LRC)", ".lrc", "[ti:"},
                                {"lyrics (LRC)", ".lrc", "[ar:"},
                                {"a song of UltraStar", ".usdx", "#GAP:"},
                                {"a song of UltraStar", ".usdx", ": 0 "},
                                {"subtitles", ".srt", ""},
                                {"subtitles", ".vtt", "WEBVTT"},
                                {"subtitles", ".ass", "[Script Info]"},
                                {"a playlist", ".pls", "[playlist]"},
                                {"a playlist", ".m3u", "#EXTM3U"},
                                {"a playlist", ".m3u8", "#EXTM3U"},
                                {"a playlist", ".xspf", "<playlist"},
                                {"a cue sheet", ".cue", "FILE \""},
                                {"a tune in ABC notation", ".abc", "X:"},
                                {"a chart of osu!", ".osu", "osu file format"},
                                {"a chart of StepMania", ".sm", "#STEPSTYPE"},
                                {"a chart of StepMania", ".ssc", "#VERSION:0."},
                                {"a melody of RWC", ".melody.txt", ""},
                                {"a LilyPond score", ".ly", "\\version"},
                                {"a Guitar Pro score", ".gp", ""},
                                {"a Guitar Pro score", ".gp3", ""},
                                {"a Guitar Pro score", ".gp4", ""},
                                {"a Guitar Pro score", ".gp5", ""},
                                {"a Guitar Pro score", ".gpx", ""},
                                {"a MuseScore score", ".mscz", ""},
                                {"a MuseScore score", ".mscx", "<museScore"}};

bool has_line(std::string_view content, std::string_view begin) {
  if (begin.empty()) return false;
  if (content.starts_with(begin)) return true;
  for (std::size_t at = content.find(begin); at != std::string_view::npos;
       at = content.find(begin, at + 1))
    if (std::string_view("\r\n").find(content[at - 1]) != std::string_view::npos) return true;
  return false;
}

}  // namespace

std::string_view other_kind(std::string_view file_name, std::string_view content) {
  const auto named = [&](const OtherKind& kind) { return file_name.ends_with(kind.ending); };
  const auto* found = std::ranges::find_if(kKinds, named);
  if (found == std::end(kKinds))
    found = std::ranges::find_if(
        kKinds, [&](const OtherKind& kind) { return has_line(content, kind.content); });
  return found == std::end(kKinds) ? "" : found->name;
}

}  // namespace tactus
