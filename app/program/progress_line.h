// One line on a terminal, drawn again and again: bar, count, time left. Silent if stderr is no
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
  // Clears the line, so that other text can be printed; the next show() draws it again.
  void clear();

 private:
  bool active_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace tactus
