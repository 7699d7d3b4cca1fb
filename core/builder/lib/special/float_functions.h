// Shared by the functions on floats: their operands, loops over tables of numbers, and functions of
// F64 that stay exact where the obvious formula loses digits.
#ifndef HLOOM_BUILDER_LIB_SPECIAL_FLOAT_FUNCTIONS_H_
#define HLOOM_BUILDER_LIB_SPECIAL_FLOAT_FUNCTIONS_H_

#include <string_view>
#include <vector>

#include "builder/functions/function_util.h"

namespace hloom {

// math.c1: the operand is an array of floats.
StatusOr<Shape> FloatsOf(std::string_view name, XlaOp operand);
// math.c2: the operands are arrays of F16, BF16, F32 or F64, of one shape.
StatusOr<Shape> SameFloatsOf(std::string_view name, XlaBuilder* builder,
                             Span<const XlaOp> operands);

// Converts the operands to F64, calls a computation that `function` makes, and converts its result
// back: math.c1 for one operand, math.c2 for several.
XlaOp InF64(std::string_view name, Span<const XlaOp> operands,
            XlaOp (*function)(Span<const XlaOp> operands));

// ---- arrays of F64 from here on ----

// A number beside x.
XlaOp Number(XlaOp x, double value);
// The first coefficient is that of the highest power.
XlaOp Polynomial(XlaOp x, Span<const double> coefficients);

// Numbers in rows, one after the other.
struct NumberTable {
  Span<const double> numbers;
  int64_t columns;
};
// Calls `body` in a loop of the program, once for each row of the table: `row` has its numbers,
// beside the last state, and `states` become those of the next row.
std::vector<XlaOp> ForEachRow(const NumberTable& table, std::vector<XlaOp> states,
                              void (*body)(Span<const XlaOp> row, std::vector<XlaOp>& states));

// x - log(above) for `above`, which is 1 + x, also where x is rounded to -1: about x^2 / 2 near 0.
XlaOp LogRemainder(XlaOp x, XlaOp above);
// exp(x) - 1 - x, which is about x^2 / 2 near 0.
XlaOp ExpRemainder(XlaOp x);

// A + 10 where a number is below 10, so that series of 1 / A are exact.
XlaOp RaisedToTen(XlaOp a);
// a (a + 1) ... (a + 9)
XlaOp ProductOfTen(XlaOp a);
// log gamma(a) less Stirling's (a - 1/2) log(a) - a + log(2 pi) / 2, for a >= 10.
XlaOp StirlingRemainder(XlaOp a);
// gamma(a) for a from 10 to 180, without the errors of exponentials of large numbers.
XlaOp GammaFromTen(XlaOp a);

// 28 points of Gauss's quadrature from 0 to 1, each with its weight.
extern const NumberTable kGaussPoints;

}  // namespace hloom

#endif  // HLOOM_BUILDER_LIB_SPECIAL_FLOAT_FUNCTIONS_H_
