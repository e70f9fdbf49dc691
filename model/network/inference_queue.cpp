#include "model/network/inference_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/network/network.h"

namespace tactus {
namespace {

// A song waits for the longest of its batch: none of more than so many times its own length joins.
constexpr std::size_t kLikeLength = 2;

std::size_t frames_of(std::span<const FrameMatrix* const> sequences) {
  std::size_t longest = 0;
  for (const FrameMatrix* x : sequences) longest = std::max(longest, x->frames);
  return longest;
}

}  // namespace

std::vector<std::vector<FrameMatrix>> InferenceQueue::infer(
    Network& network, std::span<const FrameMatrix* const> sequences) {
  Request request{&network, sequences};
  std::unique_lock lock(mutex_);
  waiting_.push_back(&request);
  while (!request.done) {
    if (busy_) {
      changed_.wait(lock);
      continue;
    }
    const std::vector<Request*> batch = take_batch();
    busy_ = true;
    lock.unlock();
    run(batch);
    lock.lock();
    busy_ = false;
    for (Request* each : batch) each->done = true;
    changed_.notify_all();
  }
  if (request.fault) std::rethrow_exception(request.fault);
  return std::move(request.outputs);
}

std::size_t InferenceQueue::waiting() {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

// The oldest request, and those for the same network that fit beside it.
std::vector<InferenceQueue::Request*> InferenceQueue::take_batch() {
  std::vector<Request*> batch;
  batch.reserve(waiting_.size());  // so that nothing below can fail
  batch.push_back(waiting_.front());
  waiting_.pop_front();
  const Request& oldest = *batch.front();
  const std::size_t most = kLikeLength * frames_of(oldest.sequences);
  std::size_t count = oldest.sequences.size();
  for (auto it = waiting_.begin(); it != waiting_.end();) {
    Request& each = **it;
    const std::size_t with = count + each.sequences.size();
    if (each.network != oldest.network || with > static_cast<std::size_t>(together_) ||
        frames_of(each.sequences) > most) {
      ++it;
      continue;
    }
    batch.push_back(&each);
    count = with;
    it = waiting_.erase(it);
  }
  return batch;
}

std::vector<std::vector<FrameMatrix>> InferenceQueue::run_together(
    Network& network, std::vector<const FrameMatrix*> sequences) const {
  const std::size_t count = sequences.size();
  const FrameMatrix empty(0, sequences.empty() ? 0 : sequences.front()->bins, 0.0);
  if (together_ > 1) sequences.resize(std::max(count, static_cast<std::size_t>(together_)), &empty);
  auto outputs = network.infer_batch(sequences);
  outputs.resize(count);
  return outputs;
}

// If memory is short: without company, and without what fills a batch up.
void InferenceQueue::run_alone(Request& request) const {
  try {
    request.outputs = request.network->infer_batch(request.sequences);
  } catch (...) {
    request.fault = std::current_exception();
  }
}

void InferenceQueue::run(const std::vector<Request*>& batch) const {
  try {
    std::vector<const FrameMatrix*> sequences;
    for (const Request* each : batch)
      sequences.insert(sequences.end(), each->sequences.begin(), each->sequences.end());
    auto outputs = run_together(*batch.front()->network, sequences);
    auto next = std::make_move_iterator(outputs.begin());
    for (Request* each : batch) {
      const auto end = next + std::ssize(each->sequences);
      each->outputs.assign(next, end);
      next = end;
    }
  } catch (...) {
    for (Request* each : batch) run_alone(*each);
  }
}

}  // namespace tactus
