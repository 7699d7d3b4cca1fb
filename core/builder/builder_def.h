// BuilderDef: the definition of one XlaBuilder function, stated once. The generic entry of
// JavaScript calls functions through this table. ops.json is written from it, and from that the
// typed JavaScript methods and the reference pages.
#ifndef HLOOM_BUILDER_BUILDER_DEF_H_
#define HLOOM_BUILDER_BUILDER_DEF_H_

#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/documentation.h"
#include "builder/xla_builder.h"

namespace hloom {

// The kind of an argument: an operand, from another call, or a value of an attribute kind.
struct ArgumentKind {
  enum class Operand : uint8_t { kNone, kOp, kOps, kComputation, kComputations };

  Operand operand = Operand::kNone;
  const AttributeKind& (*attribute)() = nullptr;
  std::shared_ptr<void> (*make)() = nullptr;  // a value of the attribute kind

  static const ArgumentKind kOp;
  static const ArgumentKind kOps;
  static const ArgumentKind kComputation;
  static const ArgumentKind kComputations;

  std::string_view name() const;  // "op", "op[]", "int64" ..., as in ops.json
  const JsForm& form() const;
};
inline constexpr ArgumentKind ArgumentKind::kOp = {.operand = Operand::kOp};
inline constexpr ArgumentKind ArgumentKind::kOps = {.operand = Operand::kOps};
inline constexpr ArgumentKind ArgumentKind::kComputation = {.operand = Operand::kComputation};
inline constexpr ArgumentKind ArgumentKind::kComputations = {.operand = Operand::kComputations};

// The attribute kind of T.
template <typename T>
inline constexpr ArgumentKind kKind = {
    .attribute = AttributeKindOf<T>,
    .make = []() -> std::shared_ptr<void> { return std::make_shared<T>(); }};

struct ArgumentSpec {
  std::string_view name;  // XLA's: "broadcast_dimensions"
  ArgumentKind kind;
  std::string_view doc;
  bool required = true;
  // The value of an omitted argument, as JSON, if it is not the default of the kind: "-1".
  std::string_view default_json = {};
  // The text of the documentation for it, if it is neither the JSON nor the kind's text.
  std::optional<std::string_view> default_text = {};
  // An operand that JavaScript may also give as a number, or a literal: the argument, an op, a shape
  // or a type, whose element type a number takes. It is "rhs" for lhs: `b.add(1, x)`. In a list of
  // operands, number i takes the type of element i of a list; it takes that of any operation in the
  // list if this is the argument itself, or else S32: `b.dynamicSlice(x, [i, 0], [1, 2])`.
  std::string_view type_of = {};
};

// An argument that becomes an attribute of the operation: it has the name and the documentation of
// the attribute, and is optional if the attribute is optional in HLO text.
template <typename T>
constexpr ArgumentSpec AttributeArgument(const AttributeField& field,
                                         std::string_view default_json = {}) {
  return {field.name, kKind<T>, field.doc, !field.omit_default && !field.optional_in_text,
          default_json};
}

// A decoded argument. The member for its kind is set.
struct Argument {
  bool given = false;
  XlaOp op;
  std::vector<XlaOp> ops;
  std::vector<XlaOp> numbers;  // the constants among them that were made of numbers
  std::vector<XlaComputation> computations;
  // For each computation, the operations that it captures; empty if none was made in a region.
  std::vector<std::vector<XlaOp>> captures;
  // The attribute kind and a value of it: its default if the argument is omitted.
  const AttributeKind* kind = nullptr;
  std::shared_ptr<void> value;

