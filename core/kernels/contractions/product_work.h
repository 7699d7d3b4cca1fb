// The phases of a product, common to all of its implementations.
#ifndef HLOOM_KERNELS_CONTRACTIONS_PRODUCT_WORK_H_
#define HLOOM_KERNELS_CONTRACTIONS_PRODUCT_WORK_H_

#include <cstddef>
#include <cstdint>

#include "kernels/contractions/lines.h"
#include "kernels/contractions/product.h"
#include "kernels/kernel.h"

namespace hloom {

// The addresses of the factors and the result of one run.
struct ProductArrays {
  const std::byte* a;
  const std::byte* b;
  std::byte* c;
  // Sums of parts of the depth, if it is cut: [part][batch][row][column]
  std::byte* shared = nullptr;
  NotFinite* not_finite = nullptr;
};

class ProductWork {
 public:
  virtual ~ProductWork() = default;

  // True if the product is computed immediately.
  bool is_small() const { return plan_.small; }
  Kernel Compute(ProductArrays arrays) const;

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

  explicit ProductWork(const Product& product)
      : product_(product), loops_(LineLoopsOf(product.lane)) {}

  // The bytes of memory for the sums of each part of the depth.
  int64_t PartBytes() const;
  virtual void RunTask(const ProductArrays& arrays, int64_t phase, int64_t task,
                       std::byte* room) const = 0;

  const Product& product_;
  const LineLoops& loops_;
  Plan plan_;

 private:
  Kernel ComputeInPhases(ProductArrays arrays) const;
  int64_t StoreTasks() const;
  void StoreShared(const ProductArrays& arrays, int64_t task) const;
};

}  // namespace hloom

#endif  // HLOOM_KERNELS_CONTRACTIONS_PRODUCT_WORK_H_
