// Chooses an output of a Vamp plug-in of this computer.
#pragma once

#include <QDialog>
#include <memory>
#include <optional>
#include <utility>

#include "app/plugins/vamp_plugins.h"

class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace tactus::ui {

class PluginDialog : public QDialog {
  Q_OBJECT

 public:
  explicit PluginDialog(QWidget* parent = nullptr);

  void show(const std::shared_ptr<const VampList>& list);
  std::optional<std::pair<VampPlugin, VampOutput>> chosen() const;

 private:
  static QString kindTitle(UserLaneKind kind);
  void filter(const QString& words);
  QTreeWidgetItem* firstVisible() const;

  QLineEdit* search_;
  QTreeWidget* tree_;
  QLabel* text_;
  QDialogButtonBox* buttons_;
  std::shared_ptr<const VampList> list_;
};

}  // namespace tactus::ui
