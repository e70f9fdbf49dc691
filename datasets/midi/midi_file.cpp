#include "datasets/midi/midi_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace tactus {
namespace {

constexpr std::uint64_t kMaxTick = 0x7FFFFFFF;
constexpr std::uintmax_t kMaxFileBytes = 64u << 20;

int data_bytes(std::uint8_t status) {
  const int kind = status >> 4;
  return kind == 0xC || kind == 0xD ? 1 : 2;
}

// A cursor over the bytes that never reads past `end_`.
class Cursor {
 public:
  Cursor(std::span<const std::uint8_t> bytes, std::string_view name)
      : bytes_(bytes), end_(bytes.size()), name_(name) {}

  std::size_t place() const { return place_; }
  std::size_t left() const { return end_ - place_; }

  [[noreturn]] void fail(std::string_view what, std::size_t at) const {
    throw MidiError(fmt::format("{}: byte {}: {}", name_, at, what));
  }
  void need(std::size_t count, std::string_view what) const {
    if (left() < count)
      fail(fmt::format("{} needs {} bytes, {} are left", what, count, left()), place_);
  }
  std::uint8_t u8(std::string_view what) {
    need(1, what);
    return bytes_[place_++];
  }
  std::uint32_t big_endian(int count, std::string_view what) {
    need(static_cast<std::size_t>(count), what);
    std::uint32_t value = 0;
    for (int i = 0; i < count; ++i) value = value << 8 | bytes_[place_++];
    return value;
  }
  std::uint32_t variable(std::string_view what) {
    const std::size_t start = place_;
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) {
      const std::uint8_t byte = u8(what);
      value = value << 7 | (byte & 0x7Fu);
      if (byte < 0x80) return value;
    }
    fail(fmt::format("{} is longer than 4 bytes", what), start);
  }
  std::string text(std::size_t count, std::string_view what) {
    need(count, what);
    std::string result(bytes_.begin() + static_cast<std::ptrdiff_t>(place_),
                       bytes_.begin() + static_cast<std::ptrdiff_t>(place_ + count));
    place_ += count;
    return result;
  }
  // Returns a cursor over the next `length` bytes; its positions count in the whole file.
  Cursor chunk(std::size_t length) {
    need(length, "this chunk");
    Cursor inner = *this;
    inner.end_ = place_ + length;
    place_ += length;
    return inner;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t place_ = 0;
  std::size_t end_;
  std::string_view name_;
};

std::uint8_t data_byte(Cursor& cursor) {
  const std::size_t at = cursor.place();
  const std::uint8_t value = cursor.u8("a channel message");
  if (value >= 0x80)
    cursor.fail(fmt::format("status 0x{:02X} where a data byte (below 0x80) belongs", value), at);
  return value;
}

// Reads the event after its delta time; `running` is the last channel status, 0 = none.
MidiEvent read_event(Cursor& cursor, std::uint8_t& running) {
  const std::size_t at = cursor.place();
  MidiEvent event;
  event.status = cursor.u8("an event");
  bool first_given = false;
  if (event.status < 0x80) {
    if (running == 0) cursor.fail("a data byte without a status before it", at);
    event.data1 = event.status;
    event.status = running;
    first_given = true;
  }
  if (event.status < 0xF0) {
    running = event.status;
    if (!first_given) event.data1 = data_byte(cursor);
    if (data_bytes(event.status) == 2) event.data2 = data_byte(cursor);
    return event;
  }
  running = 0;
  if (event.status == kMetaStatus) {
    event.data1 = cursor.u8("a meta event's type");
  } else if (event.status != 0xF0 && event.status != 0xF7) {
    cursor.fail(fmt::format("status 0x{:02X} does not occur in a MIDI file", event.status), at);
  }
  event.bytes = cursor.text(cursor.variable("the length of an event"), "the payload of an event");
  return event;
}

void check_meta(const Cursor& cursor, const MidiEvent& event, std::size_t at) {
  if (event.status != kMetaStatus) return;
  const auto expect = [&](std::size_t size, std::string_view what) {
    if (event.bytes.size() < size)
      cursor.fail(fmt::format("{} event of {} bytes, expected {}", what, event.bytes.size(), size),
                  at);
  };
  if (event.data1 == kMetaTempo) expect(3, "tempo");
  if (event.data1 == kMetaTempo && event.bytes.substr(0, 3) == std::string(3, '\0'))
    cursor.fail("tempo of 0 microseconds per quarter note", at);
  if (event.data1 == kMetaTimeSignature) expect(2, "time signature");
}

MidiTrack read_track(Cursor cursor) {
  MidiTrack track;
  std::uint64_t tick = 0;
  std::uint8_t running = 0;
  while (cursor.left() > 0) {
    const std::size_t at = cursor.place();
    tick += cursor.variable("a delta time");
    if (tick > kMaxTick) cursor.fail("the track is longer than 2^31 ticks", at);
    MidiEvent event = read_event(cursor, running);
    check_meta(cursor, event, at);
    if (event.status == kMetaStatus && event.data1 == kMetaEndOfTrack) return track;
    event.tick = static_cast<std::uint32_t>(tick);
    track.events.push_back(std::move(event));
  }
  return track;
}

void read_division(Cursor& cursor, MidiFile& file) {
  const std::size_t at = cursor.place();
  const std::uint32_t division = cursor.big_endian(2, "the time division");
  if (division < 0x8000) {
    file.ticks_per_quarter = static_cast<int>(division);
    if (division == 0) cursor.fail("a time division of 0 ticks", at);
    return;
  }
  const int frames = 256 - static_cast<int>(division >> 8);
  const int per_frame = static_cast<int>(division & 0xFF);
  if ((frames != 24 && frames != 25 && frames != 29 && frames != 30) || per_frame == 0)
    cursor.fail(fmt::format("SMPTE division 0x{:04X}, expected 24, 25, 29 or 30 frames", division),
                at);
  file.ticks_per_quarter = 0;
  file.ticks_per_second = (frames == 29 ? 30000.0 / 1001.0 : frames) * per_frame;
}

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
  append_variable(out, 0);
  append_event(out, MidiEvent{tick, kMetaStatus, kMetaEndOfTrack, 0, ""});
  return out;
}

