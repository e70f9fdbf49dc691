// What repeats and what changes in a song: the input of networks that find sections.
#pragma once

#include "features/feature_parameters.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

// Throws std::invalid_argument for invalid parameters of its own (not those of the chroma).
void check_structure(const StructureParameters& parameters);

// Frames of NNLS chroma [T,24] (nnls_chroma_frames.h) of a whole song, -> [N,24]: the means of
// `frames_pooled` frames. N = ceil(T / frames_pooled); frame k lies at k / fps. Throws
// std::invalid_argument unless there are 24 bins, and for invalid parameters.
FrameMatrix pooled_chroma(const FrameMatrix& frames, const StructureParameters& parameters);

// The same frames, each without the mean of the song and with length 1: their products are the
// cosine similarities of the frames. Silence is 0.
FrameMatrix similarity_vectors(const FrameMatrix& pooled);

// Pooled chroma of a whole song [N,24] -> [N,36], which do not depend on the key. s(t,u) is the
// similarity of frames t and u. The columns:
//
// - 5 novelties: how much the mean vectors of the k frames before and from t on differ, for k = 4,
//   8, 16, 32, 64 (Foote, "Automatic audio segmentation using a measure of audio novelty", ICME
//   2000, with a flat kernel).
// - 8 each for m = 8, 16, 32 frames. The m frames from t on resemble those from u on by a(u), the
//   mean of s(t + q, u + q), and those before t resemble those before u by b(u). u lies 8 frames to
//   `reach` seconds away. A repetition begins where a is high and b is low: the highest a - b, the
//   mean of the four highest, and the mean of what is above 0; the same of b - a, where one ends;
//   the highest a and the highest b. (Serra et al., "Unsupervised music structure annotation by
//   time series structure features and segment similarity", IEEE Trans. Multimedia 2014, has the
//   idea.)
// - 4 differences of the mean level of the k frames from t on and before it, k = 4, 8, 16, 32, and
//   the level less its mean over the song.
// - the time since the start and the time to the end, in units of 30 s, at most 1.
FrameMatrix structure_features(const FrameMatrix& pooled, const StructureParameters& parameters);

// Both steps: frames of NNLS chroma [T,24] -> [N,36].
FrameMatrix structure_of(const FrameMatrix& frames, const StructureParameters& parameters);

}  // namespace tactus
