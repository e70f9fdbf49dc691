// The meter of a bar: how many beats it has, and how a beat is divided. The beat of a compound
// meter is a dotted quarter: 6/8 has two beats, 9/8 three, 12/8 four. All others are counted as
// written.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/annotation.h"

namespace tactus {

struct Meter {
  int beats = 0;     // of a bar, 0 = unknown
  int division = 2;  // of a beat: kCompound, else 2
  bool compound() const { return division == kCompound; }
  bool operator==(const Meter&) const = default;
};

// What people call it: "4", "6/8"; "" if unknown.
std::string name_of(const Meter& meter);
// The opposite, also of "4/4". Nothing for other texts.
std::optional<Meter> meter_named(std::string_view name);

// As scores write it: "4/4", "6/8". A beat is a quarter or a dotted one. Needs a known meter.
struct TimeSignature {
  int numerator = 4, denominator = 4;
  double quarters() const { return 4.0 * numerator / denominator; }
  // 6, 9, 12, ... over 8 or shorter notes are compound; 3/8 has three beats.
  Meter meter() const;
  std::string text() const;
};
TimeSignature time_signature_of(const Meter& meter);
// Returns nothing if the text is not a time signature of 1 to 64 over 1 to 64.
std::optional<TimeSignature> parse_signature(std::string_view text);

// The most frequent meter of whole bars (usual_bar in tempo_grid.h); unknown without any.
Meter meter_of(std::span<const Beat> beats);
// Of a bar, by the beats of it: compound if most of them are.
Meter bar_meter(std::span<const Beat> bar);

}  // namespace tactus
