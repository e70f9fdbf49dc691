#include "ui/train/config_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QTextCursor>
#include <QVBoxLayout>
#include <algorithm>

#include "app/config/config_edit.h"
#include "ui/look/theme.h"
#include "ui/train/recipes.h"

namespace tactus::ui {
namespace {

constexpr int kPauseMs = 150;

QString section_of(const ConfigField& field) {
  const std::size_t dot = field.path.find('.');
  return dot == std::string::npos ? QString() : QString::fromStdString(field.path.substr(0, dot));
}

QString key_of(const ConfigField& field) {
  return QString::fromStdString(field.path.substr(field.path.find('.') + 1));
}

// "learning_rate" -> "Learning rate"
QString title_of(QString key) {
  key.replace(QLatin1Char('_'), QLatin1Char(' '));
  if (!key.isEmpty()) key[0] = key[0].toUpper();
  return key;
}

// A list without its brackets, a word without its quotes: as a person types it.
QString shown(const ConfigField& field, const std::string& yaml) {
  using Kind = ConfigField::Kind;
  QString text = QString::fromStdString(yaml);
  const bool list = field.kind == Kind::kWholes || field.kind == Kind::kNumbers;
  if (list && text.startsWith(QLatin1Char('['))) return text.mid(1, text.size() - 2);
  if (field.kind != Kind::kText && field.kind != Kind::kPath) return text;
  const ConfigDocument word = parse_config("k: " + yaml, "value");
  const ConfigNode* node = word.root.find("k");
  return node ? QString::fromStdString(node->scalar) : QString();
}

std::string as_yaml(const ConfigField& field, const QString& typed) {
  using Kind = ConfigField::Kind;
  const std::string text = typed.trimmed().toStdString();
  if (text.empty()) return field.kind == Kind::kNumbers && !field.standard.empty() ? "[]" : "";
  if (field.kind == Kind::kWholes || field.kind == Kind::kNumbers) return "[" + text + "]";
  return yaml_word(text);
}

}  // namespace

ConfigEditor::ConfigEditor(QWidget* parent)
    : QWidget(parent),
      text_(new QPlainTextEdit),
      faults_(new QListWidget),
      scroll_(new QScrollArea) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* views = new QSplitter(Qt::Horizontal, this);
  scroll_->setAccessibleName(tr("Configuration as a form"));
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setMinimumWidth(280);
  views->addWidget(scroll_);
  auto* right = new QSplitter(Qt::Vertical, views);
  text_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  text_->setAccessibleName(tr("Configuration as YAML"));
  text_->setPlaceholderText(tr("Begin with a recipe above, or write YAML here."));
  right->addWidget(text_);
  faults_->setAccessibleName(tr("Faults of the configuration"));
  faults_->setWordWrap(true);
  right->addWidget(faults_);
  right->setStretchFactor(0, 1);
  right->setSizes({400, 80});
  views->setSizes({400, 520});
  layout->addWidget(views);
  timer_.setSingleShot(true);
  timer_.setInterval(kPauseMs);
  connect(&timer_, &QTimer::timeout, this, &ConfigEditor::inspectNow);
  connect(text_, &QPlainTextEdit::textChanged, &timer_, qOverload<>(&QTimer::start));
  connect(faults_, &QListWidget::itemActivated, this,
          [this](QListWidgetItem* item) { goTo(*item); });
  connect(faults_, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { goTo(*item); });
  faults_->hide();
  buildForm();
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
    showFaults();
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

QString ConfigEditor::value(const QString& path) const {
  for (const ConfigField& field : inspection_.fields) {
    if (field.path != path.toStdString()) continue;
    const bool silent = !field.value || field.value->empty();
    return QString::fromStdString(silent ? field.standard : *field.value);
  }
  return {};
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
  const auto same_key = [](const ConfigField& a, const ConfigField& b) {
    return a.path == b.path && a.kind == b.kind;
  };
  const bool same = std::equal(before.fields.begin(), before.fields.end(),
                               inspection_.fields.begin(), inspection_.fields.end(), same_key);
  if (!same || widgets_.empty()) buildForm();
  showValues();
  showFaults();
  emit edited();
}

void ConfigEditor::buildForm() {
  const int place = scroll_->verticalScrollBar()->value();
  widgets_.clear();
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 2 * kGrid, 0);
  QString section;
  QFormLayout* form = nullptr;
  for (const ConfigField& field : inspection_.fields) {
    if (!form || section_of(field) != section) {
      section = section_of(field);
      auto* box = new QGroupBox(section.isEmpty() ? tr("General") : title_of(section), page);
      form = new QFormLayout(box);
      form->setSpacing(kGrid);
      form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
      layout->addWidget(box);
    }
    QWidget* widget = makeField(field);
    const QString title = title_of(key_of(field));
    widget->setAccessibleName(
        section.isEmpty() ? title : QStringLiteral("%1: %2").arg(title_of(section), title));
    widgets_[field.path] = widget;
    form->addRow(title, widget);
  }
  if (!form) layout->addWidget(new QLabel(tr("The form follows the configuration."), page));
  layout->addStretch();
  scroll_->setWidget(page);
  scroll_->verticalScrollBar()->setValue(place);
}

