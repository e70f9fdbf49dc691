// tag_batch in a thread of its own. What it tells comes as signals in the window's thread, at most
// 25 times a second, the last always.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <QVector>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "app/tagging/batch_tagger.h"

namespace tactus::ui {

// What has happened since the last time.
struct BatchNews {
  struct Reading {
    double seconds = 0.0;
    double total = 0.0;
  };
  std::map<int, Reading> working;  // by the row in the queue
  std::vector<std::pair<int, TagRow>> done;
};

class BatchJob : public QObject {
  Q_OBJECT

 public:
  explicit BatchJob(QObject* parent = nullptr);
  // Stops and waits: for the block of audio at hand, or the network's pass over its chunk.
  ~BatchJob() override;

  bool running() const { return running_; }
  // `rows` are the inputs' rows in the queue. Models by name or path; none = the shipped ones.
  void start(std::vector<TagInput> inputs, QVector<int> rows, std::vector<std::string> models,
             BatchOptions options);
  void cancel();

 signals:
  void news(const BatchNews& news);
  // `error` is empty unless nothing could be done at all.
  void finished(const QString& error);

 private:
  void work(std::stop_token stop);
  void deliver();
  void end(const QString& error);

  std::vector<TagInput> inputs_;
  QVector<int> rows_;
  std::vector<std::string> models_;
  BatchOptions options_;
  bool running_ = false;
  QTimer timer_;
  std::mutex mutex_;  // guards news_
  BatchNews news_;
  std::jthread thread_;
};

}  // namespace tactus::ui
