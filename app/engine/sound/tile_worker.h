// Tiles of a picture, computed in the background and kept within a budget of memory.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace tactus {

// One thread computes the latest request first. A request that waits behind kWaiting later ones is
// dropped, and the painting code asks again; so fast scrolling costs nothing. Any thread may call
// all members.
template <class Key, class Tile>
class TileWorker {
 public:
  static constexpr std::size_t kWaiting = 48;
  using TilePtr = std::shared_ptr<const Tile>;
  // Runs in the worker's thread; nullptr = stopped, or no tile.
  using Compute = std::function<TilePtr(const Key&, std::stop_token)>;
  // Runs in the worker's thread, after find() gives the tile.
  using Ready = std::function<void(const Key&)>;

  // budget: bytes of all kept tiles, each counted by bytes(tile).
  TileWorker(std::size_t budget, std::function<std::size_t(const Tile&)> bytes, Compute compute,
             Ready ready)
      : budget_(budget),
        bytes_(std::move(bytes)),
        compute_(std::move(compute)),
        ready_(std::move(ready)),
        thread_([this](const std::stop_token& stop) { work(stop); }) {}
  ~TileWorker() { clear(); }
  TileWorker(const TileWorker&) = delete;
  TileWorker& operator=(const TileWorker&) = delete;

  // nullptr if it is not kept.
  TilePtr find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(key);
    if (found == kept_.end()) return nullptr;
    order_.splice(order_.begin(), order_, found->second);
    return found->second->tile;
  }

  // A kept key is computed again, and the old tile stays until then.
  void request(const Key& key) {
    const std::lock_guard lock(mutex_);
    std::erase(waiting_, key);
    waiting_.push_front(key);
    if (waiting_.size() > kWaiting) waiting_.pop_back();
    wake_.notify_one();
  }

  // Drops all waiting requests.
  void dropRequests() {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
  }

  // Drops requests and tiles; stops the present computation, whose tile never appears.
  void clear() {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
    kept_.clear();
    order_.clear();
    used_ = 0;
    ++generation_;
    current_.request_stop();
  }

  // True if no tile is being computed and no request waits.
  bool idle() const {
    const std::lock_guard lock(mutex_);
    return waiting_.empty() && !working_;
  }

  std::size_t bytes() const {
    const std::lock_guard lock(mutex_);
    return used_;
  }

 private:
  struct Entry {
    Key key;
    TilePtr tile;
  };

  void work(const std::stop_token& stop) {
    const std::stop_callback stop_current(stop, [this] { clear(); });
    std::unique_lock lock(mutex_);
    while (wake_.wait(lock, stop, [this] { return !waiting_.empty(); })) {
      const Key key = waiting_.front();
      waiting_.pop_front();
      working_ = true;
      current_ = std::stop_source();
      const std::size_t generation = generation_;
      const std::stop_token current = current_.get_token();
      lock.unlock();
      TilePtr tile = compute_(key, current);
      lock.lock();
      working_ = false;
      if (!tile || generation != generation_) continue;
      keep(key, std::move(tile));
      lock.unlock();
      ready_(key);
      lock.lock();
    }
  }

  void keep(const Key& key, TilePtr tile) {
    drop(kept_.find(key));
    used_ += bytes_(*tile);
    order_.push_front({key, std::move(tile)});
    kept_[key] = order_.begin();
    while (used_ > budget_ && order_.size() > 1) drop(kept_.find(order_.back().key));
  }

  void drop(typename std::map<Key, typename std::list<Entry>::iterator>::iterator entry) {
    if (entry == kept_.end()) return;
    used_ -= bytes_(*entry->second->tile);
    order_.erase(entry->second);
    kept_.erase(entry);
  }

  std::size_t budget_;
  std::function<std::size_t(const Tile&)> bytes_;
  Compute compute_;
  Ready ready_;
  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<Key> waiting_;  // the newest first
  std::list<Entry> order_;   // the last used first
  std::map<Key, typename std::list<Entry>::iterator> kept_;
  std::size_t used_ = 0;
  std::size_t generation_ = 0;
  bool working_ = false;
  std::stop_source current_;
  std::jthread thread_;  // last member: ends before the others are destroyed
};

}  // namespace tactus
