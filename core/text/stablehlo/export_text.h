// The spelling of StableHLO's types, constants, strings and lists, as MLIR prints them.
#ifndef HLOOM_TEXT_STABLEHLO_EXPORT_TEXT_H_
#define HLOOM_TEXT_STABLEHLO_EXPORT_TEXT_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/span.h"
#include "base/str_cat.h"
#include "literal/literal.h"
#include "text/mlir/mlir_tree.h"

namespace hloom::stablehlo_text {

// "tensor<2x3xf32>", "tensor<?x3xf32, #stablehlo.bounds<4, ?>>", "!stablehlo.token",
// "tuple<tensor<f32>, tensor<i1>>". The layout is left out.
void AppendType(std::string& out, const Shape& shape);
std::string TypeText(const Shape& shape);

// A string in quotes: \ is \\, and \0A and \22 are the hexadecimal codes of other characters that
// cannot be printed.
std::string Quoted(std::string_view text);
// @name, or @"na-me" for a name with other characters than letters, digits, '_', '$' and '.'.
std::string Symbol(std::string_view name);
// The key of a dictionary: a name, or a string in quotes.
std::string Key(std::string_view name);

// {name = "value", ...}
std::string StringDictionary(const std::map<std::string, std::string>& entries);

// Attributes: their names and texts.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;
// {a = 1 : i64, use_global_device_ids}: sorted as MLIR sorts dictionaries. An empty text is the
// unit attribute.
std::string Dictionary(NamedTexts attributes);

// The attribute that the text, of a user's program, states in the syntax of MLIR, as a part of
// `module`; null if it states none. The text must outlive the module.
const mlir::Attribute* AttributeOfText(std::string_view text, mlir::Module& module);
// True if the text may stand where MLIR expects a dictionary.
bool IsDictionaryText(std::string_view text);

// "[1, 2]"
template <typename Range>
std::string SquareList(const Range& range) {
  return StrCat("[", StrJoin(range, ", "), "]");
}
// "array<i64: 1, 2>", "array<i64>"
std::string I64Array(Span<const int64_t> values);
// "3 : i64"
std::string I64(int64_t value);
// "dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>" of values row by row.
std::string DenseI64(Span<const int64_t> values, int64_t rows, int64_t columns);

// "1.000000e+00", "3.14159274", "0x7FC00000": 6 digits if they read back as the same number, then
// 9 or 17; in hexadecimal what has no decimal form with a point.
std::string FloatText(float value);
std::string DoubleText(double value);

// "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>". A splat has its value once. Arrays of more than 100
// elements are one hexadecimal string of the bytes, as in MLIR; arrays of types narrower than a
// byte stay lists, because versions of MLIR store them in different ways. The literal is a static
// array without padding. text.w1: the text is much too long.
StatusOr<std::string> DenseElements(const Literal& literal);
// True if the elements of a static array without padding have the same bits.
bool IsUniform(const Literal& literal);

}  // namespace hloom::stablehlo_text

#endif  // HLOOM_TEXT_STABLEHLO_EXPORT_TEXT_H_
