#include "app/engine/tagging/batch_tagger.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "app/engine/file_tags/file_tag_worker.h"
#include "app/engine/songs/output_names.h"
#include "app/engine/songs/song_files.h"
#include "app/engine/tagging/file_tagger.h"
#include "app/engine/tagging/section_source.h"
#include "app/engine/tagging/song_claims.h"
#include "audio/error.h"
#include "audio/file_extensions.h"
#include "audio/readers/open_audio.h"
#include "datasets/formats/labels/key_label.h"
#include "model/decoding/confidence/song_confidence.h"
#include "model/tempo_grid.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

// Passes the sound on, and knows its peak afterwards.
class PeakSource : public AudioSource {
 public:
  explicit PeakSource(std::unique_ptr<AudioSource> source) : source_(std::move(source)) {}
  const fs::path& path() const override { return source_->path(); }
  const AudioInfo& info() const override { return source_->info(); }
  int sample_rate() const override { return source_->sample_rate(); }
  std::optional<std::string> warning() const override { return source_->warning(); }
  std::string note() const override { return source_->note(); }
  SongTags tags() const override { return source_->tags(); }
  std::size_t read(std::span<float> block) override {
    const std::size_t got = source_->read(block);
    std::array<float, 16> peaks{};  // of every 16th sample: they need not wait for each other
    std::size_t n = 0;
    for (; n + peaks.size() <= got; n += peaks.size())
      for (std::size_t k = 0; k < peaks.size(); ++k)
        peaks[k] = std::max(peaks[k], std::abs(block[n + k]));
    for (; n < got; ++n) peaks[0] = std::max(peaks[0], std::abs(block[n]));
    peak_ = std::max(peak_, std::ranges::max(peaks));
    return got;
  }
  bool is_silent() const {
    constexpr float kSilence = 1e-4f;  // -80 dB of full scale
    return peak_ < kSilence;
  }

 private:
  std::unique_ptr<AudioSource> source_;
  float peak_ = 0.0f;
};

std::unique_ptr<AudioSource> open_input(const TagInput& input, int rate,
                                        const BatchOptions& options, std::stop_token stop) {
  auto source = open_audio(input.audio, rate, options.places.decoder, options.stall_seconds);
  if (input.section)
    return std::make_unique<SectionSource>(std::move(source), *input.section, std::move(stop));
  return source;
}

// The message with the name of a song that is no file of its own, in the place of the file's.
std::string renamed(std::string message, const TagInput& input) {
  const std::string file = input.audio.string();
  if (input.is_file() || file.empty()) return message;
  for (std::size_t at = 0; (at = message.find(file, at)) != std::string::npos;) {
    message.replace(at, file.size(), input.label);
    at += input.label.size();
  }
  return message;
}

// A song is its path, the same on all machines, and of a record the track.
std::string claim_name(const TagInput& input) {
  std::error_code unknown;
  std::string name = fs::absolute(input.audio, unknown).lexically_normal().string();
  if (input.section) name += fmt::format("\n{}", input.section->start);
  return name;
}

constexpr const char* kNoTagsForDamage = "tags are not written into a file with damaged sound";

class Batch {
 public:
  Batch(const std::vector<TagInput>& inputs, const std::vector<LoadedModel>& models,
        const BatchOptions& options, const RowObserver& observer, std::stop_token outer)
      : models_(models),
        options_(options),
        observer_(observer),
        outer_(std::move(outer)),
        names_(inputs, options.output, options.suffix, files_) {
    for (const TagInput& input : inputs) {
      TagRow row;
      row.input = input;
      row.message = "not started";
      rows_.push_back(std::move(row));
      claim_names_.push_back(claim_name(input));
    }
    if (!options.claims.empty()) claims_.emplace(options.claims);
  }

