// Sound output: a device, or only a clock.
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
  // Fills interleaved stereo and returns the frames. Fewer frames than requested mean the end. May
  // be called from another thread.
  using Pull = std::function<std::size_t(std::span<float>)>;

  // False: there is no device, and the output is silent.
  virtual bool audible() const = 0;
  virtual QString description() const = 0;  // of the device, or the reason why there is none

  // Starts to pull at `rate` frames per second. Call stop() before the next start.
  virtual void start(int rate, Pull pull) = 0;
  virtual void stop() = 0;
  // Frames that the device played since start(), accurate to a few ms and never falling. Delays
  // that the device does not know (wireless link, air) are not included.
  virtual double playedFrames() const = 0;

 signals:
  void failed(const QString& reason);  // the device stopped by itself
};

// Opens the default device of the system through QAudioSink in its own thread, so that a busy
// window causes no gaps. stream_converter.h converts formats that the device does not accept.
// Without a device or a screen (tests), returns a silent clock that pulls in real time.
std::unique_ptr<AudioOutput> makeAudioOutput();
std::unique_ptr<AudioOutput> makeSilentOutput(const QString& reason);

}  // namespace tactus::ui
