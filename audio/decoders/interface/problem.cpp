#include "audio/decoders/interface/problem.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

namespace tactus {

std::string problem_text(const Problem& problem) {
  if (problem.until) {
    return fmt::format("{} from {:.3f} to {:.3f} s: {}", problem.kind, problem.seconds,
                       *problem.until, problem.reason);
  }
  if (problem.kind == std::string_view("truncated")) {
    return fmt::format("truncated at {:.3f} s: {}", problem.seconds, problem.reason);
  }
  return fmt::format("{} from {:.3f} s on: {}", problem.kind, problem.seconds, problem.reason);
}

void join_problem(std::optional<Problem>& all, const Problem& problem) {
  if (!all) {
    all = problem;
    return;
  }
  const bool cut = problem.kind == std::string_view("truncated");
  if (cut && problem.seconds <= all->seconds) {
    all = problem;
    return;
  }
  if (problem.seconds < all->seconds && !all->until) all->kind = problem.kind;
  all->seconds = std::min(all->seconds, problem.seconds);
  if (all->until) {
    all->until =
        problem.until ? std::optional(std::max(*all->until, *problem.until)) : std::nullopt;
  }
}

std::string joined_notes(const std::string& first, const std::string& second) {
  return first + (first.empty() || second.empty() ? "" : "; ") + second;
}

}  // namespace tactus
