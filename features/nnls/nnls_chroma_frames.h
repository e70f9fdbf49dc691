// Raw NNLS chroma (rows of 12 bass and 12 treble pitch classes) as a network hears it, and the
// files of raw rows that corpora are published as.
#pragma once

#include <filesystem>

#include "features/feature_parameters.h"
#include "features/frames/feature_error.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

// Throws std::invalid_argument for parameters that make no sense.
void check_nnls_chroma(const NnlsChromaParameters& parameters);

// Raw rows [T,24], row i at first_frame_time + i * hop_size / sample_rate, -> [N,24] frames with
// frame k at k / fps: each is the mean of the raw signal (constant from half a hop before a row's
// time to half a hop after) over frames_averaged hops around its time, log-compressed. Where the
// recording has no raw row, the nearest one counts. N = ceil(T / frames_averaged), so that the
// length stays that of the recording. Values below 0 and what is not finite count as 0. Throws
// std::invalid_argument unless there are 24 bins.
FrameMatrix nnls_chroma_frames(const FrameMatrix& raw, const NnlsChromaParameters& parameters);

// Frames as made above -> [N,12] pitch classes, C first: what bass and treble have in common before
// the logarithm. Each row's maximum is 1 (rows of silence stay 0).
FrameMatrix nnls_pitch_classes(const FrameMatrix& frames, const NnlsChromaParameters& parameters);

// Whether the name is that of a file of features rather than of audio: .npy or .csv.
bool is_feature_file(const std::filesystem::path& path);

// Raw rows from a .csv file as the plug-in's host writes it and McGill Billboard is distributed
// (bothchroma.csv): FILE,TIME and 24 values in each line, FILE in the first line only; the times
// are those of rows, i * hop_size / sample_rate. Else from a .npy file [T,24]: floats as they are,
// unsigned bytes q as 5 * (q / 255)^2 (the way McGill Billboard is kept). Throws FeatureError
// "FILE: ..." for anything else.
FrameMatrix read_nnls_chroma(const std::filesystem::path& path,
                             const NnlsChromaParameters& parameters);

}  // namespace tactus
