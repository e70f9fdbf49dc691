// A library that is no CUDA module.
extern "C" int other_library() {
  return 1;
}
