// XLA's OpMetadata: the line of the user's program from which an instruction, or its sharding,
// originates.
#ifndef HLOOM_HLO_OP_METADATA_H_
#define HLOOM_HLO_OP_METADATA_H_

#include <cstdint>
#include <string>
#include <vector>

namespace hloom {

struct OpMetadata {
  std::string op_type;
  std::string op_name;
  std::string source_file;
  int32_t source_line = 0;
  int32_t source_end_line = 0;
  int32_t source_column = 0;
  int32_t source_end_column = 0;
  std::vector<int64_t> profile_type;
  std::string deduplicated_name;
  int32_t stack_frame_id = 0;
  std::string scheduling_name;

  friend bool operator==(const OpMetadata&, const OpMetadata&) = default;
};

}  // namespace hloom

#endif  // HLOOM_HLO_OP_METADATA_H_
