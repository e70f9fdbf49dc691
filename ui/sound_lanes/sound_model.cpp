#include "ui/sound_lanes/sound_model.h"

#include <utility>

namespace tactus::ui {

SoundModel::~SoundModel() {
  loader_.reset();
}

void SoundModel::open(const std::filesystem::path& path) {
  close();
  loading_ = true;
  loader_.emplace(path, listener(), peak_cache_);
}

void SoundModel::close() {
  loader_.reset();
  ++generation_;
  loading_ = false;
  told_ = chroma_told_ = 0.0;
  if (!std::exchange(sound_, nullptr)) return;
  emit soundChanged();
}

// Each call from the thread of the loader becomes an event in this thread.
SoundListener SoundModel::listener() {
  const auto here = [this, generation = generation_](auto&& act) {
    QMetaObject::invokeMethod(
        this,
        [this, generation, act = std::forward<decltype(act)>(act)]() mutable {
          if (generation == generation_) act();
        },
        Qt::QueuedConnection);
  };
  SoundListener listener;
  listener.opened = [this, here](std::shared_ptr<const SongSound> sound) {
    here([this, sound = std::move(sound)]() mutable {
      sound_ = std::move(sound);
      emit soundChanged();
    });
  };
  listener.sketched = [this, here] { here([this] { emit sketched(); }); };
  listener.grown = [this, here] { here([this] { onGrown(); }); };
  listener.decoded = [this, here](std::optional<std::string> warning) {
    here([this, text = QString::fromStdString(warning.value_or(""))] {
      loading_ = false;
      onGrown();
      emit decoded(text);
    });
  };
  listener.chroma_grown = [this, here] { here([this] { onChromaGrown(); }); };
  listener.failed = [this, here](std::string error) {
    here([this, text = QString::fromStdString(error)] {
      loading_ = false;
      emit failed(text);
    });
  };
  return listener;
}

void SoundModel::onGrown() {
  const double before = std::exchange(told_, sound_->store().seconds());
  emit grown(before, told_);
}

void SoundModel::onChromaGrown() {
  const double frames = static_cast<double>(sound_->chroma().frames());
  const double before = std::exchange(chroma_told_, frames / sound_->chroma().fps());
  emit chromaGrown(before, chroma_told_);
}

}  // namespace tactus::ui
