#include "app/batch_tagger.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "app/commands.h"
#include "app/device.h"
#include "app/isolation.h"
#include "app/watched_source.h"
#include "audio/isolated_reader.h"
#include "features/npy_file.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

double mean_confidence(const Annotation& annotation) {
  double sum = 0.0;
  int layers = 0;
  double beats = 0.0;
  std::size_t known = 0;
  for (const Beat& beat : annotation.beats) {
    if (beat.confidence < 0) continue;
    beats += beat.confidence;
    ++known;
  }
  if (known) {
    sum += beats / static_cast<double>(known);
    ++layers;
  }
  double weighted = 0.0, duration = 0.0;
  for (const LabelledSegment& chord : annotation.chords) {
    if (chord.confidence < 0 || chord.label == "N") continue;
    weighted += chord.confidence * (chord.end - chord.start);
    duration += chord.end - chord.start;
  }
  if (duration > 0) {
    sum += weighted / duration;
    ++layers;
  }
  return layers ? sum / layers : 0.0;
}

int most_common_meter(const std::vector<Beat>& beats) {
  std::map<int, int> bars;
  for (std::size_t i = 0; i + 1 < beats.size(); ++i) {
    if (beats[i].position > 0 && beats[i + 1].position == 1) ++bars[beats[i].position];
  }
  int meter = 0, most = 0;
  for (const auto& [length, count] : bars) {
    if (count > most) std::tie(meter, most) = std::pair(length, count);
  }
  return meter;
}

// Takes over from `other` the layers that `annotation` lacks.
void fill_absent_layers(Annotation& annotation, const Annotation& other) {
  if (annotation.duration == 0) annotation.duration = other.duration;
  if (annotation.beats.empty()) annotation.beats = other.beats;
  if (annotation.chords.empty()) annotation.chords = other.chords;
  if (annotation.keys.empty()) annotation.keys = other.keys;
  if (annotation.tempi.empty()) annotation.tempi = other.tempi;
}

// The files of one song and what is known of them.
class SongOutputs {
 public:
  SongOutputs(const fs::path& stem, const BatchOptions& options) : stem_(stem), options_(options) {
    stem_ += options.suffix;
  }

  fs::path path_of(Format format) const { return fs::path(stem_) += format_info(format).suffix; }

  std::vector<fs::path> annotation_paths() const {
    std::vector<fs::path> paths;
    for (const Format format : options_.formats) paths.push_back(path_of(format));
    return paths;
  }

  bool any_exists() const {
    const auto paths = annotation_paths();
    return std::any_of(paths.begin(), paths.end(),
                       [](const fs::path& path) { return fs::exists(path); });
  }

  // What the song's JAMS file says where a person has edited or checked it.
  std::optional<Annotation> persons_work() const {
    const fs::path jams = path_of(Format::kJams);
    if (!fs::exists(jams)) return std::nullopt;
    try {
      Annotation there = read_annotation(jams, Format::kJams);
      if (there.review != Review::kNone) return there;
    } catch (const FormatError&) {  // then it is nobody's work
    }
    return std::nullopt;
  }

  // The formats whose file is missing or cannot be read to its end. `there` gains the layers that
  // it lacks from the others.
  std::vector<Format> missing_formats(Annotation& there) const {
    std::vector<Format> missing;
    for (const Format format : options_.formats) {
      try {
        fill_absent_layers(there, read_annotation(path_of(format), format));
      } catch (const FormatError&) {
        missing.push_back(format);
      }
    }
    return missing;
  }

  bool lacks_activations() const { return options_.save_activations && !activations_exist(); }

  void write(const Annotation& annotation, const std::vector<Format>& formats) const {
    for (const Format format : formats) write_annotation(annotation, format, path_of(format));
  }

  // Without --overwrite what is there stays, also what has come since the song was begun.
  void write(const TagResult& result) const {
    if (stem_.has_parent_path()) fs::create_directories(stem_.parent_path());
    if (options_.save_activations) write_activations(result);
    Annotation there;
    write(result.annotation, options_.overwrite ? options_.formats : missing_formats(there));
  }

 private:
  fs::path beside(const char* ending) const { return fs::path(stem_) += ending; }

