// The page of the chord sheet: the sheet with its controls above.
#pragma once

#include <QHash>
#include <optional>

#include "ui/page/page.h"
#include "ui/playback/playback_bar.h"
#include "ui/sheet/sheet_files.h"

class QSpinBox;

namespace tactus::ui {

class AnnotationEditor;
class FlowLayout;
class Player;
class SheetOptions;
class SheetView;

class SheetPage : public Page {
  Q_OBJECT

 public:
  // All must outlive the page. Its buttons share the actions of the playback bar.
  SheetPage(AnnotationEditor& editor, Player& player, const PlaybackBar::Actions& actions,
            QWidget* parent = nullptr);
  void setLyrics(const Lyrics& lyrics);  // of the open song

  SheetView& view() const { return *view_; }
  SheetOptions& options() const { return *options_; }
  QWidget* songView() override { return this; }
  QMenu* addMenu(QMenuBar& menus) override;
  void zoom(double factor) override;  // one step; the size is remembered

 public slots:
  void preview();  // shows the pages, and prints them
  void saveAs();   // asks for a file

 protected:
  void showEvent(QShowEvent* event) override;  // gives the sheet the keyboard

 private:
  void buildControls(const PlaybackBar::Actions& actions);
  QSpinBox* addSpin(FlowLayout& row, const QString& label, int lowest, const QString& tip);
  void applySpins();
  void songOpened();
  bool hasSheet();
  struct Target {
    QString path;
    SheetFormat format;
  };
  std::optional<Target> askForTarget();
  QString proposedStem() const;

  AnnotationEditor& editor_;
  SheetView* view_;
  SheetOptions* options_;
  QSpinBox* semitones_ = nullptr;
  QSpinBox* capo_ = nullptr;
  QString song_;                              // path of its audio
  QHash<QString, Transposition> remembered_;  // of the songs since the start
};

}  // namespace tactus::ui
