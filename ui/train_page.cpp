#include "ui/train_page.h"

#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSaveFile>
#include <QScrollBar>
#include <QSlider>
#include <QSplitter>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTreeWidget>
#include <algorithm>

#include "app/corrected_corpus.h"
#include "app/model_store.h"
#include "ui/config_editor.h"
#include "ui/corpus_panel.h"
#include "ui/line_plot.h"
#include "ui/page_files.h"
#include "ui/recipes.h"
#include "ui/sample_view.h"
#include "ui/theme.h"
#include "ui/train_curves.h"
#include "ui/train_run.h"

namespace tactus::ui {
namespace {

enum ListColumn { kRun, kState, kBest };

QString data_folder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
}

QString memory_text(std::size_t bytes) {
  return QObject::tr("%1 MiB").arg(static_cast<double>(bytes) / 1048576.0, 0, 'f', 0);
}

}  // namespace

TrainPage::TrainPage(const QString& folder, QWidget* parent)
    : QWidget(parent),
      folder_(folder.isEmpty() ? data_folder() + QStringLiteral("/training") : folder) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(3 * kGrid, 3 * kGrid, 3 * kGrid, 3 * kGrid);
  auto* splitter = new QSplitter(Qt::Horizontal, this);
  splitter->addWidget(makeLeft());
  tabs_ = new QTabWidget(splitter);
  tabs_->addTab(makeConfigTab(), tr("Configuration"));
  tabs_->addTab(makeCurvesTab(), tr("Curves"));
  log_ = new QPlainTextEdit(tabs_);
  log_->setReadOnly(true);
  log_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  log_->setAccessibleName(tr("Log"));
  log_->setPlaceholderText(tr("What the run says in words comes here."));
  tabs_->addTab(log_, tr("Log"));
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({300, 900});
  layout->addWidget(splitter);
  repaint_.setSingleShot(true);
  repaint_.setInterval(40);
  connect(&repaint_, &QTimer::timeout, this, &TrainPage::showCurrent);
  findRuns();
  showCurrent();
}

// Another theme has other inks.
void TrainPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) repaint_.start();
}

QWidget* TrainPage::makeLeft() {
  auto* left = new QWidget(this);
  auto* layout = new QVBoxLayout(left);
  layout->setContentsMargins(0, 0, 2 * kGrid, 0);
  layout->setSpacing(2 * kGrid);
  list_ = new QTreeWidget(left);
  list_->setHeaderLabels({tr("Run"), tr("State"), tr("Best")});
  list_->setAccessibleName(tr("Runs"));
  list_->setRootIsDecorated(false);
  list_->setToolTip(tr("Checked runs are compared in the curves"));
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(kRun, QHeaderView::Stretch);
  list_->header()->resizeSection(kState, 96);
  list_->header()->resizeSection(kBest, 56);
  connect(list_, &QTreeWidget::itemChanged, &repaint_, qOverload<>(&QTimer::start));
  connect(list_, &QTreeWidget::currentItemChanged, this, [this] {
    log_->clear();
    epochs_shown_ = 0;
    showCurrent();
  });
  layout->addWidget(makeRunButtons());  // above what grows, so that they stay where they are
  layout->addWidget(list_, 1);
  figures_ = new QLabel(left);
  figures_->setTextFormat(Qt::RichText);
  figures_->setWordWrap(true);
  figures_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  figures_->setAccessibleDescription(tr("Figures of the run"));
  layout->addWidget(figures_);
  use_ = new QPushButton(tr("Tag the open song with this model"), left);
  connect(use_, &QPushButton::clicked, this, &TrainPage::giveModel);
  layout->addWidget(use_);
  notice_ = new QLabel(left);
  notice_->setWordWrap(true);
  notice_->setAccessibleDescription(tr("Notice"));
  layout->addWidget(notice_);
  return left;
}

