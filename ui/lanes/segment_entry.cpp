#include "ui/lanes/segment_entry.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>

#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/score/transposition.h"
#include "ui/document/annotation_editor.h"
#include "ui/document/segment_labels.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kProposals = 8;
constexpr int kAll = 1000;

// The typed text without the completion after it (End or Right accepts the completion).
QString typed_part(const QLineEdit& line) {
  const bool completed = line.hasSelectedText() && line.selectionEnd() == line.text().size();
  return completed ? line.text().left(line.selectionStart()) : line.text();
}

}  // namespace

SegmentEntry::SegmentEntry(AnnotationEditor& editor, QWidget* parent)
    : QFrame(parent, Qt::Popup),
      editor_(editor),
      line_(new QLineEdit(this)),
      fault_(new QLabel(this)),
      hint_(new QLabel(this)),
      proposals_(new QListWidget(this)) {
  setObjectName(QStringLiteral("popup"));  // the theme draws its frame
  setFixedWidth(240);
  proposals_->setUniformItemSizes(true);
  fault_->setWordWrap(true);
  hint_->setWordWrap(true);
  hint_->setForegroundRole(QPalette::PlaceholderText);
  hint_->hide();
  line_->installEventFilter(this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid);
  layout->setSpacing(kGrid);
  layout->addWidget(line_);
  layout->addWidget(fault_);
  layout->addWidget(hint_);
  layout->addWidget(proposals_);
  connect(line_, &QLineEdit::textChanged, this, &SegmentEntry::validate);
  connect(line_, &QLineEdit::textEdited, this, [this] {
    fillProposals();
    completeLine();
    adjustSize();
  });
  connect(proposals_, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
    line_->setText(item->data(Qt::UserRole).toString());
    accept();
  });
  connect(proposals_, &QListWidget::itemClicked, proposals_, &QListWidget::itemActivated);
}

void SegmentEntry::ask(SegmentLayer layer, Purpose purpose, const QRect& lane,
                       const QString& begin) {
  layer_ = layer;
  purpose_ = purpose;
  span_.reset();
  semitones_ = 0;
  const SegmentList& segments = segments_of(editor_.document().annotation(), layer);
  const auto index = editor_.currentSegment(layer);
  const bool whole = purpose == Purpose::kName && editor_.axis().selection().empty() && index &&
                     *index < segments.size();
  open(whole ? segment_text(layer, segments[*index].label) : QString(), lane, begin);
}

void SegmentEntry::askForChord(const TimeSpan& span, int semitones, const QRect& place,
                               const QString& begin) {
  layer_ = SegmentLayer::kChords;
  purpose_ = Purpose::kName;
  span_ = span;
  semitones_ = semitones;
  open(segment_text(layer_, moved(spanLabel(), semitones).toStdString()), place, begin);
}

void SegmentEntry::setHint(const QString& text) {
  hint_->setText(text);
  hint_->setVisible(!text.isEmpty());
}

QString SegmentEntry::spanLabel() const {
  const SegmentList& chords = editor_.document().annotation().chords;
  const std::size_t index = segment_at(chords, (span_->begin + span_->end) / 2.0);
  return index < chords.size() ? QString::fromStdString(chords[index].label) : QStringLiteral("N");
}

// The spelling is that of the key at the span, moved as far.
QString SegmentEntry::moved(const QString& chord, int semitones) const {
  if (semitones == 0) return chord;
  const std::string key = key_at(editor_.document().annotation().keys, span_->begin);
  const std::string after = semitones == semitones_ ? transposed_key(key, semitones) : key;
  return QString::fromStdString(transposed_chord(chord.toStdString(), semitones, after));
}

void SegmentEntry::open(const QString& text, const QRect& lane, const QString& begin) {
  lane_ = lane;
  complete();
  erasing_ = false;
  line_->setText(text);
  line_->selectAll();
  if (!begin.isEmpty()) line_->setText(begin);
  line_->setModified(!begin.isEmpty());
  fillProposals();
  completeLine();
  validate();
  adjustSize();
  move(placeBeside(lane));
  show();
  line_->setFocus();
}

// The size is known only when it is shown, and changes with the list and the fault.
void SegmentEntry::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  if (!lane_.isEmpty()) move(placeBeside(lane_));
}

// Below the lane, or above it if there is no space below.
QPoint SegmentEntry::placeBeside(const QRect& lane) const {
  const QScreen* on = QGuiApplication::screenAt(lane.topLeft());
  const QRect room = (on ? on : screen())->availableGeometry();
  const int above = lane.top() - height();
  const bool below = lane.bottom() + height() < room.bottom() || above < room.top();
  const int last = std::max(room.left(), room.right() - width());
  return {std::clamp(lane.left(), room.left(), last), below ? lane.bottom() + 1 : above};
}

