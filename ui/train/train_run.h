// One training run for the window. The run is a process of its own that writes its progress to
// OUTPUT.progress (JSON lines, app/workshop/training/train_events.h) and OUTPUT.messages. The
// window only reads these files. So the window can close and open while a run is active, and no
// data of an ended run are lost.
#pragma once

#include <QColor>
#include <QDateTime>
#include <QObject>
#include <QPointF>
#include <QString>
#include <QTimer>
#include <QVector>
#include <map>
#include <optional>

#include "app/workshop/training/train_events.h"

namespace tactus::ui {

// "beats F" for "beat_f".
QString measure_title(const QString& name);

class TrainRun : public QObject {
  Q_OBJECT

 public:
  enum class State {
    kReady,     // no data yet
    kStarting,  // the process has started but not reported
    kLoading,
    kTraining,
    kValidating,
    kPausing,   // requested
    kPaused,    // has saved its state and waits
    kStopping,  // requested
    kStopped,   // on request; can be resumed
    kDied,      // the process ended unexpectedly; can be resumed if there is a state
    kFailed,    // the message gives the reason
    kFinished,
  };

  // Reads the existing files of the run with the model file `output`.
  explicit TrainRun(const QString& output, QObject* parent = nullptr);

  // Starts `tactus train CONFIG -o OUTPUT`. Returns false on failure. A run continues without the
  // window.
  bool start(const QString& config, bool resume, const QStringList& options = {});
  // Saves the state and waits; the process stays.
  void pause();
  // Continues a paused process, else starts a new one from the state. Returns false if neither is
  // possible.
  bool resume();
  // Finishes the batch, saves the state and ends.
  void stop();
  // Ends the run at once without saving: progress since the last checkpoint is lost.
  void kill();

  const QString& output() const { return output_; }
  const QString& config() const { return config_; }
  QString name() const;
  QString occasion() const;  // when the run began, and its corpora: "2026-11-25 13:06, demo"
  State state() const { return state_; }
  bool alive() const { return state_ >= State::kStarting && state_ <= State::kStopping; }
  bool resumable() const;  // from its state, in a new process
  QString stateText() const;

  // Of the batches: x = optimiser step.
  const QVector<QPointF>& losses() const { return losses_; }
  const QVector<QPointF>& smoothedLosses() const { return smoothed_; }
  const QVector<QPointF>& rates() const { return rates_; }
  const QVector<QPointF>& gradients() const { return gradients_; }
  // Of the epochs: x counts from 1.
  const QVector<QPointF>& epochLosses() const { return epoch_losses_; }
  const QVector<QPointF>& validationLosses() const { return validation_losses_; }
  const std::map<QString, QVector<QPointF>>& metrics() const { return metrics_; }

  const std::optional<RunData>& data() const { return data_; }
  const std::optional<BatchDone>& batch() const { return batch_; }
  const QVector<TrainingSample>& samples() const { return samples_; }
  int keptEpoch() const { return kept_epoch_; }  // from 0, -1 = none
  // Which number of the kept epoch says how good it is: a measure of the curves, the mean of two,
  // or the loss that it was chosen by. None without validation songs; and none while a run that
  // keeps its last epoch trains, as the next epoch may be worse.
  struct KeptNumber {
    QString name;
    double value;
  };
  std::optional<KeptNumber> keptNumber() const;
  // The model of the kept epoch; "" = not written yet.
  QString keptModel() const;
  QString log() const;  // messages of the process
  QString message() const { return message_; }

 public slots:
  void refresh();  // also called by a timer while the run is active

 signals:
  void changed();

 private:
  void readEvents();
  void readCsv();  // for a run from the command line
  void take(const TrainEvent& event);
  void take(const BatchDone& batch);
  void take(const EpochProgress& epoch);
  void take(const RunStarted& started);
  void take(const RunEnded& ended);
  bool signal(int number) const;
  void proceed(State state);
  void forgetFrom(std::int64_t step, int epoch);
  void judgeProcess();
  void keep(int epoch, double score);

  QString output_, config_, name_;
  QDateTime begun_;
  State state_ = State::kReady;
  QTimer timer_;
  qint64 read_ = 0;  // bytes of OUTPUT.progress
  bool process_seen_ = false;
  int patience_ = 0;  // refreshes that a started process may be silent
  QVector<QPointF> losses_, smoothed_, rates_, gradients_, epoch_losses_, validation_losses_;
  std::map<QString, QVector<QPointF>> metrics_;
  std::optional<RunData> data_;
  std::optional<BatchDone> batch_;
  SongsLoading loading_;
  QVector<TrainingSample> samples_;
  int kept_epoch_ = -1;
  double kept_score_ = 0.0;
  bool keeps_last_ = false;  // the kept epoch is not the best, but the last
  QString message_;
};

}  // namespace tactus::ui
