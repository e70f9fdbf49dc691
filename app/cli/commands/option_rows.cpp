#include "app/cli/commands/option_rows.h"

#include <algorithm>

namespace tactus {

ValueRange numbers(double low, double high) {
  return {.kind = ValueRange::Kind::kNumbers, .low = low, .high = high};
}

ValueRange one_of(std::vector<std::string> words) {
  return {.kind = ValueRange::Kind::kWords, .words = std::move(words)};
}

OptionTraits exactly(std::size_t count) {
  return {.count = count};
}

OptionTraits at_least(std::size_t count) {
  return {.least = count};
}

OptionTraits excludes(std::vector<std::string> options) {
  return {.excludes = std::move(options)};
}

OptionTraits OptionTraits::operator|(const OptionTraits& other) const {
  OptionTraits both{.required = required || other.required,
                    .list = list || other.list,
                    .shows_default = shows_default || other.shows_default,
                    .stream = stream || other.stream,
                    .count = std::max(count, other.count),
                    .least = std::max(least, other.least),
                    .excludes = excludes};
  both.excludes.insert(both.excludes.end(), other.excludes.begin(), other.excludes.end());
  return both;
}

std::vector<std::string> OptionRow::all_names() const {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t end = std::min(names.find(',', at), names.size());
    parts.push_back(names.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

OptionRows::Item::Item(std::string names, OptionTarget target, ValueKind kind, ValueRange range,
                       std::string help, OptionTraits traits)
    : rows{{std::move(names), std::move(target), kind, std::move(range), std::move(help),
            std::move(traits)}} {}

OptionRows::Item::Item(OptionRow row) : rows{std::move(row)} {}

OptionRows::Item::Item(OptionRows group) : rows(std::move(group.rows_)) {}

OptionRows::OptionRows(std::initializer_list<Item> items) {
  for (const Item& item : items) rows_.insert(rows_.end(), item.rows.begin(), item.rows.end());
}

}  // namespace tactus
