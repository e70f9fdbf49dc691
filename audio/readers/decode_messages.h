// Internal to audio/: messages from a decoding child through its pipe. Both ends run on one
// machine, so numbers have its byte order:
//
//   stream = error | wants libav | sandbox
//             | info ( format? samples )* ( note? end ( tags | error ) | error )
//
//   message = kind u32, size of the payload in bytes u32, payload
//
//   info    = DecodeInfoHead, format for people
//
//   format  = DecodeFormat, of the samples from here on, if they come in blocks of the file
//
//   samples = f32*: sound, or the spots of a level of RoughEnvelope
//
//   note = text of AudioSource::note()      end = warning, or empty
//
//   tags = packed_tags (read_tags.h)        sandbox = text for people
//
//   error = text of the AudioError; behind the end, why there are no tags
//
//   wants libav = empty: the child needs FFmpeg's libraries, but may open nothing any more
//
// Tags come last: where their reader fails, the sound has arrived.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace tactus {

// The second argument of a child, in place of a rate: all channels at the rate of the file, for
// open_blocks(), or a few frames from many places, for SpotLevels.
inline constexpr const char* kBlocksArgument = "blocks";
inline constexpr const char* kSpotsArgument = "spots";
// The third argument of a child that loads FFmpeg's libraries before it gives up opening files.
inline constexpr const char* kLibavArgument = "libav";
// The only argument of a child that says what its sandbox consists of.
inline constexpr const char* kSandboxArgument = "--sandbox";

enum class DecodeMessage : std::uint32_t {
  kInfo = 0x54414931,
  kSamples = 0x54414932,
  kEnd = 0x54414933,
  kError = 0x54414934,
  kTags = 0x54414935,
  kWantsLibav = 0x54414936,
  kSandbox = 0x54414937,
  kFormat = 0x54414938,
  kNote = 0x54414939
};

struct DecodeMessageHead {
  DecodeMessage kind;
  std::uint32_t bytes;
};
inline constexpr std::uint32_t kMaxDecodeMessage = 1U << 20;  // bytes; no worker sends a longer one

struct DecodeFormat {
  std::int32_t sample_rate;
  std::int32_t channels;
  bool operator==(const DecodeFormat&) const = default;
};

struct DecodeInfoHead {
  std::int64_t claimed_frames;
  std::int32_t sample_rate;
  std::int32_t file_rate;
  std::int32_t channels;
  std::int32_t reserved;
};

}  // namespace tactus
