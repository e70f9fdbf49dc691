#include "ui/library/library_notice.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/look/theme.h"

namespace tactus::ui {

LibraryNotice::LibraryNotice(QWidget* parent)
    : QFrame(parent), text_(new QLabel(this)), add_(new QPushButton(tr("Add folder..."), this)) {
  setFrameShape(QFrame::StyledPanel);
  text_->setWordWrap(true);
  text_->setAlignment(Qt::AlignCenter);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QVBoxLayout(this);
  layout->addStretch();
  layout->addWidget(text_);
  layout->addSpacing(2 * kGrid);
  layout->addWidget(add_, 0, Qt::AlignCenter);
  layout->addStretch();
  connect(add_, &QPushButton::clicked, this, &LibraryNotice::folderWanted);
  explain({});
}

void LibraryNotice::explain(const LibraryAnswer& answer) {
  const bool none = answer.state == LibraryAnswer::State::kNoIndex;
  const QString title = none ? tr("No songs in the library") : tr("The library cannot be read");
  const QString text =
      none ? tr("Add your music folder, or drop it here.</p><p>Tactus tags the songs that are not "
                "tagged yet and writes a JAMS file beside each. Then you can find songs by tempo, "
                "key, chords and more, here and with <i>tactus library find</i>.")
           : answer.text.toHtmlEscaped();
  text_->setText(QStringLiteral("<h3>%1</h3><p>%2</p>").arg(title, text));
  add_->setVisible(answer.state != LibraryAnswer::State::kUnusable);
}

void LibraryNotice::setBusy(bool busy) {
  add_->setEnabled(!busy);
}

}  // namespace tactus::ui
