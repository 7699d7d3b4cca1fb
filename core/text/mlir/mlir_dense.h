// Elements of MLIR's dense constants: lists of numbers, and raw bytes.
#ifndef HLOOM_TEXT_MLIR_MLIR_DENSE_H_
#define HLOOM_TEXT_MLIR_MLIR_DENSE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "base/status.h"
#include "literal/literal.h"
#include "text/mlir/mlir_tree.h"

namespace hloom::mlir {

using DenseLiteral = std::shared_ptr<const Literal>;

// An error in a list of elements, and its offset in the list.
struct DenseError {
  size_t offset = 0;
  std::string what = {};
  std::string help = {};
};

// True if constants may have the type: a tensor of static dimensions whose elements are numbers.
bool IsDenseType(const Type& type);
// Reads "1.0", "[[1, 2], [3, 4]]", "(1.0, 0x7FC00000)", "" as elements of `type`, for which
// IsDenseType holds. A single number without brackets is a splat. Returns null with `error`.
DenseLiteral ReadDenseList(const Type& type, std::string_view list, DenseError& error);
// Elements as MLIR has them in memory, in little-endian order: an element takes its width in bytes,
// rounded up. Elements of i1 take a byte each, or are packed: element i is bit i % 8 of byte i / 8.
// The bytes of a single element are a splat. Returns null with `error` if the size is wrong.
DenseLiteral ReadDenseBytes(const Type& type, std::string_view bytes, DenseError& error);
// Does the same with bytes in hexadecimal: "0000803F".
DenseLiteral ReadDenseHex(const Type& type, std::string_view digits, DenseError& error);
// The bytes of a hexadecimal text. False if it is none.
bool DecodeHex(std::string_view digits, char* bytes);

// Reads an integer of `bits` bits with its sign, decimal or hexadecimal, without regard to the
// type's sign: 255 and -1 are the same i8. False if it is none, or does not fit.
bool ReadMlirInteger(std::string_view word, int bits, int64_t& value);
// Reads a floating-point number, or the bits of one in hexadecimal, as MLIR writes infinities and
// NaNs.
bool ReadMlirFloat(std::string_view word, PrimitiveType type, double& value);

}  // namespace hloom::mlir

#endif  // HLOOM_TEXT_MLIR_MLIR_DENSE_H_
