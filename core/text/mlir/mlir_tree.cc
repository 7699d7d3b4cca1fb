#include "text/mlir/mlir_tree.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/str_cat.h"

namespace hloom::mlir {
namespace {

struct ElementName {
  std::string_view name;
  PrimitiveType type;
};
constexpr ElementName kElementNames[] = {
    {"i1", PRED},
    {"i2", S2},
    {"i4", S4},
    {"i8", S8},
    {"i16", S16},
    {"i32", S32},
    {"i64", S64},
    {"ui2", U2},
    {"ui4", U4},
    {"ui8", U8},
    {"ui16", U16},
    {"ui32", U32},
    {"ui64", U64},
    {"f4E2M1FN", F4E2M1FN},
    {"f8E3M4", F8E3M4},
    {"f8E4M3", F8E4M3},
    {"f8E4M3FN", F8E4M3FN},
    {"f8E4M3FNUZ", F8E4M3FNUZ},
    {"f8E4M3B11FNUZ", F8E4M3B11FNUZ},
    {"f8E5M2", F8E5M2},
    {"f8E5M2FNUZ", F8E5M2FNUZ},
    {"f8E8M0FNU", F8E8M0FNU},
    {"f16", F16},
    {"bf16", BF16},
    {"f32", F32},
    {"f64", F64},
    {"complex<f32>", C64},
    {"complex<f64>", C128},
};

void AppendDimension(int64_t size, std::string& text) {
  if (size == Type::kDynamic) {
    text += '?';
  } else {
    StrAppend(text, size);
  }
}

void AppendTypes(Span<const Type* const> types, std::string& text) {
  for (size_t i = 0; i < types.size(); ++i) {
    if (i > 0) text += ", ";
    text += ToString(*types[i]);
  }
}

std::string TensorText(const Type& type) {
  std::string text = "tensor<";
  if (type.unranked) text += "*x";
  for (const int64_t size : type.dimensions) {
    AppendDimension(size, text);
    text += 'x';
  }
  text += type.is_index ? std::string_view("index") : MlirElementType(type.element_type);
  if (!type.bounds.empty()) {
    text += ", #stablehlo.bounds<";
    for (size_t i = 0; i < type.bounds.size(); ++i) {
      if (i > 0) text += ", ";
      AppendDimension(type.bounds[i], text);
    }
    text += '>';
  }
  if (!type.text.empty()) StrAppend(text, ", ", type.text);
  return text + '>';
}

std::string FunctionText(const Type& type) {
  const Span<const Type* const> parts(type.parts.data(), type.parts.size());
  std::string text = "(";
  AppendTypes(parts.subspan(0, type.input_count), text);
  text += ") -> ";
  const Span<const Type* const> results =
      parts.subspan(type.input_count, parts.size() - type.input_count);
  const bool alone = results.size() == 1 && results[0]->kind != Type::Kind::kFunction;
  if (!alone) text += '(';
  AppendTypes(results, text);
  if (!alone) text += ')';
  return text;
}

}  // namespace

std::string_view MlirElementType(PrimitiveType type) {
  for (const ElementName& one : kElementNames) {
    if (one.type == type) return one.name;
  }
  return {};
}

PrimitiveType PrimitiveTypeOfMlir(std::string_view name) {
  // si32 is spelled i32 in StableHLO, and both have a sign.
  if (name.size() > 2 && name.substr(0, 2) == "si") name.remove_prefix(1);
  for (const ElementName& one : kElementNames) {
    if (one.name == name) return one.type;
  }
  return PRIMITIVE_TYPE_INVALID;
}

std::string ToString(const Type& type) {
  switch (type.kind) {
    case Type::Kind::kTensor:
      return TensorText(type);
    case Type::Kind::kScalar:
      return std::string(type.is_index ? "index" : MlirElementType(type.element_type));
    case Type::Kind::kToken:
      return "!stablehlo.token";
    case Type::Kind::kNone:
      return "none";
    case Type::Kind::kFunction:
      return FunctionText(type);
    case Type::Kind::kTuple:
    case Type::Kind::kFuture: {
      std::string text = type.kind == Type::Kind::kTuple ? "tuple<" : "!stablehlo.future<";
      AppendTypes(Span<const Type* const>(type.parts.data(), type.parts.size()), text);
      return text + '>';
    }
    case Type::Kind::kOther:
      break;
  }
  return type.text;
}

const Type* Module::Unique(Type type) {
  std::unique_ptr<Type>& slot = types_[ToString(type)];
  if (slot == nullptr) slot = std::make_unique<Type>(std::move(type));
  return slot.get();
}

std::string_view Module::Copy(std::string_view text) {
  if (text.empty()) return {};
  char* copy = static_cast<char*>(Allocate(text.size()));
  std::memcpy(copy, text.data(), text.size());
  return std::string_view(copy, text.size());
}

void* Module::Allocate(size_t bytes) {
  constexpr size_t kAlignment = alignof(std::max_align_t);
  // A text may have many small modules.
  constexpr size_t kFirstBlock = size_t{1} << 10;
  constexpr size_t kBlock = size_t{64} << 10;
  bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (bytes > capacity_ - used_) {
    capacity_ = std::max(bytes, std::min(kBlock, std::max(kFirstBlock, 2 * capacity_)));
    blocks_.push_back(std::make_unique<char[]>(capacity_));
    used_ = 0;
  }
  char* const result = blocks_.back().get() + used_;
  used_ += bytes;
  return result;
}

}  // namespace hloom::mlir
