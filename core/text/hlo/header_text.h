// The first line of HLO text, after the module's name, and the tables of source locations that may
// follow it: HloModuleConfig, written and read.
#ifndef HLOOM_TEXT_HLO_HEADER_TEXT_H_
#define HLOOM_TEXT_HLO_HEADER_TEXT_H_

#include <string>
#include <vector>

#include "base/text_reader.h"
#include "hlo/hlo_module.h"

namespace hloom::hlo_text {

// ", is_scheduled=true, entry_computation_layout={...}" and so on, and the end of the line.
void AppendHeader(std::string& out, const HloModule& module);

// The positions of parts that can be checked only after the computations are read.
class HeaderPlaces {
 public:
  // Records the next entry of the attribute at `position`. An attribute without entries is one
  // entry.
  void Add(std::string_view attribute, size_t position) {
    places_.push_back({attribute, position});
  }
  // The position of an entry, counted from 0; null if it is not in the text.
  const size_t* Find(std::string_view attribute, size_t entry) const;

 private:
  struct Place {
    std::string_view attribute;
    size_t position;
  };
  std::vector<Place> places_;
};

// Reads from the end of the module's name up to the first computation.
Status ReadHeader(TextReader& in, HloModuleConfig& config, HeaderPlaces& places);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_HLO_HEADER_TEXT_H_
