#include "ui/annotate/annotation_tables.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <optional>

#include "ui/annotate/cue_table.h"
#include "ui/annotate/note_table.h"
#include "ui/document/segment_labels.h"

namespace tactus::ui {
namespace {

constexpr double kEverything = std::numeric_limits<double>::infinity();  // seconds

QString confidence_text(double confidence) {
  return confidence == kUnknownConfidence ? QString() : QLocale().toString(confidence, 'f', 2);
}

// True if the key starts what the cell can hold: a number or a name. Space stays with playback.
bool begins_edit(const QModelIndex& cell, const QKeyEvent& key) {
  const auto held = key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
  if (held || key.text().size() != 1 || !(cell.flags() & Qt::ItemIsEditable)) return false;
  const QChar typed = key.text().at(0);
  const bool name = cell.column() == SegmentTableModel::kLabel &&  // and of notes and cues
                    qobject_cast<const BeatTableModel*>(cell.model()) == nullptr;
  if (name) return typed.isPrint() && !typed.isSpace();
  const bool whole = cell.column() == BeatTableModel::kPosition &&
                     qobject_cast<const BeatTableModel*>(cell.model()) != nullptr;
  return typed.isDigit() || (!whole && (typed == QLatin1Char('.') || typed == QLatin1Char(',')));
}

// Typing in a cell edits it, even with keys that are commands of the window; Delete deletes what
// the selected row shows. In a checked song no field opens.
class CellTable : public QTableView {
 public:
  CellTable(AnnotationEditor& editor, QWidget* parent) : QTableView(parent), editor_(editor) {}

 protected:
  bool event(QEvent* event) override {
    if (event->type() == QEvent::ShortcutOverride &&
        begins_edit(currentIndex(), *static_cast<QKeyEvent*>(event))) {
      event->accept();  // not the shortcut of that key
      return true;
    }
    return QTableView::event(event);
  }

  bool edit(const QModelIndex& cell, EditTrigger trigger, QEvent* event) override {
    const bool wanted = (editTriggers() & trigger) && (cell.flags() & Qt::ItemIsEditable);
    if (wanted && !editor_.document().allowsEdits())
      return true;  // so that the key does not search for a row
    return QTableView::edit(cell, trigger, event);
  }

  // The selected row is the current item of the editor.
  void keyPressEvent(QKeyEvent* event) override {
    const bool deletes = event->key() == Qt::Key_Delete && event->modifiers() == Qt::NoModifier;
    if (deletes && selectionModel()->hasSelection())
      editor_.deleteCurrent();
    else
      QTableView::keyPressEvent(event);
  }

 private:
  AnnotationEditor& editor_;
};

}  // namespace

BeatTableModel::BeatTableModel(AnnotationEditor& editor, QObject* parent)
    : ListTableModel(parent), editor_(editor) {}

// If a beat appears, disappears or begins a bar, the rows after it change as well.
void BeatTableModel::reload(double begin, double end) {
  const auto& beats = editor_.document().annotation().beats;
  std::vector<int> bars = bar_numbers(beats);
  const BeatRange other = beats_between(beats, begin, end + 1e-3);
  const std::size_t last = bars == bars_ ? other.last : beats.size();
  bars_ = std::move(bars);
  setRows(beats.size(), other.first, last);
}

int BeatTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(kColumns);
}

QVariant BeatTableModel::data(const QModelIndex& index, int role) const {
  const auto row = static_cast<std::size_t>(index.row());
  const auto& beats = editor_.document().annotation().beats;
  if (row >= beats.size()) return {};
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  switch (index.column()) {
    case kTime:
      return seconds_text(beats[row].time);
    case kBar:
      return bars_[row];
    case kPosition:
      return beats[row].position;
    default:
      return confidence_text(beats[row].confidence);
  }
}

QVariant BeatTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole) return {};
  if (orientation == Qt::Vertical) return section + 1;
  const QString titles[] = {tr("Time (s)"), tr("Bar"), tr("Beat"), tr("Confidence")};
  return titles[section];
}

