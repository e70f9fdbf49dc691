// Waits for audio and JAMS files that come into a folder, at any depth, or change there.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "features/files/descriptor.h"

namespace tactus {

// Linux tells of changes (inotify); it does not where another machine writes into a shared folder,
// so the whole folder may be looked at from time to time as well. Hidden files and folders do not
// count, nor files without the ending of sound or of JAMS; links to folders are not followed. For
// one thread.
class FolderWatch {
 public:
  using Clock = std::chrono::steady_clock;
  struct Pace {
    std::chrono::milliseconds settle{2000};  // a file is whole when nobody wrote to it for so long
    std::chrono::milliseconds look{0};       // time between two looks at the whole folder; 0 = none
  };

  // `warn` gets a message for each folder below that cannot be watched. Throws InputError if there
  // is no such folder, or it cannot be watched.
  using Warn = std::function<void(const std::string& message)>;
  FolderWatch(std::filesystem::path folder, Pace pace, Warn warn = {});

  // Waits until at least one file is whole, and returns all that are; nothing after a stop. The
  // first call also gives all files that are there. A file comes again after each change, also of
  // its permissions, and after it was away.
  std::vector<std::filesystem::path> next(const std::stop_token& stop);

 private:
  void watch(const std::filesystem::path& folder);  // and all below
  void look(const std::filesystem::path& folder);   // for files that are new or have changed
  void read_events();
  void changed(const std::filesystem::path& file);
  std::vector<std::filesystem::path> settled();

  const std::filesystem::path folder_;
  const Pace pace_;
  const Warn warn_;
  Descriptor inotify_;
  std::map<int, std::filesystem::path> watches_;
  std::set<std::filesystem::path> warned_;
  struct Waiting {
    Clock::time_point since;  // the last change
    std::string state;        // size and time of change
  };
  std::map<std::filesystem::path, Waiting> waiting_;
  std::map<std::filesystem::path, std::string> given_;  // what was returned, and its state then
  Clock::time_point next_look_;
};

}  // namespace tactus
