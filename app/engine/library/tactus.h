/* libtactus: beats, downbeats, tempo, chords and key of recorded music, for C99 and C++.
 *
 *   tactus_options options;
 *   tactus_engine* engine = NULL;
 *   tactus_song* song = NULL;
 *   size_t count = 0, i;
 *   tactus_options_init(&options, sizeof options);
 *   if (tactus_engine_open(&options, &engine) != TACTUS_OK ||
 *       tactus_tag_file(engine, "song.flac", NULL, &song) != TACTUS_OK)
 *     fprintf(stderr, "%s\n", tactus_last_error());
 *   const tactus_beat* beats = tactus_song_beats(song, &count);
 *   for (i = 0; i < count; ++i) printf("%.3f %d\n", beats[i].time, beats[i].position);
 *   tactus_song_free(song);
 *   tactus_engine_close(engine);
 *
 * Errors. A function that can fail returns a tactus_code. After a failure tactus_last_error() says
 * in a sentence what was wrong, and results that the function hands out are NULL. All other
 * functions accept NULL for an engine or song, and give nothing: NULL, 0 or "".
 *
 * Ownership. The library copies what it keeps of its arguments. Engines, songs, texts and lists
 * belong to the caller, who frees them with the function that is named. What a `const` pointer
 * leads to belongs to the engine or song and lives as long; a song may outlive its engine.
 *
 * Threads. Engines are independent of each other. Calls for one engine wait for each other, so
 * give each thread its own engine; only tactus_cancel and tactus_cancel_reset do not wait. A song
 * never changes: any number of threads may read it. Engines and songs may be freed in any thread,
 * once no other call uses them. Results do not depend on the number of engines or threads. After
 * fork(), the child opens engines of its own. A program that makes plans of FFTW in single
 * precision calls fftwf_make_planner_thread_safe() first: the library makes such plans, too.
 *
 * Units. Times are seconds from the start of the recording, tempi are beats per minute, rates are
 * in Hz, and confidences lie between 0 and 1, or are -1 if unknown. Arrays are in order of time.
 * Texts are UTF-8 and end with a zero byte; paths are the bytes that the system knows.
 *
 * The library prints nothing, never ends the process, installs no signal handlers and reads no
 * environment variables; the CUDA module reads CUDA_VISIBLE_DEVICES and TACTUS_CUDA_SYNC. Its only
 * state outside of engines and songs is the message of tactus_last_error(), one for each thread. No
 * C++ exception leaves it; functions of the caller must not throw through it, nor jump out of it.
 * One limit: FFTW ends the process if memory runs out while an engine makes its first plan of a
 * transform.
 *
 * Versions. Within one SONAME, fields are added at the end of tactus_options, tactus_tag_options,
 * tactus_model and tactus_matrix alone, and functions and numbers of codes are only added. The
 * structs of arrays (tactus_beat and so on) never change.
 */
#ifndef TACTUS_H
#define TACTUS_H

#include <stddef.h>

#if defined(__GNUC__)
#define TACTUS_API __attribute__((visibility("default")))
#else
#define TACTUS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. */
#define TACTUS_VERSION_MAJOR 1
#define TACTUS_VERSION_MINOR 1
#define TACTUS_VERSION_PATCH 0

/* The version of the library, "1.0.0"; never freed. */
TACTUS_API const char* tactus_version(void);

/* ---- Errors ---- */

/* The numbers never change their meaning; a later version may add some. */
typedef enum tactus_code {
  TACTUS_OK = 0,
  TACTUS_ARGUMENT = 1,    /* an argument or option is wrong, or two contradict each other */
  TACTUS_INPUT = 2,       /* a file or folder is missing, or contains nothing to work on */
  TACTUS_CONFIG = 3,      /* a configuration or manifest is wrong */
  TACTUS_DEVICE = 4,      /* the chosen device does not exist here */
  TACTUS_INTERRUPTED = 5, /* the caller has stopped the work */
  TACTUS_AUDIO = 6,       /* a file cannot be decoded, or samples are not valid sound */
  TACTUS_OUTPUT = 7,      /* a file cannot be written */
  TACTUS_FORMAT = 8,      /* an annotation file cannot be read or written in its format */
  TACTUS_FEATURES = 9,    /* a file of features cannot be read or written */
  TACTUS_MODEL = 10,      /* a model cannot be read */
  TACTUS_LABEL = 11,      /* a chord label breaks its syntax */
  TACTUS_DATASET = 12,    /* a corpus or its cache cannot be used */
  TACTUS_TRAINING = 13,   /* a training run cannot continue */
  TACTUS_BACKEND = 14,    /* a device fails while it computes */
  TACTUS_RENDERING = 15,  /* a corpus cannot be rendered */
  TACTUS_NO_MEMORY = 100,
  TACTUS_INTERNAL = 101 /* a fault of the library itself, or of the system */
} tactus_code;

