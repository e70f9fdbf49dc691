#include "audio/decoders/mpeg/mpeg_decoder.h"

#include <fmt/core.h>

#include <algorithm>
#include <mutex>

#include "audio/counted.h"

namespace tactus {
namespace {

// Delay of a decoder of layer III in samples: the synthesis filterbank with its MDCT overlap.
constexpr int kDecoderDelay = 528 + 1;
constexpr long kResyncBytes = 1L << 20;

std::string format_name(const MpegFrame& frame, int rate_kind) {
  const char* layer = frame.layer == 1 ? "I" : frame.layer == 2 ? "II" : "III";
  const char* version = frame.version == 10 ? "1" : frame.version == 20 ? "2" : "2.5";
  const char* kind = rate_kind == MPG123_VBR ? ", VBR" : rate_kind == MPG123_ABR ? ", ABR" : "";
  return fmt::format("MPEG-{} layer {}{}", version, layer, kind);
}

ByteWindow frames_of(const ByteSource& source, const MpegMap& map) {
  std::vector<ByteExtent> extents;
  for (const MpegRun& run : map.runs) extents.push_back(run.bytes);
  return ByteWindow(source, extents);
}

// mp3gain changes all frames, and says so in a tag.
bool has_gain_tag(const ByteSource& source) {
  constexpr std::int64_t kReach = std::int64_t{1} << 16;
  constexpr std::string_view kName = "MP3GAIN_UNDO";
  for (const std::int64_t at :
       {std::int64_t{0}, std::max<std::int64_t>(0, source.size() - kReach)}) {
    const std::vector<unsigned char> bytes = source.bytes(at, kReach);
    if (std::search(bytes.begin(), bytes.end(), kName.begin(), kName.end()) != bytes.end())
      return true;
  }
  return false;
}

// From `begin` to the end.
std::uint16_t checksum_of(ByteWindow window, std::int64_t begin) {
  std::vector<unsigned char> piece(std::size_t{1} << 16);
  std::uint16_t sum = 0;
  window.seek(begin, SEEK_SET);
  while (const std::size_t got = window.read(piece)) {
    sum = lame_checksum(std::span(piece).first(got), sum);
  }
  return sum;
}

}  // namespace

MpegDecoder::MpegDecoder(SharedSource source, std::int64_t begin)
    : source_(std::move(source)),
      map_(map_mpeg_stream(*source_, begin)),
      window_(frames_of(*source_, map_)),
      next_run_begin_(map_.runs.front().bytes.length),
      handle_(nullptr, mpg123_delete) {
  open();
  read_first_frame();
  std::optional<std::int64_t> expected;
  if (tag_ && tag_->frames && !tag_->may_count_itself) expected = *tag_->frames + 1;
  count_missing_frames(map_, first_, expected);
}

void MpegDecoder::open() {
  static std::once_flag once;
  std::call_once(once, [] { mpg123_init(); });
  handle_.reset(mpg123_new(nullptr, nullptr));
  mpg123_handle* handle = handle_.get();
  if (handle == nullptr) throw source_->error("libmpg123 cannot be started");
  // It looks ahead for the length of frames of the "free" bit rate.
  const long peek = map_.is_free ? 0 : MPG123_NO_PEEK_END;
  mpg123_param(handle, MPG123_ADD_FLAGS,
               MPG123_QUIET | MPG123_FORCE_FLOAT | MPG123_IGNORE_INFOFRAME | MPG123_SKIP_ID3V2 |
                   MPG123_IGNORE_STREAMLENGTH | peek,
               0);
  mpg123_param(handle, MPG123_REMOVE_FLAGS, MPG123_GAPLESS | MPG123_AUTO_RESAMPLE, 0);
  mpg123_param(handle, MPG123_RESYNC_LIMIT, kResyncBytes, 0);
  mpg123_replace_reader_handle(
      handle,
      [](void* window, void* out, std::size_t count) -> mpg123_ssize_t {
        auto& bytes = *static_cast<ByteWindow*>(window);
        return static_cast<mpg123_ssize_t>(bytes.read({static_cast<unsigned char*>(out), count}));
      },
      [](void* window, off_t offset, int whence) -> off_t {
        return static_cast<ByteWindow*>(window)->seek(offset, whence);
      },
      nullptr);
  if (mpg123_open_handle(handle, &window_) != MPG123_OK) {
    throw source_->error(std::string("cannot be decoded: ") + mpg123_strerror(handle));
  }
}

void MpegDecoder::read_first_frame() {
  if (!advance()) {
    throw source_->error("cannot be decoded: no MPEG audio frame: " +
                         (problem_ ? problem_->reason : "the stream ends"));
  }
  unsigned long header = 0;
  unsigned char* body = nullptr;
  std::size_t body_bytes = 0;
  mpg123_framedata(handle_.get(), &header, &body, &body_bytes);
  std::vector<unsigned char> bytes = {
      static_cast<unsigned char>(header >> 24), static_cast<unsigned char>(header >> 16),
      static_cast<unsigned char>(header >> 8), static_cast<unsigned char>(header)};
  const std::optional<MpegFrame> frame = parse_mpeg_header(bytes);
  if (!frame) throw source_->error("cannot be decoded: no valid MPEG audio frame");
  first_ = *frame;
  first_.bytes = map_.first_bytes;
  if (body != nullptr) bytes.insert(bytes.end(), body, body + body_bytes);
  tag_ = parse_mpeg_info_frame(first_, bytes);
  frame_ready_ = !tag_;
  if (tag_ && tag_->has_delay) {
    delay_ = kDecoderDelay + tag_->delay;
    hold_ = static_cast<std::size_t>(std::max(0, tag_->padding - kDecoderDelay));
  }
  skip_ = static_cast<std::size_t>(delay_);
  mpg123_frameinfo details = {};
  mpg123_info(handle_.get(), &details);
  info_.format = format_name(first_, details.vbr);
  info_.sample_rate = first_.sample_rate;
  info_.channels = first_.channels;
  if (tag_ && tag_->frames) {
    info_.claimed_frames =
        std::max<std::int64_t>(0, *tag_->frames * first_.samples - tag_->delay - tag_->padding);
  }
}

double MpegDecoder::seconds() const {
  return static_cast<double>(given_) / std::max(rate_, 1);
}

bool MpegDecoder::advance() {
  const int code = mpg123_framebyframe_next(handle_.get());
  if (source_->fault()) throw source_->error("cannot be read: " + *source_->fault());
  frame_ready_ = code == MPG123_OK || code == MPG123_NEW_FORMAT;
  if (!frame_ready_ && code != MPG123_DONE) {
    join_problem(problem_, {"truncated", seconds(),
                            mpg123_errcode(handle_.get()) == MPG123_ERR_READER
                                ? "the last MPEG frame is incomplete"
                                : mpg123_strerror(handle_.get())});
  }
  if (!frame_ready_) return false;
  note_skipped_bytes();
  pass_gap();
  return true;
}

// libmpg123 skips bytes outside frames without a warning. The map leaves none, but both might
// disagree about a damaged frame.
void MpegDecoder::note_skipped_bytes() {
  mpg123_frameinfo details = {};
  if (mpg123_info(handle_.get(), &details) != MPG123_OK) return;
  const std::int64_t begin = mpg123_framepos(handle_.get());
  if (frame_end_ >= 0 && begin > frame_end_) {
    join_problem(problem_, {"damaged", seconds(),
                            counted(static_cast<std::size_t>(begin - frame_end_), "byte") +
                                " of MPEG frames skipped"});
  }
  frame_end_ = begin + details.framesize;
}

void MpegDecoder::pass_gap() {
  constexpr double kFramesAround = 4;  // frames after a gap use bits of the frames before
  const std::int64_t begin = mpg123_framepos(handle_.get());
  while (next_run_ < map_.runs.size() && begin >= next_run_begin_) {
    const MpegRun& run = map_.runs[next_run_];
    next_run_begin_ += run.bytes.length;
    ++next_run_;
    if (run.skipped_before == 0) continue;
    const std::int64_t missing = run.missing_before * first_.samples;
    const std::int64_t skipped = std::min<std::int64_t>(missing, static_cast<std::int64_t>(skip_));
    skip_ -= static_cast<std::size_t>(skipped);
    silent_ += missing - skipped;
    mpeg_frames_ += run.missing_before;
    decoded_ += missing;
    const double frame = static_cast<double>(first_.samples) / first_.sample_rate;
    const double gap = static_cast<double>(silent_) / first_.sample_rate;
    Problem problem = {"damaged", std::max(0.0, seconds() - frame),
                       counted(static_cast<std::size_t>(run.skipped_before), "byte") +
                           " skipped between MPEG frames"};
    if (map_.times_are_sure) problem.until = seconds() + gap + kFramesAround * frame;
    join_problem(problem_, problem);
  }
}

bool MpegDecoder::decode_frame() {
  long rate = 0;
  int channels = 0;
  int encoding = 0;
  mpg123_getformat(handle_.get(), &rate, &channels, &encoding);
  if (rate != rate_ || channels != channels_) {
    if (!pending_.empty()) return false;
    check_format(*source_, rate, channels);
    rate_ = static_cast<int>(rate);
    channels_ = channels;
  }
  frame_ready_ = false;
  off_t number = 0;
  unsigned char* audio = nullptr;
  std::size_t bytes = 0;
  const int code = mpg123_framebyframe_decode(handle_.get(), &number, &audio, &bytes);
  ++mpeg_frames_;
  const std::size_t silent_count = static_cast<std::size_t>(first_.samples) * channels_;
  const bool decoded = code == MPG123_OK && audio != nullptr && bytes > 0;
  if (!decoded) silence_.assign(silent_count, 0.0F);
  const float* samples = decoded ? reinterpret_cast<const float*>(audio) : silence_.data();
  const std::size_t count = decoded ? bytes / sizeof(float) : silent_count;
  decoded_ += static_cast<std::int64_t>(count / channels_);
  const std::size_t skipped = std::min(skip_, count / channels_);
  skip_ -= skipped;
  pending_.insert(pending_.end(), samples + skipped * channels_, samples + count);
  return true;
}

DecodedBlock MpegDecoder::emit(std::size_t frames) {
  const std::size_t count = frames * channels_;
  out_.assign(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(count));
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(count));
  given_ += static_cast<std::int64_t>(frames);
  return {rate_, channels_, out_};
}

