// .npy files: round trip, types and orders written by other programs, and every kind of damage.
#include "features/files/npy_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tests/support/test_support.h"

namespace tactus {
namespace {

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

std::string npy_bytes(const std::string& dict, const std::string& data, int version = 1) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  file += static_cast<char>(dict.size() & 0xff);
  file += static_cast<char>(dict.size() >> 8);
  if (version > 1) file += std::string(2, '\0');
  return file + dict + data;
}

std::string dict_of(const std::string& descr, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + shape + ", }  \n";
}

class NpyFile : public ::testing::Test {
 protected:
  FrameMatrix read(const std::string& content, double fps = 50) {
    const auto path = folder_ / "given.npy";
    std::ofstream(path, std::ios::binary) << content;
    return read_npy(path, fps);
  }
  std::string error_of(const std::string& content) {
    try {
      read(content);
    } catch (const FeatureError& error) {
      return error.what();
    }
    return "no error";
  }
  test::ScratchFolder folder_;
};

TEST_F(NpyFile, RoundTripKeepsEveryBit) {
  FrameMatrix matrix(3, 5, 12.5);
  for (std::size_t i = 0; i < matrix.data.size(); ++i) matrix.data[i] = std::sqrt(float(i)) - 1.7f;
  matrix.data[4] = -0.0f;
  matrix.data[7] = std::numeric_limits<float>::denorm_min();
  write_npy(matrix, folder_ / "a.npy");
  const FrameMatrix back = read_npy(folder_ / "a.npy", 12.5);
  EXPECT_EQ(back.frames, 3u);
  EXPECT_EQ(back.bins, 5u);
  EXPECT_EQ(back.fps, 12.5);
  EXPECT_EQ(std::memcmp(back.data.data(), matrix.data.data(), sizeof(float) * 15), 0);
}

TEST_F(NpyFile, WritesTheHeaderThatNumpyWrites) {
  write_npy(FrameMatrix(2, 3, 10), folder_ / "a.npy");
  std::ifstream file(folder_ / "a.npy", std::ios::binary);
  const std::string content(std::istreambuf_iterator<char>(file), {});
  ASSERT_EQ(content.size(), 128u + 2 * 3 * sizeof(float));
  EXPECT_EQ(content.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
  EXPECT_EQ(content.substr(10, 59), "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }");
  EXPECT_EQ(content[127], '\n');
}

TEST_F(NpyFile, LeavesNoTemporaryAndReplacesTheOldFile) {
  write_npy(FrameMatrix(9, 9, 10), folder_ / "a.npy");
  write_npy(FrameMatrix(1, 2, 10), folder_ / "a.npy");
  EXPECT_EQ(read_npy(folder_ / "a.npy", 1).bins, 2u);
  const auto begin = std::filesystem::directory_iterator(folder_.path());
  EXPECT_EQ(std::distance(begin, std::filesystem::directory_iterator()), 1);
}

TEST_F(NpyFile, NoFramesKeepTheirWidth) {
  write_npy(FrameMatrix(0, 7, 10), folder_ / "a.npy");
  const FrameMatrix back = read_npy(folder_ / "a.npy", 10);
  EXPECT_EQ(back.frames, 0u);
  EXPECT_EQ(back.bins, 7u);
}

TEST_F(NpyFile, WritingBelowAFileNamesThatFile) {
  write_npy(FrameMatrix(1, 1, 1), folder_ / "file.npy");
  try {
    write_npy(FrameMatrix(1, 1, 1), folder_ / "file.npy" / "a.npy");
    FAIL() << "written below a file";
  } catch (const FeatureError& error) {
    EXPECT_NE(std::string(error.what()).find("file.npy"), std::string::npos) << error.what();
  }
}

TEST_F(NpyFile, RefusesAMatrixWhoseSizesDisagree) {
  FrameMatrix matrix(2, 2, 10);
  matrix.data.pop_back();
  EXPECT_THROW(write_npy(matrix, folder_ / "a.npy"), std::invalid_argument);
}

TEST_F(NpyFile, ReadsEveryNumberType) {
  const std::vector<float> expected = {1, 2, 100};
  const auto check = [&](const std::string& descr, const std::string& data) {
    const FrameMatrix matrix = read(npy_bytes(dict_of(descr, "(3,)"), data));
    EXPECT_EQ(matrix.frames, 3u) << descr;
    EXPECT_EQ(matrix.bins, 1u) << descr;
    EXPECT_EQ(matrix.data, expected) << descr;
  };
  check("<f4", bytes_of<float>({1, 2, 100}));
  check("<f8", bytes_of<double>({1, 2, 100}));
  check("|u1", bytes_of<std::uint8_t>({1, 2, 100}));
  check("|i1", bytes_of<std::int8_t>({1, 2, 100}));
  check("<i2", bytes_of<std::int16_t>({1, 2, 100}));
  check("<u2", bytes_of<std::uint16_t>({1, 2, 100}));
  check("<i4", bytes_of<std::int32_t>({1, 2, 100}));
  check("<u4", bytes_of<std::uint32_t>({1, 2, 100}));
  check("<i8", bytes_of<std::int64_t>({1, 2, 100}));
  check("<u8", bytes_of<std::uint64_t>({1, 2, 100}));
  check(">i2", std::string("\0\1\0\2\0\144", 6));
}

TEST_F(NpyFile, SignedTypesKeepTheirSign) {
  EXPECT_EQ(read(npy_bytes(dict_of("|i1", "(1,)"), "\xff")).data[0], -1.0f);
  EXPECT_EQ(read(npy_bytes(dict_of("|u1", "(1,)"), "\xff")).data[0], 255.0f);
}

TEST_F(NpyFile, FortranOrderIsTransposed) {
  const std::string columns = bytes_of<float>({11, 21, 12, 22, 13, 23});
  const FrameMatrix matrix = read(npy_bytes(dict_of("<f4", "(2, 3)", true), columns));
  EXPECT_EQ(matrix.data, (std::vector<float>{11, 12, 13, 21, 22, 23}));
}

TEST_F(NpyFile, BlocksOfManyElementsStayInOrder) {
  std::vector<std::int32_t> values(200001);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int32_t>(i);
  const FrameMatrix matrix = read(npy_bytes(dict_of("<i4", "(200001,)"), bytes_of(values)));
  EXPECT_EQ(matrix.data[65536], 65536.0f);
  EXPECT_EQ(matrix.data[200000], 200000.0f);
}

TEST_F(NpyFile, AcceptsOtherSpellingsOfTheHeader) {
  const std::string data = bytes_of<float>({1, 2});
  const std::string other = "{ \"shape\":(1,2), 'descr':'<f4','fortran_order' :False}\n";
  EXPECT_EQ(read(npy_bytes(other, data)).bins, 2u);
  EXPECT_EQ(read(npy_bytes(other, data, 2)).bins, 2u);
  EXPECT_EQ(read(npy_bytes(other, data, 3)).bins, 2u);
}

TEST_F(NpyFile, DamageIsRefusedWithThePlaceAndWhatWasExpected) {
  const std::string data = bytes_of<float>({1, 2});
  const auto refused = [&](const std::string& content, const std::string& part) {
    const std::string error = error_of(content);
    EXPECT_NE(error.find(part), std::string::npos) << error << "\n  wanted: " << part;
    EXPECT_NE(error.find("given.npy: "), std::string::npos) << error;
  };
  refused("", "truncated");
  refused("RIFF....WAVE", "expected \"\\x93NUMPY\"");
  refused(npy_bytes(dict_of("<f4", "(2,)"), data, 4), "version 4");
  refused(npy_bytes(dict_of("<f4", "(2,)"), data).substr(0, 30), "npy header: found 20 of");
  refused(npy_bytes(dict_of("<f4", "(2,)"), data.substr(1)), "found 7 bytes of data, expected 8");
  refused(npy_bytes(dict_of("<f4", "(2,)"), data + "x"), "found 9 bytes of data, expected 8");
  refused(npy_bytes(dict_of("<f4", "()"), data), "0 dimensions");
  refused(npy_bytes(dict_of("<f4", "(1, 1, 2)"), data), "3 dimensions");
  refused(npy_bytes(dict_of("<c8", "(1,)"), data), "npy type '<c8'");
  refused(npy_bytes(dict_of("|f4", "(2,)"), data), "npy type '|f4'");
  refused(npy_bytes(dict_of("|O", "(1,)"), data), "npy type '|O'");
  refused(npy_bytes(dict_of("<f4", "(-2,)"), data), "expected a size");
  refused(npy_bytes(dict_of("<f4", "(99999999999999999999,)"), data), "expected a size");
  refused(npy_bytes(dict_of("<f4", "(4294967296, 4294967296)"), data), "more than 2^64");
  refused(npy_bytes(dict_of("<f4", "(1000000000000, 2)"), data), "expected 8000000000000");
  refused(npy_bytes("{'descr': '<f4', 'shape': (2,)}\n", data), "expected the keys");
  refused(npy_bytes("{'descr': '<f4', 'descr': '<f4'}\n", data), "twice");
  refused(npy_bytes("{'colour': '<f4'}\n", data), "key 'colour'");
  refused(npy_bytes(dict_of("<f4", "(2,)") + "import os", data), "text after");
  refused(npy_bytes("{'descr': [('a', '<f4')]}\n", data), "expected a quoted string");
  refused(npy_bytes("{'descr': '<f4", data), "an unterminated string");
}

TEST_F(NpyFile, AnyByteMayBeWrong) {
  const std::string good = npy_bytes(dict_of("<f4", "(2, 3)"), bytes_of<float>({1, 2, 3, 4, 5, 6}));
  std::mt19937 generator(1);
  int refused = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string bad = good;
    for (int flips = 1 + round % 3; flips > 0; --flips) {
      bad[generator() % bad.size()] = static_cast<char>(generator());
    }
    if (round % 5 == 0) bad.resize(generator() % (bad.size() + 1));
    try {
      const FrameMatrix matrix = read(bad);
      EXPECT_EQ(matrix.data.size(), matrix.frames * matrix.bins);
      EXPECT_LE(matrix.data.size(), bad.size());
    } catch (const FeatureError& error) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 500);
}

TEST_F(NpyFile, AMissingFileAndAWrongFrameRateAreErrors) {
  EXPECT_THROW(read_npy(folder_ / "none.npy", 50), FeatureError);
  EXPECT_THROW(read_npy(folder_.path(), 50), FeatureError);
  EXPECT_THROW(read_npy(folder_ / "none.npy", 0), std::invalid_argument);
  EXPECT_THROW(read_npy(folder_ / "none.npy", std::nan("")), std::invalid_argument);
}

TEST_F(NpyFile, ReadsFilesWrittenByOtherPrograms) {
  TACTUS_SHARED_OR_SKIP(data);
  const auto peers = data / "peertests" / "b_dsp" / "librosa";
  const FrameMatrix pitch = read_npy(peers / "npy" / "pitch-pyin_a.npy", 1);
  EXPECT_EQ(pitch.frames, 126u);
  EXPECT_EQ(pitch.bins, 1u);
  const FrameMatrix mel = read_npy(peers / "melfb" / "012_wts.npy", 1);
  EXPECT_EQ(mel.frames, 40u);
  EXPECT_EQ(mel.bins, 129u);
}

}  // namespace
}  // namespace tactus
