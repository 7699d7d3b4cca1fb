// Text as a literal: what parses prints to text that parses to what prints the same, and survives
// as bytes.
#include "fuzz/check.h"
#include "literal/literal_parser.h"
#include "literal/literal_proto.h"
#include "shape/shape_util.h"

using namespace hloom;        // NOLINT
using namespace hloom::fuzz;  // NOLINT

// One written value may stand for a gigabyte of elements, as in f32[100000000] 0.1. They are read
// at once, but printed and read again one by one, which here takes longer than an input may.
constexpr int64_t kMostBytes = int64_t{1} << 20;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const StatusOr<Literal> literal = ParseLiteral(Text(data, size));
  if (!literal.ok()) {
    CheckError(literal.status());
    return 0;
  }
  if (ShapeUtil::ByteSizeOf(literal->shape()) > kMostBytes) return 0;
  const std::string printed = literal->ToString();
  const StatusOr<Literal> again = ParseLiteral(printed);
  Check(again.ok(), "what was printed does not parse", printed);
  Check(again->ToString() == printed, "print, parse, print is not stable", printed);
  if (literal->shape().is_dynamic()) return 0;  // bytes of literals have no live sizes
  WireWriter out;
  WriteLiteralProto(*literal, out);
  const StatusOr<Literal> read = ReadLiteralProto(WireReader(out.bytes()));
  Check(read.ok() && *read == *literal, "bytes are another literal", printed);
  return 0;
}