void SegmentEntry::complete() {
  struct Words {
    QString hint, name, list;
  };
  const Words words =
      layer_ == SegmentLayer::kChords
          ? Words{tr("Chord, such as Dm7 or Bb/D"), tr("Chord name"), tr("Likely chords")}
      : layer_ == SegmentLayer::kKeys
          ? Words{tr("Key, such as Am or Eb major"), tr("Key name"), tr("Likely keys")}
          : Words{tr("Section, such as verse"), tr("Section name"), tr("Usual sections")};
  line_->setPlaceholderText(words.hint);
  line_->setAccessibleName(words.name);
  proposals_->setAccessibleName(words.list);
  words_ = label_completions(layer_, editor_.document().annotation());
}

// With the first row of the list, so that the line shows what Return stores. A chord that is one
// already stays: C is no C7.
void SegmentEntry::completeLine() {
  const QString typed = line_->text();
  const bool may = !erasing_ && line_->isModified() && !typed.isEmpty() &&
                   line_->cursorPosition() == typed.size();
  if (!may || proposals_->count() == 0) return;
  const bool chord = layer_ == SegmentLayer::kChords;
  if (chord && !segment_label_from_text(layer_, typed, nullptr).isEmpty()) return;
  const QString whole = proposals_->item(0)->text().section(QLatin1Char('\t'), 0, 0);
  if (!whole.startsWith(typed, chord ? Qt::CaseSensitive : Qt::CaseInsensitive)) return;
  if (whole.size() == typed.size()) return;
  line_->setText(is_name(layer_) ? typed + whole.mid(typed.size()) : whole);
  line_->setModified(true);
  line_->setSelection(static_cast<int>(whole.size()),
                      static_cast<int>(typed.size() - whole.size()));
}

TimeSpan SegmentEntry::proposalSpan() const {
  if (span_) return *span_;
  const TimeSpan selected = editor_.axis().selection();
  if (!selected.empty()) return selected;
  if (purpose_ == Purpose::kBegin) return {editor_.axis().cursor(), editor_.axis().duration()};
  const auto index = editor_.currentSegment(layer_);
  if (!index) return {};
  const LabelledSegment& segment = segments_of(editor_.document().annotation(), layer_)[*index];
  return {segment.start, segment.end};
}

void SegmentEntry::fillProposals() {
  proposals_->clear();
  QString typed = line_->isModified() ? typed_part(*line_) : QString();
  if (typed.trimmed().isEmpty()) typed.clear();  // a space behind a root ends it: "B " is not Bb
  QStringList shown;
  for (const LabelProposal& likely : label_proposals(layer_, editor_.document(), proposalSpan(),
                                                     typed.isEmpty() ? kProposals : kAll)) {
    const QString label = moved(likely.label, semitones_);
    const QString text = segment_text(layer_, label.toStdString());
    if (shown.size() == kProposals || !text.startsWith(typed, Qt::CaseInsensitive)) continue;
    shown += text;
    propose(label, likely.probability < 0
                       ? text
                       : tr("%1\t%2 %").arg(text).arg(100.0 * likely.probability, 0, 'f', 1));
  }
  for (const QString& word : typed.isEmpty() ? QStringList() : words_) {
    if (shown.size() == kProposals) break;
    if (!word.startsWith(typed, Qt::CaseInsensitive) || shown.contains(word)) continue;
    shown += word;
    propose(word, word);
  }
  proposals_->setVisible(proposals_->count() > 0);
  const int row = proposals_->count() ? proposals_->sizeHintForRow(0) : 0;
  proposals_->setFixedHeight(row * proposals_->count() + 2 * kGrid);
}

void SegmentEntry::propose(const QString& label, const QString& text) {
  auto* item = new QListWidgetItem(text, proposals_);
  item->setData(Qt::UserRole, label);
}

void SegmentEntry::validate() {
  QString reason;
  const bool empty = line_->text().trimmed().isEmpty();
  if (!empty) segment_label_from_text(layer_, line_->text(), &reason);
  fault_->setText(reason);
  fault_->setVisible(!reason.isEmpty());
  QPalette colours = fault_->palette();
  colours.setColor(QPalette::WindowText, theme().differ);
  fault_->setPalette(colours);
}

QString SegmentEntry::label() const {
  return segment_label_from_text(layer_, line_->text(), nullptr);
}

void SegmentEntry::accept() {
  const QString wanted = label();
  if (wanted.isEmpty()) return;
  if (span_) {
    const QString old = spanLabel();  // a confirmed chord keeps its spelling
    const bool same = wanted == moved(old, semitones_);
    editor_.nameSpan(layer_, *span_, same ? old : moved(wanted, -semitones_));
  } else if (purpose_ == Purpose::kBegin) {
    editor_.beginHere(layer_, wanted);
  } else {
    editor_.nameHere(layer_, wanted);
  }
  hide();
}

bool SegmentEntry::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    erasing_ = key == Qt::Key_Backspace || key == Qt::Key_Delete;
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      accept();
      return true;
    }
    if (key == Qt::Key_Down && proposals_->count() > 0) {
      proposals_->setFocus();
      proposals_->setCurrentRow(0);
      return true;
    }
    if (key == Qt::Key_Escape) {
      hide();
      return true;
    }
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace tactus::ui