QWidget* TrainPage::makeRunButtons() {
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(kGrid);
  const auto button = [&](const QString& text, const QString& tip, auto slot) {
    auto* made = new QPushButton(text, row);
    made->setToolTip(tip);
    made->setMinimumWidth(60);
    connect(made, &QPushButton::clicked, this, slot);
    layout->addWidget(made);
    return made;
  };
  start_ = button(tr("&Start"), tr("A new run with the configuration"), &TrainPage::start);
  pause_ = button(tr("&Pause"), tr("Saves the state and ends; resume goes on"), &TrainPage::pause);
  resume_ = button(tr("&Resume"), tr("Goes on from the state"), &TrainPage::resume);
  abort_ = button(tr("St&op"), tr("Ends at once; only the last checkpoint stays"), [this] {
    const auto answer = QMessageBox::question(
        this, tr("Stop the run?"),
        tr("What was learned since the last checkpoint is lost. Pause keeps everything."));
    if (answer == QMessageBox::Yes) abort();
  });
  return row;
}

QWidget* TrainPage::makeConfigTab() {
  auto* tab = new QWidget(this);
  auto* layout = new QVBoxLayout(tab);
  layout->setContentsMargins(2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid);
  auto* row = new QHBoxLayout;
  const auto button = [&](const QString& text, auto slot) {
    auto* made = new QPushButton(text, tab);
    connect(made, &QPushButton::clicked, this, slot);
    row->addWidget(made);
    return made;
  };
  button(tr("Beats recipe"), [this] { beginWith(QStringLiteral("beats")); });
  button(tr("Chords recipe"), [this] { beginWith(QStringLiteral("chords")); });
  button(tr("Open configuration..."), &TrainPage::openConfigFile);
  button(tr("Open run..."), &TrainPage::openRunFile);
  row->addStretch();
  QPushButton* learn = button(tr("Learn from corrections"), [] {});
  learn->setToolTip(tr("Lets a shipped model go on learning from the songs that you have checked"));
  auto* menu = new QMenu(learn);
  menu->addAction(tr("Add the checked songs to the corrections"), this,
                  &TrainPage::checkedSongsWanted);
  menu->addSeparator();
  menu->addAction(tr("Fine-tune beats"), this, [this] { fineTune(QStringLiteral("beats")); });
  menu->addAction(tr("Fine-tune chords"), this, [this] { fineTune(QStringLiteral("chords")); });
  learn->setMenu(menu);
  layout->addLayout(row);
  auto* splitter = new QSplitter(Qt::Vertical, tab);
  corpora_ = new CorpusPanel(splitter);
  editor_ = new ConfigEditor(splitter);
  splitter->addWidget(corpora_);
  splitter->addWidget(editor_);
  splitter->setSizes({150, 520});
  splitter->setStretchFactor(1, 1);
  layout->addWidget(splitter, 1);
  connect(editor_, &ConfigEditor::edited, this, [this] {
    corpora_->setCorpora(corpora_of(editor_->text().toStdString()));
    repaint_.start();
  });
  connect(corpora_, &CorpusPanel::corporaChanged, this,
          [this](const QVector<CorpusEntry>& corpora) {
            editor_->setValue(QStringLiteral("data"), QString::fromStdString(data_yaml(corpora)));
          });
  return tab;
}

QWidget* TrainPage::makeCurvesTab() {
  auto* tab = new QWidget(this);
  auto* layout = new QVBoxLayout(tab);
  layout->setContentsMargins(2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid);
  curves_ = new TrainCurves(tab);
  layout->addWidget(curves_, 3);
  sample_ = new SampleView(tab);
  layout->addWidget(sample_, 1);
  epoch_ = new QSlider(Qt::Horizontal, tab);
  epoch_->setAccessibleName(tr("Epoch of the sample"));
  epoch_->setToolTip(tr("The same passage after earlier epochs"));
  epoch_->setPageStep(1);
  connect(epoch_, &QSlider::valueChanged, this, &TrainPage::showSample);
  layout->addWidget(epoch_);
  return tab;
}

