#include "ui/train/config/config_editor.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QSplitter>
#include <QTextBlock>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>

#include "app/config/config_edit.h"
#include "ui/look/theme.h"
#include "ui/train/config/yaml_edit.h"

namespace tactus::ui {
namespace {

constexpr int kPauseMs = 150;
constexpr int kErrorRows = 4;

// The keys that people change most; every task has them.
constexpr const char* kForm[] = {"task",
                                 "name",
                                 "output",
                                 "initial_model",
                                 "seed",
                                 "network.layers",
                                 "network.hidden",
                                 "batches.size",
                                 "batches.crop_seconds",
                                 "schedule.epochs",
                                 "schedule.patience",
                                 "optimiser.learning_rate"};

// The titles of these keys, for lupdate.
[[maybe_unused]] constexpr const char* kTitles[] = {
    QT_TRANSLATE_NOOP("ConfigForm", "Task"),
    QT_TRANSLATE_NOOP("ConfigForm", "Name"),
    QT_TRANSLATE_NOOP("ConfigForm", "Output"),
    QT_TRANSLATE_NOOP("ConfigForm", "Initial model"),
    QT_TRANSLATE_NOOP("ConfigForm", "Seed"),
    QT_TRANSLATE_NOOP("ConfigForm", "Network layers"),
    QT_TRANSLATE_NOOP("ConfigForm", "Network hidden"),
    QT_TRANSLATE_NOOP("ConfigForm", "Batches size"),
    QT_TRANSLATE_NOOP("ConfigForm", "Batches crop seconds"),
    QT_TRANSLATE_NOOP("ConfigForm", "Schedule epochs"),
    QT_TRANSLATE_NOOP("ConfigForm", "Schedule patience"),
    QT_TRANSLATE_NOOP("ConfigForm", "Optimiser learning rate")};

// "network.hidden" -> "Network hidden", in the language of the window
QString title_of(QString path) {
  path.replace(QLatin1Char('_'), QLatin1Char(' ')).replace(QLatin1Char('.'), QLatin1Char(' '));
  path[0] = path[0].toUpper();
  return QCoreApplication::translate("ConfigForm", path.toUtf8());
}

QStringList words_of(const ConfigField& field) {
  QStringList words;
  for (const std::string& word : field.words) words += QString::fromStdString(word);
  return words;
}

}  // namespace

ConfigEditor::ConfigEditor(QWidget* parent)
    : QWidget(parent),
      text_(new YamlEdit([this](const QString& section, const QString& before) {
        return words(section, before);
      })),
      hint_(new QLabel),
      errors_(new QListWidget) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* views = new QSplitter(Qt::Horizontal, this);
  views->addWidget(makeForm());
  text_->setAccessibleName(tr("Configuration as YAML"));
  text_->setPlaceholderText(tr("Begin with a recipe above, or write YAML here."));
  views->addWidget(text_);
  views->setStretchFactor(1, 1);
  views->setSizes({340, 580});
  layout->addWidget(views, 1);
  hint_->setWordWrap(true);
  hint_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  hint_->setAccessibleDescription(tr("Meaning of the key at the cursor"));
  layout->addWidget(hint_);
  errors_->setAccessibleName(tr("Errors in the configuration"));
  errors_->setToolTip(tr("Click an error to go to its place"));
  errors_->setFixedHeight(fontMetrics().lineSpacing() * kErrorRows + 2 * errors_->frameWidth());
  layout->addWidget(errors_);
  timer_.setSingleShot(true);
  timer_.setInterval(kPauseMs);
  connect(&timer_, &QTimer::timeout, this, &ConfigEditor::inspectNow);
  connect(text_, &QPlainTextEdit::textChanged, &timer_, qOverload<>(&QTimer::start));
  connect(text_, &QPlainTextEdit::cursorPositionChanged, this, &ConfigEditor::showHint);
  for (const auto signal : {&QListWidget::itemClicked, &QListWidget::itemActivated})
    connect(errors_, signal, this, &ConfigEditor::goToError);
  inspectNow();
}

