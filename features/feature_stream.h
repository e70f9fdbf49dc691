// The features of a recording, computed while it is read.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "features/frames/frame_matrix.h"

namespace tactus {

// One recording; one thread at a time.
class FeatureStream {
 public:
  virtual ~FeatureStream() = default;
  // Mono samples, in blocks of any length.
  virtual void push(std::span<const float> samples) = 0;
  // All rows. The end of the stream.
  virtual FrameMatrix finish() = 0;
};

// By an extractor with push(samples, rows) and finish(rows). `then` makes the result of its rows.
template <class Extractor, class Then>
class ExtractorStream : public FeatureStream {
 public:
  ExtractorStream(Extractor extractor, Then then)
      : extractor_(std::move(extractor)), then_(std::move(then)) {}

  void push(std::span<const float> samples) override { extractor_.push(samples, rows_); }
  FrameMatrix finish() override {
    extractor_.finish(rows_);
    return then_(std::move(rows_));
  }

 private:
  Extractor extractor_;
  Then then_;
  FrameMatrix rows_;
};

// By a function of the whole recording, which is held until the end.
template <class OfSamples>
class WholeStream : public FeatureStream {
 public:
  explicit WholeStream(OfSamples of_samples) : of_samples_(std::move(of_samples)) {}

  void push(std::span<const float> samples) override {
    samples_.insert(samples_.end(), samples.begin(), samples.end());
  }
  FrameMatrix finish() override { return of_samples_(std::exchange(samples_, {})); }

 private:
  OfSamples of_samples_;
  std::vector<float> samples_;
};

}  // namespace tactus
