// The tables with the origins of instructions in the user's program: StackFrameIndex, between the
// first line of HLO text and the computations.
//
//   FileNames
//   1 "a.py"
//
//   FunctionNames
//   1 "main"
//
//   FileLocations
//   1 {file_name_id=1 function_name_id=1 line=7 end_line=7 column=2 end_column=9}
//
//   StackFrames
//   1 {file_location_id=1 parent_frame_id=1}
#ifndef HLOOM_TEXT_EXTRAS_STACK_FRAMES_TEXT_H_
#define HLOOM_TEXT_EXTRAS_STACK_FRAMES_TEXT_H_

#include <string>

#include "base/text_reader.h"
#include "hlo/module_config.h"

namespace hloom::hlo_text {

// Writes the tables; nothing if there are none.
void AppendStackFrames(std::string& out, const StackFrameIndex& index);
Status ReadStackFrames(TextReader& in, StackFrameIndex& index);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_EXTRAS_STACK_FRAMES_TEXT_H_
