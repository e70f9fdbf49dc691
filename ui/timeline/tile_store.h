// The painted pieces of one lane, at several zooms, within a budget of memory; and what of them can
// stand in for a piece that is not painted yet.
#pragma once

#include <QCache>
#include <QPixmap>
#include <cstddef>
#include <vector>

namespace tactus::ui {

// Which piece: it begins at index * kWidth * seconds_per_pixel.
struct TileKey {
  static constexpr int kWidth = 512;  // pixels
  double seconds_per_pixel = 1.0;
  qint64 index = 0;

  double length() const { return kWidth * seconds_per_pixel; }
  double begin() const { return static_cast<double>(index) * length(); }
  bool operator==(const TileKey&) const = default;
  friend std::size_t qHash(const TileKey& key, std::size_t seed = 0) {
    return qHashMulti(seed, key.seconds_per_pixel, key.index);
  }
};

class TileStore {
 public:
  // Beyond this ratio of zooms a tile is no help: it would be a blur, or hundreds would be needed.
  static constexpr double kCoarsest = 64.0, kFinest = 8.0;

  // Keeps nothing until it has a budget.
  TileStore() : tiles_(0) {}
  // What is kept beyond it goes, that which was not used for the longest time first.
  void setBudget(qint64 kib) { tiles_.setMaxCost(kib); }
  qint64 budget() const { return tiles_.maxCost(); }

  // nullptr where it was not painted, or is not as it should be any more.
  const QPixmap* fresh(const TileKey& key) const;
  void insert(const TileKey& key, const QPixmap& picture);
  void clear() { tiles_.clear(); }
  // Tiles that touch [begin, end) of seconds only stand in from now on.
  void outdate(double begin, double end);

  // The part [begin, end) of seconds out of one tile; `source` in its device pixels.
  struct Part {
    QPixmap picture;
    QRectF source;
    double begin = 0.0, end = 0.0;
  };
  struct StandIn {
    std::vector<Part> parts;  // do not overlap
    bool whole = false;       // nothing is left uncovered
    double stretch = 1.0;     // how far the zoom of any part is from the wanted one, at least 1
  };
  // What shows [begin, end) best: each place by the nearest zoom there is.
  StandIn standIn(double begin, double end, double seconds_per_pixel) const;

 private:
  struct Tile {
    QPixmap picture;
    bool outdated = false;
  };
  std::vector<double> zoomsNear(double seconds_per_pixel) const;

  QCache<TileKey, Tile> tiles_;  // cost in KiB
};

}  // namespace tactus::ui
