// Work in a thread of its own. Only the newest counts: what an older job has to say is dropped.
#pragma once

#include <QObject>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace tactus::ui {

class NewestJob : public QObject {
 public:
  // Of a job: queues a call in the thread of this object, which is left out if a newer job was
  // started, or this one forgotten, in the meantime.
  using Tell = std::function<void(std::function<void()> call)>;
  // Throws nothing. It should end soon after a stop.
  using Work = std::function<void(const std::stop_token& stop, const Tell& tell)>;

  explicit NewestJob(QObject* parent = nullptr);
  // Stops the job and waits for it.
  ~NewestJob() override;

  // Begins when the running job, which is asked to stop, has ended. Of several that wait the last
  // one begins.
  void start(Work work);
  // Stops what runs and waits. It says nothing more.
  void forget();

 private:
  void run(const std::stop_token& closing);
  void put(Work work);

  int newest_ = 0;    // number of the last start or forget; of the thread of this object
  std::mutex mutex_;  // guards the following
  std::condition_variable_any wake_;
  Work waiting_;
  int number_ = 0;  // of waiting_
  std::stop_source stop_;
  std::jthread thread_;
};

}  // namespace tactus::ui
