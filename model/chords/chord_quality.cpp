#include "model/chords/chord_quality.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace tactus {
namespace {

constexpr std::array<ChordQuality, 26> kTable{{
    {"maj", "1,3,5", "", ""},
    {"min", "1,b3,5", "", ""},
    {"7", "1,3,5,b7", "", ""},
    {"maj7", "1,3,5,7", "", ""},
    {"min7", "1,b3,5,b7", "", ""},
    {"dim", "1,b3,b5", "", ""},
    {"aug", "1,3,#5", "", ""},
    {"sus4", "1,4,5", "", ""},
    {"sus2", "1,2,5", "", ""},
    {"maj6", "1,3,5,6", "", ""},
    {"min6", "1,b3,5,6", "", ""},
    {"dim7", "1,b3,b5,bb7", "", ""},
    {"hdim7", "1,b3,b5,b7", "", ""},
    {"minmaj7", "1,b3,5,7", "min", "7"},
    {"9", "1,3,5,b7", "7", "9"},
    {"maj9", "1,3,5,7", "maj7", "9"},
    {"min9", "1,b3,5,b7", "min7", "9"},
    {"11", "1,3,5,b7", "7", "9,11"},
    {"min11", "1,b3,5,b7", "min7", "9,11"},
    {"13", "1,3,5,b7", "7", "9,11,13"},
    {"maj13", "1,3,5,7", "maj7", "9,11,13"},
    {"min13", "1,b3,5,b7", "min7", "9,11,13"},
    {"5", "1,5", "", ""},
    {"1", "1", "", ""},
    {"aug7", "1,3,#5,b7", "", "", false},
    {"maj11", "1,3,5,7", "maj7", "9,11", false},
}};

void sort_and_unite(std::vector<ChordDegree>& degrees) {
  std::sort(degrees.begin(), degrees.end());
  degrees.erase(std::unique(degrees.begin(), degrees.end()), degrees.end());
}

std::vector<ChordDegree> difference(const std::vector<ChordDegree>& a,
                                    const std::vector<ChordDegree>& b) {
  std::vector<ChordDegree> result;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

}  // namespace

std::span<const ChordQuality> chord_quality_table() {
  return kTable;
}

const ChordQuality* find_chord_quality(std::string_view shorthand) {
  const auto found = std::find_if(kTable.begin(), kTable.end(), [&](const ChordQuality& quality) {
    return quality.shorthand == shorthand;
  });
  return found == kTable.end() ? nullptr : &*found;
}

std::vector<ChordDegree> parse_degrees(std::string_view list) {
  std::vector<ChordDegree> degrees;
  for (std::size_t i = 0; i < list.size(); ++i) {
    ChordDegree degree;
    for (; i < list.size() && (list[i] < '0' || list[i] > '9'); ++i) {
      if (list[i] == '*') degree.omitted = true;
      if (list[i] == 'b') --degree.accidental;
      if (list[i] == '#') ++degree.accidental;
    }
    const auto end = std::from_chars(list.data() + i, list.data() + list.size(), degree.number).ptr;
    i = static_cast<std::size_t>(end - list.data());
    degrees.push_back(degree);
  }
  return degrees;
}

std::vector<ChordDegree> all_degrees(const ChordQuality& quality) {
  std::vector<ChordDegree> degrees = parse_degrees(quality.degrees);
  const std::vector<ChordDegree> extension = parse_degrees(quality.extension);
  degrees.insert(degrees.end(), extension.begin(), extension.end());
  sort_and_unite(degrees);
  return degrees;
}

const ChordQuality* quality_with(const std::vector<ChordDegree>& degrees) {
  for (const ChordQuality& quality : kTable) {
    if (quality.written && all_degrees(quality) == degrees) return &quality;
  }
  return nullptr;
}

std::string describe_degrees(std::vector<ChordDegree> degrees) {
  sort_and_unite(degrees);
  std::size_t lowest_cost = degrees.size() + 1;  // of the plain list
  std::string best = fmt::format(":{}", degree_list(degrees));
  for (const ChordQuality& quality : kTable) {
    if (!quality.written || (quality.shorthand == "1" && degrees.size() > 1)) continue;
    const std::vector<ChordDegree> its = all_degrees(quality);
    std::vector<ChordDegree> changes = difference(degrees, its);
    std::vector<ChordDegree> omitted = difference(its, degrees);
    const std::size_t cost = changes.size() + 2 * omitted.size();  // omissions are harder to read
    if (cost >= lowest_cost) continue;
    for (ChordDegree& degree : omitted) degree.omitted = true;
    changes.insert(changes.end(), omitted.begin(), omitted.end());
    lowest_cost = cost;
    best = fmt::format(":{}{}", quality.shorthand, degree_list(changes));
  }
  return best;
}

std::string degree_list(std::vector<ChordDegree> degrees) {
  sort_and_unite(degrees);
  std::stable_partition(degrees.begin(), degrees.end(),
                        [](const ChordDegree& degree) { return !degree.omitted; });
  std::string list;
  for (const ChordDegree& degree : degrees) {
    list += list.empty() ? '(' : ',';
    list += to_text(degree);
  }
  return list.empty() ? list : list + ')';
}

}  // namespace tactus