void append_name(std::vector<std::uint8_t>& out, std::string_view name) {
  for (const char c : name) out.push_back(static_cast<std::uint8_t>(c));
}

std::uint32_t microseconds(const std::string& bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < 3; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
  return value;
}

}  // namespace

std::string MidiTrack::name() const {
  for (const MidiEvent& event : events)
    if (event.status == kMetaStatus && event.data1 == kMetaTrackName) return event.bytes;
  return "";
}

MidiFile parse_midi(std::span<const std::uint8_t> bytes, std::string_view file_name) {
  Cursor cursor(bytes, file_name);
  if (cursor.left() < 14 || cursor.text(4, "the header") != "MThd")
    cursor.fail("no \"MThd\" header: this is not a Standard MIDI file", 0);
  const std::uint32_t header_bytes = cursor.big_endian(4, "the header");
  if (header_bytes < 6) cursor.fail(fmt::format("header of {} bytes, expected 6", header_bytes), 4);
  Cursor header = cursor.chunk(header_bytes);
  MidiFile file;
  file.format = static_cast<int>(header.big_endian(2, "the format"));
  if (file.format > 1)
    header.fail(fmt::format("format {}, expected 0 or 1 (one song)", file.format), 8);
  const std::uint32_t tracks = header.big_endian(2, "the number of tracks");
  read_division(header, file);
  while (file.tracks.size() < tracks) {
    cursor.need(8, fmt::format("track {} of {}", file.tracks.size() + 1, tracks));
    const std::string kind = cursor.text(4, "a chunk name");
    Cursor chunk = cursor.chunk(cursor.big_endian(4, "a chunk length"));
    if (kind == "MTrk") file.tracks.push_back(read_track(chunk));
  }
  return file;
}

MidiFile read_midi(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  if (!stream) throw MidiError(fmt::format("{}: cannot be opened", path.string()));
  const auto size = static_cast<std::uintmax_t>(stream.tellg());
  if (size > kMaxFileBytes)
    throw MidiError(
        fmt::format("{}: {} bytes, expected at most {}", path.string(), size, kMaxFileBytes));
  std::vector<std::uint8_t> bytes(size);
  stream.seekg(0);
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!stream) throw MidiError(fmt::format("{}: cannot be read", path.string()));
  return parse_midi(bytes, path.string());
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
        tempi.emplace_back(event.tick, microseconds(event.bytes));
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
