// One self-overwriting line on a terminal: bar, count, time left. Silent when stderr is no
// terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace tactus {

class ProgressLine {
 public:
  // `wanted` = false keeps it silent in any case.
  explicit ProgressLine(bool wanted = true);
  ~ProgressLine();  // clears the line
  void show(std::size_t done, std::size_t total, const std::string& what);
  // Takes the line away so that something else can be printed; the next show() draws it again.
  void clear();

 private:
  bool active_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace tactus
