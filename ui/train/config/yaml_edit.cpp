#include "ui/train/config/yaml_edit.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QStringListModel>
#include <QTextBlock>
#include <algorithm>

#include "ui/look/theme.h"
#include "ui/train/config/yaml_colours.h"

namespace tactus::ui {
namespace {

int indent_of(const QString& line) {
  static const QRegularExpression kContent(QStringLiteral("[^ ]"));
  return static_cast<int>(line.indexOf(kContent));
}

// "  epochs: 7" -> "epochs"
QString key_of(const QString& line) {
  static const QRegularExpression kKey(QStringLiteral("^ *(\\w+) *:"));
  return kKey.match(line).captured(1);
}

// The letters at the end: the beginning of a word.
QString last_word(const QString& text) {
  static const QRegularExpression kWord(QStringLiteral("\\w*$"));
  return kWord.match(text).captured();
}

}  // namespace

YamlEdit::YamlEdit(Words words, QWidget* parent)
    : QPlainTextEdit(parent),
      words_(std::move(words)),
      completer_(new QCompleter(this)),
      colours_(new YamlColours(document())) {
  setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  setLineWrapMode(QPlainTextEdit::NoWrap);
  completer_->setModel(new QStringListModel(completer_));
  completer_->setWidget(this);
  connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &YamlEdit::insert);
}

// Another theme has other colours.
void YamlEdit::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) colours_->rehighlight();
}

void YamlEdit::setFaults(const std::vector<ConfigFault>& faults) {
  faults_.clear();
  for (const ConfigFault& fault : faults) {
    const bool marked = !faults_.empty() && faults_.back().line == fault.line;
    if (fault.line > 0 && !marked) faults_.push_back(fault);
  }
  QList<QTextEdit::ExtraSelection> marks;
  for (const ConfigFault& fault : faults_) {
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(document()->findBlockByNumber(fault.line - 1));
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    QColor colour = theme().differ;
    colour.setAlphaF(0.25f);
    mark.format.setBackground(colour);
    marks += mark;
  }
  setExtraSelections(marks);
  viewport()->update();
}

// The nearest key above with less indentation.
QString YamlEdit::section() const {
  const QTextBlock here = textCursor().block();
  const int indent = indent_of(here.text() + QLatin1Char('x'));
  for (QTextBlock above = here.previous(); indent > 0 && above.isValid();
       above = above.previous()) {
    const int other = indent_of(above.text());
    if (other >= 0 && other < indent && above.text()[other] != QLatin1Char('#'))
      return key_of(above.text());
  }
  return {};
}

QString YamlEdit::keyOfLine() const {
  const QString key = key_of(textCursor().block().text()), above = section();
  return key.isEmpty() || above.isEmpty() ? key : above + QLatin1Char('.') + key;
}

QString YamlEdit::beforeCursor() const {
  return textCursor().block().text().left(textCursor().positionInBlock());
}

void YamlEdit::complete() {
  const QString before = beforeCursor(), word = last_word(before);
  static_cast<QStringListModel*>(completer_->model())
      ->setStringList(words_(section(), before.chopped(word.size())));
  completer_->setCompletionPrefix(word);
  const QString first = completer_->currentCompletion();
  if (completer_->completionCount() == 0 || (completer_->completionCount() == 1 && first == word)) {
    completer_->popup()->hide();
    return;
  }
  completer_->popup()->setCurrentIndex(completer_->completionModel()->index(0, 0));
  QRect place = cursorRect();
  place.setWidth(4 * kGrid + completer_->popup()->sizeHintForColumn(0) +
                 completer_->popup()->verticalScrollBar()->sizeHint().width());
  completer_->complete(place);
}

void YamlEdit::insert(const QString& word) {
  QTextCursor cursor = textCursor();
  cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor,
                      static_cast<int>(last_word(beforeCursor()).size()));
  cursor.insertText(word);
  setTextCursor(cursor);
}

void YamlEdit::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  const bool choosing = completer_->popup()->isVisible();
  if (choosing && (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Tab ||
                   key == Qt::Key_Escape)) {
    event->ignore();  // the list of words handles it
    return;
  }
  if (key == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) return complete();
  const QString line = beforeCursor();
  QPlainTextEdit::keyPressEvent(event);
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {  // same indentation as the line above
    insertPlainText(QString(std::max(0, indent_of(line)), QLatin1Char(' ')));
  }
  const bool typed = !event->text().isEmpty() && !last_word(event->text()).isEmpty();
  if (typed || (choosing && key == Qt::Key_Backspace))
    complete();
  else
    completer_->popup()->hide();
}

void YamlEdit::paintEvent(QPaintEvent* event) {
  QPlainTextEdit::paintEvent(event);
  QPainter painter(viewport());
  painter.setPen(theme().differ);
  for (const ConfigFault& fault : faults_) {
    const QTextBlock block = document()->findBlockByNumber(fault.line - 1);
    if (!block.isValid()) continue;
    const QRectF line = blockBoundingGeometry(block).translated(contentOffset());
    const int end = fontMetrics().horizontalAdvance(block.text() + QStringLiteral("   "));
    painter.drawText(line.translated(end, 0), Qt::TextDontClip | Qt::AlignTop,
                     QString::fromStdString(fault.message));
  }
}

}  // namespace tactus::ui
