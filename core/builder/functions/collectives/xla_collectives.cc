#include "builder/functions/collectives/xla_collectives.h"

#include "base/str_cat.h"
#include "builder/functions/function_util.h"
#include "builder/functions/functions.h"
#include "ops/collectives/collective_attributes.h"
#include "ops/rules.h"

namespace hloom {
namespace collective_internal {

XlaOp BroadcastEach(Span<const XlaOp> operands, const Meeting& meeting, bool has_dynamic_root) {
  XlaBuilder* builder = BuilderOfAll(operands);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    std::vector<XlaOp> sent;
    for (const XlaOp& operand : operands) {
      auto attributes = AttributesOfMeeting<CollectiveBroadcastAttributes>(meeting);
      attributes.has_dynamic_root = has_dynamic_root;
      HLOOM_ASSIGN_OR_RETURN(
          const XlaOp one,
          builder->AddInstruction({.opcode = HloOpcode::kCollectiveBroadcast,
                                   .operands = {operand},
                                   .attributes = MakeAttributes(std::move(attributes))}));
      sent.push_back(one);
    }
    return sent.size() == 1 ? sent[0] : Tuple(builder, {sent.data(), sent.size()});
  });
}

XlaOp Permute(Span<const XlaOp> operands, const SourceTargetPairs& pairs,
              const OptionalChannel& channel, bool inplace) {
  if (!inplace) return MultiCollectivePermute(operands, pairs, channel);
  XlaBuilder* builder = BuilderOfAll(operands);
  return InBuilder(builder, [&]() -> StatusOr<XlaOp> {
    constexpr HloOpcode kOpcode = HloOpcode::kCollectivePermute;
    return Status(InvalidArgument(kArityC1)
                      .Op(GetOpDef(kOpcode).name)
                      .Say("inplace asks for operands that receive the result")
                      .Detail("the operation takes only operands that it sends")
                      .Help("leave inplace out, and put the result into an array with "
                            "`DynamicUpdateSlice`"_msg)
                      .At(builder->NextLocation(kOpcode)));
  });
}

}  // namespace collective_internal
}  // namespace hloom
