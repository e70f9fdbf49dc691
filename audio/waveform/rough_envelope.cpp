#include "audio/waveform/rough_envelope.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "audio/decoders/sizes/container_sizes.h"
#include "audio/decoders/sndfile_decoder.h"
#include "audio/readers/decoding_child.h"

namespace tactus {
namespace {

constexpr double kEnvelopeStall = 2.0;
static_assert(sizeof(Envelope) == 3 * sizeof(float));

bool seeks_cheaply(std::string_view magic) {
  for (const std::string_view known : {"fLaC", "RIFF", "RIFX", "RF64", "FORM", ".snd", "caff"}) {
    if (magic == known) return true;
  }
  return false;
}

Envelope joined(const Envelope& a, const Envelope& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), std::max(a.rms, b.rms)};
}

}  // namespace

SpotReader::SpotReader() = default;
SpotReader::~SpotReader() = default;
SpotReader::SpotReader(SpotReader&&) noexcept = default;
SpotReader& SpotReader::operator=(SpotReader&&) noexcept = default;

std::optional<SpotReader> SpotReader::open(const std::shared_ptr<ByteSource>& source) {
  try {
    const std::vector<unsigned char> head = source->bytes(0, 4);
    if (!seeks_cheaply({reinterpret_cast<const char*>(head.data()), head.size()})) return {};
    if (correct_data_size(*source).beyond_header) return {};
    SpotReader reader;
    reader.decoder_ =
        std::make_unique<SndfileDecoder>(source, ByteWindow(*source, 0, source->size()));
    if (reader.decoder_->info().claimed_frames.value_or(0) <= 0) return {};
    return reader;
  } catch (const AudioError&) {
    return {};  // the reader of the whole file reports the fault
  }
}

const AudioInfo& SpotReader::info() const {
  return decoder_->info();
}

double SpotReader::seconds() const {
  const AudioInfo& info = decoder_->info();
  return static_cast<double>(*info.claimed_frames) / info.sample_rate;
}

std::optional<Envelope> SpotReader::envelope_at(double seconds) {
  try {
    const AudioInfo& info = decoder_->info();
    if (!decoder_->seek(std::llround(seconds * info.sample_rate))) return {};
    const DecodedBlock block = decoder_->next(kSpotFrames);
    if (block.samples.empty()) return {};
    frames_read_ += static_cast<std::int64_t>(block.frames());
    Envelope peak;
    summarise_samples(block.samples, block.channels, 0.0, static_cast<double>(block.frames()),
                      {&peak, 1});
    return peak;
  } catch (const AudioError&) {
    return {};
  }
}

bool RoughEnvelope::empty() const {
  const std::lock_guard lock(mutex_);
  return spots_.empty();
}

bool RoughEnvelope::refine(SpotReader& reader) {
  const std::size_t before = spots_.size();  // only this thread changes it
  const std::size_t count = before == 0 ? kFirstSpots : 2 * before;
  if (count > kSpots || !(seconds_ > 0.0)) return false;
  std::vector<Envelope> spots(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (before > 0 && i % 2 == 0) {
      spots[i] = spots_[i / 2];
      continue;
    }
    const auto peak =
        reader.envelope_at(seconds_ * static_cast<double>(i) / static_cast<double>(count));
    if (!peak) return false;
    spots[i] = *peak;
  }
  take(std::move(spots));
  return true;
}

void RoughEnvelope::take(std::vector<Envelope> spots) {
  const std::lock_guard lock(mutex_);
  spots_ = std::move(spots);
}

void RoughEnvelope::summarise(double first, double seconds_per_column,
                              std::span<Envelope> out) const {
  const std::lock_guard lock(mutex_);
  const auto count = static_cast<double>(spots_.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = {};
    const double begin = first + static_cast<double>(i) * seconds_per_column;
    if (spots_.empty() || begin < 0.0 || begin >= seconds_) continue;
    const auto spot_at = [&](double seconds) {
      return static_cast<std::size_t>(std::clamp(seconds / seconds_ * count, 0.0, count - 1.0));
    };
    const std::size_t from = spot_at(begin), to = spot_at(begin + seconds_per_column);
    out[i] = spots_[from];
    for (std::size_t spot = from + 1; spot < to; ++spot) out[i] = joined(out[i], spots_[spot]);
  }
}

SpotLevels::SpotLevels(const std::filesystem::path& path, const std::vector<std::string>& decoder) {
  try {
    if (!decoder.empty()) {
      child_ = std::make_unique<DecodingChild>(path, decoder, kSpotsArgument, kEnvelopeStall);
    } else if ((reader_ = SpotReader::open(std::make_shared<ByteSource>(path)))) {
      rough_ = std::make_unique<RoughEnvelope>(reader_->seconds());
    }
  } catch (const AudioError&) {
  }
}
SpotLevels::~SpotLevels() = default;
SpotLevels::SpotLevels(SpotLevels&&) noexcept = default;
SpotLevels& SpotLevels::operator=(SpotLevels&&) noexcept = default;

std::optional<std::vector<Envelope>> SpotLevels::next() {
  if (rough_ && rough_->refine(*reader_))
    return std::vector(rough_->spots().begin(), rough_->spots().end());
  if (!child_) return {};
  try {
    const std::span<const std::byte> bytes = child_->next();
    if (bytes.empty() || bytes.size() % sizeof(Envelope) != 0) return {};
    std::vector<Envelope> spots(bytes.size() / sizeof(Envelope));
    std::memcpy(spots.data(), bytes.data(), bytes.size());
    return spots;
  } catch (const AudioError&) {
    return {};
  }
}

}  // namespace tactus
