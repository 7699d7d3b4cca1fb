#include "text/extras/original_value_text.h"

#include "base/str_cat.h"
#include "shape/shape_util.h"
#include "text/hlo/text_values.h"
#include "text/rules.h"

namespace hloom::hlo_text {

namespace {

constexpr std::string_view kSynthetic = "synthetic_call";

void AppendLeaf(std::string& out, const OriginalValue::Element& element) {
  out.push_back('{');
  if (element.original) {
    out.append(QuotedText(element.original->instruction_name));
    const ShapeIndex& index = element.original->shape_index;
    if (!index.empty()) StrAppend(out, " ", Braced(index));
  }
  out.push_back('}');
}

// Counts the numbers at their beginnings that two indices share.
size_t CommonLength(const ShapeIndex& a, const ShapeIndex& b) {
  size_t length = 0;
  while (length < a.size() && length < b.size() && a[length] == b[length]) ++length;
  return length;
}

// The indices tell the tuples: {0,0} {0,1} {1} are ((a, b), c); a skipped index is a tuple without
// arrays: only {1} is ((), a).
void AppendTree(std::string& out, const std::vector<OriginalValue::Element>& elements) {
  if (elements.empty()) {
    out.append("()");
    return;
  }
  const auto skip = [&out](int64_t from, int64_t to) {
    for (; from < to; ++from) out.append("(), ");
  };
  const ShapeIndex* before = nullptr;
  for (const OriginalValue::Element& element : elements) {
    const ShapeIndex& index = element.shape_index;
    size_t depth = 0;
    if (before != nullptr) {
      const size_t common = CommonLength(*before, index);
      if (before->size() > common + 1) out.append(before->size() - common - 1, ')');
      out.append(", ");
      if (common < before->size() && common < index.size())
        skip((*before)[common] + 1, index[common]);
      depth = common + 1;
    }
    for (; depth < index.size(); ++depth) {
      out.push_back('(');
      skip(0, index[depth]);
    }
    AppendLeaf(out, element);
    before = &index;
  }
  out.append(before->size(), ')');
}

class OriginReader {
 public:
  OriginReader(TextReader& in, OriginalValue& value) : in_(in), value_(value) {}

  Status Read() {
    HLOOM_RETURN_IF_ERROR(in_.Expect('{', "before the origin"));
    if (in_.Accept('[')) {
      if (!in_.AcceptWord(kSynthetic)) return in_.Expected(kSynthetic);
      value_.is_synthetic_call = true;
      HLOOM_RETURN_IF_ERROR(in_.Expect(']', "after synthetic_call"));
    } else {
      HLOOM_RETURN_IF_ERROR(ReadNode());
    }
    if (in_.Accept(',')) HLOOM_RETURN_IF_ERROR(ReadHierarchy());
    // As in bytes, an empty hierarchy means that the compiler made the call.
    if (value_.call_hierarchy == "" && value_.elements.empty()) {
      value_.is_synthetic_call = true;
      value_.call_hierarchy.reset();
    }
    return in_.Expect('}', "after the origin");
  }

 private:
  // ["main/call.1"]
  Status ReadHierarchy() {
    HLOOM_RETURN_IF_ERROR(in_.Expect('[', "before the calls of the original program"));
    HLOOM_ASSIGN_OR_RETURN(value_.call_hierarchy, in_.String());
    return in_.Expect(']', "after the calls of the original program");
  }

  Status ReadNode() {
    if (in_.Peek() != '(') return ReadLeaf();
    if (index_.size() == static_cast<size_t>(ShapeUtil::kMaxTupleDepth)) {
      return in_.ErrorAt(in_.position(), kTextP12, "the origin nests too deep")
          .Help(StrCat("tuples nest at most ", ShapeUtil::kMaxTupleDepth, " deep"));
    }
    index_.push_back(0);
    HLOOM_RETURN_IF_ERROR(in_.List('(', ')', "the origins of a tuple", [&]() -> Status {
      HLOOM_RETURN_IF_ERROR(ReadNode());
      ++index_.back();
      return OkStatus();
    }));
    index_.pop_back();
    return OkStatus();
  }

  // {"v2" {0}}, or {} if nothing is known.
  Status ReadLeaf() {
    HLOOM_RETURN_IF_ERROR(in_.Expect('{', "before the origin of an array"));
    OriginalValue::Element& element = value_.elements.emplace_back();
    element.shape_index = index_;
    if (in_.Accept('}')) return OkStatus();
    OriginalArray& original = element.original.emplace();
    HLOOM_ASSIGN_OR_RETURN(original.instruction_name, in_.String());
    if (in_.Peek() == '{') {
      HLOOM_ASSIGN_OR_RETURN(original.shape_index, ReadShapeIndex(in_));
    }
    return in_.Expect('}', "after the origin of an array");
  }

  TextReader& in_;
  OriginalValue& value_;
  ShapeIndex index_;
};

}  // namespace

void AppendOriginalValue(std::string& out, const OriginalValue& value) {
  out.push_back('{');
  if (value.is_synthetic_call) {
    StrAppend(out, "[", kSynthetic, "]");
  } else {
    AppendTree(out, value.elements);
  }
  if (value.call_hierarchy) StrAppend(out, ",[", QuotedText(*value.call_hierarchy), "]");
  out.push_back('}');
}

Status ReadOriginalValue(TextReader& in, OriginalValue& value) {
  return OriginReader(in, value).Read();
}

}  // namespace hloom::hlo_text
