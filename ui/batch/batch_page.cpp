#include "ui/batch/batch_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedLayout>
#include <QTableView>
#include <QUrl>

#include "app/engine/models/device.h"
#include "ui/look/format_titles.h"
#include "ui/look/page_files.h"
#include "ui/look/theme.h"
#include "ui/page/settings.h"
#include "ui/playback/song_preview.h"

namespace tactus::ui {
namespace {

enum Existing { kKeep, kSkip, kOverwrite };

}  // namespace

BatchPage::BatchPage(QWidget* parent) : Page(parent) {
  setAcceptDrops(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(3 * kGrid, 3 * kGrid, 3 * kGrid, 3 * kGrid);
  layout->setSpacing(2 * kGrid);
  layout->addWidget(makeToolRow());
  layout->addWidget(makeOptionRow());
  layout->addWidget(makeQueue(), 1);
  preview_ = new SongPreview(this);
  preview_->follow(*table_, [this](int row) { return model_.entry(row).input.audio; });
  connect(this, &Page::openFromRequested, preview_, &SongPreview::stop);
  layout->addWidget(preview_);
  layout->addWidget(makeProgressRow());
  connect(&job_, &BatchJob::news, this, &BatchPage::take);
  connect(&job_, &BatchJob::finished, this, &BatchPage::end);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &BatchPage::showState);
  showState();
}

QWidget* BatchPage::makeToolRow() {
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  const auto button = [&](const QString& text, auto slot) {
    auto* made = new QPushButton(text, row);
    connect(made, &QPushButton::clicked, this, slot);
    layout->addWidget(made);
    return made;
  };
  button(tr("Add f&iles..."), &BatchPage::addFiles);
  button(tr("Add f&older..."), &BatchPage::addFolder);
  remove_ = button(tr("&Remove"), &BatchPage::removeSelected);
  clear_ = button(tr("Cl&ear"), [this] {
    model_.clear();
    showState();
  });
  layout->addStretch();
  retry_ = button(tr("Re&try failed"), &BatchPage::retry);
  cancel_ = button(tr("&Cancel"), &BatchPage::cancel);
  start_ = button(tr("&Start"), &BatchPage::start);
  start_->setDefault(true);
  return row;
}

QWidget* BatchPage::makeOptionRow() {
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  const auto labelled = [&](const QString& text, QWidget* field, int stretch = 0) {
    auto* label = new QLabel(text, row);
    label->setBuddy(field);
    field->setAccessibleName(QString(text).remove(QLatin1Char('&')));
    layout->addWidget(label);
    layout->addWidget(field, stretch);
    layout->addSpacing(2 * kGrid);
  };
  formats_ = new QPushButton(row);
  auto* menu = new QMenu(formats_);
  for (const FormatInfo& info : all_formats()) {
    QAction* action = menu->addAction(format_title(info.format));
    action->setCheckable(true);
    action->setChecked(info.format == Format::kJams);
    action->setData(static_cast<int>(info.format));
    connect(action, &QAction::toggled, this, &BatchPage::showState);
  }
  formats_->setMenu(menu);
  labelled(tr("For&mats"), formats_);
  output_ = new QLineEdit(row);
  output_->setPlaceholderText(tr("beside each song"));
  labelled(tr("O&utput folder"), output_, 1);
  auto* browse = new QPushButton(tr("..."), row);
  browse->setAccessibleName(tr("Choose the output folder"));
  browse->setMaximumWidth(32);
  connect(browse, &QPushButton::clicked, this, &BatchPage::chooseOutput);
  layout->addWidget(browse);
  existing_ = new QComboBox(row);
  existing_->addItems({tr("keep and report"), tr("keep and add missing"), tr("overwrite")});
  existing_->setCurrentIndex(kSkip);
  labelled(tr("E&xisting files"), existing_);
  device_ = new QComboBox(row);
  device_->setEditable(true);
  device_->addItems({QStringLiteral("auto"), QStringLiteral("cpu"), QStringLiteral("cpu:int16"),
                     QStringLiteral("cpu:int8"), QStringLiteral("cpu:bf16"),
                     QStringLiteral("cuda")});
  device_->setToolTip(QString::fromUtf8(kDeviceHelp));
  labelled(tr("&Device"), device_);
  activations_ = new QCheckBox(tr("Activations (.npy)"), row);
  activations_->setToolTip(tr("Also save the outputs of the networks for every frame"));
  layout->addWidget(activations_);
  return row;
}

QWidget* BatchPage::makeQueue() {
  auto* holder = new QWidget(this);
  stack_ = new QStackedLayout(holder);
  auto* empty = new QLabel(
      tr("<h3>No songs in the queue</h3><p>Drop audio files or folders here, or add them "
         "above.</p><p>Tactus tags each song with beats, downbeats, chords, keys and sections. "
         "Existing files are kept unless you choose to overwrite them.</p>"),
      holder);
  empty->setAlignment(Qt::AlignCenter);
  empty->setFrameShape(QFrame::StyledPanel);
  stack_->addWidget(empty);
  table_ = new QTableView(holder);
  table_->setModel(&model_);
  table_->setAccessibleName(tr("Queue"));
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setAlternatingRowColors(true);
  table_->setShowGrid(false);
  table_->setWordWrap(false);
  table_->setTabKeyNavigation(false);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(7 * kGrid);
  QHeaderView* header = table_->horizontalHeader();
  header->setHighlightSections(false);
  header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  header->setSectionResizeMode(QHeaderView::Interactive);
  header->setStretchLastSection(true);
  header->setSortIndicator(-1, Qt::AscendingOrder);  // as they were added
  header->setSortIndicatorClearable(true);
  table_->setSortingEnabled(true);
  table_->setColumnWidth(BatchModel::kSong, 360);
  table_->setColumnWidth(BatchModel::kState, 120);
  table_->installEventFilter(this);
  connect(table_, &QTableView::doubleClicked, this,
          [this](const QModelIndex& index) { open(index.row()); });
  stack_->addWidget(table_);
  return holder;
}

QWidget* BatchPage::makeProgressRow() {
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  progress_ = new QProgressBar(row);
  progress_->setAccessibleName(tr("Songs done"));
  progress_->setFormat(tr("%v of %m songs"));
  progress_->setMinimumWidth(240);
  layout->addWidget(progress_);
  status_ = new QLabel(row);
  status_->setAccessibleDescription(tr("State"));
  status_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addWidget(status_, 1);
  return row;
}

void BatchPage::addPaths(const QStringList& paths) {
  std::vector<std::string> arguments;
  for (const QString& path : paths) arguments.push_back(path.toStdString());
  model_.add(collect_inputs(arguments));
  error_.clear();
  note_.clear();
  showState();
}

void BatchPage::addFiles() {
  addPaths(QFileDialog::getOpenFileNames(this, tr("Add songs")));
}

void BatchPage::addFolder() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Add all songs of a folder"));
  if (!folder.isEmpty()) addPaths({folder});
}

