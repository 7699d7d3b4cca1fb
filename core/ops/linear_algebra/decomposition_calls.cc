#include "ops/linear_algebra/decomposition_calls.h"

#include <algorithm>

#include "base/str_cat.h"

namespace hloom {

namespace {

using Form = DecompositionPart::Form;
using Type = DecompositionPart::Type;
using Part = DecompositionPart;

constexpr Part kMatrix[] = {{Form::kMatrix}};
constexpr Part kReflectors[] = {{Form::kMatrix}, {Form::kReflectors}};
constexpr Part kQrParts[] = {{Form::kMatrix}, {Form::kDiagonal}};
constexpr Part kLuParts[] = {
    {Form::kMatrix}, {Form::kDiagonal, Type::kIndex}, {Form::kRows, Type::kIndex}};
constexpr Part kEighParts[] = {{Form::kRowSquare}, {Form::kRows, Type::kReal}};
constexpr Part kSvdParts[] = {
    {Form::kRowSquare}, {Form::kDiagonal, Type::kReal}, {Form::kColumnSquare}};

constexpr DecompositionCall kCalls[] = {
    {"Qr", DecompositionKind::kQr, kMatrix, kQrParts},
    {"ProductOfElementaryHouseholderReflectors", DecompositionKind::kHouseholderProduct,
     kReflectors, kMatrix, /*square=*/false, /*tall=*/true},
    {"LuDecomposition", DecompositionKind::kLu, kMatrix, kLuParts},
    {"Eigh", DecompositionKind::kEigh, kMatrix, kEighParts, /*square=*/true},
    {"Svd", DecompositionKind::kSvd, kMatrix, kSvdParts},
};

int64_t Least(Span<const int64_t> sizes) {
  return std::min(sizes[sizes.size() - 2], sizes[sizes.size() - 1]);
}

// The shape of a part; `reflectors` is null where the part has none.
Shape ShapeOfPart(const Part& part, const Shape& a, const Shape* reflectors) {
  std::vector<int64_t> sizes = SizesOfPart(part, a.dimensions());
  if (part.form == Form::kReflectors) {
    const bool has_count = reflectors->rank() > 0;
    const int64_t count = has_count ? reflectors->dimensions(reflectors->rank() - 1) : 0;
    sizes.back() = std::min(count, Least(a.dimensions()));
  }
  return ShapeUtil::MakeShape(TypeOfPart(part, a.element_type()), sizes);
}

std::string OperandsText(const InferContext& context) {
  std::vector<std::string> texts;
  for (const Shape* operand : context.operands) texts.push_back(operand->ToString());
  return StrCat("(", StrJoin(texts, ", "), ")");
}

// What the call would give for operand 0; empty if it is no such operand.
std::string Expectation(const InferContext& context, const DecompositionCall& call, bool& fits) {
  fits = false;
  if (context.operands.size() != call.operands.size()) return "";
  for (const Shape* operand : context.operands) {
    if (!operand->IsArray() || operand->is_dynamic()) return "";
  }
  const Shape& a = context.operand(0);
  if (a.rank() < 2 || !TypeSetContains(TypeSet::kFloatingOrComplex, a.element_type())) return "";
  const int64_t rows = a.dimensions(a.rank() - 2), columns = a.dimensions(a.rank() - 1);
  if ((call.square && rows != columns) || (call.tall && rows < columns)) return "";
  fits = true;
  std::vector<std::string> operands, results;
  for (size_t i = 0; i < call.operands.size(); ++i) {
    const Shape wanted = ShapeOfPart(call.operands[i], a, &context.operand(i));
    fits = fits && ShapeUtil::EqualIgnoringLayout(wanted, context.operand(i));
    operands.push_back(wanted.ToString());
  }
  const Shape& given = *context.given_shape;
  const bool several = call.results.size() > 1;
  fits = fits && (several ? given.IsTuple() && given.tuple_shapes().size() == call.results.size()
                          : given.IsArray());
  for (size_t i = 0; i < call.results.size(); ++i) {
    const Shape wanted = ShapeOfPart(call.results[i], a, nullptr);
    fits =
        fits && ShapeUtil::EqualIgnoringLayout(wanted, several ? given.tuple_shapes()[i] : given);
    results.push_back(wanted.ToString());
  }
  const std::string gives = StrJoin(results, ", ");
  return StrCat("it takes (", StrJoin(operands, ", "), ") and gives ",
                several ? StrCat("(", gives, ")") : gives);
}

}  // namespace

const DecompositionCall* FindDecompositionCall(std::string_view target) {
  for (const DecompositionCall& call : kCalls) {
    if (call.target == target) return &call;
  }
  return nullptr;
}

std::vector<int64_t> SizesOfPart(const DecompositionPart& part, Span<const int64_t> sizes) {
  std::vector<int64_t> result = sizes.ToVector();
  const int64_t rows = sizes[sizes.size() - 2], columns = sizes[sizes.size() - 1];
  if (part.form == Form::kRowSquare) result.back() = rows;
  if (part.form == Form::kColumnSquare) result[result.size() - 2] = columns;
  if (part.is_matrix()) return result;
  result.pop_back();
  result.back() = part.form == Form::kRows ? rows : std::min(rows, columns);
  return result;
}

PrimitiveType TypeOfPart(const DecompositionPart& part, PrimitiveType type) {
  if (part.type == Type::kIndex) return S32;
  return part.type == Type::kReal && IsComplexType(type) ? ComplexComponentType(type) : type;
}

Status CheckDecompositionCall(const InferContext& context, std::string_view target) {
  const DecompositionCall* const call = FindDecompositionCall(target);
  if (call == nullptr) return OkStatus();
  bool fits = false;
  const std::string expectation = Expectation(context, *call, fits);
  if (fits) return OkStatus();
  return InvalidArgument("custom_call.c10")
      .Say(StrCat(target, " takes ", OperandsText(context), " and gives ",
                  context.given_shape->ToString()))
      .Help(!expectation.empty()
                ? expectation
                : StrCat("it takes ", call->square ? "square matrices" : "matrices",
                         call->tall ? " with as many rows as columns, or more, and taus" : "",
                         ", static floats or complex numbers [..., m, n]; functions of your own "
                         "have other names"));
}

}  // namespace hloom
