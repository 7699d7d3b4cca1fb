#ifndef HLOOM_OPS_WINDOWS_SCAN_H_
#define HLOOM_OPS_WINDOWS_SCAN_H_

#include "hlo/kinds/numbers.h"

namespace hloom {

struct ScanAttributes {
  static constexpr AttributeField kIsReverse = {
      .name = "is_reverse",
      .proto_field = 94,
      .doc = "true to iterate from the last index to the first",
      .omit_default = true};
  static constexpr AttributeField kIsAssociative = {
      .name = "is_associative",
      .proto_field = 96,
      .doc = "true if steps may be regrouped, which hloom never does; left out means unknown",
      .omit_default = true};
  std::vector<int64_t> dimensions;
  int64_t num_carries = 0;
  bool is_reverse = false;
  TriState is_associative = TriState::kUnspecified;

  template <typename V>
  void visit(V& v) {
    v({.name = "dimensions", .proto_field = 14, .doc = "the one dimension along which to iterate"},
      dimensions);
    v({.name = "num_carries",
       .proto_field = 95,
       .doc = "the number of carries, which are the last operands"},
      num_carries);
    v(kIsReverse, is_reverse);
    v(kIsAssociative, is_associative);
  }
};

}  // namespace hloom

#endif  // HLOOM_OPS_WINDOWS_SCAN_H_
