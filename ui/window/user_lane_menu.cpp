#include "ui/window/user_lane_menu.h"

#include <QColorDialog>
#include <QFileDialog>
#include <QInputDialog>
#include <QProgressDialog>
#include <exception>
#include <utility>

#include "datasets/formats/tables/svl_lanes.h"
#include "ui/annotate/annotate_page.h"
#include "ui/annotate/user_lanes.h"
#include "ui/document/annotation_document.h"
#include "ui/document/annotation_editor.h"
#include "ui/files/off_thread.h"
#include "ui/look/page_files.h"
#include "ui/window/plugin_dialog.h"

namespace tactus::ui {

UserLaneMenu::UserLaneMenu(AnnotatePage& page, PluginHost host, QWidget* window)
    : QMenu(tr("&Own lanes"), window), page_(page), window_(window), plugins_(std::move(host)) {
  const auto add = [this](const QString& text, auto does) { return addAction(text, this, does); };
  add(tr("New lane of points..."), [this] { addLane(UserLaneKind::kPoints); });
  add(tr("New curve..."), [this] { addLane(UserLaneKind::kCurve); });
  add(tr("New lane of regions..."), [this] { addLane(UserLaneKind::kRegions); });
  addSeparator();
  add(tr("Mark here"), [this] { page_.editor().markHere(); })->setShortcut(Qt::Key_Insert);
  add(tr("Name mark..."), [this] {
    page_.userLanes().askForLabel();
  })->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_Insert));
  addSeparator();
  add(tr("Rename lane..."), [this] { onActive(&UserLaneMenu::renameLane); });
  add(tr("Colour of the lane..."), [this] { onActive(&UserLaneMenu::askForColour); });
  add(tr("Export lane..."), [this] { onActive(&UserLaneMenu::exportLane); });
  add(tr("Delete lane"), [this] { onActive(&UserLaneMenu::removeLane); });
  addSeparator();
  add(tr("Import lanes..."), [this] { askForFile(); });
#ifdef TACTUS_VAMP_HOST
  add(tr("Run a Vamp plug-in..."), [this] { askForPlugin(); });
#endif
  AnnotationDocument& document = page_.document();
  const auto refresh = [this, &document] {
    for (QAction* action : actions()) action->setEnabled(document.isOpen());
  };
  connect(&document, &AnnotationDocument::stateChanged, this, refresh);
  connect(&document, &AnnotationDocument::opened, this, refresh);
  refresh();
  connect(&page_.userLanes(), &UserLanes::menuWanted, this,
          [this](std::size_t lane, const QPoint& place) {
            auto* menu = new QMenu(this);
            menu->setAttribute(Qt::WA_DeleteOnClose);
            fillFor(lane, *menu);
            menu->popup(place);
          });
  connect(&plugins_, &PluginJob::listed, this, [this](const std::shared_ptr<const VampList>& list) {
    if (dialog_) dialog_->show(list);
  });
  connect(&plugins_, &PluginJob::found, this, &UserLaneMenu::takeLane);
  connect(&plugins_, &PluginJob::progressed, this, [this](double done) {
    if (progress_) progress_->setValue(static_cast<int>(100 * done));
  });
  connect(&plugins_, &PluginJob::failed, this, [this](const QString& why) {
    endProgress();
    if (dialog_) dialog_->reject();
    emit page_.message(why);
  });
  connect(&plugins_, &PluginJob::stopped, this, [this] {
    endProgress();
    emit page_.message(tr("The plug-in was stopped."));
  });
}

void UserLaneMenu::onActive(void (UserLaneMenu::*command)(std::size_t)) {
  if (const auto lane = page_.editor().activeUserLane())
    (this->*command)(*lane);
  else
    emit page_.message(tr("Click one of your own lanes first."));
}

void UserLaneMenu::addLane(UserLaneKind kind) {
  if (!page_.document().isOpen() || !page_.document().allowsEdits()) return;
  const std::string usual = free_lane_name(page_.document().annotation().lanes,
                                           (kind == UserLaneKind::kPoints  ? tr("Points")
                                            : kind == UserLaneKind::kCurve ? tr("Curve")
                                                                           : tr("Regions"))
                                               .toStdString());
  bool entered = false;
  const QString name =
      QInputDialog::getText(window_, tr("New lane"), tr("Name:"), QLineEdit::Normal,
                            QString::fromStdString(usual), &entered);
  if (entered && !name.simplified().isEmpty())
    page_.editor().addUserLane({name.simplified().toStdString(), kind, 0, "", {}});
}

void UserLaneMenu::renameLane(std::size_t lane) {
  page_.userLanes().askForName(lane);
}

void UserLaneMenu::removeLane(std::size_t lane) {
  page_.editor().deleteUserLane(lane);
}

