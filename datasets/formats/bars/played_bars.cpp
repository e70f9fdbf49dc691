#include "datasets/formats/bars/played_bars.h"

#include <utility>

namespace tactus {

bool PlayedBars::add(PlayedBar bar) {
  if (bars_.size() >= kMostPlayedBars) return false;
  bars_.push_back(std::move(bar));
  return true;
}

bool PlayedBars::repeat(std::size_t begin, std::size_t end) {
  if (begin > end || end > bars_.size()) return true;
  if (bars_.size() + (end - begin) > kMostPlayedBars) return false;
  for (std::size_t i = begin; i < end; ++i) bars_.push_back(PlayedBar(bars_[i]));
  return true;
}

bool PlayedBars::pass_bar_line(std::string_view sign) {
  const std::size_t bar = sign.find('|');
  const char last = sign.back();
  const bool ending = last >= '1' && last <= '9';
  bool fits = true;
  if (sign.find(':') < bar) {
    const bool in_last = ending_from_ && ending_ > 1 && !ending;  // it was the second time
    if (!in_last) fits = repeat(repeat_from_, ending_from_.value_or(bars_.size()));
    if (!ending) {
      repeat_from_ = bars_.size();
      ending_from_.reset();
    }
  }
  if (sign.find(':', bar) != std::string_view::npos) {
    repeat_from_ = bars_.size();
    ending_from_.reset();
  }
  if (!ending) return fits;
  ending_ = last - '0';
  if (!ending_from_) ending_from_ = bars_.size();
  return fits;
}

std::size_t bar_line_at(std::string_view line, std::size_t at) {
  std::size_t end = at;
  while (end < line.size() && (line[end] == '|' || line[end] == ':')) ++end;
  if (line.substr(at, end - at).find('|') == std::string_view::npos) return 0;
  const bool single = end + 1 >= line.size() || line[end + 1] == ' ' || line[end + 1] == '\t';
  const bool sign =
      end < line.size() && (line[end] == '.' || (line[end] >= '1' && line[end] <= '9'));
  return end - at + (sign && single ? 1 : 0);
}

}  // namespace tactus
