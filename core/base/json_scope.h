// Only json.cc and json_parser.cc include this.
#ifndef HLOOM_BASE_JSON_SCOPE_H_
#define HLOOM_BASE_JSON_SCOPE_H_

#include <memory>
#include <string>
#include <vector>

#include "base/json.h"

namespace hloom {

// The path of one array or object, shared by the values in it. The chain of parents is the path,
// and because an object's keys are stored here, paths cost no memory beyond the document itself.
struct Json::Scope {
  std::shared_ptr<const Scope> parent;  // null for the outermost
  size_t index = 0;                     // this container's position in `parent`
  bool is_object = false;
  std::vector<std::string> keys;  // an object's, parallel to its items
};

}  // namespace hloom

#endif  // HLOOM_BASE_JSON_SCOPE_H_