Qt::ItemFlags BeatTableModel::flags(const QModelIndex& index) const {
  const bool editable = index.column() == kTime || index.column() == kPosition;
  return QAbstractTableModel::flags(index) | (editable ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

bool BeatTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const auto row = static_cast<std::size_t>(index.row());
  const auto& beats = editor_.document().annotation().beats;
  if (role != Qt::EditRole || row >= beats.size()) return false;
  if (index.column() == kTime) {
    const auto seconds = seconds_from(value);
    if (!seconds) return false;
    editor_.setBeat(row, *seconds, beats[row].position);
    return true;
  }
  bool good = false;
  const int position = value.toString().toInt(&good);
  if (!good || position < 0 || position > 64) return false;
  editor_.setBeat(row, beats[row].time, position);
  return true;
}

SegmentTableModel::SegmentTableModel(AnnotationEditor& editor, SegmentLayer layer, QObject* parent)
    : ListTableModel(parent), editor_(editor), layer_(layer) {}

const SegmentList& SegmentTableModel::segments() const {
  return segments_of(editor_.document().annotation(), layer_);
}

void SegmentTableModel::reload(double begin, double end) {
  const SegmentList& list = segments();
  const auto from = [&](auto before) {
    return static_cast<std::size_t>(std::partition_point(list.begin(), list.end(), before) -
                                    list.begin());
  };
  const std::size_t first = from([&](const auto& segment) { return segment.start < begin; });
  const std::size_t last = from([&](const auto& segment) { return segment.start <= end; });
  const bool moved = static_cast<int>(list.size()) != rowCount();
  setRows(list.size(), first, moved ? list.size() : last);
}

int SegmentTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(kColumns);
}

QVariant SegmentTableModel::data(const QModelIndex& index, int role) const {
  const auto row = static_cast<std::size_t>(index.row());
  if (row >= segments().size()) return {};
  if (role == Qt::TextAlignmentRole && index.column() != kLabel) {
    return int(Qt::AlignRight | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  const LabelledSegment& segment = segments()[row];
  switch (index.column()) {
    case kStart:
      return seconds_text(segment.start);
    case kEnd:
      return seconds_text(segment.end);
    case kLabel:
      return segment_text(layer_, segment.label, false);
    default:
      return confidence_text(segment.confidence);
  }
}

QVariant SegmentTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole) return {};
  if (orientation == Qt::Vertical) return section + 1;
  const QString label = layer_ == SegmentLayer::kChords     ? tr("Chord")
                        : layer_ == SegmentLayer::kKeys     ? tr("Key")
                        : layer_ == SegmentLayer::kSections ? tr("Section")
                                                            : layer_title(layer_);
  const QString titles[] = {tr("Start (s)"), tr("End (s)"), label, tr("Confidence")};
  return titles[section];
}

Qt::ItemFlags SegmentTableModel::flags(const QModelIndex& index) const {
  const bool editable = index.column() != kConfidence;
  return QAbstractTableModel::flags(index) | (editable ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

bool SegmentTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const auto row = static_cast<std::size_t>(index.row());
  if (role != Qt::EditRole || row >= segments().size()) return false;
  if (index.column() == kLabel) {
    QString reason;
    const QString label = segment_label_from_text(layer_, value.toString(), &reason);
    if (label.isEmpty()) {
      emit editor_.message(reason);
      return false;
    }
    editor_.nameSegment(layer_, row, label);
    return true;
  }
  const auto seconds = seconds_from(value);
  if (!seconds) return false;
  editor_.moveBoundary(layer_, index.column() == kStart ? row : row + 1, *seconds, 0);
  return true;
}

AnnotationTables::AnnotationTables(AnnotationEditor& editor, QWidget* parent)
    : QWidget(parent),
      editor_(editor),
      names_(new QComboBox(this)),
      stack_(new QStackedWidget(this)),
      beats_(makeTable(new BeatTableModel(editor, this), tr("Beats"))) {
  setMinimumWidth(256);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins({});
  auto* choice = new QHBoxLayout;
  auto* label = new QLabel(tr("Table:"), this);
  label->setBuddy(names_);
  choice->addWidget(label);
  choice->addWidget(names_, 1);
  layout->addLayout(choice);
  layout->addWidget(stack_);
  connect(names_, &QComboBox::currentIndexChanged, stack_, &QStackedWidget::setCurrentIndex);
  follow(beats_, {CurrentItem::Kind::kBeat});
  for (const SegmentLayerInfo& layer : segment_layers()) {
    segments_.push_back(makeTable(new SegmentTableModel(editor, layer.segments, this),
                                  layer_title(layer.segments)));
    follow(segments_.back(), {CurrentItem::Kind::kSegment, 0, layer.segments});
  }
  notes_ = makeTable(new NoteTableModel(editor, this), tr("Notes"));
  follow(notes_, {CurrentItem::Kind::kNote});
  cues_ = makeTable(new CueTableModel(editor, this), tr("Cues"));
  cues_->horizontalHeader()->setSectionResizeMode(CueTableModel::kKey,
                                                  QHeaderView::ResizeToContents);
  follow(cues_, {CurrentItem::Kind::kCue});
  connect(&editor_, &AnnotationEditor::currentChanged, this, &AnnotationTables::showCurrent);
  const AnnotationDocument& document = editor_.document();
  connect(&document, &AnnotationDocument::opened, this, &AnnotationTables::showOther);
  connect(&document, &AnnotationDocument::annotationChanged, this, &AnnotationTables::reload);
  reload(0.0, kEverything);
}

// A selected row becomes the current item, even if the current cell of the view was already there.
void AnnotationTables::follow(QTableView* table, CurrentItem item) {
  connect(table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          [this, item](const QItemSelection& selected) mutable {
            if (selected.isEmpty()) return;
            item.index = static_cast<std::size_t>(selected.front().top());
            choose(item);
          });
}

std::vector<QTableView*> AnnotationTables::tables() const {
  std::vector<QTableView*> all(segments_.begin(), segments_.end());
  all.push_back(beats_);
  all.push_back(notes_);
  all.push_back(cues_);
  return all;
}

// The editor sets its current item before the rows exist, so the tables show it once more. When its
// last rows go, a view moves its current cell by itself: this does not choose an item.
void AnnotationTables::reload(double begin, double end) {
  following_ = true;
  for (ListTableModel* model : models_) model->reload(begin, end);
  following_ = false;
  showCurrent();
}

void AnnotationTables::showOther() {
  reload(0.0, kEverything);
  for (QTableView* table : tables()) table->reset();  // discards text typed for another song
  for (QTableView* table : {notes_, cues_})
    if (currentWidget() == table && table->model()->rowCount() == 0) setCurrentWidget(beats_);
}

QWidget* AnnotationTables::currentWidget() const {
  return stack_->currentWidget();
}

void AnnotationTables::setCurrentWidget(QWidget* table) {
  names_->setCurrentIndex(stack_->indexOf(table));
}

QTableView& AnnotationTables::segments(SegmentLayer layer) const {
  return *segments_[static_cast<std::size_t>(layer)];
}

QTableView* AnnotationTables::makeTable(ListTableModel* model, const QString& title) {
  models_.push_back(model);
  auto* table = new CellTable(editor_, this);
  table->setModel(model);
  table->setAccessibleName(title);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->setAlternatingRowColors(true);
  table->setShowGrid(false);
  table->setTabKeyNavigation(false);  // Tab leaves the table
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 8);
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table->horizontalHeader()->setSectionResizeMode(model->columnCount() - 1,
                                                  QHeaderView::ResizeToContents);
  table->horizontalHeader()->setHighlightSections(false);
  stack_->addWidget(table);
  names_->addItem(title);
  return table;
}

