// What tactus-vamp, the child that runs a Vamp plug-in, writes into its pipe: messages of a kind, a
// size and so many bytes of text.
//
//   kPlugin    name TAB key TAB maker TAB description      of plug-ins of a library, then
//   kOutput    identifier TAB name TAB unit TAB kind       their outputs; kind as in user_lane.h
//   kProgress  0..1
//   kItems     lines of: time TAB duration TAB value TAB label; numbers as %.9g
//   kError     why it gives up, the last message
//   kEnd       all is said
//
// TAB and line ends within texts are blanks.
#pragma once

#include <cstdint>

namespace tactus {

enum class HostMessage : std::uint32_t { kPlugin = 1, kOutput, kProgress, kItems, kError, kEnd };

struct HostHeader {
  std::uint32_t kind = 0;  // a HostMessage
  std::uint32_t size = 0;  // bytes that follow
};
inline constexpr std::uint32_t kLargestHostMessage = 1u << 20;
inline constexpr int kHostDescriptor = 3;  // of the child

}  // namespace tactus
