// Runs tag_batch in its own thread. Reports arrive as signals in the thread of the window, at most
// 25 times a second; the last report always arrives.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QVector>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "app/engine/tagging/batch_tagger.h"

namespace tactus::ui {

// What changed since the last report.
struct BatchNews {
  struct Reading {
    double seconds = 0.0;
    double total = 0.0;
  };
  std::map<int, Reading> working;  // by number of the entry
  std::vector<std::pair<int, TagRow>> done;
  QString note;  // all up to now, each once: on the models, on a card that is left out
};

class BatchJob : public QObject {
  Q_OBJECT

 public:
  explicit BatchJob(QObject* parent = nullptr);
  // Stops and waits for the current block of audio or the current pass of the network.
  ~BatchJob() override;

  bool running() const { return running_; }
  // `rows` are the numbers of the inputs' entries in the queue. Models by name or path; none =
  // shipped models.
  void start(std::vector<TagInput> inputs, QVector<int> rows, std::vector<std::string> models,
             BatchOptions options);
  void cancel();

 signals:
  void news(const BatchNews& news);
  // `error` is empty unless the whole batch failed.
  void finished(const QString& error);

 private:
  void work(std::stop_token stop);
  void note(const std::string& text);
  void deliver();
  void end(const QString& error);

  std::vector<TagInput> inputs_;
  QVector<int> rows_;
  std::vector<std::string> models_;
  BatchOptions options_;
  bool running_ = false;
  QTimer timer_;
  std::mutex mutex_;  // guards the following
  BatchNews news_;
  QStringList notes_;
  std::jthread thread_;
};

}  // namespace tactus::ui
