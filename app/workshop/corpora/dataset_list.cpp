#include "app/workshop/corpora/dataset_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/config/config_manifest.h"
#include "app/config/config_train.h"
#include "app/engine/tagging/watched_source.h"
#include "audio/counted.h"
#include "audio/error.h"
#include "audio/readers/open_audio.h"
#include "features/files/home_folder.h"
#include "features/nnls/nnls_chroma_frames.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

std::string kind_of(const fs::path& audio) {
  if (audio.empty()) return "none";
  const std::string extension = audio.extension().string();
  if (is_feature_file(audio)) return "features";
  if (extension == ".mid" || extension == ".midi" || extension == ".mxl") return "scores";
  return "audio";
}

// Seconds by the header of a recording, 0 if unknown or if the file cannot be opened.
double length_of(const fs::path& audio, const std::vector<std::string>& decoder) {
  try {
    return claimed_seconds(*open_audio(audio, 0, decoder));
  } catch (const AudioError&) {
    return 0.0;
  }
}

std::string hours_text(const Corpus& corpus, const std::vector<std::string>& decoder) {
  double seconds = 0.0;
  std::size_t songs = 0, recordings = 0;
  for (const CorpusItem& item : corpus.items) {
    if (kind_of(item.audio) != "audio") continue;
    ++recordings;
    const double length = length_of(item.audio, decoder);
    seconds += length;
    songs += length > 0.0;
  }
  if (recordings == 0) return {};
  return fmt::format("hours     {:.2f} by the headers of {} of {}\n", seconds / 3600, songs,
                     counted(recordings, "recording"));
}

// "a, b, c, ...": the first of many.
std::string first_of(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 3;
  const auto shown = static_cast<std::ptrdiff_t>(std::min(names.size(), kShown));
  return fmt::format("{}{}", fmt::join(names.begin(), names.begin() + shown, ", "),
                     names.size() > kShown ? ", ..." : "");
}

// All paths of the item, some of them empty.
std::vector<fs::path*> paths_of(CorpusItem& item) {
  std::vector<fs::path*> paths = {&item.audio};
  for (const CorpusLayer& layer : kCorpusLayers) paths.push_back(&(item.*layer.file));
  return paths;
}

// Empties the paths of missing files and returns these paths.
std::vector<std::string> clear_absent(Corpus& corpus) {
  std::vector<std::string> absent;
  for (CorpusItem& item : corpus.items) {
    for (fs::path* path : paths_of(item)) {
      if (path->empty() || fs::exists(*path)) continue;
      // One file may hold several layers.
      if (absent.empty() || absent.back() != path->string()) absent.push_back(path->string());
      path->clear();
    }
  }
  return absent;
}

// "beats 3, chords 2, key 0"; sections only where there are some.
std::string layer_counts(const Corpus& corpus) {
  std::vector<std::string> counts;
  for (const CorpusLayer& layer : kCorpusLayers) {
    const auto count = std::ranges::count_if(
        corpus.items, [&](const CorpusItem& item) { return !(item.*layer.file).empty(); });
    if (count > 0 || layer.layer != Layer::kSections)
      counts.push_back(fmt::format("{} {}", layer.name, count));
  }
  return fmt::format("{}", fmt::join(counts, ", "));
}

struct SplitCount {
  std::size_t songs = 0, beats = 0, chords = 0;
  std::set<std::string> artists;
};

}  // namespace

std::string dataset_listing(const DatasetSource& source, const std::vector<std::string>& decoder) {
  const Corpus& corpus = source.corpus;
  std::map<std::string, std::size_t> kinds;
  for (const CorpusItem& item : corpus.items) ++kinds[kind_of(item.audio)];
  std::string text = fmt::format("name      {}\nlayout    {}\n", corpus.name, source.layout);
  if (!corpus.licence.empty()) text += fmt::format("licence   {}\n", corpus.licence);
  if (!corpus.source.empty()) text += fmt::format("source    {}\n", corpus.source);
  text += fmt::format("songs     {}", corpus.items.size());
  for (const auto& [kind, count] : kinds) text += fmt::format(", {} {}", kind, count);
  text += fmt::format("\nlayers    {}\n", layer_counts(corpus));
  text += hours_text(corpus, decoder);
  for (const std::string& note : source.notes) text += fmt::format("note      {}\n", note);
  return text + "\n" + split_counts(corpus);
}

std::string split_counts(const Corpus& corpus) {
  std::map<std::string, SplitCount> splits;
  for (const CorpusItem& item : corpus.items) {
    SplitCount& split = splits[item.split.empty() ? "(none)" : item.split];
    ++split.songs;
    split.beats += !item.beats.empty();
    split.chords += !item.chords.empty();
    if (!item.artist.empty()) split.artists.insert(item.artist);
  }
  std::string text =
      fmt::format("{:<12}{:>7}{:>7}{:>8}{:>9}\n", "split", "songs", "beats", "chords", "artists");
  for (const char* name : {"train", "validation", "test", "(none)"}) {
    const auto found = splits.find(name);
    if (found == splits.end()) continue;
    const SplitCount& split = found->second;
    text += fmt::format("{:<12}{:>7}{:>7}{:>8}{:>9}\n", name, split.songs, split.beats,
                        split.chords, split.artists.size());
  }
  return text;
}

Corpus usable_corpus(DatasetSource source, Notes& notes) {
  Corpus corpus = std::move(source.corpus);
  const std::vector<std::string> absent = clear_absent(corpus);
  std::vector<CorpusItem> usable;
  std::vector<std::string> left_out;
  for (CorpusItem& item : corpus.items) {
    if (item.audio.empty() || !has_labels(item)) {
      left_out.push_back(item.id);
    } else {
      usable.push_back(std::move(item));
    }
  }
  corpus.items = std::move(usable);
  if (corpus.items.empty()) {
    throw InputError(fmt::format("{}: no song with audio and beats or chords{}", corpus.name,
                                 absent.empty() ? "" : "; these are missing: " + first_of(absent)));
  }
  if (!absent.empty()) {
    notes.push_back(fmt::format("{}: {} missing: {}", corpus.name, counted(absent.size(), "file"),
                                first_of(absent)));
  }
  if (!left_out.empty()) {
    notes.push_back(fmt::format("{}: {} left out, without audio or without beats and chords: {}",
                                corpus.name, counted(left_out.size(), "song"), first_of(left_out)));
  }
  return corpus;
}

std::string manifest_text_at(const Corpus& corpus, const fs::path& path) {
  Corpus absolute = corpus;
  for (CorpusItem& item : absolute.items) {
    for (fs::path* file : paths_of(item)) {
      if (!file->empty()) *file = fs::absolute(*file).lexically_normal();
    }
  }
  return manifest_text(absolute, fs::absolute(path).lexically_normal().parent_path());
}

fs::path default_cache_folder() {
  return home_folder() / ".cache/tactus/features";
}

}  // namespace tactus