  std::vector<TagRow> run() {
    std::stop_callback forward(outer_, [this] { stop_.request_stop(); });
    std::vector<std::size_t> todo;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (options_.shard.has(rows_[i].input)) todo.push_back(i);
    }
    total_ = todo.size();
    std::vector<std::size_t> here = todo;
    while (!todo.empty()) {
      tag_songs(
          todo.size(), models_, options_, stop_.get_token(),
          [&](SoundTagger& tagger, std::size_t i) { claim_row(tagger, todo[i]); },
          [&](std::size_t i, std::size_t) { finish(todo[i]); });
      todo = wait_for_others();
    }
    std::vector<TagRow> rows;
    for (const std::size_t i : here) {
      if (!elsewhere_.contains(i)) rows.push_back(std::move(rows_[i]));
    }
    return rows;
  }

 private:
  void claim_row(SoundTagger& tagger, std::size_t index) {
    if (!claims_) return tag_row(tagger, index);
    try {
      const auto claim = claims_->take(claim_names_[index]);
      if (claim == SongClaims::Claim::kMine) return tag_row(tagger, index);
      const std::lock_guard lock(mutex_);
      elsewhere_.insert(index);
      if (claim == SongClaims::Claim::kOthers) waiting_.push_back(index);
    } catch (const fs::filesystem_error& error) {
      fail_claim(rows_[index], error);
    }
  }

  static void fail_claim(TagRow& row, const fs::filesystem_error& error) {
    row.begun = true;
    row.status = TagStatus::kFailed;
    row.message = fmt::format("--claim: {}: cannot be written: {}", error.path1().string(),
                              error.code().message());
  }

  // Returns songs that other processes have given up; nothing when all are done. Songs that others
  // work on are not polled more often than people notice.
  std::vector<std::size_t> wait_for_others() {
    constexpr auto kPause = std::chrono::milliseconds(500);
    std::mutex mutex;
    std::condition_variable_any wake;
    while (!waiting_.empty() && !stop_.stop_requested()) {
      std::vector<std::size_t> free;
      for (const std::size_t song : std::exchange(waiting_, {})) {
        auto claim = SongClaims::Claim::kOthers;
        try {
          claim = claims_->look(claim_names_[song]);
        } catch (const fs::filesystem_error&) {  // the folder may come back
        }
        if (claim == SongClaims::Claim::kMine) free.push_back(song);
        if (claim == SongClaims::Claim::kOthers) waiting_.push_back(song);
        if (claim == SongClaims::Claim::kDone) ++done_;
      }
      for (const std::size_t song : free) elsewhere_.erase(song);  // it may be ours now
      if (!free.empty()) return free;
      std::unique_lock lock(mutex);
      wake.wait_for(lock, stop_.get_token(), kPause, [] { return false; });
    }
    return {};
  }

  void tag_row(SoundTagger& tagger, std::size_t index) {
    TagRow& row = rows_[index];
    row.begun = true;
    const auto begin = std::chrono::steady_clock::now();
    try {
      if (options_.song_observer) options_.song_observer(index, 0.0, 0.0);
      tag_song(tagger, index);
    } catch (const InterruptedError&) {
      row.status = TagStatus::kInterrupted;
      row.message = fmt::format("{}: stopped before the end", row.input.audio.string());
    } catch (const SongFileError& error) {
      row.status = TagStatus::kFailed;
      row.message = error.what();
    } catch (const fs::filesystem_error& error) {
      row.status = TagStatus::kFailed;
      row.message =
          fmt::format("{}: cannot be written: {}", error.path1().string(), error.code().message());
    } catch (const std::bad_alloc&) {
      row.status = TagStatus::kFailed;
      row.message = fmt::format("{}: not enough memory; try --jobs 1", row.input.audio.string());
    } catch (const std::exception& error) {
      // Ctrl-C on a terminal also ends the decoder process: this is not an error of the song.
      row.status = stop_.stop_requested() ? TagStatus::kInterrupted : TagStatus::kFailed;
      row.message = error.what();
    }
    if (options_.share_observer) options_.share_observer(index, 1.0);  // also if it failed
    if (row.input.fault.empty()) row.message = renamed(std::move(row.message), row.input);
    row.processing_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  void tag_song(SoundTagger& tagger, std::size_t index) {
    TagRow& row = rows_[index];
    row.status = TagStatus::kFailed;
    if (!row.input.fault.empty()) {
      row.message = row.input.fault;
      return;
    }
    for (fs::path stem = names_.stems()[index];;) {
      const SongOutputs outputs(row.input.audio, stem, options_, tagger.tasks(), files_);
      const std::optional<Annotation> known = outputs.jams();
      if (const auto other = known ? outputs.other(*known) : std::nullopt) {
        const std::optional<fs::path> next = names_.next(index, stem);
        if (!next) refuse_other(outputs, *other, row.input.audio);
        stem = *next;
        continue;
      }
      if (options_.stream) return tag_and_write(tagger, outputs, index);
      row.outputs = outputs.paths();
      if (!should_skip(outputs, known, row)) tag_and_write(tagger, outputs, index);
      return;
    }
  }

  [[noreturn]] static void refuse_other(const SongOutputs& outputs, const fs::path& other,
                                        const fs::path& audio) {
    throw SongFileError(
        fmt::format("{}: belongs to {}, not to {}; give another --output or --suffix",
                    outputs.path_of(Format::kJams).string(), other.string(), audio.string()));
  }

  // A process that ended after its outputs, and before it could say so, leaves a song to others.
  bool skips_existing() const { return options_.skip_existing || (claims_ && !options_.overwrite); }

  // Must the song be skipped? Then its row says why. `known`: its JAMS file.
  bool should_skip(const SongOutputs& outputs, const std::optional<Annotation>& known,
                   TagRow& row) const {
    const bool checked = known && known->review == Review::kChecked;
    if (skips_existing() && complete(outputs, known, row)) return true;
    if (checked) {
      skip(
          row, *known,
          fmt::format("{}: checked by a person, not changed; remove the file to tag the song again",
                      outputs.path_of(Format::kJams).string()));
      return true;
    }
    if (options_.tags.dry_run) return false;
    if (options_.overwrite || skips_existing()) return keep_all(outputs, row);
    const std::vector<std::string> there = outputs.existing();
    if (there.empty()) return false;
    row.status = TagStatus::kExists;
    row.message = fmt::format("{}: already exist{}; use --skip-existing or --overwrite",
                              fmt::join(there, ", "), there.size() == 1 ? "s" : "");
    return true;
  }

  // With --skip-existing: do all outputs exist? Missing files are written from the JAMS file
  // `known` if a person edited or checked it.
  bool complete(const SongOutputs& outputs, const std::optional<Annotation>& known,
                TagRow& row) const {
    Annotation there;
    const std::vector<Format> missing = outputs.missing_formats(there);
    const bool persons = known && known->review != Review::kNone;
    if (!missing.empty() && !persons) return false;
    WrittenOutputs written;
    if (!missing.empty() && !options_.tags.dry_run)
      written = outputs.write_from_person(*known, missing);
    if (outputs.lacks_activations()) return false;
    if (missing.empty()) {
      skip(row, there, "all outputs exist");
    } else {
      skip(row, *known, message_of_person(outputs, *known, missing, written),
           written.kept.empty() ? TagStatus::kSkipped : TagStatus::kKept);
    }
    return true;
  }

  static std::string message_of_person(const SongOutputs& outputs, const Annotation& known,
                                       const std::vector<Format>& missing,
                                       const WrittenOutputs& written) {
    if (!written.kept.empty()) return written.message();
    std::vector<std::string> names;
    for (const Format format : missing)
      names.push_back(outputs.path_of(format).filename().string());
    return fmt::format(
        "{}: {} by a person; written from it: {}", outputs.path_of(Format::kJams).string(),
        known.review == Review::kChecked ? "checked" : "edited", fmt::join(names, ", "));
  }

  // Will all files stay as they are? Then the song need not be tagged.
  bool keep_all(const SongOutputs& outputs, TagRow& row) const {
    WrittenOutputs nothing;
    nothing.kept = outputs.all_kept();
    if (nothing.kept.empty()) return false;
    Annotation there;
    outputs.missing_formats(there);
    skip(row, there, nothing.message(), TagStatus::kKept);
    return true;
  }

  // What was damaged stays so: its row says it in every run, until a person has checked the song.
  void skip(TagRow& row, const Annotation& there, const std::string& why,
            TagStatus status = TagStatus::kSkipped) const {
    row.summary = summarise(there);
    row.was_there = true;
    const bool damaged = !there.damage.empty() && there.review != Review::kChecked;
    if (!damaged) write_file_tags(row, there);
    row.status = damaged ? TagStatus::kDamaged : status;
    row.message =
        damaged ? fmt::format("{}: {}; {}", row.input.audio.string(), there.damage, why) : why;
    if (damaged && options_.tags.any()) row.message += fmt::format("; {}", kNoTagsForDamage);
  }

  // Into the audio file, where the options ask for it.
  void write_file_tags(TagRow& row, const Annotation& annotation) const {
    if (!row.input.is_file()) return;
    row.file_tag_changes =
        write_file_tags_of(annotation, row.input.audio, options_.tags,
                           options_.places.file_tag_worker, options_.stall_seconds);
  }

  void tag_and_write(SoundTagger& tagger, const SongOutputs& outputs, std::size_t index) {
    TagRow& row = rows_[index];
    PeakSource source(open_input(row.input, tagger.sample_rate(), options_, stop_.get_token()));
    const auto report = [&](double seconds, double total) {
      if (options_.song_observer) options_.song_observer(index, seconds, total);
    };
    tagger.keep_activations(options_.save_activations);
    const auto progress = [&](double share) {
      if (options_.share_observer) options_.share_observer(index, share);
    };
    const fs::path& name = row.input.is_file() ? row.input.audio : row.input.relative;
    TagResult result = tag_source(tagger, source, name, stop_.get_token(), progress, report);
    if (!row.input.is_file()) result.annotation.audio.clear();
    row.summary = summarise(result.annotation);
    std::vector<std::string> notes = {result.warning.value_or(""), source.note(),
                                      grid_note(result.annotation)};
    std::erase(notes, "");
    if (!notes.empty())
      notes.front() = fmt::format("{}: {}", row.input.audio.string(), notes.front());
    WrittenOutputs written;
    {
      const StageTimer timer(result.times, TagStage::kWriting);
      if (options_.stream)
        written = streamed(result.annotation);
      else if (!options_.tags.dry_run)
        written = outputs.write(result);
      notes.push_back(written.message());
    }
    if (written.empty.empty() && lacks_beats(tagger, result.annotation))
      notes.push_back(fmt::format("{}: no beats were found", row.input.audio.string()));
    if (lacks_beats(tagger, result.annotation) || !written.empty.empty())
      notes.push_back(reason_of_nothing(source, result.seconds));
    row.times = result.times;
    if (!result.warning) write_file_tags(row, result.annotation);
    if (result.warning && options_.tags.any()) notes.emplace_back(kNoTagsForDamage);
    row.status = result.warning          ? TagStatus::kDamaged
                 : !written.kept.empty() ? TagStatus::kKept
                                         : TagStatus::kOk;
    std::erase(notes, "");
    row.message = fmt::format("{}", fmt::join(notes, "; "));
  }

  WrittenOutputs streamed(const Annotation& annotation) const {
    const Format format = options_.formats.front();
    options_.stream(serialise_annotation(annotation, format));
    WrittenOutputs written;
    const std::string why = why_empty(annotation, format);
    if (!why.empty())
      written.empty.push_back(fmt::format("standard output: is empty: {} were found", why));
    return written;
  }

  // Were beats looked for in vain? Said whatever the format, of which some have nothing to hold.
  static bool lacks_beats(const SoundTagger& tagger, const Annotation& annotation) {
    const auto finds_beats = [](const Task* task) { return task->layer() == Layer::kBeats; };
    return annotation.beats.empty() && std::ranges::any_of(tagger.tasks(), finds_beats);
  }

  static std::string reason_of_nothing(const PeakSource& source, double seconds) {
    constexpr double kShort = 5.0;
    const int channels = source.info().channels;
    if (source.is_silent() && channels > 1)
      return fmt::format(
          "the mean of the {} channels is silent ({:.1f} s); if you can hear the song, the "
          "channels cancel each "
          "other: give Tactus only one channel",
          channels, seconds);
    if (source.is_silent()) return fmt::format("the sound is silent ({:.1f} s)", seconds);
    return seconds < kShort ? fmt::format("the sound is only {:.1f} s long", seconds) : "";
  }

  // A person who asks for one tempo hears if the song does not keep to it.
  std::string grid_note(const Annotation& annotation) const {
    constexpr double kLargeScatter = 0.030;  // seconds
    const auto& segments = annotation.grid.segments;
    if (options_.settings.value_of("grid") != "constant" || segments.empty()) return "";
    if (segments.front().scatter < kLargeScatter) return "";
    return fmt::format(
        "--grid constant: the beats lie {:.0f} ms from a constant tempo on average, so the "
        "song probably changes its tempo",
        segments.front().scatter * 1000.0);
  }

  // Of one thread at a time.
  void finish(std::size_t index) {
    TagRow& row = rows_[index];
    {
      const std::lock_guard lock(mutex_);
      if (std::ranges::find(waiting_, index) != waiting_.end()) return;
      ++done_;
      if (elsewhere_.contains(index)) return;
    }
    // The row first: if the process ends now, the song is done once more, and no row is missing.
    if (observer_) observer_(row, done_, total_);
    if (claims_) end_claim(row, claim_names_[index]);
    const bool failed = row.status == TagStatus::kFailed || row.status == TagStatus::kExists;
    if (options_.fail_fast && failed) stop_.request_stop();
  }

  // A song that was stopped is free for others, every other outcome is the last word.
  void end_claim(TagRow& row, const std::string& name) {
    if (row.status == TagStatus::kInterrupted) return claims_->give_back(name);
    try {
      claims_->finish(name, name_of(row.status), row.message);
    } catch (const fs::filesystem_error& error) {
      fail_claim(row, error);
    }
  }

  const std::vector<LoadedModel>& models_;
  const BatchOptions& options_;
  const RowObserver& observer_;
  std::stop_token outer_;
  std::stop_source stop_;
  std::vector<TagRow> rows_;
  mutable OutputFiles files_;
  OutputNames names_;
  std::size_t total_ = 0, done_ = 0;  // songs of the shard; those that are done, by whomever
  std::optional<SongClaims> claims_;
  std::vector<std::string> claim_names_;  // of the rows
  std::mutex mutex_;                      // guards the following while songs are tagged
  std::set<std::size_t> elsewhere_;       // rows that other processes have done or work on
  std::vector<std::size_t> waiting_;      // those of them that are not done
};

