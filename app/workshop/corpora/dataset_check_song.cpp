// The checks of one song.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <exception>
#include <system_error>

#include "app/workshop/corpora/dataset_check.h"
#include "audio/readers/audio_reader.h"
#include "audio/readers/open_audio.h"
#include "datasets/cache/content_hash.h"
#include "datasets/checks/annotation_checks.h"
#include "datasets/checks/shift_estimation.h"
#include "datasets/checks/sound_sketch.h"
#include "datasets/midi/midi_file.h"
#include "features/files/npy_file.h"
#include "features/nnls/nnls_chroma_frames.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

constexpr double kSilence = 1e-4;  // of full scale; below it is silence

bool is_midi(const fs::path& path) {
  return path.extension() == ".mid" || path.extension() == ".midi";
}

// Scores and tables in units other than seconds, which only a renderer reads.
bool is_score(const fs::path& path) {
  return path.extension() == ".mxl" || path.extension() == ".tsv";
}

class SongCheck {
 public:
  SongCheck(const CorpusItem& item, const DatasetCheckOptions& options)
      : item_(item), options_(options) {}

  CheckedSong run() {
    try {
      look();
    } catch (const std::exception& error) {  // listen() reports errors of the sound
      add(FindingKind::kUnreadableAnnotation, error.what());
    }
    return std::move(song_);
  }

 private:
  void look() {
    check_presence();
    read_annotations();
    if (there(item_.audio) && !is_score(item_.audio)) check_sound();
    if (!song_.annotation.beats.empty() && !item_.beats.empty()) {
      take(check_beats(song_.annotation.beats, song_.seconds), item_.beats);
    }
    if (!song_.annotation.chords.empty() && !item_.chords.empty()) {
      take(check_chords(song_.annotation.chords, song_.seconds), item_.chords);
    }
    song_.beat_shift = beat_shift(sketch_, song_.annotation.beats);
    song_.chord_shift = chord_shift(sketch_, song_.annotation.chords);
  }

  static bool there(const fs::path& path) {
    std::error_code error;  // check_presence() reported it
    return !path.empty() && fs::exists(path, error);
  }

  Finding& add(FindingKind kind, const std::string& message, const fs::path& file = {}) {
    Finding finding{kind, message, {}};
    finding.song = item_.id;
    finding.file = file.string();
    return song_.findings.emplace_back(std::move(finding));
  }

  void take(std::vector<Finding> findings, const fs::path& file) {
    for (Finding& finding : findings) {
      finding.song = item_.id;
      finding.file = file.string();
      song_.findings.push_back(std::move(finding));
    }
  }

  void check_presence() {
    std::vector<std::pair<const char*, const fs::path*>> named = {{"audio", &item_.audio}};
    for (const CorpusLayer& layer : kCorpusLayers)
      named.emplace_back(layer.name, &(item_.*layer.file));
    for (const auto& [what, path] : named) {
      std::error_code error;  // names that are too long, folders without permission
      if (path->empty() || fs::exists(*path, error)) continue;
      const FindingKind unreadable =
          path == &item_.audio ? FindingKind::kUnreadableAudio : FindingKind::kUnreadableAnnotation;
      add(error ? unreadable : FindingKind::kMissingFile,
          fmt::format("{}: {}: {}", path->string(), what,
                      error ? error.message() : std::string("no such file")),
          *path);
    }
    if (item_.audio.empty()) add(FindingKind::kNoAudio, "annotations without audio");
    if (!has_labels(item_))
      add(FindingKind::kNoAnnotation, "neither beats nor chords", item_.audio);
  }

  void read_annotations() {
    std::vector<fs::path> read;
    for (const CorpusLayer& layer : kCorpusLayers) {
      const fs::path& path = item_.*layer.file;
      if (!there(path) || is_score(path)) continue;
      if (std::find(read.begin(), read.end(), path) != read.end()) continue;
      read.push_back(path);
      read_annotation_file(path);
    }
  }

  void read_annotation_file(const fs::path& path) {
    Notes notes;
    try {
      Annotation found = read_annotation(path, {}, &notes);
      for (const CorpusLayer& layer : kCorpusLayers)
        if (path == item_.*layer.file) take_layer(path, layer, found);
    } catch (const FormatError& error) {
      Finding& finding = add(FindingKind::kUnreadableAnnotation, error.what(), path);
      finding.line = error.line();
      finding.column = error.column();
    }
    for (const std::string& note : notes) {
      // Labels are checked separately; other data in a JAMS file is no error, nor is a choice.
      const bool other = note.find("of namespace") != std::string::npos || is_reading(note);
      if (!is_about_odd_chords(note) && !other) add(FindingKind::kRepairedAnnotation, note, path);
    }
  }

  void take_layer(const fs::path& path, const CorpusLayer& layer, Annotation& found) {
    const LayerInfo& info = layer_info(layer.layer);
    if (!info.in(found)) {
      add(FindingKind::kEmptyAnnotation,
          fmt::format("{}: contains no {}", path.string(), layer.name), path);
    }
    if (info.segments)
      song_.annotation.*info.segments->member = std::move(found.*info.segments->member);
    else
      song_.annotation.beats = std::move(found.beats);
  }

  void check_sound() {
    try {
      song_.audio_hash = hash_file(item_.audio);
      if (!options_.sound) return;
      sketch_ = sketch();
      song_.seconds = sketch_.seconds;
      song_.print = fingerprint(sketch_);
      if (sketch_.loudest < kSilence) add(FindingKind::kSilentAudio, "only silence", item_.audio);
    } catch (const std::exception& error) {
      add(FindingKind::kUnreadableAudio, error.what(), item_.audio);
    }
  }

  SoundSketch sketch() {
    if (is_feature_file(item_.audio)) return sketch_features();
    if (is_midi(item_.audio)) return sketch_performance(performance_of(read_midi(item_.audio)));
    const auto source =
        open_audio(item_.audio, kSketchRate, options_.decoder, options_.stall_seconds);
    const Audio audio = read_audio(*source);
    if (audio.warning) add(FindingKind::kDamagedAudio, *audio.warning, item_.audio);
    return sketch_audio(audio.samples);
  }

  // Raw NNLS chroma; other features only need to be readable.
  SoundSketch sketch_features() const {
    constexpr double kAnyRate = 1.0;
    const bool npy = item_.audio.extension() == ".npy";
    if (npy && read_npy(item_.audio, kAnyRate).bins != NnlsChromaParameters::kBins) {
      SoundSketch silent;
      silent.loudest = 1.0;
      return silent;
    }
    const NnlsChromaParameters parameters;
    return sketch_chroma(read_nnls_chroma(item_.audio, parameters), parameters.first_frame_time);
  }

  const CorpusItem& item_;
  const DatasetCheckOptions& options_;
  CheckedSong song_;
  SoundSketch sketch_;
};

}  // namespace

CheckedSong check_song(const CorpusItem& item, const DatasetCheckOptions& options) {
  return SongCheck(item, options).run();
}

}  // namespace tactus
