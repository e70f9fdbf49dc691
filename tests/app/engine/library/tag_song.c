/* Tags a song with the shared library alone: tag_song MODELS SONG FORMAT [STOP_AT | DECODER]
 * prints the text, then "code: message" on stderr where that fails. MODELS or DECODER "-" lets the
 * library look for them. A number in the fourth place stops the work once so much is done. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tactus.h>

typedef struct watch {
  double stop_at;
  double last;
  int calls;
} watch;

static int on_progress(void* user, double done) {
  watch* seen = (watch*)user;
  ++seen->calls;
  if (done < seen->last) abort();
  seen->last = done;
  return done >= seen->stop_at;
}

static void on_log(void* user, tactus_log_level level, const char* line) {
  (void)user;
  fprintf(stderr, "log %d: %s\n", (int)level, line);
}

static const char* unless_dash(const char* argument) {
  return strcmp(argument, "-") == 0 ? NULL : argument;
}

int main(int argc, char** argv) {
  tactus_options options;
  tactus_tag_options tag_options;
  tactus_engine* engine = NULL;
  tactus_song* song = NULL;
  char* text = NULL;
  size_t length = 0;
  watch seen = {2.0, 0.0, 0};
  tactus_code code;
  if (argc < 4) return 2;
  tactus_options_init(&options, sizeof options);
  tactus_tag_options_init(&tag_options, sizeof tag_options);
  options.models_folder = unless_dash(argv[1]);
  options.device = "cpu";
  options.threads = 1;
  options.log = on_log;
  options.decoder = "";
  tag_options.progress = on_progress;
  tag_options.progress_user = &seen;
  if (argc > 4 && isdigit((unsigned char)argv[4][0]))
    seen.stop_at = atof(argv[4]);
  else if (argc > 4)
    options.decoder = unless_dash(argv[4]);
  code = tactus_engine_open(&options, &engine);
  if (code == TACTUS_OK) code = tactus_tag_file(engine, argv[2], &tag_options, &song);
  if (code == TACTUS_OK) code = tactus_song_text(song, argv[3], &text, &length);
  if (code == TACTUS_OK) {
    fwrite(text, 1, length, stdout);
    if (seen.calls == 0 || text[length] != '\0' || tactus_last_error()[0] != '\0')
      code = TACTUS_INTERNAL;
  }
  if (code != TACTUS_OK) fprintf(stderr, "%d: %s\n", (int)code, tactus_last_error());
  tactus_free(text);
  tactus_song_free(song);
  tactus_engine_close(engine);
  return code == TACTUS_OK ? 0 : 1;
}
