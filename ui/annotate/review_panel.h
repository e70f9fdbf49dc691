// The queue of doubtful places beside the lanes. All keys act on the selected place: Return plays
// it, A accepts it, digits correct it, Delete deletes its item, arrows go on.
#pragma once

#include <QWidget>

#include "ui/document/review_session.h"

class QLabel;
class QListWidget;
class QProgressBar;
class QToolButton;
class QTreeWidget;

namespace tactus::ui {

class Player;

class ReviewPanel : public QWidget {
  Q_OBJECT

 public:
  // Both must outlive the panel.
  ReviewPanel(ReviewSession& session, Player& player, QWidget* parent = nullptr);

  QTreeWidget& places() const { return *places_; }
  QListWidget& choices() const { return *choices_; }
  QProgressBar& progress() const { return *progress_; }
  bool isSeen() const;   // neither hidden nor behind another panel
  bool hasKeys() const;  // the keyboard focus is in the panel
  void takeKeys();       // and shows the selected place

 signals:
  void nextSongWanted();
  void left();  // Escape: the keys go back to the lanes

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool isKey(const QKeyEvent& key) const;
  bool press(const QKeyEvent& key);
  void play();
  void showPlaces();
  void showSelected();
  QToolButton* button(const QString& text, const QString& tip);

  ReviewSession& session_;
  Player& player_;
  QProgressBar* progress_;
  QTreeWidget* places_;
  QLabel* empty_;
  QListWidget* choices_;
  bool filling_ = false;  // the widget follows the session, not the reverse
};

}  // namespace tactus::ui