// Another theme has other text colours. They apply after all widgets have the new theme.
void ConfigEditor::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) timer_.start();
}

QString ConfigEditor::text() const {
  return text_->toPlainText();
}

void ConfigEditor::setText(const QString& text) {
  replaceText(QString(text).replace(QStringLiteral("\r\n"), QStringLiteral("\n")));
  text_->moveCursor(QTextCursor::Start);
}

void ConfigEditor::setValue(const QString& path, const QString& yaml) {
  try {
    replaceText(QString::fromStdString(
        with_config_value(text().toStdString(), path.toStdString(), yaml.toStdString())));
  } catch (const ConfigError& error) {
    inspection_.faults.push_back(error.fault());
    showErrors();
  }
}

// Replaces only the part that differs, so that the cursor keeps its place.
void ConfigEditor::replaceText(const QString& text) {
  const QString before = this->text();
  if (text != before) {
    const auto [old, fresh] = std::mismatch(before.begin(), before.end(), text.begin(), text.end());
    const auto [old_end, fresh_end] =
        std::mismatch(before.rbegin(), std::make_reverse_iterator(old), text.rbegin(),
                      std::make_reverse_iterator(fresh));
    QTextCursor cursor(text_->document());
    cursor.beginEditBlock();
    cursor.setPosition(static_cast<int>(old - before.begin()));
    cursor.setPosition(static_cast<int>(old_end.base() - before.begin()), QTextCursor::KeepAnchor);
    // Typing after an insertion would be undone with it; typing after a removal is not.
    cursor.insertText(QString(fresh, static_cast<int>(fresh_end.base() - fresh)) +
                      QLatin1Char(' '));
    cursor.deletePreviousChar();
    cursor.endEditBlock();
  }
  inspectNow();
}

QString ConfigEditor::value(const QString& path) const {
  const ConfigField* field = find(path);
  if (!field) return {};
  return QString::fromStdString(field->value.empty() ? field->standard : field->value);
}

const ConfigField* ConfigEditor::find(const QString& path) const {
  return inspection_.find(path.toStdString());
}

QWidget* ConfigEditor::field(const QString& path) const {
  const auto found = widgets_.find(path.toStdString());
  return found == widgets_.end() ? nullptr : found->second;
}

void ConfigEditor::inspectNow() {
  timer_.stop();
  ConfigInspection found = inspect_train_config(text().toStdString());
  if (text().trimmed().isEmpty()) found.faults.clear();
  if (found.fields.empty()) found.fields = inspection_.fields;  // the text is not YAML
  inspection_ = std::move(found);
  for (const auto& [path, widget] : widgets_) {
    const ConfigField* field = inspection_.find(path);
    if (field) showValue(*field, *widget);
  }
  showErrors();
  emit edited();
}

QWidget* ConfigEditor::makeForm() {
  auto* scroll = new QScrollArea;
  scroll->setAccessibleName(tr("Configuration as a form"));
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setMinimumWidth(240);
  auto* form = new QWidget;
  scroll->setWidget(form);
  auto* layout = new QFormLayout(form);
  layout->setContentsMargins(0, 0, 2 * kGrid, 0);
  layout->setSpacing(kGrid);
  layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  for (const char* path : kForm) {
    QWidget* widget = widgets_[path] = makeField(QString::fromLatin1(path));
    const QString title = title_of(QString::fromLatin1(path));
    widget->setAccessibleName(title);
    layout->addRow(title, widget);
  }
  return scroll;
}

QWidget* ConfigEditor::makeField(const QString& path) {
  if (path == QLatin1String("task")) {
    auto* box = new QComboBox;
    connect(box, &QComboBox::textActivated, this,
            [this, path](const QString& task) { setValue(path, task); });
    return box;
  }
  auto* line = new QLineEdit;
  connect(line, &QLineEdit::editingFinished, this, [this, path, line] {
    const ConfigField* field = find(path);
    if (!line->isModified() || !field) return;
    line->setModified(false);
    setValue(path, QString::fromStdString(field->yaml(line->text().trimmed().toStdString())));
  });
  return line;
}

