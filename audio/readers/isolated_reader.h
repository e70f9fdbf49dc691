// Decoding in a child process: a crash or hang of a codec library becomes an AudioError and does
// not end the program. The child program is tactus-decode (audio/child). It runs without
// privileges: a file that takes over a codec library reaches no other file, program or network.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "audio/readers/audio_reader.h"

namespace tactus {

// Gives the same samples as AudioReader. Several may exist at once, in several threads; one thread
// at a time may use each. The destructor kills the child and waits for it. If this process dies,
// the child ends by itself.
class IsolatedAudioReader : public AudioSource {
 public:
  // Starts `worker` (program, searched in PATH unless it contains '/', and first arguments) with
  // path and rate as the last two arguments; once more with kLibavArgument behind them if the file
  // needs FFmpeg's libraries. Throws AudioError if the worker cannot start, if the
  // file cannot be decoded, if the child crashes, or if it sends nothing for `stall_seconds` (> 0).
  // Throws std::invalid_argument as AudioReader, and for an empty command.
  IsolatedAudioReader(const std::filesystem::path& path, int sample_rate,
                      const std::vector<std::string>& worker, double stall_seconds = 20);
  ~IsolatedAudioReader() override;
  IsolatedAudioReader(IsolatedAudioReader&&) noexcept;
  IsolatedAudioReader& operator=(IsolatedAudioReader&&) noexcept;

  const std::filesystem::path& path() const override;
  const AudioInfo& info() const override;
  int sample_rate() const override;
  std::size_t read(std::span<float> block) override;
  // Names a crash of the reader of the tags too; the sound is complete then.
  std::optional<std::string> warning() const override;
  std::string note() const override;
  SongTags tags() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// What protects this computer from a decoding child, for people. Throws AudioError if the child
// does not say it.
std::string sandbox_of(const std::vector<std::string>& worker);

}  // namespace tactus
