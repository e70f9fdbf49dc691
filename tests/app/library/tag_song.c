/* Tags a song with the shared library alone: tag_song MODELS SONG FORMAT [STOP_AT | DECODER...]
 * prints the text, then "code: message" on stderr where that fails. A number in the fourth place
 * stops the work once so much is done. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include <tactus.h>

static double stop_at = 2.0;
static double last = 0.0;

static int on_progress(void* user, double done) {
  int* calls = (int*)user;
  ++*calls;
  if (done < last) abort();
  last = done;
  return done >= stop_at;
}

static void on_log(void* user, const char* line) {
  (void)user;
  fprintf(stderr, "log: %s\n", line);
}

int main(int argc, char** argv) {
  tactus_options options;
  tactus_engine* engine = NULL;
  char* text = NULL;
  size_t length = 0;
  int calls = 0;
  tactus_code code;
  if (argc < 4) return 2;
  tactus_options_init(&options);
  options.models_folder = argv[1];
  options.device = "cpu";
  options.threads = 1;
  options.log = on_log;
  options.progress = on_progress;
  options.user = &calls;
  if (argc > 4 && isdigit((unsigned char)argv[4][0]))
    stop_at = atof(argv[4]);
  else if (argc > 4)
    options.decoder = (const char* const*)argv + 4;
  code = tactus_engine_open(&options, &engine);
  if (code == TACTUS_OK) code = tactus_tag_file(engine, argv[2], argv[3], &text, &length);
  if (code == TACTUS_OK) {
    fwrite(text, 1, length, stdout);
    if (calls == 0 || text[length] != '\0' || tactus_last_error()[0] != '\0') code = 99;
  }
  if (code != TACTUS_OK) fprintf(stderr, "%d: %s\n", (int)code, tactus_last_error());
  tactus_text_free(text);
  tactus_engine_close(engine);
  return code == TACTUS_OK ? 0 : 1;
}