/* What a code means, in a few words: "a model cannot be read". Never freed, never NULL. */
TACTUS_API const char* tactus_code_text(tactus_code code);

/* Why the last call of this thread that returns a tactus_code failed; "" if it did not. Valid until
 * the next such call of the thread. A message is cut after 4,000 bytes. */
TACTUS_API const char* tactus_last_error(void);

/* ---- Engines ---- */

/* Loaded models on an open device. */
typedef struct tactus_engine tactus_engine;

/* A model file in memory. */
typedef struct tactus_model_bytes {
  const char* name; /* stands for the name of the file in messages and results */
  const void* data; /* read by tactus_engine_open, not later */
  size_t size;      /* bytes */
} tactus_model_bytes;

typedef enum tactus_log_level {
  TACTUS_LOG_INFO = 0,   /* which files and device are used */
  TACTUS_LOG_WARNING = 1 /* damaged sound, a decoder without sandbox */
} tactus_log_level;

/* Gets one line without its end, which is valid during the call, in the thread of the call that
 * caused it, as long as the engine exists. It must not use the engine. */
typedef void (*tactus_log_function)(void* user, tactus_log_level level, const char* line);

/* A choice that the model makes unless the caller does. */
typedef enum tactus_choice { TACTUS_DEFAULT = 0, TACTUS_YES = 1, TACTUS_NO = 2 } tactus_choice;

/* Zero and NULL stand for the defaults: set them with tactus_options_init.
 *
 * Files that a field does not name are looked for in three places: beside the library (beside the
 * program or plug-in that holds libtactus.a); under the prefix where the library is installed; and
 * where this build of it would be installed. In the last two they are
 * PREFIX/share/tactus/models, PREFIX/libexec/tactus/tactus-decode and
 * PREFIX/lib/tactus/libtactus_cuda.so; beside the library they are models/, tactus-decode and
 * libtactus_cuda.so. */
typedef struct tactus_options {
  size_t size; /* sizeof(tactus_options), by which a later library knows an earlier caller */

  /* Models: at most one for each task ("beats", "bars", "chords", "sections"). If `models` and
   * `model_bytes` both name none, all models of the folder are used. */
  const char* models_folder; /* NULL: looked for */
  /* Paths of files, or names of models of the folder ("beats"), ended by NULL. "best" stands for
   * the most accurate models of all tasks, which are slower, "fast" for the fastest models.
   * "bf16/NAME" rounds the weights of NAME to half their size. */
  const char* const* models;
  const tactus_model_bytes* model_bytes;
  size_t model_bytes_count;

  /* The program tactus-decode, which decodes files in a child process without privileges: a file
   * that crashes or takes over its decoder costs that file alone. NULL: looked for; if there is
   * none, this process decodes, and the log says so. "": this process decodes. */
  const char* decoder;
  double stall_seconds; /* a child that sends nothing for this long is stopped; 0: 60 */

  /* "auto", "cpu", "cpu:avx2", "cuda", "cuda:1" and others as `tactus tag --device`; NULL: "auto",
   * which is the CPU, in int16 where that is faster. The library keeps no self-test of a card, so
   * it uses one by its name alone. */
  const char* device;
  int threads;             /* of the CPU for one song, 0: one per core */
  const char* cuda_module; /* file libtactus_cuda.so; NULL: looked for, "": none */

  /* The decoder of beats and chords. */
  double min_bpm, max_bpm;  /* the range of tempi; 0: as set in the model */
  const int* beats_per_bar; /* meters to choose from, {3, 4}; NULL: as set in the model */
  size_t beats_per_bar_count;
  /* "auto" decides from the music, "constant" puts all beats on one tempo, "free" keeps the time
   * of each beat; NULL: as set in the model. */
  const char* grid;
  tactus_choice snap_chords; /* whether chord changes move to the nearest beat */

  tactus_log_function log; /* may be NULL */
  void* log_user;          /* handed to `log` */

  /* Other settings of the decoders, "NAME=VALUE" or "TASK.NAME=VALUE", as `tactus tag --set` takes
   * them; lists have commas. Ended by NULL; NULL: none. A model must have each. */
  const char* const* settings;
} tactus_options;

