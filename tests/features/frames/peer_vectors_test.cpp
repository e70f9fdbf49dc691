// STFT and decoded samples against the vectors in librosa's test data (made with the MATLAB
// originals).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "audio/readers/audio_reader.h"
#include "features/frames/stft.h"
#include "features/frames/window_function.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

using nlohmann::json;

constexpr double kFloatTolerance = 1e-5;  // of the frame's maximum

// Reads the raw elements at the end of a .npy file of a known type and shape.
template <class T>
std::vector<T> elements(const std::filesystem::path& folder, const json& array) {
  std::size_t count = 1;
  for (const auto& size : array.at("shape")) count *= size.get<std::size_t>();
  std::ifstream file(folder / array.at("file").get<std::string>(),
                     std::ios::binary | std::ios::ate);
  std::vector<T> values(count);
  file.seekg(static_cast<std::streamoff>(file.tellg()) -
             static_cast<std::streamoff>(count * sizeof(T)));
  file.read(reinterpret_cast<char*>(values.data()),
            static_cast<std::streamsize>(count * sizeof(T)));
  EXPECT_TRUE(file.good()) << array;
  return values;
}

std::vector<json> cases(const std::filesystem::path& folder, const std::string& group) {
  std::vector<json> result;
  for (json& one : json::parse(std::ifstream(folder / "cases.json")).get<std::vector<json>>()) {
    if (one.at("group") == group) result.push_back(std::move(one));
  }
  return result;
}

class PeerVectors : public ::testing::Test {
 protected:
  void SetUp() override {
    TACTUS_SHARED_OR_SKIP(data);
    folder_ = data / "peertests" / "b_dsp" / "librosa";
    if (!std::filesystem::exists(folder_ / "cases.json")) GTEST_SKIP() << "b_dsp is absent";
  }
  std::filesystem::path folder_;
};

TEST_F(PeerVectors, Stft) {
  const auto all = cases(folder_, "stft");
  ASSERT_FALSE(all.empty());
  for (const json& one : all) {
    const json& p = one.at("params");
    const Audio audio = read_audio(folder_ / p.at("wav").get<std::string>());
    const std::size_t size = p.at("n_fft"), hop = p.at("hop");
    const bool rectangular = p.at("window") == "rect";
    Stft stft(window_function(rectangular ? WindowKind::kRectangular : WindowKind::kHannPeriodic,
                              static_cast<int>(size)));
    const json& array = one.at("arrays").at("D");
    const auto expected = elements<std::complex<double>>(folder_, array);
    const std::size_t bins = array.at("shape")[0], frames = array.at("shape")[1];
    ASSERT_EQ(bins, stft.bins());
    std::vector<const float*> starts;
    for (std::size_t i = 0; i < frames; ++i) starts.push_back(audio.samples.data() + i * hop);
    std::vector<std::complex<float>> got(frames * bins);
    stft.spectra(starts, got.data(), bins);
    double worst = 0.0;
    for (std::size_t i = 0; i < frames; ++i) {
      double peak = 1e-9, error = 0.0;
      for (std::size_t k = 0; k < bins; ++k) {
        const std::complex<double> wanted = expected[k * frames + i];
        peak = std::max(peak, std::abs(wanted));
        error = std::max(error, std::abs(std::complex<double>(got[i * bins + k]) - wanted));
      }
      worst = std::max(worst, error / peak);
    }
    EXPECT_LE(worst, kFloatTolerance) << one.at("id");
  }
}

TEST_F(PeerVectors, LoadedSamples) {
  const auto all = cases(folder_, "load");
  ASSERT_FALSE(all.empty());
  for (const json& one : all) {
    const Audio audio = read_audio(folder_ / one.at("params").at("wav").get<std::string>());
    EXPECT_EQ(audio.samples, elements<float>(folder_, one.at("arrays").at("y"))) << one.at("id");
  }
}

}  // namespace
}  // namespace tactus
