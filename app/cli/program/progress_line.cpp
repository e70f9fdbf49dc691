#include "app/cli/program/progress_line.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

#include "app/cli/program/terminal.h"
#include "audio/standard_streams.h"

namespace tactus {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kRedraw{100};

double seconds_since(steady_clock::time_point start) {
  return std::chrono::duration<double>(steady_clock::now() - start).count();
}

std::string clock_text(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  if (whole >= 3600)
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

ProgressLine::ProgressLine(bool wanted, std::chrono::milliseconds interval)
    : wanted_(wanted),
      columns_(terminal_columns(STDERR_FILENO)),
      interval_(interval),
      start_(steady_clock::now()),
      last_(start_) {}

ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::show(std::size_t done, std::size_t total, const std::string& what) {
  if (!wanted_ || total == 0) return;
  const std::lock_guard lock(mutex_);
  done_ = done;
  total_ = total;
  what_ = what;
  if (columns_ > 0)
    draw();
  else
    print_plain();
}

void ProgressLine::show_part(double part) {
  if (!wanted_ || columns_ == 0) return;
  const std::lock_guard lock(mutex_);
  part_ = part;
  if (total_ > 0 && steady_clock::now() - last_ > kRedraw) draw();
}

std::string ProgressLine::counts() const {
  const double share =
      std::min((static_cast<double>(done_) + part_) / static_cast<double>(total_), 1.0);
  const double elapsed = seconds_since(start_);
  const std::string left = share > 0.01 ? clock_text(elapsed / share - elapsed) : "?";
  return fmt::format("{}/{}  {} left", done_, total_, left);
}

void ProgressLine::draw() {
  constexpr std::size_t kBar = 24;
  const double share = (static_cast<double>(done_) + part_) / static_cast<double>(total_);
  const auto filled = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * kBar);
  const std::string line = fmt::format("[{}{}] {}  {}", std::string(filled, '#'),
                                       std::string(kBar - filled, '.'), counts(), what_);
  print_log("\r\033[K{}", display_width(line) < columns_ ? line : without_end(line, columns_ - 1));
  drawn_ = true;
  last_ = steady_clock::now();
}

void ProgressLine::print_plain() {
  if (done_ == 0 || done_ == total_ || steady_clock::now() - last_ < interval_) return;
  print_log("tactus: {}\n", counts());
  last_ = steady_clock::now();
}

void ProgressLine::clear() {
  const std::lock_guard lock(mutex_);
  if (!drawn_) return;
  print_log("\r\033[K");
  drawn_ = false;
}

}  // namespace tactus
