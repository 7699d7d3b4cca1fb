// Sets of element types: which ones an operation takes.
#ifndef HLOOM_SHAPE_TYPE_SET_H_
#define HLOOM_SHAPE_TYPE_SET_H_

#include <cstdint>
#include <string_view>

#include "shape/primitive_type.h"

namespace hloom {

// Names the element types that an operation takes.
enum class TypeSet : uint8_t {
  kAny,
  kArithmetic,         // integers, floats, complex
  kOrdered,            // PRED, integers, floats
  kReal,               // integers, floats
  kSigned,             // signed integers, floats, complex
  kIntegral,           // integers
  kLogical,            // PRED, integers
  kFloating,           // floats
  kFloatingOrComplex,  // floats, complex
  kWideFloating,       // F32, F64: what complex numbers are made of
  kPred,
  kArray,  // PRED, integers, floats, complex: every array type
  kNone,
};
bool TypeSetContains(TypeSet set, PrimitiveType type);
// "PRED, S32, S64, ..." and "an arithmetic type (not PRED)", for documentation and errors.
std::string_view TypeSetPhrase(TypeSet set);

}  // namespace hloom

#endif  // HLOOM_SHAPE_TYPE_SET_H_
