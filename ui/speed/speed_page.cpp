#include "ui/speed/speed_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTableWidget>
#include <QTimer>
#include <algorithm>
#include <span>

#include "app/program/program_places.h"
#include "model/backend/cpu/cpu_kernels.h"
#include "model/files/model_file.h"
#include "ui/look/bar_chart.h"
#include "ui/look/line_plot.h"
#include "ui/look/page_files.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

const char* const kColumns[] = {"device", "rung",  "precision", "mode",         "layers", "hidden",
                                "batch",  "steps", "threads",   "milliseconds", "gflops", "share"};
constexpr const char* kWorkloadKeys[] = {"mode", "layers", "input", "hidden", "batch", "steps"};

bool same(const QJsonObject& a, const QJsonObject& b, std::span<const char* const> keys) {
  return std::all_of(keys.begin(), keys.end(), [&](const char* key) {
    return a.value(QLatin1String(key)) == b.value(QLatin1String(key));
  });
}

QString text(const QJsonObject& row, const char* key) {
  const QJsonValue value = row.value(QLatin1String(key));
  if (value.isString()) return value.toString();
  const double number = value.toDouble();
  return QString::number(number, 'f', number == static_cast<double>(qRound64(number)) ? 0 : 3);
}

QString way_of(const QJsonObject& row) {
  QString way = QStringLiteral("%1 %2").arg(text(row, "device"), text(row, "rung"));
  if (text(row, "precision") != QLatin1String("fp32"))
    way += QLatin1Char(' ') + text(row, "precision");
  if (text(row, "device") != QLatin1String("cpu")) return way;
  const int threads = row.value(QLatin1String("threads")).toInt();
  return way + SpeedPage::tr(", %n thread(s)", nullptr, threads);
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

// Tool tips for the words that are not plain.
void explain_heads(QTableWidget& table) {
  const std::pair<int, QString> tips[] = {
      {1, SpeedPage::tr("How the layers are computed: a step of the ladder")},
      {10, SpeedPage::tr("Billions of multiplications and additions per second")},
      {11, SpeedPage::tr("Share of the peak, which Tactus measures in single precision. Above "
                         "100 %: bf16 computes with half as many bits, so it can be faster.")},
      {12, SpeedPage::tr("Seconds of music per second")}};
  for (const auto& [column, tip] : tips) table.horizontalHeaderItem(column)->setToolTip(tip);
}

}  // namespace

