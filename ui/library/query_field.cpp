#include "ui/library/query_field.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStringListModel>

#include "app/collection/song_query.h"

namespace tactus::ui {
namespace {

QStringList words() {
  QStringList all;
  for (const std::string_view name : query_field_names())
    all += QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
  all.sort();
  return all + QStringList{QStringLiteral("not")};
}

}  // namespace

int field_begin(const QString& before) {
  qsizetype begin = before.size();
  while (begin > 0 && before[begin - 1].isLetter()) --begin;
  const QString rest = before.left(begin).trimmed();
  if (rest.isEmpty() || rest.endsWith(QLatin1Char('('))) return static_cast<int>(begin);
  const QString last = rest.mid(rest.lastIndexOf(QLatin1Char(' ')) + 1).toLower();
  const bool joins =
      last == QLatin1String("and") || last == QLatin1String("or") || last == QLatin1String("not");
  return joins ? static_cast<int>(begin) : -1;
}

QueryField::QueryField(QWidget* parent)
    : QLineEdit(parent), completer_(new QCompleter(words(), this)) {
  setClearButtonEnabled(true);
  completer_->setWidget(this);
  completer_->setCaseSensitivity(Qt::CaseInsensitive);
  completer_->popup()->setAccessibleName(tr("Fields"));
  connect(this, &QLineEdit::textEdited, this, [this] { offer(false); });
  connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &QueryField::insert);
}

void QueryField::offer(bool all) {
  const QString before = text().left(cursorPosition());
  const int begin = field_begin(before);
  const QString typed = begin < 0 ? QString() : before.mid(begin);
  completer_->setCompletionPrefix(typed);
  const bool whole = completer_->completionCount() == 1 &&
                     completer_->currentCompletion().compare(typed, Qt::CaseInsensitive) == 0;
  if (begin < 0 || (typed.isEmpty() && !all) || whole || completer_->completionCount() == 0) {
    completer_->popup()->hide();
    return;
  }
  QRect place = cursorRect();
  place.setWidth(completer_->popup()->sizeHintForColumn(0) +
                 completer_->popup()->verticalScrollBar()->sizeHint().width());
  completer_->complete(place);
}

void QueryField::insert(const QString& word) {
  const int begin = field_begin(text().left(cursorPosition()));
  if (begin < 0) return;
  setSelection(begin, cursorPosition() - begin);
  QLineEdit::insert(word + QLatin1Char(' '));
  emit textEdited(text());
}

void QueryField::keyPressEvent(QKeyEvent* event) {
  const bool asks = (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) ||
                    event->key() == Qt::Key_Down;
  if (!asks) return QLineEdit::keyPressEvent(event);
  offer(true);
}

}  // namespace tactus::ui
