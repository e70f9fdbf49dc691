#include "features/nnls/nnls_chroma_frames.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "features/files/npy_file.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

// Rows with every value different: row + bin / 100.
FrameMatrix ramp(std::size_t rows) {
  FrameMatrix raw(rows, 24, 1.0);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t c = 0; c < 24; ++c) {
      raw.row(i)[c] = static_cast<float>(i) + static_cast<float>(c) / 100.0f;
    }
  }
  return raw;
}

double raw_value(float compressed, const NnlsChromaParameters& p) {
  return (std::pow(10.0, compressed) - 1.0) / p.log_gain;
}

std::string complaint_of(const std::filesystem::path& file) {
  try {
    read_nnls_chroma(file, {});
  } catch (const FeatureError& error) {
    return error.what();
  }
  return "none";
}

// An .npy file of bytes.
void write_bytes(const std::filesystem::path& path, const std::string& type, std::size_t rows,
                 std::size_t columns, const std::string& bytes) {
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" +
                       std::to_string(rows) + ", " + std::to_string(columns) + "), }\n";
  std::ofstream file(path, std::ios::binary);
  file << "\x93NUMPY" << '\x01' << '\0' << static_cast<char>(header.size()) << '\0' << header
       << bytes;
}

TEST(NnlsChromaFrames, DefaultsTakeTheTwoRowsAroundEachTime) {
  // Row 0 is at 2.5 hops: frame k at 2k hops lies between rows 2k - 3 and 2k - 2.
  const NnlsChromaParameters p;
  const FrameMatrix raw = ramp(41);
  const FrameMatrix frames = nnls_chroma_frames(raw, p);
  ASSERT_EQ(frames.frames, 21u);
  EXPECT_NEAR(frames.fps, 44100.0 / 4096, 1e-12);
  for (std::size_t k = 2; k < 20; ++k) {
    for (std::size_t c : {0u, 11u, 12u, 23u}) {
      const double expected = 0.5 * (raw.row(2 * k - 3)[c] + raw.row(2 * k - 2)[c]);
      EXPECT_NEAR(raw_value(frames.row(k)[c], p), expected, 1e-4) << k << " " << c;
    }
  }
  EXPECT_NEAR(raw_value(frames.row(0)[5], p), raw.row(0)[5], 1e-5);  // before the first row: the
                                                                     // value of that row
}

TEST(NnlsChromaFrames, ABoxBetweenRowsIsSharedByThem) {
  NnlsChromaParameters p;
  p.frames_averaged = 1;
  p.first_frame_time = 0.3 * p.hop_size / p.sample_rate;
  const FrameMatrix frames = nnls_chroma_frames(ramp(10), p);
  ASSERT_EQ(frames.frames, 10u);
  for (std::size_t k = 1; k < 10; ++k) {  // on a straight line the mean is the value
    EXPECT_NEAR(raw_value(frames.row(k)[0], p), static_cast<double>(k) - 0.3, 1e-4);
  }
  p.first_frame_time = -p.first_frame_time;  // rows that look ahead: the last value continues
  const FrameMatrix later = nnls_chroma_frames(ramp(10), p);
  EXPECT_NEAR(raw_value(later.row(4)[0], p), 4.3, 1e-4);
  EXPECT_NEAR(raw_value(later.row(9)[0], p), 9.0, 1e-4);
}

TEST(NnlsChromaFrames, WhatIsNoChromaCountsAsNothing) {
  FrameMatrix raw(4, 24, 1.0);
  raw.row(1)[0] = std::numeric_limits<float>::quiet_NaN();
  raw.row(1)[1] = std::numeric_limits<float>::infinity();
  raw.row(1)[2] = -3.0f;
  const FrameMatrix frames = nnls_chroma_frames(raw, {});
  for (const float value : frames.data) EXPECT_EQ(value, 0.0f);
  EXPECT_EQ(nnls_chroma_frames(FrameMatrix(0, 24, 1.0), {}).frames, 0u);
  EXPECT_THROW(nnls_chroma_frames(FrameMatrix(4, 12, 1.0), {}), std::invalid_argument);
}

TEST(NnlsChromaFrames, NotesAreKeptWhereTheyAreWantedAndThere) {
  FrameMatrix rows(6, 192, 21.5);
  for (std::size_t i = 0; i < rows.data.size(); ++i) rows.data[i] = static_cast<float>(i % 31);
  NnlsChromaParameters p;
  const FrameMatrix alone = nnls_chroma_frames(rows, p);
  p.notes = true;
  const FrameMatrix both = nnls_chroma_frames(rows, p);
  EXPECT_EQ(both.bins, 192u);
  EXPECT_EQ(alone.data, first_bins(both, 24).data);
  EXPECT_EQ(nnls_chroma_frames(first_bins(rows, 24), p).data, alone.data);
  EXPECT_THROW(nnls_chroma_frames(FrameMatrix(6, 25, 21.5), p), std::invalid_argument);
}

