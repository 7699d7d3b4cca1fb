// copy-start, copy-done: a copy that a back end may make while it computes something else.
//
//   %start = (f32[8]{0:S(1)}, f32[8], u32[]) copy-start(%x)
//   %done = f32[8]{0:S(1)} copy-done(%start)
#include "ops/control/copy_start.h"

#include "ops/infer_util.h"

namespace hloom {

namespace {

constexpr OperandSpec kStartOperand[] = {{"operand", "an array, or a value of any other shape"}};
constexpr OperandSpec kDoneOperand[] = {{"start", "the result of copy-start"}};
constexpr Rule kCopyDoneC1 = {
    "copy_done.c1",
    "the operand has the shape of the result of copy-start: (copy, operand, u32[])"};
constexpr Rule kDoneRules[] = {kCopyDoneC1};

Shape StartShape(const Shape& operand) {
  return ShapeUtil::MakeTupleShape({operand, operand, ShapeUtil::MakeScalarShape(U32)});
}

StatusOr<Shape> InferCopyStart(const InferContext& context) {
  return StartShape(context.operand(0));
}

StatusOr<Shape> InferCopyDone(const InferContext& context) {
  const Shape& start = context.operand(0);
  const bool right = start.IsTuple() && !start.tuple_shapes().empty() &&
                     ShapeUtil::EqualIgnoringLayout(start, StartShape(start.tuple_shapes()[0]));
  if (right) return start.tuple_shapes()[0];
  return InvalidArgument(kCopyDoneC1)
      .Say(StrCat("the operand is ", start.ToString()))
      .Help("give the result of copy-start, such as (f32[3], f32[3], u32[])");
}

}  // namespace

constexpr OpDef kCopyStartDef = {
    .opcode = HloOpcode::kCopyStart,
    .name = "copy-start",
    .operands = kStartOperand,
    .min_operands = 1,
    .max_operands = 1,
    .make_attributes = MakeDefaultAttributes<CopyStartAttributes>,
    .infer_shape = InferCopyStart,
    .traits = {.keeps_type = true},
    .doc =
        "Starts a copy, which copy-done completes. Compilers emit the two to move a value to "
        "another kind of memory while other operations run. The result is the tuple of the copy, "
        "the operand and a number of the back end, which is 0 in hloom. The layout of the copy may "
        "differ from the operand's. hloom copies immediately.",
    .source = "XLA, HloCopyStartInstruction",
};

constexpr OpDef kCopyDoneDef = {
    .opcode = HloOpcode::kCopyDone,
    .name = "copy-done",
    .operands = kDoneOperand,
    .min_operands = 1,
    .max_operands = 1,
    .rules = kDoneRules,
    .infer_shape = InferCopyDone,
    .traits = {.keeps_type = true},
    .doc = "Waits for the copy that copy-start began and returns it.",
    .source = "XLA, HloCopyStartInstruction",
};

}  // namespace hloom
