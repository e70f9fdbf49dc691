#include "app/collection/folder_watch.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "app/engine/songs/tag_inputs.h"
#include "audio/error.h"
#include "audio/file_extensions.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

bool is_hidden_name(const fs::path& path) {
  return path.filename().string().starts_with('.');
}

// Size and times of the last changes, of the bytes and of all else; "" if there is no such file.
std::string state_text(const fs::path& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return "";
  return fmt::format("{} {}.{} {}.{}", found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec,
                     found.st_ctim.tv_sec, found.st_ctim.tv_nsec);
}

bool is_jams(const fs::path& file) {
  return file.extension() == ".jams";
}

std::vector<fs::path> files_beside(const fs::path& file) {
  std::vector<fs::path> files;
  std::error_code unreadable;
  for (fs::directory_iterator entry(file.parent_path(), unreadable), end;
       !unreadable && entry != end; entry.increment(unreadable))
    files.push_back(entry->path());
  return files;
}

bool is_real_folder(const fs::directory_entry& entry) {
  std::error_code unknown;
  return !is_hidden_name(entry.path()) && !entry.is_symlink(unknown) && entry.is_directory(unknown);
}

}  // namespace

FolderWatch::FolderWatch(fs::path folder, Pace pace, Warn warn)
    : folder_(std::move(folder)),
      pace_(pace),
      warn_(std::move(warn)),
      inotify_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)),
      next_look_(Clock::now() + pace.look) {
  std::error_code unknown;
  if (!fs::is_directory(folder_, unknown))
    throw InputError(fmt::format("{}: no such folder", folder_.string()));
  if (inotify_.get() < 0)
    throw InputError(
        fmt::format("{}: cannot be watched: {}", folder_.string(), std::strerror(errno)));
  watch(folder_);  // first, so that nothing comes unseen in between
  look(folder_);
}

void FolderWatch::watch(const fs::path& folder) {
  constexpr std::uint32_t kEvents = IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM |
                                    IN_DELETE | IN_CREATE | IN_ATTRIB | IN_ONLYDIR;
  const bool top = folder == folder_;
  const int id =
      ::inotify_add_watch(inotify_.get(), folder.c_str(), top ? kEvents : kEvents | IN_DONT_FOLLOW);
  if (id < 0) {
    if (!top && (errno == ENOENT || errno == ENOTDIR)) return;  // gone in the meantime
    const std::string message =
        fmt::format("{}: cannot be watched: {}{}", folder.string(), std::strerror(errno),
                    errno == ENOSPC ? "; raise fs.inotify.max_user_watches" : "");
    if (top) throw InputError(message);
    if (warned_.insert(folder).second && warn_) warn_(message);
    return;
  }
  watches_[id] = folder;  // perhaps under a new name, and so for all below
  std::error_code unreadable;
  for (fs::directory_iterator entry(folder, unreadable), end; !unreadable && entry != end;
       entry.increment(unreadable)) {
    if (is_real_folder(*entry)) watch(entry->path());
  }
}

void FolderWatch::look(const fs::path& folder) {
  std::error_code unreadable;
  for (fs::directory_iterator entry(folder, unreadable), end; !unreadable && entry != end;
       entry.increment(unreadable)) {
    if (is_real_folder(*entry)) {
      look(entry->path());
      continue;
    }
    const auto waiting = waiting_.find(entry->path());
    const auto given = given_.find(entry->path());
    const std::string state = state_text(entry->path());
    const bool known = waiting != waiting_.end() ? waiting->second.state == state
                                                 : given != given_.end() && given->second == state;
    if (!known) changed(entry->path());
  }
}

void FolderWatch::changed(const fs::path& file) {
  if (!is_hidden_name(file) && (has_audio_extension(file) || is_jams(file)) &&
      !(file.stem().extension() == ".click" && is_click_version(file, files_beside(file))))
    waiting_[file] = {Clock::now(), state_text(file)};
}

void FolderWatch::read_events() {
  alignas(inotify_event) std::array<char, 65536> buffer;
  for (;;) {
    const ssize_t got = ::read(inotify_.get(), buffer.data(), buffer.size());
    if (got <= 0) return;
    for (ssize_t at = 0; at < got;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
      at += static_cast<ssize_t>(sizeof *event) + event->len;
      if (event->mask & IN_Q_OVERFLOW) {  // some were lost
        watch(folder_);
        look(folder_);
        continue;
      }
      if (event->mask & IN_IGNORED) watches_.erase(event->wd);
      const auto folder = watches_.find(event->wd);
      if (folder == watches_.end() || event->len == 0) continue;
      const fs::path path = folder->second / event->name;
      if (event->mask & (IN_MOVED_FROM | IN_DELETE)) {
        given_.erase(path);
        waiting_.erase(path);
        continue;
      }
      if (!(event->mask & IN_ISDIR)) {
        changed(path);
      } else if (!is_hidden_name(path) && (event->mask & (IN_CREATE | IN_MOVED_TO))) {
        watch(path);
        look(path);
      }
    }
  }
}

std::vector<fs::path> FolderWatch::settled() {
  std::vector<fs::path> files;
  const auto now = Clock::now();
  for (auto file = waiting_.begin(); file != waiting_.end();) {
    if (now - file->second.since < pace_.settle) {
      ++file;
      continue;
    }
    // Several events may tell of one change.
    const std::string state = state_text(file->first);
    if (state.empty())
      given_.erase(file->first);
    else if (std::exchange(given_[file->first], state) != state)
      files.push_back(file->first);
    file = waiting_.erase(file);
  }
  return files;
}

std::vector<fs::path> FolderWatch::next(const std::stop_token& stop) {
  constexpr int kPause = 100;  // milliseconds
  while (!stop.stop_requested()) {
    read_events();
    if (pace_.look.count() > 0 && Clock::now() >= next_look_) {
      watch(folder_);
      look(folder_);
      next_look_ = Clock::now() + pace_.look;
    }
    std::vector<fs::path> files = settled();
    if (!files.empty()) return files;
    pollfd waited{inotify_.get(), POLLIN, 0};
    ::poll(&waited, 1, kPause);
  }
  return {};
}

}  // namespace tactus
