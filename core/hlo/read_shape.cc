#include "hlo/read_shape.h"

#include "base/str_cat.h"
#include "shape/rules.h"
#include "shape/shape_text.h"
#include "shape/shape_util.h"

namespace hloom {

namespace {

// Turns an error about the text of a shape into one about its place in a longer text, all of which
// the headline would otherwise quote.
Status Relocate(const Status& status, const TextReader& in, size_t begin, size_t at) {
  ErrorFields fields = status.fields();
  const bool of_text = fields.rule == kShapeP1.id || fields.rule == kShapeP2.id;
  if (!of_text || fields.details.empty()) return in.Locate(status, begin);
  // "at character 5: expected ']'" without the number.
  const std::string& detail = fields.details.front();
  const size_t colon = detail.find(": ");
  if (colon != std::string::npos) {
    const std::string what = detail.substr(colon + 2);
    const bool expected = what.compare(0, 8, "expected") == 0;
    fields.headline = StrCat("the shape is wrong: ", what, expected ? ", found " : "",
                             expected ? in.Found(at) : "");
    fields.details.clear();
  }
  return in.Locate(Status(std::move(fields)), at);
}

}  // namespace

StatusOr<Shape> ReadShape(TextReader& in, int64_t max_parts) {
  const size_t begin = in.position();
  if (CountPartsInText(in.text().substr(begin)) > max_parts) {  // parts.c1
    return in.Locate(PartsBudget::Exceeded(), begin);
  }
  size_t length = 0;
  StatusOr<Shape> shape = ShapeUtil::ParseShapePrefix(in.text().substr(begin), &length,
                                                      /*blank_before_layout=*/true);
  if (!shape.ok()) return Relocate(shape.status(), in, begin, begin + length);
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
