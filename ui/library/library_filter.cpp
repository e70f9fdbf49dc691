#include "ui/library/library_filter.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>

#include "ui/library/query_field.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kTypingMs = 150;

QLabel* label_of(const QString& text, QWidget* field) {
  auto* label = new QLabel(text, field->parentWidget());
  label->setBuddy(field);
  field->setAccessibleName(QString(text).remove(QLatin1Char('&')));
  return label;
}

}  // namespace

LibraryFilter::LibraryFilter(QWidget* parent)
    : QWidget(parent),
      query_(new QueryField(this)),
      progression_(new QLineEdit(this)),
      kind_(new QComboBox(this)),
      line_(new QLabel(this)) {
  query_->setPlaceholderText(QStringLiteral("bpm 120..126 and key 8A and confidence > .8"));
  query_->setToolTip(tr("Ctrl+Space shows the fields"));
  progression_->setPlaceholderText(tr("vi IV I V  or  Am F C G"));
  progression_->setToolTip(tr("Chord progression, in any key"));
  progression_->setClearButtonEnabled(true);
  progression_->setMinimumWidth(180);
  kind_->addItem(tr("all songs"), static_cast<int>(SongSearch::Kind::kAll));
  kind_->addItem(tr("what to check first"), static_cast<int>(SongSearch::Kind::kWorst));
  kind_->addItem(tr("duplicates"), static_cast<int>(SongSearch::Kind::kDuplicates));
  kind_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  kind_->setMaximumWidth(260);
  line_->setWordWrap(true);
  line_->setAccessibleDescription(tr("Help on queries"));
  line_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QGridLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setHorizontalSpacing(2 * kGrid);
  layout->setVerticalSpacing(kGrid);
  int column = 0;
  const auto add = [&](const QString& text, QWidget* field, int stretch) {
    layout->addWidget(label_of(text, field), 0, column++);
    layout->setColumnStretch(column, stretch);
    layout->addWidget(field, 0, column++);
  };
  add(tr("&Query"), query_, 3);
  add(tr("P&rogression"), progression_, 1);
  add(tr("Sho&w"), kind_, 0);
  layout->addWidget(line_, 1, 1, 1, column - 1);
  soon_.setSingleShot(true);
  soon_.setInterval(kTypingMs);
  connect(&soon_, &QTimer::timeout, this, &LibraryFilter::changed);
  for (QLineEdit* field : {static_cast<QLineEdit*>(query_), progression_})
    connect(field, &QLineEdit::textChanged, &soon_, qOverload<>(&QTimer::start));
  connect(kind_, &QComboBox::currentIndexChanged, this, &LibraryFilter::chosen);
  showFault({});
}

SongSearch LibraryFilter::search() const {
  SongSearch search;
  search.kind = static_cast<SongSearch::Kind>(kind_->currentData().toInt());
  search.song = similar_.toStdString();
  if (query_->isEnabled()) search.query = query_->text().toStdString();
  if (progression_->isEnabled()) search.progression = progression_->text().trimmed().toStdString();
  return search;
}

void LibraryFilter::showSimilar(const QString& audio, const QString& title) {
  constexpr int kKind = static_cast<int>(SongSearch::Kind::kSimilar);
  similar_ = audio;
  const QString text = tr("songs like %1").arg(title);
  if (const int there = kind_->findData(kKind); there >= 0)
    kind_->setItemText(there, text);
  else
    kind_->addItem(text, kKind);
  const int entry = kind_->findData(kKind);
  if (kind_->currentIndex() == entry) return chosen();
  kind_->setCurrentIndex(entry);
}

// Duplicates are looked for in all songs, and likeness knows no progression.
void LibraryFilter::chosen() {
  const SongSearch::Kind kind = search().kind;
  query_->setEnabled(kind != SongSearch::Kind::kDuplicates);
  progression_->setEnabled(kind == SongSearch::Kind::kAll || kind == SongSearch::Kind::kWorst);
  soon_.stop();
  emit changed();
}

void LibraryFilter::showFault(const QString& fault) {
  line_->setText(
      fault.isEmpty()
          ? tr("bpm 128, key Am, length < 3:30, artist \"nina simone\", year 1965..1969, "
               "section chorus, not checked; joined by and, or, not, ( )")
          : fault);
  // Palette roles instead of colours, so that they follow the theme.
  line_->setForegroundRole(fault.isEmpty() ? QPalette::PlaceholderText : QPalette::BrightText);
}

}  // namespace tactus::ui
