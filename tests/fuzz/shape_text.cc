// Text as a shape: what parses prints to text that parses to the same, and survives as bytes.
#include "fuzz/check.h"
#include "shape/shape_proto.h"
#include "shape/shape_util.h"

using namespace hloom;        // NOLINT
using namespace hloom::fuzz;  // NOLINT

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const StatusOr<Shape> shape = ShapeUtil::ParseShape(Text(data, size));
  if (!shape.ok()) {
    CheckError(shape.status());
    return 0;
  }
  Check(ShapeUtil::ValidateShape(*shape).ok(), "an invalid shape was parsed");
  const std::string printed = shape->ToString(/*print_layout=*/true);
  const StatusOr<Shape> again = ShapeUtil::ParseShape(printed);
  Check(again.ok() && *again == *shape, "what was printed is another shape", printed);
  WireWriter out;
  WriteShapeProto(*shape, out);
  const StatusOr<Shape> read = ReadShapeProto(WireReader(out.bytes()));
  Check(read.ok() && ShapeUtil::EqualIgnoringLayout(*read, *shape), "bytes are another shape",
        printed);
  return 0;
}
