/* Tags samples in memory in two threads, each with its own engine, and stops one of them.
 *
 *   tag_samples [MODELS]
 *
 * The first thread tags 20 seconds of music and prints its chords and its beats as lines of JSON.
 * The second one tags an hour; the main thread stops it when the first one is done.
 *
 *   cc -std=c99 tag_samples.c $(pkg-config --cflags --libs tactus) -lpthread -lm -o tag_samples */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <tactus.h>

typedef struct job {
  tactus_engine* engine;
  int rate; /* Hz */
  int channels;
  size_t frames;
  tactus_code code;  /* how it ended */
  char message[200]; /* tactus_last_error() belongs to the thread that failed */
  tactus_song* song;
} job;

/* A C major chord with a click every half second, interleaved. NULL if there is no memory. */
static float* make_music(const job* work) {
  const double notes[] = {261.63, 329.63, 392.0};
  float* samples = (float*)malloc(work->frames * (size_t)work->channels * sizeof(float));
  size_t frame;
  int note, channel;
  if (!samples) return NULL;
  for (frame = 0; frame < work->frames; ++frame) {
    const double time = (double)frame / work->rate;
    double value = fmod(time, 0.5) < 0.01 ? 0.5 : 0.0;
    for (note = 0; note < 3; ++note)
      value += 0.1 * sin(2.0 * 3.14159265358979 * notes[note] * time);
    for (channel = 0; channel < work->channels; ++channel)
      samples[frame * (size_t)work->channels + (size_t)channel] = (float)value;
  }
  return samples;
}

static void* run(void* argument) {
  job* work = (job*)argument;
  float* samples = make_music(work);
  work->code = tactus_tag_samples(work->engine, samples, work->frames, work->channels, work->rate,
                                  NULL, &work->song);
  snprintf(work->message, sizeof work->message, "%s", tactus_last_error());
  free(samples);
  return NULL;
}

static void print_chords(const tactus_song* song) {
  size_t count = 0, i;
  const tactus_chord* chords = tactus_song_chords(song, &count);
  for (i = 0; i < count; ++i)
    printf("{\"start\": %.3f, \"end\": %.3f, \"chord\": \"%s\"}\n", chords[i].start, chords[i].end,
           chords[i].label);
}

static void print_beats(const tactus_song* song) {
  size_t count = 0, i;
  const tactus_beat* beats = tactus_song_beats(song, &count);
  for (i = 0; i < count; ++i)
    printf("{\"beat\": %.3f, \"position\": %d}\n", beats[i].time, beats[i].position);
}

int main(int argc, char** argv) {
  job short_one = {NULL, 44100, 2, 20 * 44100, TACTUS_OK, "", NULL};
  job long_one = {NULL, 11025, 1, (size_t)3600 * 11025, TACTUS_OK, "", NULL};
  pthread_t first, second;
  tactus_options options;
  int good;
  tactus_options_init(&options, sizeof options);
  options.models_folder = argc > 1 ? argv[1] : NULL;
  options.device = "cpu";
  options.threads = 1;
  if (tactus_engine_open(&options, &short_one.engine) != TACTUS_OK ||
      tactus_engine_open(&options, &long_one.engine) != TACTUS_OK) {
    fprintf(stderr, "tag_samples: %s\n", tactus_last_error());
    tactus_engine_close(short_one.engine);
    return 1;
  }
  if (pthread_create(&second, NULL, run, &long_one) != 0 ||
      pthread_create(&first, NULL, run, &short_one) != 0) {
    fprintf(stderr, "tag_samples: no thread could be started\n");
    return 1;
  }
  pthread_join(first, NULL);
  tactus_cancel(long_one.engine);
  pthread_join(second, NULL);

  good = short_one.code == TACTUS_OK && long_one.code == TACTUS_INTERRUPTED;
  print_chords(short_one.song);
  print_beats(short_one.song);
  fprintf(stderr, "first thread: %s\n", short_one.code == TACTUS_OK ? "done" : short_one.message);
  fprintf(stderr, "second thread: %s\n", long_one.message);
  tactus_song_free(short_one.song);
  tactus_song_free(long_one.song);
  tactus_engine_close(short_one.engine);
  tactus_engine_close(long_one.engine);
  return good ? 0 : 1;
}
