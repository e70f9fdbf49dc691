// A corpus and a configuration with a very short training, for tests of the training page.
#pragma once

#include <gtest/gtest.h>

#include <QLabel>
#include <QPushButton>
#include <QString>
#include <QTest>
#include <algorithm>

#include "app/config/config_manifest.h"
#include "features/files/npy_file.h"
#include "tests/support/test_support.h"
#include "ui/train/train_run.h"

namespace tactus::ui::test {

inline constexpr int kPatience = 60'000;  // ms, on a busy machine

inline void press(const QWidget& widget, const QString& text) {
  for (QPushButton* button : widget.findChildren<QPushButton*>()) {
    if (button->text().remove('&') == text) return button->click();
  }
  ADD_FAILURE() << "no button " << text.toStdString();
}

inline bool says(const QWidget& widget, const QString& words) {
  const auto labels = widget.findChildren<QLabel*>();
  return std::any_of(labels.begin(), labels.end(),
                     [&](const QLabel* label) { return label->text().contains(words); });
}

// A corpus of computed frames, 12 bins at 5 fps: C:maj and A:min in turn.
class TrainPageTest : public testing::Test {
 protected:
  TrainPageTest() {
    Corpus corpus{"toy", "CC0", "made here", {}};
    for (int s = 0; s < 4; ++s) {
      const std::string id = "song" + std::to_string(s);
      FrameMatrix song(60, 12, 5.0);
      std::string labels;
      for (std::size_t i = 0; i < 60; ++i) {
        for (const std::size_t note : {i / 10 % 2 ? 9u : 7u, 0u, 4u}) song.row(i)[note] = 1.0f;
        if (i % 10 == 0) {
          labels += std::to_string(i / 5) + "\t" + std::to_string(i / 5 + 2) +
                    (i / 10 % 2 ? "\tA:min\n" : "\tC:maj\n");
        }
      }
      write_npy(song, folder / (id + ".npy"));
      tactus::test::write_text(folder / (id + ".lab"), labels);
      corpus.items.push_back({.id = id,
                              .audio = folder / (id + ".npy"),
                              .split = s < 3 ? "train" : "validation",
                              .chords = folder / (id + ".lab")});
    }
    tactus::test::write_text(folder / "corpus/manifest.yaml",
                             manifest_text(corpus, folder / "corpus"));
  }

  void set_splits(const char* split) const {
    Corpus corpus = load_manifest(folder / "corpus/manifest.yaml");
    for (CorpusItem& item : corpus.items) item.split = split;
    tactus::test::write_text(folder / "corpus/manifest.yaml",
                             manifest_text(corpus, folder / "corpus"));
  }
  QString path(const std::string& name) const {
    return QString::fromStdString((folder / name).string());
  }
  QString config(int epochs) const {
    return QStringLiteral(
               "task: chords\nname: toy\ndata: [{manifest: %1}]\ncache: %2\noutput: %3\n"
               "threads: 1\nfeatures: {fps: 5, bins_per_octave: 12, octaves: 1}\n"
               "network: {layers: 1, hidden: 4, dropout: 0}\nschedule: {epochs: %4}\n"
               "batches: {crop_seconds: 4, size: 4, passes: 2}\nvalidation: {batches: 1}\n")
        .arg(path("corpus/manifest.yaml"), path("cache"), path("runs/toy.safetensors"))
        .arg(epochs);
  }
  static bool reaches(const TrainRun& run, TrainRun::State state) {
    return QTest::qWaitFor([&] { return run.state() == state; }, kPatience);
  }

  tactus::test::ScratchFolder folder;
};

}  // namespace tactus::ui::test
