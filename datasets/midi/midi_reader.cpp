// Reads MIDI files; midi_file.h has the grammar, and says what is repaired.
#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <optional>

#include "datasets/midi/midi_cursor.h"
#include "datasets/midi/midi_file.h"

namespace tactus {
namespace {

constexpr std::uint64_t kMaxTick = 0x7FFFFFFF;
constexpr std::uint64_t kMaxStep = 0x0FFFFFFF;  // that a file can hold
constexpr std::uintmax_t kMaxFileBytes = 64u << 20;
constexpr std::size_t kMostBefore = 4096;  // bytes before the header that are skipped
constexpr std::string_view kTrackChunk = "MTrk";

// `interleaved`: real time bytes may stand anywhere, as on a wire; else they are events with a
// time.
class TrackReader {
 public:
  TrackReader(Cursor cursor, Repairs& repairs, bool interleaved)
      : cursor_(cursor), repairs_(repairs), interleaved_(interleaved) {}

  // Stops at the end of the track, or of the bytes: within an event only if `open`.
  MidiTrack run(bool open) {
    try {
      while (!ended_ && cursor_.left() > 0) read_step();
    } catch (const EndReached&) {
      if (!open) throw;
    }
    return std::move(track_);
  }
  bool ended() const { return ended_; }
  bool ends_well() const { return ended_ && cursor_.left() == 0; }
  bool met_real_time() const { return met_real_time_; }
  std::size_t place() const { return cursor_.place(); }

 private:
  void read_step() {
    skip_interleaved();
    const std::size_t at = cursor_.place();
    tick_ += cursor_.variable("a delta time");
    if (tick_ > kMaxTick) cursor_.fail("the track is longer than 2^31 ticks", at);
    std::optional<MidiEvent> event = read_event();
    if (!event || !is_usable(*event, at)) return;
    event->tick = static_cast<std::uint32_t>(tick_);
    ended_ = event->status == kMetaStatus && event->data1 == kMetaEndOfTrack;
    const bool later = track_.events.empty() ? tick_ > 0 : tick_ > track_.events.back().tick;
    if (ended_)
      track_.end = later ? event->tick : 0;
    else
      track_.events.push_back(std::move(*event));
  }

  // The event after its delta time; nothing for one that is skipped.
  std::optional<MidiEvent> read_event() {
    skip_interleaved();
    const std::size_t at = cursor_.place();
    MidiEvent event;
    event.status = cursor_.u8("an event");
    if (event.status < 0x80) return message_without_status(event.status, at);
    if (event.status < 0xF0) {
      running_ = event.status;
      interrupted_ = false;
      event.data1 = data_byte();
      if (data_bytes(event.status) == 2) event.data2 = data_byte();
      return event;
    }
    if (is_real_time(event.status)) return skip_real_time(event.status, at);
    interrupted_ = true;
    if (event.status == kMetaStatus) event.data1 = cursor_.u8("a meta event's type");
    const std::uint32_t length = cursor_.variable("the length of an event");
    event.bytes = cursor_.text(length, "the payload of an event");
    return event;
  }

  MidiEvent message_without_status(std::uint8_t first, std::size_t at) {
    constexpr const char* kFault = "a data byte without a status before it";
    if (running_ == 0) cursor_.fail(kFault, at);
    if (interrupted_)
      repairs_.repair(cursor_, at, kFault, "read with the last one, before a meta event");
    interrupted_ = false;
    MidiEvent event{0, running_, first, 0, {}};
    if (data_bytes(running_) == 2) event.data2 = data_byte();
    return event;
  }

  std::uint8_t data_byte() {
    skip_interleaved();
    const std::size_t at = cursor_.place();
    const std::uint8_t value = cursor_.u8("a channel message");
    if (value < 0x80) return value;
    met_real_time_ = met_real_time_ || value >= 0xF8;
    repairs_.repair(cursor_, at,
                    fmt::format("status 0x{:02X} where a data byte (below 0x80) belongs", value),
                    "read as 127");
    return 127;
  }

