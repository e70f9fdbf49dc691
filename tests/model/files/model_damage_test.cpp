// Model files and training states that are damaged, and the hash that finds it.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "model/files/model_file.h"
#include "tests/model/support/model_files.h"

namespace tactus::test {
namespace {

// Is a damaged file refused, or does it hold the same as the file that was written?
template <typename Read, typename Same>
bool found_or_harmless(const std::string& damaged, const Read& read, const Same& same) {
  try {
    return same(read(std::as_bytes(std::span(damaged)), "damaged"));
  } catch (const ModelError&) {
    return true;
  }
}

TEST_F(ModelFile, AFlippedBitInAnyByteIsFound) {
  const std::string right = content_of(path_);
  const auto same = [&](const Model& read) { return model_bytes(read, "again") == right; };
  std::string damaged = right;
  for (std::size_t i = 0; i < right.size(); ++i) {
    damaged[i] = static_cast<char>(right[i] ^ (1 << (i % 8)));
    EXPECT_TRUE(found_or_harmless(damaged, parse_model, same)) << "byte " << i;
    damaged[i] = right[i];
  }
}

TEST_F(ModelFile, AFlippedBitInAnyByteOfAStateIsFound) {
  const std::string right = training_state_bytes(small_state(), "a.state");
  const auto same = [&](const TrainingState& read) {
    return training_state_bytes(read, "again.state") == right;
  };
  std::string damaged = right;
  for (std::size_t i = 0; i < right.size(); ++i) {
    damaged[i] = static_cast<char>(right[i] ^ (1 << (i % 8)));
    EXPECT_TRUE(found_or_harmless(damaged, parse_training_state, same)) << "byte " << i;
    damaged[i] = right[i];
  }
}

TEST_F(ModelFile, AFileWithoutHashLoadsAndSaysSo) {
  EXPECT_TRUE(load_model(path_).has_hash);
  Parts parts(content_of(path_));
  parts.header["__metadata__"].erase("content_hash");
  std::ofstream(folder_ / "old.safetensors", std::ios::binary) << parts.file();
  const Model old = load_model(folder_ / "old.safetensors");
  EXPECT_FALSE(old.has_hash);
  EXPECT_EQ(old.content_hash, load_model(path_).content_hash);
  EXPECT_EQ(old.parameters, small_model().parameters);
}

TEST_F(ModelFile, TheHashDoesNotDependOnTheOrderOfTheHeader) {
  const Parts parts(content_of(path_));
  const std::string other = Parts::join(parts.header.dump(3), parts.data);
  EXPECT_TRUE(parse_model(std::as_bytes(std::span(other)), "other").has_hash);
}

TEST_F(ModelFile, NumbersThatAreNotFiniteAreNeitherReadNorWritten) {
  for (const float odd : {std::numeric_limits<float>::infinity(), std::nanf("")}) {
    expect_complaint(
        complaint_about([&](Parts& p) { std::memcpy(p.data.data() + 4 * 5, &odd, sizeof odd); }),
        "value 6 is ");
    const std::string before = content_of(path_);
    Model model = small_model();
    model.parameters[3] = odd;
    EXPECT_THROW(save_model(model, path_), ModelError);
    EXPECT_EQ(content_of(path_), before);
  }
}

TEST_F(ModelFile, WhatIsNotAModelIsNamed) {
  expect_complaint(complaint("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n"),
                   "a pointer of Git LFS");
  expect_complaint(complaint("<!DOCTYPE html><html></html>"), "a web page");
  expect_complaint(complaint("\xef\xbb\xbf\n <html><body>Sign in</body></html>"), "a web page");
  expect_complaint(complaint(std::string("PK\x03\x04\x00\x00\x08\x08\x00\x00", 10)),
                   "a zip archive");
}

// Files of many gigabytes (without blocks on disk), under a limit of memory that they would break.
TEST_F(ModelFile, GigabytesAreNotReadBeforeTheHeaderIsBelieved) {
  constexpr std::uintmax_t kSize = std::uintmax_t{64} << 30;
  const auto complaint_of_large = [&](const std::string& start) {
    std::ofstream(folder_ / "bad.safetensors", std::ios::binary) << start;
    std::filesystem::resize_file(folder_ / "bad.safetensors", kSize);
    try {
      load_model(folder_ / "bad.safetensors");
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string("no complaint");
  };
  expect_complaint(complaint_of_large(content_of(path_)), "the tensors fill");
  Parts parts(content_of(path_));
  const std::size_t size = parts.data.size();
  const auto with_extra = [&](std::size_t values) {
    parts.header["extra"] = {
        {"dtype", "F32"}, {"shape", {values}}, {"data_offsets", {size, size + 4 * values}}};
    return Parts::join(parts.header.dump(), "");
  };
  std::size_t values = kSize / 4;
  for (int k = 0; k < 3; ++k) values = (kSize - size - with_extra(values).size()) / 4;
  std::string start = with_extra(values);  // padded, so that the sizes agree
  const std::uint64_t padded = kSize - size - 4 * values - 8;
  std::memcpy(start.data(), &padded, 8);
  start.resize(8 + padded, ' ');
  expect_complaint(complaint_of_large(start), "expected at most");
  std::filesystem::remove(folder_ / "bad.safetensors");
}

}  // namespace
}  // namespace tactus::test
