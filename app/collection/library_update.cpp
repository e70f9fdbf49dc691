#include "app/collection/library_update.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "app/collection/fingerprint.h"
#include "app/engine/songs/song_files.h"
#include "audio/error.h"
#include "audio/readers/open_audio.h"
#include "datasets/cache/content_hash.h"
#include "features/files/file_error.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

fs::path absolute_path(const fs::path& path) {
  std::error_code unknown;
  return fs::absolute(path, unknown).lexically_normal();
}

// The row of a song whose files were in these states before they were read.
IndexedSong row_of(const Annotation& annotation, fs::path audio, const FileState& audio_state,
                   std::string hash, fs::path jams, const FileState& jams_state) {
  IndexedSong song = indexed_song(annotation);
  song.audio = std::move(audio);
  song.audio_state = audio_state;
  song.hash = std::move(hash);
  song.annotation = std::move(jams);
  song.annotation_state = jams_state;
  return song;
}

class Update {
 public:
  Update(LibraryIndex& index, const std::vector<TagInput>& inputs,
         const std::vector<LoadedModel>& models, const BatchOptions& options,
         const UpdateObserver& observer, std::stop_token stop)
      : index_(index),
        inputs_(inputs),
        models_(models),
        options_(options),
        observer_(observer),
        stop_(std::move(stop)),
        rows_(inputs.size()) {}

  std::vector<UpdateRow> run() {
    std::vector<std::size_t> fresh, changed;
    for (std::size_t i = 0; i < inputs_.size() && !stop_.stop_requested(); ++i) {
      try {
        const Kind kind = kind_of(i);
        if (kind == Kind::kNew) fresh.push_back(i);
        if (kind == Kind::kChanged) changed.push_back(i);
      } catch (const DatabaseError&) {
        throw;
      } catch (const Error& error) {
        finish(i, UpdateStatus::kFailed, error.what());
      } catch (const fs::filesystem_error& error) {
        finish(i, UpdateStatus::kFailed, file_fault(error));
      }
    }
    tag(fresh, false);
    tag(changed, true);
    std::vector<UpdateRow> done;
    for (auto& row : rows_) {
      if (row) done.push_back(std::move(*row));
    }
    return done;
  }

 private:
  enum class Kind { kDone, kNew, kChanged };

  // Finishes what needs no tagging.
  Kind kind_of(std::size_t input) {
    const TagInput& song = inputs_[input];
    if (!song.fault.empty()) {
      finish(input, UpdateStatus::kFailed, song.fault);
      return Kind::kDone;
    }
    if (!song.is_file()) {
      finish(
          input, UpdateStatus::kFailed,
          fmt::format("{}: is not a file of its own; the index contains only files", song.name()));
      return Kind::kDone;
    }
    const fs::path audio = absolute_path(song.audio);
    std::error_code unknown;
    if (fs::exists(audio, unknown) && !fs::is_regular_file(audio, unknown))
      throw InputError(fmt::format("{}: is not a regular file", audio.string()));
    // Before the bytes are read: what changes from now on shows in the next update.
    const FileState state = file_state(audio);
    const std::optional<IndexedSong> known = index_.at(audio);
    const bool wanted = known && has_outputs(*known);
    if (wanted && known->audio_state == state &&
        known->annotation_state == file_state(known->annotation)) {
      finish(input, UpdateStatus::kSame);
      return Kind::kDone;
    }
    read_[input] = {hash_file(audio), state, {}};
    if (known && known->hash == read_[input].hash)
      return wanted && reread(input, *known) ? Kind::kDone : Kind::kNew;
    if (known) return Kind::kChanged;
    for (IndexedSong& other : index_.with_hash(read_[input].hash)) {
      if (fs::exists(other.audio, unknown) || unknown) continue;
      if (!has_outputs(other)) {  // they moved, too
        read_[input].was = other.audio;
        continue;
      }
      const fs::path from = std::exchange(other.audio, audio);
      other.audio_state = state;
      index_.move(from, other);
      finish(input, UpdateStatus::kMoved, fmt::format("was {}", from.string()));
      return Kind::kDone;
    }
    return Kind::kNew;
  }

  // Are the JAMS file of a song and its other outputs where these options want them?
  bool has_outputs(const IndexedSong& song) const {
    std::error_code unknown;
    const fs::path& jams = song.annotation;
    if (!fs::exists(jams, unknown)) return false;
    if (!options_.output.empty()) {
      const fs::path below = jams.lexically_relative(absolute_path(options_.output));
      if (below.empty() || *below.begin() == "..") return false;
    }
    return std::ranges::all_of(options_.formats, [&](Format format) {
      fs::path file = jams;
      file.replace_extension();
      return fs::exists(file.string() + std::string(format_info(format).suffix), unknown);
    });
  }

  // The bytes are the same; the annotation may be another one now.
  bool reread(std::size_t input, const IndexedSong& known) {
    const FileState state = file_state(known.annotation);
    const auto annotation = annotation_there(known.annotation, Format::kJams);
    if (!annotation) return false;
    store(input, known.annotation, state, *annotation);
    finish(input, UpdateStatus::kRead);
    return true;
  }