DecodedBlock MpegDecoder::emit_silence() {
  constexpr std::int64_t kBlock = 4096;
  if (rate_ == 0) {  // no frame has been decoded yet
    rate_ = first_.sample_rate;
    channels_ = first_.channels;
  }
  const std::int64_t frames = std::min(silent_, kBlock);
  silent_ -= frames;
  given_ += frames;
  out_.assign(static_cast<std::size_t>(frames * channels_), 0.0F);
  return {rate_, channels_, out_};
}

// If the stream ends without padding, the last samples of the music are still inside the decoder.
// They become silence, so that the length is right.
DecodedBlock MpegDecoder::emit_end() {
  const bool complete = !tag_ || !tag_->frames || mpeg_frames_ == *tag_->frames;
  if (complete) {
    const std::int64_t total =
        decoded_ - (tag_ && tag_->has_delay ? tag_->delay + tag_->padding : 0);
    const std::int64_t missing = std::max<std::int64_t>(0, total - given_);
    pending_.resize(static_cast<std::size_t>(missing) * channels_, 0.0F);
  }
  const std::size_t frames = channels_ > 0 ? pending_.size() / channels_ : 0;
  const DecodedBlock last = frames > 0 ? emit(frames) : DecodedBlock{};
  note_end();
  return last;
}

