// The words of the layers of chords, keys and sections: how a label is shown to people, what they
// may type for it, and what is proposed to them.
#pragma once

#include <QString>
#include <QStringList>

#include "model/annotation.h"
#include "ui/document/annotation_document.h"
#include "ui/document/time_axis.h"

namespace tactus::ui {

// How a label is shown: "Dm7" for "D:min7" (with `symbols`), "A minor" for "A:minor".
QString segment_text(SegmentLayer layer, const std::string& label, bool symbols = true);

// What the person typed as a label for the file: "Dm7b5" -> "D:hdim7", "f# minor" -> "F#:minor", a
// section as it is. Empty, with the reason, for what is no such label.
QString segment_label_from_text(SegmentLayer layer, const QString& text, QString* reason);

// Words that a typed label may become, sorted. Of sections the piece's own come along.
QStringList label_completions(SegmentLayer layer, const Annotation& annotation);

// Usual names of parts of songs, most frequent first.
const QStringList& usual_sections();

// What is likely in a span, best first: of chords what the network says there, of keys what the
// chords there say. `probability` < 0 = unknown (words for sections).
struct LabelProposal {
  QString label;  // as in files
  double probability = -1.0;
};
QVector<LabelProposal> label_proposals(SegmentLayer layer, const AnnotationDocument& document,
                                       const TimeSpan& span, int most);

}  // namespace tactus::ui
