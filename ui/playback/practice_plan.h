// A loop that is practised: faster (or slower) each few rounds.
#pragma once

#include <algorithm>

namespace tactus::ui {

struct PracticePlan {
  int from = 60, to = 100;  // percent of the recorded speed
  int step = 5;             // percent, > 0
  int rounds = 2;           // at each speed, > 0

  // Percent, of a round counted from 0; stays at `to`.
  int percentOf(int round) const {
    const int change = step * (round / rounds);
    return from <= to ? std::min(from + change, to) : std::max(from - change, to);
  }
  bool operator==(const PracticePlan&) const = default;
};

}  // namespace tactus::ui
