// The open song as a chord sheet that can be played, looped and corrected. Keys: arrows move by bar
// and line, Ctrl+arrows by chord, with Shift they select bars; Return or a capital letter names the
// chord at the cursor.
#pragma once

#include <QAbstractScrollArea>

#include "ui/sheet/sheet_painter.h"

namespace tactus::ui {

class AnnotationEditor;
class Player;
class SegmentEntry;

class SheetView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  static constexpr int kSmallest = 16;  // pixels; height of the chord symbols
  static constexpr int kLargest = 240;
  static constexpr int kUsual = 34;

  // Both must outlive the view. It plays with the player, and edits with the editor.
  SheetView(AnnotationEditor& editor, Player& player, QWidget* parent = nullptr);

  const ChordSheet& sheet() const { return sheet_; }
  const SheetLayout& sheetLayout() const { return layout_; }
  Transposition transposition() const { return transposition_; }
  void setTransposition(Transposition transposition);
  const SheetStyle& style() const { return style_; }
  void setStyle(const SheetStyle& style);
  const Lyrics& lyrics() const { return lyrics_; }
  void setLyrics(const Lyrics& lyrics);
  int symbolSize() const { return size_; }
  void setSymbolSize(int pixels);  // clamped
  // Returns the place of a bar in the viewport.
  QRect barRect(std::size_t bar) const;
  QSize minimumSizeHint() const override { return {320, 200}; }

 public slots:
  void askForChord(const QString& begin = {});  // at the cursor

 signals:
  void symbolSizeChanged(int pixels);  // by the wheel

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void connectSong();
  void songChanged();
  void rebuild();
  void relayout();
  void followCursor(double seconds);
  void describe();
  SheetLight light() const;
  double top() const;      // of the first line, in the content
  QPointF origin() const;  // of the layout, in the viewport
  SheetPlace placeOfCursor() const;
  void updateBar(const std::optional<SheetPlace>& place);
  void reveal(std::size_t bar, bool ahead);
  void seek(SheetPlace place);
  void stepBar(int by);
  void stepLine(int by);
  void stepChord(int by);
  void extend(int by);
  void selectBars(std::size_t from, std::size_t to);
  void askAt(SheetPlace place, const QString& begin);
  bool moves(const QKeyEvent& key);
  bool startsTyping(const QKeyEvent& key) const;

  AnnotationEditor& editor_;
  Player& player_;
  SegmentEntry* entry_;
  Transposition transposition_;
  SheetStyle style_;
  Lyrics lyrics_;
  int size_ = kUsual;
  bool stale_ = true;  // the sheet is not that of the annotation
  ChordSheet sheet_;
  SheetLayout layout_;
  std::optional<SheetPlace> lit_;
  std::optional<SheetPlace> pressed_;
  QPoint press_point_;
  bool dragging_ = false;
  // First and last bar of a selection by keys, in the order of the keys.
  std::optional<std::pair<std::size_t, std::size_t>> marked_;
};

}  // namespace tactus::ui
