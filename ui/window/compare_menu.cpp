#include "ui/window/compare_menu.h"

#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <utility>

#include "app/cli/program/program_places.h"
#include "ui/annotate/annotate_page.h"
#include "ui/annotate/compare_lanes.h"
#include "ui/document/annotation_document.h"
#include "ui/files/song_session.h"
#include "ui/lanes/difference_lane.h"
#include "ui/look/format_titles.h"
#include "ui/window/export_dialog.h"

namespace tactus::ui {
namespace {

QString text(const std::filesystem::path& path) {
  return QString::fromStdString(path.string());
}

}  // namespace

CompareMenu::CompareMenu(SongSession& files, AnnotatePage& page, QWidget* window)
    : QMenu(tr("C&ompare"), window), files_(files), page_(page), window_(window) {
  fill();
  AnnotationDocument& document = page_.document();
  connect(&files_.comparing(), &CompareSession::progressed, &page_.comparing(),
          &CompareLanes::showProgress);
  connect(&page_.comparing(), &CompareLanes::menuWanted, this, [this](int id, const QPoint& place) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillFor(id, *menu);
    menu->popup(place);
  });
  const auto refresh = [this, &document] {
    for (QAction* action : actions()) action->setEnabled(document.isOpen());
    const bool any = !document.comparisons().empty();
    list_->setEnabled(any);
    for (QAction* action : for_chosen_) action->setEnabled(any);
  };
  connect(&document, &AnnotationDocument::stateChanged, this, refresh);
  connect(&document.comparisons(), &Comparisons::listChanged, this, refresh);
  refresh();
}

void CompareMenu::fill() {
  addAction(tr("With files..."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R), this,
            &CompareMenu::askForFiles);
  addAction(tr("Tag with a model..."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M), this,
            &CompareMenu::askForModels);
  addAction(tr("With the state on opening"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_U), this,
            [this] { files_.comparing().addOpened(); });
  addAction(tr("With the version saved before"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V),
            this, &CompareMenu::compareWithSaved);
  versions_ = addMenu(tr("With a saved version"));
  connect(versions_, &QMenu::aboutToShow, this, &CompareMenu::fillVersions);
  addSeparator();
  addAction(tr("Next difference"), QKeySequence(Qt::Key_X), this,
            [this] { page_.differences().goTo(1); });
  addAction(tr("Previous difference"), QKeySequence(Qt::SHIFT | Qt::Key_X), this,
            [this] { page_.differences().goTo(-1); });
  addSeparator();
  addForChosen(tr("Use the chosen comparison"), Qt::CTRL | Qt::SHIFT | Qt::Key_Return,
               [this](int id) { files_.comparing().takeOver(id); });
  addForChosen(tr("Export the chosen comparison..."), Qt::CTRL | Qt::ALT | Qt::Key_E,
               [this](int id) { exportOne(id); });
  addForChosen(tr("Remove the chosen comparison"), Qt::CTRL | Qt::SHIFT | Qt::Key_Delete,
               [this](int id) { files_.comparing().remove(id); });
  list_ = addMenu(tr("Comparisons"));
  connect(list_, &QMenu::aboutToShow, this, &CompareMenu::fillList);
}

// The chosen comparison is the one with the bold name.
void CompareMenu::addForChosen(const QString& text, const QKeySequence& keys,
                               std::function<void(int)> what) {
  QAction* action = addAction(text, keys, this, [this, what = std::move(what)] {
    if (const Comparison* chosen = page_.document().comparisons().chosen()) what(chosen->id);
  });
  for_chosen_.append(action);
}

void CompareMenu::askForFiles() {
  const QString folder = text(page_.document().audioPath().parent_path());
  const QStringList paths = QFileDialog::getOpenFileNames(
      window_, tr("Compare with"), folder,
      tr("Annotations (%1);;All files (*)").arg(annotation_files() + QStringLiteral(" *.orig*")));
  for (const QString& path : paths) files_.comparing().addFile(path.toStdString());
}

void CompareMenu::askForModels() {
  const QStringList models =
      QFileDialog::getOpenFileNames(window_, tr("Tag with a model"), text(program_places().models),
                                    tr("Models (*.safetensors *.variant);;All files (*)"));
  if (!models.isEmpty()) files_.comparing().addModels(models);
}

void CompareMenu::compareWithSaved() {
  const auto versions = files_.comparing().savedVersions();
  if (versions.empty()) {
    emit files_.message(tr("No version of this song was kept when it was saved."));
  } else {
    files_.comparing().addFile(versions.front());
  }
}

void CompareMenu::fillVersions() {
  versions_->clear();
  for (const std::filesystem::path& version : files_.comparing().savedVersions()) {
    const QFileInfo file(text(version));
    versions_->addAction(
        tr("%1, %2").arg(file.fileName(),
                         QLocale().toString(file.lastModified(), QLocale::ShortFormat)),
        this, [this, version] { files_.comparing().addFile(version); });
  }
  if (versions_->isEmpty()) versions_->addAction(tr("No versions were kept"))->setEnabled(false);
}

void CompareMenu::fillList() {
  list_->clear();
  for (const Comparison& comparison : page_.document().comparisons().list())
    fillFor(comparison.id, *list_->addMenu(comparison.name));
}

void CompareMenu::fillFor(int id, QMenu& menu) {
  const Comparison* comparison = page_.document().comparisons().find(id);
  if (!comparison) return;
  QAction* take = menu.addAction(tr("Use as the annotation"), this,
                                 [this, id] { files_.comparing().takeOver(id); });
  QAction* save = menu.addAction(tr("Export..."), this, [this, id] { exportOne(id); });
  for (QAction* action : {take, save})
    action->setEnabled(comparison->fault.isEmpty() && !comparison->waiting);
  menu.addSeparator();
  menu.addAction(tr("Remove"), this, [this, id] { files_.comparing().remove(id); });
}

void CompareMenu::exportOne(int id) {
  const Comparison* comparison = page_.document().comparisons().find(id);
  if (!comparison) return;
  if (!comparison->fault.isEmpty() || comparison->waiting) {
    emit files_.message(tr("There is nothing to export in %1.").arg(comparison->name));
    return;
  }
  const Annotation annotation = comparison->annotation;
  std::filesystem::path stem = page_.document().annotationPath();
  stem.replace_extension();
  stem += QStringLiteral("-%1").arg(QFileInfo(comparison->name).completeBaseName()).toStdString();
  ExportDialog dialog(annotation, stem, window_);
  if (dialog.exec() == QDialog::Accepted) files_.exported(dialog.written());
}

}  // namespace tactus::ui