  bool activations_exist() const {
    return fs::exists(beside(".beat_activations.npy")) ||
           fs::exists(beside(".chord_activations.npy"));
  }

  void write_activations(const TagResult& result) const {
    if (result.beat_activations.bins) {
      write_npy(result.beat_activations, beside(".beat_activations.npy"));
    }
    if (result.chord_activations.bins) {
      write_npy(result.chord_activations, beside(".chord_activations.npy"));
    }
  }

  fs::path stem_;
  const BatchOptions& options_;
};

class Batch {
 public:
  Batch(const std::vector<TagInput>& inputs, const std::vector<LoadedModel>& models,
        const BatchOptions& options, const RowObserver& observer, std::stop_token outer)
      : models_(models),
        options_(options),
        observer_(observer),
        outer_(std::move(outer)),
        stems_(output_stems(inputs, options.output)) {
    for (const TagInput& input : inputs) {
      TagRow row;
      row.input = input;
      row.message = "not begun";
      rows_.push_back(std::move(row));
    }
  }

  std::vector<TagRow> run() {
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int wanted = options_.jobs > 0 ? options_.jobs : cores;
    const int workers = std::clamp(static_cast<int>(rows_.size()), 1, wanted);
    const int threads_each = std::max(1, cores / workers);
    std::stop_callback forward(outer_, [this] { stop_.request_stop(); });
    {
      std::vector<std::jthread> pool;
      for (int w = 0; w < workers; ++w) {
        pool.emplace_back([this, threads_each] { work(threads_each); });
      }
    }
    if (failure_) std::rethrow_exception(failure_);
    return std::move(rows_);
  }

 private:
  void work(int threads) {
    try {
      Tagger tagger(models_, make_backend(options_.device, threads), options_.decoder);
      for (std::size_t i; !stop_.stop_requested() && (i = next_++) < rows_.size();) {
        tag_row(tagger, i);
        finish(rows_[i]);
      }
    } catch (...) {
      std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_.request_stop();
    }
  }

