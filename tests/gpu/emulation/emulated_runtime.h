// A Runtime that computes on the host, in the worst order that runtime.h allows.
//
// What it does. Device memory is memory of the host; undefined memory holds NaN patterns (0xff).
// Work is only queued. When the host waits, the emulation executes it in a random order; only
// streams, events and graph edges constrain the order. Copies read and write host memory only then.
// So it finds a missing event, a wrong barrier, an index beyond the end, a read of undefined
// memory, or pinned memory reused too early. Such an error changes results, throws an
// EmulationFault at the next wait, or is found by a sanitizer. AddressSanitizer checks device and
// shared memory byte by byte (also beyond the launch's shared memory), UBSan unaligned vector
// accesses. ThreadSanitizer checks every unordered pair of accesses of two threads of a launch, two
// streams or graph nodes, or a stream and the host. It finds them in any order of the run
// (happens_before.h). The same seed gives the same run.
//
// What it cannot see:
// - the PTX and machine code that nvcc makes, and whether a kernel fits the registers (a thread is
//   taken to need as many as its launch bounds allow when resident blocks are counted);
// - the order of single accesses between two calls of the language that communicate: a thread runs
//   without interruption from one to the next. So without ThreadSanitizer a race shows only as a
//   wrong value of a whole stretch;
// - weak memory: all threads see every access at once. Under ThreadSanitizer release and acquire
//   count as declared; a store_async is in one half of the launches an access that also releases
//   what its thread did before, in the other half no access at all, so each kind of race around it
//   is found by some seeds only;
// - under ThreadSanitizer, races between blocks of one launch that are more than some 2,000 threads
//   apart (it has room for so many identities);
// - lanes that diverge within a warp: each is a thread of its own, and calls of a warp are checked
//   to be the same call, not the same place in the source;
// - bank conflicts, coalescing, all times;
// - how matrix units and cuBLAS round their sums (here: made in double and rounded once), and what
//   cuBLAS asks of alignment for speed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gpu/runtime/runtime.h"
#include "tests/gpu/emulation/emulated_thread.h"
#include "tests/gpu/emulation/fiber.h"
#include "tests/gpu/emulation/happens_before.h"
#include "tests/gpu/emulation/random_order.h"

namespace tactus::gpu::test {

DeviceProperties h200_like();  // sm_90, 132 multiprocessors
DeviceProperties a100_like();  // sm_80, 108: matrix units, no clusters
DeviceProperties t4_like();    // sm_75, 40: neither

// A call of the host, for tests that count them or look at their order.
struct RecordedCall {
  enum Kind {
    kLaunch,
    kMultiply,
    kCopyToDevice,
    kCopyToHost,
    kCopyOnDevice,
    kSetZero,
    kRecord,
    kWait,
    kLaunchGraph,
    kSynchronize,  // the host waits for a stream or an event
    kIsOver,
    kAllocate,  // these four may make the host wait
    kRelease,
    kAllocatePinned,
    kReleasePinned,
  };
  Kind kind;
  std::string name = {};       // of the kernel
  int stream = -1;             // in order of creation, from 0
  int event = -1;              // likewise
  LaunchShape shape = {};      // of a launch
  MatrixProduct product = {};  // of a product
  std::size_t bytes = 0;       // of a copy or an allocation
  bool captured = false;       // into a graph
};

struct Allocation;
struct Operation;
struct Recording;
struct Capture;
struct Replay;
struct LaunchSite;

class EmulatedRuntime : public Runtime {
 public:
  explicit EmulatedRuntime(std::uint64_t seed = 1, DeviceProperties properties = h200_like());
  ~EmulatedRuntime() override;
  EmulatedRuntime(const EmulatedRuntime&) = delete;
  EmulatedRuntime& operator=(const EmulatedRuntime&) = delete;

  const DeviceProperties& properties() const override { return properties_; }
  std::size_t free_memory() const override;
  void* allocate(std::size_t bytes) override;
  void release(void* memory) noexcept override;
  void* allocate_pinned(std::size_t bytes) override;
  void release_pinned(void* memory) noexcept override;

