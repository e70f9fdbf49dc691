#include "ui/train/config_editor.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QTextBlock>
#include <QVBoxLayout>
#include <algorithm>

#include "app/config/config_edit.h"
#include "app/config/yaml_text.h"
#include "datasets/tasks/task_table.h"
#include "ui/look/theme.h"
#include "ui/train/recipes.h"
#include "ui/train/yaml_edit.h"

namespace tactus::ui {
namespace {

constexpr int kPauseMs = 150;

// What people change most; all tasks have all of it.
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

// "network.hidden" -> "Network hidden"
QString title_of(QString path) {
  path.replace(QLatin1Char('_'), QLatin1Char(' ')).replace(QLatin1Char('.'), QLatin1Char(' '));
  path[0] = path[0].toUpper();
  return path;
}

bool is_text(const ConfigField& field) {
  return field.kind == ConfigField::Kind::kText || field.kind == ConfigField::Kind::kPath;
}

QStringList choices_of(const ConfigField& field) {
  QStringList choices;
  for (const std::string& choice : field.choices) choices += QString::fromStdString(choice);
  return choices;
}

// A list without its brackets, a word without its quotes: as a person types it.
QString shown(const ConfigField& field, const std::string& yaml) {
  const QString text = QString::fromStdString(yaml);
  if (text.startsWith(QLatin1Char('['))) return text.mid(1, text.size() - 2);
  if (!is_text(field)) return text;
  const ConfigDocument word = parse_config("k: " + yaml, "value");
  const ConfigNode* node = word.root.find("k");
  return node ? QString::fromStdString(node->scalar) : QString();
}

QString as_yaml(const ConfigField& field, const QString& typed) {
  const QString text = typed.trimmed();
  if (field.kind == ConfigField::Kind::kWholes && text.contains(QLatin1Char(',')))
    return QStringLiteral("[%1]").arg(text);
  return text.isEmpty() ? text : QString::fromStdString(yaml_word(text.toStdString()));
}

}  // namespace

ConfigEditor::ConfigEditor(QWidget* parent)
    : QWidget(parent),
      text_(new YamlEdit([this](const QString& section, const QString& before) {
        return words(section, before);
      })),
      message_(new QLabel) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* views = new QSplitter(Qt::Horizontal, this);
  auto* scroll = new QScrollArea;
  scroll->setAccessibleName(tr("Configuration as a form"));
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setMinimumWidth(240);
  scroll->setWidget(makeForm());
  views->addWidget(scroll);
  text_->setAccessibleName(tr("Configuration as YAML"));
  text_->setPlaceholderText(tr("Begin with a recipe above, or write YAML here."));
  views->addWidget(text_);
  views->setStretchFactor(1, 1);
  views->setSizes({340, 580});
  layout->addWidget(views, 1);
  message_->setObjectName(QStringLiteral("message"));
  message_->setWordWrap(true);
  message_->setTextInteractionFlags(Qt::TextBrowserInteraction);
  layout->addWidget(message_);
  showMessage();
  timer_.setSingleShot(true);
  timer_.setInterval(kPauseMs);
  connect(&timer_, &QTimer::timeout, this, &ConfigEditor::inspectNow);
  connect(text_, &QPlainTextEdit::textChanged, &timer_, qOverload<>(&QTimer::start));
  connect(text_, &QPlainTextEdit::cursorPositionChanged, this, &ConfigEditor::showMessage);
  connect(message_, &QLabel::linkActivated, this, [this](const QString& line) {
    text_->setTextCursor(QTextCursor(text_->document()->findBlockByNumber(line.toInt() - 1)));
    text_->setFocus();
  });
}

QString ConfigEditor::text() const {
  return text_->toPlainText();
}

void ConfigEditor::setText(const QString& text) {
  if (text != this->text()) {
    QTextCursor cursor(text_->document());
    cursor.beginEditBlock();
    cursor.select(QTextCursor::Document);
    // What is typed right behind an insertion would be undone with it; behind a removal it is not.
    cursor.insertText(text + QLatin1Char(' '));
    cursor.deletePreviousChar();
    cursor.endEditBlock();
    text_->moveCursor(QTextCursor::Start);
  }
  inspectNow();
}

