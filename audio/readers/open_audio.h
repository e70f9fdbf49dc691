// Chooses where a file is decoded: in a child process or in this process.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "audio/audio_source.h"

namespace tactus {

// An IsolatedAudioReader with the command `decoder`, or an AudioReader if `decoder` is empty; then
// a decoder that hangs is not detected. Throws as their constructors do.
std::unique_ptr<AudioSource> open_audio(const std::filesystem::path& path, int sample_rate,
                                        const std::vector<std::string>& decoder,
                                        double stall_seconds = 20);

}  // namespace tactus
