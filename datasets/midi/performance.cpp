#include "datasets/midi/performance.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace tactus {
namespace {

constexpr int kSustainPedal = 64;
enum Controller { kVolume = 7, kPan = 10, kReverbSend = 91, kChorusSend = 93 };
enum Registered { kDataEntry = 6, kDataEntryFine = 38, kRpnFine = 100, kRpnCoarse = 101 };
constexpr int kNoRpn = 127;

std::uint8_t seven_bits(int value) {
  return static_cast<std::uint8_t>(std::clamp(value, 0, 127));
}

class MessageList {
 public:
  void add(double time, int kind, int channel, int data1, int data2) {
    messages_.push_back({time, static_cast<std::uint8_t>(kind << 4 | channel), seven_bits(data1),
                         seven_bits(data2)});
  }
  void control(double time, int channel, int number, int value) {
    add(time, 0xB, channel, number, value);
  }
  void add(const std::vector<TimedMessage>& messages) {
    messages_.insert(messages_.end(), messages.begin(), messages.end());
  }
  std::vector<TimedMessage> sorted() {
    const auto rank = [](const TimedMessage& m) { return m.status >> 4 == 0x9 ? 1 : 0; };
    std::stable_sort(messages_.begin(), messages_.end(), [&](const auto& a, const auto& b) {
      return a.time != b.time ? a.time < b.time : rank(a) < rank(b);
    });
    return std::move(messages_);
  }

 private:
  std::vector<TimedMessage> messages_;
};

void add_set_up(MessageList& list, const Part& part, int channel, double tuning_cents) {
  list.add(0, 0xC, channel, part.program, 0);
  list.control(0, channel, kVolume, part.volume);
  list.control(0, channel, kPan, part.pan);
  list.control(0, channel, kReverbSend, part.reverb_send);
  list.control(0, channel, kChorusSend, part.chorus_send);
  if (!part.drums && tuning_cents != 0) list.add(tuning_messages(channel, tuning_cents));
}

void add_part(MessageList& list, const Part& part, int channel) {
  for (const PlayedControl& control : part.controls)
    list.control(control.time, channel, control.number, control.value);
  for (const PlayedNote& note : part.notes) {
    list.add(note.start, 0x9, channel, note.pitch, std::clamp(note.velocity, 1, 127));
    list.add(note.end, 0x8, channel, note.pitch, 0);
  }
}

}  // namespace

std::vector<TimedMessage> tuning_messages(int channel, double cents) {
  // FluidSynth rounds pitches down to whole cents, and reads only the coarse data entry.
  const int value = 8192 + static_cast<int>(std::ceil(std::round(cents) * 81.92));
  const int data = std::clamp(value, 0, 16383);
  const std::pair<int, int> controls[] = {
      {kRpnCoarse, 0},         {kRpnFine, 1},        {kDataEntryFine, data & 0x7F},
      {kDataEntry, data >> 7}, {kRpnCoarse, kNoRpn}, {kRpnFine, kNoRpn}};
  std::vector<TimedMessage> messages;
  for (const auto& [number, data] : controls)
    messages.push_back(
        {0.0, static_cast<std::uint8_t>(0xB0 | channel), seven_bits(number), seven_bits(data)});
  return messages;
}

std::vector<int> channels_of(const Performance& performance) {
  std::vector<int> channels;
  int channel = 0;
  for (const Part& part : performance.parts) {
    if (!part.drums && channel > 15)
      throw std::invalid_argument("more than 15 melodic parts, expected at most 15");
    channels.push_back(part.drums ? kDrumChannel : channel);
    if (!part.drums && ++channel == kDrumChannel) ++channel;
  }
  return channels;
}

std::vector<TimedMessage> timed_messages(const Performance& performance) {
  MessageList list;
  const std::vector<int> channels = channels_of(performance);
  for (std::size_t i = 0; i < channels.size(); ++i) {
    add_set_up(list, performance.parts[i], channels[i], performance.tuning_cents);
    add_part(list, performance.parts[i], channels[i]);
  }
  return list.sorted();
}

namespace {

struct OpenNote {
  double start;
  std::uint8_t velocity;
};

// Gathers the notes of one track; `sounding` is indexed by channel * 128 + pitch.
class NoteGatherer {
 public:
  explicit NoteGatherer(Part& part) : part_(part), sounding_(16 * 128) {}

  void take(const MidiEvent& event, double time) {
    const int kind = event.status >> 4;
    const int channel = event.status & 0xF;
    if (kind == 0x9 || kind == 0x8) {
      close(channel, event.data1, time);
      if (kind == 0x9 && event.data2 > 0)
        sounding_[index(channel, event.data1)] = OpenNote{time, event.data2};
    } else if (kind == 0xC) {
      part_.program = event.data1;
    } else if (kind == 0xB && event.data1 == kSustainPedal) {
      part_.controls.push_back({time, event.data1, event.data2});
    }
    if (kind == 0x9) part_.drums = channel == kDrumChannel;
  }
  void finish(double time) {
    for (int channel = 0; channel < 16; ++channel)
      for (int pitch = 0; pitch < 128; ++pitch) close(channel, pitch, time);
    std::sort(part_.notes.begin(), part_.notes.end(), [](const auto& a, const auto& b) {
      return a.start != b.start ? a.start < b.start : a.pitch < b.pitch;
    });
  }

 private:
  static std::size_t index(int channel, int pitch) {
    return static_cast<std::size_t>(channel * 128 + pitch);
  }
  void close(int channel, int pitch, double time) {
    std::optional<OpenNote>& open = sounding_[index(channel, pitch)];
    if (open && time > open->start)
      part_.notes.push_back({open->start, time, pitch, open->velocity});
    open.reset();
  }

  Part& part_;
  std::vector<std::optional<OpenNote>> sounding_;
};

}  // namespace

Performance performance_of(const MidiFile& file) {
  const TempoMap tempo(file);
  Performance performance;
  for (const MidiTrack& track : file.tracks) {
    Part part;
    part.name = track.name();
    NoteGatherer gatherer(part);
    for (const MidiEvent& event : track.events) gatherer.take(event, tempo.seconds(event.tick));
    if (!track.events.empty()) gatherer.finish(tempo.seconds(track.events.back().tick) + 0.01);
    if (!part.notes.empty()) performance.parts.push_back(std::move(part));
  }
  return performance;
}

}  // namespace tactus
