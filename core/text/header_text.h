// The first line of HLO text, behind the module's name, and the tables of places in the user's
// program that may follow it: HloModuleConfig, written and read.
#ifndef HLOOM_TEXT_HEADER_TEXT_H_
#define HLOOM_TEXT_HEADER_TEXT_H_

#include <string>

#include "base/text_reader.h"
#include "hlo/hlo_module.h"

namespace hloom::hlo_text {

// ", is_scheduled=true, entry_computation_layout={...}" and so on, and the end of the line.
void AppendHeader(std::string& out, const HloModule& module);

// Where things stand that can be judged only when the computations are read.
struct HeaderPlaces {
  size_t entry_layout = 0;
};

// From behind the module's name up to the first computation.
Status ReadHeader(TextReader& in, HloModuleConfig& config, HeaderPlaces& places);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_HEADER_TEXT_H_
