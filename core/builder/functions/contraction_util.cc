#include "builder/functions/contraction_util.h"

#include <utility>

#include "base/str_cat.h"
#include "builder/contraction_specs.h"

namespace hloom {

StatusOr<XlaOp> AddProduct(XlaBuilder* builder, HloOpcode opcode, std::vector<XlaOp> operands,
                           std::unique_ptr<Attributes> attributes,
                           std::optional<PrimitiveType> preferred_element_type) {
  XlaBuilder::Instruction product = {
      .opcode = opcode, .operands = std::move(operands), .attributes = std::move(attributes)};
  if (preferred_element_type) {
    if (!IsArrayType(*preferred_element_type)) {
      return InvalidArgument(kDotFunctionC2)
          .Op(GetOpDef(opcode).name)
          .Say(MessageCat("`preferred_element_type` is "_msg,
                          PrimitiveTypeName(*preferred_element_type)))
          .Help(StrCat("the element types of arrays are ", ArrayTypeNames()))
          .At(builder->NextLocation(opcode));
    }
    product.given_shape = ShapeUtil::MakeScalarShape(*preferred_element_type);
  }
  return builder->AddInstruction(std::move(product));
}

}  // namespace hloom
