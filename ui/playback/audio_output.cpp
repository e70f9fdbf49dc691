#include "ui/playback/audio_output.h"

#include <QAudioDevice>
#include <QAudioSink>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QIODevice>
#include <QMediaDevices>
#include <QThread>
#include <QTimer>
#include <algorithm>
#include <mutex>
#include <vector>

#include "ui/playback/playback_clock.h"
#include "ui/playback/stream_converter.h"

namespace tactus::ui {
namespace {

constexpr int kBufferMs =
    80;  // buffer of the device: short, so that a new volume takes effect at once

constexpr int kMostPulledMs = 100;  // of silent playback at once

constexpr double kLongestSince =
    0.02;  // seconds: the longest time for which a report is extrapolated

// What QAudioSink reads from.
class PullDevice : public QIODevice {
 public:
  PullDevice(AudioOutput::Pull pull, int rate, const QAudioFormat& format)
      : converter_(std::move(pull), rate, format) {
    open(QIODevice::ReadOnly);
  }
  bool isSequential() const override { return true; }
  double pulledSeconds() const { return converter_.pulledSeconds(); }
  qint64 bytesAvailable() const override { return qint64{1} << 20; }

 protected:
  qint64 readData(char* data, qint64 most) override { return converter_.read(data, most); }
  qint64 writeData(const char*, qint64) override { return -1; }

 private:
  StreamConverter converter_;
};

// What the device had played at a time of the wall clock, in seconds.
struct Report {
  double wall = 0.0, played = 0.0;
};

double seconds(const QElapsedTimer& timer) {
  return static_cast<double>(timer.nsecsElapsed()) * 1e-9;
}

// Runs in the audio thread.
class SinkWorker : public QObject {
 public:
  SinkWorker(const QElapsedTimer& wall, std::function<void(QString)> failed)
      : wall_(wall), failed_(std::move(failed)) {}

  // Some devices accept a format but fail to open with it. Then the preferred format is used.
  void start(const QAudioDevice& device, int rate, const AudioOutput::Pull& pull) {
    const auto supported = [&](const QAudioFormat& f) { return device.isFormatSupported(f); };
    const QAudioFormat preferred = device.preferredFormat();
    const QAudioFormat format = device_format(rate, supported, preferred);
    const bool opened = open(device, format, rate, pull) ||
                        (format != preferred && open(device, preferred, rate, pull));
    if (!opened) {
      failed_(AudioOutput::tr("Tactus cannot open %1").arg(device.description()));
      return;
    }
    connect(sink_.get(), &QAudioSink::stateChanged, this, [this](QAudio::State state) {
      const QAudio::Error error = sink_->error();
      if (state == QAudio::StoppedState && error != QAudio::NoError) {
        failed_(
            AudioOutput::tr("The audio device stopped (error %1)").arg(static_cast<int>(error)));
      }
    });
    poll_ = std::make_unique<QTimer>();
    poll_->setTimerType(Qt::PreciseTimer);
    connect(poll_.get(), &QTimer::timeout, this, [this] {
      // Some systems count frames that they have not received yet.
      const double given = source_->pulledSeconds();
      publish(std::min(static_cast<double>(sink_->processedUSecs()) * 1e-6, given));
    });
    poll_->start(5);
  }

  void stop() {
    poll_.reset();
    if (sink_) {
      sink_->disconnect(this);
      sink_->reset();  // silent at once, even if the buffer has sound
    }
    sink_.reset();
    source_.reset();
    publish(0.0);
  }

  Report report() const {
    const std::lock_guard lock(mutex_);
    return report_;
  }

 private:
  bool open(const QAudioDevice& device, const QAudioFormat& format, int rate,
            const AudioOutput::Pull& pull) {
    if (!format.isValid()) return false;
    source_ = std::make_unique<PullDevice>(pull, rate, format);
    sink_ = std::make_unique<QAudioSink>(device, format);
    sink_->setBufferSize(format.bytesForDuration(kBufferMs * 1000));
    sink_->start(source_.get());
    return sink_->error() == QAudio::NoError;
  }
  void publish(double played) {
    const std::lock_guard lock(mutex_);
    report_ = {seconds(wall_), played};
  }

