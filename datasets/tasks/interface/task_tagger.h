// The part of a task that tags a song: it runs the networks on chunk after chunk, and then decodes
// their outputs.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "datasets/tasks/interface/stage_times.h"
#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/bars/bar_decoder.h"

namespace tactus {

// The part of a recording that goes through the networks at once.
struct ChunkFrames {
  FrameMatrix features;       // [T,bins], on the frame grid of the whole recording
  FrameMatrix attacks;        // attack_envelope() from row 0 on; empty = not known
  std::vector<bool> audible;  // per row; empty = not known
  // At the start of a recording: kSilence rows of silence, then its first seconds, by themselves.
  // After silence, a sound on the first sample is an attack. Empty = not known.
  FrameMatrix opening;
  static constexpr std::size_t kSilence = 100;
  std::size_t begin = 0, end = 0;  // the rows to keep; the rows around them are context
  bool is_whole = true;            // the whole recording
};

// What the networks of other tasks have heard, for the decoders. Each tagger adds what is its own.
struct HeardSong {
  const HeardBars* bars = nullptr;
  const FrameMatrix* chords = nullptr;  // posteriors [T,V], N last
};

// What decode() takes besides the activations, by name.
using TaggerContext = std::map<std::string, FrameMatrix>;

// Holds the networks of one model, and their outputs for one song. One thread at a time.
class TaskTagger {
 public:
  virtual ~TaskTagger() = default;

  // Whether chunks should have `attacks`.
  virtual bool wants_attacks() const { return false; }
  // Whether it can do with features of fewer bins than those of its task.
  virtual bool takes(std::size_t) const { return false; }
  // A tagger for another song at the same time, in another thread, with the same networks.
  virtual std::unique_ptr<TaskTagger> another() const = 0;
  // Forgets the song before.
  virtual void begin_song() = 0;
  // Runs the networks on the next chunk and keeps their outputs. Rows that are not audible become
  // silence. Other evidence from the samples of the chunk is collected here, too.
  virtual void add(ChunkFrames chunk) = 0;
  // Decodes all rows that it holds into the layers of the task. Times count from the first of them.
  // `annotation` has its duration, and the layers of the tasks before this one in the table. If
  // networks run again here, their time is added to `times`.
  virtual void decode(Annotation& annotation, const HeardSong& heard, StageTimes& times) = 0;
  // For the taggers of other tasks, before any of them decodes.
  virtual void tell(HeardSong&) const {}
  // The outputs of the networks as decode() left them, [T,K] probabilities.
  virtual const FrameMatrix& activations() const = 0;
  // The attack envelope of the same time (attack_envelope.h); empty if the task does not collect
  // it.
  virtual const FrameMatrix& attacks() const {
    static const FrameMatrix none;
    return none;
  }
  // Of the song that was decoded last.
  virtual TaggerContext context() const { return {}; }
  // Takes activations() and context() of an earlier song in place of add(): decode() then finds the
  // same again.
  virtual void hold(FrameMatrix activations, TaggerContext context) = 0;
  // Drops what lies before `seconds` after the first row, which is a whole number of rows.
  virtual void forget(double seconds) = 0;
};

// Appends the rows [begin, end) to `all`.
void append_rows(FrameMatrix& all, const FrameMatrix& rows, std::size_t begin, std::size_t end);
// How many rows of a matrix lie before `seconds`.
std::size_t rows_before(const FrameMatrix& rows, double seconds);
// Removes the rows before `seconds`.
void drop_rows(FrameMatrix& rows, double seconds);

}  // namespace tactus
