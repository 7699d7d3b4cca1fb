// The first line of HLO text, behind the module's name, and the tables of places in the user's
// program that may follow it: HloModuleConfig, written and read.
#ifndef HLOOM_TEXT_HLO_HEADER_TEXT_H_
#define HLOOM_TEXT_HLO_HEADER_TEXT_H_

#include <string>
#include <vector>

#include "base/text_reader.h"
#include "hlo/hlo_module.h"

namespace hloom::hlo_text {

// ", is_scheduled=true, entry_computation_layout={...}" and so on, and the end of the line.
void AppendHeader(std::string& out, const HloModule& module);

// The places of what can be judged only when the computations are read.
class HeaderPlaces {
 public:
  // The next entry of the attribute stands at `position`. An attribute without entries is one.
  void Add(std::string_view attribute, size_t position) {
    places_.push_back({attribute, position});
  }
  // The place of an entry, counted from 0; null if it is not in the text.
  const size_t* Find(std::string_view attribute, size_t entry) const;

 private:
  struct Place {
    std::string_view attribute;
    size_t position;
  };
  std::vector<Place> places_;
};

// Reads from behind the module's name up to the first computation.
Status ReadHeader(TextReader& in, HloModuleConfig& config, HeaderPlaces& places);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_HLO_HEADER_TEXT_H_