SpeedPage::SpeedPage(QWidget* parent) : QWidget(parent) {
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
  table_ = new QTableWidget(0, static_cast<int>(std::size(kColumns)) + 1, splitter);
  QStringList heads = {tr("Device"),  tr("Way"),     tr("Precision"), tr("Pass"),    tr("Layers"),
                       tr("Units"),   tr("Batch"),   tr("Frames"),    tr("Threads"), tr("ms"),
                       tr("GFLOP/s"), tr("Of peak"), tr("Real time")};
  table_->setHorizontalHeaderLabels(heads);
  explain_heads(*table_);
  table_->setAccessibleName(tr("Measurements"));
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setShowGrid(false);
  table_->setAlternatingRowColors(true);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(6 * kGrid);
  auto* right = new QWidget(splitter);
  auto* side = new QVBoxLayout(right);
  side->setContentsMargins(0, 0, 0, 0);
  workload_ = new QComboBox(right);
  auto* compared = new QLabel(tr("&Bars for"), right);
  compared->setBuddy(workload_);
  auto* choice = new QHBoxLayout;
  choice->setContentsMargins(2 * kGrid, 0, 0, 0);
  choice->addWidget(compared);
  choice->addWidget(workload_, 1);
  side->addLayout(choice);
  auto* scroll = new QScrollArea(right);
  bars_ = new BarChart;
  scroll->setAccessibleName(tr("Bars"));
  scroll->setWidget(bars_);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  side->addWidget(scroll, 1);
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

QWidget* SpeedPage::makeChoices() {
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* label = new QLabel(tr("Si&zes"), row);
  sizes_ = new QComboBox(row);
  label->setBuddy(sizes_);
  sizes_->addItem(tr("Table, short"), QStringLiteral("quick"));
  sizes_->addItem(tr("Table, whole (minutes)"), QStringLiteral("whole"));
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
      gpu += {QStringLiteral("--set"), QStringLiteral("table,ladder"),
              QStringLiteral("--precision"), QStringLiteral("fp32,tf32,bf16")};
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

double SpeedPage::timesRealTime(const QJsonObject& row) const {
  const double frames =
      row.value(QLatin1String("batch")).toDouble() * row.value(QLatin1String("steps")).toDouble();
  const double seconds = row.value(QLatin1String("milliseconds")).toDouble() / 1000.0;
  return seconds > 0 ? frames / fps_ / seconds : 0.0;
}

void SpeedPage::take(const QJsonObject& row) {
  rows_.push_back(row);
  const int line = table_->rowCount();
  table_->insertRow(line);
  int column = 0;
  const auto cell = [&](const QString& words) {
    auto* item = new QTableWidgetItem(words);
    if (column > 3) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    table_->setItem(line, column++, item);
  };
  for (const char* key : kColumns) {
    const double share = row.value(QLatin1String("share")).toDouble();
    const bool is_share = qstrcmp(key, "share") == 0;
    cell(!is_share   ? text(row, key).replace(QLatin1Char('.'), QLocale().decimalPoint())
         : share > 0 ? tr("%1 %").arg(100 * share, 0, 'f', 0)
                     : QString());
  }
  cell(tr("%1 x").arg(timesRealTime(row), 0, 'f', 0));
  table_->resizeColumnsToContents();
  table_->scrollToBottom();
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
                       .arg(text(row, "mode"), text(row, "layers"), text(row, "hidden"),
                            text(row, "batch"), text(row, "steps")),
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
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && status_) {
    QTimer::singleShot(0, this, &SpeedPage::showBars);
  }
}

void SpeedPage::showBars() {
  const QVector<Workload> all = workloads();
  const int chosen = workload_->currentIndex();
  if (chosen < 0 || chosen >= all.size()) {
    bars_->setBars(tr("GFLOP/s"), {});
    return;
  }
  QVector<QJsonObject> shown;
  for (const QJsonObject& row : rows_) {
    if (same(row, all[chosen].like, kWorkloadKeys)) shown.push_back(row);
  }
  const auto speed = [](const QJsonObject& row) {
    return row.value(QLatin1String("gflops")).toDouble();
  };
  std::stable_sort(shown.begin(), shown.end(),
                   [&](const QJsonObject& a, const QJsonObject& b) { return speed(a) < speed(b); });
  QVector<Bar> bars;
  for (const QJsonObject& row : shown) {
    const double share = row.value(QLatin1String("share")).toDouble();
    QString words = tr("%1 GFLOP/s   %2 x real time")
                        .arg(speed(row), 0, 'f', 1)
                        .arg(timesRealTime(row), 0, 'f', 0);
    if (speed(shown.front()) > 0) {
      words += tr("   %1 x faster").arg(speed(row) / speed(shown.front()), 0, 'f', 1);
    }
    if (share > 0) words += tr("   %1 % of peak").arg(100 * share, 0, 'f', 0);
    if (share > 1) words += tr(" in single precision");
    const bool gpu = text(row, "device") != QLatin1String("cpu");
    const bool bf16 = text(row, "precision") == QLatin1String("bf16");
    bars.push_back({way_of(row), speed(row), words, series_colour(gpu ? 2 : bf16 ? 4 : 0)});
  }
  bars_->setBars(all[chosen].name, bars);
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
  QString words;
  const QStringList keys = {"device",       "rung",   "precision",   "mode",  "layers",
                            "input",        "hidden", "batch",       "steps", "threads",
                            "milliseconds", "gflops", "peak_gflops", "share"};
  words += keys.join(QLatin1Char(',')) + QStringLiteral(",times_real_time\n");
  for (const QJsonObject& row : rows_) {
    for (const QString& key : keys) words += text(row, key.toUtf8().constData()) + QLatin1Char(',');
    words += QString::number(timesRealTime(row), 'f', 2) + QLatin1Char('\n');
  }
  return words;
}

}  // namespace tactus::ui
