#include "ui/files/song_session.h"

#include <QStringList>
#include <algorithm>
#include <optional>
#include <utility>

#include "app/engine/songs/song_files.h"
#include "audio/readers/audio_reader.h"
#include "ui/document/annotation_editor.h"
#include "ui/files/off_thread.h"

namespace tactus::ui {

namespace fs = std::filesystem;

namespace {

constexpr double kAutosaveSeconds = 4.0;

QString text(const std::exception& error) {
  return QString::fromStdString(error.what());
}

// As load_song_annotation(), with a remedy for a malformed file.
Annotation annotation_of(const SongFiles& files, Notes& notes) {
  try {
    return load_song_annotation(files, notes);
  } catch (const FormatError& error) {
    const QString remedy =
        SongSession::tr("Correct this file, or move it away to open the song without it.");
    throw SongFileError(error.what() + ('\n' + remedy.toStdString()));
  }
}

}  // namespace

double claimed_duration(const fs::path& audio) {
  const AudioReader reader(audio);
  const AudioInfo& info = reader.info();
  if (!info.claimed_frames || info.sample_rate <= 0) return 0.0;
  return static_cast<double>(*info.claimed_frames) / info.sample_rate;
}

SongSession::SongSession(AnnotationEditor& editor, fs::path recovery_folder, QObject* parent)
    : QObject(parent),
      editor_(editor),
      document_(editor.document()),
      comparing_(document_, tagger_),
      recovery_(std::move(recovery_folder)) {
  connect(&tagger_, &BackgroundTagger::tagged, this,
          [this](const std::shared_ptr<const TaggedSong>& tagged) { take(tagged); });
  connect(&tagger_, &BackgroundTagger::failed, this, &SongSession::failed);
  connect(&comparing_, &CompareSession::failed, this, &SongSession::failed);
  connect(&comparing_, &CompareSession::message, this, &SongSession::message);
  connect(&document_, &AnnotationDocument::annotationChanged, this,
          [this] { unsaved_change_ = true; });
  connect(&document_, &AnnotationDocument::stateChanged, this, [this] {
    if (!document_.isModified()) recovery_.clear();
    unsaved_change_ = document_.isModified();
  });
  connect(&autosave_, &QTimer::timeout, this, &SongSession::autosave);
  setAutosaveSeconds(kAutosaveSeconds);
}

void SongSession::setAutosaveSeconds(double seconds) {
  autosave_.start(static_cast<int>(seconds * 1000));
}

void SongSession::autosave() {
  if (!unsaved_change_ || !document_.isModified()) return;
  unsaved_change_ = false;
  recovery_.write(document_.audioPath(), document_.annotationPath(), document_.annotation());
}

// Saves the work before a decoder reads a file: the work survives even if this process dies.
void SongSession::secure() {
  autosave();
  recovery_.flush();
}

bool SongSession::open(const fs::path& path) {
  secure();
  try {
    Notes notes;
    const auto [files, annotation] = off_thread([path, &notes] {
      const SongFiles found = song_files(path);
      Annotation loaded = annotation_of(found, notes);
      const double claimed = claimed_duration(found.audio);
      if (loaded.duration <= 0) loaded.duration = claimed;
      return std::pair(found, std::move(loaded));
    });
    show(files.audio, files.annotation, annotation, false);
    QStringList texts;
    for (const std::string& note : notes) texts.append(QString::fromStdString(note));
    if (!texts.isEmpty()) emit noted(texts);
  } catch (const std::exception& error) {
    emit failed(text(error));
    return false;
  }
  return true;
}

void SongSession::recover(const Leftover& leftover) {
  show(leftover.audio, leftover.file, leftover.annotation, true);
  autosave();
  recovery_.flush();
  RecoveryStore::discard(leftover);
}

void SongSession::show(const fs::path& audio, const fs::path& file, Annotation annotation,
                       bool recovered) {
  tagger_.cancel();
  const double duration = annotation.duration;
  if (recovered) {
    document_.openRecovered(audio, file, std::move(annotation));
  } else {
    document_.open(audio, file, std::move(annotation));
  }
  on_disk_ = FileStamp::of(file);
  disk_ = disk_of(file.parent_path());
  editor_.axis().setDuration(duration);
  unsaved_change_ = recovered;
  tagging_ = document_.isTagged() ? Tagging::kNone : Tagging::kFirst;
  tagger_.tag(audio);
  emit opened(QString::fromStdString(audio.string()));
  comparing_.restore();
}

void SongSession::tagAgain() {
  if (!document_.isOpen()) return;
  if (document_.isChecked()) {
    emit failed(tr("This song is checked. Unlock it before you tag it again."));
    return;
  }
  tagging_ = Tagging::kAskedFor;
  secure();
  tagger_.tag(document_.audioPath());
}

void SongSession::take(const std::shared_ptr<const TaggedSong>& tagged) {
  if (tagged->audio != document_.audioPath()) return;
  editor_.setPeaks(tagged->peaks);
  document_.setActivations({tagged, &tagged->activations});  // no copy: they are large
  if (editor_.axis().duration() <= 0) editor_.axis().setDuration(tagged->annotation.duration);
  QStringList said;
  const Tagging tagging = std::exchange(tagging_, Tagging::kNone);
  if (tagging == Tagging::kFirst && document_.isTagged()) {
    said.append(
        tr("The changes that you made during tagging were kept. Press Ctrl+T to replace them with "
           "the tags."));
  } else if (tagging != Tagging::kNone) {
    document_.setTagged(tagged->annotation);
  }
  if (!tagged->warning.isEmpty()) said.append(tagged->warning);
  if (!said.isEmpty()) emit message(said.join(QLatin1Char(' ')));
}

void SongSession::stopTagging() {
  if (!tagger_.busy()) return;
  tagger_.cancel();
  tagging_ = Tagging::kNone;
  emit message(tr("Tagging stopped. Press Ctrl+T to start it again."));
}

bool SongSession::save() {
  if (!document_.isOpen()) return false;
  const fs::path& file = document_.annotationPath();
  const std::error_code fault = faultOfFolder();
  if (fault) return tellUnsaved(file, fs::filesystem_error("cannot be saved", file, fault));
  return saveAs(file);
}

// Is the folder of the annotation gone, or its disk?
std::error_code SongSession::faultOfFolder() const {
  const fs::path& file = document_.annotationPath();
  std::error_code error;
  if (!fs::is_directory(file.parent_path(), error))
    return error ? error : std::make_error_code(std::errc::not_a_directory);
  if (disk_of(file.parent_path()) == disk_) return {};
  // A disk that was connected again has the song, but perhaps another number.
  const fs::path& audio = document_.audioPath();
  const bool beside = audio.parent_path() == file.parent_path();
  if (fs::exists(file, error) || (beside && fs::exists(audio, error))) return {};
  return std::make_error_code(std::errc::no_such_device);
}

bool SongSession::tellUnsaved(const fs::path& file, const std::exception& error) {
  emit failed(saving_fault(file, error) +
              tr("\nYour work is not lost: save it elsewhere with File, Save as..."));
  return false;
}

bool SongSession::changedOnDisk() const {
  if (!document_.isOpen()) return false;
  const FileStamp now = FileStamp::of(document_.annotationPath());
  return now.exists() && now != on_disk_;
}

void SongSession::exported(const std::vector<fs::path>& files) {
  const bool own = std::find(files.begin(), files.end(), document_.annotationPath()) != files.end();
  if (own) on_disk_ = FileStamp::of(document_.annotationPath());
  emit message(tr("Exported %n file(s)", nullptr, static_cast<int>(files.size())));
}

bool SongSession::saveAs(const fs::path& file) {
  if (!document_.isOpen()) return false;
  std::optional<fs::path> original;
  try {
    original = document_.saveAs(file);
  } catch (const std::exception& error) {
    return tellUnsaved(file, error);
  }
  on_disk_ = FileStamp::of(file);
  disk_ = disk_of(file.parent_path());
  emit saved(QString::fromStdString(file.string()));
  if (original)
    emit message(tr("Tactus did not write the old file, so the old file was kept as %1.")
                     .arg(QString::fromStdString(original->filename().string())));
  return true;
}

}  // namespace tactus::ui
