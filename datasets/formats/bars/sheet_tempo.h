// The tempi of a sheet in bars, for beats that are quarters.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/annotation.h"

namespace tactus {

// A tempo from a beat on.
struct SheetTempo {
  std::size_t beat = 0;
  std::string bpm;    // with as many decimals as the beats need, at least two
  std::string shown;  // on the page: two decimals, in live playing none
};

struct SheetTempi {
  double start = 0.0;  // seconds, of the first beat
  std::vector<SheetTempo> tempi;
};

// One tempo per region of eight or more steady beats (tempo_regions.h). Elsewhere tempi begin on
// bars, as few as keep the beats within 50 ms, but bars of uneven beats may move them by more.
// Where the next region does not follow after one period, the sheet goes on up to 20 ms early or
// late, else the last beat makes up for it. Steady beats move by a millisecond more at most.
// `beats` counted through pauses.
SheetTempi sheet_tempi(std::span<const Beat> beats);

}  // namespace tactus
