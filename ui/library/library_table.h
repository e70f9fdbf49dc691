// The table of the Library page: rows are opened, dragged to other programs and copied.
#pragma once

#include <QTableView>
#include <set>
#include <string>
#include <vector>

#include "ui/library/library_model.h"
#include "ui/library/newest_job.h"

namespace tactus::ui {

class LibraryTable : public QTableView {
  Q_OBJECT

 public:
  explicit LibraryTable(QWidget* parent = nullptr);

  LibraryModel& songs() { return model_; }
  // Shows other songs; those that were selected stay selected. `again`: the answer to the same
  // search, so the same rows are seen. Which files are missing shows a little later.
  void show(FoundSongs songs, bool again);
  // Songs that are ranked keep their order: no header sorts them.
  void setRanked(bool ranked);

  // Songs that are dragged within the table ask for another order (moveWanted).
  void setOrderable(bool orderable);
  std::vector<int> selectedSongs() const;  // rows, ascending
  void select(const std::vector<int>& rows);
  void copy() const;  // the selected songs, as a drag would give them

 signals:
  void openRequested(int row);
  void selectionChangedTo(int songs);
  void starsWanted(const std::vector<int>& rows, int stars);
  void colourWanted(const std::vector<int>& rows);
  // The selected songs before the song of row `before`; the number of rows: behind all.
  void moveWanted(int before);
  void removeWanted();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void selectionChanged(const QItemSelection& now, const QItemSelection& before) override;

 private:
  void select(const std::set<std::string>& paths, const std::string& current);
  void findMissing(FoundSongs before);

  LibraryModel model_;
  bool orderable_ = false;
  NewestJob checking_;  // which files exist
};

}  // namespace tactus::ui
