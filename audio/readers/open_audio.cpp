#include "audio/readers/open_audio.h"

#include "audio/readers/audio_reader.h"
#include "audio/readers/isolated_reader.h"

namespace tactus {

std::unique_ptr<AudioSource> open_audio(const std::filesystem::path& path, int sample_rate,
                                        const std::vector<std::string>& decoder,
                                        double stall_seconds) {
  if (decoder.empty()) return std::make_unique<AudioReader>(path, sample_rate);
  return std::make_unique<IsolatedAudioReader>(path, sample_rate, decoder, stall_seconds);
}

}  // namespace tactus
