// The sound of the open song for the widgets. Loads it in the background and reports in the
// widgets' thread what has become visible.
#pragma once

#include <QObject>
#include <QString>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/engine/sound/song_sound.h"

namespace tactus::ui {

class SoundModel : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  ~SoundModel() override;

  // Sets the folder for envelopes of recordings (EnvelopeCache); empty = none. Applies to files
  // opened later.
  void setEnvelopeCache(std::filesystem::path folder) { envelope_cache_ = std::move(folder); }
  // Starts to load a file and releases the previous one. Returns at once.
  void open(const std::filesystem::path& path);
  void close();

  // nullptr: no song is open, or its header is still being read.
  const std::shared_ptr<const SongSound>& sound() const { return sound_; }
  bool loading() const { return loading_; }

 signals:
  void soundChanged();  // another one, or none
  void sketched();      // the rough envelope of the whole song became finer
  // The samples between the two times are available; emitted at most 25 times a second.
  void grown(double begin, double end);
  // All samples are available. `warning`: what is wrong with the file; empty if nothing.
  void decoded(const QString& warning);
  void chromaGrown(double begin, double end);
  void failed(const QString& error);

 private:
  SoundLoadObserver observer();
  void onGrown();
  void onChromaGrown();

  std::filesystem::path envelope_cache_;
  std::optional<SoundLoader> loader_;
  std::shared_ptr<const SongSound> sound_;
  bool loading_ = false;
  int generation_ = 0;  // of the file: reports of earlier loaders are ignored
  double reported_ = 0.0, chroma_reported_ = 0.0;  // seconds
};

}  // namespace tactus::ui
