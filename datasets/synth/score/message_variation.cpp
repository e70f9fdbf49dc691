#include "datasets/synth/score/message_variation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "datasets/midi/performance.h"

namespace tactus {
namespace {

constexpr int kNoteOff = 0x8, kNoteOn = 0x9, kKeyPressure = 0xA, kControl = 0xB, kProgram = 0xC;
constexpr std::uint8_t kVolume = 7, kPan = 10;
constexpr double kShortestNote = 0.005;  // seconds; least length of a note cut by its successor

bool is_on(const TimedMessage& m) {
  return m.status >> 4 == kNoteOn && m.data2 > 0;
}

std::uint8_t seven_bits(double value, int low = 0) {
  return static_cast<std::uint8_t>(std::clamp(static_cast<int>(std::lround(value)), low, 127));
}

// Processes the messages once, in the order of their original times.
class Varier {
 public:
  explicit Varier(const MessageVariation& variation)
      : variation_(variation), random_(variation.seed, "", "touch") {
    for (auto& keys : shift_) keys.fill(0.0);
    for (auto& keys : last_off_) keys.fill(-1);
    sounding_.fill({});
  }

  std::vector<TimedMessage> apply(const std::vector<TimedMessage>& messages) {
    set_up(messages);
    for (const TimedMessage& message : messages) take(message);
    std::stable_sort(out_.begin(), out_.end(),
                     [](const auto& a, const auto& b) { return a.time < b.time; });
    return std::move(out_);
  }

 private:
  const ChannelVariation& of(int channel) const {
    return variation_.channels[static_cast<std::size_t>(channel)];
  }

  // Controllers that a channel does not set, its tuning, and the first kit.
  void set_up(const std::vector<TimedMessage>& messages) {
    std::array<bool, 16> used{};
    for (const TimedMessage& m : messages) used[m.status & 0xF] |= is_on(m);
    for (int c = 0; c < 16; ++c) {
      if (!used[static_cast<std::size_t>(c)]) continue;
      const auto status = static_cast<std::uint8_t>(kControl << 4 | c);
      if (of(c).gain != 1.0) out_.push_back({0, status, kVolume, seven_bits(100 * of(c).gain)});
      if (of(c).pan != 0) out_.push_back({0, status, kPan, seven_bits(64 + of(c).pan)});
      if (c == kDrumChannel && variation_.kit >= 0)
        out_.push_back({0, kProgram << 4 | kDrumChannel, seven_bits(variation_.kit), 0});
      if (c == kDrumChannel || variation_.cents == 0) continue;
      const auto tuning = tuning_messages(c, variation_.cents);
      out_.insert(out_.end(), tuning.begin(), tuning.end());
    }
    find_octaves(messages);
  }

  // A channel that would leave the keyboard range moves an octave less.
  void find_octaves(const std::vector<TimedMessage>& messages) {
    std::array<int, 16> low, high;
    low.fill(127);
    high.fill(0);
    for (const TimedMessage& m : messages) {
      if (!is_on(m)) continue;
      const std::size_t c = m.status & 0xF;
      low[c] = std::min<int>(low[c], m.data1);
      high[c] = std::max<int>(high[c], m.data1);
    }
    for (std::size_t c = 0; c < 16; ++c) {
      transpose_[c] = c == kDrumChannel ? 0 : variation_.semitones;
      while (high[c] + transpose_[c] > 127) transpose_[c] -= 12;
      while (low[c] + transpose_[c] < 0) transpose_[c] += 12;
    }
  }

  int pitch(int channel, int key) const {
    if (channel == kDrumChannel) return variation_.drums[static_cast<std::size_t>(key)];
    return std::clamp(key + transpose_[static_cast<std::size_t>(channel)], 0, 127);
  }

  void take(TimedMessage m) {
    const int channel = m.status & 0xF, kind = m.status >> 4;
    if (kind == kNoteOn || kind == kNoteOff) {
      if (!of(channel).muted) is_on(m) ? take_on(m, channel) : take_off(m, channel);
      return;
    }
    if (kind == kKeyPressure) m.data1 = seven_bits(pitch(channel, m.data1));
    if (kind == kControl && m.data1 == kVolume) m.data2 = seven_bits(m.data2 * of(channel).gain);
    if (kind == kControl && m.data1 == kPan) m.data2 = seven_bits(m.data2 + of(channel).pan);
    if (kind == kProgram) {
      program_time_[static_cast<std::size_t>(channel)] = m.time;
      m.data1 = seven_bits(program(channel, m.data1));
    }
    out_.push_back(m);
  }

