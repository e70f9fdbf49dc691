#include "ui/window/export_dialog.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>
#include <system_error>

#include "datasets/outputs/output_files.h"
#include "ui/files/file_faults.h"
#include "ui/look/format_titles.h"
#include "ui/look/theme.h"

namespace tactus::ui {

namespace fs = std::filesystem;

namespace {

QString joined(const std::vector<std::string>& words) {
  QStringList list;
  for (const std::string& word : words) list.append(QString::fromStdString(word));
  return list.join(QStringLiteral(", "));
}

}  // namespace

std::vector<fs::path> export_annotation(const Annotation& annotation,
                                        const std::vector<Format>& formats, const fs::path& stem) {
  std::vector<fs::path> written;
  OutputFiles files;
  for (const Format format : formats) {
    fs::path path = stem;
    path += format_info(format).suffix;
    files.write(path, serialise_annotation(annotation, format),
                {.overwrite = true, .of_person = true, .song = annotation.audio});
    written.push_back(path);
  }
  return written;
}

ExportDialog::ExportDialog(const Annotation& annotation, const fs::path& stem, QWidget* parent)
    : QDialog(parent),
      annotation_(annotation),
      folder_(new QLineEdit(QString::fromStdString(stem.parent_path().string()), this)),
      name_(new QLineEdit(QString::fromStdString(stem.filename().string()), this)),
      formats_(new QListWidget(this)),
      note_(new QLabel(this)) {
  setWindowTitle(tr("Export"));
  formats_->setAccessibleName(tr("Formats"));
  for (const FormatInfo& info : all_formats()) {
    const auto lost = dropped_layers(annotation, info.format);
    auto* item = new QListWidgetItem(format_title(info.format), formats_);
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(info.format == Format::kJams ? Qt::Checked : Qt::Unchecked);
    item->setData(Qt::UserRole, static_cast<int>(info.format));
    item->setToolTip(lost.empty() ? tr("Saves all layers.")
                                  : tr("Does not save: %1").arg(joined(lost)));
  }
  auto* browse = new QPushButton(tr("Choose..."), this);
  connect(browse, &QPushButton::clicked, this, [this] {
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Export to"), folder_->text());
    if (!folder.isEmpty()) folder_->setText(folder);
  });
  folder_->setAccessibleName(tr("Folder"));
  auto* where = new QHBoxLayout;
  where->addWidget(folder_, 1);
  where->addWidget(browse);
  auto* form = new QFormLayout;
  form->addRow(tr("Folder"), where);
  form->addRow(tr("Name"), name_);
  note_->setWordWrap(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  export_ = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
  connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(2 * kGrid);
  layout->addLayout(form);
  layout->addWidget(formats_, 1);
  layout->addWidget(note_);
  layout->addWidget(buttons);
  connect(formats_, &QListWidget::itemChanged, this, &ExportDialog::refresh);
  connect(folder_, &QLineEdit::textChanged, this, &ExportDialog::refresh);
  connect(name_, &QLineEdit::textChanged, this, &ExportDialog::refresh);
  formats_->setFocus();  // folder and name are seldom others; letters find a format
  resize(460, 480);
  refresh();
}

std::vector<Format> ExportDialog::chosen() const {
  std::vector<Format> formats;
  for (int row = 0; row < formats_->count(); ++row) {
    const QListWidgetItem* item = formats_->item(row);
    if (item->checkState() == Qt::Checked) {
      formats.push_back(static_cast<Format>(item->data(Qt::UserRole).toInt()));
    }
  }
  return formats;
}

fs::path ExportDialog::stem() const {
  return fs::path(folder_->text().toStdString()) / name_->text().trimmed().toStdString();
}

// Shows which layers are lost and which files exist.
void ExportDialog::refresh() {
  const auto formats = chosen();
  export_->setEnabled(!formats.empty() && !name_->text().trimmed().isEmpty());
  QStringList lines;
  for (const Format format : formats) {
    const auto lost = dropped_layers(annotation_, format);
    if (!lost.empty()) {
      lines.append(tr("%1 does not save: %2.").arg(format_title(format), joined(lost)));
    }
    fs::path path = stem();
    path += format_info(format).suffix;
    std::error_code unknown;  // a name that is too long: saving reports it
    if (fs::exists(path, unknown))
      lines.append(tr("%1 exists and will be replaced. If Tactus did not write it, the old file is "
                      "kept as %1.orig.")
                       .arg(QString::fromStdString(path.filename().string())));
  }
  note_->setText(lines.join(QLatin1Char('\n')));
}

void ExportDialog::accept() {
  try {
    written_ = export_annotation(annotation_, chosen(), stem());
  } catch (const std::exception& error) {
    QMessageBox::warning(this, tr("Export"), saving_fault(stem(), error));
    return;
  }
  QDialog::accept();
}

}  // namespace tactus::ui
