// How far a command is. On a terminal: one line on stderr, drawn again and again, with a bar, a
// count and the time left. Elsewhere, as in a log: a plain line from time to time.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace tactus {

// Any thread may call it.
class ProgressLine {
 public:
  // `wanted` = false keeps it silent. `interval` lies between two plain lines.
  explicit ProgressLine(bool wanted = true,
                        std::chrono::milliseconds interval = std::chrono::seconds(10));
  ~ProgressLine();  // clears the line
  // `done` of `total` songs are finished; `what` is the last of them.
  void show(std::size_t done, std::size_t total, const std::string& what);
  // The songs that are being worked on are done by `part` songs in sum.
  void show_part(double part);
  // Clears the line, so that other text can be printed; the next show() draws it again.
  void clear();

 private:
  void draw();
  void print_plain();
  std::string counts() const;  // "3/12  1:20 left"

  const bool wanted_;
  const std::size_t columns_;  // 0 = no terminal
  const std::chrono::milliseconds interval_;
  const std::chrono::steady_clock::time_point start_;
  std::mutex mutex_;  // guards the following
  std::chrono::steady_clock::time_point last_;
  std::size_t done_ = 0;
  std::size_t total_ = 0;
  double part_ = 0.0;
  std::string what_;
  bool drawn_ = false;
};

}  // namespace tactus
