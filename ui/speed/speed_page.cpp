#include "ui/speed/speed_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSplitter>
#include <QTimer>
#include <algorithm>
#include <span>

#include "app/cli/program/program_places.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/files/model_file.h"
#include "ui/look/bar_chart.h"
#include "ui/look/page_files.h"
#include "ui/look/theme.h"
#include "ui/speed/speed_bars.h"
#include "ui/speed/speed_prediction.h"
#include "ui/speed/speed_row.h"
#include "ui/speed/speed_table.h"

namespace tactus::ui {
namespace {

constexpr const char* kWorkloadKeys[] = {"mode",  "layers", "input",     "hidden",
                                         "batch", "steps",  "directions"};
const auto kCardKey = QStringLiteral("speed/card");

bool same(const QJsonObject& a, const QJsonObject& b, std::span<const char* const> keys) {
  return std::all_of(keys.begin(), keys.end(), [&](const char* key) {
    return a.value(QLatin1String(key)) == b.value(QLatin1String(key));
  });
}

// The options of `tactus bench` for the networks of a model, without repetitions. Throws as
// load_model.
QVector<QStringList> network_sizes(const QString& model) {
  const Model loaded = load_model(model.toStdString());
  QVector<QStringList> all;
  for (const TrainedNetwork* network : networks_of(loaded)) {
    const NetworkSpec& spec = network->spec;
    const QStringList sizes = {
        QStringLiteral("--layers"), QString::number(spec.layers.size()),
        QStringLiteral("--input"),  QString::number(spec.input),
        QStringLiteral("--hidden"), QString::number(spec.layers.front().hidden)};
    if (!all.contains(sizes)) all.push_back(sizes);
  }
  return all;
}

}  // namespace

SpeedPage::SpeedPage(QWidget* parent) : Page(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(3 * kGrid, 3 * kGrid, 3 * kGrid, 3 * kGrid);
  layout->setSpacing(2 * kGrid);
  layout->addWidget(makeChoices());
  notice_ = new QLabel(this);
  notice_->setWordWrap(true);
  notice_->setAccessibleDescription(tr("Graphics card"));
  notice_->hide();
  layout->addWidget(notice_);
  auto* splitter = new QSplitter(Qt::Horizontal, this);
  table_ = new SpeedTable(splitter);
  splitter->addWidget(makeChart());
  splitter->setStretchFactor(0, 1);
  splitter->setSizes({720, 560});
  layout->addWidget(splitter, 1);
  status_ = new QLabel(this);
  status_->setAccessibleDescription(tr("State"));
  layout->addWidget(status_);
  connect(workload_, &QComboBox::currentIndexChanged, this, &SpeedPage::showBars);
  connect(&job_, &SpeedJob::row, this, &SpeedPage::take);
  connect(&job_, &SpeedJob::absent, this, [this](const QString& device, const QString& reason) {
    const bool gpu = device == QLatin1String("gpu");
    notice_->setText(
        (gpu ? tr("Tactus cannot measure a graphics card: %1") : tr("Nothing was measured: %1"))
            .arg(reason));
    notice_->show();
  });
  connect(&job_, &SpeedJob::finished, this, [this] {
    showState();
    emit finished();
  });
  showBars();
  showState();
}

QWidget* SpeedPage::makeChart() {
  auto* made = new QWidget(this);
  auto* side = new QVBoxLayout(made);
  side->setContentsMargins(0, 0, 0, 0);
  auto* choices = new QFormLayout;
  choices->setContentsMargins(2 * kGrid, 0, 0, 0);
  workload_ = new QComboBox(made);
  workload_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  workload_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  choices->addRow(tr("&Bars for"), workload_);
  card_ = new QComboBox(made);
  card_->setToolTip(tr("Its speed is predicted, not measured"));
  for (const auto& [name, title] : card_choices()) card_->addItem(title, name);
  const QString usual = card_->itemData(1).toString();
  card_->setCurrentIndex(std::max(0, card_->findData(QSettings().value(kCardKey, usual))));
  choices->addRow(tr("Predicte&d card"), card_);
  side->addLayout(choices);
  auto* scroll = new QScrollArea(made);
  bars_ = new BarChart;
  scroll->setAccessibleName(tr("Bars"));
  scroll->setWidget(bars_);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  side->addWidget(scroll, 1);
  story_ = new QLabel(made);
  story_->setWordWrap(true);
  story_->setContentsMargins(2 * kGrid, 0, 0, 0);
  side->addWidget(story_);
  connect(card_, &QComboBox::currentIndexChanged, this, &SpeedPage::chooseCard);
  return made;
}

QString SpeedPage::cardName() const {
  return card_->currentData().toString();
}

void SpeedPage::chooseCard() {
  QSettings().setValue(kCardKey, cardName());
  table_->setCard(rows_, cardName());
  showBars();
}

QWidget* SpeedPage::makeChoices() {
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* label = new QLabel(tr("Si&zes"), row);
  sizes_ = new QComboBox(row);
  label->setBuddy(sizes_);
  sizes_->addItem(tr("Table, short"), QStringLiteral("quick"));
  sizes_->addItem(tr("Table, complete (minutes)"), QStringLiteral("whole"));
  sizes_->addItem(tr("LSTM from a forum question"), QStringLiteral("forum"));
  sizes_->setItemData(2, tr("Why is an LSTM slower on a card? 700 inputs, 500 units, 80 frames"),
                      Qt::ToolTipRole);
  layout->addWidget(label);
  layout->addWidget(sizes_);
  const auto box = [&](const QString& text, const QString& tip) {
    auto* made = new QCheckBox(text, row);
    made->setChecked(true);
    made->setToolTip(tip);
    layout->addWidget(made);
    return made;
  };
  cpu_ = box(tr("&Processor"), tr("The processor of this computer"));
  gpu_ = box(tr("&Graphics card"), tr("A CUDA device, if this computer has one"));
  ladder_ = box(tr("&Ladder"), tr("Measures every way to compute the layers, step by step from the "
                                  "simplest to the fastest; otherwise only the fastest"));
  layout->addStretch();
  const auto button = [&](const QString& text, auto slot) {
    auto* made = new QPushButton(text, row);
    connect(made, &QPushButton::clicked, this, slot);
    layout->addWidget(made);
    return made;
  };
  csv_ = button(tr("Save as CSV..."),
                [this] { save_text(*this, tr("speed"), csv(), tr("Table (*.csv)")); });
  picture_ = button(tr("Save as picture..."), [this] { save_picture(*bars_, tr("speed")); });
  cancel_ = button(tr("&Cancel"), &SpeedPage::cancel);
  measure_ = button(tr("&Measure"), &SpeedPage::measure);
  for (const char* name : {"beats.safetensors", "chords.safetensors"}) {
    const std::filesystem::path path = program_places().models / name;
    if (std::filesystem::exists(path)) addModel(QString::fromStdString(path.string()));
  }
  return row;
}

void SpeedPage::addModel(const QString& path) {
  if (sizes_->findData(path) < 0) {
    sizes_->addItem(tr("Model %1").arg(QFileInfo(path).completeBaseName()), path);
  }
}

QVector<QStringList> SpeedPage::commands() const {
  const QString choice = sizes_->currentData().toString();
  QStringList common;
  if (choice == QLatin1String("quick")) {
    common += {QStringLiteral("--quick"), QStringLiteral("--repeats"), QStringLiteral("3")};
  } else if (choice == QLatin1String("forum")) {
    common += {QStringLiteral("--set"), choice};
  } else if (choice != QLatin1String("whole")) {
    QVector<QStringList> all;
    for (const QStringList& sizes : network_sizes(choice)) {
      all += commandsOf(sizes + QStringList{QStringLiteral("--repeats"), QStringLiteral("3"),
                                            QStringLiteral("--batch"), QStringLiteral("1"),
                                            QStringLiteral("16")});
    }
    return all;
  }
  return commandsOf(common);
}

QVector<QStringList> SpeedPage::commandsOf(const QStringList& common) const {
  QVector<QStringList> commands;
  if (cpu_->isChecked()) {
    QStringList cpu = QStringList{QStringLiteral("cpu")} + common;
    if (ladder_->isChecked()) {
      for (const CpuKernels* kernels : supported_cpu_kernels()) {
        cpu += {QStringLiteral("--rung"), QString::fromStdString(kernels->name)};
      }
    }
    commands += cpu;
  }
  if (gpu_->isChecked()) {
    QStringList gpu = QStringList{QStringLiteral("gpu")} + common;
    if (ladder_->isChecked()) {
      if (!common.contains(QStringLiteral("--set")))
        gpu += {QStringLiteral("--set"), QStringLiteral("table,ladder")};
      gpu += {QStringLiteral("--precision"), QStringLiteral("fp32,tf32,bf16")};
    }
    commands += gpu;
  }
  return commands;
}

void SpeedPage::measure() {
  const QString choice = sizes_->currentData().toString();
  try {
    const bool model = choice.endsWith(QLatin1String(".safetensors"));
    fps_ = 50.0;
    networks_ = 1;
    if (model) {
      const Model loaded = load_model(choice.toStdString());
      fps_ = feature_fps(loaded);
      networks_ = networks_of(loaded).size();
    }
    measureCommands(commands());
  } catch (const std::exception& error) {
    notice_->setText(QString::fromUtf8(error.what()));
    notice_->show();
  }
}

void SpeedPage::measureCommands(const QVector<QStringList>& commands) {
  if (job_.running() || commands.isEmpty()) return;
  rows_.clear();
  table_->setRowCount(0);
  workload_->clear();
  notice_->hide();
  notice_->clear();
  job_.start(commands);
  showBars();
  showState();
}

void SpeedPage::cancel() {
  job_.cancel();
}

QString SpeedPage::gpuNotice() const {
  return notice_->text();
}

void SpeedPage::take(const QJsonObject& row) {
  rows_.push_back(row);
  table_->add(row, fps_, cardName());
  showWorkloads();
  showBars();
  showState();
}

QVector<SpeedPage::Workload> SpeedPage::workloads() const {
  QVector<Workload> all;
  for (const QJsonObject& row : rows_) {
    const bool known = std::any_of(all.begin(), all.end(), [&](const Workload& other) {
      return same(other.like, row, kWorkloadKeys);
    });
    if (known) continue;
    all.push_back({tr("%1: %2 layers of %3 units, batch %4, %5 frames")
                       .arg(row_text(row, "mode"), row_text(row, "layers"), row_text(row, "hidden"),
                            row_text(row, "batch"), row_text(row, "steps")),
                   row});
  }
  return all;
}

void SpeedPage::showWorkloads() {
  const QVector<Workload> all = workloads();
  for (auto i = workload_->count(); i < all.size(); ++i) workload_->addItem(all[i].name);
}

// Another theme has other text colours; applied after all widgets have the new theme.
void SpeedPage::changeEvent(QEvent* event) {
  Page::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && status_) {
    QTimer::singleShot(0, this, &SpeedPage::showBars);
  }
}

