#include "ui/playback/song_preview.h"

#include <QAbstractItemView>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QSettings>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "app/engine/click/click_track.h"
#include "ui/look/style.h"
#include "ui/look/theme.h"
#include "ui/playback/player.h"
#include "ui/sound_lanes/overview_strip.h"
#include "ui/timeline/ruler_view.h"

namespace tactus::ui {
namespace {

constexpr double kEnough = 0.5;  // seconds of sound before it plays

// As in the bar of the Annotate page; a preview of a song there is never silent.
float music_gain() {
  constexpr int kSilent = -40;  // dB
  const int level = QSettings().value(QStringLiteral("playback/music_db"), 0).toInt();
  return level <= kSilent ? 1.0f : static_cast<float>(amplitude_of_db(level));
}

QString file_name(const std::filesystem::path& song) {
  return QString::fromStdString(song.filename().string());
}

}  // namespace

SongPreview::SongPreview(QWidget* parent, MakeOutput output)
    : QWidget(parent),
      make_output_(std::move(output)),
      button_(new QToolButton(this)),
      name_(new QLabel(this)),
      time_(new QLabel(this)),
      strip_(new PreviewStrip(axis_, model_, this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(2 * kGrid);
  button_->setAutoRaise(true);
  button_->setFocusPolicy(Qt::TabFocus);
  name_->setMinimumWidth(60 * kGrid);
  name_->setMaximumWidth(110 * kGrid);
  name_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  name_->setAccessibleDescription(tr("Preview"));
  time_->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("00:00 / 00:00")));
  row->addWidget(button_);
  row->addWidget(name_, 1);
  row->addWidget(strip_, 3);
  row->addWidget(time_);
  connect(button_, &QToolButton::clicked, this,
          [this] { toggle(song_.empty() ? currentSong() : song_); });
  connect(&axis_, &TimeAxis::cursorChanged, this, &SongPreview::showState);
  connect(&model_, &SoundModel::grown, this, &SongPreview::start);
  connect(&model_, &SoundModel::decoded, this, &SongPreview::start);
  connect(&model_, &SoundModel::failed, this, &SongPreview::fail);
  showState();
}

// The player lets go of the sound before the model does.
SongPreview::~SongPreview() {
  player_.reset();
}

bool SongPreview::playing() const {
  return player_ && player_->playing();
}

QString SongPreview::text() const {
  return name_->toolTip();
}

void SongPreview::follow(QAbstractItemView& list, FileOfRow file) {
  list_ = &list;
  file_ = std::move(file);
  list.installEventFilter(this);
}

std::filesystem::path SongPreview::currentSong() const {
  const int row = list_ ? list_->currentIndex().row() : -1;
  return row >= 0 ? file_(row) : std::filesystem::path();
}

bool SongPreview::eventFilter(QObject* list, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(list, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (key->modifiers() == Qt::NoModifier && key->key() == Qt::Key_Space) {
    if (!key->isAutoRepeat()) toggle(currentSong());
    return true;
  }
  if (key->key() == Qt::Key_Escape && !song_.empty()) {
    stop();
    return true;
  }
  return QWidget::eventFilter(list, event);
}

void SongPreview::toggle(const std::filesystem::path& song) {
  if (song.empty()) return;
  if (song == song_ && fault_.isEmpty()) {
    wanted_ = !(wanted_ || playing());
    if (player_ && !wanted_) player_->pause();
    start();
    return showState();
  }
  stop();
  if (!player_) {
    player_ = std::make_unique<Player>(axis_, make_output_());
    player_->setFollowing(false);
    connect(player_.get(), &Player::playingChanged, this, &SongPreview::showState);
    connect(player_.get(), &Player::deviceFailed, this, &SongPreview::fail);
  }
  song_ = song;
  wanted_ = true;
  model_.open(song);
  showState();
}

// Both reports of the model come here: the first sound, and the end of a short file.
void SongPreview::start() {
  const auto& sound = model_.sound();
  if (!wanted_ || !sound || playing()) return;
  const bool enough = sound->decoded() || sound->store().seconds() >= axis_.cursor() + kEnough;
  if (!enough) return;
  wanted_ = false;
  if (axis_.duration() <= 0.0) {
    axis_.setDuration(sound->seconds());
    player_->setSound(sound);
    player_->setGains({.music = music_gain()});
  }
  player_->play();
  showState();
}

void SongPreview::stop() {
  wanted_ = false;
  fault_.clear();
  song_.clear();
  if (player_) player_->setSound(nullptr);
  model_.close();
  axis_.setDuration(0.0);
  showState();
}

void SongPreview::fail(const QString& reason) {
  wanted_ = false;
  if (player_) player_->pause();
  fault_ = reason;
  showState();
}

void SongPreview::hideEvent(QHideEvent* event) {
  stop();
  QWidget::hideEvent(event);
}

void SongPreview::showState() {
  const bool sounds = playing() || wanted_;
  button_->setIcon(glyph_icon(sounds ? Glyph::kPause : Glyph::kPlay, palette()));
  const QString what = sounds ? tr("Pause the preview (Space)") : tr("Play this song (Space)");
  button_->setToolTip(what);
  button_->setAccessibleName(what);
  QString text = fault_;
  if (text.isEmpty())
    text = song_.empty() ? tr("Space plays the song under the cursor") : file_name(song_);
  if (sounds && player_ && !player_->audible()) text = player_->deviceText();
  if (text != name_->toolTip()) {
    name_->setToolTip(text);
    name_->setText(fontMetrics().elidedText(text, Qt::ElideRight, name_->maximumWidth()));
    emit changed();
  }
  name_->setEnabled(!song_.empty());
  time_->setText(axis_.duration() > 0.0 ? tr("%1 / %2").arg(time_text(axis_.cursor(), 0),
                                                            time_text(axis_.duration(), 0))
                                        : QString());
}

PreviewStrip::PreviewStrip(TimeAxis& axis, SoundModel& model, QWidget* parent)
    : QWidget(parent), axis_(axis), model_(model) {
  setAccessibleName(tr("Waveform of the preview"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&axis_, &TimeAxis::cursorChanged, this, qOverload<>(&QWidget::update));
  connect(&axis_, &TimeAxis::durationChanged, this, &PreviewStrip::forget);
  connect(&model_, &SoundModel::soundChanged, this, &PreviewStrip::forget);
  connect(&model_, &SoundModel::sketched, this, &PreviewStrip::forget);
  connect(&model_, &SoundModel::grown, this, &PreviewStrip::forget);
}

void PreviewStrip::forget() {
  wave_ = {};
  update();
}

void PreviewStrip::resizeEvent(QResizeEvent*) {
  forget();
}

void PreviewStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme().lane);
  if (!model_.sound() || !(model_.sound()->seconds() > 0.0)) return;
  const double seconds = std::max(axis_.duration(), model_.sound()->seconds());
  if (wave_.isNull())
    wave_ = wave_picture(model_.sound().get(), seconds, size(), devicePixelRatioF());
  painter.drawPixmap(0, 0, wave_);
  const double x = std::round(axis_.cursor() / seconds * width());
  painter.fillRect(QRectF(x, 0, 1, height()), theme().cursor);
}

void PreviewStrip::seek(double x) {
  if (axis_.duration() > 0.0) axis_.setCursor(x / std::max(width(), 1) * axis_.duration());
}

void PreviewStrip::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) seek(event->position().x());
}

void PreviewStrip::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) seek(event->position().x());
}

}  // namespace tactus::ui
