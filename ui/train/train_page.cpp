#include "ui/train/train_page.h"

#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QStandardPaths>
#include <QTabWidget>
#include <algorithm>
#include <optional>

#include "app/cli/program/program_places.h"
#include "app/config/config_document.h"
#include "app/config/config_edit.h"
#include "app/engine/models/model_store.h"
#include "app/engine/songs/song_files.h"
#include "app/workshop/training/corrected_corpus.h"
#include "app/workshop/training/run_lock.h"
#include "datasets/outputs/output_files.h"
#include "datasets/tasks/task_table.h"
#include "ui/look/theme.h"
#include "ui/train/config/config_editor.h"
#include "ui/train/corpus_panel.h"
#include "ui/train/demo_training.h"
#include "ui/train/model_comparison.h"
#include "ui/train/recipes.h"
#include "ui/train/start_checks.h"
#include "ui/train/train_controls.h"
#include "ui/train/train_figures.h"
#include "ui/train/train_run.h"
#include "ui/train/train_run_list.h"
#include "ui/train/train_watch.h"

namespace tactus::ui {
namespace {

enum Tab { kConfiguration, kCurves };

QString data_folder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
}

}  // namespace

TrainPage::TrainPage(const QString& folder, QWidget* parent)
    : Page(parent),
      folder_(folder.isEmpty() ? data_folder() + QStringLiteral("/training") : folder) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(3 * kGrid, 3 * kGrid, 3 * kGrid, 3 * kGrid);
  auto* splitter = new QSplitter(Qt::Horizontal, this);
  splitter->addWidget(makeLeft());
  tabs_ = new QTabWidget(splitter);
  tabs_->addTab(makeConfigTab(), tr("Configuration"));
  watch_ = new TrainWatch(tabs_);
  tabs_->addTab(watch_, tr("Curves"));
  log_ = new QPlainTextEdit(tabs_);
  log_->setReadOnly(true);
  log_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  log_->setAccessibleName(tr("Log"));
  log_->setPlaceholderText(tr("Messages of the run appear here."));
  tabs_->addTab(log_, tr("Log"));
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({300, 900});
  layout->addWidget(splitter);
  repaint_.setSingleShot(true);
  repaint_.setInterval(40);
  connect(&repaint_, &QTimer::timeout, this, &TrainPage::showCurrent);
  list_->find({folder_, demo_training_folder(folder_)});
  showCurrent();
}

// Another theme has other text colours.
void TrainPage::changeEvent(QEvent* event) {
  Page::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) repaint_.start();
}

QWidget* TrainPage::makeLeft() {
  auto* left = new QWidget(this);
  auto* layout = new QVBoxLayout(left);
  layout->setContentsMargins(0, 0, 2 * kGrid, 0);
  layout->setSpacing(2 * kGrid);
  list_ = new TrainRunList(left);
  connect(list_, &TrainRunList::changed, &repaint_, [this] {
    if (!repaint_.isActive()) repaint_.start();
  });
  connect(list_, &TrainRunList::currentChosen, &repaint_, qOverload<>(&QTimer::start));
  controls_ = new TrainControls(left);
  connect(controls_, &TrainControls::startWanted, this, &TrainPage::start);
  auto* demo = new QPushButton(tr("Tr&y with the demo songs"), left);
  connect(demo, &QPushButton::clicked, this, &TrainPage::tryDemo);
  layout->addWidget(demo);
  layout->addWidget(controls_);  // above the widgets that grow, so that the buttons do not move
  layout->addWidget(list_, 1);
  figures_ = new TrainFigures(left);
  layout->addWidget(figures_);
  use_ = new QPushButton(tr("Tag the open song with this model"), left);
  connect(use_, &QPushButton::clicked, this, &TrainPage::giveModel);
  layout->addWidget(use_);
  compare_ = new QPushButton(tr("Compare old and ne&w on this song"), left);
  compare_->setToolTip(
      tr("Tags the validation song of the run with the model before the training and with the new "
         "one, and shows both on the Annotate page"));
  connect(compare_, &QPushButton::clicked, this, &TrainPage::compareModels);
  layout->addWidget(compare_);
  notice_ = new QLabel(left);
  notice_->setWordWrap(true);
  notice_->setAccessibleDescription(tr("Notice"));
  layout->addWidget(notice_);
  return left;
}

