// The sound of the open piece for the widgets: loads it in the background and tells them, in their
// own thread, what has become visible.
#pragma once

#include <QObject>
#include <QString>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/sound/song_sound.h"

namespace tactus::ui {

class SoundModel : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  ~SoundModel() override;

  // Where outlines of recordings are kept (PeakCache); empty = nowhere. For what is opened later.
  void setPeakCache(std::filesystem::path folder) { peak_cache_ = std::move(folder); }
  // Begins to load; what was open before is let go. Returns at once.
  void open(const std::filesystem::path& path);
  void close();

  // nullptr: nothing is open, or its header is still being read.
  const std::shared_ptr<const SongSound>& sound() const { return sound_; }
  bool loading() const { return loading_; }

 signals:
  void soundChanged();  // another one, or none
  void sketched();      // the rough peaks of the whole are finer than before
  // The samples between the two times have come; at most 25 times a second.
  void grown(double begin, double end);
  // All samples are there. `warning`: what is wrong with the file, empty if nothing.
  void decoded(const QString& warning);
  void chromaGrown(double begin, double end);
  void failed(const QString& error);

 private:
  SoundListener listener();
  void onGrown();
  void onChromaGrown();

  std::filesystem::path peak_cache_;
  std::optional<SoundLoader> loader_;
  std::shared_ptr<const SongSound> sound_;
  bool loading_ = false;
  int generation_ = 0;  // of the file: what a former loader still had to say is not heard
  double told_ = 0.0, chroma_told_ = 0.0;  // seconds
};

}  // namespace tactus::ui
