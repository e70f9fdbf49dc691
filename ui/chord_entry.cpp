#include "ui/chord_entry.h"

#include <QCompleter>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>

#include "model/chord_alternatives.h"
#include "model/chord_label.h"
#include "model/chord_vocabulary.h"
#include "ui/annotation_editor.h"
#include "ui/chord_lane.h"
#include "ui/theme.h"

namespace tactus::ui {
namespace {

constexpr std::size_t kAlternatives = 8;

// All roots as they are usually written, with the qualities of the vocabulary, as people type them.
QStringList completions() {
  QStringList words{QStringLiteral("N")};
  for (const char* root : {"C", "C#", "Db", "D", "D#", "Eb", "E", "F", "F#", "Gb", "G", "G#", "Ab",
                           "A", "A#", "Bb", "B"}) {
    for (const char* quality : chord_qualities()) {
      if (QLatin1String(quality) == QLatin1String("N")) continue;
      const std::string label = std::string(root) + ":" + quality;
      const QString symbol = chord_text(label, true);
      words.append(symbol);
      if (const QString full = QString::fromStdString(label); full != symbol) words.append(full);
    }
  }
  words.sort();
  return words;
}

// What the person typed themselves, without the completion that follows it (End or Right takes it).
QString typed_part(const QLineEdit& line) {
  const bool completed = line.hasSelectedText() && line.selectionEnd() == line.text().size();
  return completed ? line.text().left(line.selectionStart()) : line.text();
}

}  // namespace

QString chord_label_from_text(const QString& text, QString* reason) {
  try {
    return QString::fromStdString(
        canonical_label(text.trimmed().toStdString(), ChordSyntax::kLenient));
  } catch (const ChordLabelError& error) {
    if (reason) *reason = QString::fromUtf8(error.what());
    return {};
  }
}

ChordEntry::ChordEntry(AnnotationEditor& editor, QWidget* parent)
    : QFrame(parent, Qt::Popup),
      editor_(editor),
      line_(new QLineEdit(this)),
      fault_(new QLabel(this)),
      alternatives_(new QListWidget(this)) {
  setObjectName(QStringLiteral("popup"));  // the theme draws its frame
  setFixedWidth(240);
  line_->setPlaceholderText(tr("Chord, such as Dm7 or Bb/D"));
  line_->setAccessibleName(tr("Chord name"));
  alternatives_->setAccessibleName(tr("Likely chords"));
  alternatives_->setUniformItemSizes(true);
  fault_->setWordWrap(true);
  auto* completer = new QCompleter(completions(), this);
  completer->setCaseSensitivity(Qt::CaseSensitive);
  completer->setCompletionMode(QCompleter::InlineCompletion);
  line_->setCompleter(completer);
  line_->installEventFilter(this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid);
  layout->setSpacing(kGrid);
  layout->addWidget(line_);
  layout->addWidget(fault_);
  layout->addWidget(alternatives_);
  connect(line_, &QLineEdit::textChanged, this, &ChordEntry::validate);
  connect(alternatives_, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
    line_->setText(item->data(Qt::UserRole).toString());
    accept();
  });
  connect(alternatives_, &QListWidget::itemClicked, alternatives_, &QListWidget::itemActivated);
}

void ChordEntry::ask(const QRect& lane, const QString& begin) {
  const auto& chords = editor_.document().annotation().chords;
  const auto index = editor_.currentChord();
  const bool whole = editor_.axis().selection().empty() && index && *index < chords.size();
  line_->setText(whole ? chord_text(chords[*index].label, true) : QString());
  line_->selectAll();
  if (!begin.isEmpty()) line_->setText(begin);
  fillAlternatives();
  validate();
  adjustSize();
  move(placeBeside(lane));
  show();
  line_->setFocus();
}

// Below the lane, or above it where there is no room below.
QPoint ChordEntry::placeBeside(const QRect& lane) const {
  const QScreen* on = QGuiApplication::screenAt(lane.topLeft());
  const QRect room = (on ? on : screen())->availableGeometry();
  const int above = lane.top() - height();
  const bool below = lane.bottom() + height() < room.bottom() || above < room.top();
  const int last = std::max(room.left(), room.right() - width());
  return {std::clamp(lane.left(), room.left(), last), below ? lane.bottom() + 1 : above};
}

void ChordEntry::fillAlternatives() {
  alternatives_->clear();
  const Annotation& annotation = editor_.document().annotation();
  TimeSpan span = editor_.axis().selection();
  if (const auto index = editor_.currentChord(); span.empty() && index) {
    span = {annotation.chords[*index].start, annotation.chords[*index].end};
  }
  const std::string key = annotation.keys.empty() ? "" : annotation.keys.front().label;
  const auto ranked = rank_chords(editor_.document().activations().chords, span.begin, span.end,
                                  key, kAlternatives);
  for (const ChordAlternative& alternative : ranked) {
    auto* item = new QListWidgetItem(tr("%1\t%2 %")
                                         .arg(chord_text(alternative.label, true))
                                         .arg(100.0 * alternative.probability, 0, 'f', 1),
                                     alternatives_);
    item->setData(Qt::UserRole, QString::fromStdString(alternative.label));
  }
  alternatives_->setVisible(alternatives_->count() > 0);
  const int row = alternatives_->count() ? alternatives_->sizeHintForRow(0) : 0;
  alternatives_->setFixedHeight(row * alternatives_->count() + 2 * kGrid);
}

void ChordEntry::validate() {
  QString reason;
  const bool empty = line_->text().trimmed().isEmpty();
  if (!empty) chord_label_from_text(line_->text(), &reason);
  fault_->setText(reason);
  fault_->setVisible(!reason.isEmpty());
  QPalette colours = fault_->palette();
  colours.setColor(QPalette::WindowText, theme().differ);
  fault_->setPalette(colours);
}

// A typed chord is taken as typed, half a chord with its completion.
void ChordEntry::accept() {
  QString label = chord_label_from_text(typed_part(*line_), nullptr);
  if (label.isEmpty()) label = chord_label_from_text(line_->text(), nullptr);
  if (label.isEmpty()) return;
  editor_.nameChordHere(label);
  hide();
}

bool ChordEntry::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {  // before the line takes its completion
      accept();
      return true;
    }
    if (key == Qt::Key_Down && alternatives_->count() > 0) {
      alternatives_->setFocus();
      alternatives_->setCurrentRow(0);
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
