#include "audio/decoders/sizes/mpeg4_boxes.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string_view>
#include <vector>

#include "audio/decoders/sizes/chunks.h"

namespace tactus {
namespace {

constexpr int kMostBoxes = 1'000'000;
constexpr double kApart = 0.2;    // seconds; numbers are rounded, and padding counts or does not
constexpr double kLeftOut = 0.5;  // seconds; more than the delay of an encoder and its padding

struct Box {
  std::string name;
  std::int64_t begin = 0;     // offset
  std::int64_t contents = 0;  // offset
  std::int64_t end = 0;
  bool whole = false;
};

// A size, which includes these eight bytes, a name, and with a size of 1 the size in eight more
// bytes; 0 = the rest of the file.
Box box_at(const ByteSource& source, std::int64_t offset, std::int64_t end) {
  constexpr std::int64_t kHead = 8, kLongHead = 16;
  const std::uint64_t size = big_at(source, offset, 4);
  const std::int64_t head = size == 1 ? kLongHead : kHead;
  const std::uint64_t stated = size == 1 ? big_at(source, offset + kHead, 8) : size;
  const auto left = static_cast<std::uint64_t>(end - offset);
  Box box = {text_at(source, offset + 4), offset, offset + head, end, false};
  const bool named = box.name.size() == 4 &&
                     std::ranges::all_of(box.name, [](char c) { return c >= ' ' && c <= '~'; });
  box.whole =
      named && (size == 0 || (stated >= static_cast<std::uint64_t>(head) && stated <= left));
  if (box.whole && size != 0) box.end = offset + static_cast<std::int64_t>(stated);
  return box;
}

// Calls visit(box) until it returns false or no box begins.
void for_each_box(const ByteSource& source, std::int64_t begin, std::int64_t end,
                  const std::function<bool(const Box&)>& visit) {
  for (int n = 0; n < kMostBoxes && begin + 8 <= end; ++n) {
    const Box box = box_at(source, begin, end);
    if (!box.whole || !visit(box)) return;
    begin = box.end;
  }
}

// The box of that path below `parent`.
std::optional<Box> find_box(const ByteSource& source, Box parent,
                            std::initializer_list<std::string_view> path) {
  for (const std::string_view name : path) {
    std::optional<Box> found;
    for_each_box(source, parent.contents, parent.end, [&](const Box& box) {
      if (box.name == name) found = box;
      return !found;
    });
    if (!found) return std::nullopt;
    parent = *found;
  }
  return parent;
}

// Padding and tags are no lost fragments.
bool is_sound_lost(const ByteSource& source, std::int64_t offset) {
  const RestKind kind = rest_from(source, nullptr, offset).kind;
  return kind == RestKind::kUnknown || kind == RestKind::kFile;
}

// Unit and duration of "mvhd" or "mdhd", in seconds; 0 = unknown.
struct Duration {
  double unit = 0.0;
  double seconds = 0.0;
};
Duration duration_of(const ByteSource& source, const std::optional<Box>& box) {
  if (!box) return {};
  const bool wide = big_at(source, box->contents, 1) == 1;
  const std::uint64_t scale = big_at(source, box->contents + (wide ? 20 : 12), 4);
  const int bytes = wide ? 8 : 4;
  const std::uint64_t duration = big_at(source, box->contents + (wide ? 24 : 16), bytes);
  const std::uint64_t unknown = wide ? ~std::uint64_t{0} : 0xFFFF'FFFF;
  if (scale == 0) return {};
  const double unit = 1.0 / static_cast<double>(scale);
  return {unit, duration == unknown ? 0.0 : static_cast<double>(duration) * unit};
}

double track_seconds(const ByteSource& source, const std::optional<Box>& tkhd, double unit) {
  if (!tkhd) return 0.0;
  const bool wide = big_at(source, tkhd->contents, 1) == 1;
  const std::uint64_t duration = big_at(source, tkhd->contents + (wide ? 28 : 20), wide ? 8 : 4);
  return static_cast<double>(duration) * unit;
}

// The durations of all samples in "stts", in seconds.
double sum_of_samples(const ByteSource& source, const std::optional<Box>& stts, double unit) {
  constexpr std::size_t kEntry = 8, kPiece = 8192 * kEntry;
  if (!stts) return 0.0;
  double sum = 0.0;
  for (std::int64_t at = stts->contents + 8; at < stts->end; at += kPiece) {
    const auto left = static_cast<std::size_t>(stts->end - at);
    const std::vector<unsigned char> piece = source.bytes(at, std::min(kPiece, left));
    const auto number = [&](std::size_t i) {
      return piece[i] * 0x1p24 + piece[i + 1] * 0x1p16 + piece[i + 2] * 0x1p8 + piece[i + 3];
    };
    for (std::size_t i = 0; i + kEntry <= piece.size(); i += kEntry) {
      sum += number(i) * number(i + 4);
    }
  }
  return sum * unit;
}

// What an edit list plays of a track, in seconds.
struct Edits {
  double all = 0.0;     // with empty edits
  double played = 0.0;  // of the sound
  double last = 0.0;    // the latest end in the sound
  bool to_the_end = false;
};
Edits read_edits(const ByteSource& source, const Box& elst, double movie_unit, double unit) {
  constexpr std::uint64_t kEmpty32 = 0xFFFF'FFFF;
  const bool wide = big_at(source, elst.contents, 1) == 1;
  const int bytes = wide ? 8 : 4;
  Edits edits;
  for (std::int64_t at = elst.contents + 8; at + 2 * bytes + 4 <= elst.end; at += 2 * bytes + 4) {
    const double length = static_cast<double>(big_at(source, at, bytes)) * movie_unit;
    const std::uint64_t begin = big_at(source, at + bytes, bytes);
    edits.all += length;
    if (begin == (wide ? ~std::uint64_t{0} : kEmpty32)) continue;
    edits.to_the_end = edits.to_the_end || length == 0.0;
    edits.played += length;
    edits.last = std::max(edits.last, static_cast<double>(begin) * unit + length);
  }
  return edits;
}

// "stsd": 8 bytes, then the first entry, whose rate is a number of 16.16 bits. 0 = unknown.
int entry_rate(const ByteSource& source, const std::optional<Box>& stsd) {
  constexpr std::int64_t kRate = 8 + 8 + 24;
  return stsd ? static_cast<int>(big_at(source, stsd->contents + kRate, 2)) : 0;
}

struct SoundTrack {
  Duration movie;
  Duration media;
  double sum = 0.0;
  double track = 0.0;
  int rate = 0;
  std::optional<Edits> edits;
};

std::optional<SoundTrack> find_sound_track(const ByteSource& source, const Box& moov) {
  std::optional<SoundTrack> found;
  const Duration movie = duration_of(source, find_box(source, moov, {"mvhd"}));
  for_each_box(source, moov.contents, moov.end, [&](const Box& trak) {
    const std::optional<Box> kind =
        trak.name == "trak" ? find_box(source, trak, {"mdia", "hdlr"}) : std::nullopt;
    if (!kind || text_at(source, kind->contents + 8) != "soun") return true;
    SoundTrack track;
    track.movie = movie;
    track.media = duration_of(source, find_box(source, trak, {"mdia", "mdhd"}));
    track.sum = sum_of_samples(source, find_box(source, trak, {"mdia", "minf", "stbl", "stts"}),
                               track.media.unit);
    track.track = track_seconds(source, find_box(source, trak, {"tkhd"}), movie.unit);
    track.rate = entry_rate(source, find_box(source, trak, {"mdia", "minf", "stbl", "stsd"}));
    if (const auto elst = find_box(source, trak, {"edts", "elst"}))
      track.edits = read_edits(source, *elst, movie.unit, track.media.unit);
    found = track;
    return false;
  });
  return found;
}

// Compares the edit list with the sound; the track header says what it plays.
void check_edits(const SoundTrack& track, Mpeg4Facts& facts) {
  const Edits& edits = *track.edits;
  if (edits.to_the_end || edits.all == 0.0) return;
  const double left_out = track.sum - edits.played;
  if (edits.last > track.sum + kApart) {
    facts.contradiction = fmt::format("its edit list plays up to {:.3f} s, the sound has {:.3f} s",
                                      edits.last, track.sum);
    facts.seconds = left_out > -kApart ? 0.0 : track.sum;
  } else if (left_out > kLeftOut && std::abs(track.track - edits.all) > kApart) {
    facts.contradiction = fmt::format(
        "its edit list plays {:.3f} s of {:.3f} s of sound, but the track is {:.3f} s long; what "
        "the list leaves out was not read",
        edits.played, track.sum, track.track);
    if (edits.last - edits.played > kLeftOut) facts.seconds = 0.0;
  } else if (left_out > kLeftOut) {
    facts.note =
        fmt::format("its edit list plays {:.3f} s of {:.3f} s of sound: the rest was left out",
                    edits.played, track.sum);
  }
}

void check_track(const SoundTrack& track, Mpeg4Facts& facts) {
  facts.rate = track.rate;
  if (track.sum == 0.0 || track.movie.unit == 0.0) return;  // in fragments
  if (track.media.seconds > 0.0 && std::abs(track.media.seconds - track.sum) > kApart) {
    facts.contradiction =
        fmt::format("its header says {:.3f} s of sound, the table of its samples {:.3f} s",
                    track.media.seconds, track.sum);
    facts.seconds = 0.0;
  } else if (track.edits) {
    check_edits(track, facts);
  }
  // The sound is whole; only the window of a player is wrong.
  const double played = track.edits ? track.edits->all : track.sum;
  const double stated = track.movie.seconds;
  if (!facts.contradiction && facts.note.empty() && stated > 0.0 && stated < played - kApart)
    facts.note =
        fmt::format("its header says {:.3f} s, but the sound lasts {:.3f} s", stated, played);
}

}  // namespace

Mpeg4Facts read_mpeg4_boxes(const ByteSource& source, std::int64_t begin) {
  Mpeg4Facts facts;
  bool fragments = false;
  bool first = true;
  std::optional<Box> moov;
  std::int64_t end = begin;
  for_each_box(source, begin, source.size(), [&](const Box& box) {
    end = box.end;
    fragments = fragments || box.name == "moof";
    if (box.name == "moov" && !moov) moov = box;
    if (box.name == "ftyp" && !first) {
      facts.contradiction =
          fmt::format("a second file (MPEG-4) begins at byte {}; it was not read", box.begin);
    }
    first = false;
    return !facts.contradiction;
  });
  // A file in fragments has no list of its samples: a library stops at the first bytes that are no
  // box.
  if (fragments && end < source.size() && is_sound_lost(source, end))
    facts.shortfall = fmt::format("the fragments end at byte {} of {}", end, source.size());
  if (moov && !facts.contradiction) {
    if (const auto track = find_sound_track(source, *moov)) check_track(*track, facts);
  }
  return facts;
}

}  // namespace tactus
