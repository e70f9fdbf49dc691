/* libtactus from C: beats, downbeats, chords and key of a recording as the text of a file.
 *
 * Every function that can fail returns a tactus_code; tactus_last_error then says in a sentence
 * what was wrong. No C++ exception leaves the library. Text is UTF-8 and ends with a zero; the
 * library copies all that it is given. What a function hands out belongs to the caller, who frees
 * it with the function that is named. The library prints nothing, reads no environment variables
 * to find its files, and never ends the process.
 *
 *   tactus_options options;
 *   tactus_engine* engine = NULL;
 *   char* text = NULL;
 *   tactus_options_init(&options);
 *   options.models_folder = "/usr/share/tactus/models";
 *   if (tactus_engine_open(&options, &engine) == TACTUS_OK &&
 *       tactus_tag_file(engine, "song.flac", "jams", &text, NULL) == TACTUS_OK)
 *     fputs(text, stdout);
 *   else
 *     fprintf(stderr, "%s\n", tactus_last_error());
 *   tactus_text_free(text);
 *   tactus_engine_close(engine);
 */
#ifndef TACTUS_LIBRARY_TACTUS_H
#define TACTUS_LIBRARY_TACTUS_H

#include <stddef.h>

#if defined(__GNUC__)
#define TACTUS_API __attribute__((visibility("default")))
#else
#define TACTUS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The numbers never change their meaning; a later version may add some. */
typedef enum tactus_code {
  TACTUS_OK = 0,
  TACTUS_ARGUMENT = 1,    /* an argument or option is wrong, or two contradict each other */
  TACTUS_INPUT = 2,       /* a file or folder is missing, or holds nothing to work on */
  TACTUS_CONFIG = 3,      /* a configuration or manifest is wrong */
  TACTUS_DEVICE = 4,      /* the chosen device does not exist here */
  TACTUS_INTERRUPTED = 5, /* the progress function has stopped the work */
  TACTUS_AUDIO = 6,       /* the audio file cannot be decoded */
  TACTUS_OUTPUT = 7,      /* a file cannot be written */
  TACTUS_FORMAT = 8,      /* an annotation file cannot be read or written in its format */
  TACTUS_FEATURES = 9,    /* a file of features cannot be read or written */
  TACTUS_MODEL = 10,      /* a model file cannot be read or written */
  TACTUS_LABEL = 11,      /* a chord label breaks its syntax */
  TACTUS_DATASET = 12,    /* a corpus or its cache cannot be used */
  TACTUS_TRAINING = 13,   /* a training cannot go on */
  TACTUS_BACKEND = 14,    /* a device fails while it computes */
  TACTUS_RENDERING = 15,  /* a corpus cannot be rendered */
  TACTUS_NO_MEMORY = 100,
  TACTUS_INTERNAL = 101 /* a fault of the library itself, or of the system */
} tactus_code;

/* Hears one line without its end: what computes, and damage that was found in an audio file. */
typedef void (*tactus_log_function)(void* user, const char* line);
/* Hears how much of the file at hand is done, 0 to 1, never less than before; of a file that does
 * not say its length the end alone. Returns 0 to go on, another number to stop. */
typedef int (*tactus_progress_function)(void* user, double done);

/* Zero and NULL stand for the defaults: set them with tactus_options_init. */
typedef struct tactus_options {
  size_t size; /* sizeof(tactus_options), by which a later library knows an earlier caller */
  /* Folder of the models that are used, or looked up by name. */
  const char* models_folder;
  /* Files, or names in that folder ("beats"), ended by NULL; at most one for beats and one for
   * chords. NULL: all models of the folder. */
  const char* const* models;
  /* File libtactus_cuda.so. NULL: the library computes on the CPU alone. */
  const char* cuda_module;
  /* Program and first arguments of a child process that decodes audio, ended by NULL:
   * {"/usr/libexec/tactus/tactus-decode", NULL}; find_package(Tactus) sets Tactus_DECODER to it.
   * The child runs without privileges, and a file that crashes its decoder costs that file alone.
   * NULL: this process decodes. */
  const char* const* decoder;
  const char* device;                /* as `tactus tag --device`; NULL: "auto" */
  int threads;                       /* of the CPU, 0: one per core */
  tactus_log_function log;           /* may be NULL */
  tactus_progress_function progress; /* may be NULL */
  void* user;                        /* handed to both, which run in the thread of the call */
} tactus_options;

/* Loaded models on an open device. One thread at a time uses an engine; engines are independent. */
typedef struct tactus_engine tactus_engine;

/* "0.1.0"; never freed. */
TACTUS_API const char* tactus_version(void);

/* Why the last call of this thread failed, "" where it did not; valid until the next call. */
TACTUS_API const char* tactus_last_error(void);

TACTUS_API void tactus_options_init(tactus_options* options);

/* Loads the models and opens the device. *engine is NULL after a failure. */
TACTUS_API tactus_code tactus_engine_open(const tactus_options* options, tactus_engine** engine);
/* NULL is allowed. */
TACTUS_API void tactus_engine_close(tactus_engine* engine);

/* Tags the audio file and writes its annotation into *text, in the format of that name: "jams",
 * "lab", "beats", "csv" and the others of `tactus tag --format` that are one file. Times are in
 * seconds from the start of the recording. *length, where it is not NULL, gets the number of bytes
 * without the zero at the end: a MIDI file has zeros within. *text is NULL after a failure. */
TACTUS_API tactus_code tactus_tag_file(tactus_engine* engine, const char* audio, const char* format,
                                       char** text, size_t* length);
/* NULL is allowed. */
TACTUS_API void tactus_text_free(char* text);

#ifdef __cplusplus
}
#endif

#endif
