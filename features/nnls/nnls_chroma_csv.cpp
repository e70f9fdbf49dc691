#include "features/nnls/nnls_chroma_csv.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "features/frames/feature_error.h"

namespace tactus {
namespace {

constexpr std::size_t kColumns = NnlsChromaParameters::kBins;
constexpr double kClockTolerance = 0.001;  // seconds; times are written with nine decimals

// The text after the name and its comma; the name may hold commas in quotes.
std::string_view after_name(std::string_view line) {
  std::size_t comma = line.find(',');
  if (line.starts_with('"')) {
    const std::size_t quote = line.find('"', 1);
    comma = quote == std::string_view::npos ? quote : line.find(',', quote);
  }
  return comma == std::string_view::npos ? std::string_view() : line.substr(comma + 1);
}

// The numbers between commas; stops at the first invalid one.
std::vector<double> numbers(std::string_view text) {
  std::vector<double> values;
  while (!text.empty()) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) break;
    values.push_back(value);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.starts_with(',')) break;
    text.remove_prefix(1);
  }
  return values;
}

}  // namespace

FrameMatrix read_nnls_chroma_csv(const std::filesystem::path& path,
                                 const NnlsChromaParameters& parameters) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw FeatureError(fmt::format("{}: cannot be opened", path.string()));
  const double rate = static_cast<double>(parameters.sample_rate) / parameters.hop_size;
  FrameMatrix raw(0, kColumns, rate);
  for (std::string line; std::getline(file, line);) {
    const std::vector<double> values = numbers(after_name(line));
    if (values.size() != kColumns + 1) {
      throw FeatureError(
          fmt::format("{}:{}: {} numbers after the name, expected a time and {} values",
                      path.string(), raw.frames + 1, values.size(), kColumns));
    }
    const double time = static_cast<double>(raw.frames) / rate;
    if (!(std::abs(values[0] - time) <= kClockTolerance)) {
      throw FeatureError(fmt::format(
          "{}:{}: time {} s, expected {:.9f} s (rows are {} samples at {} Hz apart)", path.string(),
          raw.frames + 1, values[0], time, parameters.hop_size, parameters.sample_rate));
    }
    for (std::size_t c = 0; c < kColumns; ++c)
      raw.data.push_back(static_cast<float>(values[c + 1]));
    ++raw.frames;
  }
  return raw;
}

}  // namespace tactus
