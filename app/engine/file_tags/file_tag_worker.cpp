#include "app/engine/file_tags/file_tag_worker.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <span>
#include <system_error>

#include "audio/readers/child_process.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

// The answer of the child, through its pipe:
//   answer  = alive* ( changes change* | fault text ) end
//   change  = name, before, after, outcome, each ended by a zero byte
constexpr char kAlive = 'a';
constexpr char kChanges = 'c';
constexpr char kFault = 'f';
constexpr char kEnd = 'z';

// OPTIONS, one letter each; "-" is always there.
constexpr char kOverwrite = 'o';
constexpr char kDryRun = 'd';
constexpr char kKeepTimes = 't';

std::string option_letters(const FileTagWish& wish, const FileTagWriteOptions& options) {
  std::string letters = "-";
  if (wish.overwrite) letters += kOverwrite;
  if (options.dry_run) letters += kDryRun;
  if (options.keep_times) letters += kKeepTimes;
  return letters;
}

std::vector<std::string> grid_words(const SeratoGrid& grid) {
  std::vector<std::string> words;
  if (grid.markers.empty()) return words;
  words.push_back(fmt::format("{}", grid.bpm));
  for (const GridMarker& marker : grid.markers)
    words.push_back(fmt::format("{}:{}", marker.time, marker.beats));
  return words;
}

constexpr std::string_view kCueWord = "cue:";

std::string cue_word(const SongCue& cue) {
  return fmt::format("{}{}:{}:{}:{}:{}", kCueWord, cue.start, cue.end, cue.pad, cue.colour,
                     cue.name);
}

SongCue cue_of(const std::string& word) {
  SongCue cue;
  const char* at = word.c_str() + kCueWord.size();
  const auto next = [&] {
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    at = *end == ':' ? end + 1 : end;
    return number;
  };
  cue.start = next();
  cue.end = next();
  cue.pad = static_cast<int>(next());
  cue.colour = static_cast<int>(next());
  cue.name = at;
  return cue;
}

SeratoGrid grid_of(std::span<const std::string> words) {
  SeratoGrid grid;
  if (words.empty()) return grid;
  grid.bpm = std::strtod(words.front().c_str(), nullptr);
  for (const std::string& word : words.subspan(1)) {
    char* beats = nullptr;
    const double time = std::strtod(word.c_str(), &beats);
    grid.markers.push_back({time, *beats == ':' ? std::atoi(beats + 1) : 0});
  }
  return grid;
}

void send(int descriptor, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(descriptor, text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) done += static_cast<std::size_t>(written);
  }
}

std::string packed(const std::vector<FileTagChange>& changes) {
  std::string text;
  for (const FileTagChange& change : changes) {
    for (const std::string& part : {change.name, change.before, change.after,
                                    std::to_string(static_cast<int>(change.outcome))}) {
      text += part;
      text += '\0';
    }
  }
  return text;
}

std::vector<FileTagChange> unpacked(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == '\0') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  constexpr std::size_t kParts = 4;
  std::vector<FileTagChange> changes;
  for (std::size_t i = 0; i + kParts <= parts.size(); i += kParts) {
    const int outcome = parts[i + 3].empty() ? 0 : parts[i + 3].front() - '0';
    changes.push_back({parts[i], parts[i + 1], parts[i + 2], static_cast<FileTagOutcome>(outcome)});
  }
  return changes;
}

class Worker {
 public:
  Worker(const fs::path& audio, const std::vector<std::string>& command, double stall_seconds)
      : audio_(audio), stall_(std::llround(stall_seconds * 1000)) {
    try {
      child_.emplace(command, kDecodeWorkerDescriptor);
    } catch (const std::system_error& error) {
      fail(fmt::format("the writer of tags cannot be started: {}", error.what()));
    }
  }

  std::vector<FileTagChange> changes() {
    char kind = kAlive;
    while (kind == kAlive) kind = next();
    std::string text;
    char c = next();
    for (char following; more(following); c = following) text += c;
    if (c != kEnd) died();
    if (kind == kFault) throw FileTagError(text);
    return unpacked(text);
  }

 private:
  using Read = ChildProcess::Read;

  // False at the end of the answer.
  bool more(char& c) {
    const Read state = child_->read(std::as_writable_bytes(std::span(&c, 1)), stall_);
    if (state == Read::kStalled) fail("the writer of tags stopped answering");
    return state == Read::kFull;
  }
  char next() {
    char c = 0;
    if (!more(c)) died();
    return c;
  }
  [[noreturn]] void died() {
    fail(fmt::format("the writer of tags {}: the file is probably damaged",
                     child_->end(std::chrono::milliseconds(2000))));
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw FileTagError(fmt::format("{}: {}", audio_.string(), what));
  }

  const fs::path& audio_;
  std::chrono::milliseconds stall_;
  std::optional<ChildProcess> child_;
};

}  // namespace

std::vector<FileTagChange> write_file_tags_apart(const fs::path& audio, const FileTagWish& wish,
                                                 const FileTagWriteOptions& options,
                                                 const std::vector<std::string>& worker,
                                                 double stall_seconds) {
  if (worker.empty()) return write_file_tags(audio, wish, options);
  std::vector<std::string> command = worker;
  for (const std::string& word :
       {audio.string(), wish.bpm, wish.key, option_letters(wish, options)})
    command.push_back(word);
  for (const SongCue& cue : wish.cues) command.push_back(cue_word(cue));
  for (std::string& word : grid_words(wish.grid)) command.push_back(std::move(word));
  return Worker(audio, command, stall_seconds).changes();
}

std::vector<FileTagChange> write_file_tags_of(const Annotation& annotation, const fs::path& audio,
                                              const FileTagOptions& choice,
                                              const std::vector<std::string>& worker,
                                              double stall_seconds) {
  const FileTagWish wish = file_tag_wish(annotation, choice);
  if (wish.bpm.empty() && wish.key.empty() && wish.grid.markers.empty() && wish.cues.empty())
    return {};
  return write_file_tags_apart(audio, wish, {choice.dry_run, choice.keep_times}, worker,
                               stall_seconds);
}

int run_file_tag_worker(const std::vector<std::string>& arguments, int out_descriptor) {
  constexpr std::size_t kBeforeCues = 4;
  if (arguments.size() < kBeforeCues) return 2;
  limit_child_process(kTagWriterAddressSpace);
  const std::string& letters = arguments[3];
  const auto has = [&](char letter) { return letters.find(letter) != std::string::npos; };
  FileTagWish wish = {arguments[1], arguments[2], has(kOverwrite)};
  auto rest = std::span(arguments).subspan(kBeforeCues);
  for (; !rest.empty() && rest.front().starts_with(kCueWord); rest = rest.subspan(1))
    wish.cues.push_back(cue_of(rest.front()));
  wish.grid = grid_of(rest);
  const auto alive = [out_descriptor, last = std::chrono::steady_clock::now()]() mutable {
    const auto now = std::chrono::steady_clock::now();
    if (now - last < std::chrono::milliseconds(100)) return;
    last = now;
    send(out_descriptor, std::string(1, kAlive));
  };
  std::string answer;
  try {
    answer = kChanges +
             packed(write_file_tags(arguments[0], wish, {has(kDryRun), has(kKeepTimes)}, alive));
  } catch (const std::exception& error) {
    answer = std::string(1, kFault) + error.what();
  }
  send(out_descriptor, answer + kEnd);
  return 0;
}

}  // namespace tactus
