#include "ui/library/newest_job.h"

#include <utility>

namespace tactus::ui {

NewestJob::NewestJob(QObject* parent)
    : QObject(parent), thread_([this](const std::stop_token& closing) { run(closing); }) {}

NewestJob::~NewestJob() {
  forget();
  thread_.request_stop();
  thread_.join();
}

void NewestJob::start(Work work) {
  put(std::move(work));
}

void NewestJob::forget() {
  put({});
}

void NewestJob::put(Work work) {
  ++newest_;
  const std::lock_guard lock(mutex_);
  stop_.request_stop();
  waiting_ = std::move(work);
  number_ = newest_;
  wake_.notify_one();
}

void NewestJob::run(const std::stop_token& closing) {
  for (;;) {
    Work work;
    int number = 0;
    std::stop_token stop;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, closing, [this] { return static_cast<bool>(waiting_); })) return;
      work = std::exchange(waiting_, {});
      number = number_;
      stop_ = {};
      stop = stop_.get_token();
    }
    work(stop, [this, number](std::function<void()> call) {
      QMetaObject::invokeMethod(
          this,
          [this, number, call = std::move(call)] {
            if (number == newest_) call();
          },
          Qt::QueuedConnection);
    });
  }
}

}  // namespace tactus::ui
