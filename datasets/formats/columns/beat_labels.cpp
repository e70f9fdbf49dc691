#include "datasets/formats/columns/beat_labels.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "audio/text.h"
#include "datasets/formats/columns/bar_positions.h"
#include "datasets/formats/text/text_lines.h"

namespace tactus {
namespace {

using Labels = std::span<const std::string>;

bool are_tempi(Labels labels) {
  const auto fits = [](const std::string& label) { return label.empty() || is_tempo_label(label); };
  return std::ranges::all_of(labels, fits) && std::ranges::any_of(labels, is_tempo_label);
}

constexpr std::array<std::string_view, 8> kBeatWords = {"beat",   "tap",    "click", "onset",
                                                        "schlag", "batida", "tick",  "pulse"};
constexpr std::array<std::string_view, 4> kBarWords = {"downbeat", "bar", "takt", "measure"};

// "beat 3" has the number of the beat in its bar, "bar 7" that of the bar, "7|3"
// both.
std::optional<int> numbered_word(std::string_view word) {
  const std::size_t digits = word.find_last_not_of("0123456789") + 1;
  const std::string_view name = trimmed(word.substr(0, std::min(digits, word.size())));
  const std::optional<double> number = to_number(word.substr(std::min(digits, word.size())));
  if (!number || name.empty()) return std::nullopt;
  if (std::ranges::find(kBarWords, name) != kBarWords.end()) return 1;
  const bool split = name.back() == '|' && to_number(name.substr(0, name.size() - 1)).has_value();
  const bool beat = std::ranges::find(kBeatWords, name) != kBeatWords.end();
  if (!split && !beat) return std::nullopt;
  return *number >= 1.0 && *number <= 16.0 ? static_cast<int>(*number) : 0;
}

// The position in the bar that a label tells, 0 = none; nothing for other labels.
std::optional<int> beat_word(const std::string& label, BeatLetters letters) {
  const std::string word = lower_case(label);
  const bool known = letters == BeatLetters::kBeatAndDownbeat;
  const auto is_one_of = [&](const auto& words) {
    return std::ranges::find(words, word) != words.end();
  };
  if (is_one_of(kBarWords) || word == "1" || (known && word == "d")) return 1;
  if (word.empty() || is_one_of(kBeatWords) || (known && word == "b")) return 0;
  return numbered_word(word);
}

bool are_words(Labels labels, BeatLetters letters) {
  const auto fits = [&](const std::string& label) { return beat_word(label, letters).has_value(); };
  const auto is_beat = [](const std::string& label) { return lower_case(label) == "b"; };
  const auto is_word = [&](const std::string& label) {
    return label.size() > 1 || is_beat(label);  // D alone is a chord
  };
  return std::ranges::all_of(labels, fits) && std::ranges::any_of(labels, is_word);
}

bool are_counters(Labels labels) {
  constexpr std::size_t kFewest = 6;
  if (labels.size() < kFewest) return false;
  const std::optional<double> first = to_number(labels[0]);
  if (!first || *first < 0.0 || *first != std::floor(*first)) return false;
  for (std::size_t i = 1; i < labels.size(); ++i)
    if (to_number(labels[i]) != *first + static_cast<double>(i)) return false;
  return true;
}

std::vector<int> positions_of_words(Labels labels, BeatLetters letters) {
  std::vector<int> positions;
  for (const std::string& label : labels) {
    const int told = beat_word(label, letters).value_or(0);
    const int before = positions.empty() ? 0 : positions.back();
    const bool counted = before > 0 && before < kLargestPosition;
    positions.push_back(told > 0 ? told : counted ? before + 1 : 0);
  }
  return positions;
}

}  // namespace

bool is_tempo_label(std::string_view label) {
  const std::string lower = lower_case(label);
  if (!lower.ends_with("bpm")) return false;
  const std::string_view number = trimmed(std::string_view(lower).substr(0, lower.size() - 3), " ");
  return to_number(number).has_value();
}

bool is_beat_label(const std::string& label) {
  return beat_word(label, BeatLetters::kNone).has_value();
}

bool are_beat_labels(Labels labels, BeatLetters letters) {
  return are_tempi(labels) || are_words(labels, letters) || are_counters(labels);
}

std::optional<std::vector<int>> positions_of_labels(const FormatInput& input, Labels labels,
                                                    BeatLetters letters) {
  const std::vector<int> none(labels.size(), 0);
  if (are_tempi(labels)) {
    input.notes->push_back(input.name + ": the labels of the beats are tempi; left out");
    return none;
  }
  if (are_words(labels, letters)) return positions_of_words(labels, letters);
  if (!are_counters(labels)) return std::nullopt;
  input.notes->push_back(
      fmt::format("{}: {} to {} are the numbers of the beats, no positions in the bar; left out",
                  input.name, labels.front(), labels.back()));
  return none;
}

}  // namespace tactus
