/* Prints the beats of an audio file, one a line: time in seconds, position in the bar, confidence.
 *
 *   tag_file SONG [MODELS]
 *
 * MODELS is a folder of models, where the library does not find the one that is installed.
 *
 *   cc -std=c99 tag_file.c $(pkg-config --cflags --libs tactus) -o tag_file */
#include <stdio.h>
#include <tactus.h>

static void print_log(void* user, tactus_log_level level, const char* line) {
  (void)user;
  fprintf(stderr, "%s%s\n", level == TACTUS_LOG_WARNING ? "warning: " : "", line);
}

static void print_beats(const tactus_song* song) {
  size_t count = 0, i;
  const tactus_beat* beats = tactus_song_beats(song, &count);
  for (i = 0; i < count; ++i)
    printf("%.3f\t%d\t%.2f\n", beats[i].time, beats[i].position, beats[i].confidence);
}

int main(int argc, char** argv) {
  tactus_options options;
  tactus_engine* engine = NULL;
  tactus_song* song = NULL;
  tactus_code code;
  if (argc < 2) {
    fprintf(stderr, "tag_file SONG [MODELS]\n");
    return 2;
  }
  tactus_options_init(&options, sizeof options);
  options.models_folder = argc > 2 ? argv[2] : NULL;
  options.log = print_log;
  code = tactus_engine_open(&options, &engine);
  if (code == TACTUS_OK) code = tactus_tag_file(engine, argv[1], NULL, &song);
  if (code == TACTUS_OK) {
    print_beats(song);
  } else {
    fprintf(stderr, "tag_file: %s\n", tactus_last_error());
  }
  tactus_song_free(song); /* NULL is allowed */
  tactus_engine_close(engine);
  return code == TACTUS_OK ? 0 : 1;
}
