#include "ui/annotation_tables.h"

#include <QHeaderView>
#include <QLocale>
#include <QTableView>

#include "ui/chord_entry.h"

namespace tactus::ui {
namespace {

QString seconds_text(double seconds) {
  return QString::number(seconds, 'f', 3);
}

QString confidence_text(double confidence) {
  return confidence == kUnknownConfidence ? QString() : QString::number(confidence, 'f', 2);
}

// A comma is understood, too.
std::optional<double> seconds_from(const QVariant& value) {
  bool good = false;
  const double seconds = QLocale::c().toDouble(
      value.toString().trimmed().replace(QLatin1Char(','), QLatin1Char('.')), &good);
  return good && seconds >= 0 ? std::optional(seconds) : std::nullopt;
}

}  // namespace

BeatTableModel::BeatTableModel(AnnotationEditor& editor, QObject* parent)
    : QAbstractTableModel(parent), editor_(editor) {
  const auto reload = [this] {
    beginResetModel();
    bars_ = bar_numbers(editor_.document().annotation().beats);
    endResetModel();
  };
  connect(&editor_.document(), &AnnotationDocument::annotationChanged, this, reload);
  reload();
}

int BeatTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(bars_.size());
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

ChordTableModel::ChordTableModel(AnnotationEditor& editor, QObject* parent)
    : QAbstractTableModel(parent), editor_(editor) {
  connect(&editor_.document(), &AnnotationDocument::annotationChanged, this, [this] {
    beginResetModel();
    endResetModel();
  });
}

int ChordTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(editor_.document().annotation().chords.size());
}

int ChordTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(kColumns);
}

QVariant ChordTableModel::data(const QModelIndex& index, int role) const {
  const auto row = static_cast<std::size_t>(index.row());
  const auto& chords = editor_.document().annotation().chords;
  if (row >= chords.size()) return {};
  if (role == Qt::TextAlignmentRole && index.column() != kLabel) {
    return int(Qt::AlignRight | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  switch (index.column()) {
    case kStart:
      return seconds_text(chords[row].start);
    case kEnd:
      return seconds_text(chords[row].end);
    case kLabel:
      return QString::fromStdString(chords[row].label);
    default:
      return confidence_text(chords[row].confidence);
  }
}

QVariant ChordTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole) return {};
  if (orientation == Qt::Vertical) return section + 1;
  const QString titles[] = {tr("Start (s)"), tr("End (s)"), tr("Chord"), tr("Confidence")};
  return titles[section];
}

Qt::ItemFlags ChordTableModel::flags(const QModelIndex& index) const {
  const bool editable = index.column() != kConfidence;
  return QAbstractTableModel::flags(index) | (editable ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

bool ChordTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const auto row = static_cast<std::size_t>(index.row());
  if (role != Qt::EditRole || row >= editor_.document().annotation().chords.size()) return false;
  if (index.column() == kLabel) {
    QString reason;
    const QString label = chord_label_from_text(value.toString(), &reason);
    if (label.isEmpty()) {
      emit editor_.message(reason);
      return false;
    }
    editor_.nameChord(row, label);
    return true;
  }
  const auto seconds = seconds_from(value);
  if (!seconds) return false;
  editor_.moveBoundary(index.column() == kStart ? row : row + 1, *seconds, 0);
  return true;
}

AnnotationTables::AnnotationTables(AnnotationEditor& editor, QWidget* parent)
    : QTabWidget(parent),
      editor_(editor),
      beats_(makeTable(new BeatTableModel(editor, this), tr("Beats"))),
      chords_(makeTable(new ChordTableModel(editor, this), tr("Chords"))) {
  setDocumentMode(true);
  setMinimumWidth(256);
  const auto follow = [this](QTableView* table, CurrentItem::Kind kind) {
    connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this, kind](const QModelIndex& current) { choose(kind, current.row()); });
  };
  follow(beats_, CurrentItem::Kind::kBeat);
  follow(chords_, CurrentItem::Kind::kChord);
  connect(&editor_, &AnnotationEditor::currentChanged, this, &AnnotationTables::showCurrent);
}

QTableView* AnnotationTables::makeTable(QAbstractTableModel* model, const QString& title) {
  auto* table = new QTableView(this);
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
  addTab(table, title);
  return table;
}

void AnnotationTables::choose(CurrentItem::Kind kind, int row) {
  if (following_ || row < 0) return;
  const auto index = static_cast<std::size_t>(row);
  following_ = true;
  if (kind == CurrentItem::Kind::kBeat) {
    editor_.setCurrentBeat(index);
    editor_.axis().setCursor(editor_.document().annotation().beats[index].time);
  } else {
    editor_.setCurrentChord(index);
    editor_.axis().setCursor(editor_.document().annotation().chords[index].start);
  }
  editor_.axis().ensureVisible(editor_.axis().cursor());
  following_ = false;
}

void AnnotationTables::showCurrent() {
  if (following_) return;
  following_ = true;
  const auto show = [](QTableView* table, std::optional<std::size_t> row) {
    if (!row) {
      table->clearSelection();
      return;
    }
    const int column = std::max(table->currentIndex().column(), 0);
    const QModelIndex index = table->model()->index(static_cast<int>(*row), column);
    table->setCurrentIndex(index);
    table->scrollTo(index);
  };
  show(beats_, editor_.currentBeat());
  show(chords_, editor_.currentChord());
  if (editor_.currentBeat()) setCurrentWidget(beats_);
  if (editor_.currentChord()) setCurrentWidget(chords_);
  following_ = false;
}

}  // namespace tactus::ui
