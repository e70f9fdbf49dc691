#include "ui/annotate/annotation_tables.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <optional>

#include "ui/annotate/layer_tables.h"
#include "ui/document/segment_labels.h"

namespace tactus::ui {
namespace {

constexpr double kEverything = std::numeric_limits<double>::infinity();  // seconds

// True if the key starts what the cell can hold: a number or a name. Space stays with playback.
bool begins_edit(const QModelIndex& cell, const QKeyEvent& key) {
  const auto held = key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
  if (held || key.text().size() != 1 || !(cell.flags() & Qt::ItemIsEditable)) return false;
  const QChar typed = key.text().at(0);
  const auto* table = qobject_cast<const ListTableModel*>(cell.model());
  const TableColumn::Holds holds = table->column(cell.column()).holds;
  if (holds == TableColumn::Holds::kWords) return typed.isPrint() && !typed.isSpace();
  const bool point = typed == QLatin1Char('.') || typed == QLatin1Char(',');
  return typed.isDigit() || (point && holds == TableColumn::Holds::kNumber);
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

AnnotationTables::AnnotationTables(AnnotationEditor& editor, QWidget* parent)
    : QWidget(parent),
      editor_(editor),
      names_(new QComboBox(this)),
      stack_(new QStackedWidget(this)),
      beats_(makeTable(beat_table(editor, this), tr("Beats"))) {
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
    segments_.push_back(
        makeTable(segment_table(editor, layer.segments, this), layer_title(layer.segments)));
    follow(segments_.back(), {CurrentItem::Kind::kSegment, 0, layer.segments});
  }
  notes_ = makeTable(note_table(editor, this), tr("Notes"));
  follow(notes_, {CurrentItem::Kind::kNote});
  cues_ = makeTable(cue_table(editor, this), tr("Cues"));
  cues_->horizontalHeader()->setSectionResizeMode(CueColumn::kKey, QHeaderView::ResizeToContents);
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
