#include <fmt/core.h>

#include <algorithm>
#include <new>
#include <string_view>
#include <vector>

#include "audio/counted.h"
#include "audio/decoders/checked_decoder.h"
#include "audio/decoders/interface/decoder.h"
#include "audio/decoders/libav/libav_decoder.h"
#include "audio/decoders/mpeg/mpeg_decoder.h"
#include "audio/decoders/ogg/flac_decoder.h"
#include "audio/decoders/ogg/ogg_decoder.h"
#include "audio/decoders/sizes/announced_sound.h"
#include "audio/decoders/sizes/chunks.h"
#include "audio/decoders/sizes/container_sizes.h"
#include "audio/decoders/sizes/mpeg4_boxes.h"
#include "audio/decoders/sndfile_decoder.h"

namespace tactus {
namespace {

// Search range for the first MPEG frame after junk.
constexpr std::int64_t kMpegReach = std::int64_t{1} << 16;

// Skips the ID3v2 tags at the start (there may be several, with zeros between them).
std::int64_t skip_id3(const ByteSource& source) {
  std::int64_t offset = 0;
  for (;;) {
    const std::vector<unsigned char> head = source.bytes(offset, 10);
    if (head.size() < 10 || head[0] != 'I' || head[1] != 'D' || head[2] != '3') return offset;
    const std::int64_t size =
        (head[6] & 127) << 21 | (head[7] & 127) << 14 | (head[8] & 127) << 7 | (head[9] & 127);
    const bool footer = (head[5] & 0x10) != 0;
    if (offset + 10 + size >= source.size()) return offset + 10;
    offset += 10 + size + (footer ? 10 : 0);
  }
}

// libavformat's name of a container that libsndfile knows but could not read; nullptr for others.
const char* second_demuxer(std::string_view magic) {
  struct Pair {
    std::string_view magic;
    const char* demuxer;
  };
  for (const Pair& pair :
       {Pair{"RIFF", "wav"}, Pair{"RIFX", "wav"}, Pair{"RF64", "wav"}, Pair{"riff", "w64"},
        Pair{"FORM", "aiff"}, Pair{".snd", "au"}, Pair{"caff", "caf"}}) {
    if (magic == pair.magic) return pair.demuxer;
  }
  return nullptr;
}

// nullptr if libavcodec does not read it either.
std::unique_ptr<Decoder> try_libav(const SharedSource& source, std::int64_t begin,
                                   const char* demuxer, const char* name,
                                   const std::optional<std::string>& shortfall = {}) {
  try {
    return std::make_unique<LibavDecoder>(source, ByteWindow(*source, begin, source->size()),
                                          demuxer, name, shortfall);
  } catch (const AudioError&) {
    if (source->fault()) throw;
    return nullptr;
  } catch (const std::bad_alloc&) {  // sizes in a damaged header
    return nullptr;
  }
}

// Formats recognised by their first bytes.
struct Kind {
  std::size_t at;
  std::string_view magic;
  const char* name;     // name for people
  const char* demuxer;  // libavformat's name; nullptr: holds no sound
};
constexpr const char* kFilm =
    "a film of a kind that is not read: extract its sound as FLAC or WAV first";
constexpr Kind kKinds[] = {{4, "ftyp", "MPEG-4", "mov"},
                           {0, "wvpk", "WavPack", "wv"},
                           {0, "MAC ", "Monkey's Audio", "ape"},
                           {0, "MP+", "Musepack", "mpc"},
                           {0, "MPCK", "Musepack", "mpc8"},
                           {0, "TTA1", "TTA (True Audio)", "tta"},
                           {0, "\x30\x26\xB2\x75", "Windows Media", "asf"},
                           {0, "\x1A\x45\xDF\xA3", "Matroska", "matroska"},
                           {0, {"\0\0\1\xBA", 4}, kFilm, nullptr},
                           {0, "FLV\1", kFilm, nullptr},
                           {8, "AVI ", kFilm, nullptr},
                           {0, "MThd", "a MIDI file, which contains notes but no sound", nullptr}};

const Kind* kind_of(std::string_view head) {
  for (const Kind& kind : kKinds) {
    if (head.size() > kind.at && head.substr(kind.at).starts_with(kind.magic)) return &kind;
  }
  return nullptr;
}

// By libsndfile; by the library of `demuxer`, if there is one, where libsndfile fails.
std::unique_ptr<Decoder> open_by_sndfile(const SharedSource& source, const DataSize& size,
                                         const char* demuxer) {
  try {
    const std::vector<ByteExtent> contents = voc_contents(*source);
    const ByteWindow window =
        contents.empty() ? ByteWindow(*source, 0, source->size()) : ByteWindow(*source, contents);
    auto known = std::make_unique<SndfileDecoder>(source, window, size.shortfall);
    if (!size.beyond_header) return known;
    const ByteExtent& sound = *size.beyond_header;
    return std::make_unique<SndfileDecoder>(
        source, ByteWindow(*source, sound.begin, sound.begin + sound.length), *known);
  } catch (const AudioError&) {
    if (source->fault() || demuxer == nullptr) throw;
    auto second = try_libav(source, 0, demuxer, demuxer, size.shortfall);
    if (!second) throw;
    return second;
  }
}

// The place of the fault is known when the length is.
std::unique_ptr<Decoder> with_contradiction(std::unique_ptr<Decoder> decoder, std::int64_t bytes,
                                            const DataSize& size) {
  if (!size.contradiction) return decoder;
  const AudioInfo& info = decoder->info();
  const double seconds =
      size.trusted == 1.0
          ? CheckedDecoder::kAtTheEnd
          : static_cast<double>(info.claimed_frames.value_or(0)) / info.sample_rate * size.trusted;
  return std::make_unique<CheckedDecoder>(std::move(decoder), bytes,
                                          Problem{"damaged", seconds, *size.contradiction});
}

// libavformat places the pages of some codecs by guesses, so damage makes all times unsure there.
std::unique_ptr<Decoder> open_ogg(const SharedSource& source, std::int64_t begin) {
  try {
    return std::make_unique<OggDecoder>(source, begin);
  } catch (const AudioError&) {
    if (source->fault()) throw;
    auto second = try_libav(source, begin, "ogg", "Ogg");
    if (!second) throw;
    if (!is_damaged(find_ogg_link(*source, begin))) return second;
    return std::make_unique<CheckedDecoder>(std::move(second), source->size(),
                                            Problem{"damaged", 0.0, "damaged Ogg pages"});
  }
}

// For the sound of a file by a decoder that does not know the size: what its header says of it.
std::unique_ptr<Decoder> with_size(std::unique_ptr<Decoder> decoder, std::int64_t bytes,
                                   const DataSize& size) {
  if (!size.shortfall) return with_contradiction(std::move(decoder), bytes, size);
  return std::make_unique<CheckedDecoder>(
      std::move(decoder), bytes, Problem{"truncated", CheckedDecoder::kAtTheEnd, *size.shortfall});
}

// `start`: of the file behind its tags; `frames`: of the first frame with others behind it. The
// head of a frame at `start`, or two frames in a row before `frames`, belongs to sound that is
// lost; other bytes are padding.
std::unique_ptr<Decoder> open_mpeg(const SharedSource& source, std::int64_t start,
                                   std::int64_t frames) {
  auto decoder = std::make_unique<MpegDecoder>(source, frames);
  if (frames == start) return decoder;
  if (!parse_mpeg_header(source->bytes(start, 4)) && !holds_mpeg_frames(*source, start, frames))
    return decoder;
  return std::make_unique<CheckedDecoder>(
      std::move(decoder), source->size(),
      Problem{"damaged", 0.0,
              counted(static_cast<std::size_t>(frames - start), "byte") + " damaged at the start"});
}

// True for a bare stream of AAC frames: twelve bits of synchronisation, then MPEG's layer "0"
// (ISO/IEC 13818-7, 6.2).
bool is_adts(std::string_view head) {
  return head.size() > 1 && head[0] == '\xFF' && (head[1] & 0xF6) == 0xF0;
}

// A codec may double the rate (spectral band replication), and the header has no room for more than
// 65535 Hz; Opus has always 48000.
std::string rate_note(int stated, int rate) {
  constexpr int kMost = 65'535, kOpus = 48'000;
  const bool is_usual = stated == 0 || stated == rate || rate == 2 * stated || stated == 2 * rate;
  if (is_usual || rate > kMost || rate == kOpus) return {};
  return fmt::format("its header says {} Hz, the sound has {} Hz", stated, rate);
}

std::unique_ptr<Decoder> open_mpeg4(const SharedSource& source, std::int64_t begin,
                                    const Kind& kind) {
  const Mpeg4Facts facts = read_mpeg4_boxes(*source, begin);
  auto decoder = std::make_unique<LibavDecoder>(source, ByteWindow(*source, begin, source->size()),
                                                kind.demuxer, kind.name, facts.shortfall);
  std::optional<Problem> doubt;
  if (facts.contradiction)
    doubt = {"damaged", facts.seconds.value_or(CheckedDecoder::kAtTheEnd), *facts.contradiction};
  const std::string note =
      joined_notes(facts.note, rate_note(facts.rate, decoder->info().sample_rate));
  return std::make_unique<CheckedDecoder>(std::move(decoder), source->size(), doubt, note);
}

// 8SVX of two channels holds the left one, then the right one; libsndfile takes them for pairs.
bool is_stereo_8svx(const ByteSource& source) {
  constexpr std::uint64_t kBoth = 6;
  const std::optional<ChunkLayout> layout = chunk_layout(source);
  if (!layout || layout->sound != "BODY") return false;
  for (std::int64_t at = layout->first; chunk_begins(source, *layout, at);) {
    const FileChunk chunk = chunk_at(source, *layout, at);
    if (chunk.name == "CHAN") return big_at(source, chunk.contents, 4) == kBoth;
    at = chunk.next;
  }
  return false;
}

std::unique_ptr<Decoder> open_source(const SharedSource& source) {
  const std::int64_t start = skip_id3(*source);
  const std::vector<unsigned char> head = source->bytes(start, 12);
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  const std::string_view magic = text.substr(0, 4);
  const std::int64_t end = source->size();
  const auto by_libav = [&](const char* demuxer, const char* name) {
    const DataSize size = correct_data_size(*source);
    auto decoder = std::make_unique<LibavDecoder>(
        source, ByteWindow(*source, start, source->size()), demuxer, name, size.shortfall);
    return with_contradiction(std::move(decoder), end, size);
  };
  if (const Kind* kind = kind_of(text)) {
    if (!kind->demuxer) throw source->error(fmt::format("this is {}", kind->name));
    if (kind->magic == "ftyp") return open_mpeg4(source, start, *kind);
    return by_libav(kind->demuxer, kind->name);
  }
  if (is_adts(text)) return by_libav("aac", "AAC stream");
  if (is_stereo_8svx(*source)) return by_libav("iff", "8SVX");
  if (magic == "fLaC") {
    return std::make_unique<FlacDecoder>(source, ByteWindow(*source, start, end), "FLAC");
  }
  if (magic == "OggS") return open_ogg(source, start);
  const bool is_mpeg = parse_mpeg_header(head).has_value();
  const DataSize size = start == 0 && !is_mpeg ? correct_data_size(*source) : DataSize{};
  if (start == 0 && !is_mpeg && !size.is_mpeg) {
    const char* demuxer = second_demuxer(magic);
    try {
      return with_contradiction(open_by_sndfile(source, size, demuxer), end, size);
    } catch (const AudioError&) {
      if (demuxer != nullptr || source->fault()) throw;
    }
  }
  const auto frames = find_mpeg_stream(*source, start, kMpegReach);
  if (!frames) {
    throw source->error("not a known audio format: convert it to FLAC or WAV first");
  }
  return with_size(open_mpeg(source, start, *frames), end, size);
}

}  // namespace

std::unique_ptr<Decoder> open_decoder(const std::filesystem::path& path) {
  return open_decoder(std::make_shared<ByteSource>(path));
}

std::unique_ptr<Decoder> open_decoder(const SharedSource& source) {
  return std::make_unique<CheckedDecoder>(open_source(source), source->size());
}

void check_wanted_rate(int sample_rate) {
  if (sample_rate < 0 || sample_rate > kMaxSampleRate) {
    throw std::invalid_argument(
        fmt::format("sample rate of {} Hz, expected 1 to {} Hz, or 0 for the rate of the file",
                    sample_rate, kMaxSampleRate));
  }
}

void check_format(const ByteSource& source, long sample_rate, long channels) {
  if (sample_rate < kMinSampleRate || sample_rate > kMaxSampleRate) {
    throw source.error(fmt::format("has a sample rate of {} Hz; {} to {} Hz can be read",
                                   sample_rate, kMinSampleRate, kMaxSampleRate));
  }
  if (channels < 1 || channels > kMaxChannels) {
    throw source.error(fmt::format("has {} channels; 1 to {} can be read", channels, kMaxChannels));
  }
}

}  // namespace tactus
