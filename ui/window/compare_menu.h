// The menu Compare: adds annotations to compare with, and goes through the differences. Also the
// menu of each comparison.
#pragma once

#include <QMenu>
#include <functional>

namespace tactus::ui {

class AnnotatePage;
class SongSession;

class CompareMenu : public QMenu {
  Q_OBJECT

 public:
  // Both must outlive the menu.
  CompareMenu(SongSession& files, AnnotatePage& page, QWidget* window);

  // Fills a menu with the commands for one comparison.
  void fillFor(int id, QMenu& menu);

 private:
  void fill();
  void addForChosen(const QString& text, const QKeySequence& keys, std::function<void(int)> what);
  void askForFiles();
  void askForModels();
  void compareWithSaved();
  void fillVersions();
  void fillList();
  void exportOne(int id);

  SongSession& files_;
  AnnotatePage& page_;
  QWidget* window_;
  QMenu* versions_ = nullptr;
  QMenu* list_ = nullptr;
  QList<QAction*> for_chosen_;
};

}  // namespace tactus::ui
