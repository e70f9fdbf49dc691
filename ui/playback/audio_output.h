// Where the sound goes: a device, or nothing but a clock.
#pragma once

#include <QObject>
#include <QString>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace tactus::ui {

class AudioOutput : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  // Fills interleaved stereo and returns the frames, fewer than asked for only when there is no
  // more. May be called from another thread.
  using Pull = std::function<std::size_t(std::span<float>)>;

  // False: there is no device, and what is pulled is not heard.
  virtual bool audible() const = 0;
  virtual QString description() const = 0;  // of the device, or why there is none

  // Begins to pull, at `rate` frames per second; once started, stop() comes before the next start.
  virtual void start(int rate, Pull pull) = 0;
  virtual void stop() = 0;
  // Frames that have left the device since start(), to a few ms and never falling; what the device
  // itself does not know of (a wireless link, the air) is not counted.
  virtual double playedFrames() const = 0;

 signals:
  void failed(const QString& reason);  // the device stopped by itself
};

// The system's default device through QAudioSink, in a thread of its own, so that a busy window
// makes no gaps; what it does not take is converted to what it prefers (stream_converter.h).
// Without a device, and without a screen (tests, which make no noise): a clock that pulls in real
// time and is not heard.
std::unique_ptr<AudioOutput> makeAudioOutput();
std::unique_ptr<AudioOutput> makeSilentOutput(const QString& reason);

}  // namespace tactus::ui
