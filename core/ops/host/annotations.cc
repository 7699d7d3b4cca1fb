#include "ops/host/annotations.h"

#include "base/str_cat.h"
#include "base/utf8.h"
#include "ops/host/custom_call.h"
#include "ops/infer_util.h"
#include "ops/rules.h"

namespace hloom {

namespace {

constexpr Annotation kAnnotations[] = {
    // Shardings of arrays: GSPMD's names, and Shardy's.
    {"Sharding", AnnotationKind::kIdentity},
    {"ShardBarrierFrom", AnnotationKind::kIdentity},
    {"ShardBarrierTo", AnnotationKind::kIdentity},
    {"xla.sdy.Sharding", AnnotationKind::kIdentity},
    {"xla.sdy.FuncResultSharding", AnnotationKind::kIdentity},
    {"xla.sdy.PropagationBarrier", AnnotationKind::kIdentity},
    {"InspectSharding", AnnotationKind::kRemark},
    {"xla.sdy.ShardingGroup", AnnotationKind::kRemark},
    {"SPMDFullToShardShape", AnnotationKind::kBoundary},
    {"SPMDShardToFullShape", AnnotationKind::kBoundary},
    {"xla.sdy.GlobalToLocalShape", AnnotationKind::kBoundary},
    {"xla.sdy.LocalToGlobalShape", AnnotationKind::kBoundary},
    // Memory spaces and layouts of arrays.
    {"annotate_device_placement", AnnotationKind::kIdentity},
    {"MoveToHost", AnnotationKind::kIdentity},
    {"MoveToDevice", AnnotationKind::kIdentity},
    {"PinToDevice", AnnotationKind::kIdentity},
    {"PinToDeviceSram", AnnotationKind::kIdentity},
    {"LayoutConstraint", AnnotationKind::kIdentity},
    // A promise about indices.
    {"AssumeGatherIndicesInBound", AnnotationKind::kIdentity},
};

Shape OperandsTogether(const InferContext& context) {
  return ShapeUtil::MakeMaybeTupleShape(OperandShapes(context));
}

}  // namespace

const Annotation* FindAnnotation(std::string_view target) {
  for (const Annotation& annotation : kAnnotations) {
    if (annotation.target == target) return &annotation;
  }
  return nullptr;
}

Handed HandedBy(Span<const Shape* const> operands, const Shape& result) {
  if (operands.size() == 1 && ShapeUtil::EqualIgnoringLayout(*operands[0], result)) {
    return Handed::kOperand;
  }
  if (ShapeUtil::IsEmptyTuple(result)) return Handed::kNothing;
  if (result.tuple_shapes().size() != operands.size()) return Handed::kOther;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!ShapeUtil::EqualIgnoringLayout(*operands[i], result.tuple_shapes()[i])) {
      return Handed::kOther;
    }
  }
  return result.IsTuple() ? Handed::kOperands : Handed::kOther;
}

Handed HandedBy(const HloInstruction& call) {
  const std::vector<const Shape*> operands = OperandShapesOf(call);
  return HandedBy(Span<const Shape* const>(operands.data(), operands.size()), call.shape());
}

StatusOr<Shape> InferAnnotation(const InferContext& context, std::string_view target) {
  const Annotation* const annotation = FindAnnotation(target);
  if (annotation == nullptr) return *context.given_shape;
  const Shape& given = *context.given_shape;
  const Shape operands = OperandsTogether(context);
  // The operand determines the dynamic dimensions of the result.
  if (context.given_follows && ShapeUtil::Compatible(operands, given)) return operands;
  const Handed handed = HandedBy(context.operands, given);
  const bool right = !context.operands.empty() &&
                     (handed == Handed::kOperand || handed == Handed::kOperands ||
                      (handed == Handed::kNothing && annotation->kind == AnnotationKind::kRemark) ||
                      annotation->kind == AnnotationKind::kBoundary);
  if (right) return given;
  return InvalidArgument(kCustomCallC12)
      .Say(StrCat("\"", target, "\" with ",
                  Count(static_cast<int64_t>(context.operands.size()), "operand"), " gives ",
                  given.ToString()))
      .Help(
          StrCat("it returns its operands",
                 context.operands.empty() ? std::string() : StrCat(": write ", operands.ToString()),
                 "; functions of your own have other names"));
}

Status ChangesShape(const HloInstruction& call) {
  const std::string& target = call.attributes<CustomCallAttributes>().custom_call_target;
  const std::string from =
      call.operands().empty() ? std::string("nothing") : call.operand(0)->shape().ToString();
  return Unimplemented(kCustomCallC13)
      .Say(StrCat("\"", target, "\" makes ", call.shape().ToString(), " of ", from))
      .Detail(
          "it marks the place where an array of all devices becomes the part of each, or the "
          "reverse: "
          "XLA's partitioner replaces it")
      .Help(
          "give the program after partitioning: in JAX, "
          "jax.jit(f).lower(...).compile().as_text()");
}

}  // namespace hloom
