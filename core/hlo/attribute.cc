#include "hlo/attribute.h"

#include "base/hash.h"

namespace hloom {

namespace {

class Collector final : public AttributeVisitor {
 public:
  void Field(const AttributeField&, const AttributeKind& kind, void* value) override {
    kinds.push_back(&kind);
    values.push_back(value);
  }
  std::vector<const AttributeKind*> kinds;
  std::vector<const void*> values;
};

}  // namespace

bool AttributesEqual(const Attributes* a, const Attributes* b) {
  if (a == nullptr || b == nullptr) return a == b;
  Collector left;
  Collector right;
  a->VisitConst(left);
  b->VisitConst(right);
  if (left.kinds != right.kinds) return false;
  for (size_t i = 0; i < left.values.size(); ++i) {
    if (!left.kinds[i]->equal(left.values[i], right.values[i])) return false;
  }
  return true;
}

uint64_t HashAttributes(const Attributes* attributes) {
  Hasher hasher;
  if (attributes == nullptr) return hasher.value();
  Collector all;
  attributes->VisitConst(all);
  for (size_t i = 0; i < all.values.size(); ++i) all.kinds[i]->hash(all.values[i], hasher);
  return hasher.value();
}

}  // namespace hloom
