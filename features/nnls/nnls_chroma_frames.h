// Turns raw NNLS chroma (rows of 12 bass and 12 treble pitch classes) into the input of a network,
// and reads the files of raw rows that corpora contain.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "features/feature_parameters.h"
#include "features/filterbanks/transposed_bins.h"
#include "features/frames/feature_error.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

// Throws std::invalid_argument for invalid parameters.
void check_nnls_chroma(const NnlsChromaParameters& parameters);

// Raw rows [T,24], or with notes [T,192], row i at first_frame_time + i * hop_size / sample_rate,
// -> [N,24] frames, frame k at k / fps. A frame is the log-compressed mean of the raw signal over
// frames_averaged hops around its time. The raw signal is constant from half a hop before a row's
// time to half a hop after. Outside the raw rows the nearest one counts. N = ceil(T /
// frames_averaged), so that the length stays that of the recording. Negative values and values that
// are not finite count as 0. Notes are kept if parameters.notes; if they are wanted and not there,
// the frames are chroma alone. Throws std::invalid_argument for other numbers of bins.
FrameMatrix nnls_chroma_frames(const FrameMatrix& raw, const NnlsChromaParameters& parameters);

// What a transposition moves in frames of so many bins: one or two circles of 12 pitch classes; the
// notes, if they are there, are two axes. Throws std::invalid_argument for a number that chroma has
// not.
std::vector<BinRun> nnls_runs(std::size_t bins);

// True if the name is that of a file of features, not of audio: .npy or .csv.
bool is_feature_file(const std::filesystem::path& path);

// Reads raw rows. A .csv file is that of the plug-in's host and of McGill Billboard
// (bothchroma.csv): FILE,TIME and 24 values in each line, FILE in the first line only; row i has
// the time i * hop_size / sample_rate. A .npy file is [T,24]: floats unchanged, or unsigned bytes q
// for 5 * (q / 255)^2 (the stored form of McGill Billboard). Throws FeatureError "FILE: ..." for
// anything else.
FrameMatrix read_nnls_chroma(const std::filesystem::path& path,
                             const NnlsChromaParameters& parameters);

}  // namespace tactus
