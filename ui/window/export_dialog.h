// Saves the open song in several formats at once.
#pragma once

#include <QDialog>
#include <filesystem>
#include <vector>

#include "datasets/formats/format.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace tactus::ui {

// Writes `annotation` to STEM.SUFFIX for each format and returns the files. Throws
// std::filesystem::filesystem_error.
std::vector<std::filesystem::path> export_annotation(const Annotation& annotation,
                                                     const std::vector<Format>& formats,
                                                     const std::filesystem::path& stem);

class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  // `stem`: the proposed path of the files, without suffix.
  ExportDialog(const Annotation& annotation, const std::filesystem::path& stem,
               QWidget* parent = nullptr);

  std::vector<Format> chosen() const;
  const std::vector<std::filesystem::path>& written() const { return written_; }

 public slots:
  void accept() override;

 private:
  void refresh();
  std::filesystem::path stem() const;

  const Annotation& annotation_;
  QLineEdit* folder_;
  QLineEdit* name_;
  QListWidget* formats_;
  QLabel* note_;
  QPushButton* export_;
  std::vector<std::filesystem::path> written_;
};

}  // namespace tactus::ui
