#include "ui/sound_lanes/spectrogram_view.h"

#include <QPainter>
#include <QTimer>
#include <algorithm>
#include <cmath>

#include "ui/look/theme.h"
#include "ui/timeline/lane_scale.h"

namespace tactus::ui {
namespace {

constexpr int kCoarserZooms = 5;  // how many coarser zoom steps may stand in
constexpr int kShowReadyMs = 30;
constexpr int kRenewMs = 250;  // while a file is decoded

std::int64_t tile_frames(int level) {
  return SpectrogramPlace::kColumns * SpectrogramPlace::column_frames(level);
}

// Only the thread of the worker uses the maker.
std::shared_ptr<const SpectrogramTile> make_tile(const std::shared_ptr<const SongSound>& sound,
                                                 const std::shared_ptr<SpectrogramMaker>& maker,
                                                 const SpectrogramPlace& place,
                                                 const std::stop_token& stop) {
  try {
    const bool ended = sound->decoded();
    return maker->make(sound->store(), place, ended, stop);
  } catch (const std::system_error&) {
    return nullptr;  // the file became unreadable: the tile stays empty
  }
}

}  // namespace

std::array<std::uint8_t, 256> look_shades(const SpectrogramLook& look) {
  std::array<std::uint8_t, 256> levels;
  for (int i = 0; i < 256; ++i) {
    const double db = SpectrogramTile::db_of(static_cast<std::uint8_t>(i));
    const double share = 1.0 + (db - look.top_db) / std::max(look.range_db, 1.0);
    levels[static_cast<std::size_t>(i)] =
        static_cast<std::uint8_t>(std::lround(std::clamp(share, 0.0, 1.0) * 255.0));
  }
  return levels;
}

SpectrogramView::SpectrogramView(TimeAxis& axis, SoundModel& model, QWidget* parent)
    : TimelineView(axis, tr("Spectrogram"), parent), model_(model) {
  connect(&model_, &SoundModel::soundChanged, this, &SpectrogramView::restart);
  connect(&model_, &SoundModel::grown, this, &SpectrogramView::grown);
}

SpectrogramView::~SpectrogramView() = default;

void SpectrogramView::restart() {
  worker_.reset();
  invalidateTiles();
  if (!model_.sound()) return;
  const int rate = model_.sound()->store().sample_rate();
  SpectrogramSettings settings = settings_;
  settings.lowest_hz = std::min(settings.lowest_hz, rate / 8.0);
  auto maker = std::make_shared<SpectrogramMaker>(settings, rate);
  worker_ = std::make_unique<Worker>(
      kBudget, [](const SpectrogramTile& tile) { return sizeof tile + tile.levels.size(); },
      [sound = model_.sound(), maker](const SpectrogramPlace& place, const std::stop_token& stop) {
        return make_tile(sound, maker, place, stop);
      },
      [this](const SpectrogramPlace& place) {
        QMetaObject::invokeMethod(
            this, [this, place] { tileComputed(place); }, Qt::QueuedConnection);
      });
}

// Less often than 25 times a second: the tiles at the end are computed again each time.
void SpectrogramView::grown(double begin, double) {
  if (grown_from_ >= 0.0) return;
  grown_from_ = begin;
  QTimer::singleShot(kRenewMs, this, [this] {
    const double from = std::exchange(grown_from_, -1.0);
    if (model_.sound()) invalidateTiles(from, model_.sound()->seconds());
  });
}

// Several tiles share one repaint: single repaints would slow zooming.
void SpectrogramView::tileComputed(const SpectrogramPlace& place) {
  if (!model_.sound()) return;
  emit tileReady();
  if (place.level != asked_zoom_) return;  // the view has moved meanwhile
  const double seconds =
      static_cast<double>(tile_frames(place.level)) / model_.sound()->store().sample_rate();
  const double begin = static_cast<double>(place.index) * seconds;
  if (!ready_.empty()) {
    ready_ = {std::min(ready_.begin, begin), std::max(ready_.end, begin + seconds)};
    return;
  }
  ready_ = {begin, begin + seconds};
  QTimer::singleShot(kShowReadyMs, this, [this] {
    const TimeSpan span = std::exchange(ready_, {});
    invalidateTiles(span.begin, span.end);
  });
}

void SpectrogramView::setSettings(const SpectrogramSettings& settings) {
  if (settings == settings_) return;
  settings_ = settings;
  restart();
  emit optionsChanged();
}

void SpectrogramView::setLook(const SpectrogramLook& look) {
  if (look == look_) return;
  look_ = look;
  invalidateTiles();
  emit optionsChanged();
}

// Returns the tile of the wanted zoom, or a stand-in until it is ready.
SpectrogramView::Found SpectrogramView::findTile(int level, double frame) {
  for (int step = 0; step <= kCoarserZooms; ++step) {
    for (const int candidate : {level + step, level - step}) {
      if (candidate < 0 || candidate >= SpectrogramPlace::kZooms) continue;
      const SpectrogramPlace place{
          candidate,
          static_cast<std::int64_t>(frame / static_cast<double>(tile_frames(candidate)))};
      if (auto tile = worker_->find(place)) return {std::move(tile), place};
      if (step == 0) break;
    }
  }
  return {};
}

void SpectrogramView::requestTiles(int level, double first_frame, double last_frame) {
  const std::int64_t size = tile_frames(level);
  if (level != asked_zoom_) worker_->dropRequests();
  asked_zoom_ = level;
  const bool decoded =
      model_.sound()->decoded();  // before frames(), so that no samples arrive in between
  const std::int64_t available = model_.sound()->store().frames();
  const auto last = static_cast<std::int64_t>(last_frame) / size;
  for (auto index = static_cast<std::int64_t>(first_frame) / size; index <= last; ++index) {
    if (index * size >= available) break;
    const auto tile = worker_->find({level, index});
    // An incomplete tile is made again when all its samples, or many more of them, are available.
    const std::int64_t wanted = (index + 1) * size + settings_.window;
    const bool more =
        tile && (decoded || available >= wanted || (available - tile->available) * 8 >= size);
    if (!tile || (!tile->complete && more)) worker_->request({level, index});
  }
}

// Returns the rows at a frame and keeps the tile for the next call; nullptr if unknown.
const std::uint8_t* SpectrogramView::shadesAt(Found& found, int level, double frame) {
  const auto inside = [&] {
    const auto size = static_cast<double>(tile_frames(found.place.level));
    const double begin = static_cast<double>(found.place.index) * size;
    return found.tile && frame >= begin && frame < begin + size;
  };
  if (!inside()) found = findTile(level, frame);
  if (!found.tile) return nullptr;
  const auto column =
      static_cast<std::int64_t>(
          frame / static_cast<double>(SpectrogramPlace::column_frames(found.place.level))) -
      found.place.index * SpectrogramPlace::kColumns;
  return found.tile->levels.data() +
         std::clamp<std::int64_t>(column, 0, SpectrogramPlace::kColumns - 1) * kSpectrogramRows;
}

void SpectrogramView::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                                const QRect& area) {
  if (!worker_) return;
  const double ratio = painter.device()->devicePixelRatioF();
  const int columns = static_cast<int>(std::ceil(area.width() * ratio));
  const double rate = model_.sound()->store().sample_rate();
  const double frames_per_column = seconds_per_pixel * rate / ratio;
  const int level = SpectrogramPlace::zoom_for(frames_per_column);
  requestTiles(level, tile_start * rate, tile_start * rate + columns * frames_per_column);

  const auto look = look_shades(look_);
  const ColourTable& table = colour_table(look_.colours);
  std::array<QRgb, 256> colours;
  for (std::size_t i = 0; i < 256; ++i) colours[i] = table[look[i]];
  QImage image(columns, kSpectrogramRows, QImage::Format_RGB32);
  std::vector<QRgb*> lines;
  for (int r = 0; r < kSpectrogramRows; ++r) {
    lines.push_back(reinterpret_cast<QRgb*>(image.scanLine(kSpectrogramRows - 1 - r)));
  }
  Found found;
  const double decoded = static_cast<double>(model_.sound()->store().frames());
  for (int c = 0; c < columns; ++c) {
    const double frame = tile_start * rate + (c + 0.5) * frames_per_column;
    const std::uint8_t* levels = frame < decoded ? shadesAt(found, level, frame) : nullptr;
    for (std::size_t r = 0; r < lines.size(); ++r) {
      lines[r][c] = levels ? colours[levels[r]] : theme().lane.rgb();
    }
  }
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(QRectF(area), image, QRectF(image.rect()));
}