void ConfigEditor::showValue(const ConfigField& field, QWidget& widget) {
  const QString text = QString::fromStdString(field.value);
  if (auto* choice = qobject_cast<QComboBox*>(&widget)) {
    if (choice->count() == 0) choice->addItems(words_of(field));
    choice->setCurrentIndex(choice->findText(text));
  } else if (auto* line = qobject_cast<QLineEdit*>(&widget); line && !line->isModified()) {
    line->setPlaceholderText(QString::fromStdString(field.standard));
    if (line->text() != text) line->setText(text);
    if (!line->hasFocus()) line->setCursorPosition(0);
  }
  QPalette palette;
  if (!field.fault.empty()) palette.setColor(QPalette::Text, theme().differ);
  widget.setPalette(palette);
  const QString fault = QString::fromStdString(field.fault);
  widget.setToolTip(fault.isEmpty() ? explanation(field) : fault);
}

QString ConfigEditor::explanation(const ConfigField& field) const {
  QStringList parts;
  if (!field.meaning.empty()) parts += QString::fromStdString(field.meaning);
  parts += tr("Value: %1").arg(QString::fromStdString(field.expected));
  if (!field.standard.empty())
    parts += tr("Default: %1").arg(QString::fromStdString(field.standard));
  return parts.join(QStringLiteral(". "));
}

// Returns the allowed values after a key, else the keys of the section.
QStringList ConfigEditor::words(const QString& section, const QString& before) const {
  const QString prefix = section.isEmpty() ? QString() : section + QLatin1Char('.');
  QStringList found;
  if (const qsizetype colon = before.indexOf(QLatin1Char(':')); colon >= 0) {
    const ConfigField* field = find(prefix + before.left(colon).trimmed());
    if (field) found = words_of(*field);
  } else if (before.trimmed().isEmpty() && before.isEmpty() == section.isEmpty()) {
    if (section.isEmpty()) found += QStringLiteral("data:");
    for (const ConfigField& field : inspection_.fields) {
      const QString path = QString::fromStdString(field.path);
      if (!path.startsWith(prefix)) continue;
      const QStringList keys = path.mid(prefix.size()).split(QLatin1Char('.'));
      found += keys.front() + (keys.size() > 1 ? QStringLiteral(":") : QStringLiteral(": "));
    }
    found.removeDuplicates();
  }
  return found;
}

// The list never goes away, so that the text does not move while a person types.
void ConfigEditor::showErrors() {
  errors_->clear();
  for (const ConfigFault& fault : inspection_.faults) {
    const QString message = QString::fromStdString(fault.message);
    errors_->addItem(fault.line > 0 ? tr("Line %1: %2").arg(fault.line).arg(message) : message);
    errors_->item(errors_->count() - 1)->setForeground(theme().differ);
  }
  if (valid()) {
    errors_->addItem(tr("No errors"));
    errors_->item(0)->setFlags(Qt::NoItemFlags);
  }
  text_->setFaults(inspection_.faults);
  showHint();
}

void ConfigEditor::showHint() {
  const ConfigField* field = find(text_->keyOfLine());
  hint_->setText(field ? QString::fromStdString(field->path) + QStringLiteral(": ") +
                             explanation(*field)
                       : tr("Press Ctrl+Space to see what you can write at the cursor."));
}

void ConfigEditor::goToError(const QListWidgetItem* item) {
  if (valid()) return;
  const ConfigFault& fault = inspection_.faults.at(static_cast<std::size_t>(errors_->row(item)));
  if (fault.line == 0) return;
  QTextCursor cursor(text_->document()->findBlockByNumber(fault.line - 1));
  cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor,
                      std::min(fault.column, cursor.block().length()) - 1);
  text_->setTextCursor(cursor);
  text_->setFocus();
}

}  // namespace tactus::ui