void UserLaneMenu::fillFor(std::size_t lane, QMenu& menu) {
  page_.editor().setActiveUserLane(lane);
  menu.addAction(tr("Name mark..."), this, [this] { page_.userLanes().askForLabel(); });
  menu.addAction(tr("Delete mark"), this, [this] { page_.editor().deleteCurrent(); })
      ->setEnabled(page_.editor().currentUserItem(lane).has_value());
  menu.addSeparator();
  menu.addAction(tr("Rename lane..."), this, [=, this] { renameLane(lane); });
  menu.addAction(tr("Colour of the lane..."), this, [=, this] { askForColour(lane); });
  menu.addAction(tr("Export lane..."), this, [=, this] { exportLane(lane); });
  menu.addAction(tr("Delete lane"), this, [=, this] { removeLane(lane); });
}

void UserLaneMenu::askForColour(std::size_t lane) {
  const AnnotationDocument& document = page_.document();
  if (lane >= document.annotation().lanes.size() || !page_.document().allowsEdits()) return;
  const QString name = QString::fromStdString(document.annotation().lanes[lane].name);
  const QColor chosen = QColorDialog::getColor(QColor(document.annotation().lanes[lane].colour),
                                               window_, tr("Colour of the lane"));
  if (chosen.isValid()) page_.editor().changeUserLane(lane, name, chosen.rgb() & 0xFFFFFF);
}

void UserLaneMenu::exportLane(std::size_t lane) {
  if (lane >= page_.document().annotation().lanes.size()) return;
  const UserLane shown = page_.document().annotation().lanes[lane];
  const QString file = QFileDialog::getSaveFileName(
      window_, tr("Export lane"), QString::fromStdString(shown.name).replace('/', '-') + ".svl",
      tr("Layers of Sonic Visualiser (*.svl)"));
  if (file.isEmpty()) return;
  if (save_bytes(*window_, file, QByteArray::fromStdString(serialise_svl_lane(shown))))
    emit page_.message(tr("%1 exported").arg(file));
}

void UserLaneMenu::askForFile() {
  const QString file = QFileDialog::getOpenFileName(window_, tr("Import lanes"), {},
                                                    tr("Layers of Sonic Visualiser (*.svl)"));
  if (!file.isEmpty()) importFile(file);
}

bool UserLaneMenu::importFile(const QString& file) {
  if (!page_.document().allowsEdits()) return false;
  try {
    const std::vector<UserLane> lanes =
        off_thread([&] { return read_svl_lanes(file.toStdString()); });
    for (const UserLane& lane : lanes)
      if (!page_.editor().addUserLane(lane)) return false;
    emit page_.message(tr("%n lane(s) imported", nullptr, static_cast<int>(lanes.size())));
    return true;
  } catch (const std::exception& error) {
    emit page_.message(QString::fromUtf8(error.what()));
    return false;
  }
}

void UserLaneMenu::askForPlugin() {
  if (!page_.document().isOpen() || !page_.document().allowsEdits()) return;
  if (plugins_.running()) {
    emit page_.message(tr("A plug-in is running. Stop it, or wait for it."));
    return;
  }
  PluginDialog dialog(window_);
  dialog_ = &dialog;
  plugins_.list();
  const bool accepted = dialog.exec() == QDialog::Accepted;
  const auto chosen = dialog.chosen();
  if (!accepted) plugins_.stop();
  if (accepted && chosen) run(chosen->first, chosen->second);
}

void UserLaneMenu::run(const VampPlugin& plugin, const VampOutput& output) {
  if (plugins_.running()) return;
  progress_ = new QProgressDialog(tr("%1 is running...").arg(QString::fromStdString(plugin.name)),
                                  tr("Stop"), 0, 100, window_);
  progress_->setAttribute(Qt::WA_DeleteOnClose);
  progress_->setWindowTitle(tr("Vamp plug-in"));
  progress_->setMinimumDuration(500);
  progress_->setAutoClose(false);
  progress_->setAutoReset(false);
  connect(progress_, &QProgressDialog::canceled, &plugins_, &PluginJob::stop);
  plugins_.run(plugin, output, page_.document().audioPath());
}

void UserLaneMenu::endProgress() {
  if (!progress_) return;
  disconnect(progress_, nullptr, &plugins_, nullptr);
  progress_->close();
  progress_->deleteLater();
}

void UserLaneMenu::takeLane(const std::filesystem::path& audio, const UserLane& lane) {
  endProgress();
  if (page_.document().audioPath() != audio) {
    emit page_.message(tr("Another song is open now: what the plug-in found was left out."));
    return;
  }
  if (page_.editor().addUserLane(lane))
    emit page_.message(lane.items.empty()
                           ? tr("The plug-in found nothing in this song.")
                           : tr("%n mark(s) found", nullptr, static_cast<int>(lane.items.size())));
}

}  // namespace tactus::ui