  void tag_row(Tagger& tagger, std::size_t index) {
    TagRow& row = rows_[index];
    const auto begin = std::chrono::steady_clock::now();
    try {
      if (options_.song_observer) options_.song_observer(index, 0.0, 0.0);
      tag_song(tagger, index);
    } catch (const InterruptedError&) {
      row.status = TagStatus::kInterrupted;
      row.message = "interrupted";
    } catch (const fs::filesystem_error& error) {
      row.status = TagStatus::kFailed;
      row.message =
          fmt::format("{}: cannot be written: {}", error.path1().string(), error.code().message());
    } catch (const std::bad_alloc&) {
      row.status = TagStatus::kFailed;
      row.message = fmt::format("{}: not enough memory; try --jobs 1", row.input.audio.string());
    } catch (const std::exception& error) {
      // Ctrl-C on a terminal also ends the decoder process: that is no fault of the song.
      row.status = stop_.stop_requested() ? TagStatus::kInterrupted : TagStatus::kFailed;
      row.message = error.what();
    }
    row.processing_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  void tag_song(Tagger& tagger, std::size_t index) {
    TagRow& row = rows_[index];
    row.status = TagStatus::kFailed;
    if (!row.input.fault.empty()) {
      row.message = row.input.fault;
      return;
    }
    const SongOutputs outputs(stems_[index], options_);
    row.outputs = outputs.annotation_paths();
    if (!leave_alone(outputs, row)) listen(tagger, outputs, index);
  }

  // Whether the song is not to be tagged; then its row says why.
  bool leave_alone(const SongOutputs& outputs, TagRow& row) const {
    const std::optional<Annotation> persons = outputs.persons_work();
    if (options_.skip_existing && complete(outputs, persons, row)) return true;
    if (persons && persons->review == Review::kChecked) {
      skip(row, *persons,
           fmt::format("{}: checked by a person, left as it is; remove the file to tag anew",
                       outputs.path_of(Format::kJams).string()));
      return true;
    }
    if (!options_.overwrite && !options_.skip_existing && outputs.any_exists()) {
      row.status = TagStatus::kExists;
      row.message = fmt::format("{}: is there already; use --skip-existing or --overwrite",
                                row.outputs.front().string());
      return true;
    }
    return false;
  }

  // With --skip-existing: whether there is nothing left to tag the song for. What is missing beside
  // a person's work is written from that.
  static bool complete(const SongOutputs& outputs, const std::optional<Annotation>& persons,
                       TagRow& row) {
    Annotation there;
    const std::vector<Format> missing = outputs.missing_formats(there);
    if (!missing.empty() && !persons) return false;
    if (!missing.empty()) outputs.write(*persons, missing);
    if (outputs.lacks_activations()) return false;
    if (missing.empty()) {
      skip(row, there, "complete outputs were there");
    } else {
      skip(row, *persons, what_was_written(outputs, persons->review, missing));
    }
    return true;
  }

  static std::string what_was_written(const SongOutputs& outputs, Review review,
                                      const std::vector<Format>& formats) {
    std::vector<std::string> names;
    for (const Format format : formats)
      names.push_back(outputs.path_of(format).filename().string());
    return fmt::format("{}: {} by a person; written from it: {}",
                       outputs.path_of(Format::kJams).string(),
                       review == Review::kChecked ? "checked" : "edited", fmt::join(names, ", "));
  }

  static void skip(TagRow& row, const Annotation& there, std::string why) {
    row.status = TagStatus::kSkipped;
    row.message = std::move(why);
    row.summary = summarise(there);
  }

  void listen(Tagger& tagger, const SongOutputs& outputs, std::size_t index) {
    TagRow& row = rows_[index];
    IsolatedAudioReader reader(row.input.audio, tagger.sample_rate(), decode_worker_command(),
                               options_.stall_seconds);
    const double total = claimed_seconds(reader);
    const auto tell = [&](double seconds) {
      if (options_.song_observer) options_.song_observer(index, seconds, total);
    };
    WatchedSource source(reader, tell, stop_.get_token());
    TagResult result = tagger.tag(source, stop_.get_token());
    result.annotation.title = row.input.audio.stem().string();
    result.annotation.audio = fs::absolute(row.input.audio).lexically_normal().string();
    {
      const StageTimer timer(result.times, TagStage::kWriting);
      outputs.write(result);
    }
    row.times = result.times;
    row.summary = summarise(result.annotation);
    row.status = result.warning ? TagStatus::kDamaged : TagStatus::kOk;
    row.message = result.warning.value_or("");
  }

  void finish(const TagRow& row) {
    std::lock_guard lock(mutex_);
    ++done_;
    if (observer_) observer_(row, done_, rows_.size());
    const bool failed = row.status == TagStatus::kFailed || row.status == TagStatus::kExists;
    if (options_.fail_fast && failed) stop_.request_stop();
  }

  const std::vector<LoadedModel>& models_;
  const BatchOptions& options_;
  const RowObserver& observer_;
  std::stop_token outer_;
  std::stop_source stop_;
  std::vector<TagRow> rows_;
  std::vector<fs::path> stems_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

const char* name_of(TagStatus status) {
  switch (status) {
    case TagStatus::kOk:
      return "ok";
    case TagStatus::kDamaged:
      return "damaged";
    case TagStatus::kSkipped:
      return "skipped";
    case TagStatus::kExists:
      return "exists";
    case TagStatus::kFailed:
      return "failed";
    case TagStatus::kInterrupted:
      return "interrupted";
  }
  return "unknown";
}

SongSummary summarise(const Annotation& annotation) {
  SongSummary summary;
  summary.duration = annotation.duration;
  if (!annotation.tempi.empty()) summary.tempo = annotation.tempi.front().bpm;
  summary.meter = most_common_meter(annotation.beats);
  if (!annotation.keys.empty()) summary.key = annotation.keys.front().label;
  summary.beats = annotation.beats.size();
  summary.chords = annotation.chords.size();
  summary.confidence = mean_confidence(annotation);
  return summary;
}

std::vector<TagRow> tag_batch(const std::vector<TagInput>& inputs,
                              const std::vector<LoadedModel>& models, const BatchOptions& options,
                              const RowObserver& observer, std::stop_token stop) {
  if (options.skip_existing && options.overwrite) {
    throw UsageError("--skip-existing and --overwrite contradict each other: give one of them");
  }
  if (options.formats.empty()) throw UsageError("--format: name at least one format");
  return Batch(inputs, models, options, observer, std::move(stop)).run();
}

}  // namespace tactus
