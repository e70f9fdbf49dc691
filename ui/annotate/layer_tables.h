// The columns of the tables of annotation_tables.h: beats, segments, notes and cues of the song.
#pragma once

#include "ui/annotate/list_table.h"
#include "ui/document/annotation_editor.h"

namespace tactus::ui {

struct BeatColumn {
  enum { kTime, kBar, kPosition, kConfidence };
};
struct SegmentColumn {
  enum { kStart, kEnd, kLabel, kConfidence };
};
struct NoteColumn {
  enum { kStart, kEnd, kWords };
};
// A point has no end; one that gets an end becomes a loop.
struct CueColumn {
  enum { kStart, kEnd, kName, kKey, kColour };
};

// The editor must outlive the model, which `parent` owns.
ListTableModel* beat_table(AnnotationEditor& editor, QObject* parent);
ListTableModel* segment_table(AnnotationEditor& editor, SegmentLayer layer, QObject* parent);
ListTableModel* note_table(AnnotationEditor& editor, QObject* parent);
ListTableModel* cue_table(AnnotationEditor& editor, QObject* parent);

}  // namespace tactus::ui
