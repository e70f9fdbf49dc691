#include "app/engine/file_tags/file_tag_writer.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <system_error>

#include "audio/file_tags/open_file.h"
#include "audio/readers/channel_reader.h"
#include "audio/readers/mpeg_start.h"
#include "features/files/atomic_file.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

fs::path require_changeable(const fs::path& audio) {
  const fs::path target = fs::canonical(audio);
  struct stat status;
  if (::stat(target.c_str(), &status) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot be read");
  if (!S_ISREG(status.st_mode)) throw FileTagError("not a regular file");
  if (status.st_nlink > 1) {
    throw FileTagError(
        fmt::format("the file has {} names (hard links), and the others would keep the "
                    "old tags; copy it first",
                    status.st_nlink));
  }
  if (::access(target.c_str(), W_OK) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot be written");
  return target;
}

// The samples of a file as one stream.
class Samples {
 public:
  explicit Samples(const fs::path& path) : reader_(path) {}

  // At least one sample, except at the end.
  std::span<const float> waiting() {
    if (block_.empty()) block_ = reader_.next();
    return block_;
  }
  void take(std::size_t count) { block_ = block_.subspan(count); }
  const ChannelReader& reader() const { return reader_; }

 private:
  ChannelReader reader_;
  std::span<const float> block_;
};

bool same_sound(Samples& a, Samples& b, const std::function<void()>& alive) {
  const ChannelReader &one = a.reader(), &other = b.reader();
  if (one.sample_rate() != other.sample_rate() || one.channels() != other.channels()) return false;
  for (;;) {
    const auto left = a.waiting(), right = b.waiting();
    const std::size_t count = std::min(left.size(), right.size());
    if (count == 0) return left.empty() && right.empty();
    if (std::memcmp(left.data(), right.data(), count * sizeof(float)) != 0) return false;
    a.take(count);
    b.take(count);
    if (alive) alive();
  }
}

[[noreturn]] void refuse_damage(const std::string& damage) {
  throw FileTagError(fmt::format("the sound is damaged ({}), so the tags are not written", damage));
}

void require_whole_sound(const fs::path& file, const std::function<void()>& alive) {
  Samples samples(file);
  for (auto block = samples.waiting(); !block.empty(); block = samples.waiting()) {
    samples.take(block.size());
    if (alive) alive();
  }
  if (const auto damage = samples.reader().warning()) refuse_damage(*damage);
}

void require_same_sound(const fs::path& original, const fs::path& copy,
                        const std::function<void()>& alive) {
  Samples before(original), after(copy);
  const bool same = same_sound(before, after, alive);
  if (const auto damage = before.reader().warning()) refuse_damage(*damage);
  if (!same || after.reader().warning() ||
      before.reader().info().format != after.reader().info().format)
    throw FileTagError("the sound would differ with the new tags, so they are not written");
}

void replace_tags(const fs::path& target, const FileTagWish& wish,
                  const FileTagWriteOptions& options, const std::function<void()>& alive) {
  FileReplacement copy(target, alive);
  change_tags(copy.descriptor(), wish, alive);
  require_same_sound(target, copy.readable_path(), alive);
  if (!copy.commit(options.keep_times))
    throw FileTagError("another program has changed the file; try again");
}

// Grid and cues in the time of programs that leave the delays of MP3 in.
void place_grid(FileTagWish& wish, const fs::path& target) {
  constexpr int kMp3 = 3;
  if (wish.grid.markers.empty() && wish.cues.empty()) return;
  const auto start = mpeg_start(target);
  if (start && start->layer == kMp3) wish.mpeg_shift = serato_shift(*start);
}

std::vector<FileTagChange> write_to(const fs::path& audio, FileTagWish wish,
                                    const FileTagWriteOptions& options,
                                    const std::function<void()>& alive) {
  const fs::path target = require_changeable(audio);
  place_grid(wish, target);
  const std::vector<FileTagChange> changes = planned_changes(OpenFile(target).get(), wish);
  const bool any = std::any_of(changes.begin(), changes.end(), [](const FileTagChange& change) {
    return change.outcome == FileTagOutcome::kWritten;
  });
  if (any && options.dry_run) require_whole_sound(target, alive);
  if (any && !options.dry_run) replace_tags(target, wish, options, alive);
  return changes;
}

[[noreturn]] void fail(const fs::path& audio, const std::string& what) {
  const bool named = what.starts_with(audio.string() + ":");
  throw FileTagError(named ? what : fmt::format("{}: {}", audio.string(), what));
}

}  // namespace

std::vector<FileTagChange> write_file_tags(const fs::path& audio, const FileTagWish& wish,
                                           const FileTagWriteOptions& options,
                                           const std::function<void()>& alive) {
  try {
    return write_to(audio, wish, options, alive);
  } catch (const std::bad_alloc&) {
    fail(audio, "reading needs too much memory: the file is probably damaged");
  } catch (const fs::filesystem_error& error) {
    fail(audio, fmt::format("the tags cannot be written: {}; the file is unchanged",
                            error.code().message()));
  } catch (const std::system_error& error) {
    fail(audio, error.what());
  } catch (const std::exception& error) {
    fail(audio, error.what());
  }
}

}  // namespace tactus