  static bool is_real_time(std::uint8_t status) {
    return status > 0xF0 && status != 0xF7 && status != kMetaStatus;
  }
  void skip_interleaved() {
    while (interleaved_ && cursor_.next() >= 0xF8 && cursor_.next() != kMetaStatus) {
      const std::size_t at = cursor_.place();
      skip_real_time(cursor_.u8("an event"), at);
    }
  }
  std::nullopt_t skip_real_time(std::uint8_t status, std::size_t at) {
    met_real_time_ = true;
    repairs_.repair(cursor_, at,
                    fmt::format("status 0x{:02X} does not occur in a MIDI file", status),
                    "skipped");
    const int data = status == 0xF2 ? 2 : status == 0xF1 || status == 0xF3 ? 1 : 0;
    for (int i = 0; i < data; ++i) cursor_.u8("a system message");
    return std::nullopt;
  }

  bool is_usable(const MidiEvent& event, std::size_t at) {
    if (event.status != kMetaStatus) return true;
    const bool tempo = event.data1 == kMetaTempo;
    const std::size_t expected = tempo ? 3 : event.data1 == kMetaTimeSignature ? 2 : 0;
    std::string fault;
    if (event.bytes.size() < expected)
      fault = fmt::format("{} event of {} bytes, expected {}", tempo ? "tempo" : "time signature",
                          event.bytes.size(), expected);
    else if (tempo && event.bytes.starts_with(std::string_view("\0\0\0", 3)))
      fault = "tempo of 0 microseconds per quarter note";
    if (fault.empty()) return true;
    repairs_.repair(cursor_, at, fault, "left out");
    return false;
  }

  Cursor cursor_;
  Repairs& repairs_;
  bool interleaved_;
  bool met_real_time_ = false;
  MidiTrack track_;
  std::uint64_t tick_ = 0;
  std::uint8_t running_ = 0;  // the last channel status, 0 = none
  bool interrupted_ = false;  // an event that ends running status came after it
  bool ended_ = false;
};

class FileReader {
 public:
  FileReader(std::span<const std::uint8_t> bytes, std::string_view name,
             std::vector<std::string>* notes)
      : cursor_(bytes, name), repairs_(notes) {}

  MidiFile run() {
    find_header();
    read_header();
    while (repairs_.strict() ? file_.tracks.size() < announced_ : cursor_.left() > 0) read_chunk();
    check_tracks();
    repairs_.report();
    return std::move(file_);
  }

 private:
  void find_header() {
    if (cursor_.has_at(0, "RIFF") && cursor_.has_at(8, "RMID")) return find_riff_data();
    const std::size_t header = cursor_.find("MThd", 0, kMostBefore);
    if (cursor_.end() - header < 14)
      cursor_.fail("no \"MThd\" header: this is not a Standard MIDI file", 0);
    if (header > 0)
      repairs_.repair(cursor_, 0, fmt::format("{} bytes before \"MThd\"", header), "skipped");
    cursor_.move_to(header);
  }

  void find_riff_data() {
    cursor_.move_to(12);
    while (!cursor_.has_at(cursor_.place(), "data")) {
      cursor_.need(8, "the \"data\" of a RIFF file");
      cursor_.move_to(cursor_.place() + 4);
      const std::size_t length = cursor_.little_endian("a chunk length");
      cursor_.move_to(cursor_.place() + length + length % 2);
    }
    cursor_.move_to(cursor_.place() + 4);
    const std::size_t length = cursor_.little_endian("a chunk length");
    cursor_.end_at(cursor_.place() + length);
    if (!cursor_.has_at(cursor_.place(), "MThd"))
      cursor_.fail("no \"MThd\" header in this RIFF file", cursor_.place());
  }

