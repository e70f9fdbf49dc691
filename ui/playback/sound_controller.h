// Everything on the page that comes from sound, wired together: loading, playing, and the widgets
// around the lanes. The lanes themselves are made by addSoundLanes().
#pragma once

#include <QObject>

namespace tactus::ui {

class AnnotationEditor;
class LaneStack;
class OverviewStrip;
class PlaybackBar;
class Player;
class SoundModel;

class SoundDesk : public QObject {
  Q_OBJECT

 public:
  // The editor must outlive it. Loads what its document opens, plays its annotation, tells its axis
  // the true duration, and is its clock for taps.
  explicit SoundDesk(AnnotationEditor& editor, QObject* parent = nullptr);
  ~SoundDesk() override;

  SoundModel& model() const { return *model_; }
  Player& player() const { return *player_; }

  // Widgets for the page, which takes ownership.
  OverviewStrip* makeOverview() const;
  PlaybackBar* makeBar() const;
  // Above the lanes of the annotation: ruler, waveform, spectrogram, chroma, activations. Their
  // colours and scales are remembered.
  void addSoundLanes(LaneStack& lanes) const;

 private:
  void follow();
  void correctDuration();

  AnnotationEditor& editor_;
  SoundModel* model_;
  Player* player_;
};

}  // namespace tactus::ui
