#include "ui/window/file_actions.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStandardPaths>
#include <QUrl>
#include <vector>

#include "app/cli/program/program_places.h"
#include "app/engine/file_tags/file_tag_worker.h"
#include "app/engine/songs/tag_inputs.h"
#include "audio/file_extensions.h"
#include "datasets/formats/lyrics/lyrics.h"
#include "datasets/outputs/output_files.h"
#include "ui/document/annotation_document.h"
#include "ui/files/compare_session.h"
#include "ui/files/off_thread.h"
#include "ui/files/song_session.h"
#include "ui/window/dropped_songs.h"
#include "ui/window/export_dialog.h"
#include "ui/window/song_details.h"

namespace tactus::ui {

namespace {

// Commits the text in an open table cell as an edit.
void finish_typing() {
  const QWidget* field = QApplication::focusWidget();
  for (QWidget* in = field ? field->parentWidget() : nullptr; in; in = in->parentWidget()) {
    if (!qobject_cast<QAbstractItemView*>(in)) continue;
    in->setFocus();
    return;
  }
}

// "BPM: 120 -> 127.96", a line for each tag that would change.
QString changes_text(const std::vector<FileTagChange>& changes) {
  QStringList lines;
  for (const FileTagChange& change : changes) {
    if (change.outcome != FileTagOutcome::kWritten) continue;
    const QString before =
        change.before.empty() ? FileActions::tr("none") : QString::fromStdString(change.before);
    lines.append(FileActions::tr("%1: %2 becomes %3")
                     .arg(QString::fromStdString(change.name), before,
                          QString::fromStdString(change.after)));
  }
  return lines.join('\n');
}

// "grid: not in Ogg Vorbis", a line for each value that this kind of file cannot hold.
QString refusals_text(const std::vector<FileTagChange>& changes) {
  QStringList lines;
  for (const FileTagChange& change : changes) {
    if (change.outcome == FileTagOutcome::kRefused)
      lines.append(QString::fromStdString(change.name + ": " + change.after));
  }
  return lines.join('\n');
}

// What becomes of a file that the song replaces; `loss` if no copy stays.
QString fate_of(const QString& file, const QString& loss) {
  const Owner owner = OutputFiles().owner_of(file.toStdString());
  if (owner != Owner::kChanged && owner != Owner::kStranger) return loss;
  return FileActions::tr(
      "If you replace it, the old file is kept beside it with the extension .orig.");
}

}  // namespace

FileActions::FileActions(SongSession& files, AnnotationDocument& document, QWidget& window)
    : QObject(&window), files_(files), document_(document), window_(window) {
  window.setAcceptDrops(true);
  window.installEventFilter(this);
}

void FileActions::fill(QMenu* menu) {
  const auto add = [&](const QString& text, const QKeySequence& keys, auto slot) {
    QAction* action = menu->addAction(text, this, slot);
    action->setShortcut(keys);
    return action;
  };
  beginnings_.open = add(tr("Open..."), QKeySequence::Open, &FileActions::askForFile);
  beginnings_.folder =
      add(tr("Open folder..."), Qt::CTRL | Qt::SHIFT | Qt::Key_O, &FileActions::askForFolder);
  recent_ = menu->addMenu(tr("Open recent"));
  recent_->setEnabled(false);
  beginnings_.demo = add(tr("Open the demo song"), Qt::CTRL | Qt::SHIFT | Qt::Key_H, [this] {
    if (mayLeaveSong()) emit demoWanted();
  });
  beginnings_.train =
      add(tr("Train a network"), Qt::CTRL | Qt::SHIFT | Qt::Key_K, [this] { emit trainWanted(); });
  menu->addSeparator();
  QAction* save = add(tr("Save"), QKeySequence::Save, &FileActions::save);
  QAction* save_as =
      add(tr("Save as..."), Qt::CTRL | Qt::SHIFT | Qt::Key_S, &FileActions::askToSaveAs);
  QAction* exporting = add(tr("Export..."), Qt::CTRL | Qt::Key_E, &FileActions::askToExport);
  QAction* picture = add(tr("Save picture..."), {}, [this] { emit pictureWanted(); });
  QAction* lyrics = add(tr("Lyrics from a file..."), Qt::CTRL | Qt::SHIFT | Qt::Key_L,
                        [this] { emit lyricsWanted(); });
  QAction* details =
      add(tr("Song details..."), Qt::ALT | Qt::Key_Return, &FileActions::showDetails);
  QAction* write_file_tags =
      add(tr("Write tempo and key into the audio file..."), {}, &FileActions::askToWriteTags);
  QAction* write_grid =
      add(tr("Write beat grid and cues into the audio file..."), {}, &FileActions::askToWriteGrid);
  menu->addSeparator();
  QAction* tag =
      add(tr("Tag with the networks"), Qt::CTRL | Qt::Key_T, [this] { files_.tagAgain(); });
  QAction* stop =
      add(tr("Stop tagging"), Qt::CTRL | Qt::SHIFT | Qt::Key_T, [this] { files_.stopTagging(); });
  stop->setEnabled(files_.tagger().busy());
  connect(&files_.tagger(), &BackgroundTagger::busyChanged, stop, &QAction::setEnabled);
  QAction* finish =
      add(tr("Checked, save, next song"), Qt::CTRL | Qt::Key_Return, &FileActions::finishSong);
  finish->setShortcuts({Qt::CTRL | Qt::Key_Return, Qt::CTRL | Qt::Key_Enter});
  menu->addSeparator();
  changing_ = {details, tag, finish};
  const auto refresh = [=, this] {
    for (QAction* action :
         {save, save_as, exporting, picture, lyrics, write_file_tags, write_grid}) {
      action->setEnabled(document_.isOpen());
    }
    setSongShown(song_shown_);
  };
  connect(&document_, &AnnotationDocument::stateChanged, this, refresh);
  refresh();
}

void FileActions::setSongShown(bool shown) {
  song_shown_ = shown;
  for (QAction* action : changing_) action->setEnabled(shown && document_.isOpen());
}

void FileActions::setRecent(const QStringList& paths) {
  recent_->clear();
  for (const QString& path : paths) {
    QAction* action =
        recent_->addAction(QFileInfo(path).fileName(), this, [this, path] { open(path); });
    action->setStatusTip(path);
  }
  recent_->setEnabled(!paths.isEmpty());
}

QString FileActions::startFolder() const {
  if (document_.isOpen()) {
    return QString::fromStdString(document_.audioPath().parent_path().string());
  }
  return QStandardPaths::writableLocation(QStandardPaths::MusicLocation);
}

bool FileActions::mayLeaveSong() {
  finish_typing();
  const bool changed = document_.isModified();
  if (!changed && !document_.hasUnsavedTags()) return true;
  if (saves_unasked_) return save();
  QMessageBox question(QMessageBox::Question, changed ? tr("Unsaved changes") : tr("Unsaved tags"),
                       changed
                           ? tr("Save the changes to %1?").arg(document_.title())
                           : tr("Save the beats and chords found in %1?").arg(document_.title()),
                       QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &window_);
  question.setInformativeText(
      tr("Tactus saves them to %1.")
          .arg(QString::fromStdString(document_.annotationPath().string())));
  question.setDefaultButton(QMessageBox::Save);
  auto* always = new QCheckBox(tr("Always save without asking"), &question);
  question.setCheckBox(always);
  switch (question.exec()) {
    case QMessageBox::Save:
      if (always->isChecked()) emit savesUnasked();
      return save();
    case QMessageBox::Discard:
      return true;
    default:
      return false;
  }
}

void FileActions::open(const QString& path) {
  if (QFileInfo(path).isDir()) {
    emit folderChosen(path);
  } else if (mayLeaveSong()) {
    files_.open(path.toStdString());
  }
}

void FileActions::openFrom(const std::vector<std::filesystem::path>& songs, const QString& path) {
  if (mayLeaveSong() && files_.open(path.toStdString())) emit songsChosen(songs);
}

void FileActions::finishSong() {
  finish_typing();
  if (!document_.isOpen()) return;
  if (!document_.isTagged())
    return emit files_.message(tr("This song has no beats and chords yet."));
  const bool before = document_.isChecked();
  document_.setChecked(true);
  if (save()) return emit nextSongWanted();
  document_.setChecked(before);
}

bool FileActions::openWithReference(const std::filesystem::path& path,
                                    const std::filesystem::path& reference) {
  return mayLeaveSong() && files_.open(path) && files_.comparing().addFile(reference);
}

void FileActions::openMany(const QStringList& all) {
  QStringList paths = all, lyrics;
  for (const QString& path : all)
    if (is_lyrics_file(path.toStdString())) lyrics += path;
  for (const QString& path : lyrics) paths.removeOne(path);
  if (!paths.isEmpty()) openSongs(paths);
  for (const QString& path : lyrics) emit lyricsDropped(path);
}

void FileActions::openSongs(const QStringList& paths) {
  if (paths.size() == 1 && !is_playlist(paths.front().toStdString())) return open(paths.front());
  const DroppedSongs dropped = off_thread([paths] { return dropped_songs(paths); });
  if (!dropped.songs.empty()) {
    emit songsChosen(dropped.songs);
    open(QString::fromStdString(dropped.songs.front().string()));
  }
  if (!dropped.failed.isEmpty()) emit files_.message(failures_line(dropped));
}

// To open a song now would ask at once whether the recovered work may be lost.
void FileActions::openAtStart(const QStringList& paths) {
  const bool folder = paths.size() == 1 && QFileInfo(paths.front()).isDir();
  if (folder || !document_.isModified()) return openMany(paths);
  const DroppedSongs dropped = off_thread([paths] { return dropped_songs(paths); });
  if (dropped.songs.size() > 1) emit songsChosen(dropped.songs);
  QStringList said;
  if (!dropped.songs.empty() && dropped.songs.front() != document_.audioPath()) {
    const std::filesystem::path name = dropped.songs.front().filename();
    said += tr("The recovered work is open. Save it, then open %1.")
                .arg(QString::fromStdString(name.string()));
  }
  if (!dropped.failed.isEmpty()) said += failures_line(dropped);
  if (!said.isEmpty()) emit files_.message(said.join(QLatin1Char(' ')));
}

bool FileActions::eventFilter(QObject* window, QEvent* event) {
  if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
    return QObject::eventFilter(window, event);
  auto* drop = static_cast<QDropEvent*>(event);
  QStringList paths;
  for (const QUrl& url : drop->mimeData()->urls()) {
    if (url.isLocalFile()) paths.append(url.toLocalFile());
  }
  if (paths.isEmpty()) return false;
  drop->acceptProposedAction();
  if (event->type() == QEvent::Drop) openMany(paths);
  return true;
}

void FileActions::askForFile() {
  QStringList music;
  for (const std::string_view extension : audio_extensions()) {
    music << '*' + QString::fromUtf8(extension.data(), static_cast<qsizetype>(extension.size()));
  }
  const QString path = QFileDialog::getOpenFileName(
      &window_, tr("Open"), startFolder(),
      tr("Music and annotations (%1 *.jams *.lab *.beats *.svl *.csv);;All files (*)")
          .arg(music.join(' ')));
  if (!path.isEmpty()) open(path);
}

void FileActions::askForFolder() {
  const QString path =
      QFileDialog::getExistingDirectory(&window_, tr("Open folder"), startFolder());
  if (!path.isEmpty()) emit folderChosen(path);
}

bool FileActions::save() {
  finish_typing();
  if (!files_.changedOnDisk()) return files_.save();
  const QString file = QString::fromStdString(document_.annotationPath().string());
  QMessageBox question(QMessageBox::Warning, tr("Changed by another program"),
                       tr("Another program changed %1 after you opened it.").arg(file),
                       QMessageBox::Cancel, &window_);
  question.setInformativeText(
      fate_of(file, tr("If you replace it, those changes are lost. Save as... keeps both.")));
  const auto* replace = question.addButton(tr("Replace"), QMessageBox::DestructiveRole);
  const auto* elsewhere = question.addButton(tr("Save as..."), QMessageBox::AcceptRole);
  question.exec();
  const auto* answer = question.clickedButton();
  if (answer == static_cast<const QAbstractButton*>(replace)) return files_.save();
  return answer == static_cast<const QAbstractButton*>(elsewhere) && askToSaveAs();
}

bool FileActions::mayReplace(const QString& path) {
  if (!QFileInfo::exists(path)) return true;
  QMessageBox question(QMessageBox::Warning, tr("Save as"), tr("%1 already exists.").arg(path),
                       QMessageBox::Cancel, &window_);
  question.setInformativeText(fate_of(path, tr("If you replace it, its annotation is lost.")));
  const auto* replace = question.addButton(tr("Replace"), QMessageBox::DestructiveRole);
  question.setDefaultButton(QMessageBox::Cancel);
  question.exec();
  return question.clickedButton() == static_cast<const QAbstractButton*>(replace);
}

// The dialog would check for an existing file under the typed name, without ".jams"; its default
// suffix does not change "song v1.2". So this function checks, and lets the user choose another
// name.
bool FileActions::askToSaveAs() {
  finish_typing();
  const QString proposed = QString::fromStdString(document_.annotationPath().string());
  QFileDialog dialog(&window_, tr("Save as"), QFileInfo(proposed).absolutePath(),
                     tr("JAMS (*.jams)"));
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setOption(QFileDialog::DontConfirmOverwrite);
  dialog.selectFile(proposed);
  while (dialog.exec() == QDialog::Accepted) {
    QString path = dialog.selectedFiles().value(0);
    if (path.endsWith(QLatin1String(".jams"), Qt::CaseInsensitive)) path.chop(5);
    path += QLatin1String(".jams");
    if (mayReplace(path)) return files_.saveAs(path.toStdString());
  }
  return false;
}

void FileActions::askToExport() {
  finish_typing();
  std::filesystem::path stem = document_.annotationPath();
  ExportDialog dialog(document_.annotation(), stem.replace_extension(), &window_);
  if (dialog.exec() == QDialog::Accepted) files_.exported(dialog.written());
}

void FileActions::showDetails() {
  SongDetailsDialog dialog(document_.annotation(), &window_);
  if (dialog.exec() == QDialog::Accepted) document_.edit(tr("Song details"), dialog.changed());
}

void FileActions::askToWriteTags() {
  FileTagOptions choice;
  choice.bpm = choice.key = true;
  writeTags(choice,
            tr("The audio file needs no change: it has this tempo and key, or none is known."));
}

void FileActions::askToWriteGrid() {
  FileTagOptions choice;
  choice.grid = choice.cues = true;
  writeTags(choice,
            tr("The audio file needs no change: it has this grid and these cues, or the song "
               "has none."));
}

void FileActions::writeTags(FileTagOptions choice, const QString& no_change) {
  finish_typing();
  choice.overwrite = true;
  const auto write = [&](bool dry_run) {
    choice.dry_run = dry_run;
    return off_thread([annotation = document_.annotation(), audio = document_.audioPath(), choice] {
      return write_file_tags_of(annotation, audio, choice, program_places().file_tag_worker);
    });
  };
  try {
    const std::vector<FileTagChange> planned = write(true);
    const QString changes = changes_text(planned);
    if (changes.isEmpty()) {
      const QString refused = refusals_text(planned);
      QMessageBox::information(&window_, tr("Write tags"), refused.isEmpty() ? no_change : refused);
      return;
    }
    QMessageBox question(QMessageBox::Question, tr("Write tags"),
                         tr("Write into the tags of %1?")
                             .arg(QString::fromStdString(document_.audioPath().string())),
                         QMessageBox::Save | QMessageBox::Cancel, &window_);
    question.setInformativeText(changes);
    question.button(QMessageBox::Save)->setText(tr("Write"));
    if (question.exec() != QMessageBox::Save) return;
    write(false);
    emit files_.message(tr("The tags were written into the audio file."));
  } catch (const std::exception& error) {
    emit files_.failed(QString::fromStdString(error.what()));
  }
}

// Asks for each. Of those to recover, the first opens; the others are offered at the next start.
void FileActions::offerLeftovers() {
  for (const Leftover& leftover : files_.recovery().leftovers()) {
    const QString name = QString::fromStdString(leftover.audio.filename().string());
    QMessageBox question(QMessageBox::Question, tr("Unsaved work found"),
                         tr("Tactus closed before your changes to %1 were saved.").arg(name),
                         QMessageBox::NoButton, &window_);
    question.setInformativeText(tr("If you recover the changes, no file changes until you save."));
    QPushButton* recover = question.addButton(tr("Recover"), QMessageBox::AcceptRole);
    question.addButton(tr("Discard"), QMessageBox::DestructiveRole);
    question.exec();
    const bool wanted = question.clickedButton() == static_cast<QAbstractButton*>(recover);
    if (wanted && !document_.isModified()) {
      files_.recover(leftover);
    } else if (!wanted) {
      RecoveryStore::discard(leftover);
    }
  }
}

}  // namespace tactus::ui
