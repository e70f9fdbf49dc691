// The labels of chords, keys and sections: how the window shows them, what a person may type, and
// what it proposes.
#pragma once

#include <QString>
#include <QStringList>

#include "model/annotation.h"
#include "ui/document/annotation_document.h"
#include "ui/document/time_axis.h"

namespace tactus::ui {

// What the user calls a layer: "Chords".
QString layer_title(SegmentLayer layer);

// Its labels are any text: neither chords nor keys.
bool is_name(SegmentLayer layer);

// Returns the label for display: "Dm7" for "D:min7" (with `symbols`), "A minor" for "A:minor".
QString segment_text(SegmentLayer layer, const std::string& label, bool symbols = true);

// Returns the label for the file from typed text: "Dm7b5" -> "D:hdim7", "f# minor" -> "F#:minor"; a
// section stays as it is. If the text is not a label, returns an empty string and sets the reason.
QString segment_label_from_text(SegmentLayer layer, const QString& text, QString* reason);

// Completions for typed labels, usual ones first: keys in major and minor, and of sections the
// names in the song.
QStringList label_completions(SegmentLayer layer, const Annotation& annotation);

// Common names of song parts, most frequent first.
const QStringList& usual_sections();

// Likely labels for a span, best first. Chords come from the network's activations, keys from the
// chords in the span. `probability` < 0 = unknown (names of sections).
struct LabelProposal {
  QString label;  // as in files
  double probability = -1.0;
};
QVector<LabelProposal> label_proposals(SegmentLayer layer, const AnnotationDocument& document,
                                       const TimeSpan& span, int most);

}  // namespace tactus::ui