LaneHelp SpectrogramView::help() const {
  const QString heights[] = {tr("Height: frequency in Hz, each 1,000 Hz as high as the next."),
                             tr("Height: frequency in Hz, each octave as high as the next."),
                             tr("Height: frequency in Hz, as far apart as people hear it (mel).")};
  return {tr("How loud each frequency is. A right click has window, scale, gain and colours."),
          heights[static_cast<std::size_t>(settings_.scale)],
          {{colour_ramp(look_.colours),
            tr("From %1 dB below full scale to %2 dB")
                .arg(look_.range_db - look_.top_db)
                .arg(-look_.top_db),
            {}}}};
}

QString SpectrogramView::frequencyText(double hz) const {
  return hz >= 1000 ? tr("%1 kHz").arg(hz / 1000) : tr("%1 Hz").arg(hz);
}

void SpectrogramView::paintLegend(QPainter& painter, const Shown&, const QRect& exposed) {
  if (!model_.sound()) return;
  const int rate = model_.sound()->store().sample_rate();
  const std::vector<double> frequencies =
      settings_.scale != FrequencyScale::kLinear
          ? std::vector<double>{100, 1000, 10000, 200, 500, 2000, 5000, 50}
          : std::vector<double>{5000, 10000, 15000, 2000, 1000, 8000, 12000, 20000};
  std::vector<ScaleMark> marks;
  for (const double hz : frequencies) {
    const double share = spectrogram_hz_row(settings_, rate, hz) / (kSpectrogramRows - 1);
    if (share > 0.0 && share < 1.0) marks.push_back({height() * (1.0 - share), frequencyText(hz)});
  }
  paintScale(painter, marks, height(), exposed);
}

}  // namespace tactus::ui
