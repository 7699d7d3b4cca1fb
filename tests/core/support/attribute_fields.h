// Questions about an operation's attributes, for tests that do not know them.
#ifndef HLOOM_TESTS_SUPPORT_ATTRIBUTE_FIELDS_H_
#define HLOOM_TESTS_SUPPORT_ATTRIBUTE_FIELDS_H_

#include "ops/op_def.h"

namespace hloom::testing_support {

// Returns whether the operation has no required attributes.
inline bool NeedsNoAttributes(const OpDef& def) {
  class Required final : public AttributeVisitor {
   public:
    void Field(const AttributeField& field, const AttributeKind&, void*) override {
      any = any || !field.omit_default;
    }
    bool any = false;
  } required;
  if (def.make_attributes != nullptr) def.make_attributes()->Visit(required);
  return !required.any;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_ATTRIBUTE_FIELDS_H_
