// The marks of the files that Tactus has written into a folder, for formats that cannot carry a
// mark themselves: the hidden file `.tactus-outputs` there.
//
//   file   ::= kTitle NL { record NL }
//   record ::= CHECK " " HASH " " MAKER " " NAME " " SONG [ " " DAMAGE ]
//   CHECK  ::= the first 8 digits of the hash of what follows
//   HASH   ::= 32 digits, of the bytes of the file (content_hash.h)
//   MAKER  ::= "t" for Tactus, "p" for a person who saved or exported it in the window
//   NAME   ::= of the file;  SONG ::= path of its audio file, "" = unknown;
//   DAMAGE ::= where the sound of the song is damaged;
//              all three with %XX for blanks, control characters and "%"
//
// The file only grows, until old records outnumber the others; it is then written again. A record
// is added before its file takes its place, so that a killed program leaves no file without a
// record. A file has several records; the last kMostRecords count.
//
// The index is a help, never a condition. A missing or damaged record makes a file unknown, and an
// unknown file is kept. Two programs may use one folder at the same time. Copied with its folder,
// the index stays true. Reading costs time only for what was added since the last call.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tactus {

struct OutputRecord {
  std::string hash;
  bool person = false;
  std::string song;
  std::string damage = {};  // where the sound of the song is damaged; "" = nowhere known
  bool operator==(const OutputRecord&) const = default;
};

class OutputIndex {
 public:
  static constexpr const char* kName = ".tactus-outputs";
  static constexpr std::string_view kTitle =
      "Tactus outputs 1: files that Tactus wrote here. It replaces no others without a copy.";
  static constexpr std::size_t kMostRecords = 16;

  explicit OutputIndex(const std::filesystem::path& folder) : file_(folder / kName) {}

  // Reads what was added. Records that add() could not write stay. Never throws for what is on the
  // disk.
  void refresh();
  // The records of a file name, oldest first, as of the last refresh().
  const std::vector<OutputRecord>& known(const std::string& name) const;
  // Both in one call.
  const std::vector<OutputRecord>& records(const std::string& name) {
    refresh();
    return known(name);
  }
  // Adds a record. Where that is impossible (no permission, full disk) only this object knows it. A
  // file of this name that is no index is set aside as `.tactus-outputs.orig`.
  void add(const std::string& name, const OutputRecord& record);
  // Why add() could not write for the first time, with the path and what follows from it; "" = it
  // could, or this was asked before.
  std::string take_failure() {
    return std::exchange(failure_said_, !failure_.empty()) ? "" : failure_;
  }

 private:
  void read();
  std::string write(const std::string& name, const OutputRecord& record);
  void take(std::string_view lines);
  void forget();
  bool append(int descriptor, const std::string& line) const;
  void compact() const;

  std::filesystem::path file_;
  struct stat seen_ {};       // of the file when it was read
  std::uintmax_t taken_ = 0;  // bytes of whole lines that were read
  std::size_t lines_ = 0;     // that were read
  bool foreign_ = false;      // the file is no index
  std::unordered_map<std::string, std::vector<OutputRecord>> records_;
  std::vector<std::pair<std::string, OutputRecord>> unwritten_;  // name, record
  std::string failure_;
  bool failure_said_ = false;
};

}  // namespace tactus
