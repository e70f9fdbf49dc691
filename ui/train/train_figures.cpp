#include "ui/train/train_figures.h"

#include <QLocale>

#include "ui/look/page_files.h"
#include "ui/look/theme.h"
#include "ui/train/train_run.h"

namespace tactus::ui {
namespace {

// Rows of two columns; empty values are skipped.
class Rows {
 public:
  void add(const QString& name, const QString& value) {
    if (value.isEmpty()) return;
    html_ += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td><b>%2</b></td></tr>")
                 .arg(name, value.toHtmlEscaped());
  }
  QString html() const { return QStringLiteral("<table>%1</table>").arg(html_); }

 private:
  QString html_;
};

QString memory_text(std::size_t bytes) {
  return TrainFigures::tr("%1 MiB").arg(static_cast<double>(bytes) / 1048576.0, 0, 'f', 0);
}

void add_batch(Rows& rows, const BatchDone& batch, bool alive) {
  const BatchProgress& p = batch.progress;
  rows.add(TrainFigures::tr("Batch"), TrainFigures::tr("%1 of %2").arg(p.batch + 1).arg(p.batches));
  rows.add(TrainFigures::tr("Loss"), QLocale().toString(p.smoothed_loss, 'g', 4));
  rows.add(TrainFigures::tr("Learning rate"), QLocale().toString(p.learning_rate, 'g', 3));
  rows.add(TrainFigures::tr("Gradient norm"), QLocale().toString(p.gradient_norm, 'g', 3));
  rows.add(TrainFigures::tr("Frames/s"), QString::number(p.frames_per_second, 'f', 0));
  if (alive) rows.add(TrainFigures::tr("Left"), duration_text(batch.seconds_left));
  rows.add(TrainFigures::tr("Memory"), memory_text(batch.memory));
  rows.add(TrainFigures::tr("GPU memory"), batch.device_memory > 0
                                               ? memory_text(batch.device_memory)
                                               : TrainFigures::tr("none (no GPU in use)"));
}

QString kept_text(const TrainRun& run) {
  if (const auto kept = run.keptNumber())
    return TrainFigures::tr("epoch %1: %2 %3")
        .arg(run.keptEpoch() + 1)
        .arg(kept->name, QLocale().toString(kept->value, 'f', 4));
  const bool unmeasured = run.data() && run.data()->validation == 0;
  return unmeasured ? TrainFigures::tr("epoch %1; no validation songs").arg(run.keptEpoch() + 1)
                    : TrainFigures::tr("epoch %1, the last").arg(run.keptEpoch() + 1);
}

}  // namespace

TrainFigures::TrainFigures(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::RichText);
  setWordWrap(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
  setAccessibleDescription(tr("Figures of the run"));
}

void TrainFigures::showRun(const TrainRun* run) {
  if (!run) {
    setText(
        tr("<b>No run yet.</b><br>Try with the demo songs, or choose a recipe, add a corpus and "
           "start. A run "
           "continues after you close the window; you find it here when you open it again."));
    return;
  }
  Rows rows;
  rows.add(tr("State"), run->stateText());
  if (const auto& batch = run->batch()) add_batch(rows, *batch, run->alive());
  if (const auto& data = run->data()) {
    rows.add(tr("Songs"), tr("%1 + %2 for validation").arg(data->training).arg(data->validation));
    rows.add(tr("Parameters"), QLocale::c().toString(static_cast<qulonglong>(data->parameters)));
    rows.add(tr("Device"), QString::fromStdString(data->device));
  }
  if (run->keptEpoch() >= 0) rows.add(tr("Kept"), kept_text(*run));
  QString text = rows.html();
  if (!run->message().isEmpty()) {
    const bool fault =
        run->state() == TrainRun::State::kFailed || run->state() == TrainRun::State::kDied;
    text +=
        QStringLiteral("<p style='color:%1'>%2</p>")
            .arg((fault ? theme().differ : theme().muted).name(), run->message().toHtmlEscaped());
  }
  setText(text);
}

}  // namespace tactus::ui