void ConfigEditor::setValue(const QString& path, const QString& yaml) {
  QString changed;
  try {
    changed = QString::fromStdString(
        with_config_value(text().toStdString(), path.toStdString(), yaml.toStdString()));
  } catch (const ConfigError& error) {
    inspection_.faults.push_back({0, 0, error.what()});
    showMessage();
    return;
  }
  // Only what is different is replaced, so that the cursor and the undo stack stay with the text.
  const QString before = text();
  if (changed == before) return;
  qsizetype head = 0, tail = 0;
  const qsizetype shorter = std::min(before.size(), changed.size());
  while (head < shorter && before[head] == changed[head]) ++head;
  while (tail < shorter - head &&
         before[before.size() - 1 - tail] == changed[changed.size() - 1 - tail]) {
    ++tail;
  }
  QTextCursor cursor(text_->document());
  cursor.setPosition(static_cast<int>(head));
  cursor.setPosition(static_cast<int>(before.size() - tail), QTextCursor::KeepAnchor);
  cursor.insertText(changed.mid(head, changed.size() - head - tail));
  inspectNow();
}

const ConfigField* ConfigEditor::find(const QString& path) const {
  const auto found =
      std::find_if(inspection_.fields.begin(), inspection_.fields.end(),
                   [&](const ConfigField& field) { return field.path == path.toStdString(); });
  return found == inspection_.fields.end() ? nullptr : &*found;
}

QString ConfigEditor::value(const QString& path) const {
  const ConfigField* field = find(path);
  if (!field) return {};
  return QString::fromStdString(field->value.value_or("").empty() ? field->standard
                                                                  : *field->value);
}

QWidget* ConfigEditor::field(const QString& path) const {
  const auto found = widgets_.find(path.toStdString());
  return found == widgets_.end() ? nullptr : found->second;
}

void ConfigEditor::inspectNow() {
  timer_.stop();
  const ConfigInspection before = std::move(inspection_);
  inspection_ = inspect_train_config(text().toStdString(), "configuration");
  // While the text is no YAML the form keeps what it showed last.
  if (inspection_.fields.empty() && !text().trimmed().isEmpty()) {
    inspection_.fields = before.fields;
  }
  for (const auto& [path, widget] : widgets_) {
    const ConfigField* field = find(QString::fromStdString(path));
    widget->setEnabled(field != nullptr);
    if (field) showValue(*field, *widget);
  }
  std::vector<YamlEdit::Fault> faults;
  for (const ConfigFault& fault : inspection_.faults) {
    const QString message = QString::fromStdString(fault.message);
    const QString place = QStringLiteral(":%1:%2: ").arg(fault.line).arg(fault.column);
    if (fault.line > 0) faults.push_back({fault.line, message.section(place, 1)});
  }
  text_->setFaults(std::move(faults));
  showMessage();
  emit edited();
}

QWidget* ConfigEditor::makeForm() {
  auto* form = new QWidget(this);
  auto* layout = new QFormLayout(form);
  layout->setContentsMargins(0, 0, 2 * kGrid, 0);
  layout->setSpacing(kGrid);
  layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  for (const char* path : kForm) {
    QWidget* widget = widgets_[path] = makeField(QString::fromLatin1(path));
    const QString title = title_of(QString::fromLatin1(path));
    widget->setAccessibleName(title);
    widget->setEnabled(false);
    layout->addRow(title, widget);
  }
  return form;
}

QWidget* ConfigEditor::makeField(const QString& path) {
  if (path == QLatin1String("task")) {
    auto* box = new QComboBox;
    for (const auto& task : all_tasks()) box->addItem(QString::fromStdString(task->name()));
    connect(box, &QComboBox::textActivated, this,
            [this, path](const QString& task) { setValue(path, task); });
    return box;
  }
  auto* line = new QLineEdit;
  connect(line, &QLineEdit::editingFinished, this, [this, path, line] {
    const ConfigField* field = find(path);
    if (!line->isModified() || !field) return;
    line->setModified(false);
    setValue(path, as_yaml(*field, line->text()));
  });
  return line;
}

