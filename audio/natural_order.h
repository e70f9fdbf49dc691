// The order in which people expect names.
#pragma once

#include <algorithm>
#include <string_view>

#include "audio/text.h"

namespace tactus {

// Numbers by their value ("2" before "10"), letters in either case; names that differ in neither by
// their bytes ("01" before "1", "A" before "a").
inline bool natural_less(std::string_view a, std::string_view b) {
  const auto number_at = [](std::string_view text) {  // without leading zeros
    const auto end = std::find_if_not(text.begin(), text.end(), is_ascii_digit);
    const std::string_view digits(text.begin(), end);
    return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
  };
  const auto small = [](char c) {
    return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  };
  std::string_view x = a, y = b;
  while (!x.empty() && !y.empty()) {
    if (is_ascii_digit(x.front()) && is_ascii_digit(y.front())) {
      const std::string_view m = number_at(x), n = number_at(y);
      if (m != n) return m.size() != n.size() ? m.size() < n.size() : m < n;
      x.remove_prefix(static_cast<std::size_t>(m.data() + m.size() - x.data()));
      y.remove_prefix(static_cast<std::size_t>(n.data() + n.size() - y.data()));
    } else {
      if (small(x.front()) != small(y.front())) return small(x.front()) < small(y.front());
      x.remove_prefix(1);
      y.remove_prefix(1);
    }
  }
  return x.empty() && y.empty() ? a < b : x.empty();
}

}  // namespace tactus
