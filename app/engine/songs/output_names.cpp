#include "app/engine/songs/output_names.h"

#include <fmt/core.h>

#include <map>
#include <system_error>

#include "app/engine/songs/song_files.h"
#include "datasets/tasks/task_table.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr int kMostNames = 1000;  // songs that share a name

// Of all files that Tactus makes of a song.
const std::vector<std::string>& endings() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> found = {".click.wav", ".click.flac", ".click.ogg"};
    for (const FormatInfo& info : all_formats()) found.emplace_back(info.suffix);
    for (const auto& task : all_tasks()) {
      found.emplace_back(task->activations_ending());
      found.push_back("." + task->name() + ".npy");
    }
    return found;
  }();
  return all;
}

// The folder of the file, the same for every spelling of the path.
fs::path real_folder(const fs::path& folder) {
  std::error_code error;
  const fs::path real =
      fs::weakly_canonical(fs::absolute(folder.empty() ? "." : folder, error), error);
  return error ? folder : real;
}

std::string audio_named_in(const fs::path& jams) {
  try {
    return read_annotation(jams, Format::kJams).audio;
  } catch (const FormatError&) {
    return {};
  }
}

bool is_there(const fs::path& path) {
  std::error_code unknown;
  return fs::exists(path, unknown);
}

}  // namespace

OutputNames::OutputNames(const std::vector<TagInput>& inputs, const fs::path& output,
                         const std::string& suffix, OutputFiles& files)
    : suffix_(suffix), files_(files), inputs_(inputs), stems_(inputs.size()) {
  std::map<fs::path, int> uses;
  std::map<fs::path, fs::path> real;
  for (const TagInput& input : inputs) {
    Place place;
    place.folder =
        output.empty() ? input.audio.parent_path() : (output / input.relative).parent_path();
    const auto [known, is_new] = real.try_emplace(place.folder);
    if (is_new) known->second = real_folder(place.folder);
    place.real = known->second;
    const bool beside = output.empty() && input.is_file();
    place.name = beside ? input.audio.filename() : input.relative.filename();
    ++uses[key_of(place, 0)];
    places_.push_back(std::move(place));
  }
  const auto collides = [&](std::size_t i) { return uses[key_of(places_[i], 0)] > 1; };
  for (std::size_t i = 0; i < inputs.size(); ++i) take_own(i, collides(i));
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (stems_[i].empty()) take_free(i, collides(i));
}

// 0: "a", 1: "a.mp3", 2: "a.mp3-2", ...
fs::path OutputNames::stem_of(const Place& place, int number) const {
  if (number == 0) return place.folder / place.name.stem();
  if (number == 1) return place.folder / place.name;
  return place.folder / fmt::format("{}-{}", place.name.string(), number);
}

fs::path OutputNames::key_of(const Place& place, int number) const {
  return place.real / stem_of(place, number).filename();
}

OutputNames::Claim OutputNames::claim_on(const fs::path& stem, const TagInput& input,
                                         bool read_jams) const {
  const fs::path output = fs::path(stem) += suffix_;
  const fs::path jams = fs::path(output) += format_info(Format::kJams).suffix;
  std::string named = files_.song_of(output, endings()).string();
  if (named.empty() && read_jams && is_there(jams)) named = audio_named_in(jams);
  if (named.empty()) return Claim::kNone;
  Annotation annotation;
  annotation.audio = named;
  if (other_song(jams, annotation, input.audio)) return Claim::kOther;
  const bool own = fs::path(named).filename() == input.audio.filename() || is_there(named);
  return own ? Claim::kOwn : Claim::kNone;
}

// The JAMS file of the plain name is read only where songs collide: next() serves the others.
bool OutputNames::take_own(std::size_t input, bool collides) {
  for (int number = 0; number < kMostNames; ++number) {
    const fs::path stem = stem_of(places_[input], number);
    const Claim claim = claim_on(stem, inputs_[input], collides || number > 0);
    if (claim == Claim::kOwn && !taken_.contains(key_of(places_[input], number))) {
      take(input, number);
      return true;
    }
    if (number > 0 && claim == Claim::kNone) break;
  }
  return false;
}

void OutputNames::take_free(std::size_t input, bool collides) {
  for (int number = collides ? 1 : 0; number < kMostNames; ++number) {
    if (taken_.contains(key_of(places_[input], number))) continue;
    const fs::path stem = stem_of(places_[input], number);
    if (claim_on(stem, inputs_[input], collides || number > 0) == Claim::kOther) continue;
    return take(input, number);
  }
  throw InputError(fmt::format("{}: {} songs with the same name already have outputs in {}",
                               inputs_[input].audio.string(), kMostNames,
                               places_[input].folder.string()));
}

void OutputNames::take(std::size_t input, int number) {
  taken_.insert(key_of(places_[input], number));
  stems_[input] = stem_of(places_[input], number);
}

std::optional<fs::path> OutputNames::next(std::size_t input, const fs::path& stem) const {
  const Place& place = places_[input];
  for (int number = 0; number + 1 < kMostNames; ++number) {
    if (stem_of(place, number) != stem) continue;
    if (taken_.contains(key_of(place, number + 1))) return std::nullopt;
    return stem_of(place, number + 1);
  }
  return std::nullopt;
}

}  // namespace tactus
