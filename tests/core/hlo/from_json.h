// Values of attribute kinds as JSON has them.
#ifndef HLOOM_TESTS_HLO_FROM_JSON_H_
#define HLOOM_TESTS_HLO_FROM_JSON_H_

#include <string_view>

#include "base/json.h"
#include "hlo/attribute.h"
#include "literal/literal.h"

namespace hloom::testing_support {

// Shapes and literals of the caller's: there are none.
class NoValues final : public JsonValues {
 public:
  StatusOr<Shape> ShapeOf(const Json&) override { return InvalidArgument(Rule{"shape.c1", ""}); }
  StatusOr<Literal> LiteralOf(const Json&) override {
    return InvalidArgument(Rule{"literal.c1", ""});
  }
};

template <typename T>
StatusOr<T> FromJson(std::string_view text) {
  HLOOM_ASSIGN_OR_RETURN(const Json json, ParseJson(text));
  NoValues values;
  T value;
  HLOOM_RETURN_IF_ERROR(AttributeKindOf<T>().read_json(&value, {json, "argument", values}));
  return value;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_HLO_FROM_JSON_H_
