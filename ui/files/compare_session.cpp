#include "ui/files/compare_session.h"

#include <algorithm>
#include <utility>

#include "app/engine/songs/song_files.h"
#include "ui/files/comparison_memory.h"
#include "ui/files/off_thread.h"

namespace tactus::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kMostVersions = 99;

// song.jams.orig2 is JAMS, and no file beside it belongs to it.
Annotation read_comparison(const fs::path& file, Notes& notes) {
  const bool version = file.stem().extension() == ".jams";
  return version ? read_annotation(file, Format::kJams, &notes) : load_reference(file, notes);
}

Comparison made(Comparison::Source source) {
  Comparison comparison;
  comparison.source = source;
  return comparison;
}

bool has_music(const Annotation& annotation) {
  return !annotation.beats.empty() || !annotation.cues.empty() ||
         std::ranges::any_of(segment_layers(), [&](const SegmentLayerInfo& layer) {
           return !(annotation.*layer.member).empty();
         });
}

bool has_content(const Annotation& annotation) {
  return has_music(annotation) || !annotation.lanes.empty() || !annotation.notes.empty();
}

}  // namespace

CompareSession::CompareSession(AnnotationDocument& document, const BackgroundTagger& main,
                               QObject* parent)
    : QObject(parent), document_(document), main_(main) {
  connect(&document_, &AnnotationDocument::opened, this, [this] {
    tagger_.cancel();
    tagged_ = 0;
    opened_ = document_.annotation();
  });
  connect(&document_, &AnnotationDocument::stateChanged, this, &CompareSession::watchOpened);
  connect(&tagger_, &BackgroundTagger::tagged, this, &CompareSession::finish);
  connect(&tagger_, &BackgroundTagger::failed, this, [this](const QString& reason) {
    document_.comparisons().fail(std::exchange(tagged_, 0), reason);
    startNext();
  });
  connect(&tagger_, &BackgroundTagger::progressed, this,
          [this](double done) { emit progressed(tagged_, done); });
}

// The first tagging of a song is no change by a person.
void CompareSession::watchOpened() {
  if (has_music(opened_) || document_.isModified() || !document_.isTagged()) return;
  opened_ = document_.annotation();
  const auto& list = document_.comparisons().list();
  const auto empty = std::ranges::find(list, Comparison::Source::kOpened, &Comparison::source);
  if (empty != list.end()) document_.comparisons().fill(empty->id, opened_);
}

void CompareSession::remember() const {
  remember_comparisons(document_.audioPath(), document_.comparisons().list());
}

bool CompareSession::addFile(const fs::path& file) {
  if (!document_.isOpen()) return false;
  Comparison added = made(Comparison::Source::kFile);
  added.file = fs::absolute(file).lexically_normal();
  added.name = comparison_name(added);
  try {
    const fs::path song = document_.audioPath();
    Notes notes;
    added.annotation =
        off_thread([path = added.file, &notes] { return read_comparison(path, notes); });
    if (document_.audioPath() != song) return false;
    if (!notes.empty()) emit message(QString::fromStdString(notes.front()));
  } catch (const std::exception& error) {
    emit failed(QString::fromStdString(error.what()));
    return false;
  }
  document_.comparisons().add(std::move(added));
  remember();
  return true;
}

void CompareSession::addModels(const QStringList& models) {
  if (!document_.isOpen()) return;
  Comparison added = made(Comparison::Source::kModels);
  added.models = models;
  added.name = comparison_name(added);
  added.waiting = true;
  document_.comparisons().add(std::move(added));
  remember();
  startNext();
}

void CompareSession::addOpened() {
  if (!document_.isOpen()) return;
  if (!has_content(opened_)) {
    emit message(tr("The song had no annotation when it was opened."));
    return;
  }
  Comparison added = made(Comparison::Source::kOpened);
  added.annotation = opened_;
  added.name = comparison_name(added);
  document_.comparisons().add(std::move(added));
  remember();
}

std::vector<fs::path> CompareSession::savedVersions() const {
  std::vector<fs::path> versions;
  if (!document_.isOpen()) return versions;
  for (int number = 1; number < kMostVersions; ++number) {
    fs::path version = document_.annotationPath();
    version += number == 1 ? ".orig" : ".orig" + std::to_string(number);
    std::error_code unknown;
    if (fs::exists(version, unknown)) versions.push_back(std::move(version));
  }
  std::ranges::reverse(versions);
  return versions;
}

void CompareSession::remove(int id) {
  if (id == tagged_ && id != 0) {
    tagger_.cancel();
    tagged_ = 0;
  }
  document_.comparisons().remove(id);
  remember();
  startNext();
}

void CompareSession::takeOver(int id) {
  const Comparison* taken = document_.comparisons().find(id);
  if (!taken) return;
  if (!has_content(taken->annotation)) {
    emit message(tr("%1 contains nothing to use as the annotation.").arg(taken->name));
    return;
  }
  const QString name = taken->name;
  if (document_.edit(tr("Use %1").arg(name), taken_over(document_.annotation(), taken->annotation)))
    emit message(tr("%1 is now the annotation. Undo (Ctrl+Z) brings the old one back.").arg(name));
}

void CompareSession::restore() {
  QStringList missing;
  std::vector<int> files;
  for (Comparison& each : remembered_comparisons(document_.audioPath())) {
    each.waiting = each.source == Comparison::Source::kModels;
    if (each.source == Comparison::Source::kOpened) each.annotation = opened_;
    const bool file = each.source == Comparison::Source::kFile;
    const int id = document_.comparisons().add(std::move(each));
    if (file) files.push_back(id);
  }
  const fs::path song = document_.audioPath();
  for (const int id : files) {
    const Comparison* each = document_.comparisons().find(id);
    if (!each || document_.audioPath() != song) return;
    const fs::path file = each->file;
    try {
      Notes told_before;
      document_.comparisons().fill(
          id, off_thread([file, &told_before] { return read_comparison(file, told_before); }));
    } catch (const std::exception& error) {
      document_.comparisons().fail(id, QString::fromStdString(error.what()));
      missing.append(QString::fromStdString(file.string()));
    }
  }
  startNext();
  if (!missing.isEmpty()) {
    emit message(tr("Tactus cannot read %1. Its lane stays until you remove it.")
                     .arg(missing.join(QStringLiteral(", "))));
  }
}

void CompareSession::startNext() {
  if (tagged_ != 0) return;
  const auto& list = document_.comparisons().list();
  const auto next = std::ranges::find(list, true, &Comparison::waiting);
  if (next == list.end()) return;
  tagged_ = next->id;
  std::vector<std::string> models;
  for (const QString& model : next->models) models.push_back(model.toStdString());
  tagger_.setDevice(main_.device());
  tagger_.setModels(std::move(models));
  tagger_.tag(document_.audioPath());
}

void CompareSession::finish(const std::shared_ptr<const TaggedSong>& tagged) {
  const int id = std::exchange(tagged_, 0);
  if (tagged->audio == document_.audioPath()) document_.comparisons().fill(id, tagged->annotation);
  if (!tagged->warning.isEmpty()) emit message(tagged->warning);
  startNext();
}

}  // namespace tactus::ui