// One song and one format, and nothing that would write further files.
void check_single_output(const std::vector<TagInput>& inputs, const BatchOptions& options) {
  const std::string place = options.stream ? "-" : options.file.string();
  if (has_audio_extension(options.file))
    throw ArgumentError(
        fmt::format("-o {}: has the extension of an audio file; give another name", place));
  if (inputs.size() > 1)
    throw ArgumentError(fmt::format(
        "-o {}: {} songs, expected one; for several songs give a folder", place, inputs.size()));
  if (options.formats.size() > 1)
    throw ArgumentError(
        fmt::format("-o {}: {} formats, expected one; for several formats give a folder", place,
                    options.formats.size()));
  if (!options.stream) return;
  if (options.tags.dry_run)
    throw ArgumentError("-o -: --dry-run shows tags on standard output; give -o a folder");
  if (options.save_activations)
    throw ArgumentError("-o -: --save-activations needs a folder for its files");
  if (options.skip_existing || options.overwrite)
    throw ArgumentError(
        "-o -: --skip-existing and --overwrite need output files; give -o a file or a folder");
}

}  // namespace

const char* name_of(TagStatus status) {
  switch (status) {
    case TagStatus::kOk:
      return "ok";
    case TagStatus::kDamaged:
      return "damaged";
    case TagStatus::kSkipped:
      return "skipped";
    case TagStatus::kKept:
      return "kept";
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
  summary.meter = meter_of(annotation.beats);
  summary.swing = annotation.swing;
  summary.key = main_key(annotation.keys);
  summary.beats = annotation.beats.size();
  summary.chords = annotation.chords.size();
  summary.confidence = std::max(0.0, song_confidence(annotation));
  summary.review = annotation.review;
  summary.title = annotation.title;
  summary.artist = annotation.artist;
  summary.album = annotation.album;
  summary.tags = annotation.tags;
  return summary;
}

std::vector<TagRow> tag_batch(const std::vector<TagInput>& inputs,
                              const std::vector<LoadedModel>& models, const BatchOptions& options,
                              const RowObserver& observer, std::stop_token stop) {
  if (options.skip_existing && options.overwrite) {
    throw ArgumentError(
        "--skip-existing and --overwrite contradict each other: give only one of them");
  }
  if (!options.claims.empty() && (!options.file.empty() || options.stream))
    throw ArgumentError("--claim: needs an output folder; give -o FOLDER");
  if (!options.claims.empty() && options.tags.dry_run)
    throw ArgumentError("--claim: cannot be combined with --dry-run, which tags no songs");
  if (options.suffix.find('/') != std::string::npos)
    throw ArgumentError(fmt::format(
        "--suffix {}: is a path, expected part of a name; choose the folder with --output",
        options.suffix));
  if (options.formats.empty()) throw ArgumentError("--format: give at least one format");
  if (!options.file.empty() || options.stream) check_single_output(inputs, options);
  return Batch(inputs, models, options, observer, std::move(stop)).run();
}

}  // namespace tactus