  void read_header() {
    const std::size_t start = cursor_.place();
    cursor_.move_to(start + 4);
    const std::uint32_t bytes = cursor_.big_endian(4, "the header");
    if (bytes < 6) cursor_.fail(fmt::format("header of {} bytes, expected 6", bytes), start + 4);
    cursor_.need(bytes, "this chunk");
    file_.format = static_cast<int>(cursor_.big_endian(2, "the format"));
    if (file_.format > (repairs_.strict() ? 1 : 2))
      cursor_.fail(fmt::format("format {}, expected 0 or 1 (one song)", file_.format), start + 8);
    announced_ = cursor_.big_endian(2, "the number of tracks");
    read_division();
    cursor_.move_to(start + 8 + bytes);
  }

  void read_division() {
    const std::size_t at = cursor_.place();
    const std::uint32_t division = cursor_.big_endian(2, "the time division");
    if (division < 0x8000) {
      file_.ticks_per_quarter = static_cast<int>(division);
      if (division == 0) cursor_.fail("a time division of 0 ticks", at);
      return;
    }
    const int frames = 256 - static_cast<int>(division >> 8);
    const int per_frame = static_cast<int>(division & 0xFF);
    if ((frames != 24 && frames != 25 && frames != 29 && frames != 30) || per_frame == 0)
      cursor_.fail(
          fmt::format("SMPTE division 0x{:04X}, expected 24, 25, 29 or 30 frames", division), at);
    file_.ticks_per_quarter = 0;
    file_.ticks_per_second = (frames == 29 ? 30000.0 / 1001.0 : frames) * per_frame;
  }

  void read_chunk() {
    const std::size_t start = cursor_.place();
    if (repairs_.strict())
      cursor_.need(8, fmt::format("track {} of {}", file_.tracks.size() + 1, announced_));
    else if (!is_chunk(start))
      return skip_to(cursor_.find(kTrackChunk, start + 1, cursor_.end()));
    const bool track = cursor_.text(4, "a chunk name") == kTrackChunk;
    const std::size_t length = cursor_.big_endian(4, "a chunk length");
    if (track) return read_track(length);
    if (repairs_.strict()) cursor_.need(length, "this chunk");
    cursor_.move_to(cursor_.place() + length);
  }

  // Four letters or digits and a length that fits.
  bool is_chunk(std::size_t place) const {
    Cursor at = cursor_;
    if (at.has_at(place, kTrackChunk)) return at.left() >= 8;
    if (at.left() < 8) return false;
    for (const char c : at.text(4, "a chunk name")) {
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && !(c >= '0' && c <= '9') && c != ' ') return false;
    }
    return at.big_endian(4, "a chunk length") <= at.left();
  }

  void skip_to(std::size_t place) {
    repairs_.remark(cursor_, cursor_.place(),
                    fmt::format("{} bytes that are no track", place - cursor_.place()),
                    "skipped, as they are no part of the song");
    cursor_.move_to(place);
  }

  // The length counts if the next track or the end of the file follows; else the track ends itself.
  void read_track(std::size_t length) {
    if (repairs_.strict()) cursor_.need(length, "this chunk");
    const std::size_t start = cursor_.place(), said = start + length;
    const bool right =
        repairs_.strict() || said == cursor_.end() || cursor_.has_at(said, kTrackChunk);
    Cursor inside = cursor_;
    inside.end_at(right ? said : cursor_.find(kTrackChunk, start, cursor_.end()));
    const TrackReader reader = read_events(inside, !right);
    cursor_.move_to(right ? said : reader.ended() ? reader.place() : inside.end());
    const MidiTrack& track = file_.tracks.back();
    ends_.push_back(std::max(track.end, track.events.empty() ? 0 : track.events.back().tick));
    check_end(reader, start, length, right);
  }

  // Nothing for a damaged track with real time bytes, which may be read in another way.
  static std::optional<MidiTrack> events_of(TrackReader& reader, bool open, bool strict) {
    try {
      return reader.run(open);
    } catch (const MidiError&) {
      if (strict || !reader.met_real_time()) throw;
      return std::nullopt;
    }
  }

