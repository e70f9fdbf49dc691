// The whole window with a folder of three songs: a.wav has an annotation, b.wav a checked one.
#pragma once

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QMessageBox>
#include <QTest>
#include <QTimer>
#include <memory>

#include "datasets/formats/format.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"
#include "ui/annotate/annotate_page.h"
#include "ui/document/annotation_document.h"
#include "ui/timeline/lane_stack.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/main_window.h"

namespace tactus::ui::test {

using tactus::test::made_up_music;
using tactus::test::ScratchFolder;
using tactus::test::write_wav;

class MainWindowTest : public testing::Test {
 protected:
  MainWindowTest() {
    tactus::test::save_tiny_models(scratch / "models");
    qputenv("TACTUS_MODELS", (scratch / "models").c_str());
    Annotation annotation;
    annotation.duration = 3;
    annotation.beats = {{0.5, 1, 0.9}, {1.0, 2, 0.9}, {1.5, 3, 0.2}, {2.0, 4, 0.9}};
    annotation.chords = {{0, 1.5, "C:maj", 0.9}, {1.5, 3, "G:maj", 0.9}};
    for (const char* name : {"a", "b", "c"}) {
      write_wav(music() / (std::string(name) + ".wav"), made_up_music(3, 22050), 22050);
    }
    write_annotation(annotation, Format::kJams, music() / "a.jams");
    annotation.review = Review::kChecked;
    write_annotation(annotation, Format::kJams, music() / "b.jams");
    Settings settings;
    window = std::make_unique<MainWindow>(settings);
    window->show();
    window->begin({QString::fromStdString((music() / "a.wav").string())});
    QApplication::setActiveWindow(window.get());
  }
  ~MainWindowTest() override {
    page().document().close();  // no user answers questions here
    window.reset();
    qunsetenv("TACTUS_MODELS");
  }

  std::filesystem::path music() const { return scratch / "music"; }
  AnnotatePage& page() const { return window->annotatePage(); }
  const Annotation& piece() const { return page().document().annotation(); }
  TimelineView& lane(const char* name) const { return *page().lanes().lane(QLatin1String(name)); }
  void key(const char* on, int key, Qt::KeyboardModifiers modifiers = {}) {
    lane(on).setFocus();
    QTest::keyClick(&lane(on), static_cast<Qt::Key>(key), modifiers);
  }
  // Answers the next message box with a button.
  void answer(QMessageBox::StandardButton button) {
    QTimer::singleShot(50, window.get(), [button] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      ASSERT_NE(box, nullptr);
      box->button(button)->click();
    });
  }

  ScratchFolder scratch;
  std::unique_ptr<MainWindow> window;
};

}  // namespace tactus::ui::test