void TrainPage::addRecipes(QHBoxLayout& row) {
  const auto button = [&](const QString& text, auto what) {
    auto* made = new QPushButton(text, this);
    connect(made, &QPushButton::clicked, this, what);
    row.addWidget(made);
  };
  button(tr("Beats recipe"), [this] { beginWith(QStringLiteral("beats")); });
  button(tr("Chords recipe"), [this] { beginWith(QStringLiteral("chords")); });
  button(tr("Open recipe..."), &TrainPage::openConfigFile);
  button(tr("Open run..."), &TrainPage::openRunFile);
}

void TrainPage::addCorrections(QHBoxLayout& row) {
  auto* learn = new QPushButton(tr("Learn from corrections"), this);
  learn->setToolTip(tr("Trains a shipped model further on the songs that you have checked"));
  auto* menu = new QMenu(learn);
  menu->addAction(tr("Add the checked songs to the corrections"), this,
                  &TrainPage::checkedSongsWanted);
  menu->addSeparator();
  menu->addAction(tr("Fine-tune beats"), this, [this] { fineTune(QStringLiteral("beats")); });
  menu->addAction(tr("Fine-tune chords"), this, [this] { fineTune(QStringLiteral("chords")); });
  learn->setMenu(menu);
  row.addWidget(learn);
}

QWidget* TrainPage::makeConfigTab() {
  auto* tab = new QWidget(this);
  auto* layout = new QVBoxLayout(tab);
  layout->setContentsMargins(2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid);
  auto* row = new QHBoxLayout;
  row->setSpacing(kGrid);
  addRecipes(*row);
  row->addStretch();
  addCorrections(*row);
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
  connect(corpora_, &CorpusPanel::corporaChanged, this, [this](const QVector<ConfigNode>& corpora) {
    editor_->setValue(QStringLiteral("data"), QString::fromStdString(data_yaml(corpora)));
  });
  return tab;
}

TrainPage::~TrainPage() {
  comparison_.request_stop();
}

TrainCurves& TrainPage::curves() const {
  return watch_->curves();
}

const QVector<TrainRun*>& TrainPage::runs() const {
  return list_->runs();
}

TrainRun* TrainPage::openRun(const QString& output) {
  return list_->open(output);
}

TrainRun* TrainPage::current() const {
  return list_->current();
}

bool TrainPage::anyAlive() const {
  return std::any_of(runs().begin(), runs().end(),
                     [](const TrainRun* run) { return run->alive(); });
}

void TrainPage::beginWith(const QString& recipe) {
  try {
    const std::string text = load_config(recipe_file(recipe).toStdString()).text;
    editor_->setText(QString::fromStdString(with_config_value(text, "data", "[]")));
    tabs_->setCurrentIndex(kConfiguration);
    showMessage(tr("Add a corpus, then start."));
  } catch (const std::exception& error) {
    showMessage(QString::fromUtf8(error.what()), true);
  }
}

void TrainPage::openConfigFile() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open a training configuration"), {},
                                                    tr("Configuration (*.yaml *.yml)"));
  if (!path.isEmpty()) loadConfigFile(path);
}

