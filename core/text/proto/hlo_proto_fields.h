// Field numbers of XLA's hlo.proto. Those of attributes are with the attributes, in ops/.
#ifndef HLOOM_TEXT_PROTO_HLO_PROTO_FIELDS_H_
#define HLOOM_TEXT_PROTO_HLO_PROTO_FIELDS_H_

namespace hloom::hlo_proto {

enum ModuleField {
  kModuleName = 1,
  kEntryName = 2,
  kComputations = 3,
  kHostProgramShape = 4,
  kEntryId = 6,
  kPayloads = 22,
};

enum ComputationField {
  kComputationName = 1,
  kInstructions = 2,
  kProgramShape = 4,
  kComputationId = 5,
  kRootId = 6,
  kIsFusionComputation = 7,
  kExecutionThread = 8,
};

enum InstructionField {
  kInstructionName = 1,
  kOpcode = 2,
  kShape = 3,
  kInstructionId = 35,
  kOperandIds = 36,
  kCalledComputationIds = 38,
  kBackendConfigPayload = 99,
};

}  // namespace hloom::hlo_proto

#endif  // HLOOM_TEXT_PROTO_HLO_PROTO_FIELDS_H_
