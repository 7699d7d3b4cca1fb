// Kind padding_config: the padding of each dimension by pad. Names as in XLA's PaddingConfig.
#ifndef HLOOM_HLO_ATTRIBUTES_PADDING_CONFIG_H_
#define HLOOM_HLO_ATTRIBUTES_PADDING_CONFIG_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/span.h"
#include "hlo/attribute.h"

namespace hloom {

// The padding before index 0, after the last index, and between every two neighbors. A negative
// edge removes elements.
class PaddingConfigDimension {
 public:
  PaddingConfigDimension() = default;
  PaddingConfigDimension(int64_t low, int64_t high, int64_t interior)
      : edge_padding_low_(low), edge_padding_high_(high), interior_padding_(interior) {}

  int64_t edge_padding_low() const { return edge_padding_low_; }
  int64_t edge_padding_high() const { return edge_padding_high_; }
  int64_t interior_padding() const { return interior_padding_; }
  void set_edge_padding_low(int64_t value) { edge_padding_low_ = value; }
  void set_edge_padding_high(int64_t value) { edge_padding_high_ = value; }
  void set_interior_padding(int64_t value) { interior_padding_ = value; }

  template <typename V>
  void visit(V& v) {
    v({.name = "edge_padding_low",
       .doc = "The number of elements added before the first one; a negative number removes "
              "elements.",
       .omit_default = true},
      edge_padding_low_);
    v({.name = "edge_padding_high",
       .doc = "The number of elements added after the last one; a negative number removes "
              "elements.",
       .omit_default = true},
      edge_padding_high_);
    v({.name = "interior_padding",
       .doc = "The number of elements added between every two.",
       .omit_default = true},
      interior_padding_);
  }

  friend bool operator==(const PaddingConfigDimension&, const PaddingConfigDimension&) = default;

 private:
  int64_t edge_padding_low_ = 0;
  int64_t edge_padding_high_ = 0;
  int64_t interior_padding_ = 0;
};

// One entry for each dimension.
class PaddingConfig {
 public:
  Span<const PaddingConfigDimension> dimensions() const { return dimensions_; }
  const PaddingConfigDimension& dimensions(int64_t i) const {
    return dimensions_[static_cast<size_t>(i)];
  }
  PaddingConfigDimension* mutable_dimensions(int64_t i) {
    return &dimensions_[static_cast<size_t>(i)];
  }
  int64_t dimensions_size() const { return static_cast<int64_t>(dimensions_.size()); }
  // The new entry is valid until the next one is added.
  PaddingConfigDimension* add_dimensions() { return &dimensions_.emplace_back(); }

  // "0_1_0x1_1_2" (low, high and interior of each dimension), or "0_1x1_1" without interior
  // padding, as XLA writes it.
  std::string ToString() const;

  friend bool operator==(const PaddingConfig&, const PaddingConfig&) = default;

 private:
  std::vector<PaddingConfigDimension> dimensions_;
};

PaddingConfig MakeNoPaddingConfig(int64_t rank);
// Makes a configuration of the (low, high) of each dimension.
PaddingConfig MakeEdgePaddingConfig(Span<const std::pair<int64_t, int64_t>> padding);

// The kind of one entry. It is not an attribute of any operation: only JavaScript passes a single
// entry.
template <>
const AttributeKind& AttributeKindOf<PaddingConfigDimension>();
template <>
const AttributeKind& AttributeKindOf<PaddingConfig>();

}  // namespace hloom

#endif  // HLOOM_HLO_ATTRIBUTES_PADDING_CONFIG_H_