  int program(int channel, int number) const {
    if (channel == kDrumChannel) return variation_.kit >= 0 ? variation_.kit : number;
    return variation_.programs[static_cast<std::size_t>(number)];
  }

  // Early notes stay after their preceding program change.
  double shifted(int channel, double time) {
    double shift = of(channel).lag;
    if (variation_.humanise > 0) shift += variation_.humanise * random_.normal();
    shift = std::clamp(shift, -kMostEarly, kMostLate);
    return std::max(program_time_[static_cast<std::size_t>(channel)], time + shift);
  }

  void take_on(TimedMessage m, int channel) {
    const auto c = static_cast<std::size_t>(channel);
    const double original = m.time;
    m.time = shifted(channel, m.time);
    shift_[c][m.data1] = m.time - original;
    ++sounding_[c][m.data1];
    cut_before(c, m.data1, m.time);
    m.data1 = seven_bits(pitch(channel, m.data1));
    const double force = std::pow(m.data2 / 127.0, of(channel).velocity_curve);
    m.data2 = seven_bits(127 * force * of(channel).velocity_scale, 1);
    if (variation_.grace_share > 0 && random_.chance(variation_.grace_share)) add_grace(m, channel);
    out_.push_back(m);
  }

  void take_off(TimedMessage m, int channel) {
    const auto c = static_cast<std::size_t>(channel);
    m.time += shift_[c][m.data1];
    if (sounding_[c][m.data1] > 0 && --sounding_[c][m.data1] == 0)
      last_off_[c][m.data1] = static_cast<std::ptrdiff_t>(out_.size());
    m.data1 = seven_bits(pitch(channel, m.data1));
    out_.push_back(m);
  }

  // The end of the previous note must not silence the new one, which now begins slightly earlier.
  void cut_before(std::size_t channel, int key, double start) {
    const std::ptrdiff_t off = last_off_[channel][static_cast<std::size_t>(key)];
    if (off < 0) return;
    double& end = out_[static_cast<std::size_t>(off)].time;
    end = std::min(end, std::max(0.0, start - 0.5 * kShortestNote));
    last_off_[channel][static_cast<std::size_t>(key)] = -1;
  }

  // A short softer note just before: a neighbouring pitch, or a flam of the same drum.
  void add_grace(const TimedMessage& note, int channel) {
    const bool drum = channel == kDrumChannel;
    const double ahead = drum ? random_.uniform(0.018, 0.030) : random_.uniform(0.045, 0.090);
    const int key = drum ? note.data1 : note.data1 + random_.pick({-2, -1, 1, 2});
    const double start = note.time - ahead;
    const auto c = static_cast<std::size_t>(channel);
    if (start < program_time_[c] || key < 0 || key > 127 ||
        (!drum && sounding_[c][static_cast<std::size_t>(note.data1)] > 1))
      return;
    const auto status = static_cast<std::uint8_t>(kNoteOff << 4 | channel);
    TimedMessage grace = note;
    grace.time = start;
    grace.data1 = seven_bits(key);
    grace.data2 = seven_bits(0.65 * note.data2, 1);
    out_.push_back(grace);
    out_.push_back({note.time - kShortestNote, status, grace.data1, 0});
  }

  const MessageVariation& variation_;
  SongRandom random_;
  std::vector<TimedMessage> out_;
  std::array<int, 16> transpose_{};
  std::array<double, 16> program_time_{};
  std::array<std::array<double, 128>, 16> shift_;             // of the sounding note
  std::array<std::array<int, 128>, 16> sounding_;             // notes on without a note off
  std::array<std::array<std::ptrdiff_t, 128>, 16> last_off_;  // index into out_, -1 = none
};

}  // namespace

MessageVariation::MessageVariation() {
  std::iota(programs.begin(), programs.end(), 0);
  std::iota(drums.begin(), drums.end(), 0);
}

void vary_messages(std::vector<TimedMessage>& messages, const MessageVariation& variation) {
  if (variation == MessageVariation()) return;
  messages = Varier(variation).apply(messages);
}

}  // namespace tactus
