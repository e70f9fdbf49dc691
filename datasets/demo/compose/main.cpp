// compose_demo FOLDER [SOUNDFONT]: writes the demo songs, FOLDER/ID.mid and .ogg, and their
// annotations, FOLDER/annotations/ID.beats, .lab and .key.

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>

#include "audio/standard_streams.h"
#include "datasets/demo/compose/score.h"
#include "datasets/formats/format.h"
#include "datasets/outputs/audio_writer.h"
#include "datasets/synth/sound/midi_renderer.h"
#include "datasets/synth/sound/render_effects.h"
#include "features/files/atomic_file.h"

namespace tactus::demo {
namespace {

constexpr double kTailSeconds = 1.8;  // after the last bar, faded out
constexpr double kVorbisQuality = 0.3;

void fade_out(std::vector<float>& samples, double seconds, const RenderSettings& settings) {
  const auto count = std::min(
      samples.size(), static_cast<std::size_t>(seconds * settings.sample_rate * settings.channels));
  for (std::size_t i = 0; i < count; ++i)
    samples[samples.size() - 1 - i] *= static_cast<float>(i) / static_cast<float>(count);
}

void write_demo_song(const Score& score, const std::filesystem::path& folder,
                     const std::filesystem::path& soundfont) {
  const MidiFile file = midi_of(score);
  const std::vector<std::uint8_t> bytes = encode_midi(file);
  const std::filesystem::path stem = folder / score.id;
  write_file_atomically(stem.string() + ".mid",
                        {reinterpret_cast<const char*>(bytes.data()), bytes.size()});

  RenderSettings settings;
  settings.soundfonts = {soundfont};
  settings.channels = 2;
  const double seconds = TempoMap(file).seconds(end_of(score)) + kTailSeconds;
  std::vector<float> samples = render_messages(timed_messages(file), seconds, settings);
  fade_out(samples, kTailSeconds, settings);
  RenderEffects effects;
  effects.maximum_db = -2.0;  // Vorbis overshoots a little
  apply_effects(samples, settings.channels, settings.sample_rate, effects);
  write_audio(stem.string() + ".ogg", samples, settings.channels, settings.sample_rate,
              kVorbisQuality);

  const Annotation truth = annotation_of(score, file, seconds);
  const std::string labels = (folder / "annotations" / score.id).string();
  write_annotation(truth, Format::kBeats, labels + ".beats");
  write_annotation(truth, Format::kLab, labels + ".lab");
  write_annotation(truth, Format::kLabKeys, labels + ".key");  // with times: songs may modulate
  print_data("{}: {:.1f} s, {} beats, {} chords\n", score.title, seconds, truth.beats.size(),
             truth.chords.size());
}

}  // namespace
}  // namespace tactus::demo

int main(int argc, char** argv) {
  tactus::fill_closed_descriptors();
  if (argc < 2 || argc > 3) {
    tactus::print_log("use: compose_demo FOLDER [SOUNDFONT]\n");
    return 2;
  }
  try {
    const auto soundfont = tactus::find_soundfont(argc > 2 ? argv[2] : "FluidR3_GM");
    for (const tactus::demo::Score& score : tactus::demo::demo_scores())
      tactus::demo::write_demo_song(score, argv[1], soundfont);
  } catch (const std::exception& error) {
    tactus::print_log("compose_demo: {}\n", error.what());
    return 1;
  }
  return 0;
}
