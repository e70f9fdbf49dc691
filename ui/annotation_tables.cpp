#include "ui/annotation_tables.h"

#include <QHeaderView>
#include <QLocale>
#include <QTableView>

#include "ui/segment_labels.h"

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

SegmentTableModel::SegmentTableModel(AnnotationEditor& editor, SegmentLayer layer, QObject* parent)
    : QAbstractTableModel(parent), editor_(editor), layer_(layer) {
  connect(&editor_.document(), &AnnotationDocument::annotationChanged, this, [this] {
    beginResetModel();
    endResetModel();
  });
}

const SegmentList& SegmentTableModel::segments() const {
  return segments_of(editor_.document().annotation(), layer_);
}

int SegmentTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(segments().size());
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
  const QString label = layer_ == SegmentLayer::kChords ? tr("Chord")
                        : layer_ == SegmentLayer::kKeys ? tr("Key")
                                                        : tr("Section");
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
    : QTabWidget(parent),
      editor_(editor),
      beats_(makeTable(new BeatTableModel(editor, this), tr("Beats"))) {
  setDocumentMode(true);
  setMinimumWidth(256);
  const auto follow = [this](QTableView* table, CurrentItem item) {
    connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this, item](const QModelIndex& current) mutable {
              if (current.row() < 0) return;
              item.index = static_cast<std::size_t>(current.row());
              choose(item);
            });
  };
  follow(beats_, {CurrentItem::Kind::kBeat});
  const QString titles[] = {tr("Chords"), tr("Keys"), tr("Sections")};
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    const SegmentLayer layer = kSegmentLayers[i];
    segments_[i] = makeTable(new SegmentTableModel(editor, layer, this), titles[i]);
    follow(segments_[i], {CurrentItem::Kind::kSegment, 0, layer});
  }
  connect(&editor_, &AnnotationEditor::currentChanged, this, &AnnotationTables::showCurrent);
}

QTableView& AnnotationTables::segments(SegmentLayer layer) const {
  return *segments_[static_cast<std::size_t>(layer)];
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

void AnnotationTables::choose(const CurrentItem& item) {
  if (following_) return;
  following_ = true;
  const Annotation& annotation = editor_.document().annotation();
  double time = 0.0;
  if (item.kind == CurrentItem::Kind::kBeat) {
    editor_.setCurrentBeat(item.index);
    time = annotation.beats[item.index].time;
  } else {
    editor_.setCurrentSegment(item.layer, item.index);
    time = segments_of(annotation, item.layer)[item.index].start;
  }
  editor_.axis().setCursor(time);
  editor_.axis().ensureVisible(time);
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
  if (editor_.currentBeat()) setCurrentWidget(beats_);
  for (const SegmentLayer layer : kSegmentLayers) {
    show(&segments(layer), editor_.currentSegment(layer));
    if (editor_.currentSegment(layer)) setCurrentWidget(&segments(layer));
  }
  following_ = false;
}

}  // namespace tactus::ui
