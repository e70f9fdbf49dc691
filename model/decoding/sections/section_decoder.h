// Sections of a song, from the probability that one begins, the probabilities of its kinds, and how
// much its passages resemble each other.
//
// The most probable beginnings above `threshold` are taken, none nearer to another than `shortest`,
// and each moves to a downbeat within `snap`. Sections whose chroma resemble each other get one
// letter, all the more if they are of one kind (clusters by average linkage), and a name where the
// network is sure of it. After Nieto et al., "Audio-based music structure analysis: current trends,
// open challenges, and applications", TISMIR 3(1), 2020, which compares such methods.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/parameter_table.h"

namespace tactus {

struct SectionDecoderParameters {
  double threshold = 0.15;       // probability of a beginning
  double shortest = 4.0;         // seconds
  double snap = 1.0;             // seconds from a beginning to its downbeat; 0 = it stays
  double similarity = 0.4;       // mean cosine of sections with one letter, from which they have it
  double kinds = 0.8;            // added to it for sections of one kind, see section_likeness()
  double slack = 1.5;            // seconds by which two sections can be out of step
  double sure = 0.6;             // probability from which a name is written
  double positive_weight = 1.0;  // of a frame with a beginning in the loss
};
ParameterTable parameter_table(SectionDecoderParameters& parameters);
// Keys that are absent keep their defaults. Throws std::invalid_argument.
SectionDecoderParameters section_decoder_parameters_from_json(const std::string& json);

// What is added to the cosine of two sections for their kinds, whose mean probabilities are a and
// b: `kinds` times the sum of sqrt(a b), less 0.7. So sections of one kind are more alike, those of
// different kinds less.
double section_likeness(std::span<const double> a, std::span<const double> b,
                        const SectionDecoderParameters& parameters);

// The times at which sections begin, sorted. begins [N,1], probabilities. `beats` can be empty.
std::vector<double> section_starts(const FrameMatrix& begins, std::span<const Beat> beats,
                                   const SectionDecoderParameters& parameters);

// activations [N, 1 + kSectionNames.size()]: the probability of a beginning, and those of the kinds
// (which sum to 1). vectors [N,K], of length 1 or 0: their products are similarities; empty = each
// section has its own letter. Returns the sections in [0, duration], without silence,
// and without what is shorter than `shortest` at either end. Labels are names ("verse"), or letters
// in the order of the song ("A"). Throws std::invalid_argument for another number of columns, or
// vectors of another number of frames.
std::vector<LabelledSegment> decode_sections(const FrameMatrix& activations,
                                             const FrameMatrix& vectors,
                                             std::span<const Beat> beats, double duration,
                                             const SectionDecoderParameters& parameters);

}  // namespace tactus
