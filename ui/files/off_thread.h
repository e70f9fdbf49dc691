// Work that may have to wait for a disk, while the window goes on painting.
#pragma once

#include <QEventLoop>
#include <exception>
#include <optional>
#include <thread>
#include <utility>

namespace tactus::ui {

// Does `work` in a thread of its own and returns what it returns, or throws what it throws. Until
// then this thread handles events, except what the person does with mouse and keys: that waits.
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
