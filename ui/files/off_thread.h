// Runs work that may wait for a disk, while the window continues to paint.
#pragma once

#include <QEventLoop>
#include <exception>
#include <optional>
#include <thread>
#include <utility>

namespace tactus::ui {

// Runs `work` in its own thread and returns its result or throws its exception. Meanwhile this
// thread handles events; mouse and keyboard input waits.
template <class Work>
auto off_thread(Work work) {
  using Result = decltype(work());
  std::optional<Result> result;
  std::exception_ptr fault;
  QEventLoop waiting;
  {
    const std::jthread thread([&] {
      try {
        result.emplace(work());
      } catch (...) {
        fault = std::current_exception();
      }
      QMetaObject::invokeMethod(&waiting, &QEventLoop::quit, Qt::QueuedConnection);
    });
    waiting.exec(QEventLoop::ExcludeUserInputEvents);
  }
  if (fault) std::rethrow_exception(fault);
  return std::move(*result);
}

}  // namespace tactus::ui
