#include "app/engine/songs/cue_sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

#include "audio/text.h"
#include "datasets/formats/text/text_encoding.h"

namespace tactus {
namespace {

constexpr std::size_t kLargestSheet = std::size_t{4} << 20;  // bytes; real ones stay below 100 kB
constexpr double kFramesPerSecond = 75.0;

// The words of a line; quotes hold a word together.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  constexpr std::string_view kBlanks = " \t\r";
  for (std::size_t at = 0; (at = line.find_first_not_of(kBlanks, at)) != std::string_view::npos;) {
    const bool quoted = line[at] == '"';
    if (quoted) ++at;
    const std::size_t end =
        std::min(quoted ? line.find('"', at) : line.find_first_of(kBlanks, at), line.size());
    words.emplace_back(line.substr(at, end - at));
    at = std::min(end + (quoted ? 1 : 0), line.size());
  }
  return words;
}

// The second word, and the rest of a line without quotes: TITLE My Song.
std::string value_of(const std::vector<std::string>& words, std::size_t from, bool quoted) {
  if (words.size() <= from) return "";
  std::string value = words[from];
  for (std::size_t i = from + 1; !quoted && i < words.size(); ++i) value += " " + words[i];
  return value;
}

std::optional<int> whole_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

// "MM:SS:FF" in seconds.
std::optional<double> seconds_of(std::string_view text) {
  const std::size_t first = text.find(':');
  const std::size_t second = first == std::string_view::npos ? first : text.find(':', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const auto minutes = whole_number(text.substr(0, first));
  const auto seconds = whole_number(text.substr(first + 1, second - first - 1));
  const auto frames = whole_number(text.substr(second + 1));
  if (!minutes || !seconds || !frames || *seconds >= 60 || *frames >= 75) return std::nullopt;
  return *minutes * 60.0 + *seconds + *frames / kFramesPerSecond;
}

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}

  void read_line(std::string_view line) {
    ++line_;
    const std::vector<std::string> words = words_of(line);
    if (words.empty()) return;
    const std::string command = lower_case(words.front());
    const bool quoted = line.find('"') != std::string_view::npos;
    if (command == "file") {
      file_ = value_of(words, 1, quoted);
      if (file_.empty()) fail("FILE without a name");
      if (!quoted && words.size() > 2)  // the last word is the type
        file_.resize(file_.size() - words.back().size() - 1);
    } else if (command == "track") {
      begin_track(words);
    } else if (command == "index") {
      read_index(words);
    } else if (command == "title") {
      (in_track_ ? track_.title : sheet_.title) = value_of(words, 1, quoted);
    } else if (command == "performer") {
      (in_track_ ? track_.performer : performer_) = value_of(words, 1, quoted);
    } else if (command == "rem" && words.size() > 2 && lower_case(words[1]) == "date") {
      sheet_.date = words[2];
    }
  }

  CueSheet finish() {
    end_track();
    if (sheet_.tracks.empty()) throw FormatError(name_, 0, 0, "no track, expected a cue sheet");
    return std::move(sheet_);
  }

 private:
  [[noreturn]] void fail(std::string_view what) const { throw FormatError(name_, line_, 0, what); }

  void begin_track(const std::vector<std::string>& words) {
    end_track();
    const auto number = words.size() > 1 ? whole_number(words[1]) : std::nullopt;
    if (!number) fail("TRACK without a number, expected TRACK 01 AUDIO");
    if (file_.empty()) fail("TRACK before FILE: the sound of the track is unknown");
    in_track_ = true;
    has_sound_ = words.size() < 3 || lower_case(words[2]) == "audio";
    track_ = {};
    track_.number = *number;
    track_line_ = line_;
    start_.reset();
  }

  void read_index(const std::vector<std::string>& words) {
    const auto number = words.size() > 1 ? whole_number(words[1]) : std::nullopt;
    const auto time = words.size() > 2 ? seconds_of(words[2]) : std::nullopt;
    if (!number || !time)
      fail(fmt::format("{}, expected INDEX 01 MM:SS:FF with up to 59 seconds and 74 frames",
                       words.size() > 2 ? words[2] : "INDEX without a time"));
    if (!in_track_) fail("INDEX before TRACK");
    if (*number != 1) return;
    start_ = *time;
    track_.file = file_;
  }

  // The index 01 of a track ends the track before it in the same file.
  void end_track() {
    if (!in_track_) return;
    in_track_ = false;
    if (!start_)
      throw FormatError(name_, track_line_, 0,
                        fmt::format("TRACK {:02} without INDEX 01", track_.number));
    track_.start = *start_;
    if (before_ && before_->file == track_.file) {
      if (track_.start <= before_->start)
        throw FormatError(
            name_, track_line_, 0,
            fmt::format("TRACK {:02} begins before the previous track ends", track_.number));
      if (before_is_listed_) sheet_.tracks.back().end = track_.start;
    }
    if (track_.performer.empty()) track_.performer = performer_;
    before_ = track_;
    before_is_listed_ = has_sound_;
    if (has_sound_) sheet_.tracks.push_back(track_);
  }

  const std::string& name_;
  std::size_t line_ = 0;
  CueSheet sheet_;
  std::string performer_;
  std::string file_;
  bool in_track_ = false;
  bool has_sound_ = true;
  CueTrack track_;
  std::size_t track_line_ = 0;
  std::optional<double> start_;
  std::optional<CueTrack> before_;
  bool before_is_listed_ = false;
};

}  // namespace

CueSheet parse_cue_sheet(std::string_view text, const std::string& name) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw FormatError(name, 1, 0, "UTF-16 text, expected UTF-8");
  if (text.find('\0') != std::string_view::npos)
    throw FormatError(name, 0, 0, "zero bytes, expected the text of a cue sheet");
  const std::string utf8 = utf8_from_unknown(text);
  Reader reader(name);
  for (std::string_view rest = utf8; !rest.empty();) {
    const std::size_t end = rest.find_first_of("\r\n");
    reader.read_line(rest.substr(0, end));
    const bool both = end != std::string_view::npos && rest.substr(end).starts_with("\r\n");
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + (both ? 2 : 1));
  }
  return reader.finish();
}

CueSheet load_cue_sheet(const std::filesystem::path& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) throw FormatError(path.string(), 0, 0, error.message());
  if (size > kLargestSheet)
    throw FormatError(
        path.string(), 0, 0,
        fmt::format("{} bytes, expected a cue sheet of at most {}", size, kLargestSheet));
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file.is_open() || file.bad()) throw FormatError(path.string(), 0, 0, "cannot be read");
  return parse_cue_sheet(text, path.string());
}

}  // namespace tactus
