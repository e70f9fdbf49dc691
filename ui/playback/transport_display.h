// Bar and beat, tempo, key, chord and next chord in large letters, for a player who sits away from
// the screen. Shows what sounds: at the speed and pitch of playback.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/document/song_place.h"

namespace tactus::ui {

class AnnotationDocument;
class Player;
class TimeAxis;

class TransportDisplay : public QWidget {
  Q_OBJECT

 public:
  // All must outlive the display. It follows the cursor of the axis at once.
  TransportDisplay(AnnotationDocument& document, TimeAxis& axis, Player& player,
                   QWidget* parent = nullptr);

  struct Field {
    QString caption, text;
    double share = 1.0;  // of the width
    bool muted = false;
    bool operator==(const Field&) const = default;
  };
  // What is on the screen, from left to right. The accessible name says the same.
  const std::vector<Field>& fields() const { return fields_; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void takeSong();
  void showPlace();
  QString spoken() const;
  QFont fitted(const Field& field, const QSizeF& room) const;

  AnnotationDocument& document_;
  TimeAxis& axis_;
  Player& player_;
  SongPlaces places_;
  std::vector<Field> fields_;
};

}  // namespace tactus::ui
