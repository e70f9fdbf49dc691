#include "audio/decoders/sndfile_decoder.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

namespace tactus {
namespace {

ByteWindow& window_of(void* user) {
  return *static_cast<ByteWindow*>(user);
}

SF_VIRTUAL_IO window_callbacks() {
  SF_VIRTUAL_IO io = {};
  io.get_filelen = [](void* user) -> sf_count_t { return window_of(user).size(); };
  io.seek = [](sf_count_t offset, int whence, void* user) -> sf_count_t {
    return window_of(user).seek(offset, whence);
  };
  io.read = [](void* out, sf_count_t count, void* user) -> sf_count_t {
    if (count <= 0) return 0;
    return static_cast<sf_count_t>(
        window_of(user).read({static_cast<unsigned char*>(out), static_cast<std::size_t>(count)}));
  };
  io.write = [](const void*, sf_count_t, void*) -> sf_count_t { return 0; };
  io.tell = [](void* user) -> sf_count_t { return window_of(user).position(); };
  return io;
}

std::string format_part(int format) {
  SF_FORMAT_INFO info = {};
  info.format = format;
  if (sf_command(nullptr, SFC_GET_FORMAT_INFO, &info, sizeof info) != 0 || info.name == nullptr) {
    return "unknown";
  }
  return info.name;
}

}  // namespace

SndfileDecoder::SndfileDecoder(SharedSource source, ByteWindow window,
                               std::optional<std::string> shortfall)
    : source_(std::move(source)), window_(std::move(window)), shortfall_(std::move(shortfall)) {
  SF_INFO found = {};
  open(found);
  info_.format = format_part(found.format & SF_FORMAT_TYPEMASK) + ", " +
                 format_part(found.format & SF_FORMAT_SUBMASK);
}

SndfileDecoder::SndfileDecoder(SharedSource source, ByteWindow window, const SndfileDecoder& like)
    : source_(std::move(source)), window_(std::move(window)) {
  const int type = like.format_ & SF_FORMAT_TYPEMASK;
  const bool big = type == SF_FORMAT_AIFF || type == SF_FORMAT_AU;
  const int stated = like.format_ & SF_FORMAT_ENDMASK;
  SF_INFO found = {};
  found.format = SF_FORMAT_RAW | (like.format_ & SF_FORMAT_SUBMASK) |
                 (stated != SF_ENDIAN_FILE ? stated
                  : big                    ? SF_ENDIAN_BIG
                                           : SF_ENDIAN_LITTLE);
  found.samplerate = like.info_.sample_rate;
  found.channels = like.info_.channels;
  if (sf_format_check(&found) == 0) {
    throw source_->error("is longer than its header can say: save it as RF64 or FLAC");
  }
  open(found);
  info_.format = like.info_.format;
}

void SndfileDecoder::open(SF_INFO& found) {
  SF_VIRTUAL_IO io = window_callbacks();
  file_ = sf_open_virtual(&io, SFM_READ, &found, &window_);
  if (file_ == nullptr) {
    std::string reason = sf_strerror(nullptr);
    while (!reason.empty() && (reason.back() == '.' || reason.back() == '\n')) reason.pop_back();
    throw source_->error("cannot be decoded: " + reason);
  }
  try {
    check_format(*source_, found.samplerate, found.channels);
    format_ = found.format;
    total_is_sure_ = (found.format & SF_FORMAT_TYPEMASK) == SF_FORMAT_OGG;
    info_.sample_rate = found.samplerate;
    info_.channels = found.channels;
    if (found.frames != std::numeric_limits<sf_count_t>::max()) info_.claimed_frames = found.frames;
    buffer_.resize(static_cast<std::size_t>(kBlockFrames) * found.channels);
  } catch (...) {
    sf_close(file_);
    throw;
  }
}

SndfileDecoder::~SndfileDecoder() {
  sf_close(file_);
}

void SndfileDecoder::note_end() {
  const int code = sf_error(file_);
  if (code != 0) shortfall_ = sf_error_number(code);
  if (!shortfall_ && total_is_sure_ && frames_ < info_.claimed_frames.value_or(0)) {
    shortfall_ = fmt::format("the file has {} of {} samples", frames_, *info_.claimed_frames);
  }
  if (!shortfall_) return;
  problem_ = Problem{"truncated", static_cast<double>(frames_) / info_.sample_rate, *shortfall_};
}

bool SndfileDecoder::seek(std::int64_t frame) {
  if (sf_seek(file_, frame, SEEK_SET) != frame) return false;
  frames_ = frame;
  return true;
}

DecodedBlock SndfileDecoder::next(std::int64_t most_frames) {
  const sf_count_t got = sf_readf_float(file_, buffer_.data(), std::min(most_frames, kBlockFrames));
  if (source_->fault()) throw source_->error("cannot be read: " + *source_->fault());
  if (got <= 0) {
    note_end();
    return {};
  }
  frames_ += got;
  return {info_.sample_rate, info_.channels,
          std::span(buffer_).first(static_cast<std::size_t>(got) * info_.channels)};
}

}  // namespace tactus
