#include "ui/annotate/layer_tables.h"

#include <QLocale>
#include <algorithm>
#include <memory>
#include <utility>

#include "ui/document/segment_labels.h"
#include "ui/sound_lanes/cue_marks.h"

namespace tactus::ui {
namespace {

using Holds = TableColumn::Holds;

QString confidence_text(double confidence) {
  return confidence == kUnknownConfidence ? QString() : QLocale().toString(confidence, 'f', 2);
}

bool set_position(AnnotationEditor& editor, std::size_t row, const QVariant& text) {
  bool good = false;
  const int position = text.toString().toInt(&good);
  if (!good || position < 0 || position > 64) return false;
  editor.setBeat(row, editor.document().annotation().beats[row].time, position);
  return true;
}

bool set_label(AnnotationEditor& editor, SegmentLayer layer, std::size_t row,
               const QVariant& text) {
  QString reason;
  const QString label = segment_label_from_text(layer, text.toString(), &reason);
  if (label.isEmpty())
    emit editor.message(reason);
  else
    editor.nameSegment(layer, row, label);
  return !label.isEmpty();
}

// A moment stays one when its start moves.
bool set_note_time(AnnotationEditor& editor, int column, std::size_t row, const QVariant& text) {
  LabelledSegment note = editor.document().annotation().notes[row];
  const auto seconds = seconds_from(text);
  if (!seconds) return false;
  if (column == NoteColumn::kEnd || note.end <= note.start) note.end = *seconds;
  if (column == NoteColumn::kStart) note.start = *seconds;
  editor.setNote(row, note.start, note.end, QString::fromStdString(note.label));
  return true;
}

// A time as typed; without one, a loop ends to be one.
bool set_cue_time(Cue& cue, int column, const QVariant& text) {
  const bool loop = cue.is_loop();
  const bool none = text.toString().trimmed().isEmpty();
  const auto seconds = none && column == CueColumn::kEnd ? cue.start : seconds_from(text);
  if (!seconds) return false;
  if (column == CueColumn::kStart) cue.start = *seconds;
  if (column == CueColumn::kEnd || !loop) cue.end = *seconds;
  return true;
}

bool set_key(Cue& cue, const QString& text) {
  bool good = false;
  const int key = text.isEmpty() ? 0 : text.toInt(&good);
  if ((!good && !text.isEmpty()) || key < 0 || key > kCueKeys) return false;
  cue.key = key;
  return true;
}

// "#CC0000", or a name of a colour; without one, the cue has the colour of its key.
bool set_colour(Cue& cue, const QString& text) {
  const QColor colour(text);
  if (!colour.isValid() && !text.isEmpty()) return false;
  cue.colour = text.isEmpty() ? kNoColour : static_cast<int>(colour.rgb() & 0xFFFFFF);
  return true;
}

}  // namespace

ListTableModel* beat_table(AnnotationEditor& editor, QObject* parent) {
  const auto bars = std::make_shared<std::vector<int>>();
  const auto beats = [&editor]() -> const BeatList& {
    return editor.document().annotation().beats;
  };
  std::vector<TableColumn> columns = {
      {ListTableModel::tr("Time (s)"), Holds::kNumber,
       [beats](std::size_t row) { return seconds_text(beats()[row].time); },
       [&editor, beats](std::size_t row, const QVariant& text) {
         const auto seconds = seconds_from(text);
         if (seconds) editor.setBeat(row, *seconds, beats()[row].position);
         return seconds.has_value();
       }},
      {ListTableModel::tr("Bar"), Holds::kWholeNumber,
       [bars](std::size_t row) { return (*bars)[row]; }},
      {ListTableModel::tr("Beat"), Holds::kWholeNumber,
       [beats](std::size_t row) { return beats()[row].position; },
       [&editor](std::size_t row, const QVariant& text) {
         return set_position(editor, row, text);
       }},
      {ListTableModel::tr("Confidence"), Holds::kNumber,
       [beats](std::size_t row) { return confidence_text(beats()[row].confidence); }}};
  // If a beat appears, disappears or begins a bar, the rows after it change as well.
  const auto changed = [bars, beats](double begin, double end) {
    std::vector<int> now = bar_numbers(beats());
    const BeatRange other = beats_between(beats(), begin, end + 1e-3);
    const std::size_t last = now == *bars ? other.last : beats().size();
    *bars = std::move(now);
    return TableRows{other.first, last};
  };
  return new ListTableModel(
      std::move(columns), [beats] { return beats().size(); }, parent, changed);
}

ListTableModel* segment_table(AnnotationEditor& editor, SegmentLayer layer, QObject* parent) {
  const auto segments = [&editor, layer]() -> const SegmentList& {
    return segments_of(editor.document().annotation(), layer);
  };
  const auto move = [&editor, layer](std::size_t boundary, const QVariant& text) {
    const auto seconds = seconds_from(text);
    if (seconds) editor.moveBoundary(layer, boundary, *seconds, 0);
    return seconds.has_value();
  };
  const QString label = layer == SegmentLayer::kChords     ? ListTableModel::tr("Chord")
                        : layer == SegmentLayer::kKeys     ? ListTableModel::tr("Key")
                        : layer == SegmentLayer::kSections ? ListTableModel::tr("Section")
                                                           : layer_title(layer);
  std::vector<TableColumn> columns = {
      {ListTableModel::tr("Start (s)"), Holds::kNumber,
       [segments](std::size_t row) { return seconds_text(segments()[row].start); },
       [move](std::size_t row, const QVariant& text) { return move(row, text); }},
      {ListTableModel::tr("End (s)"), Holds::kNumber,
       [segments](std::size_t row) { return seconds_text(segments()[row].end); },
       [move](std::size_t row, const QVariant& text) { return move(row + 1, text); }},
      {label, Holds::kWords,
       [segments, layer](std::size_t row) {
         return segment_text(layer, segments()[row].label, false);
       },
       [&editor, layer](std::size_t row, const QVariant& text) {
         return set_label(editor, layer, row, text);
       }},
      {ListTableModel::tr("Confidence"), Holds::kNumber,
       [segments](std::size_t row) { return confidence_text(segments()[row].confidence); }}};
  const auto changed = [segments, before = std::size_t{0}](double begin, double end) mutable {
    const SegmentList& list = segments();
    const auto from = [&](auto test) {
      return static_cast<std::size_t>(std::ranges::partition_point(list, test) - list.begin());
    };
    const std::size_t first = from([&](const auto& segment) { return segment.start < begin; });
    const std::size_t last = from([&](const auto& segment) { return segment.start <= end; });
    const bool moved = list.size() != std::exchange(before, list.size());
    return TableRows{first, moved ? list.size() : last};
  };
  return new ListTableModel(
      std::move(columns), [segments] { return segments().size(); }, parent, changed);
}

ListTableModel* note_table(AnnotationEditor& editor, QObject* parent) {
  const auto notes = [&editor]() -> const std::vector<LabelledSegment>& {
    return editor.document().annotation().notes;
  };
  const auto set_time = [&editor](int column) {
    return [&editor, column](std::size_t row, const QVariant& text) {
      return set_note_time(editor, column, row, text);
    };
  };
  std::vector<TableColumn> columns = {
      {ListTableModel::tr("Start (s)"), Holds::kNumber,
       [notes](std::size_t row) { return seconds_text(notes()[row].start); },
       set_time(NoteColumn::kStart)},
      {ListTableModel::tr("End (s)"), Holds::kNumber,
       [notes](std::size_t row) { return seconds_text(notes()[row].end); },
       set_time(NoteColumn::kEnd)},
      {ListTableModel::tr("Note"), Holds::kWords,
       [notes](std::size_t row) { return QString::fromStdString(notes()[row].label); },
       [&editor, notes](std::size_t row, const QVariant& text) {
         const QString words = text.toString();
         if (words.simplified().isEmpty()) return false;
         editor.setNote(row, notes()[row].start, notes()[row].end, words);
         return true;
       }}};
  return new ListTableModel(
      std::move(columns), [notes] { return notes().size(); }, parent);
}

ListTableModel* cue_table(AnnotationEditor& editor, QObject* parent) {
  const auto cues = [&editor]() -> const std::vector<Cue>& {
    return editor.document().annotation().cues;
  };
  const auto by = [&editor, cues](auto set) {  // set(cue, text) changes a copy
    return [&editor, cues, set](std::size_t row, const QVariant& text) {
      Cue cue = cues()[row];
      if (!set(cue, text)) return false;
      editor.changeCue(row, std::move(cue));
      return true;
    };
  };
  const QString seconds = ListTableModel::tr("Seconds");
  std::vector<TableColumn> columns = {
      {ListTableModel::tr("Start", "of a cue, short"), Holds::kNumber,
       [cues](std::size_t row) { return seconds_text(cues()[row].start); },
       by([](Cue& cue, const QVariant& text) {
         return set_cue_time(cue, CueColumn::kStart, text);
       }),
       seconds},
      {ListTableModel::tr("End", "of a cue, short"), Holds::kNumber,
       [cues](std::size_t row) {
         return cues()[row].is_loop() ? seconds_text(cues()[row].end) : QString();
       },
       by([](Cue& cue, const QVariant& text) { return set_cue_time(cue, CueColumn::kEnd, text); }),
       seconds},
      {ListTableModel::tr("Name"), Holds::kWords,
       [cues](std::size_t row) { return QString::fromStdString(cues()[row].name); },
       by([](Cue& cue, const QVariant& text) {
         cue.name = text.toString().trimmed().toStdString();
         return true;
       })},
      {ListTableModel::tr("Key", "of a cue"), Holds::kWholeNumber,
       [cues](std::size_t row) {
         return cues()[row].key > 0 ? QString::number(cues()[row].key) : QString();
       },
       by([](Cue& cue, const QVariant& text) { return set_key(cue, text.toString().trimmed()); })},
      {ListTableModel::tr("Colour"),
       Holds::kWords,
       [cues](std::size_t row) { return cue_colour(cues()[row]).name().toUpper(); },
       by([](Cue& cue, const QVariant& text) {
         return set_colour(cue, text.toString().trimmed());
       }),
       {},
       [cues](std::size_t row) { return cue_colour(cues()[row]); }}};
  return new ListTableModel(
      std::move(columns), [cues] { return cues().size(); }, parent);
}

}  // namespace tactus::ui