// Of several files in one, the first. A writer may count the information frame.
void MpegDecoder::compare_with_announced() {
  const std::int64_t frames = map_.joint ? map_.joint->frames - 1 : mpeg_frames_;
  const std::int64_t announced = *tag_->frames;
  const int counted_more = tag_->may_count_itself || !tag_->has_delay ? 1 : 0;
  const bool cut = map_.cut_off || map_.skipped_after > 0 || map_.runs.size() > 1;
  const bool more_bytes = tag_->bytes > 0 && !map_.joint && window_.size() > tag_->bytes;
  if (frames > announced + (more_bytes ? 0 : 1)) {
    join_problem(problem_, {"damaged", 0.0,
                            fmt::format("the file has {} MPEG frames, more than the {} announced",
                                        frames, announced)});
  } else if (frames + counted_more < announced && cut && !map_.joint) {
    const double frame = static_cast<double>(first_.samples) / std::max(rate_, 1);
    join_problem(problem_, {"truncated", std::max(0.0, seconds() - frame),
                            fmt::format("the file has {} of {} MPEG frames", frames, announced)});
  } else if (frames + counted_more < announced) {
    join_problem(problem_, {"damaged", 0.0,
                            fmt::format("{} of {} MPEG frames are missing somewhere",
                                        announced - frames, announced)});
  }
}

