// Bars in the order in which they are played, from a sheet with repeats and endings.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/meter.h"

namespace tactus {

struct PlayedBar {
  Meter meter;
  double period = 0.5;  // seconds per beat
  std::vector<std::string> chords;
};

// All functions return false for more than kMostPlayedBars, and add no more then.
inline constexpr std::size_t kMostPlayedBars = 100'000;

class PlayedBars {
 public:
  const std::vector<PlayedBar>& all() const { return bars_; }
  std::size_t size() const { return bars_.size(); }

  bool add(PlayedBar bar);
  // Adds the bars from `begin` to before `end` again; nothing if there are none.
  bool repeat(std::size_t begin, std::size_t end);
  // A bar line with its signs: "|", ":|", "|:", ":|:", "|1", ":|2". Bars between |: and :| are
  // played twice, each time with the ending of its number; they are played again up to where the
  // first ending begins.
  bool pass_bar_line(std::string_view sign);

 private:
  std::vector<PlayedBar> bars_;
  std::size_t repeat_from_ = 0;
  std::optional<std::size_t> ending_from_;  // the bar at which the first ending begins
  int ending_ = 0;                          // its number
};

// Returns the length in bytes of a bar line at `at`; 0 if there is none.
std::size_t bar_line_at(std::string_view line, std::size_t at);

}  // namespace tactus
