// Reads standard MIDI files (SMF 1.0), and writes them. Grammar (all numbers big-endian):
//   file  ::= "MThd" u32=6 u16 format(0|1) u16 tracks u16 division, then `tracks` chunks "MTrk"
//           | "RIFF" u32 "RMID" ... "data" u32 file        (lengths little-endian)
//   chunk ::= name[4] u32 length bytes[length]      unknown chunks are skipped
//   track ::= (delta event)*                        delta ::= variable length quantity, 1..4 bytes
//   event ::= [status] data...  a missing status repeats the last channel status (running status)
//           | FF type length bytes  (meta)  | F0 length bytes | F7 length bytes  (system exclusive)
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "audio/error.h"

namespace tactus {

class MidiError : public ErrorOf<ErrorCode::kFormat> {
  using ErrorOf::ErrorOf;
};

struct MidiEvent {
  std::uint32_t tick = 0;   // from the start of the track
  std::uint8_t status = 0;  // 0x80..0xEF channel message, 0xF0 or 0xF7 exclusive, 0xFF meta
  std::uint8_t data1 = 0;   // channel messages: first data byte; meta: its type
  std::uint8_t data2 = 0;   // channel messages with two data bytes
  std::string bytes;        // payload of meta and exclusive events
  bool operator==(const MidiEvent&) const = default;
};

inline constexpr std::uint8_t kMetaStatus = 0xFF;
inline constexpr std::uint8_t kMetaText = 0x01;
inline constexpr std::uint8_t kMetaTrackName = 0x03;
inline constexpr std::uint8_t kMetaLyric = 0x05;
inline constexpr std::uint8_t kMetaMarker = 0x06;
inline constexpr std::uint8_t kMetaCue = 0x07;
inline constexpr std::uint8_t kMetaEndOfTrack = 0x2F;
inline constexpr std::uint8_t kMetaTempo = 0x51;
inline constexpr std::uint8_t kMetaTimeSignature = 0x58;
inline constexpr std::uint8_t kMetaKeySignature = 0x59;
inline constexpr std::uint8_t kMetaSpecific = 0x7F;  // to a sequencer

struct MidiTrack {
  std::vector<MidiEvent> events;  // by tick; without the end-of-track event
  std::uint32_t end = 0;          // tick of that event if it comes after the others, else 0
  std::string name() const;       // of its first name event, else ""
  bool operator==(const MidiTrack&) const = default;
};

struct MidiFile {
  int format = 1;               // 0 or 1
  int ticks_per_quarter = 480;  // 1..32767; 0 = SMPTE time
  double ticks_per_second = 0;  // of SMPTE time, else 0
  std::vector<MidiTrack> tracks;
  bool operator==(const MidiFile&) const = default;
};

// Throw MidiError "FILE: byte N: found, expected". With `notes`, parse_midi reads what players read
// too, and adds a sentence for each kind of fault: data bytes above 127 (become 127), running
// status that goes on after a meta event, real time messages and unusable tempi (skipped), wrong
// lengths and numbers of tracks, tracks without an end, bytes before and behind the song, a file
// that ends within a track, and format 2 (its tracks one after the other).
MidiFile parse_midi(std::span<const std::uint8_t> bytes, std::string_view file_name,
                    std::vector<std::string>* notes = nullptr);
MidiFile read_midi(const std::filesystem::path& path);

// Writes type 1 (or 0) without running status. Events of each track must be sorted by tick, else
// std::invalid_argument.
std::vector<std::uint8_t> encode_midi(const MidiFile& file);

// Data bytes of a channel message.
int data_bytes(std::uint8_t status);

// Microseconds per quarter of a tempo event.
std::uint32_t tempo_of(const MidiEvent& event);

// Make a microsecond tempo event, a time signature, a text event.
MidiEvent tempo_event(std::uint32_t tick, double bpm);
// `clocks`: of the metronome, 24 in a quarter.
MidiEvent time_signature_event(std::uint32_t tick, int numerator, int denominator, int clocks = 24);
MidiEvent text_event(std::uint32_t tick, std::uint8_t type, std::string_view text);

// Converts ticks and seconds by the tempo events of all tracks; 120 BPM before the first.
class TempoMap {
 public:
  explicit TempoMap(const MidiFile& file);
  double seconds(double tick) const;
  double tick(double seconds) const;

 private:
  struct Change {
    double tick;
    double seconds;
    double seconds_per_tick;
  };
  std::vector<Change> changes_;
};

// A channel message with its time.
struct TimedMessage {
  double time = 0.0;  // seconds
  std::uint8_t status = 0;
  std::uint8_t data1 = 0;
  std::uint8_t data2 = 0;
  bool operator==(const TimedMessage&) const = default;
};
// Returns every channel message of all tracks by time; at equal times in track order.
std::vector<TimedMessage> timed_messages(const MidiFile& file);

}  // namespace tactus