QWidget* ConfigEditor::makeField(const ConfigField& field) {
  const QString path = QString::fromStdString(field.path);
  const auto change = [this, path](const QString& yaml) {
    if (!showing_) setValue(path, yaml);
  };
  QWidget* made = nullptr;
  if (field.kind == ConfigField::Kind::kFlag) {
    auto* box = new QCheckBox;
    connect(box, &QCheckBox::toggled, this,
            [change](bool on) { change(on ? QStringLiteral("true") : QStringLiteral("false")); });
    made = box;
  } else if (field.kind == ConfigField::Kind::kChoice) {
    auto* box = new QComboBox;
    for (const std::string& choice : field.choices) box->addItem(QString::fromStdString(choice));
    // Queued: another task or kind of features makes another form.
    connect(box, &QComboBox::textActivated, this, change, Qt::QueuedConnection);
    made = box;
  } else {
    auto* line = new QLineEdit;
    line->setPlaceholderText(shown(field, field.standard));
    connect(line, &QLineEdit::editingFinished, this, [this, change, path, line] {
      if (!line->isModified()) return;
      line->setModified(false);
      for (const ConfigField& now : inspection_.fields) {
        if (QString::fromStdString(now.path) != path) continue;
        change(QString::fromStdString(as_yaml(now, line->text())));
        return;
      }
    });
    made = line;
  }
  return made;
}

QString ConfigEditor::explanation(const ConfigField& field) const {
  using Kind = ConfigField::Kind;
  const QString task = value(QStringLiteral("task"));
  QStringList lines;
  for (const std::string& text : {this->text().toStdString(), recipe_text(task).toStdString()}) {
    try {
      const std::string comment = config_comment(text, field.path);
      if (comment.empty()) continue;
      lines += QString::fromStdString(comment);
      break;
    } catch (const ConfigError&) {
      continue;
    }
  }
  if (field.kind != Kind::kText && field.kind != Kind::kPath && field.high > field.low) {
    lines += tr("From %1 to %2").arg(field.low).arg(field.high);
  }
  if (!field.standard.empty()) {
    lines += tr("Default: %1").arg(QString::fromStdString(field.standard));
  }
  if (!field.fault.empty()) lines.prepend(QString::fromStdString(field.fault));
  return lines.join(QLatin1Char('\n'));
}

void ConfigEditor::showValues() {
  showing_ = true;
  for (const ConfigField& field : inspection_.fields) {
    const auto found = widgets_.find(field.path);
    if (found != widgets_.end()) showValue(field, *found->second);
  }
  showing_ = false;
}

void ConfigEditor::showValue(const ConfigField& field, QWidget& widget) {
  const bool silent = !field.value || field.value->empty();
  const std::string& yaml = silent ? field.standard : *field.value;
  if (auto* box = qobject_cast<QCheckBox*>(&widget)) {
    box->setChecked(yaml == "true");
  } else if (auto* choice = qobject_cast<QComboBox*>(&widget)) {
    choice->setCurrentIndex(choice->findText(QString::fromStdString(yaml)));
  } else if (auto* line = qobject_cast<QLineEdit*>(&widget); line && !line->isModified()) {
    const QString text = silent ? QString() : shown(field, yaml);
    if (line->text() != text) line->setText(text);
  }
  QPalette palette;
  if (!field.fault.empty()) palette.setColor(QPalette::Text, theme().differ);
  widget.setPalette(palette);
  widget.setToolTip(explanation(field));
}

void ConfigEditor::showFaults() {
  faults_->clear();
  QList<QTextEdit::ExtraSelection> marks;
  for (const ConfigFault& fault : inspection_.faults) {
    auto* item = new QListWidgetItem(QString::fromStdString(fault.message), faults_);
    item->setData(Qt::UserRole, fault.line);
    item->setData(Qt::UserRole + 1, fault.column);
    if (fault.line < 1) continue;
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(text_->document()->findBlockByNumber(fault.line - 1));
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    QColor colour = theme().differ;
    colour.setAlphaF(0.25f);
    mark.format.setBackground(colour);
    marks += mark;
  }
  text_->setExtraSelections(marks);
  faults_->setVisible(faults_->count() > 0);
}

void ConfigEditor::goTo(const QListWidgetItem& fault) {
  const int line = fault.data(Qt::UserRole).toInt();
  if (line < 1) return;
  QTextCursor cursor(text_->document()->findBlockByNumber(line - 1));
  const int column = std::max(0, fault.data(Qt::UserRole + 1).toInt() - 1);
  cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor,
                      std::min(column, static_cast<int>(cursor.block().text().size())));
  text_->setTextCursor(cursor);
  text_->setFocus();
}

}  // namespace tactus::ui
