// What tests of annotation formats share: beats made of grids, and what a format says of a text.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/format.h"

namespace tactus::test {

// Regular beats from `first` on; the first one has `position` in a bar of `meter` beats.
inline std::vector<Beat> grid(double first, double period, int beats, int meter, int position) {
  std::vector<Beat> result;
  for (int k = 0; k < beats; ++k)
    result.push_back({first + period * k, (position - 1 + k) % meter + 1});
  return result;
}

// Whole bars of these numbers of beats, one after the other.
inline std::vector<Beat> bars(double first, double period, const std::vector<int>& meters) {
  std::vector<Beat> result;
  for (const int meter : meters) {
    for (int position = 1; position <= meter; ++position)
      result.push_back({first + period * static_cast<double>(result.size()), position});
  }
  return result;
}

inline void append(std::vector<Beat>& beats, const std::vector<Beat>& more) {
  beats.insert(beats.end(), more.begin(), more.end());
}

inline std::vector<int> positions(const std::vector<Beat>& beats) {
  std::vector<int> result;
  for (const Beat& beat : beats) result.push_back(beat.position);
  return result;
}

// The largest distance between two beats of the same index; infinity if their numbers differ.
inline double worst_move(const std::vector<Beat>& a, const std::vector<Beat>& b) {
  double worst = a.size() == b.size() ? 0.0 : INFINITY;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    worst = std::max(worst, std::abs(a[i].time - b[i].time));
  return worst;
}

// Bytes of a file of tests/datasets/golden.
inline std::string golden(const std::string& name) {
  std::ifstream file(std::string(TACTUS_SOURCE_DIR) + "/tests/datasets/golden/" + name,
                     std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

inline std::string error_of(std::string_view content, Format format) {
  try {
    parse_annotation(content, format, "x");
  } catch (const FormatError& error) {
    return error.what();
  }
  return "no error";
}

inline std::vector<Format> formats() {
  std::vector<Format> formats;
  for (const FormatInfo& info : all_formats()) formats.push_back(info.format);
  return formats;
}

}  // namespace tactus::test