void AnnotationTables::choose(const CurrentItem& item) {
  if (following_) return;
  following_ = true;
  const Annotation& annotation = editor_.document().annotation();
  double time = 0.0;
  const QTableView* chosen = beats_;
  if (item.kind == CurrentItem::Kind::kBeat) {
    editor_.setCurrentBeat(item.index);
    time = annotation.beats[item.index].time;
  } else if (item.kind == CurrentItem::Kind::kNote) {
    chosen = notes_;
    editor_.setCurrentNote(item.index);
    time = annotation.notes[item.index].start;
  } else if (item.kind == CurrentItem::Kind::kCue) {
    chosen = cues_;
    editor_.setCurrentCue(item.index);
    time = annotation.cues[item.index].start;
  } else {
    chosen = &segments(item.layer);
    editor_.setCurrentSegment(item.layer, item.index);
    time = segments_of(annotation, item.layer)[item.index].start;
  }
  for (QTableView* table : tables()) {
    if (table != chosen) table->clearSelection();
  }
  editor_.axis().setCursor(time);
  editor_.axis().ensureVisible(time);
  following_ = false;
}

void AnnotationTables::showCurrent() {
  if (following_) return;
  following_ = true;
  const auto show = [](QTableView* table, std::optional<std::size_t> row) {
    if (!row || static_cast<int>(*row) >= table->model()->rowCount()) {
      table->clearSelection();
      return;
    }
    const int column = std::max(table->currentIndex().column(), 0);
    const QModelIndex index = table->model()->index(static_cast<int>(*row), column);
    table->setCurrentIndex(index);
    table->scrollTo(index);
  };
  show(beats_, editor_.currentBeat());
  if (editor_.currentBeat()) setCurrentWidget(beats_);
  show(notes_, editor_.currentNote());
  if (editor_.currentNote()) setCurrentWidget(notes_);
  show(cues_, editor_.currentCue());
  if (editor_.currentCue()) setCurrentWidget(cues_);
  for (const SegmentLayerInfo& row : segment_layers()) {
    const SegmentLayer layer = row.segments;
    show(&segments(layer), editor_.currentSegment(layer));
    if (editor_.currentSegment(layer)) setCurrentWidget(&segments(layer));
  }
  following_ = false;
}

}  // namespace tactus::ui