// Runs leave OUTPUT.progress, those of the command line OUTPUT.log.
void TrainPage::findRuns() {
  const QFileInfoList files = QDir(folder_).entryInfoList(
      {QStringLiteral("*.progress"), QStringLiteral("*.log")}, QDir::Files, QDir::Time);
  for (const QFileInfo& file : files) {
    openRun(file.absolutePath() + QLatin1Char('/') + file.completeBaseName());
  }
  if (list_->topLevelItemCount() > 0) list_->setCurrentItem(list_->topLevelItem(0));
}

TrainRun* TrainPage::openRun(const QString& output) {
  const QString path = QFileInfo(output).absoluteFilePath();
  for (int i = 0; i < runs_.size(); ++i) {
    if (runs_[i]->output() != path) continue;
    list_->setCurrentItem(list_->topLevelItem(i));
    return runs_[i];
  }
  auto* run = new TrainRun(path, this);
  connect(run, &TrainRun::changed, &repaint_, [this] {
    if (!repaint_.isActive()) repaint_.start();
  });
  runs_.push_back(run);
  auto* item = new QTreeWidgetItem(list_, {run->name(), run->stateText()});
  item->setCheckState(kRun, Qt::Unchecked);
  item->setToolTip(kRun, path);
  list_->setCurrentItem(item);
  return run;
}

TrainRun* TrainPage::current() const {
  const int row = list_->indexOfTopLevelItem(list_->currentItem());
  return row < 0 ? nullptr : runs_[row];
}

bool TrainPage::anyAlive() const {
  return std::any_of(runs_.begin(), runs_.end(), [](const TrainRun* run) { return run->alive(); });
}

void TrainPage::beginWith(const QString& recipe) {
  QString text = recipe_text(recipe);
  if (text.isEmpty()) {
    say(tr("The recipes are not installed."), true);
    return;
  }
  editor_->setText(text);
  editor_->setValue(QStringLiteral("data"), QStringLiteral("[]"));
  tabs_->setCurrentIndex(0);
  say(tr("Add a corpus, then start."));
}

void TrainPage::openConfigFile() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open a training configuration"), {},
                                                    tr("Configuration (*.yaml *.yml)"));
  if (path.isEmpty()) return;
  try {
    editor_->setText(configuration_of_file(path));
    say({});
  } catch (const std::exception& error) {
    say(QString::fromUtf8(error.what()), true);
  }
}

void TrainPage::openRunFile() {
  QString path = QFileDialog::getOpenFileName(this, tr("Open a training run"), folder_,
                                              tr("Log or model (*.progress *.log *.safetensors)"));
  if (path.isEmpty()) return;
  for (const char* ending : {".progress", ".log"}) {
    if (path.endsWith(QLatin1String(ending))) path.chop(static_cast<int>(qstrlen(ending)));
  }
  openRun(path);
  tabs_->setCurrentIndex(1);
}

QString TrainPage::correctionsFolder() const {
  return folder_ + QStringLiteral("/corrections");
}

int TrainPage::learnFrom(const std::vector<Annotation>& songs) {
  int added = 0;
  QStringList faults;
  for (const Annotation& song : songs) {
    try {
      add_corrected_song(correctionsFolder().toStdString(), song);
      ++added;
    } catch (const std::exception& error) {
      faults += QString::fromUtf8(error.what());
    }
  }
  const QString text = tr("%1 songs added to the corrections.").arg(added);
  say(faults.isEmpty() ? text : text + QLatin1Char('\n') + faults.join(QLatin1Char('\n')),
      !faults.isEmpty());
  return added;
}

