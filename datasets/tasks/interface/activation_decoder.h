// A decoder alone, on the activations of any network: what `tactus decode` runs.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "datasets/formats/format.h"
#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/parameter_table.h"

namespace tactus {

struct DecoderInput {
  FrameMatrix activations;                  // [T,K]
  std::vector<std::string> labels;          // one per column, where the decoder takes labels
  std::optional<std::vector<Beat>> beats;   // changes move to these, where the decoder snaps
  std::vector<std::string> set_parameters;  // names of those that a person has set
};

// It points into its task, which must outlive it.
struct ActivationDecoder {
  std::string name;                  // as --task names it: "downbeats"
  std::vector<std::size_t> columns;  // the K that it takes; a decoder with labels takes any K
  std::string columns_help;          // what the columns hold
  std::string line;                  // what a line of the output holds: "TIME POSITION"
  Format format = Format::kJams;     // of the output, unless a person wants another
  ParameterTable parameters;
  std::string set_help;  // what else a person should know of them; may be empty
  bool snaps = false;    // can move changes to beats
  // The labels of that many columns, one of `columns`. Absent = it takes no labels.
  std::function<std::vector<std::string>(std::size_t columns)> default_labels = {};
  // Fills the layers of the task. Throws ActivationError (piece_decoder.h) for activations that are
  // no probabilities, std::invalid_argument for parameters that do not fit together.
  std::function<void(DecoderInput input, Annotation& annotation)> decode;
};

}  // namespace tactus