  // Real time bytes are events, unless the track ends well, with fewer faults, if they stand within
  // others.
  TrackReader read_events(const Cursor& inside, bool open) {
    Repairs other = repairs_;
    TrackReader reader(inside, repairs_, false);
    std::optional<MidiTrack> track = events_of(reader, open, repairs_.strict());
    if (track && !reader.met_real_time()) {
      file_.tracks.push_back(std::move(*track));
      return reader;
    }
    TrackReader again(inside, other, true);
    std::optional<MidiTrack> second = events_of(again, open, !track);
    const bool fewer = !reader.ends_well() || other.faults() < repairs_.faults();
    const bool better = !track || (second && again.ends_well() && fewer);
    file_.tracks.push_back(std::move(better ? *second : *track));
    if (better) repairs_ = other;
    return better ? again : reader;
  }

  void check_end(const TrackReader& reader, std::size_t start, std::size_t length, bool right) {
    const std::size_t bytes = reader.place() - start;
    if (!reader.ended() && !right && cursor_.left() == 0)
      repairs_.remark(cursor_, reader.place(),
                      fmt::format("the file ends within track {}", file_.tracks.size()),
                      "what is missing is not read");
    else if (!reader.ended())
      repairs_.remark(cursor_, reader.place(),
                      fmt::format("no end event in track {}", file_.tracks.size()),
                      "read up to its last byte");
    else if (bytes != length)
      repairs_.remark(
          cursor_, start - 4,
          fmt::format("track {} of {} bytes, {} announced", file_.tracks.size(), bytes, length),
          "read up to its end event");
  }

  void check_tracks() {
    const std::size_t found = file_.tracks.size();
    if (found != announced_)
      repairs_.remark(cursor_, 10, fmt::format("{} tracks, {} announced", found, announced_),
                      "all of them are read");
    if (file_.format == 2 && found > 1) put_in_sequence();
    if (file_.format == 0 && found > 1) {
      repairs_.remark(cursor_, 8, fmt::format("format 0 with {} tracks", found),
                      "read as format 1");
      file_.format = 1;
    }
    if (file_.format == 2) file_.format = 0;
  }

  // Each track of format 2 is a piece with its own tempo.
  void put_in_sequence() {
    std::uint64_t start = 0;
    for (std::size_t i = 0; i < file_.tracks.size(); start += ends_[i++]) {
      if (start > kMaxStep) cursor_.fail("the tracks of format 2 are longer than 2^28 ticks", 8);
      MidiTrack& track = file_.tracks[i];
      const auto offset = static_cast<std::uint32_t>(start);
      for (MidiEvent& event : track.events) event.tick += offset;
      if (track.end > 0) track.end += offset;
      begin_anew(track, offset, time_signature_event(offset, 4, 4));
      begin_anew(track, offset, tempo_event(offset, 120.0));
    }
    repairs_.remark(cursor_, 8, fmt::format("format 2 with {} tracks", file_.tracks.size()),
                    "read one after the other");
    file_.format = 1;
  }

  // Inserts the event unless the track has one of its kind at its start.
  static void begin_anew(MidiTrack& track, std::uint32_t start, MidiEvent event) {
    const bool has = std::ranges::any_of(track.events, [&](const MidiEvent& other) {
      return other.tick == start && other.status == kMetaStatus && other.data1 == event.data1;
    });
    if (!has) track.events.insert(track.events.begin(), std::move(event));
  }

  Cursor cursor_;
  Repairs repairs_;
  MidiFile file_;
  std::vector<std::uint32_t> ends_;  // of the tracks, ticks
  std::size_t announced_ = 0;        // tracks
};

}  // namespace

MidiFile parse_midi(std::span<const std::uint8_t> bytes, std::string_view file_name,
                    std::vector<std::string>* notes) {
  return FileReader(bytes, file_name, notes).run();
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

}  // namespace tactus
