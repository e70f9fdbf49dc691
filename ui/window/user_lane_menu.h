// The commands for lanes of one's own: new ones, marks in them, files of Sonic Visualiser, and Vamp
// plug-ins that run as lanes.
#pragma once

#include <QMenu>
#include <QPointer>

#include "ui/files/plugin_job.h"

class QProgressDialog;

namespace tactus::ui {

class AnnotatePage;
class PluginDialog;

class UserLaneMenu : public QMenu {
  Q_OBJECT

 public:
  // The page must outlive the menu.
  explicit UserLaneMenu(AnnotatePage& page, PluginHost host, QWidget* window = nullptr);

  PluginJob& plugins() { return plugins_; }
  // Runs a plug-in over the open song; the lane comes when it is done.
  void run(const VampPlugin& plugin, const VampOutput& output);
  // Adds the lanes of a file of Sonic Visualiser; a message says what is wrong with it.
  bool importFile(const QString& file);

 private:
  void addLane(UserLaneKind kind);
  void fillFor(std::size_t lane, QMenu& menu);
  void askForFile();
  void askForColour(std::size_t lane);
  void exportLane(std::size_t lane);
  void askForPlugin();
  void takeLane(const std::filesystem::path& audio, const UserLane& lane);
  void endProgress();
  void onActive(void (UserLaneMenu::*command)(std::size_t));
  void removeLane(std::size_t lane);
  void renameLane(std::size_t lane);

  AnnotatePage& page_;
  QWidget* window_;
  PluginJob plugins_;
  QPointer<PluginDialog> dialog_;
  QPointer<QProgressDialog> progress_;
};

}  // namespace tactus::ui
