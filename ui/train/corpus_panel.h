// The corpora of a configuration: adds, removes and checks them (check_dataset, in its own thread).
#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <thread>

#include "app/workshop/corpora/dataset_check.h"
#include "ui/train/corpus_list.h"

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace tactus::ui {

class CorpusPanel : public QWidget {
  Q_OBJECT

 public:
  explicit CorpusPanel(QWidget* parent = nullptr);
  ~CorpusPanel() override;  // stops a check

  void setCorpora(const QVector<ConfigNode>& corpora);
  void add(const QString& manifest_or_folder);
  void check();
  QTreeWidget& tree() const { return *tree_; }

 signals:
  void corporaChanged(const QVector<ConfigNode>& corpora);
  void checked();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Result {
    std::optional<DatasetReport> report;
    QString error;
  };
  void removeCurrent();
  void work(const std::vector<std::string>& paths, std::stop_token stop);
  void end();
  void showCorpora();
  void editSetting(QTreeWidgetItem* item, int column);
  void takeSetting(QTreeWidgetItem* item, int column);
  QString verdict(const Result& result) const;

  QVector<ConfigNode> corpora_;
  std::map<QString, Result> results_;  // by path
  bool checking_ = false;
  QTreeWidget* tree_;
  QPushButton *remove_, *check_;
  QLabel* status_;
  std::jthread thread_;
};

}  // namespace tactus::ui
