#include "app/workshop/corpora/dataset_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "app/config/config_manifest.h"
#include "app/engine/tagging/song_pool.h"
#include "audio/error.h"
#include "datasets/corpora/corpus_loaders.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

DatasetSource open_manifest(const fs::path& path) {
  std::vector<ManifestFault> faults;
  DatasetSource source{"manifest", load_manifest(path, &faults), {}, {}};
  for (const ManifestFault& fault : faults) {
    Finding finding{FindingKind::kSplitName, fault.message, {}};
    finding.song = fault.id;
    finding.file = path.string();
    source.findings.push_back(std::move(finding));
  }
  return source;
}

// If only some songs have a split, this is probably a mistake. No splits at all are fine.
void check_absent_splits(DatasetSource& source) {
  const auto& items = source.corpus.items;
  const auto without = [](const CorpusItem& item) { return item.split.empty(); };
  if (std::all_of(items.begin(), items.end(), without)) return;
  for (const CorpusItem& item : items) {
    const auto told = [&](const Finding& finding) { return finding.song == item.id; };
    const auto& known = source.findings;
    if (!without(item) || std::any_of(known.begin(), known.end(), told)) continue;
    Finding finding{FindingKind::kSplitName, "no split, while other songs have one", {}};
    finding.song = item.id;
    source.findings.push_back(std::move(finding));
  }
}

}  // namespace

DatasetSource open_dataset(const fs::path& path) {
  if (!fs::exists(path)) {
    throw InputError(fmt::format("{}: no such folder or manifest", path.string()));
  }
  DatasetSource source;
  if (!fs::is_directory(path)) {
    source = open_manifest(path);
  } else if (fs::exists(path / "manifest.yaml")) {
    source = open_manifest(path / "manifest.yaml");
  } else {
    CorpusSurvey survey = survey_corpus_folder(path);
    source = {survey.layout, std::move(survey.corpus), std::move(survey.notes), {}};
  }
  if (source.corpus.items.empty()) {
    throw InputError(
        fmt::format("{}: neither audio nor annotations found, expected a corpus", path.string()));
  }
  check_absent_splits(source);
  return source;
}

std::size_t DatasetReport::count(Severity severity) const {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(),
                    [&](const Finding& f) { return severity_of(f.kind) == severity; }));
}

DatasetReport check_dataset(
    const DatasetSource& source, const DatasetCheckOptions& options,
    const std::function<void(std::size_t, std::size_t, const std::string&)>& progress,
    std::stop_token stop) {
  const std::vector<CorpusItem>& items = source.corpus.items;
  std::vector<CheckedSong> songs(items.size());
  const auto check = [&](std::size_t song) { songs[song] = check_song(items[song], options); };
  for_each_song(
      songs.size(), options.jobs, stop, [&](int) -> SongWork { return check; },
      [&](std::size_t song, std::size_t done) {
        if (progress) progress(done, songs.size(), items[song].id);
      });

  DatasetReport report{source.corpus.name, source.layout, source.notes,
                       items.size(),       0.0,           source.findings};
  for (const CheckedSong& song : songs) {
    report.seconds += song.seconds;
    report.findings.insert(report.findings.end(), song.findings.begin(), song.findings.end());
  }
  const std::vector<Finding> common = compare_songs(source.corpus, songs);
  report.findings.insert(report.findings.end(), common.begin(), common.end());
  std::stable_sort(report.findings.begin(), report.findings.end(),
                   [](const Finding& a, const Finding& b) {
                     return std::tie(a.kind, a.song) < std::tie(b.kind, b.song);
                   });
  return report;
}

}  // namespace tactus