  const QElapsedTimer& wall_;
  mutable std::mutex mutex_;
  Report report_;  // guarded by mutex_
  std::function<void(QString)> failed_;
  std::unique_ptr<PullDevice> source_;
  std::unique_ptr<QAudioSink> sink_;
  std::unique_ptr<QTimer> poll_;
};

class DeviceOutput : public AudioOutput {
 public:
  explicit DeviceOutput(QAudioDevice device)
      : device_(std::move(device)),
        worker_(wall_, [this](const QString& reason) { emit failed(reason); }) {
    wall_.start();
    worker_.moveToThread(&thread_);
    thread_.setObjectName(QStringLiteral("audio"));
    thread_.start(QThread::TimeCriticalPriority);
  }
  ~DeviceOutput() override {
    stop();
    thread_.quit();
    thread_.wait();
  }

  bool audible() const override { return true; }
  QString description() const override { return device_.description(); }

  void start(int rate, Pull pull) override {
    rate_ = rate;
    clock_.reset();
    QMetaObject::invokeMethod(
        &worker_, [&] { worker_.start(device_, rate, pull); }, Qt::BlockingQueuedConnection);
  }
  void stop() override {
    QMetaObject::invokeMethod(
        &worker_, [this] { worker_.stop(); }, Qt::BlockingQueuedConnection);
  }
  double playedFrames() const override {
    const Report report = worker_.report();
    const double now = seconds(wall_);
    const double since = report.played > 0.0 ? std::min(now - report.wall, kLongestSince) : 0.0;
    return clock_.played(now, report.played + since) * rate_;
  }

 private:
  QAudioDevice device_;
  QElapsedTimer wall_;
  QThread thread_;
  SinkWorker worker_;
  mutable PlaybackClock clock_;
  int rate_ = 44100;
};

class SilentOutput : public AudioOutput {
 public:
  explicit SilentOutput(QString reason) : reason_(std::move(reason)) {
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &SilentOutput::pullWhatIsDue);
  }
  bool audible() const override { return false; }
  QString description() const override { return reason_; }

  void start(int rate, Pull pull) override {
    rate_ = rate;
    pull_ = std::move(pull);
    pulled_ = lost_ = 0;
    ended_ = false;
    wall_.start();
    timer_.start(10);
    pullWhatIsDue();
  }
  void stop() override {
    timer_.stop();
    pull_ = nullptr;
  }
  double playedFrames() const override {
    if (!pull_) return 0.0;
    const double due = seconds(wall_) * rate_ - static_cast<double>(lost_);
    return std::clamp(due, 0.0, static_cast<double>(pulled_));
  }

 private:
  // On a machine that computes the sound slower than it plays, the sound waits, as that of a device
  // does, and not the window.
  void pullWhatIsDue() {
    const std::int64_t most = rate_ * kMostPulledMs / 1000;
    auto due = static_cast<std::int64_t>((seconds(wall_) + kBufferMs * 1e-3) * rate_) - lost_;
    if (ended_ || due <= pulled_) return;
    if (due - pulled_ > most) {
      lost_ += due - pulled_ - most;
      due = pulled_ + most;
    }
    block_.resize(static_cast<std::size_t>(due - pulled_) * 2);
    const std::size_t got = pull_(block_);
    pulled_ += static_cast<std::int64_t>(got);
    ended_ = got < block_.size() / 2;
  }

  QString reason_;
  QTimer timer_;
  QElapsedTimer wall_;
  Pull pull_;
  int rate_ = 44100;
  std::int64_t pulled_ = 0;
  std::int64_t lost_ = 0;  // frames by which the sound is later than the clock
  bool ended_ = false;
  std::vector<float> block_;
};

}  // namespace

std::unique_ptr<AudioOutput> makeAudioOutput() {
  if (QGuiApplication::platformName() == QLatin1String("offscreen")) {
    return makeSilentOutput(AudioOutput::tr("No screen: playback is silent"));
  }
  const QAudioDevice device = QMediaDevices::defaultAudioOutput();
  if (device.isNull())
    return makeSilentOutput(AudioOutput::tr("No audio device: playback is silent"));
  return std::make_unique<DeviceOutput>(device);
}

std::unique_ptr<AudioOutput> makeSilentOutput(const QString& reason) {
  return std::make_unique<SilentOutput>(reason);
}

}  // namespace tactus::ui
