#include "datasets/midi/midi_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tactus {
namespace {

void append(std::vector<std::uint8_t>& out, std::uint32_t value, int count) {
  for (int i = count - 1; i >= 0; --i) out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

void append_variable(std::vector<std::uint8_t>& out, std::uint32_t value) {
  if (value > 0x0FFFFFFF) throw std::invalid_argument(fmt::format("length {} >= 2^28", value));
  for (int shift = 21; shift > 0; shift -= 7)
    if (value >> shift) out.push_back(static_cast<std::uint8_t>(0x80u | (value >> shift & 0x7Fu)));
  out.push_back(static_cast<std::uint8_t>(value & 0x7Fu));
}

void append_event(std::vector<std::uint8_t>& out, const MidiEvent& event) {
  out.push_back(event.status);
  if (event.status < 0x80) throw std::invalid_argument("a MIDI event without a status");
  if (event.status < 0xF0) {
    out.push_back(event.data1 & 0x7F);
    if (data_bytes(event.status) == 2) out.push_back(event.data2 & 0x7F);
    return;
  }
  if (event.status == kMetaStatus) out.push_back(event.data1);
  append_variable(out, static_cast<std::uint32_t>(event.bytes.size()));
  out.insert(out.end(), event.bytes.begin(), event.bytes.end());
}

std::vector<std::uint8_t> encode_track(const MidiTrack& track) {
  std::vector<std::uint8_t> out;
  std::uint32_t tick = 0;
  for (const MidiEvent& event : track.events) {
    if (event.tick < tick)
      throw std::invalid_argument(fmt::format("tick {} after tick {}", event.tick, tick));
    append_variable(out, event.tick - tick);
    tick = event.tick;
    append_event(out, event);
  }
  append_variable(out, std::max(track.end, tick) - tick);
  append_event(out, MidiEvent{tick, kMetaStatus, kMetaEndOfTrack, 0, ""});
  return out;
}

void append_name(std::vector<std::uint8_t>& out, std::string_view name) {
  for (const char c : name) out.push_back(static_cast<std::uint8_t>(c));
}

}  // namespace

int data_bytes(std::uint8_t status) {
  const int kind = status >> 4;
  return kind == 0xC || kind == 0xD ? 1 : 2;
}

std::string MidiTrack::name() const {
  for (const MidiEvent& event : events)
    if (event.status == kMetaStatus && event.data1 == kMetaTrackName) return event.bytes;
  return "";
}

std::vector<std::uint8_t> encode_midi(const MidiFile& file) {
  if (file.ticks_per_quarter < 1 || file.ticks_per_quarter > 0x7FFF)
    throw std::invalid_argument(
        fmt::format("{} ticks per quarter, expected 1..32767", file.ticks_per_quarter));
  std::vector<std::uint8_t> out;
  append_name(out, "MThd");
  append(out, 6, 4);
  append(out, static_cast<std::uint32_t>(file.format), 2);
  append(out, static_cast<std::uint32_t>(file.tracks.size()), 2);
  append(out, static_cast<std::uint32_t>(file.ticks_per_quarter), 2);
  for (const MidiTrack& track : file.tracks) {
    const std::vector<std::uint8_t> body = encode_track(track);
    append_name(out, "MTrk");
    append(out, static_cast<std::uint32_t>(body.size()), 4);
    out.insert(out.end(), body.begin(), body.end());
  }
  return out;
}

std::uint32_t tempo_of(const MidiEvent& event) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 3; ++i)
    value = value << 8 | static_cast<std::uint8_t>(event.bytes.at(i));
  return value;
}

MidiEvent text_event(std::uint32_t tick, std::uint8_t type, std::string_view text) {
  return {tick, kMetaStatus, type, 0, std::string(text)};
}

MidiEvent tempo_event(std::uint32_t tick, double bpm) {
  const double exact = std::round(60e6 / bpm);
  if (!(exact >= 1 && exact <= 0xFFFFFF))
    throw std::invalid_argument(fmt::format("a tempo of {} BPM, expected 3.6 to 60,000,000", bpm));
  const auto value = static_cast<std::uint32_t>(exact);
  const std::string bytes = {static_cast<char>(value >> 16), static_cast<char>(value >> 8 & 0xFF),
                             static_cast<char>(value & 0xFF)};
  return text_event(tick, kMetaTempo, bytes);
}

MidiEvent time_signature_event(std::uint32_t tick, int numerator, int denominator, int clocks) {
  int power = 0;
  while ((1 << power) < denominator) ++power;
  if (numerator < 1 || numerator > 255 || (1 << power) != denominator)
    throw std::invalid_argument(fmt::format("time signature {}/{}", numerator, denominator));
  return text_event(tick, kMetaTimeSignature,
                    std::string{static_cast<char>(numerator), static_cast<char>(power),
                                static_cast<char>(clocks), 8});
}

TempoMap::TempoMap(const MidiFile& file) {
  if (file.ticks_per_second > 0) {
    changes_.push_back({0.0, 0.0, 1.0 / file.ticks_per_second});
    return;
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> tempi;
  for (const MidiTrack& track : file.tracks)
    for (const MidiEvent& event : track.events)
      if (event.status == kMetaStatus && event.data1 == kMetaTempo)
        tempi.emplace_back(event.tick, tempo_of(event));
  std::stable_sort(tempi.begin(), tempi.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  changes_.push_back({0.0, 0.0, 0.5 / file.ticks_per_quarter});
  for (const auto& [tick, value] : tempi)
    changes_.push_back(
        {static_cast<double>(tick), seconds(tick), value * 1e-6 / file.ticks_per_quarter});
}

double TempoMap::seconds(double tick) const {
  auto after = std::upper_bound(changes_.begin() + 1, changes_.end(), tick,
                                [](double t, const Change& change) { return t < change.tick; });
  const Change& change = *(after - 1);
  return change.seconds + (tick - change.tick) * change.seconds_per_tick;
}

double TempoMap::tick(double seconds) const {
  auto after = std::upper_bound(changes_.begin() + 1, changes_.end(), seconds,
                                [](double s, const Change& change) { return s < change.seconds; });
  const Change& change = *(after - 1);
  return change.tick + (seconds - change.seconds) / change.seconds_per_tick;
}

std::vector<TimedMessage> timed_messages(const MidiFile& file) {
  const TempoMap tempo(file);
  std::vector<TimedMessage> messages;
  for (const MidiTrack& track : file.tracks)
    for (const MidiEvent& event : track.events)
      if (event.status < 0xF0)
        messages.push_back({tempo.seconds(event.tick), event.status, event.data1, event.data2});
  std::stable_sort(messages.begin(), messages.end(),
                   [](const auto& a, const auto& b) { return a.time < b.time; });
  return messages;
}

}  // namespace tactus
