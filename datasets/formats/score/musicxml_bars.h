// The bars of a score: its measures with pickups, and with those joined that make one bar.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/meter.h"

namespace tactus {

struct MeasureSpan {
  double length = 0.0;  // quarters
  TimeSignature signature;
  bool new_signature = false;
  bool implicit = false;  // implicit="yes"
  std::string number;     // as written
};

struct ScoreBeat {
  double quarter = 0.0;  // from the start of the score
  int position = 1;
  int division = 2;
};

struct ScoreBars {
  std::vector<ScoreBeat> beats;
  std::vector<double> starts;  // of the measures, and the end of the last one, in quarters
  bool pickup = false;         // the first measure is one
  std::vector<std::string> notes;
};

// A first measure that is shorter than its time signature is a pickup if it is implicit, or the
// next one is whole: its beats count up to the bar line (noted unless it is implicit or has the
// number 0). Up to 16 short measures that together fill their time signature are one bar, as at a
// repeat or a line break. Other measures of a wrong length keep it (noted), but an incomplete last
// one.
ScoreBars score_bars(const std::vector<MeasureSpan>& measures);

}  // namespace tactus