void BatchPage::apply(const Settings& settings) {
  models_ = settings.models;
}

void BatchPage::setOutputFolder(const QString& folder) {
  output_->setText(folder);
}

void BatchPage::chooseOutput() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Output folder"));
  if (!folder.isEmpty()) setOutputFolder(folder);
}

// The queue becomes the list of songs, in the order of its rows.
void BatchPage::open(int row) {
  std::vector<std::filesystem::path> songs;
  for (int each = 0; each < model_.rowCount(); ++each)
    if (model_.entry(each).input.is_file()) songs.push_back(model_.entry(each).input.audio);
  emit openFromRequested(songs, QString::fromStdString(model_.entry(row).input.audio.string()));
}

void BatchPage::removeSelected() {
  if (job_.running()) return;
  QVector<int> rows;
  for (const QModelIndex& index : table_->selectionModel()->selectedRows()) {
    rows.push_back(index.row());
  }
  model_.removeEntries(rows);
  showState();
}

BatchOptions BatchPage::options() const {
  BatchOptions options;
  options.output = output_->text().toStdString();
  options.formats.clear();
  for (const QAction* action : formats_->menu()->actions()) {
    if (action->isChecked()) options.formats.push_back(static_cast<Format>(action->data().toInt()));
  }
  options.skip_existing = existing_->currentIndex() == kSkip;
  options.overwrite = existing_->currentIndex() == kOverwrite;
  options.save_activations = activations_->isChecked();
  options.device = device_->currentText().toStdString();
  return options;
}

void BatchPage::start() {
  const QVector<int> numbers = model_.waiting();
  if (job_.running() || numbers.isEmpty()) return;
  std::vector<TagInput> inputs;
  for (const int number : numbers) inputs.push_back(model_.numbered(number).input);
  std::vector<std::string> models;
  for (const QString& model : models_) models.push_back(model.toStdString());
  tagged_seconds_ = 0;
  done_ = 0;
  begun_with_ = static_cast<int>(numbers.size());
  cancelling_ = false;
  error_.clear();
  clock_.start();
  job_.start(std::move(inputs), numbers, std::move(models), options());
  showState();
}

