// Shares the songs of a list between processes, on one machine or on many that see one folder: each
// song is worked on by one of them at a time, and done once.
//
//   FOLDER/XX/HASH.N   the N-th claim on a song; HASH = of its name, XX = the first two digits
//   FOLDER/clock       its time of change is "now" on the machine that holds the folder
//
//   claim ::= { "song", "host", "boot", "process", "started" } NL [ { "status", "message" } NL ]
//
// A claim appears with its first line in one step, for one process alone. Its second line says that
// the song is done. A claim without it is dead if its process has ended (on this machine) or if
// nobody has touched the file for `silence` (on others). The next process then makes claim N + 1.
// A process that was only stopped, and goes on later, does its song a second time, with the same
// bytes. A folder is one run: what is done in it, also in vain, stays done.
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace tactus {

// Thread-safe.
class SongClaims {
 public:
  static constexpr std::chrono::seconds kSilence{300};

  // Creates the folder. Throws ArgumentError if it cannot be made or written.
  explicit SongClaims(std::filesystem::path folder, std::chrono::milliseconds silence = kSilence);
  // Gives back what is not finished.
  ~SongClaims();
  SongClaims(const SongClaims&) = delete;
  SongClaims& operator=(const SongClaims&) = delete;

  enum class Claim {
    kMine,    // this object has the song now; finish() or give_back() must follow
    kOthers,  // another process, or another object of this one, works on it
    kDone
  };
  // All three throw std::filesystem::filesystem_error.
  Claim take(const std::string& song);
  Claim look(const std::string& song) const;  // what take() would return, without taking
  void finish(const std::string& song, std::string_view status, std::string_view message);

  // The song is free again.
  void give_back(const std::string& song) noexcept;

 private:
  std::filesystem::path file_of(const std::string& song, int number) const;
  Claim look(const std::string& song, int& number) const;  // number: of the next claim
  bool is_dead(const std::filesystem::path& claim, std::string_view first_line) const;
  bool is_silent(const std::filesystem::path& claim) const;
  void show_life();

  const std::filesystem::path folder_;
  const std::chrono::milliseconds silence_;
  std::mutex mutex_;  // guards the following
  std::condition_variable_any wake_;
  std::map<std::string, std::filesystem::path> held_;
  std::jthread life_;  // last member: the thread uses the others
};

}  // namespace tactus