void TrainPage::fineTune(const QString& task) {
  try {
    const std::size_t songs = corrected_songs(correctionsFolder().toStdString());
    if (songs == 0) {
      say(tr("There are no corrections yet: check songs on the Annotate page, then add them."),
          true);
      return;
    }
    const std::filesystem::path model =
        shipped_model_folder() / (task.toStdString() + ".safetensors");
    const QString output = folder_ + QStringLiteral("/%1-corrected.safetensors").arg(task);
    editor_->setText(QString::fromStdString(
        fine_tuning_config(model, correctionsFolder().toStdString(), output.toStdString())));
    tabs_->setCurrentIndex(0);
    say(tr("%1 corrected songs; start when you are ready.").arg(songs));
  } catch (const std::exception& error) {
    say(QString::fromUtf8(error.what()), true);
  }
}

// "NAME.safetensors" in the folder of runs, with a number where that is taken.
QString TrainPage::freeOutput() const {
  QString base = editor_->value(QStringLiteral("task"));
  for (int n = 1;; ++n) {
    const QString path = QStringLiteral("%1/%2-%3.safetensors").arg(folder_, base).arg(n);
    if (!QFile::exists(path) && !QFile::exists(path + QStringLiteral(".progress"))) return path;
  }
}

void TrainPage::start() {
  editor_->inspectNow();
  if (!editor_->valid()) {
    tabs_->setCurrentIndex(0);
    say(tr("The configuration has faults: see below the text."), true);
    return;
  }
  const ConfigDocument document = parse_config(editor_->text().toStdString(), "configuration");
  const ConfigNode* named = document.root.find("output");
  const bool given = named && !named->scalar.empty();
  const QString output =
      given ? QDir(folder_).absoluteFilePath(QString::fromStdString(named->scalar)) : freeOutput();
  QDir().mkpath(QFileInfo(output).absolutePath());
  QSaveFile config(output + QStringLiteral(".yaml"));
  if (!config.open(QIODevice::WriteOnly) || config.write(editor_->text().toUtf8()) < 0 ||
      !config.commit()) {
    say(tr("%1 cannot be written.").arg(config.fileName()), true);
    return;
  }
  TrainRun* run = openRun(output);
  if (run->start(config.fileName(), false)) {
    say({});
    tabs_->setCurrentIndex(1);
  } else {
    say(run->alive() ? tr("This run goes on already.") : run->message(), true);
  }
}

void TrainPage::pause() {
  if (TrainRun* run = current()) run->stop();
}

void TrainPage::resume() {
  TrainRun* run = current();
  if (run && run->resumable()) run->start(run->config(), true);
}

void TrainPage::abort() {
  if (TrainRun* run = current()) run->kill();
}

void TrainPage::giveModel() {
  const TrainRun* run = current();
  if (!run || run->bestModel().isEmpty()) return;
  QStringList models = {run->bestModel()};
  try {
    const bool beats =
        load_models({run->bestModel().toStdString()}).front().model.beat_features.has_value();
    const auto other =
        shipped_model_folder() / (beats ? "chords.safetensors" : "beats.safetensors");
    if (std::filesystem::exists(other)) models += QString::fromStdString(other.string());
  } catch (const std::exception& error) {
    say(QString::fromUtf8(error.what()), true);
    return;
  }
  emit tagWith(models);
}

void TrainPage::say(const QString& text, bool fault) {
  notice_->setText(text);
  QPalette palette = notice_->palette();
  palette.setColor(QPalette::WindowText, fault ? theme().differ : theme().muted);
  notice_->setPalette(palette);
  notice_->setVisible(!text.isEmpty());
}

void TrainPage::showRuns() {
  const QSignalBlocker quiet(list_);
  for (int i = 0; i < runs_.size(); ++i) {
    QTreeWidgetItem* item = list_->topLevelItem(i);
    const TrainRun& run = *runs_[i];
    item->setText(kRun, run.name());
    item->setText(kState, run.stateText());
    item->setText(kBest,
                  run.bestEpoch() < 0 ? QString() : QString::number(run.bestScore(), 'f', 3));
    item->setForeground(kRun, series_colour(i));
  }
}

