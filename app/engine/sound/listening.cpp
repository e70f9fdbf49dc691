#include "app/engine/sound/listening.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tactus {
namespace {

// [first, end) of a group.
struct Group {
  std::size_t first, end;
};
constexpr Group kBands{0, 3}, kMiddleAndSide{3, 5}, kChannels{5, 7};

Group group_of(std::size_t part) {
  if (part < kBands.end) return kBands;
  return part < kMiddleAndSide.end ? kMiddleAndSide : kChannels;
}

// Adds a lowpass of unit gain, `weight` times, to a symmetric response.
void add_lowpass(std::vector<float>& response, double edge, double weight) {
  const double reach = (static_cast<double>(response.size()) - 1.0) / 2.0;
  // Blackman's window over the taps: its main lobe makes the slope as wide as the edge is high.
  const double taps = std::min(reach, std::round(2.75 / edge));
  std::vector<double> half;
  double sum = 0.0;
  for (double n = 0.0; n <= taps; ++n) {
    const double phase = std::numbers::pi * n / (taps + 1.0);
    const double window = 0.42 + 0.5 * std::cos(phase) + 0.08 * std::cos(2.0 * phase);
    const double x = 2.0 * std::numbers::pi * edge * n;
    half.push_back(window * (n == 0.0 ? 1.0 : std::sin(x) / x));
    sum += (n == 0.0 ? 1.0 : 2.0) * half.back();
  }
  const auto middle = static_cast<std::ptrdiff_t>(reach);
  for (std::ptrdiff_t n = 0; n < std::ssize(half); ++n) {
    const auto tap = static_cast<float>(weight * half[static_cast<std::size_t>(n)] / sum);
    response[static_cast<std::size_t>(middle + n)] += tap;
    if (n > 0) response[static_cast<std::size_t>(middle - n)] += tap;
  }
}

// low = L1 x, mid = (L2 - L1) x, high = x - L2 x, of the lowpasses L1 and L2 at the two edges.
std::vector<float> response_of(const Listening& listening, int rate) {
  const auto gain = [&](SoundPart part) { return listening.hears(part) ? 1.0 : 0.0; };
  const double low = gain(SoundPart::kLow), mid = gain(SoundPart::kMid);
  const double high = gain(SoundPart::kHigh);
  if (low == 1.0 && mid == 1.0 && high == 1.0) return {};
  const double low_edge = Listening::kLowEdge / rate;
  const double high_edge = std::min(Listening::kHighEdge / rate, 0.49);
  const double lowest = low != mid ? low_edge : high_edge;
  const auto reach = static_cast<std::size_t>(std::round(2.75 / lowest));
  std::vector<float> response(2 * reach + 1, 0.0f);
  response[reach] = static_cast<float>(high);
  if (low != mid) add_lowpass(response, low_edge, low - mid);
  if (mid != high) add_lowpass(response, high_edge, mid - high);
  return response;
}

std::array<float, 4> ears_of(const Listening& listening) {
  const bool middle = listening.hears(SoundPart::kMiddle), side = listening.hears(SoundPart::kSide);
  std::array<float, 4> ears{1.0f, 0.0f, 0.0f, 1.0f};
  if (!middle || !side) {
    const float sign = middle ? 0.5f : -0.5f;
    ears = {0.5f, sign, 0.5f, sign};
  }
  const bool left = listening.hears(SoundPart::kLeft), right = listening.hears(SoundPart::kRight);
  if (left && !right) ears = {ears[0], ears[1], ears[0], ears[1]};
  if (right && !left) ears = {ears[2], ears[3], ears[2], ears[3]};
  if ((!middle && !side) || (!left && !right)) ears = {};
  return ears;
}

}  // namespace

bool Listening::hears(SoundPart part) const {
  const auto index = static_cast<std::size_t>(part);
  const auto [first, end] = group_of(index);
  const bool any_alone = std::any_of(states_.begin() + static_cast<std::ptrdiff_t>(first),
                                     states_.begin() + static_cast<std::ptrdiff_t>(end),
                                     [](PartState s) { return s == PartState::kAlone; });
  return any_alone ? states_[index] == PartState::kAlone : states_[index] == PartState::kHeard;
}

void HeardSound::set_listening(const Listening& listening) {
  listening_ = listening;
  response_ = response_of(listening, store_.sample_rate());
  ears_ = ears_of(store_.channels() == 2 ? listening : Listening());
}

void HeardSound::read_all(std::int64_t first, std::span<float> stereo) {
  if (store_.channels() == 2) return store_.read(first, stereo);
  mono_.resize(stereo.size() / 2);
  store_.read_mono(first, mono_);
  for (std::size_t n = 0; n < mono_.size(); ++n) stereo[2 * n] = stereo[2 * n + 1] = mono_[n];
}

void HeardSound::read(std::int64_t first, std::span<float> stereo) {
  if (response_.empty()) {
    read_all(first, stereo);
  } else {
    around_.resize(stereo.size() + 2 * (response_.size() - 1));
    read_all(first - std::ssize(response_) / 2, around_);
    filter(stereo);
  }
  if (ears_ == std::array{1.0f, 0.0f, 0.0f, 1.0f}) return;
  for (std::size_t n = 0; n < stereo.size(); n += 2) {
    const float left = stereo[n], right = stereo[n + 1];
    stereo[n] = ears_[0] * left + ears_[1] * right;
    stereo[n + 1] = ears_[2] * left + ears_[3] * right;
  }
}

// In blocks, whose sums stay in registers.
void HeardSound::filter(std::span<float> stereo) const {
  constexpr std::size_t kBlock = 16;
  for (std::size_t begin = 0; begin < stereo.size(); begin += kBlock) {
    const std::size_t count = std::min(kBlock, stereo.size() - begin);
    std::array<float, kBlock> sums{};
    const float* x = around_.data() + begin;
    if (count == kBlock) {
      for (const float tap : response_) {
        for (std::size_t i = 0; i < kBlock; ++i) sums[i] += tap * x[i];
        x += 2;
      }
    } else {
      for (const float tap : response_) {
        for (std::size_t i = 0; i < count; ++i) sums[i] += tap * x[i];
        x += 2;
      }
    }
    std::copy_n(sums.begin(), count, stereo.begin() + static_cast<std::ptrdiff_t>(begin));
  }
}

}  // namespace tactus