// The rows of the size that is chosen for the bars.
QVector<QJsonObject> SpeedPage::shownRows() const {
  QVector<QJsonObject> shown;
  const QVector<Workload> all = workloads();
  const int chosen = workload_->currentIndex();
  if (chosen < 0 || chosen >= all.size()) return shown;
  for (const QJsonObject& row : rows_) {
    if (same(row, all[chosen].like, kWorkloadKeys)) shown.push_back(row);
  }
  return shown;
}

void SpeedPage::showBars() {
  const QVector<QJsonObject> shown = shownRows();
  story_->setText(story_text(shown, cardName()));
  story_->setVisible(!shown.isEmpty());
  if (shown.isEmpty()) {
    bars_->setBars(tr("GFLOP/s"), {});
    return;
  }
  bars_->setBars(workload_->currentText(),
                 measured_bars(shown, fps_) + predicted_bars(shown, cardName()));
}

void SpeedPage::showState() {
  const bool running = job_.running();
  measure_->setEnabled(!running);
  cancel_->setEnabled(running);
  csv_->setEnabled(!rows_.isEmpty());
  picture_->setEnabled(!rows_.isEmpty());
  if (running) {
    status_->setText(
        tr("Measuring: %1 done. Other programs on this computer slow it down.").arg(rows_.size()));
  } else if (rows_.isEmpty()) {
    status_->setText(
        tr("Measures bidirectional LSTM layers on random data. Tagging and training spend "
           "most of their time in such layers."));
  } else {
    QString words = tr("%n measurement(s). GFLOP/s count the multiplications and additions of the "
                       "matrix products. Real time means %1 frames per second.",
                       nullptr, static_cast<int>(rows_.size()))
                        .arg(fps_);
    if (networks_ > 1) {
      words += tr(" The model has %1 networks: tagging runs all of them.").arg(networks_);
    }
    status_->setText(words);
  }
}

QString SpeedPage::csv() const {
  return speed_csv(rows_, fps_, cardName());
}

}  // namespace tactus::ui
