#include "ui/train/corpus_panel.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <iterator>

#include "app/cli/program/program_places.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

// The columns after the path and the result of the check: optional keys of a corpus.
struct Setting {
  const char* key;
  const char* title;
  const char* explanation;
};
constexpr int kProgressMs = 100;
constexpr int kFirstSetting = 2;
constexpr Setting kSettings[] = {
    {"validation_share", QT_TRANSLATE_NOOP("CorpusPanel", "Validation share"),
     QT_TRANSLATE_NOOP("CorpusPanel",
                       "Share of the songs without a split that are used for validation, "
                       "from 0 to 0.9. Default: 0.1")},
    {"train_limit", QT_TRANSLATE_NOOP("CorpusPanel", "Train at most"),
     QT_TRANSLATE_NOOP("CorpusPanel", "Largest number of training songs. Default: all")},
    {"validation_limit", QT_TRANSLATE_NOOP("CorpusPanel", "Validate at most"),
     QT_TRANSLATE_NOOP("CorpusPanel", "Largest number of validation songs. Default: all")}};

QString translated(const char* text) {
  return QCoreApplication::translate("CorpusPanel", text);
}

}  // namespace

CorpusPanel::CorpusPanel(QWidget* parent)
    : QWidget(parent),
      tree_(new QTreeWidget(this)),
      remove_(new QPushButton(tr("Remove"), this)),
      check_(new QPushButton(tr("Check"), this)),
      status_(new QLabel(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  QStringList titles{tr("Corpus"), tr("Check")};
  for (const Setting& setting : kSettings) titles += translated(setting.title);
  tree_->setHeaderLabels(titles);
  for (int i = 0; i < static_cast<int>(std::size(kSettings)); ++i) {
    tree_->headerItem()->setToolTip(kFirstSetting + i, translated(kSettings[i].explanation));
  }
  tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  connect(tree_, &QTreeWidget::itemDoubleClicked, this, &CorpusPanel::editSetting);
  connect(tree_, &QTreeWidget::itemChanged, this, &CorpusPanel::takeSetting);
  tree_->setAccessibleName(tr("Corpora"));
  tree_->header()->resizeSection(0, 320);
  tree_->header()->resizeSection(1, 240);
  tree_->header()->resizeSection(kFirstSetting, 130);
  tree_->setUniformRowHeights(true);
  layout->addWidget(tree_);
  auto* row = new QHBoxLayout;
  auto* manifest = new QPushButton(tr("Add manifest..."), this);
  auto* folder = new QPushButton(tr("Add folder..."), this);
  check_->setToolTip(
      tr("Looks for missing and unreadable files, shifted annotations, copies and "
         "songs in two splits"));
  for (QPushButton* button : {manifest, folder, remove_, check_}) row->addWidget(button);
  status_->setWordWrap(true);
  status_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // shrinks first
  row->addWidget(status_, 1);
  layout->addLayout(row);
  connect(manifest, &QPushButton::clicked, this, [this] {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Add a corpus"), {}, tr("Manifest (*.yaml *.yml)"));
    if (!path.isEmpty()) add(path);
  });
  connect(folder, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getExistingDirectory(this, tr("Add a corpus"));
    if (!path.isEmpty()) add(path);
  });
  connect(remove_, &QPushButton::clicked, this, &CorpusPanel::removeCurrent);
  connect(check_, &QPushButton::clicked, this, &CorpusPanel::check);
  showCorpora();
}

CorpusPanel::~CorpusPanel() {
  thread_.request_stop();
}

void CorpusPanel::setCorpora(const QVector<ConfigNode>& corpora) {
  const bool same = data_yaml(corpora) == data_yaml(corpora_);
  corpora_ = corpora;
  if (!same) showCorpora();
}

void CorpusPanel::add(const QString& manifest_or_folder) {
  corpora_.push_back(corpus_of(manifest_or_folder));
  showCorpora();
  emit corporaChanged(corpora_);
}

void CorpusPanel::removeCurrent() {
  const QTreeWidgetItem* item = tree_->currentItem();
  if (!item) return;
  if (item->parent()) item = item->parent();
  const int row = tree_->indexOfTopLevelItem(const_cast<QTreeWidgetItem*>(item));
  if (row < 0 || row >= corpora_.size()) return;
  corpora_.remove(row);
  showCorpora();
  emit corporaChanged(corpora_);
}

void CorpusPanel::check() {
  if (checking_) {
    thread_.request_stop();
    return;
  }
  if (corpora_.isEmpty()) return;
  std::vector<std::string> paths;
  for (const ConfigNode& corpus : corpora_) paths.push_back(corpus_path(corpus).toStdString());
  checking_ = true;
  check_->setText(tr("Stop"));
  thread_ = std::jthread([this, paths](std::stop_token stop) { work(paths, std::move(stop)); });
}