void ConfigEditor::showValue(const ConfigField& field, QWidget& widget) {
  const std::string yaml = field.value.value_or("");
  if (auto* choice = qobject_cast<QComboBox*>(&widget)) {
    choice->setCurrentText(QString::fromStdString(yaml.empty() ? field.standard : yaml));
  } else if (auto* line = qobject_cast<QLineEdit*>(&widget); line && !line->isModified()) {
    line->setPlaceholderText(shown(field, field.standard));
    const QString text = yaml.empty() ? QString() : shown(field, yaml);
    if (line->text() != text) {
      line->setText(text);
      line->setCursorPosition(0);
    }
  }
  QPalette palette;
  if (!field.fault.empty()) palette.setColor(QPalette::Text, theme().differ);
  widget.setPalette(palette);
  widget.setToolTip(explanation(field));
}

QString ConfigEditor::explanation(const ConfigField& field) const {
  const QString task = value(QStringLiteral("task"));
  QStringList parts;
  if (!field.fault.empty()) parts += QString::fromStdString(field.fault);
  for (const std::string& text : {this->text().toStdString(), recipe_text(task).toStdString()}) {
    try {
      const std::string comment = config_comment(text, field.path);
      if (comment.empty()) continue;
      parts += QString::fromStdString(comment);
      break;
    } catch (const ConfigError&) {
      continue;
    }
  }
  if (!field.choices.empty())
    parts += tr("One of %1").arg(choices_of(field).join(QStringLiteral(", ")));
  if (!is_text(field) && field.high > field.low)
    parts += tr("From %1 to %2").arg(field.low).arg(field.high);
  if (!field.standard.empty())
    parts += tr("Default: %1").arg(QString::fromStdString(field.standard));
  return parts.join(QLatin1Char('\n'));
}

// Keys, and behind a key the words that it takes.
QStringList ConfigEditor::words(const QString& section, const QString& before) const {
  const QString prefix = section.isEmpty() ? QString() : section + QLatin1Char('.');
  QStringList found;
  if (const qsizetype colon = before.indexOf(QLatin1Char(':')); colon >= 0) {
    const ConfigField* field = find(prefix + before.left(colon).trimmed());
    if (field && field->kind == ConfigField::Kind::kFlag) found = {"true", "false"};
    if (field) found += choices_of(*field);
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

// What is wrong, else what the key at the cursor means.
void ConfigEditor::showMessage() {
  const int here = text_->textCursor().blockNumber() + 1;
  const auto& faults = inspection_.faults;
  const auto at_cursor = std::find_if(faults.begin(), faults.end(),
                                      [here](const ConfigFault& f) { return f.line == here; });
  QString text = tr("Ctrl+Space offers what may stand at the cursor.");
  if (!faults.empty()) {
    const ConfigFault& fault = at_cursor == faults.end() ? faults.front() : *at_cursor;
    text = QString::fromStdString(fault.message).toHtmlEscaped();
    if (fault.line > 0 && fault.line != here)
      text += QStringLiteral(" <a href=\"%1\">%2</a>").arg(fault.line).arg(tr("Show it"));
    if (faults.size() > 1) text += tr(" (one of %1 faults)").arg(faults.size());
  } else if (const ConfigField* field = find(text_->keyOfLine())) {
    text = QStringLiteral("%1: %2").arg(
        QString::fromStdString(field->path),
        explanation(*field).replace(QLatin1Char('\n'), QStringLiteral(". ")).toHtmlEscaped());
  }
  QPalette palette = message_->palette();
  palette.setColor(QPalette::WindowText, faults.empty() ? theme().muted : theme().differ);
  message_->setPalette(palette);
  message_->setText(text);
}

}  // namespace tactus::ui