/* Sets the defaults. `size` is sizeof(tactus_options) as the caller knows it. */
TACTUS_API void tactus_options_init(tactus_options* options, size_t size);

/* Loads the models and opens the device: some tenths of a second. `options` may be NULL for the
 * defaults. Close the engine with tactus_engine_close.
 * TACTUS_ARGUMENT: an option is wrong, or two models do the same task. TACTUS_INPUT: no model, or
 * no decoder of that name. TACTUS_MODEL: a damaged model. TACTUS_DEVICE: no such device. */
TACTUS_API tactus_code tactus_engine_open(const tactus_options* options, tactus_engine** engine);
TACTUS_API void tactus_engine_close(tactus_engine* engine);

/* The device in words: "cpu, 2 threads, avx512 (no CUDA: no NVIDIA card was found)". */
TACTUS_API const char* tactus_engine_device(const tactus_engine* engine);
/* The rate to which the engine converts all sound: samples of this rate are used as they are. */
TACTUS_API int tactus_engine_sample_rate(const tactus_engine* engine);

/* A model of an engine, and the activations that it computes. */
typedef struct tactus_model {
  const char* task;          /* "beats", "bars", "chords", "sections" */
  const char* path;          /* of the file, or the name of a model in memory */
  const char* fingerprint;   /* 16 hexadecimal digits of the hash of its content */
  double frame_rate;         /* rows of activations per second */
  size_t columns;            /* values in a row */
  const char* const* labels; /* what each column is, as in tactus_matrix */
} tactus_model;
/* The models in the order in which their tasks are decoded; NULL if there are no more. */
TACTUS_API const tactus_model* tactus_engine_model(const tactus_engine* engine, size_t index);

/* The names of the models in a folder, in order, ended by NULL: what `models` may name, besides
 * "best" and "fast". `folder` may be NULL as in tactus_options. Free the list with tactus_free.
 * TACTUS_INPUT: no such folder, or it contains no model. */
TACTUS_API tactus_code tactus_model_names(const char* folder, char*** names);

/* Stops the engine from any thread: the tagging at work, and all that begins before
 * tactus_cancel_reset, ends with TACTUS_INTERRUPTED. Work at hand ends before the next block of
 * sound, or after the present stage of the computation: at most some seconds later, or
 * stall_seconds if a decoder hangs. */
TACTUS_API void tactus_cancel(tactus_engine* engine);
TACTUS_API void tactus_cancel_reset(tactus_engine* engine);

/* ---- Tagging ---- */

/* What was found in one recording. */
typedef struct tactus_song tactus_song;

/* Gets how much of the recording is done, 0 to 1, never less than before, in the thread of the
 * call. It is called after each block of sound and each stage, many times a second while it reads.
 * Of a file that does not say its length it gets 0 until the end, and hears of blocks only. Returns
 * 0 to continue; another number stops the work with TACTUS_INTERRUPTED. It must not use the engine.
 */
typedef int (*tactus_progress_function)(void* user, double done);

/* Zero and NULL stand for the defaults: set them with tactus_tag_options_init. */
typedef struct tactus_tag_options {
  size_t size;                       /* sizeof(tactus_tag_options) */
  int activations;                   /* 1: the song contains the outputs of the networks */
  tactus_progress_function progress; /* may be NULL */
  void* progress_user;               /* handed to `progress` */
  /* Names for results as text. NULL: as the tags of the file say; its file name is the title if
   * they have none. Samples in memory have no names of their own. */
  const char* title;
  const char* artist;
  const char* album;
  /* What a file is called whose path only says where its bytes lie now: a URL, for example. The
   * results name it as their file, and it gives the title if there is no other. NULL: the path. */
  const char* source;
} tactus_tag_options;

/* Sets the defaults. `size` is sizeof(tactus_tag_options) as the caller knows it. */
TACTUS_API void tactus_tag_options_init(tactus_tag_options* options, size_t size);

