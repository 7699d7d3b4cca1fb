#include "text/stablehlo/import_types.h"

#include <algorithm>

#include "base/str_cat.h"
#include "literal/convert.h"
#include "text/stablehlo/import_rules.h"

namespace hloom::stablehlo {

namespace {

using mlir::Type;

// Types nest only as deep as HLO's tuples may.
constexpr int kMostTypeDepth = ShapeUtil::kMaxTupleDepth;

bool HasUnknownSize(const Type& type, int depth) {
  if (depth > kMostTypeDepth) return false;
  if (type.kind == Type::Kind::kTensor) {
    for (size_t i = 0; i < type.dimensions.size(); ++i) {
      if (type.dimensions[i] != Type::kDynamic) continue;
      if (i >= type.bounds.size() || type.bounds[i] == Type::kDynamic) return true;
    }
  }
  for (const Type* part : type.parts) {
    if (HasUnknownSize(*part, depth + 1)) return true;
  }
  return false;
}

std::string ReasonAgainst(const Type& type, int depth) {
  if (depth > kMostTypeDepth) return StrCat("a tuple nested more than ", kMostTypeDepth, " deep");
  switch (type.kind) {
    case Type::Kind::kTensor:
      if (type.unranked) return "its rank is unknown, and HLO's arrays have ranks";
      if (!IsArrayType(type.element_type)) {
        return type.text.find("quant") != std::string::npos ? "hloom has no quantized types"
                                                            : "HLO has no such element type";
      }
      return {};
    case Type::Kind::kToken:
      return {};
    case Type::Kind::kFuture:  // the values themselves
    case Type::Kind::kTuple:
      for (const Type* part : type.parts) {
        if (std::string reason = ReasonAgainst(*part, depth + 1); !reason.empty()) return reason;
      }
      return {};
    case Type::Kind::kOther:
      if (type.text.find("quant") != std::string::npos) return "hloom has no quantized types";
      break;
    case Type::Kind::kScalar:
    case Type::Kind::kFunction:
    case Type::Kind::kNone:
      break;
  }
  return "values of HLO are tensors, tuples and tokens";
}

StatusOr<Shape> TensorShape(const Type& type) {
  if (std::find(type.dimensions.begin(), type.dimensions.end(), Type::kDynamic) ==
      type.dimensions.end()) {
    return ShapeUtil::MakeValidatedShape(type.element_type, type.dimensions);
  }
  std::vector<int64_t> sizes = type.dimensions;
  std::vector<bool> dynamic(sizes.size(), false);
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] != Type::kDynamic) continue;
    if (i >= type.bounds.size() || type.bounds[i] == Type::kDynamic) {
      return InvalidArgument(kStableHloC8)
          .Say(StrCat("the size of dimension ", i, " of ", ToString(type), " is not known"))
          .Help("give the shapes of the arguments when the program is read");
    }
    sizes[i] = type.bounds[i];
    dynamic[i] = true;
  }
  HLOOM_RETURN_IF_ERROR(ShapeUtil::MakeValidatedShape(type.element_type, sizes).status());
  return ShapeUtil::MakeShape(type.element_type, sizes, dynamic);
}

// `depth` is bounded by ReasonAgainst(), which comes first.
StatusOr<Shape> ShapeOfMeaningful(const Type& type) {
  if (type.kind == Type::Kind::kTensor) return TensorShape(type);
  if (type.kind == Type::Kind::kToken) return ShapeUtil::MakeTokenShape();
  std::vector<Shape> parts;
  for (const Type* part : type.parts) {
    HLOOM_ASSIGN_OR_RETURN(Shape shape, ShapeOfMeaningful(*part));
    parts.push_back(std::move(shape));
  }
  return type.kind == Type::Kind::kFuture ? ShapeUtil::MakeMaybeTupleShape(parts)
                                          : ShapeUtil::MakeTupleShape(parts);
}

}  // namespace

bool HasUnknownSize(const Type& type) { return HasUnknownSize(type, 0); }
std::string ReasonAgainst(const Type& type) { return ReasonAgainst(type, 0); }

StatusOr<Shape> ShapeOfType(const Type& type) {
  if (const std::string reason = ReasonAgainst(type); !reason.empty()) {
    return Unimplemented(kStableHloC1)
        .Say(StrCat("type ", ToString(type), ": ", reason))
        .Help("use tensors of the element types of HLO, and tuples of them");
  }
  return ShapeOfMeaningful(type);
}

bool Fits(const Type& declared, const Shape& shape) {
  switch (declared.kind) {
    case Type::Kind::kToken:
      return shape.IsToken();
    case Type::Kind::kFuture:
      if (declared.parts.size() == 1) return Fits(*declared.parts[0], shape);
      [[fallthrough]];
    case Type::Kind::kTuple:
      // A shape is at most ShapeUtil::kMaxTupleDepth deep.
      if (!shape.IsTuple() || shape.tuple_shapes().size() != declared.parts.size()) return false;
      for (size_t i = 0; i < declared.parts.size(); ++i) {
        if (!Fits(*declared.parts[i], shape.tuple_shapes()[i])) return false;
      }
      return true;
    case Type::Kind::kTensor:
      break;
    default:
      return false;
  }
  if (!shape.IsArray() || shape.element_type() != declared.element_type) return false;
  if (declared.unranked || declared.dimensions.size() != shape.dimensions().size()) return false;
  for (size_t i = 0; i < declared.dimensions.size(); ++i) {
    const int64_t dimension = static_cast<int64_t>(i);
    const int64_t size = shape.dimensions(dimension);
    if (declared.dimensions[i] != Type::kDynamic) {
      if (declared.dimensions[i] != size || shape.is_dynamic_dimension(dimension)) return false;
    } else if (i < declared.bounds.size() && declared.bounds[i] != Type::kDynamic) {
      if (size > declared.bounds[i]) return false;
    }
  }
  return true;
}

std::string TypeText(const Shape& shape) {
  if (!shape.IsArray()) return shape.ToString();
  std::string text = "tensor<";
  std::string bounds;
  for (int64_t i = 0; i < shape.rank(); ++i) {
    const bool dynamic = shape.is_dynamic_dimension(i);
    StrAppend(text, dynamic ? std::string("?") : StrCat(shape.dimensions(i)), "x");
    StrAppend(bounds, i > 0 ? ", " : "", dynamic ? StrCat(shape.dimensions(i)) : std::string("?"));
  }
  StrAppend(text, mlir::MlirElementType(shape.element_type()));
  if (shape.is_dynamic()) StrAppend(text, ", #stablehlo.bounds<", bounds, ">");
  return text + ">";
}

std::optional<std::vector<int64_t>> IntegersOf(const Literal& literal, int64_t most) {
  const Shape& shape = literal.shape();
  if (!shape.IsArray() || shape.is_dynamic() || literal.element_count() > most) return std::nullopt;
  if (!IsIntegralType(shape.element_type()) && shape.element_type() != PRED) return std::nullopt;
  const StatusOr<Literal> wide = ConvertElements(literal, S64);
  if (!wide.ok()) return std::nullopt;
  const int64_t* const data = wide->data<int64_t>();
  return std::vector<int64_t>(data, data + wide->element_count());
}

}  // namespace hloom::stablehlo
