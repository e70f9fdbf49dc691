#include "model/meter.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr int kMostBeats = 64;

std::optional<int> number_in(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
  text = text.substr(first, text.find_last_not_of(' ') + 1 - first);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number >= 1 && number <= kMostBeats ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string name_of(const Meter& meter) {
  if (meter.beats <= 0) return "";
  return meter.compound() ? time_signature_of(meter).text() : fmt::format("{}", meter.beats);
}

std::optional<Meter> meter_named(std::string_view name) {
  if (const auto signature = parse_signature(name)) return signature->meter();
  const std::optional<int> beats = number_in(name);
  return beats ? std::optional(Meter{*beats}) : std::nullopt;
}

Meter TimeSignature::meter() const {
  const bool compound = denominator >= 8 && numerator % 3 == 0 && numerator > 3;
  return compound ? Meter{numerator / 3, kCompound} : Meter{numerator};
}

std::string TimeSignature::text() const {
  return fmt::format("{}/{}", numerator, denominator);
}

TimeSignature time_signature_of(const Meter& meter) {
  return meter.compound() ? TimeSignature{3 * meter.beats, 8} : TimeSignature{meter.beats, 4};
}

std::optional<TimeSignature> parse_signature(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::optional<int> above = number_in(text.substr(0, slash));
  const std::optional<int> below = number_in(text.substr(slash + 1));
  return above && below ? std::optional(TimeSignature{*above, *below}) : std::nullopt;
}

Meter meter_of(std::span<const Beat> beats) {
  const int usual = usual_bar(beats);
  std::ptrdiff_t bars = 0, compound = 0;  // of that length
  std::size_t start = beats.size();
  for (std::size_t i = 0; i < beats.size(); ++i) {
    if (beats[i].position != 1) continue;
    if (start < i && static_cast<int>(i - start) == usual) {
      ++bars;
      compound += bar_meter(beats.subspan(start, i - start)).compound();
    }
    start = i;
  }
  return {usual, 2 * compound > bars ? kCompound : 2};
}

Meter bar_meter(std::span<const Beat> bar) {
  const auto compound = std::ranges::count(bar, kCompound, &Beat::division);
  return {static_cast<int>(bar.size()), 2 * compound > std::ssize(bar) ? kCompound : 2};
}

}  // namespace tactus