/* Tags an audio file of any kind: WAV, FLAC, MP3, Ogg, Opus, M4A and many more; its content
 * decides, not its name. Reads it block by block: the length of a recording is not limited.
 * `options` may be NULL. Free the song with tactus_song_free. The result is the one of `tactus tag`
 * with the same models and options, bit for bit. In a damaged file the song is tagged up to the
 * fault, or around it, and has a warning.
 * TACTUS_AUDIO: no such file, or nothing in it can be decoded. TACTUS_INTERRUPTED: stopped by the
 * progress function or tactus_cancel. TACTUS_BACKEND: the device failed. */
TACTUS_API tactus_code tactus_tag_file(tactus_engine* engine, const char* path,
                                       const tactus_tag_options* options, tactus_song** song);

/* The same for samples in memory: `frames` x `channels` values, interleaved, full scale +-1; one
 * frame has one sample of each channel. The channels are mixed to their mean. `sample_rate` lies
 * between 1,000 and 768,000 Hz, `channels` between 1 and 256. The samples are only read, and not
 * needed after the call. The result is the one of a file with these samples.
 * TACTUS_ARGUMENT: no samples are given, or rate or channels are out of range. TACTUS_INPUT: zero
 * frames. TACTUS_AUDIO: a sample is NaN, infinite, or beyond +-1e18; the message gives its place.
 * TACTUS_INTERRUPTED and TACTUS_BACKEND as above. */
TACTUS_API tactus_code tactus_tag_samples(tactus_engine* engine, const float* samples,
                                          size_t frames, int channels, int sample_rate,
                                          const tactus_tag_options* options, tactus_song** song);
TACTUS_API void tactus_song_free(tactus_song* song);

/* ---- What was found: arrays ----
 * A function that returns an array sets *count, which may be NULL, to its length. */

/* Seconds of sound that were read. */
TACTUS_API double tactus_song_duration(const tactus_song* song);
/* Where the sound is damaged, as in "truncated at 12.345 s: ..."; "" if it is whole. */
TACTUS_API const char* tactus_song_warning(const tactus_song* song);
/* From the tags of the file or tactus_tag_options; "" if unknown. */
TACTUS_API const char* tactus_song_title(const tactus_song* song);
TACTUS_API const char* tactus_song_artist(const tactus_song* song);
TACTUS_API const char* tactus_song_album(const tactus_song* song);
/* Program and models: "tactus 1.0.0, beats.safetensors 0123456789abcdef". */
TACTUS_API const char* tactus_song_annotator(const tactus_song* song);
/* The mean confidence of beats and chords; 0 if neither was found. */
TACTUS_API double tactus_song_confidence(const tactus_song* song);

typedef struct tactus_beat {
  double time;       /* seconds */
  double confidence; /* 0 to 1, -1: unknown */
  int position;      /* in the bar, 1 = downbeat, 0 = unknown */
} tactus_beat;
TACTUS_API const tactus_beat* tactus_song_beats(const tactus_song* song, size_t* count);
/* The most frequent number of beats in a bar; 0 = unknown. */
TACTUS_API int tactus_song_meter(const tactus_song* song);
/* The same as a time signature, which also tells what a beat is: "4/4"; "6/8", "9/8", "12/8" with
 * two, three and four beats of a dotted quarter; "" = unknown. */
TACTUS_API const char* tactus_song_time_signature(const tactus_song* song);
/* Where in a beat its second note begins, if that is so throughout the song: 0.6 is a light swing,
 * 0.67 a shuffle. 0 = straight, or unknown. */
TACTUS_API double tactus_song_swing(const tactus_song* song);

/* A tempo for the whole song, the best first. */
typedef struct tactus_tempo {
  double bpm;
  double strength; /* 0 to 1; the sum of all is at most 1 */
} tactus_tempo;
TACTUS_API const tactus_tempo* tactus_song_tempi(const tactus_song* song, size_t* count);
/* The local tempo in BPM at each beat; empty if the song has fewer than two beats. */
TACTUS_API const double* tactus_song_tempo_curve(const tactus_song* song, size_t* count);

/* How the tempo of the song behaves. */
typedef enum tactus_grid_kind {
  TACTUS_GRID_NONE = 0,      /* unknown: the song has no beats */
  TACTUS_GRID_CONSTANT = 1,  /* one segment */
  TACTUS_GRID_PIECEWISE = 2, /* some segments */
  TACTUS_GRID_FREE = 3       /* free playing: no segments */
} tactus_grid_kind;
/* A stretch of one tempo, up to the next segment or the last beat. Its beats lie at
 * start + k * 60 / bpm. */
