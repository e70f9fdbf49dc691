// Tags and indexes folders in its own thread (update_library). Reports arrive as signals in the
// thread of the window, at most 25 times a second; the last report always arrives.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "app/collection/library_update.h"

namespace tactus::ui {

struct LibraryNews {
  std::size_t done = 0, total = 0;  // songs; total is 0 until they are counted
  std::map<UpdateStatus, std::size_t> counts;
  QString failure;  // of the last song that failed
  QString note;     // on the models, and on an index that was damaged
};

// "12 tagged   3 unchanged   1 failed   a.wav: ..."
QString summary_of(const LibraryNews& news);

class LibraryJob : public QObject {
  Q_OBJECT

 public:
  struct Order {
    std::filesystem::path index;
    std::vector<std::string> inputs = {};  // folders, files, playlists
    std::vector<std::string> models = {};  // by name or path; none = shipped models
    std::string device = "auto";
  };

  explicit LibraryJob(QObject* parent = nullptr);
  // Stops and waits for the current block of audio or the current pass of the network.
  ~LibraryJob() override;

  bool running() const { return running_; }
  void start(Order order);  // nothing while one is running
  void cancel();

 signals:
  void news(const LibraryNews& news);
  // `error` is empty unless the whole job failed.
  void finished(const QString& error);

 private:
  void work(const Order& order, const std::stop_token& stop);
  void note(const QString& text);
  void deliver();
  void end(const QString& error);

  bool running_ = false;
  QTimer timer_;
  std::mutex mutex_;  // guards the following two
  LibraryNews news_;
  bool fresh_ = false;
  std::jthread thread_;
};

}  // namespace tactus::ui
