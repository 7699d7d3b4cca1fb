#include "hlo/read_shape.h"

#include <optional>

#include "base/str_cat.h"
#include "shape/shape_text.h"
#include "shape/shape_util.h"

namespace hloom {

namespace {

// Turns the error of a text that is not a shape into one about its place in a longer text, all of
// which the headline would otherwise quote.
Status Relocate(const Status& status, const ShapeUtil::TextFault& fault, const TextReader& in,
                size_t begin) {
  const size_t at = begin + fault.position;
  ErrorFields fields = status.fields();
  fields.headline = StrCat("the shape is wrong: ", fault.message,
                           fault.is_expected ? StrCat(", found ", in.Found(at)) : std::string());
  fields.details.clear();
  return in.Locate(Status(std::move(fields)), at);
}

}  // namespace

StatusOr<Shape> ReadShape(TextReader& in, int64_t max_parts) {
  const size_t begin = in.position();
  if (CountPartsInText(in.text().substr(begin)) > max_parts) {  // parts.c1
    return in.Locate(PartsBudget::Exceeded(), begin);
  }
  size_t length = 0;
  std::optional<ShapeUtil::TextFault> fault;
  StatusOr<Shape> shape = ShapeUtil::ParseShapePrefix(in.text().substr(begin), &length,
                                                      /*blank_before_layout=*/true, &fault);
  if (!shape.ok()) {
    return fault ? Relocate(shape.status(), *fault, in, begin) : in.Locate(shape.status(), begin);
  }
  in.set_position(begin + length);
  return shape;
}

bool ShapeFollows(TextReader& in) {
  if (in.Peek() == '(') return true;
  const size_t begin = in.position();
  const std::string_view name = in.PeekName();
  const size_t end = begin + name.size();
  if (name.empty() || end == in.text().size()) return false;
  // b(f32[2]) is XLA's shape of a buffer, and no operation.
  return in.text()[end] == '[' || (name == "b" && in.text()[end] == '(');
}

}  // namespace hloom
