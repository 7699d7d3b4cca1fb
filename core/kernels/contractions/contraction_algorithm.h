// The phases of a product, common to all of its implementations.
#ifndef HLOOM_KERNELS_CONTRACTIONS_CONTRACTION_ALGORITHM_H_
#define HLOOM_KERNELS_CONTRACTIONS_CONTRACTION_ALGORITHM_H_

#include <cstddef>
#include <cstdint>

#include "kernels/contractions/gemm_problem.h"
#include "kernels/contractions/lines.h"
#include "kernels/kernel.h"

namespace hloom {

// The addresses of the factors and the result of one run.
struct ContractionArrays {
  const std::byte* a;
  const std::byte* b;
  std::byte* c;
  // Sums of parts of the depth, if it is cut: [part][batch][row][column]
  std::byte* shared = nullptr;
  NotFinite* not_finite = nullptr;
};

class ContractionAlgorithm {
 public:
  virtual ~ContractionAlgorithm() = default;

  // True if the product is computed immediately.
  bool is_small() const { return plan_.small; }
  Kernel Compute(ContractionArrays arrays) const;

 protected:
  // The memory that small work has.
  static constexpr int64_t kSmallRoom = 3 << 14;

  struct Plan {
    bool small = false;
    int64_t tasks = 1;  // of each phase
    int64_t phases = 1;
    int64_t parts = 1;  // of the depth; more than one have shared sums
    int64_t room_bytes = 0;
  };

  explicit ContractionAlgorithm(const GemmProblem& product)
      : product_(product), loops_(LineLoopsOf(product.lane)) {}

  // The bytes of memory for the sums of each part of the depth.
  int64_t PartBytes() const;
  virtual void RunTask(const ContractionArrays& arrays, int64_t phase, int64_t task,
                       std::byte* room) const = 0;

  const GemmProblem& product_;
  const LineLoops& loops_;
  Plan plan_;

 private:
  Kernel ComputeInPhases(ContractionArrays arrays) const;
  int64_t StoreTasks() const;
  void StoreShared(const ContractionArrays& arrays, int64_t task) const;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_CONTRACTION_ALGORITHM_H_
