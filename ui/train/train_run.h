// One training run as the window sees it: a process of its own, which writes what happens into
// OUTPUT.progress (JSON lines, app/training/train_events.h) and OUTPUT.messages. The window only
// reads these files, so that it can come and go while the run lives, and a run that died has lost
// nothing.
#pragma once

#include <QColor>
#include <QObject>
#include <QPointF>
#include <QString>
#include <QTimer>
#include <QVector>
#include <map>
#include <optional>

#include "app/training/train_events.h"

namespace tactus::ui {

class TrainRun : public QObject {
  Q_OBJECT

 public:
  enum class State {
    kReady,     // nothing is known of it
    kStarting,  // the process has been started and has said nothing
    kLoading,
    kTraining,
    kValidating,
    kPausing,   // asked to
    kPaused,    // has saved its state and waits
    kStopping,  // asked to
    kStopped,   // at its own word; can be resumed
    kDied,      // the process has gone without a word; can be resumed where there is a state
    kFailed,    // the message says why
    kFinished,
  };

  // Reads what there is of the run whose model is `output`.
  explicit TrainRun(const QString& output, QObject* parent = nullptr);

  // Starts `tactus train CONFIG -o OUTPUT`. False when it could not be started. A run goes on
  // without the window.
  bool start(const QString& config, bool resume, const QStringList& options = {});
  // Saves the state and waits, still alive.
  void pause();
  // Goes on: as it is where it was paused, else from its state in a new process. False when neither
  // can be.
  bool resume();
  // Finishes the batch, saves the state and ends.
  void stop();
  // Ends at once, without saving: what happened since the last checkpoint is lost.
  void kill();

  const QString& output() const { return output_; }
  const QString& config() const { return config_; }
  QString name() const;
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
  int bestEpoch() const { return best_epoch_; }  // from 0, -1 = none
  double bestScore() const { return best_score_; }
  // The model as of the best epoch, "" = not written yet.
  QString bestModel() const;
  QString log() const;  // what the process said in words
  QString message() const { return message_; }

 public slots:
  void refresh();  // also by itself, while it is alive

 signals:
  void changed();

 private:
  void readEvents();
  void readCsv();  // of a run that was started on the command line
  void take(const TrainEvent& event);
  void take(const BatchDone& batch);
  void take(const EpochProgress& epoch);
  void take(const RunStarted& started);
  void take(const RunEnded& ended);
  bool signal(int number) const;
  void proceed(State state);
  void forgetFrom(std::int64_t step, int epoch);
  void judgeProcess();

  QString output_, config_, name_;
  State state_ = State::kReady;
  QTimer timer_;
  qint64 read_ = 0;  // bytes of OUTPUT.progress
  bool process_seen_ = false;
  int patience_ = 0;  // refreshes that a started process may keep silent
  QVector<QPointF> losses_, smoothed_, rates_, gradients_, epoch_losses_, validation_losses_;
  std::map<QString, QVector<QPointF>> metrics_;
  std::optional<RunData> data_;
  std::optional<BatchDone> batch_;
  SongsLoading loading_;
  QVector<TrainingSample> samples_;
  int best_epoch_ = -1;
  double best_score_ = 0.0;
  QString message_;
};

}  // namespace tactus::ui