void TrainPage::loadConfigFile(const QString& path) {
  try {
    editor_->setText(configuration_of_file(path));
    showMessage({});
  } catch (const std::exception& error) {
    showMessage(QString::fromUtf8(error.what()), true);
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
  tabs_->setCurrentIndex(kCurves);
}

QString TrainPage::correctionsFolder() const {
  return folder_ + QStringLiteral("/corrections");
}

std::size_t TrainPage::correctedSongs(const QString& task) const {
  return corrected_songs(correctionsFolder().toStdString(), make_task(task.toStdString())->layer());
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
  const QString text = tr("%n song(s) added to the corrections.", nullptr, added);
  showMessage(faults.isEmpty() ? text : text + QLatin1Char('\n') + faults.join(QLatin1Char('\n')),
              !faults.isEmpty());
  return added;
}

void TrainPage::learnFromChecked(const std::vector<std::filesystem::path>& songs) {
  if (songs.empty()) {
    QMessageBox::information(this, tr("Learn from corrections"),
                             tr("First open a folder with songs that you have checked."));
    return;
  }
  std::vector<Annotation> checked;
  for (const std::filesystem::path& audio : songs) {
    try {
      const SongFiles files = song_files(audio);
      if (song_state(files.annotation) != SongState::kChecked) continue;
      Notes notes;  // a checked song is a JAMS file of Tactus
      checked.push_back(load_song_annotation(files, notes));
      checked.back().audio = audio.string();
    } catch (
        const std::exception& error) {  // damaged or deleted meanwhile: the others are still usable
      QMessageBox::warning(this, tr("Learn from corrections"), QString::fromUtf8(error.what()));
    }
  }
  learnFrom(checked);
}

void TrainPage::fineTune(const QString& task) {
  try {
    const std::size_t songs = correctedSongs(task);
    if (songs < kFewestCorrectedSongs) {
      showMessage(tr("There are %1 checked songs with %2 among the corrections; training needs at "
                     "least %3. Check more songs on the Annotate page, then add them.")
                      .arg(songs)
                      .arg(task)
                      .arg(kFewestCorrectedSongs),
                  true);
      return;
    }
    const std::filesystem::path model =
        program_places().models / (task.toStdString() + ".safetensors");
    const QString output = folder_ + QStringLiteral("/%1-corrected.safetensors").arg(task);
    editor_->setText(QString::fromStdString(
        fine_tuning_config(model, correctionsFolder().toStdString(), output.toStdString())));
    tabs_->setCurrentIndex(kConfiguration);
    showMessage(tr("%n corrected song(s). Press Start when you are ready.", nullptr,
                   static_cast<int>(songs)));
  } catch (const std::exception& error) {
    showMessage(QString::fromUtf8(error.what()), true);
  }
}

// The output in the configuration, else "TASK-NUMBER.safetensors" in the folder of runs.
QString TrainPage::outputOfConfig() const {
  const QString named = editor_->value(QStringLiteral("output"));
  if (!named.isEmpty()) return QDir(folder_).absoluteFilePath(named);
  const QString base = editor_->value(QStringLiteral("task"));
  for (int n = 1;; ++n) {
    const QString path = QStringLiteral("%1/%2-%3.safetensors").arg(folder_, base).arg(n);
    if (!QFile::exists(path) && !QFile::exists(path + QStringLiteral(".progress"))) return path;
  }
}

// Also a run from the command line.
bool TrainPage::isRunning(const QString& output) const {
  const QString path = QFileInfo(output).absoluteFilePath();
  return training_process(path.toStdString()) ||
         std::any_of(runs().begin(), runs().end(), [&path](const TrainRun* run) {
           return run->output() == path && run->alive();
         });
}

void TrainPage::start() {
  editor_->inspectNow();
  if (!editor_->valid()) {
    tabs_->setCurrentIndex(kConfiguration);
    showMessage(tr("The configuration has errors. Correct the errors listed below the text."),
                true);
    return;
  }
  const QString output = outputOfConfig();
  if (isRunning(output)) {
    openRun(output);
    showMessage(tr("This run is already active."), true);
    return;
  }
  const bool exists = QFile::exists(output) || QFile::exists(output + QStringLiteral(".state"));
  if (exists && !may_replace(*openRun(output), this)) return;
  QString fault;
  const SongsCheck songs =
      check_songs(editor_->text(), QFileInfo(output).absolutePath(), this, fault);
  if (songs != SongsCheck::kGood) {
    showMessage(fault, true);
    return;
  }
  const QString config = output + QStringLiteral(".yaml");
  try {
    OutputFiles().write(config.toStdString(), editor_->text().toStdString(),
                        {.overwrite = true, .of_person = true});
  } catch (const std::exception&) {
    showMessage(tr("Tactus cannot save %1.").arg(config), true);
    return;
  }
  TrainRun* run = openRun(output);
  if (run->start(config, false)) {
    showMessage({});
    tabs_->setCurrentIndex(kCurves);
  } else {
    showMessage(run->message(), true);
  }
}

void TrainPage::giveModel() {
  const TrainRun* run = current();
  if (!run || run->keptModel().isEmpty()) return;
  QStringList models = {run->keptModel()};
  try {
    const auto& shipped = program_places().models;
    const auto own = task_of(load_models({run->keptModel().toStdString()}, shipped).front().model);
    for (const auto& task : all_tasks()) {
      const auto other = shipped / (task->name() + ".safetensors");
      if (task->name() != own->name() && std::filesystem::exists(other))
        models += QString::fromStdString(other.string());
    }
  } catch (const std::exception& error) {
    showMessage(QString::fromUtf8(error.what()), true);
    return;
  }
  emit tagWith(models);
}

// An unfinished demo run goes on; else a new one starts.
void TrainPage::tryDemo() {
  const QString place = demo_training_folder(folder_);
  tabs_->setCurrentIndex(kCurves);
  for (TrainRun* run : runs()) {
    if (QFileInfo(run->output()).path() != QFileInfo(place).absoluteFilePath()) continue;
    if (!run->alive() && !run->resumable()) continue;
    openRun(run->output());
    if (!run->alive() || run->state() == TrainRun::State::kPaused) run->resume();
    showMessage(tr("Your last run with the demo songs continues."));
    return;
  }
  try {
    editor_->setText(prepare_demo_training(place));
  } catch (const std::exception& error) {
    showMessage(QString::fromUtf8(error.what()), true);
    return;
  }
  start();
}

void TrainPage::compareModels() {
  const TrainRun* run = current();
  if (!run || run->keptModel().isEmpty() || comparing_) return;
  comparing_ = true;
  showMessage(tr("The old and the new model are tagging the song..."));
  const std::string output = run->output().toStdString(), config = run->config().toStdString();
  const std::string song = run->samples().isEmpty() ? "" : run->samples().back().song;
  comparison_ = std::jthread([this, output, config, song](const std::stop_token& stop) {
    std::optional<ModelComparison> made;
    QString fault;
    try {
      made = compare_models(config, output, song, output + ".comparison", stop);
    } catch (const std::exception& error) {
      fault = QString::fromUtf8(error.what());
    }
    if (stop.stop_requested()) return;
    QMetaObject::invokeMethod(this, [this, made, fault] {
      comparing_ = false;
      repaint_.start();
      showMessage(made ? made->sentence : fault, !made);
      if (made) emit compared(*made);
    });
  });
  repaint_.start();
}

void TrainPage::showMessage(const QString& text, bool fault) {
  notice_->setText(text);
  QPalette palette = notice_->palette();
  palette.setColor(QPalette::WindowText, fault ? theme().differ : theme().muted);
  notice_->setPalette(palette);
  notice_->setVisible(!text.isEmpty());
}

void TrainPage::showCurrent() {
  TrainRun* run = current();
  list_->refresh();
  watch_->showRuns(list_->shown(), run);
  controls_->refresh(run, editor_->valid());
  const bool has_model = run && !run->keptModel().isEmpty();
  use_->setEnabled(has_model);
  compare_->setEnabled(has_model && !run->alive() && !run->config().isEmpty() && !comparing_);
  figures_->showRun(run);
  showLog(run);
}

void TrainPage::showLog(const TrainRun* run) {
  const QString said = run ? run->log() : QString();
  if (said == log_->toPlainText()) return;
  log_->setPlainText(said);
  log_->verticalScrollBar()->setValue(log_->verticalScrollBar()->maximum());
}

}  // namespace tactus::ui
