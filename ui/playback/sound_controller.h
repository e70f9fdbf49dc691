// Connects everything on the page that needs sound: loading, playback, and the widgets around the
// lanes. addSoundLanes() makes the lanes.
#pragma once

#include <QObject>

namespace tactus::ui {

class AnnotationEditor;
class LaneStack;
class LoopCommands;
class OverviewStrip;
class PlaybackBar;
class Player;
class SoundModel;
class TransportDisplay;

class SoundController : public QObject {
  Q_OBJECT

 public:
  // The editor must outlive this object. Loads the sound of its document, plays its annotation,
  // sets the true duration of its axis, and is its clock for taps.
  explicit SoundController(AnnotationEditor& editor, QObject* parent = nullptr);
  ~SoundController() override;

  SoundModel& model() const { return *model_; }
  Player& player() const { return *player_; }

  // Widgets for the page, which takes ownership of them.
  OverviewStrip* makeOverview() const;
  PlaybackBar* makeBar() const;
  TransportDisplay* makeDisplay() const;
  // Adds the lanes above the annotation: ruler, waveform, spectrogram, chroma, activations. Their
  // colours and scales are remembered.
  void addSoundLanes(LaneStack& lanes) const;

 private:
  void follow();
  void correctDuration();

  AnnotationEditor& editor_;
  SoundModel* model_;
  Player* player_;
  LoopCommands* loops_;
};

}  // namespace tactus::ui
