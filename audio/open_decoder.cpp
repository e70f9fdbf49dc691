#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "audio/container_sizes.h"
#include "audio/decoder.h"
#include "audio/flac_decoder.h"
#include "audio/mpeg_decoder.h"
#include "audio/ogg_decoder.h"
#include "audio/sndfile_decoder.h"

namespace tactus {
namespace {

// How far junk before the first MPEG frame is searched.
constexpr std::int64_t kMpegReach = std::int64_t{1} << 16;

// Past the ID3v2 tags at the start (several may follow each other, with zeros between them).
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

}  // namespace

std::unique_ptr<Decoder> open_decoder(const std::filesystem::path& path) {
  auto source = std::make_shared<ByteSource>(path);
  const std::int64_t start = skip_id3(*source);
  const std::vector<unsigned char> head = source->bytes(start, 4);
  const std::string_view magic(reinterpret_cast<const char*>(head.data()), head.size());
  const std::int64_t end = source->size();
  if (magic == "fLaC") {
    return std::make_unique<FlacDecoder>(source, start, end, FlacDecoder::Container::kNative);
  }
  if (magic == "OggS") return std::make_unique<OggDecoder>(source, start);
  if (start == 0 && !parse_mpeg_header(head)) {
    try {
      std::optional<std::string> shortfall = correct_data_size(*source);
      return std::make_unique<SndfileDecoder>(source, 0, end, std::move(shortfall));
    } catch (const AudioError&) {
      if (magic == "RIFF" || source->fault() || !find_mpeg_stream(*source, 0, kMpegReach)) throw;
    }
  }
  const auto frames = find_mpeg_stream(*source, start, kMpegReach);
  if (!frames) throw source->error("holds no audio that is known here: no MPEG frames were found");
  return std::make_unique<MpegDecoder>(source, *frames, end);
}

std::string problem_at(const char* what, double seconds, const std::string& reason) {
  return fmt::format("{} at {:.3f} s: {}", what, seconds, reason);
}

void check_wanted_rate(int sample_rate) {
  if (sample_rate < 0 || sample_rate > kMaxSampleRate) {
    throw std::invalid_argument(fmt::format(
        "a sample rate of {} Hz was asked for; 1 to {} Hz can be made, 0 keeps the file's own",
        sample_rate, kMaxSampleRate));
  }
}

void check_format(const ByteSource& source, long sample_rate, long channels) {
  if (sample_rate < 1 || sample_rate > kMaxSampleRate) {
    throw source.error(fmt::format("has a sample rate of {} Hz; 1 to {} Hz can be read",
                                   sample_rate, kMaxSampleRate));
  }
  if (channels < 1 || channels > kMaxChannels) {
    throw source.error(fmt::format("has {} channels; 1 to {} can be read", channels, kMaxChannels));
  }
}

}  // namespace tactus
