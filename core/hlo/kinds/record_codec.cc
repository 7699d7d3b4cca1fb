#include "hlo/kinds/record_codec.h"

#include <algorithm>

#include "base/rules.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "hlo/rules.h"

namespace hloom {

void RecordReader::Field(const AttributeField& field, const AttributeKind& kind, void* value) {
  names_.push_back(field.name);
  if (status_.ok()) status_ = Read(field, kind, value);
}

Status RecordReader::Read(const AttributeField& field, const AttributeKind& kind,
                          void* value) const {
  const Json* member = in_.json.Find(field.name);
  if (member == nullptr) {
    if (field.omit_default) return OkStatus();
    return InvalidArgument(kFunctionC2)
        .Say(StrCat(field.name, " of ", in_.name, " is missing"))
        .Help(StrCat(field.name, ": ", field.doc));
  }
  const Status read = kind.read_json(value, {*member, field.name, in_.values});
  if (!IsJsonError(read)) return read;
  return InvalidArgument(kFunctionC3)
      .Say(StrCat(field.name, " of ", in_.name, " must be of kind ", kind.name))
      .Detail(read.fields().headline)
      .Help(StrCat(field.name, ": ", field.doc));
}

Status RecordReader::Finish() const {
  HLOOM_RETURN_IF_ERROR(status_);
  for (size_t i = 0; i < in_.json.size(); ++i) {
    const std::string& key = in_.json.key(i);
    if (std::find(names_.begin(), names_.end(), key) != names_.end()) continue;
    const std::string_view near = NearestWord(key, names_);
    return InvalidArgument(kFunctionC2)
        .Say(StrCat(in_.name, " has no field \"", Shortened(key), "\""))
        .Help(near.empty() ? StrCat("its fields are ", StrJoin(names_, ", "))
                           : StrCat("did you mean ", near, "?"));
  }
  return OkStatus();
}

}  // namespace hloom
