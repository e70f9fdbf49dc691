// A synthetic song in a document, with axis and editor, for tests of editing.
#pragma once

#include <gtest/gtest.h>

#include "model/chords/chord_vocabulary.h"
#include "tests/support/test_support.h"
#include "ui/document/annotation_editor.h"

namespace tactus::ui::test {

// 20 s, a beat per half second from 0.5 s in bars of four, a chord per bar; 100 pixels a second.
class OpenPiece : public testing::Test {
 protected:
  OpenPiece() {
    Annotation annotation;
    annotation.title = "Piece";
    annotation.duration = 20;
    for (int i = 1; i < 40; ++i) annotation.beats.push_back({i * 0.5, (i - 1) % 4 + 1, 0.8});
    const char* labels[] = {"C:maj", "A:min", "F:maj", "G:7"};
    for (int bar = 0; bar < 10; ++bar) {
      annotation.chords.push_back({bar * 2.0, bar * 2.0 + 2.0, labels[bar % 4], 0.8});
    }
    document.open(scratch / "piece.wav", scratch / "piece.jams", annotation);
    axis.setWidth(1000);
    axis.setDuration(20);
    axis.setView(0, 0.01);
  }

  const Annotation& piece() const { return document.annotation(); }
  // The posteriors of the vocabulary are 0.9 for this label and 0.1 for N, everywhere.
  void hear_chord(const std::string& label) {
    Activations heard;
    heard.chords = FrameMatrix(200, kChordVocabularySize, 10);
    for (std::size_t t = 0; t < 200; ++t) {
      heard.chords.row(t)[static_cast<std::size_t>(vocabulary_index(parse_chord(label)))] = 0.9f;
      heard.chords.row(t)[kChordVocabularySize - 1] = 0.1f;
    }
    document.setActivations(std::make_shared<Activations>(std::move(heard)));
  }

  tactus::test::ScratchFolder scratch;
  AnnotationDocument document;
  TimeAxis axis;
  AnnotationEditor editor{document, axis};
};

}  // namespace tactus::ui::test
