#include "app/engine/tagging/song_outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "app/engine/file_tags/cue_markers.h"
#include "app/engine/songs/song_files.h"
#include "features/files/npy_file.h"
#include "model/annotation_members.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

// Is a file of activations missing or malformed?
bool lacks(const fs::path& path) {
  try {
    read_npy(path, 1.0);  // any rate
  } catch (const FeatureError&) {
    require_readable(path);
    return true;
  }
  return false;
}

}  // namespace

// Writes one file after the other. If one cannot be written, the others still are.
class SongOutputs::Attempts {
 public:
  // `write` returns the copy of a file that it replaced. Returns whether it wrote.
  template <typename Write>
  bool attempt(const fs::path& path, const Write& write) {
    try {
      const std::string copy = kept_message(path, write());
      if (!copy.empty()) written_.copies.push_back(copy);
      return true;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const KeptError& error) {
      written_.kept.emplace_back(error.what());
    } catch (const fs::filesystem_error& error) {
      add(path, fmt::format("cannot be written: {}", error.code().message()));
    } catch (const std::exception& error) {
      add(path, error.what());
    }
    return false;
  }

  // `why` a file that was written has no item; "" = it has one.
  void note_if_empty(const fs::path& path, const std::string& why) {
    if (!why.empty())
      written_.empty.push_back(fmt::format("{}: is empty: {} were found", path.string(), why));
  }

  // Throws SongFileError with all failures and the other messages.
  WrittenOutputs checked(OutputFiles& files) {
    for (std::string& warning : files.take_warnings())
      written_.copies.push_back(std::move(warning));
    if (faults_.empty()) return std::move(written_);
    if (const std::string rest = written_.message(); !rest.empty()) faults_.push_back(rest);
    throw SongFileError(fmt::format("{}", fmt::join(faults_, "; ")));
  }

 private:
  void add(const fs::path& path, const std::string& what) {
    const bool named = what.starts_with(path.string());
    faults_.push_back(named ? what : fmt::format("{}: {}", path.string(), what));
  }

  std::vector<std::string> faults_;
  WrittenOutputs written_;
};

std::string WrittenOutputs::message() const {
  std::vector<std::string> all = kept;
  all.insert(all.end(), copies.begin(), copies.end());
  all.insert(all.end(), empty.begin(), empty.end());
  return fmt::format("{}", fmt::join(all, "; "));
}

void name_song(Annotation& annotation, const fs::path& audio, const SongTags& tags) {
  annotation.title = tags.title.empty() ? audio.stem().string() : tags.title;
  annotation.artist = tags.artist;
  annotation.album = tags.album;
  annotation.tags = {tags.track, tags.date, tags.bpm, tags.key};
  annotation.audio = fs::absolute(audio).lexically_normal().string();
  annotation.cues = cues_in(tags);
}

SongOutputs::SongOutputs(const fs::path& audio, const fs::path& stem, const OutputOptions& options,
                         std::vector<const Task*> tasks, OutputFiles& files)
    : audio_(audio), stem_(stem), options_(options), files_(files) {
  stem_ += options.suffix;
  if (options.save_activations) tasks_ = std::move(tasks);
}

std::vector<fs::path> SongOutputs::paths() const {
  std::vector<fs::path> paths;
  for (const Format format : options_.formats) paths.push_back(path_of(format));
  for (const Task* task : tasks_) paths.push_back(beside(task->activations_ending()));
  return paths;
}

std::vector<std::string> SongOutputs::existing() const {
  std::vector<std::string> names;
  for (const fs::path& path : paths())
    if (std::error_code unknown; fs::exists(fs::symlink_status(path, unknown)))
      names.push_back(path.string());
  return names;
}

fs::path SongOutputs::path_of(Format format) const {
  if (!options_.file.empty() && format == options_.formats.front()) return options_.file;
  return beside(format_info(format).suffix);
}

std::optional<Annotation> SongOutputs::jams() const {
  const bool other_format = !options_.file.empty() && options_.formats.front() != Format::kJams;
  if (other_format) return std::nullopt;
  return annotation_there(path_of(Format::kJams), Format::kJams);
}

std::optional<fs::path> SongOutputs::other(const Annotation& known) const {
  return other_song(path_of(Format::kJams), known, audio_);
}

std::vector<Format> SongOutputs::missing_formats(Annotation& there) const {
  std::vector<Format> missing;
  for (const Format format : options_.formats) {
    if (const auto found = annotation_there(path_of(format), format)) {
      fill_absent(there, *found);
      if (there.damage.empty()) there.damage = files_.damage_of(path_of(format));
    } else {
      missing.push_back(format);
    }
  }
  return missing;
}

bool SongOutputs::lacks_activations() const {
  return std::ranges::any_of(
      tasks_, [&](const Task* task) { return lacks(beside(task->activations_ending())); });
}

std::vector<std::string> SongOutputs::all_kept() const {
  if (existing().empty()) return {};
  Annotation there;
  std::vector<fs::path> wanted;
  for (const Format format : options_.overwrite ? options_.formats : missing_formats(there))
    wanted.push_back(path_of(format));
  for (const Task* task : tasks_) {
    const fs::path path = beside(task->activations_ending());
    if (options_.overwrite || lacks(path)) wanted.push_back(path);
  }
  std::vector<std::string> kept;
  for (const fs::path& path : wanted) {
    try {
      files_.require_free(path, rules());
      return {};
    } catch (const KeptError& error) {
      kept.emplace_back(error.what());
    } catch (const fs::filesystem_error&) {  // write() reports it
      return {};
    }
  }
  return kept;
}

WrittenOutputs SongOutputs::write_from_person(const Annotation& known,
                                              const std::vector<Format>& formats) const {
  Attempts attempts;
  write_annotations(known, formats, attempts);
  return attempts.checked(files_);
}

WrittenOutputs SongOutputs::write(const TagResult& result) const {
  const fs::path folder = (options_.file.empty() ? stem_ : options_.file).parent_path();
  if (!folder.empty()) fs::create_directories(folder);
  Annotation there;
  const auto formats = options_.overwrite ? options_.formats : missing_formats(there);
  Attempts attempts;
  write_annotations(result.annotation, formats, attempts);
  for (const Task* task : tasks_) write_activations(result, *task, attempts);
  return attempts.checked(files_);
}

fs::path SongOutputs::beside(std::string_view ending) const {
  return fs::path(stem_) += ending;
}

void SongOutputs::write_annotations(const Annotation& annotation,
                                    const std::vector<Format>& formats, Attempts& attempts) const {
  for (const Format format : formats) {
    const fs::path path = path_of(format);
    const bool written = attempts.attempt(path, [&] {
      return files_.write(path, serialise_annotation(annotation, format), rules(annotation.damage));
    });
    if (written) attempts.note_if_empty(path, why_empty(annotation, format));
  }
}

void SongOutputs::write_activations(const TagResult& result, const Task& task,
                                    Attempts& attempts) const {
  const FrameMatrix& activations = result.activations.at(task.name());
  const fs::path path = beside(task.activations_ending());
  if (!activations.bins) return;
  attempts.attempt(path, [&]() -> std::optional<fs::path> {
    if (!options_.overwrite && !lacks(path)) return std::nullopt;
    const std::string header = npy_header_of(activations);
    return files_.write(path, npy_parts(header, activations), rules(result.annotation.damage));
  });
}

}  // namespace tactus