void TrainPage::showCurrent() {
  showRuns();
  QVector<ShownRun> shown;
  for (int i = 0; i < runs_.size(); ++i) {
    const bool chosen = list_->topLevelItem(i)->checkState(kRun) == Qt::Checked;
    if (chosen || runs_[i] == current()) shown.push_back({runs_[i], i});
  }
  curves_->show(shown);
  TrainRun* run = current();
  start_->setEnabled(editor_->valid() && !editor_->text().trimmed().isEmpty());
  pause_->setEnabled(run && run->alive() && run->state() != TrainRun::State::kStopping);
  abort_->setEnabled(run && run->alive());
  resume_->setEnabled(run && run->resumable());
  use_->setEnabled(run && !run->bestModel().isEmpty());
  showFigures(run);
  if (!run) {
    sample_->setSample({});
    return;
  }
  const int samples = static_cast<int>(run->samples().size());
  const bool at_end = epoch_->value() == epoch_->maximum() || epochs_shown_ == 0;
  epoch_->setEnabled(samples > 1);
  epoch_->setRange(1, std::max(1, samples));
  if (at_end) epoch_->setValue(samples);
  epochs_shown_ = samples;
  showSample();
  const QString said = run->log();
  if (said != log_->toPlainText()) {
    log_->setPlainText(said);
    log_->verticalScrollBar()->setValue(log_->verticalScrollBar()->maximum());
  }
}

void TrainPage::showSample() {
  const TrainRun* run = current();
  const int row = epoch_->value() - 1;
  if (run && row >= 0 && row < run->samples().size()) {
    sample_->setSample(run->samples()[row]);
  } else {
    sample_->setSample({});
  }
}

void TrainPage::showFigures(const TrainRun* run) {
  if (!run) {
    figures_->setText(
        tr("<b>No run yet.</b><br>Begin with a recipe, add a corpus and start. A run "
           "goes on when the window is closed, and is found again."));
    return;
  }
  QString rows;
  const auto row = [&rows](const QString& name, const QString& value) {
    if (value.isEmpty()) return;
    rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td><b>%2</b></td></tr>")
                .arg(name, value.toHtmlEscaped());
  };
  row(tr("State"), run->stateText());
  if (const auto& batch = run->batch()) {
    const BatchProgress& p = batch->progress;
    row(tr("Batch"), tr("%1 of %2").arg(p.batch + 1).arg(p.batches));
    row(tr("Loss"), QString::number(p.smoothed_loss, 'g', 4));
    row(tr("Learning rate"), QString::number(p.learning_rate, 'g', 3));
    row(tr("Gradient norm"), QString::number(p.gradient_norm, 'g', 3));
    row(tr("Frames/s"), QString::number(p.frames_per_second, 'f', 0));
    if (run->alive()) row(tr("Left"), duration_text(batch->seconds_left));
    row(tr("Memory"), memory_text(batch->memory));
  }
  if (const auto& data = run->data()) {
    row(tr("Songs"), tr("%1 + %2 for validation").arg(data->training).arg(data->validation));
    row(tr("Parameters"), QLocale::c().toString(static_cast<qulonglong>(data->parameters)));
    row(tr("Device"), QString::fromStdString(data->device));
  }
  if (run->bestEpoch() >= 0) {
    row(tr("Best"),
        tr("%1 in epoch %2").arg(run->bestScore(), 0, 'f', 4).arg(run->bestEpoch() + 1));
  }
  QString text = QStringLiteral("<table>%1</table>").arg(rows);
  if (!run->message().isEmpty()) {
    const bool fault =
        run->state() == TrainRun::State::kFailed || run->state() == TrainRun::State::kDied;
    text +=
        QStringLiteral("<p style='color:%1'>%2</p>")
            .arg((fault ? theme().differ : theme().muted).name(), run->message().toHtmlEscaped());
  }
  figures_->setText(text);
}

}  // namespace tactus::ui
