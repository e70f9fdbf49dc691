// Names that the reader and the writer of JAMS files share (format_jams.cpp has the grammar).
#pragma once

namespace tactus {

inline constexpr const char* kAsTyped = "tactus_as_typed";
inline constexpr const char* kAudio = "audio";  // in file_metadata.identifiers: path of the audio
// In the sandbox of the file: the annotator, if no annotation can contain it.
inline constexpr const char* kAnnotator = "tactus_annotator";
// In the sandbox of the file: where the second note of a beat begins (Annotation::swing).
inline constexpr const char* kSwing = "tactus_swing";
// In the sandbox of the file: where the sound is damaged.
inline constexpr const char* kDamage = "tactus_damage";
// In the sandbox of the file: the path of the audio as a URL (file_location.h), if it is no UTF-8.
inline constexpr const char* kAudioUrl = "tactus_audio_url";
// In the sandbox of the file: what else the tags of the audio file say, with the four below.
inline constexpr const char* kFileTags = "tactus_file_tags";
inline constexpr const char* kTrack = "track";
inline constexpr const char* kDate = "date";
inline constexpr const char* kBpm = "bpm";
inline constexpr const char* kKey = "key";
// Values of kJamsReview (jams_mark.h).
inline constexpr const char* kEdited = "edited";
inline constexpr const char* kChecked = "checked";

}  // namespace tactus