void BatchPage::cancel() {
  if (!job_.running()) return;
  cancelling_ = true;
  job_.cancel();
  showState();
}

void BatchPage::retry() {
  if (!job_.running() && model_.retry() > 0) start();
}

void BatchPage::take(const BatchNews& news) {
  if (!news.note.isEmpty()) note_ = news.note;
  for (const auto& [number, reading] : news.working) {
    model_.setWorking(number, reading.seconds, reading.total);
  }
  for (const auto& [number, result] : news.done) {
    model_.setDone(number, result);
    ++done_;
    if (result.status == TagStatus::kOk) tagged_seconds_ += result.summary.duration;
  }
  showState();
}

void BatchPage::end(const QString& error) {
  error_ = error;
  cancelling_ = false;
  const QHeaderView& header = *table_->horizontalHeader();
  model_.sort(header.sortIndicatorSection(), header.sortIndicatorOrder());
  showState();
  emit songsChanged();
}

QString BatchPage::summary() const {
  if (!error_.isEmpty()) return error_;
  if (cancelling_) return tr("Cancelling...");
  QStringList parts;
  const std::pair<TagStatus, QString> counts[] = {{TagStatus::kOk, tr("%1 tagged")},
                                                  {TagStatus::kSkipped, tr("%1 skipped")},
                                                  {TagStatus::kKept, tr("%1 kept")},
                                                  {TagStatus::kDamaged, tr("%1 damaged")},
                                                  {TagStatus::kExists, tr("%1 existed")},
                                                  {TagStatus::kFailed, tr("%1 failed")},
                                                  {TagStatus::kInterrupted, tr("%1 cancelled")}};
  for (const auto& [status, text] : counts) {
    if (const int count = model_.count(status)) parts += text.arg(count);
  }
  if (const auto left = model_.waiting().size(); left && !job_.running()) {
    parts += tr("%1 waiting").arg(left);
  }
  const double seconds = static_cast<double>(clock_.isValid() ? clock_.elapsed() : 0) / 1000.0;
  if (job_.running() && tagged_seconds_ > 0) {
    parts += tr("%1 times real time").arg(tagged_seconds_ / seconds, 0, 'f', 0);
    parts += tr("%1 left").arg(duration_text(seconds / done_ * (begun_with_ - done_)));
  }
  if (!note_.isEmpty()) parts += note_;
  return parts.join(QStringLiteral("   "));
}

void BatchPage::showState() {
  const bool running = job_.running();
  stack_->setCurrentIndex(model_.rowCount() > 0 ? 1 : 0);
  start_->setEnabled(!running && !model_.waiting().isEmpty());
  cancel_->setEnabled(running && !cancelling_);
  const int wrong = model_.count(TagStatus::kFailed) + model_.count(TagStatus::kDamaged) +
                    model_.count(TagStatus::kExists) + model_.count(TagStatus::kInterrupted);
  retry_->setEnabled(!running && wrong > 0);
  clear_->setEnabled(!running && model_.rowCount() > 0);
  remove_->setEnabled(!running && table_->selectionModel()->hasSelection());
  preview_->setVisible(model_.rowCount() > 0);
  progress_->setVisible(model_.rowCount() > 0);
  progress_->setRange(0, std::max(1, model_.rowCount()));
  progress_->setValue(model_.finished());
  QStringList formats;
  for (const QAction* action : formats_->menu()->actions()) {
    if (action->isChecked()) formats += format_name(static_cast<Format>(action->data().toInt()));
  }
  formats_->setText(formats.isEmpty() ? tr("none") : formats.join(QStringLiteral(", ")));
  formats_->setAccessibleDescription(formats_->text());
  status_->setText(summary());
  // Palette roles instead of colours, so that they follow the theme.
  status_->setForegroundRole(error_.isEmpty() ? QPalette::PlaceholderText : QPalette::BrightText);
}

void BatchPage::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void BatchPage::dropEvent(QDropEvent* event) {
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) paths += url.toLocalFile();
  }
  addPaths(paths);
  event->acceptProposedAction();
}

bool BatchPage::eventFilter(QObject* watched, QEvent* event) {
  if (watched == table_ && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Delete) {
      removeSelected();
      return true;
    }
    const QModelIndex current = table_->currentIndex();
    if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && current.isValid()) {
      open(current.row());
      return true;
    }
  }
  return Page::eventFilter(watched, event);
}

}  // namespace tactus::ui
