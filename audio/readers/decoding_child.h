// Internal to audio/: this side of tactus-decode. Starts the child, and checks all that it sends:
// the child may be in the hands of its file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "audio/audio_source.h"
#include "audio/readers/child_process.h"
#include "audio/readers/decode_messages.h"

namespace tactus {

// The child is killed at the end of the stream, after a fault, and by the destructor.
class DecodingChild {
 public:
  // work: the third argument of tactus-decode (main.cpp). Starts `worker` once more, with FFmpeg's
  // libraries, if the file needs them. Throws as IsolatedAudioReader.
  DecodingChild(const std::filesystem::path& path, const std::vector<std::string>& worker,
                const std::string& work, double stall_seconds);

  const std::filesystem::path& path() const { return path_; }
  const AudioInfo& info() const { return info_; }
  int sample_rate() const { return rate_; }  // Hz, of the samples
  // The next samples; empty at the end. Valid until the next call. Throws AudioError.
  std::span<const std::byte> next();
  // Of the samples that next() returned, where the child sends blocks.
  DecodeFormat format() const { return format_; }
  const std::optional<std::string>& warning() const { return warning_; }  // after the end
  const std::string& note() const { return note_; }                       // after the end
  const SongTags& tags() const { return tags_; }                          // after the end

 private:
  [[noreturn]] void fail(const std::string& what);
  void start(const std::vector<std::string>& command);
  void receive(std::span<std::byte> out);
  DecodeMessage next_message();
  bool take_info();  // false if the child wants to be started with FFmpeg's libraries
  void take_format();
  void take_end();
  void take_tags();
  std::string payload_text() const;

  std::filesystem::path path_;
  double stall_seconds_;
  std::optional<ChildProcess> child_;  // empty after the end of the stream
  AudioInfo info_;
  int rate_ = 0;
  DecodeFormat format_ = {};
  std::vector<std::byte> payload_;
  std::optional<std::string> warning_;
  std::string note_;
  SongTags tags_;
};

// The text without control characters but line breaks and zero bytes.
std::string without_controls(std::string text);

}  // namespace tactus
