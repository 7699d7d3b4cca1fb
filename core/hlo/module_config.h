// The properties of a whole module, from the first line of its text: replica and partition counts,
// buffers that may be reused, layouts of the parameters.
#ifndef HLOOM_HLO_MODULE_CONFIG_H_
#define HLOOM_HLO_MODULE_CONFIG_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hlo/instruction_extras.h"
#include "shape/shape.h"
#include "shape/shape_index.h"

namespace hloom {

// An output that shares its buffer with a parameter.
struct InputOutputAlias {
  ShapeIndex output_index;
  int64_t parameter_number = 0;
  ShapeIndex parameter_index;
  bool must_alias = false;

  friend bool operator==(const InputOutputAlias&, const InputOutputAlias&) = default;
};

// A parameter whose buffer may be reused by any output.
struct BufferDonor {
  int64_t parameter_number = 0;
  ShapeIndex parameter_index;

  friend bool operator==(const BufferDonor&, const BufferDonor&) = default;
};

// The source locations of instructions, in the shared form of newer XLA versions; ids count from 1.
struct StackFrameIndex {
  struct FileLocation {
    int32_t file_name_id = 0;
    int32_t function_name_id = 0;
    int32_t line = 0;
    int32_t end_line = 0;
    int32_t column = 0;
    int32_t end_column = 0;
    friend bool operator==(const FileLocation&, const FileLocation&) = default;
  };
  struct StackFrame {
    int32_t file_location_id = 0;
    int32_t parent_frame_id = 0;  // 0: none
    friend bool operator==(const StackFrame&, const StackFrame&) = default;
  };
  std::vector<std::string> file_names;
  std::vector<std::string> function_names;
  std::vector<FileLocation> file_locations;
  std::vector<StackFrame> stack_frames;

  friend bool operator==(const StackFrameIndex&, const StackFrameIndex&) = default;
};

struct HloModuleConfig {
  bool is_scheduled = false;  // the instructions are in execution order
  std::vector<InputOutputAlias> input_output_alias;
  std::vector<BufferDonor> buffer_donor;
  bool alias_passthrough_params = false;
  // Null means the shapes of the entry computation's parameters and root.
  std::optional<ProgramShape> entry_computation_layout;
  std::vector<bool> allow_spmd_sharding_propagation_to_parameters;
  std::vector<bool> allow_spmd_sharding_propagation_to_output;
  int64_t replica_count = 1;
  int64_t num_partitions = 1;
  FrontendAttributes frontend_attributes;
  // The derivation of the original program's values from this program's, and a debugger's data:
  // XLA's own text, braces included.
  std::string origin_recovery_table;
  std::string debug_attributes;
  StackFrameIndex stack_frame_index;

  friend bool operator==(const HloModuleConfig& a, const HloModuleConfig& b);
};

}  // namespace hloom

#endif  // HLOOM_HLO_MODULE_CONFIG_H_
