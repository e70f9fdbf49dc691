#include "ui/sound_lanes/sound_model.h"

#include <utility>

#include "app/cli/program/program_places.h"

namespace tactus::ui {

SoundModel::~SoundModel() {
  loader_.reset();
}

void SoundModel::open(const std::filesystem::path& path) {
  close();
  loading_ = true;
  loader_.emplace(path, observer(), SoundLoadOptions{envelope_cache_, program_places().decoder});
}

void SoundModel::close() {
  loader_.reset();
  ++generation_;
  loading_ = false;
  reported_ = chroma_reported_ = 0.0;
  if (!std::exchange(sound_, nullptr)) return;
  emit soundChanged();
}

// Each call from the thread of the loader becomes an event in this thread.
SoundLoadObserver SoundModel::observer() {
  const auto here = [this, generation = generation_](auto&& act) {
    QMetaObject::invokeMethod(
        this,
        [this, generation, act = std::forward<decltype(act)>(act)]() mutable {
          if (generation == generation_) act();
        },
        Qt::QueuedConnection);
  };
  SoundLoadObserver observer;
  observer.opened = [this, here](std::shared_ptr<const SongSound> sound) {
    here([this, sound = std::move(sound)]() mutable {
      sound_ = std::move(sound);
      emit soundChanged();
    });
  };
  observer.sketched = [this, here] { here([this] { emit sketched(); }); };
  observer.grown = [this, here] { here([this] { onGrown(); }); };
  observer.decoded = [this, here](std::optional<std::string> warning) {
    here([this, text = QString::fromStdString(warning.value_or(""))] {
      loading_ = false;
      onGrown();
      emit decoded(text);
    });
  };
  observer.chroma_grown = [this, here] { here([this] { onChromaGrown(); }); };
  observer.failed = [this, here](std::string error) {
    here([this, text = QString::fromStdString(error)] {
      loading_ = false;
      emit failed(text);
    });
  };
  return observer;
}

void SoundModel::onGrown() {
  const double before = std::exchange(reported_, sound_->store().seconds());
  emit grown(before, reported_);
}

void SoundModel::onChromaGrown() {
  const double frames = static_cast<double>(sound_->chroma().frames());
  const double before = std::exchange(chroma_reported_, frames / sound_->chroma().fps());
  emit chromaGrown(before, chroma_reported_);
}

}  // namespace tactus::ui