double MpegDecoder::seconds_at(std::int64_t frame) const {
  const std::int64_t sample = (frame - (tag_ ? 1 : 0)) * first_.samples - delay_;
  return static_cast<double>(std::max<std::int64_t>(0, sample)) / first_.sample_rate;
}

// For frames that are as many as announced, but maybe not those that the encoder wrote.
void MpegDecoder::check_frames() {
  if (problem_) return;
  const std::string place = map_.overlap
                                ? fmt::format("a frame at {:.3f} s needs bits that are not there",
                                              seconds_at(*map_.overlap))
                                : "";
  if (!tag_ || !tag_->checksum) {
    if (map_.overlap)
      problem_ = {"damaged", seconds_at(std::max<std::int64_t>(0, *map_.overlap - 2)),
                  "MPEG frames are missing or moved: " + place};
  } else if (checksum_of(window_, first_.bytes) != *tag_->checksum && !has_gain_tag(*source_)) {
    const std::string reason =
        "its MPEG frames are not those of the checksum in LAME's tag: some were changed or moved, "
        "the place is unknown";
    problem_ = {"damaged", 0.0, joined_notes(reason, place), seconds()};
  }
}

void MpegDecoder::note_end() {
  if (map_.joint && !tag_ && map_.joint->announced + 1 == map_.frames) {
    join_problem(problem_, {"damaged", 0.0,
                            fmt::format("its information frame lies at byte {}: frames were moved",
                                        map_.joint->offset)});
  } else if (map_.joint) {
    join_problem(problem_,
                 {"damaged", seconds_at(map_.joint->frames),
                  fmt::format("a second MP3 file begins at byte {}", map_.joint->offset)});
  }
  if (tag_ && tag_->frames) {
    compare_with_announced();
  } else if (map_.cut_off) {
    join_problem(problem_, {"truncated", seconds(), "the last MPEG frame is incomplete"});
  } else if (map_.skipped_after >= std::max(1, first_.bytes)) {
    join_problem(problem_, {"damaged", seconds(),
                            "no MPEG frames at the end, but " +
                                counted(static_cast<std::size_t>(map_.skipped_after), "byte")});
  }
  check_frames();
}

DecodedBlock MpegDecoder::next() {
  while (!ended_) {
    if (!frame_ready_ && !advance()) {
      ended_ = true;
      return emit_end();
    }
    if (silent_ > 0 && !pending_.empty()) return emit(pending_.size() / channels_);
    if (silent_ > 0) return emit_silence();
    if (!decode_frame()) return emit(pending_.size() / channels_);
    const std::size_t frames = pending_.size() / channels_;
    if (frames > hold_) return emit(frames - hold_);
  }
  return {};
}

}  // namespace tactus
