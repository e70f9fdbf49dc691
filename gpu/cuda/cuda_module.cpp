// The only exported symbol of libtactus_cuda.so.
#include "gpu/cuda/cuda_runtime.h"
#include "gpu/lstm_chooser.h"
#include "gpu/module_interface.h"
#include "gpu/rates/measure_rates.h"
#include "gpu/runtime/memory_pool.h"
#include "model/version.h"

namespace {

using namespace tactus::gpu;

OpenCard open_card(int card, const CudaOptions& options) {
  std::shared_ptr<Runtime> runtime = make_cuda_runtime(card);
  return {runtime, make_cuda_backend(runtime, options)};
}

std::string describe_layer(Runtime& runtime, const CudaOptions& options,
                           const tactus::LstmShape& shape) {
  MemoryPool pool(runtime, std::size_t{1} << 28);
  return make_lstm_engine(runtime, pool, options.precision, options.rung, options.rates)
      ->describe(shape);
}

MeasuredRates measure_card(int card) {
  return measure_rates(*make_cuda_runtime(card));
}

constexpr CudaModule kModule{.interface = CudaModule::kInterface,
                             .build = TACTUS_VERSION,
                             .why_unavailable = why_no_cuda,
                             .cards = cuda_devices,
                             .why_no_code = why_no_code,
                             .driver = cuda_driver,
                             .open = open_card,
                             .describe = describe_layer,
                             .milliseconds = milliseconds_on_card,
                             .measure_rates = measure_card};

}  // namespace

extern "C" __attribute__((visibility("default"))) const CudaModule* tactus_cuda_module() {
  return &kModule;
}
