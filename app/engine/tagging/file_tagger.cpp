#include "app/engine/tagging/file_tagger.h"

#include <memory>
#include <utility>

#include "app/engine/tagging/song_outputs.h"
#include "audio/readers/open_audio.h"

namespace tactus {

TagResult tag_file(SoundTagger& tagger, const std::filesystem::path& audio,
                   const FileAccess& access, std::stop_token stop, const TagProgress& progress,
                   const FileReadObserver& read) {
  const std::unique_ptr<AudioSource> source =
      open_audio(audio, tagger.sample_rate(), access.decoder, access.stall_seconds);
  return tag_source(tagger, *source, audio, std::move(stop), progress, read);
}

TagResult tag_source(SoundTagger& tagger, AudioSource& source, const std::filesystem::path& name,
                     std::stop_token stop, const TagProgress& progress,
                     const FileReadObserver& read) {
  const double total = claimed_seconds(source);
  const auto report = [&](double seconds) {
    if (read) read(seconds, total);
  };
  TagResult result = tagger.tag(source, std::move(stop), progress, report);
  name_song(result.annotation, name, source.tags());
  result.annotation.damage = result.warning.value_or("");
  return result;
}

}  // namespace tactus