  // `state`: of the JAMS file before it was read.
  void store(std::size_t input, const fs::path& jams, const FileState& state,
             const Annotation& annotation) {
    IndexedSong song = row_of(annotation, absolute_path(inputs_[input].audio), read_[input].state,
                              read_[input].hash, absolute_path(jams), state);
    {
      const std::lock_guard lock(mutex_);
      if (auto made = prints_.extract(input)) song.fingerprint = std::move(made.mapped());
    }
    index_.put({{std::move(song), annotation}});
    if (!read_[input].was.empty()) index_.remove({read_[input].was});
  }

  void tag(const std::vector<std::size_t>& songs, bool overwrite) {
    if (songs.empty() || stop_.stop_requested()) return;
    std::vector<TagInput> inputs;
    std::map<fs::path, std::size_t> places;
    for (const std::size_t song : songs) {
      inputs.push_back(inputs_[song]);
      places[inputs_[song].audio] = song;
    }
    BatchOptions options = options_;
    std::erase(options.formats, Format::kJams);
    options.formats.insert(options.formats.begin(), Format::kJams);  // what take_row reads
    options.overwrite = overwrite;
    options.can_overwrite = false;
    options.skip_existing = !overwrite;
    const auto take = [&](const TagRow& row, std::size_t, std::size_t) {
      if (row.status != TagStatus::kInterrupted) take_row(places.at(row.input.audio), row);
    };
    // Of the threads that tag: a second of work for each song, beside that of the others.
    options.song_observer = [&](std::size_t row, double seconds, double) {
      if (seconds == 0.0) add_fingerprint(songs[row]);
    };
    tag_batch(inputs, models_, options, take, stop_);
  }

  void add_fingerprint(std::size_t input) {
    {
      const std::lock_guard lock(mutex_);
      if (!prints_.try_emplace(input).second) return;
    }
    std::string made;
    try {
      const auto sound = open_audio(inputs_[input].audio, kFingerprintRate, options_.places.decoder,
                                    options_.stall_seconds);
      made = fingerprint_of(*sound);
    } catch (const Error&) {  // tagging it will say why
    }
    const std::lock_guard lock(mutex_);
    prints_[input] = std::move(made);
  }

  // Of one thread at a time.
  void take_row(std::size_t input, const TagRow& row) {
    try {
      const FileState state = row.outputs.empty() ? FileState{} : file_state(row.outputs.front());
      const auto annotation =
          row.outputs.empty() ? std::nullopt : annotation_there(row.outputs.front(), Format::kJams);
      if (row.status == TagStatus::kFailed || row.status == TagStatus::kExists || !annotation)
        return finish(input, UpdateStatus::kFailed, row.message);
      store(input, row.outputs.front(), state, *annotation);
      finish(input, row.was_there ? UpdateStatus::kRead : UpdateStatus::kTagged,
             row.was_there ? "" : row.message);
    } catch (const DatabaseError&) {
      throw;
    } catch (const Error& error) {
      finish(input, UpdateStatus::kFailed, error.what());
    }
  }

  void finish(std::size_t input, UpdateStatus status, std::string message = "") {
    rows_[input] = UpdateRow{inputs_[input].audio, status, std::move(message)};
    ++done_;
    if (observer_) observer_(*rows_[input], done_, inputs_.size());
  }

  LibraryIndex& index_;
  const std::vector<TagInput>& inputs_;
  const std::vector<LoadedModel>& models_;
  const BatchOptions& options_;
  const UpdateObserver& observer_;
  std::stop_token stop_;
  std::vector<std::optional<UpdateRow>> rows_;
  // What was read of a file.
  struct Read {
    std::string hash;
    FileState state;  // before that
    fs::path was;     // a row of the same bytes whose files are gone
  };
  std::map<std::size_t, Read> read_;  // of inputs
  std::size_t done_ = 0;
  std::mutex mutex_;                           // guards the following
  std::map<std::size_t, std::string> prints_;  // fingerprints of inputs that are being tagged
};

}  // namespace

const char* name_of(UpdateStatus status) {
  switch (status) {
    case UpdateStatus::kSame:
      return "same";
    case UpdateStatus::kMoved:
      return "moved";
    case UpdateStatus::kRead:
      return "read";
    case UpdateStatus::kTagged:
      return "tagged";
    case UpdateStatus::kFailed:
      return "failed";
  }
  return "unknown";
}

bool reread_song(LibraryIndex& index, const fs::path& audio) {
  const std::optional<IndexedSong> known = index.at(absolute_path(audio));
  if (!known) return false;
  const FileState state = file_state(known->annotation);
  if (state == known->annotation_state) return false;
  const auto annotation = annotation_there(known->annotation, Format::kJams);
  if (!annotation) return false;
  index.put({{row_of(*annotation, known->audio, known->audio_state, known->hash, known->annotation,
                     state),
              *annotation}});
  return true;
}

std::vector<UpdateRow> update_library(LibraryIndex& index, const std::vector<TagInput>& inputs,
                                      const std::vector<LoadedModel>& models,
                                      const BatchOptions& options, const UpdateObserver& observer,
                                      std::stop_token stop) {
  return Update(index, inputs, models, options, observer, std::move(stop)).run();
}

}  // namespace tactus
