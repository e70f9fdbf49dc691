#include "ui/timeline/tile_store.h"

#include <algorithm>
#include <cmath>

namespace tactus::ui {
namespace {

struct Gap {
  double begin, end;
};

double distance(double zoom, double wanted) {
  return std::abs(std::log(zoom / wanted));
}

}  // namespace

const QPixmap* TileStore::fresh(const TileKey& key) const {
  const Tile* tile = tiles_.object(key);
  return tile && !tile->outdated ? &tile->picture : nullptr;
}

void TileStore::insert(const TileKey& key, const QPixmap& picture) {
  const qint64 kib = picture.width() * qint64{picture.height()} * 4 / 1024 + 1;
  tiles_.insert(key, new Tile{picture}, std::min<qint64>(kib, tiles_.maxCost() / 2));
}

void TileStore::outdate(double begin, double end) {
  for (const TileKey& key : tiles_.keys()) {
    if (key.begin() < end && begin < key.begin() + key.length()) tiles_[key]->outdated = true;
  }
}

// Nearest zoom first.
std::vector<double> TileStore::zoomsNear(double seconds_per_pixel) const {
  std::vector<double> zooms;
  for (const TileKey& key : tiles_.keys()) {
    const double ratio = key.seconds_per_pixel / seconds_per_pixel;
    if (ratio <= kCoarsest && ratio >= 1.0 / kFinest) zooms.push_back(key.seconds_per_pixel);
  }
  std::sort(zooms.begin(), zooms.end(), [&](double a, double b) {
    const double near_a = distance(a, seconds_per_pixel), near_b = distance(b, seconds_per_pixel);
    return near_a != near_b ? near_a < near_b : a < b;
  });
  zooms.erase(std::unique(zooms.begin(), zooms.end()), zooms.end());
  return zooms;
}

TileStore::StandIn TileStore::standIn(double begin, double end, double seconds_per_pixel) const {
  StandIn result;
  std::vector<Gap> gaps{{begin, end}};
  for (const double zoom : zoomsNear(seconds_per_pixel)) {
    std::vector<Gap> left;
    for (const Gap& gap : gaps) {
      double covered = gap.begin;  // covered or given up before this time
      TileKey key{zoom, 0};
      key.index = static_cast<qint64>(std::floor(gap.begin / key.length()));
      for (; key.begin() < gap.end; ++key.index) {
        const Tile* tile = tiles_.object(key);
        if (!tile) continue;
        const double from = std::max(key.begin(), gap.begin);
        const double to = std::min(key.begin() + key.length(), gap.end);
        if (!(to > from)) continue;
        if (from > covered) left.push_back({covered, from});
        const double ratio = tile->picture.devicePixelRatio();
        result.parts.push_back({tile->picture,
                                QRectF((from - key.begin()) / zoom * ratio, 0,
                                       (to - from) / zoom * ratio, tile->picture.height()),
                                from, to});
        result.stretch = std::max(result.stretch, std::exp(distance(zoom, seconds_per_pixel)));
        covered = to;
      }
      if (covered < gap.end) left.push_back({covered, gap.end});
    }
    gaps = std::move(left);
    if (gaps.empty()) break;
  }
  result.whole = gaps.empty();
  return result;
}

}  // namespace tactus::ui
