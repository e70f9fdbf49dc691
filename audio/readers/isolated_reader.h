// Decoding in a child process: a crash or a hang of a codec library ends as an AudioError, not as
// the end of the program. The child is a program of the caller's that calls run_decode_worker().
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "audio/readers/audio_reader.h"

namespace tactus {

// The descriptor on which the child finds the pipe to write to.
inline constexpr int kDecodeWorkerDescriptor = 3;

// Same samples as AudioReader. Several may live at once, in several threads, each used by one at a
// time. The child is killed and waited for when the reader goes; it ends by itself should this
// process die.
class IsolatedAudioReader : public AudioSource {
 public:
  // Starts `worker` (program, found in PATH unless it holds a '/', and first arguments) with the
  // path and the rate as its two last arguments. Throws AudioError when it cannot be started, when
  // the file cannot be decoded, when the child crashes, or when it gives nothing for
  // `stall_seconds` (> 0) while it is waited for; std::invalid_argument as AudioReader and for an
  // empty command.
  IsolatedAudioReader(const std::filesystem::path& path, int sample_rate,
                      const std::vector<std::string>& worker, double stall_seconds = 20);
  ~IsolatedAudioReader() override;
  IsolatedAudioReader(IsolatedAudioReader&&) noexcept;
  IsolatedAudioReader& operator=(IsolatedAudioReader&&) noexcept;

  const std::filesystem::path& path() const override;
  const AudioInfo& info() const override;
  int sample_rate() const override;
  std::size_t read(std::span<float> block) override;
  std::optional<std::string> warning() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The child's side: limits itself (1 GiB of address space, no core file), decodes and writes to
// `out_descriptor`. The result is the program's exit status: 0 once everything, an error's text
// included, was delivered.
int run_decode_worker(const std::filesystem::path& path, int sample_rate, int out_descriptor);

}  // namespace tactus
