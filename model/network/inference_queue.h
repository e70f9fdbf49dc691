// Lets the songs of several threads share the networks of one device. What waits for a network
// while the device computes becomes its next batch: 16 songs cost a card hardly more steps than
// one.
#pragma once

#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"

namespace tactus {

class Network;

// Any number of threads may call infer(). All networks of a backend must use one queue, since one
// thread at a time may use a backend.
class InferenceQueue {
 public:
  // `together`: sequences of a batch, at least 1. With more than one, smaller batches are filled up
  // with empty sequences, so that a device divides its work in the same way whatever waits: the
  // outputs of a song must not depend on its company.
  explicit InferenceQueue(int together = 1) : together_(together) {}

  // Returns what Network::infer_batch returns, and throws what it throws. A batch that does not fit
  // into the memory is computed one caller after the other. `network` and `sequences` must stay as
  // they are until the call returns.
  std::vector<std::vector<FrameMatrix>> infer(Network& network,
                                              std::span<const FrameMatrix* const> sequences);
  std::size_t waiting();  // calls that no batch has yet

 private:
  struct Request {
    Network* network;
    std::span<const FrameMatrix* const> sequences;
    std::vector<std::vector<FrameMatrix>> outputs = {};
    std::exception_ptr fault = {};
    bool done = false;
  };
  std::vector<Request*> take_batch();
  void run(const std::vector<Request*>& batch) const;
  void run_alone(Request& request) const;
  std::vector<std::vector<FrameMatrix>> run_together(
      Network& network, std::vector<const FrameMatrix*> sequences) const;

  const int together_;
  std::mutex mutex_;  // guards the following and the requests in `waiting_`
  std::condition_variable changed_;
  std::list<Request*> waiting_;  // the oldest first
  bool busy_ = false;            // a thread computes a batch
};

}  // namespace tactus
