#include "ui/playback/sound_controller.h"

#include <QSettings>
#include <algorithm>

#include "ui/document/annotation_document.h"
#include "ui/document/annotation_editor.h"
#include "ui/playback/loop_commands.h"
#include "ui/playback/playback_bar.h"
#include "ui/playback/player.h"
#include "ui/playback/transport_display.h"
#include "ui/sound_lanes/activation_view.h"
#include "ui/sound_lanes/chromagram_view.h"
#include "ui/sound_lanes/overview_strip.h"
#include "ui/sound_lanes/posteriorgram_view.h"
#include "ui/sound_lanes/sound_model.h"
#include "ui/sound_lanes/spectrogram_view.h"
#include "ui/sound_lanes/waveform_view.h"
#include "ui/timeline/lane_stack.h"
#include "ui/timeline/ruler_view.h"

namespace tactus::ui {
namespace {

// Stores the colours of a view under its own key; `view` saves them after each change of its
// options.
template <class View>
void remember_colours(View* view, const QString& key) {
  view->setColours(colour_map_of_key(QSettings().value(key).toString(), view->colours()));
  QObject::connect(view, &View::optionsChanged, view,
                   [view, key] { QSettings().setValue(key, colour_map_key(view->colours())); });
}

void remember(SpectrogramView* view) {
  const QString group = QStringLiteral("spectrogram/");
  QSettings stored;
  SpectrogramLook look = view->look();
  look.colours = colour_map_of_key(stored.value(group + "colours").toString(), look.colours);
  look.top_db = stored.value(group + "top_db", look.top_db).toDouble();
  look.range_db = stored.value(group + "range_db", look.range_db).toDouble();
  view->setLook(look);
  SpectrogramSettings settings = view->settings();
  const int scale = stored.value(group + "scale", static_cast<int>(settings.scale)).toInt();
  settings.scale = static_cast<FrequencyScale>(std::clamp(scale, 0, 2));
  const int window = stored.value(group + "window", settings.window).toInt();
  if (SpectrogramView::windows().contains(window)) settings.window = window;
  view->setSettings(settings);
  QObject::connect(view, &SpectrogramView::optionsChanged, view, [view, group] {
    QSettings store;
    store.setValue(group + "colours", colour_map_key(view->look().colours));
    store.setValue(group + "top_db", view->look().top_db);
    store.setValue(group + "range_db", view->look().range_db);
    store.setValue(group + "scale", static_cast<int>(view->settings().scale));
    store.setValue(group + "window", view->settings().window);
  });
}

void remember_rows(PosteriorgramView* view) {
  const QString key = QStringLiteral("chord_activation/all_rows");
  view->setRows(QSettings().value(key, false).toBool() ? PosteriorRows::kAll
                                                       : PosteriorRows::kTriads);
  QObject::connect(view, &PosteriorgramView::optionsChanged, view,
                   [view, key] { QSettings().setValue(key, view->rows() == PosteriorRows::kAll); });
}

}  // namespace

SoundController::SoundController(AnnotationEditor& editor, QObject* parent)
    : QObject(parent),
      editor_(editor),
      model_(new SoundModel(this)),
      player_(new Player(editor.axis(), makeAudioOutput(), this)),
      loops_(new LoopCommands(editor, this)) {
  editor_.setTapClock([this] { return player_->position(); });
  editor_.setOnsetSource([this](double begin, double end) {
    return model_->sound() ? model_->sound()->onsets().between(begin, end) : std::vector<double>();
  });
  connect(model_, &SoundModel::chromaGrown, &editor_, &AnnotationEditor::onsetsFound);
  connect(loops_, &LoopCommands::playheadMoved, player_, &Player::jumpBy);
  connect(loops_, &LoopCommands::message, &editor_, &AnnotationEditor::message);
  connect(&editor_, &AnnotationEditor::auditionWanted, player_, &Player::playSnippet);
  connect(&editor_, &AnnotationEditor::metronomeWanted, player_, &Player::startMetronome);
  connect(&editor_, &AnnotationEditor::metronomeDone, player_, &Player::stopMetronome);
  follow();
}

SoundController::~SoundController() {
  editor_.setOnsetSource({});
  editor_.setTapClock([axis = &editor_.axis()] { return axis->cursor(); });
}

void SoundController::follow() {
  AnnotationDocument& document = editor_.document();
  connect(&document, &AnnotationDocument::opened, this, [this, &document] {
    player_->setSound(nullptr);
    player_->setAnnotation(document.annotation());
    if (document.isOpen()) {
      model_->open(document.audioPath());
    } else {
      model_->close();
    }
  });
  connect(&document, &AnnotationDocument::annotationChanged, this,
          [this, &document] { player_->setAnnotation(document.annotation()); });
  connect(model_, &SoundModel::soundChanged, this, [this] {
    player_->setSound(model_->sound());
    if (model_->sound()) correctDuration();
  });
  connect(model_, &SoundModel::grown, this, &SoundController::correctDuration);
  connect(player_, &Player::deviceFailed, &editor_, &AnnotationEditor::message);
}

// The decoded duration replaces the one in the file header.
void SoundController::correctDuration() {
  TimeAxis& axis = editor_.axis();
  const SongSound& sound = *model_->sound();
  if (axis.duration() <= 0.0) {
    axis.setDuration(sound.seconds());
  } else if (sound.decoded() || sound.seconds() > axis.duration()) {
    axis.correctDuration(sound.seconds());
  }
}

OverviewStrip* SoundController::makeOverview() const {
  auto* overview = new OverviewStrip(editor_.axis(), *model_);
  connect(&editor_.document(), &AnnotationDocument::annotationChanged, overview,
          [this, overview] { overview->setCues(editor_.document().annotation().cues); });
  return overview;
}

PlaybackBar* SoundController::makeBar() const {
  return new PlaybackBar(editor_.axis(), *player_, *loops_);
}

TransportDisplay* SoundController::makeDisplay() const {
  return new TransportDisplay(editor_.document(), editor_.axis(), *player_);
}

void SoundController::addSoundLanes(LaneStack& lanes) const {
  TimeAxis& axis = editor_.axis();
  AnnotationDocument& document = editor_.document();
  auto* spectrogram = new SpectrogramView(axis, *model_);
  auto* chroma = new ChromagramView(axis, *model_);
  auto* chords = new PosteriorgramView(axis, document);
  lanes.addLane(QStringLiteral("time"), new RulerView(axis), 28);
  auto* waveform = new WaveformView(axis, *model_);
  lanes.addLane(QStringLiteral("waveform"), waveform, 110);
  connect(&document, &AnnotationDocument::annotationChanged, waveform,
          [&document, waveform](double begin, double end) {
            waveform->setBeats(document.annotation().beats, begin, end);
            waveform->setCues(document.annotation().cues);
          });
  lanes.addLane(QStringLiteral("spectrogram"), spectrogram, 160);
  lanes.addLane(QStringLiteral("chroma"), chroma, 110, false);
  auto* beats = new ActivationView(axis, document);
  lanes.addLane(QStringLiteral("beat-activation"), beats, 80);
  const auto mark = [beats, this] {
    const auto index = editor_.currentBeat();
    const auto& all = editor_.document().annotation().beats;
    beats->setCurrentBeat(index && *index < all.size() ? std::optional(all[*index].time)
                                                       : std::nullopt);
  };
  connect(&editor_, &AnnotationEditor::currentChanged, beats, mark);
  connect(&document, &AnnotationDocument::annotationChanged, beats, mark);
  lanes.addLane(QStringLiteral("chord-activation"), chords, 150);
  remember(spectrogram);
  remember_colours(chroma, QStringLiteral("chroma/colours"));
  remember_colours(chords, QStringLiteral("chord_activation/colours"));
  remember_rows(chords);
}

}  // namespace tactus::ui
