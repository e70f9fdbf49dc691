// Streams of a ladder's lane and their order.
#pragma once

#include "gpu/lstm/ladder/ladder_rungs.h"

namespace tactus::gpu {

// A point in a stream that other streams wait for; no effect if all use one stream. Setting it
// again does not affect streams that wait already.
class Mark {
 public:
  explicit Mark(const LadderContext& context) : runtime_(context.runtime) {
    if (context.rung.two_streams) event_ = OwnedEvent(*runtime_, runtime_->create_event());
  }
  void set(Stream stream) {
    if (event_) runtime_->record(event_.get(), stream);
  }
  void await(Stream stream) const {
    if (event_) runtime_->wait(stream, event_.get());
  }

 private:
  Runtime* runtime_;
  OwnedEvent event_;
};

// The recurrence runs in one stream, at high priority. Between fork and join, other work runs in a
// second stream. On the first rungs both are the caller's stream.
class LaneStreams {
 public:
  explicit LaneStreams(const LadderContext& context) : order_(context) {
    if (!context.rung.two_streams) return;
    Runtime& runtime = *context.runtime;
    own_recurrent_ = OwnedStream(runtime, runtime.create_stream(true));
    own_side_ = OwnedStream(runtime, runtime.create_stream(false));
  }

  void fork(Stream main) {
    recurrent_ = own_recurrent_ ? own_recurrent_.get() : main;
    side_ = own_side_ ? own_side_.get() : main;
    forked_ = true;
    order(main, recurrent_);
    order(main, side_);
  }
  void join(Stream main) {
    order(recurrent_, main);
    order(side_, main);
    forked_ = false;
  }
  // The same after an exception: joins if the streams have forked.
  void join_if_forked(Stream main) noexcept {
    try {
      if (forked_) join(main);
    } catch (...) {  // the card itself has failed: nothing runs on it any more
    }
  }
  // Later work in `to` waits for the work queued in `from` so far.
  void order(Stream from, Stream to) {
    if (from == to) return;
    order_.set(from);
    order_.await(to);
  }
  Stream recurrent() const { return recurrent_; }
  Stream side() const { return side_; }

 private:
  OwnedStream own_recurrent_, own_side_;
  Mark order_;
  Stream recurrent_ = nullptr, side_ = nullptr;
  bool forked_ = false;  // and not joined yet
};

}  // namespace tactus::gpu
