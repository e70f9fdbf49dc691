// The painted tiles of one lane at several zooms, within a memory budget. It also finds tiles that
// can stand in for a missing one.
#pragma once

#include <QCache>
#include <QPixmap>
#include <cstddef>
#include <vector>

namespace tactus::ui {

// Identifies a tile, which starts at index * kWidth * seconds_per_pixel.
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
  // Beyond this ratio of zooms a tile is not used: it would be blurred, or hundreds would be
  // needed.
  static constexpr double kCoarsest = 64.0, kFinest = 8.0;

  // Without a budget the store keeps nothing.
  TileStore() : tiles_(0) {}
  // If tiles exceed the budget, the least recently used ones are deleted.
  void setBudget(qint64 kib) { tiles_.setMaxCost(kib); }
  qint64 budget() const { return tiles_.maxCost(); }

  // nullptr if the tile is missing or outdated.
  const QPixmap* fresh(const TileKey& key) const;
  void insert(const TileKey& key, const QPixmap& picture);
  void clear() { tiles_.clear(); }
  // Tiles that touch [begin, end) seconds become stand-ins only.
  void outdate(double begin, double end);

  // The part [begin, end) of seconds out of one tile; `source` in its device pixels.
  struct Part {
    QPixmap picture;
    QRectF source;
    double begin = 0.0, end = 0.0;
  };
  struct StandIn {
    std::vector<Part> parts;  // do not overlap
    bool whole = false;       // the parts cover everything
    double stretch = 1.0;     // largest ratio of a part's zoom to the wanted zoom, at least 1
  };
  // Returns the best tiles for [begin, end): the nearest zoom at each place.
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