  Stream create_stream(bool high_priority) override;
  void destroy(Stream stream) noexcept override;
  Event create_event() override;
  Event create_timing_event() override;
  void destroy(Event event) noexcept override;
  void record(Event event, Stream stream) override;
  void wait(Stream stream, Event event) override;
  bool is_over(Event event) override;
  void synchronize(Event event) override;
  void synchronize(Stream stream) override;
  // Counts operations executed in between.
  float milliseconds_between(Event begin, Event end) override;

  void copy_to_device(Stream stream, void* to, const void* from, std::size_t bytes) override;
  void copy_to_host(Stream stream, void* to, const void* from, std::size_t bytes) override;
  void copy_on_device(Stream stream, void* to, const void* from, std::size_t bytes) override;
  void set_zero(Stream stream, void* memory, std::size_t bytes) override;

  void launch_entry(Stream stream, const KernelEntry& entry, const LaunchShape& shape,
                    const void* params, std::size_t params_bytes) override;
  void multiply(Stream stream, const MatrixProduct& product) override;

  void begin_capture(Stream stream) override;
  Graph end_capture(Stream stream) override;
  void launch_graph(Stream stream, Graph graph) override;
  void destroy(Graph graph) noexcept override;

  int blocks_per_multiprocessor(const KernelEntry& entry, const LaunchShape& shape) override;
  // The card answers questions about clusters of that many blocks with an error.
  void fail_clusters_of(int blocks) { failing_cluster_ = blocks; }
  std::size_t graphs() const;  // that were captured and not destroyed
  int clusters_at_once(const KernelEntry& entry, const LaunchShape& shape) override;

  // After `after` more products, one throws OutOfMemory: as cuBLAS does without room for the
  // workspace of a stream.
  void refuse_product(int after) { products_until_refusal_ = after; }
  // After `after` more requests, every request for pinned memory fails, until a call with -1.
  void refuse_pinned(int after) { pinned_until_refusal_ = after; }

  // All calls since the start or the last clear.
  const std::vector<RecordedCall>& calls() const { return calls_; }
  void clear_calls() { calls_.clear(); }
  std::size_t operations_waiting() const;

 private:
  void note(RecordedCall call);
  void enqueue(Stream stream, std::unique_ptr<Operation> operation);
  void enqueue_work(Stream stream, RecordedCall call, std::unique_ptr<Operation> operation);
  void check_launch(const KernelEntry& entry, const LaunchShape& shape) const;
  void check_device(const char* what, const void* memory, std::size_t bytes) const;
  void check_pinned(const char* what, const void* memory, std::size_t bytes) const;
  void check_product(const MatrixProduct& product) const;
  void refuse_while_capturing(const char* what) const;
  StreamObject* choose_stream();
  bool advance();  // executes one operation; false: none may run now
  void advance_until(const Recording& recording, const char* what);
  bool step(StreamObject& stream, Operation& operation);
  void replay_one(Replay& replay);
  void execute(Operation& operation, const LaunchSite& site);
  void abandon();
  void as_reaper(const std::function<void()>& action);
  void free_released();

  DeviceProperties properties_;
  int failing_cluster_ = 0;
  RandomOrder random_;
  StackPool stacks_;
  std::map<const std::byte*, std::unique_ptr<Allocation>> device_, pinned_;
  std::vector<std::unique_ptr<Allocation>> released_;
  std::size_t in_use_ = 0;
  // Frees memory with the knowledge of all executed work, which the host need not have.
  Identity reaper_ = Identity::create();
  SyncPoint executed_point_;
  std::vector<std::unique_ptr<StreamObject>> streams_;
  std::vector<std::unique_ptr<EventObject>> events_;
  std::vector<std::unique_ptr<GraphObject>> graphs_;
  int streams_made_ = 0, events_made_ = 0;
  std::uint64_t queued_ = 0, executed_ = 0;
  std::uint64_t urgency_seed_ = 0;
  int products_until_refusal_ = -1;  // -1: no product fails
  int pinned_until_refusal_ = -1;
  std::unique_ptr<Capture> capture_;
  std::vector<RecordedCall> calls_;
};

}  // namespace tactus::gpu::test