typedef struct tactus_grid_segment {
  double start;          /* seconds, of the first beat */
  double bpm;            /* > 0 */
  double first_downbeat; /* seconds; means something only where the meter is known */
  double scatter;        /* seconds by which attacks lie from the grid (standard deviation) */
  int meter;             /* beats in a bar, 0 = unknown */
} tactus_grid_segment;
TACTUS_API tactus_grid_kind tactus_song_grid_kind(const tactus_song* song);
TACTUS_API const tactus_grid_segment* tactus_song_grid(const tactus_song* song, size_t* count);

/* A chord from `start` up to `end`. The chords of a song follow each other without gaps. */
typedef struct tactus_chord {
  double start; /* seconds */
  double end;
  const char* label;  /* after Harte et al. (2005), as in MIREX: "Bb:min7/b3"; "N" = no chord */
  const char* symbol; /* as in lead sheets: "Bbm7/Db"; "N.C." = no chord */
  double confidence;  /* 0 to 1, -1: unknown */
  int root;           /* pitch class, 0 = C to 11 = B; -1: no chord */
  int bass;           /* pitch class; -1: no chord */
} tactus_chord;
TACTUS_API const tactus_chord* tactus_song_chords(const tactus_song* song, size_t* count);

/* A stretch of music with a name. */
typedef struct tactus_segment {
  double start; /* seconds */
  double end;
  const char* label;
  double confidence; /* 0 to 1, -1: unknown */
} tactus_segment;
/* Keys: "C:major", "F#:minor". */
TACTUS_API const tactus_segment* tactus_song_keys(const tactus_song* song, size_t* count);
/* Sections: "verse", "chorus", ... (see section_names.h), or letters for parts that sound alike. */
TACTUS_API const tactus_segment* tactus_song_sections(const tactus_song* song, size_t* count);
/* The layers of segments: "chords", "keys", "sections" and more; NULL if there are no more. */
TACTUS_API const char* tactus_layer_name(size_t index);
/* The name of a layer for people to read: "Sections". NULL: no such layer. */
TACTUS_API const char* tactus_layer_title(const char* layer);
/* The segments of any layer; none if the song has no such layer. */
TACTUS_API const tactus_segment* tactus_song_segments(const tactus_song* song, const char* layer,
                                                      size_t* count);
/* The main key, which sounds longest in total; "" without one. */
TACTUS_API const char* tactus_song_key(const tactus_song* song);

/* The outputs of the networks of a task, probabilities between 0 and 1. */
typedef struct tactus_matrix {
  const char* task;          /* "beats", "bars", "chords", "sections" */
  size_t rows;               /* row i describes the sound around i / rate seconds */
  size_t columns;            /* values in a row */
  double rate;               /* rows per second */
  const float* values;       /* rows x columns, row by row */
  const char* const* labels; /* of the columns: "beat", "downbeat"; chords as in tactus_chord */
} tactus_matrix;
/* One for each model, in the order of the engine's models; NULL if there are no more, or if
 * tactus_tag_options.activations was 0. */
TACTUS_API const tactus_matrix* tactus_song_activations(const tactus_song* song, size_t index);

/* ---- What was found: text ---- */

/* The name of a format of annotation files: "jams", "lab", "beats", "csv", "midi", "mirex-chords"
 * and more; NULL if there are no more. Never freed. */
TACTUS_API const char* tactus_format_name(size_t index);
/* How `tactus tag` ends the names of files of the format: ".jams". NULL: no such format. */
TACTUS_API const char* tactus_format_ending(const char* format);

/* Writes the song in a format, with the bytes of the file that `tactus tag` writes. `length`, which
 * may be NULL, gets their number without the zero byte at the end: MIDI files contain zero bytes.
 * What a format cannot contain is left out. Free the text with tactus_free. TACTUS_ARGUMENT: no
 * such format, or one of several files ("mirex"). */
TACTUS_API tactus_code tactus_song_text(const tactus_song* song, const char* format, char** text,
                                        size_t* length);

/* Frees a text or a list that the library handed out. */
TACTUS_API void tactus_free(void* memory);

#ifdef __cplusplus
}
#endif

#endif
