#include "ui/files/background_tagger.h"

#include <QMetaObject>
#include <QStringList>
#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "app/cli/program/program_places.h"
#include "app/engine/models/device.h"
#include "app/engine/models/model_store.h"
#include "app/engine/tagging/file_tagger.h"
#include "app/engine/tagging/sound_tagger.h"
#include "model/decoding/bars/bar_decoder.h"
#include "model/decoding/beats/activation_peaks.h"
#include "model/decoding/beats/beat_decoder.h"
#include "model/files/model_file.h"

namespace tactus::ui {
namespace {

constexpr double kPeakThreshold = 0.08;
constexpr std::chrono::milliseconds kReportInterval{40};

// Passes on the first report, and later at most one per kReportInterval.
TagProgress seldom(TagProgress progress) {
  return [progress = std::move(progress),
          last = std::chrono::steady_clock::time_point()](double done) mutable {
    const auto now = std::chrono::steady_clock::now();
    if (now - last < kReportInterval) return;
    last = now;
    progress(done);
  };
}

std::vector<LoadedModel> load_chosen(const std::vector<std::string>& models,
                                     const std::filesystem::path& shipped) {
  try {
    return load_models(models, shipped);
  } catch (const std::exception& error) {
    const QString remedy = BackgroundTagger::tr("Choose the models in Settings (Ctrl+,).");
    throw ModelError(error.what() + ("\n" + remedy.toStdString()));
  }
}

// The settings of a decoder; empty = its defaults, because no model is for the task.
std::string decoder_json_of(const SoundTagger& tagger, std::string_view name) {
  for (const Task* task : tagger.tasks())
    if (task->name() == name) return task->decoder_json();
  return {};
}

std::shared_ptr<const TaggedSong> tag_audio_file(const std::filesystem::path& audio,
                                                 const std::vector<std::string>& models,
                                                 const std::string& device, std::stop_token stop,
                                                 const TagProgress& progress) {
  const Places places = program_places();
  const std::vector<LoadedModel> loaded = load_chosen(models, places.models);
  const Device opened = open_tagging_device(device, 0, places);
  SoundTagger tagger(loaded, opened.backend);
  constexpr double kStallSeconds = 20.0;
  TagResult tagged =
      tag_file(tagger, audio, {places.decoder, kStallSeconds}, std::move(stop), progress);
  auto result = std::make_shared<TaggedSong>();
  result->audio = audio;
  result->annotation = std::move(tagged.annotation);
  result->annotation.audio = audio.string();
  FrameMatrix& beats = tagged.activations["beats"];  // empty without such a model
  if (beats.bins) result->peaks = activation_peaks(any_beat(beats), kPeakThreshold);
  result->activations = {std::move(beats),
                         std::move(tagged.activations["chords"]),
                         std::move(tagged.attacks),
                         beat_decoder_parameters_from_json(decoder_json_of(tagger, "beats")),
                         std::move(tagged.activations["bars"]),
                         bar_decoder_parameters_from_json(decoder_json_of(tagger, "bars"))};
  QStringList said;
  if (opened.card_left_out) said.append(QString::fromStdString(opened.note));
  if (tagged.warning) said.append(QString::fromStdString(*tagged.warning));
  said.removeAll(QString());
  result->warning = said.join(QLatin1Char(' '));
  return result;
}

}  // namespace

BackgroundTagger::~BackgroundTagger() {
  for (Job& job : jobs_) job.thread.request_stop();
  jobs_.clear();  // waits for the threads
}

void BackgroundTagger::tag(const std::filesystem::path& audio) {
  cancel();
  const int number = ++last_;
  current_ = number;
  emit busyChanged(true);
  auto work = [this, number, audio, models = models_, device = device_](std::stop_token stop) {
    std::shared_ptr<const TaggedSong> result;
    QString reason;
    try {
      result = tag_audio_file(audio, models, device, stop, seldom([this, number](double done) {
                                QMetaObject::invokeMethod(
                                    this, [this, number, done] { report(number, done); },
                                    Qt::QueuedConnection);
                              }));
    } catch (const std::exception& error) {
      reason = QString::fromStdString(error.what());
    }
    if (stop.stop_requested()) result.reset();
    QMetaObject::invokeMethod(
        this, [this, number, result, reason] { finish(number, result, reason); },
        Qt::QueuedConnection);
  };
  jobs_.push_back({number, std::jthread(std::move(work))});
}

void BackgroundTagger::cancel() {
  if (current_ == 0) return;
  jobs_.back().thread.request_stop();
  current_ = 0;
  emit busyChanged(false);
}

void BackgroundTagger::report(int number, double done) {
  if (number == current_) emit progressed(done);
}

void BackgroundTagger::finish(int number, std::shared_ptr<const TaggedSong> result,
                              const QString& reason) {
  std::erase_if(jobs_, [&](const Job& job) { return job.number == number; });
  if (number != current_) return;
  current_ = 0;
  emit busyChanged(false);
  if (result) {
    emit tagged(std::move(result));
  } else {
    emit failed(reason);
  }
}

}  // namespace tactus::ui
