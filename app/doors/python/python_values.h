// Values of Python: texts, paths and arrays of NumPy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "features/frames/frame_matrix.h"

namespace tactus {

namespace nb = nanobind;

// Text for people: what is no UTF-8 becomes U+FFFD.
inline nb::str text_of(std::string_view bytes) {
  return nb::steal<nb::str>(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}

inline nb::bytes bytes_of(const std::string& text) {
  return nb::bytes(text.data(), text.size());
}

inline std::string string_of(const nb::bytes& bytes) {
  return {bytes.c_str(), bytes.size()};
}

// An array that owns its values; read-only, as a song is.
template <class Value>
nb::object array_of(std::vector<Value> values, std::vector<std::size_t> shape) {
  auto* kept = new std::vector<Value>(std::move(values));
  nb::capsule owner(kept,
                    [](void* data) noexcept { delete static_cast<std::vector<Value>*>(data); });
  return nb::cast(
      nb::ndarray<nb::numpy, const Value>(kept->data(), shape.size(), shape.data(), owner));
}

template <class Value>
nb::object array_of(std::vector<Value> values) {
  const std::size_t size = values.size();
  return array_of(std::move(values), {size});
}

using FloatMatrix = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

inline FrameMatrix frames_of(const FloatMatrix& values, double rate) {
  FrameMatrix frames(values.shape(0), values.shape(1), rate);
  std::copy_n(values.data(), frames.data.size(), frames.data.begin());
  return frames;
}

}  // namespace tactus