  const XlaComputation& computation() const { return computations[0]; }
  Closure closure(size_t i = 0) const {
    return {computations[i], captures.empty() ? std::vector<XlaOp>() : captures[i]};
  }
  // The value; T must be the C++ type of the kind.
  template <typename T>
  const T& Get() const {
    const T* const typed = ValueAs<T>(*kind, value.get());
    assert(typed != nullptr);
    return *typed;
  }
};
using Arguments = Span<const Argument>;  // one for each ArgumentSpec, in order

// An argument as a parameter of type P: an operand, or a value of the attribute kind of P.
template <typename P>
struct ParameterFrom {
  static const std::remove_cvref_t<P>& Get(const Argument& argument) {
    return argument.Get<std::remove_cvref_t<P>>();
  }
};
template <>
struct ParameterFrom<XlaOp> {
  static XlaOp Get(const Argument& argument) { return argument.op; }
};
template <>
struct ParameterFrom<Span<const XlaOp>> {
  static Span<const XlaOp> Get(const Argument& argument) { return argument.ops; }
};
template <>
struct ParameterFrom<const XlaComputation&> {
  static const XlaComputation& Get(const Argument& argument) { return argument.computation(); }
};
template <>
struct ParameterFrom<std::string_view> {
  static std::string_view Get(const Argument& argument) { return argument.Get<std::string>(); }
};
template <typename T>
struct ParameterFrom<Span<const T>> {
  static Span<const T> Get(const Argument& argument) { return argument.Get<std::vector<T>>(); }
};
template <typename T>
struct ParameterFrom<const T*> {
  static const T* Get(const Argument& argument) { return &argument.Get<T>(); }
};
template <typename T>
struct ParameterFrom<std::optional<T>> {
  static std::optional<T> Get(const Argument& argument) {
    return argument.given ? std::optional<T>(argument.Get<T>()) : std::nullopt;
  }
};
template <typename T>
struct ParameterFrom<const std::optional<T>&> : ParameterFrom<std::optional<T>> {};

// A function that refuses operands by its result reports that to the builder.
inline XlaOp OpOrReport(XlaBuilder*, XlaOp op) { return op; }
inline XlaOp OpOrReport(XlaBuilder* builder, StatusOr<XlaOp> op) {
  return builder->ReportErrorOrReturn(std::move(op));
}

template <auto kFunction, typename R, typename... P, size_t... I>
XlaOp InvokeInOrder(R (*)(P...), XlaBuilder* builder, Arguments arguments,
                    std::index_sequence<I...>) {
  return OpOrReport(builder, kFunction(ParameterFrom<P>::Get(arguments[I])...));
}
template <auto kFunction, typename R, typename... P>
XlaOp InvokeAs(R (*type)(P...), XlaBuilder* builder, Arguments arguments) {
  return InvokeInOrder<kFunction>(type, builder, arguments, std::index_sequence_for<P...>());
}
template <auto kFunction, typename R, typename... P, size_t... I>
XlaOp InvokeInBuilder(R (*)(XlaBuilder*, P...), XlaBuilder* builder,
                      [[maybe_unused]] Arguments arguments, std::index_sequence<I...>) {
  return OpOrReport(builder, kFunction(builder, ParameterFrom<P>::Get(arguments[I])...));
}
template <auto kFunction, typename R, typename... P>
XlaOp InvokeAs(R (*type)(XlaBuilder*, P...), XlaBuilder* builder, Arguments arguments) {
  return InvokeInBuilder<kFunction>(type, builder, arguments, std::index_sequence_for<P...>());
}
// Calls a builder function with the arguments, in the order of its parameters. A builder as the
// first parameter is not an argument. Invoke<Gather> is for a function without overloads;
// InvokeOverload<XlaOp(XlaOp, Span<const int64_t>), Reshape> selects one by its type.
template <auto kFunction>
XlaOp Invoke(XlaBuilder* builder, Arguments arguments) {
  return InvokeAs<kFunction>(kFunction, builder, arguments);
}
template <typename Signature, Signature* kFunction>
XlaOp InvokeOverload(XlaBuilder* builder, Arguments arguments) {
  return Invoke<kFunction>(builder, arguments);
}

struct BuilderDef {
  std::string_view name = {};  // XLA's: "GetTupleElement"
  int overload = 0;            // rows of one name are overloads
  std::string_view group = {};
  Span<const HloOpcode> lowers_to = {};
  Span<const ArgumentSpec> arguments = {};
  // The function's own rules. The operations that it lowers to have theirs.
  Span<const Rule> rules = {};
  XlaOp (*invoke)(XlaBuilder* builder, Arguments arguments) = nullptr;
  Documentation doc = {};
  Documentation source = {};
  Documentation example = {};  // runs with the names of scripts/lib/operation-examples.mjs
  // Set instead of `invoke` for a function that returns a computation. The computation may be null:
  // then the builder keeps the error.
  XlaComputation (*make)(XlaBuilder* builder, Arguments arguments) = nullptr;
  // Set beside `invoke` for a function that has room for what its computations capture.
  XlaOp (*invoke_closures)(XlaBuilder* builder, Arguments arguments) = nullptr;
};

// The tables, one for each family.
Span<const Span<const BuilderDef>> AllBuilderDefs();
const BuilderDef* FindBuilderDef(std::string_view name, int overload);

}  // namespace hloom

#endif  // HLOOM_BUILDER_BUILDER_DEF_H_
