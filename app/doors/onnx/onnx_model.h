// Writes a model as an ONNX file (onnx.ai, operator set 14), which other programs run: onnxruntime,
// OpenVINO, TensorRT, a browser.
//
// Input: "features" [batch, time, C], frames as the model's features make them; batch and time are
// free. Outputs for each head NAME, [batch, time, K]: "NAME", its probabilities, and "NAME_logits".
// The standardisation of the input and the mean over the networks of an ensemble are in the graph.
// The metadata of the model file (features, decoder, provenance) become those of the ONNX file.
// "vocabulary" holds the labels of chords, one per line (chord_vocabulary.h).
#pragma once

#include <string>

#include "model/files/model_file.h"

namespace tactus {

// The content of the file. Weights are in single precision.
std::string onnx_bytes(const Model& model);

}  // namespace tactus
