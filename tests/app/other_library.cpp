// A library that is not a CUDA module.
extern "C" int other_library() {
  return 1;
}
