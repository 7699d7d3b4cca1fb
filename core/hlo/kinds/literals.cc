#include "hlo/kinds/literals.h"

#include <algorithm>

#include "base/hash.h"
#include "base/rules.h"
#include "base/str_cat.h"
#include "base/wire_util.h"
#include "hlo/kinds/js_form.h"
#include "literal/literal_parser.h"
#include "literal/literal_proto.h"
#include "shape/index_util.h"

namespace hloom {

namespace {

// ---- literal ----

// The bytes of a value of this shape that its text of `length` characters does not account for: an
// element takes at least a character and a comma, and at most 16 bytes. Clamped, because the sum
// over a tuple's arrays may overflow.
int64_t BytesBeyond(const Shape& shape, size_t length) {
  constexpr int64_t kMost = int64_t{1} << 40;
  int64_t bytes = -static_cast<int64_t>(length) * 8;
  for (const Shape* leaf : ShapeUtil::ArrayLeaves(shape))
    bytes += std::min(ShapeUtil::ByteSizeOf(*leaf), kMost);
  return std::max(bytes, int64_t{0});
}

Status TooMuchUnwritten() {
  return ResourceExhausted(kMemoryC2)
      .Say(StrCat("the constants up to here take more than ", kLargestUnwrittenLiteral,
                  " bytes that are not written in the text"))
      .Help(
          "broadcast a scalar where all elements are the same: that takes no memory in the "
          "program");
}

// Reads the elements of a literal that has the shape of the instruction.
Status ParseLiteralAttribute(Literal& value, TextReader& in, const Shape* shape) {
  const size_t begin = in.position();
  size_t position = begin;
  if (shape == nullptr) return in.Expected("no literal: the instruction has no shape");
  // Checked before any memory is allocated, as if all the rest of the text were this literal.
  const int64_t least = BytesBeyond(*shape, in.text().size() - begin);
  if (least > 0 && least <= kLargestUnwrittenLiteral &&
      in.AddUnwritten(0) > kLargestUnwrittenLiteral - least) {
    return in.Locate(TooMuchUnwritten(), begin);
  }
  StatusOr<Literal> literal = ParseLiteralAt(*shape, in.text(), &position);
  if (!literal.ok()) return in.Locate(literal.status(), position);
  if (in.AddUnwritten(BytesBeyond(*shape, position - begin)) > kLargestUnwrittenLiteral) {
    return in.Locate(TooMuchUnwritten(), begin);
  }
  value = *std::move(literal);
  in.set_position(position);
  return OkStatus();
}

// Hashes the shape without its layout, and the first elements of an array: most constants that
// differ do so there.
void HashLiteral(const Literal& literal, Hasher& hasher) {
  constexpr int kElements = 32;
  if (!literal.valid()) return;
  const Shape& shape = literal.shape();
  hasher.AddNumber(static_cast<uint64_t>(shape.element_type()));
  hasher.AddInt64(shape.parts());
  if (!shape.IsArray()) return;
  const std::vector<int64_t> sizes = literal.live_sizes();
  hasher.AddInt64s(sizes);
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return;
  const auto width = static_cast<size_t>(ByteWidth(shape.element_type()));
  std::vector<int64_t> index(sizes.size());
  for (int i = 0; i < kElements; ++i) {
    const int64_t at = IndexUtil::MultidimensionalIndexToLinearIndex(shape, index);
    const char* const element = literal.data<char>() + static_cast<size_t>(at) * width;
    hasher.AddText({element, width});
    if (!IndexUtil::BumpIndices(sizes, index)) return;
  }
}

constexpr JsForm kLiteralForm = {
    .type = JsForm::Type::kLiteral,
    .meaning = "a literal",
    .example = "a Literal, a number, bigint or boolean, or nested arrays of them",
    .default_text = "none"};

void WriteLiteralAttribute(const Literal& value, int field, WireWriter& out) {
  out.BeginMessage(field);
  WriteLiteralProto(value, out);
  out.EndMessage();
}
Status ReadLiteralAttribute(Literal& value, const WireReader& field) {
  HLOOM_ASSIGN_OR_RETURN(WireReader message, field.Message());
  HLOOM_ASSIGN_OR_RETURN(value, ReadLiteralProto(message));
  return OkStatus();
}

constexpr Codec<Literal> kLiteral = {
    .name = "literal",
    .print = [](const Literal& value, std::string& out) { out.append(value.ToHloConstant()); },
    .parse = ParseLiteralAttribute,
    .is_default = [](const Literal& value) { return !value.valid(); },
    .hash = HashLiteral,
    .write = WriteLiteralAttribute,
    .read = ReadLiteralAttribute,
    .js = &kLiteralForm,
    .read_json = [](Literal& value,
                    const JsonInput& in) { return Store(in.values.LiteralOf(in.json), &value); },
};

// ---- shaped_literal ----

constexpr Codec<ShapedLiteral> kShapedLiteral = {
    .name = "shaped_literal",
    .print = [](const ShapedLiteral& shaped,
                std::string& out) { out.append(shaped.value.ToStringWithLayout()); },
    .parse = [](ShapedLiteral& shaped, TextReader& in, const Shape*) -> Status {
      size_t position = in.position();
      StatusOr<Literal> literal = ParseLiteralAt(in.text(), &position);
      if (!literal.ok()) return in.Locate(literal.status(), position);
      shaped.value = *std::move(literal);
      in.set_position(position);
      return OkStatus();
    },
    .equal =
        [](const ShapedLiteral& a, const ShapedLiteral& b) {
          if (!a.value.valid() || !b.value.valid()) return a.value.valid() == b.value.valid();
          return a.value.shape() == b.value.shape() && a.value == b.value;
        },
    .hash = [](const ShapedLiteral& shaped, Hasher& hasher) { HashLiteral(shaped.value, hasher); },
    .write = [](const ShapedLiteral& shaped, int field,
                WireWriter& out) { WriteLiteralAttribute(shaped.value, field, out); },
    .read = [](ShapedLiteral& shaped,
               const WireReader& field) { return ReadLiteralAttribute(shaped.value, field); },
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<Literal>() {
  return MakeKind<kLiteral>();
}
template <>
const AttributeKind& AttributeKindOf<ShapedLiteral>() {
  return MakeKind<kShapedLiteral>();
}

}  // namespace hloom
