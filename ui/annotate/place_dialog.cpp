#include "ui/annotate/place_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

#include "model/editing/beat_edits.h"
#include "model/editing/typed_place.h"
#include "ui/look/theme.h"
#include "ui/timeline/ruler_view.h"

namespace tactus::ui {

PlaceDialog::PlaceDialog(std::vector<Beat> beats, double duration, QWidget* parent)
    : QDialog(parent),
      beats_(std::move(beats)),
      duration_(duration),
      line_(new QLineEdit(this)),
      meaning_(new QLabel(this)) {
  setWindowTitle(tr("Go to time or bar"));
  auto* label = new QLabel(tr("&Bar or time:"), this);
  label->setBuddy(line_);
  line_->setAccessibleName(tr("Bar or time"));
  line_->setPlaceholderText(tr("17, 17.3 or 1:23.5"));
  meaning_->setWordWrap(true);
  meaning_->setMinimumWidth(75 * kGrid);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  go_ = buttons->button(QDialogButtonBox::Ok);
  go_->setText(tr("Go"));
  go_->setDefault(true);
  auto* layout = new QVBoxLayout(this);
  for (QWidget* widget : std::initializer_list<QWidget*>{label, line_, meaning_, buttons})
    layout->addWidget(widget);
  connect(line_, &QLineEdit::textChanged, this, &PlaceDialog::read);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  read();
}

QString PlaceDialog::fault() const {
  const auto typed = parse_place(line_->text().toStdString());
  if (!typed) return tr("17 is a bar, 17.3 its third beat; 1:23.5 and 83.5 s are times.");
  if (typed->bar < 0) return tr("The song ends at %1.").arg(time_text(duration_, 1));
  const std::vector<int> bars = bar_numbers(beats_);
  if (bars.empty() || bars.back() == 0) return tr("The song has no bars yet. Type a time: 1:23.5");
  return typed->bar > bars.back() ? tr("The song has %n bar(s).", nullptr, bars.back())
                                  : tr("Bar %1 has fewer beats.").arg(typed->bar);
}

void PlaceDialog::read() {
  const auto typed = parse_place(line_->text().toStdString());
  place_ = typed ? time_of(*typed, beats_) : std::nullopt;
  if (place_ && *place_ > duration_) place_.reset();
  go_->setEnabled(place_.has_value());
  if (!place_) return meaning_->setText(fault());
  meaning_->setText(
      typed->bar < 0
          ? time_text(*place_, 3)
          : tr("Bar %1, beat %2: %3").arg(typed->bar).arg(typed->beat).arg(time_text(*place_, 3)));
}

}  // namespace tactus::ui
