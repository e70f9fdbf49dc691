// What the Library page shows: query, progression, and which songs. The line below says how a query
// is written, or what is wrong with this one.
#pragma once

#include <QTimer>
#include <QWidget>

#include "app/collection/song_search.h"

class QComboBox;
class QLabel;
class QLineEdit;

namespace tactus::ui {

class QueryField;

class LibraryFilter : public QWidget {
  Q_OBJECT

 public:
  explicit LibraryFilter(QWidget* parent = nullptr);

  // All but the order.
  SongSearch search() const;
  // Shows the songs like this one until something else is chosen.
  void showSimilar(const QString& audio, const QString& title);
  void showFault(const QString& fault);  // "" = none

 signals:
  // A moment after the last key.
  void changed();

 private:
  void chosen();

  QueryField* query_;
  QLineEdit* progression_;
  QComboBox* kind_;
  QLabel* line_;
  QString similar_;  // path
  QTimer soon_;
};

}  // namespace tactus::ui
