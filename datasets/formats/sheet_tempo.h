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
  std::string bpm;    // with as many decimals as the beats need
  std::string shown;  // on the page, at most two decimals; "" = nothing
};

struct SheetTempi {
  double start = 0.0;  // seconds, of the first beat
  std::vector<SheetTempo> tempi;
};

// One tempo per region (tempo_regions.h), and one for its last beat where the next region does not
// follow after one period. Beats of steady tempo move by at most a millisecond, beats of live
// playing by 14 ms, and a lone beat lasts 0.2 to 3 s. Every steady tempo is shown; in live playing
// only a change by a twentieth. `beats` counted through pauses.
SheetTempi sheet_tempi(std::span<const Beat> beats);

}  // namespace tactus
