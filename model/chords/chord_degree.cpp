#include "model/chords/chord_degree.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

namespace tactus {
namespace {

constexpr std::array<int, 14> kScale = {0, 0, 2, 4, 5, 7, 9, 11, 12, 14, 16, 17, 19, 21};

std::string message(std::string_view label, std::size_t column, const std::string& reason) {
  constexpr std::size_t kShown = 60;
  const std::string_view more = label.size() > kShown ? "..." : "";
  return fmt::format("chord label '{}{}': column {}: {}", label.substr(0, kShown), more, column,
                     reason);
}

}  // namespace

ChordLabelError::ChordLabelError(std::string_view label, std::size_t column,
                                 const std::string& reason)
    : ErrorOf(message(label, column, reason)), column_(column) {}

int natural_pitch_class(char letter) {
  constexpr std::string_view kLetters = "C D EF G A B";
  const std::size_t found = letter == ' ' ? std::string_view::npos : kLetters.find(letter);
  return found == std::string_view::npos ? -1 : static_cast<int>(found);
}

int semitones(const ChordDegree& degree) {
  return kScale.at(static_cast<std::size_t>(degree.number)) + degree.accidental;
}

std::string to_text(const ChordDegree& degree) {
  const auto signs = static_cast<std::size_t>(std::abs(degree.accidental));
  return fmt::format("{}{}{}", degree.omitted ? "*" : "",
                     std::string(signs, degree.accidental < 0 ? 'b' : '#'), degree.number);
}

}  // namespace tactus