void CorpusPanel::work(const std::vector<std::string>& paths, std::stop_token stop) {
  DatasetCheckOptions options;
  options.decoder = program_places().decoder;
  QElapsedTimer shown;
  shown.start();
  const auto progress = [&](std::size_t done, std::size_t total, const std::string& id) {
    if (!shown.hasExpired(kProgressMs)) return;
    shown.start();
    const QString text = tr("%1 of %2: %3").arg(done).arg(total).arg(QString::fromStdString(id));
    QMetaObject::invokeMethod(this, [this, text] { status_->setText(text); });
  };
  for (const std::string& path : paths) {
    Result result;
    try {
      result.report = check_dataset(open_dataset(path), options, progress, stop);
    } catch (const std::exception& error) {
      result.error = QString::fromUtf8(error.what());
    }
    if (stop.stop_requested()) break;
    QMetaObject::invokeMethod(
        this, [this, path, result] { results_[QString::fromStdString(path)] = result; });
  }
  QMetaObject::invokeMethod(this, &CorpusPanel::end);
}

void CorpusPanel::end() {
  thread_.join();
  checking_ = false;
  check_->setText(tr("Check"));
  status_->clear();
  showCorpora();
  emit checked();
}

// Another theme has other text colours. They apply after all widgets have the new theme.
void CorpusPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) {
    QTimer::singleShot(0, this, &CorpusPanel::showCorpora);
  }
}

QString CorpusPanel::verdict(const Result& result) const {
  if (!result.report) return result.error;
  const DatasetReport& report = *result.report;
  const auto errors = static_cast<int>(report.count(Severity::kError)),
             warnings = static_cast<int>(report.count(Severity::kWarning));
  const QString songs = tr("%n song(s)", nullptr, static_cast<int>(report.songs));
  if (errors + warnings == 0) return tr("%1, no errors").arg(songs);
  return QStringLiteral("%1, %2, %3")
      .arg(songs, tr("%n error(s)", nullptr, errors), tr("%n warning(s)", nullptr, warnings));
}

void CorpusPanel::editSetting(QTreeWidgetItem* item, int column) {
  if (!item->parent() && column >= kFirstSetting) tree_->editItem(item, column);
}

void CorpusPanel::takeSetting(QTreeWidgetItem* item, int column) {
  const int row = tree_->indexOfTopLevelItem(item);
  if (row < 0 || row >= corpora_.size() || column < kFirstSetting) return;
  set_corpus_value(corpora_[row], kSettings[column - kFirstSetting].key,
                   item->text(column).trimmed());
  emit corporaChanged(corpora_);
}

void CorpusPanel::showCorpora() {
  const QSignalBlocker quiet(tree_);
  tree_->clear();
  for (const ConfigNode& corpus : corpora_) {
    auto* item = new QTreeWidgetItem(tree_, {corpus_path(corpus)});
    item->setToolTip(0, corpus_path(corpus));
    item->setFlags(item->flags() | Qt::ItemIsEditable);
    for (int i = 0; i < static_cast<int>(std::size(kSettings)); ++i) {
      item->setText(kFirstSetting + i, corpus_value(corpus, kSettings[i].key));
      item->setToolTip(kFirstSetting + i, translated(kSettings[i].explanation));
    }
    const auto found = results_.find(corpus_path(corpus));
    if (found == results_.end()) {
      item->setText(1, tr("not checked"));
      continue;
    }
    const Result& result = found->second;
    item->setText(1, verdict(result));
    const bool good = result.report && result.report->count(Severity::kError) == 0;
    item->setForeground(1, good ? theme().agree : theme().differ);
    if (!result.report) continue;
    for (const Finding& finding : result.report->findings) {
      auto* line = new QTreeWidgetItem(
          item, {QStringLiteral("%1: %2").arg(QString::fromUtf8(name_of(finding.kind)),
                                              QString::fromStdString(finding.song)),
                 QString::fromStdString(finding.message)});
      line->setToolTip(1, line->text(1));
      const bool error = severity_of(finding.kind) == Severity::kError;
      line->setForeground(0, error ? theme().differ : theme().doubt);
    }
    item->setExpanded(true);
  }
  check_->setEnabled(!corpora_.isEmpty());
  remove_->setEnabled(!corpora_.isEmpty());
  if (!checking_) {
    status_->setText(corpora_.isEmpty() ? tr("No corpus yet. Add a manifest, or a folder of songs "
                                             "with their annotations.")
                                        : QString());
  }
}

}  // namespace tactus::ui