TEST(NnlsChromaFrames, BytesAreQuantisedAndFloatsAreNot) {
  const test::ScratchFolder folder;
  std::string bytes(48, '\0');
  bytes[0] = '\xff';
  bytes[25] = '\x33';  // 51 = 255 / 5
  write_bytes(folder / "bytes.npy", "|u1", 2, 24, bytes);
  const FrameMatrix raw = read_nnls_chroma(folder / "bytes.npy", {});
  EXPECT_NEAR(raw.fps, 44100.0 / 2048, 1e-12);
  EXPECT_FLOAT_EQ(raw.row(0)[0], 5.0f);
  EXPECT_FLOAT_EQ(raw.row(1)[1], 0.2f);
  EXPECT_EQ(raw.row(1)[0], 0.0f);
  write_npy(ramp(3), folder / "floats.npy");
  EXPECT_EQ(read_nnls_chroma(folder / "floats.npy", {}).data, ramp(3).data);
}

TEST(NnlsChromaFrames, OtherFilesAreRefusedByNameAndReason) {
  const test::ScratchFolder folder;
  write_bytes(folder / "ints.npy", "<i2", 1, 24, std::string(48, '\0'));
  EXPECT_NE(complaint_of(folder / "ints.npy").find("ints.npy: npy type '<i2'"), std::string::npos);
  write_bytes(folder / "narrow.npy", "|u1", 2, 12, std::string(24, '\0'));
  EXPECT_NE(complaint_of(folder / "narrow.npy").find("[2, 12]: expected [T, 24]"),
            std::string::npos);
  write_bytes(folder / "short.npy", "|u1", 3, 24, std::string(48, '\0'));
  EXPECT_NE(complaint_of(folder / "short.npy").find("found 48 bytes of data, expected 72"),
            std::string::npos);
  EXPECT_NE(complaint_of(folder / "absent.npy"), "none");
}

TEST(NnlsChromaFrames, SenselessParametersAreRefused) {
  const auto refused = [](auto change) {
    NnlsChromaParameters p;
    change(p);
    EXPECT_THROW(check_nnls_chroma(p), std::invalid_argument);
  };
  check_nnls_chroma({});
  refused([](auto& p) { p.sample_rate = 0; });
  refused([](auto& p) { p.block_size = 10000; });
  refused([](auto& p) { p.hop_size = 0; });
  refused([](auto& p) { p.hop_size = 20000; });
  refused([](auto& p) { p.whitening = 1.5; });
  refused([](auto& p) { p.partial_decay = 1.0; });
  refused([](auto& p) { p.roll_on = -1.0; });
  refused([](auto& p) { p.frames_averaged = 0; });
  refused([](auto& p) { p.log_gain = 0.0; });
  refused([](auto& p) { p.first_frame_time = std::nan(""); });
}

TEST(NnlsChromaFiles, AreReadFromTheTextOfTheDistribution) {
  const test::ScratchFolder folder;
  const auto write = [&](const std::string& text) {
    std::ofstream(folder / "bothchroma.csv", std::ios::binary) << text;
    return read_nnls_chroma(folder / "bothchroma.csv", NnlsChromaParameters{});
  };
  const auto values = [](double first) {
    std::string text = "," + std::to_string(first);
    for (int c = 1; c < 24; ++c) text += "," + std::to_string(c);
    return text;
  };
  const FrameMatrix raw = write("\"/tmp/a, b.wav\",0.000000000" + values(0.5) + "\n,0.046439909" +
                                values(1.25) + "\r\n,0.092879818" + values(5.50175e-05) + "\n");
  ASSERT_EQ(raw.frames, 3u);
  EXPECT_EQ(raw.bins, 24u);
  EXPECT_NEAR(raw.fps, 44100.0 / 2048.0, 1e-9);
  EXPECT_EQ(raw.row(0)[0], 0.5f);
  EXPECT_EQ(raw.row(1)[0], 1.25f);
  EXPECT_EQ(raw.row(2)[23], 23.0f);
  EXPECT_EQ(write("").frames, 0u);
  EXPECT_THROW(write("x,0.0,1,2,3\n"), FeatureError);
  EXPECT_THROW(write("x,0.0" + values(1) + ",7\n"), FeatureError);
  EXPECT_THROW(write("x,0.0" + values(1) + "\n,0.05" + values(1) + "\n"), FeatureError);
  EXPECT_THROW(write("no commas\n"), FeatureError);
  try {
    write("x,0.0" + values(1) + "\n,0.046439909,1,zwei\n");
    FAIL();
  } catch (const FeatureError& error) {
    EXPECT_NE(std::string(error.what()).find("bothchroma.csv:2: 2 numbers"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace tactus
