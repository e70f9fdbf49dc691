#include "ui/document/segment_labels.h"

#include <QCoreApplication>
#include <algorithm>

#include "datasets/formats/jams/jams_namespaces.h"
#include "datasets/formats/labels/key_label.h"
#include "model/chords/chord_alternatives.h"
#include "model/chords/chord_label.h"
#include "model/chords/chord_symbol.h"
#include "model/chords/chord_vocabulary.h"
#include "model/decoding/chords/key_decoder.h"
#include "model/editing/segment_edits.h"

namespace tactus::ui {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("tactus::ui", text);
}

constexpr const char* kRoots[] = {"C",  "C#", "Db", "D",  "D#", "Eb", "E",  "F", "F#",
                                  "Gb", "G",  "G#", "Ab", "A",  "A#", "Bb", "B"};
constexpr const char* kModes[] = {"major",  "minor",      "dorian", "phrygian",
                                  "lydian", "mixolydian", "locrian"};

// All roots in common spelling, with the qualities of the vocabulary, as people type them.
QStringList chord_words() {
  QStringList words{QStringLiteral("N")};
  for (const char* root : kRoots) {
    for (const char* quality : chord_qualities()) {
      if (QLatin1String(quality) == QLatin1String("N")) continue;
      const std::string label = std::string(root) + ":" + quality;
      const QString symbol = segment_text(SegmentLayer::kChords, label);
      words.append(symbol);
      if (const QString full = QString::fromStdString(label); full != symbol) words.append(full);
    }
  }
  return words;
}

QStringList key_words() {
  QStringList words{QStringLiteral("N")};
  for (const char* root : kRoots) {
    for (const char* mode : kModes) words.append(QStringLiteral("%1 %2").arg(root, mode));
  }
  return words;
}

QStringList section_words(const std::vector<LabelledSegment>& sections) {
  QStringList words;
  for (const LabelledSegment& section : sections) {
    words.append(QString::fromStdString(section.label));
  }
  words += usual_sections();
  words.removeDuplicates();
  return words;
}

QString key_from_text(const QString& text, QString* reason) {
  QString typed = text.trimmed();
  if (!typed.isEmpty()) typed[0] = typed[0].toUpper();
  const auto label = key_label(typed.toStdString());
  if (label && fits_jams_key_mode(*label)) return QString::fromStdString(*label);
  if (reason) *reason = tr("This is not a key. Examples: C, Am, F# minor, D dorian.");
  return {};
}

QString chord_from_text(const QString& text, QString* reason) {
  try {
    return QString::fromStdString(
        canonical_label(text.trimmed().toStdString(), ChordSyntax::kLenient));
  } catch (const ChordLabelError& error) {
    if (reason) *reason = QString::fromUtf8(error.what());
    return {};
  }
}

}  // namespace

const QStringList& usual_sections() {
  static const QStringList names = {
      QStringLiteral("verse"),  QStringLiteral("chorus"),  QStringLiteral("intro"),
      QStringLiteral("bridge"), QStringLiteral("solo"),    QStringLiteral("outro"),
      QStringLiteral("break"),  QStringLiteral("theme"),   QStringLiteral("pre-chorus"),
      QStringLiteral("coda"),   QStringLiteral("refrain"), QStringLiteral("interlude")};
  return names;
}

QString layer_title(SegmentLayer layer) {
  return QCoreApplication::translate("Layers",
                                     segment_layers()[static_cast<std::size_t>(layer)].title);
}

bool is_name(SegmentLayer layer) {
  return layer != SegmentLayer::kChords && layer != SegmentLayer::kKeys;
}

QString segment_text(SegmentLayer layer, const std::string& label, bool symbols) {
  QString text = QString::fromStdString(label);
  if (layer == SegmentLayer::kKeys) return text.replace(QLatin1Char(':'), QLatin1Char(' '));
  if (layer != SegmentLayer::kChords || !symbols) return text;
  try {
    return QString::fromStdString(chord_symbol(label));
  } catch (const ChordLabelError&) {
    return text;
  }
}

QString segment_label_from_text(SegmentLayer layer, const QString& text, QString* reason) {
  if (layer == SegmentLayer::kChords) return chord_from_text(text, reason);
  if (layer == SegmentLayer::kKeys) return key_from_text(text, reason);
  const QString label = text.simplified();
  if (label.isEmpty() && reason) *reason = tr("A section needs a name.");
  return label;
}

QStringList label_completions(SegmentLayer layer, const Annotation& annotation) {
  QStringList words = layer == SegmentLayer::kChords ? chord_words()
                      : layer == SegmentLayer::kKeys
                          ? key_words()
                          : section_words(segments_of(annotation, layer));
  if (!is_name(layer)) words.sort(Qt::CaseSensitive);
  if (layer == SegmentLayer::kKeys)
    std::stable_partition(words.begin(), words.end(), [](const QString& word) {
      return word.endsWith(QLatin1String(" major")) || word.endsWith(QLatin1String(" minor"));
    });
  return words;
}

QVector<LabelProposal> label_proposals(SegmentLayer layer, const AnnotationDocument& document,
                                       const TimeSpan& span, int most) {
  QVector<LabelProposal> proposals;
  const Annotation& annotation = document.annotation();
  if (is_name(layer)) {
    for (const QString& word : section_words(segments_of(annotation, layer)))
      proposals.push_back({word});
    proposals.resize(std::min<qsizetype>(proposals.size(), most));
  } else if (layer == SegmentLayer::kKeys) {
    for (const RankedKey& key : rank_keys(chords_within(annotation.chords, span.begin, span.end),
                                          static_cast<std::size_t>(most))) {
      proposals.push_back({QString::fromStdString(key.label), key.share});
    }
  } else {
    for (const ChordAlternative& chord :
         rank_chords(document.activations().chords, span.begin, span.end,
                     key_at(annotation.keys, span.begin), static_cast<std::size_t>(most))) {
      proposals.push_back({QString::fromStdString(chord.label), chord.probability});
    }
  }
  return proposals;
}

}  // namespace tactus::ui
