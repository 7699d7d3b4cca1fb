#include "ops/op_explain.h"

#include <utility>

namespace hloom {

namespace {

constexpr const OpExplain* kOpExplains[] = {
#define HLOOM_OP(opcode, name) &opcode##Explain,
#include "hlo/ops.def"
};

// The sources that an operation states.
class StatedSources final : public ElementSources {
 public:
  explicit StatedSources(const ExecutedOp& op) : explain_(OpExplainOf(op.instruction)), op_(op) {}
  void Find(const ElementPlace& at, std::vector<Source>& sources) const override {
    if (explain_.sources != nullptr) explain_.sources(op_, at, sources);
  }

 private:
  const OpExplain& explain_;
  const ExecutedOp& op_;
};

}  // namespace

const OpExplain& GetOpExplain(HloOpcode opcode) { return *kOpExplains[static_cast<int>(opcode)]; }

const OpExplain& OpExplainOf(const HloInstruction& instruction) {
  const OpExplain& explain = GetOpExplain(instruction.opcode());
  const OpExplain* other =
      explain.explained_by == nullptr ? nullptr : explain.explained_by(instruction);
  return other == nullptr ? explain : *other;
}

StatusOr<std::unique_ptr<ElementSources>> PrepareSources(ExplainContext& context,
                                                         const ExecutedOp& op) {
  const OpExplain& explain = OpExplainOf(op.instruction);
  if (explain.prepare != nullptr) return explain.prepare(context, op);
  return std::unique_ptr<ElementSources>(std::make_unique<StatedSources>(op));
}

Source::Source(size_t of_operand, std::string_view its_role)
    : operand(of_operand), role(its_role) {}
Source::Source(const Source& other) = default;
Source::Source(Source&& other) noexcept = default;
Source& Source::operator=(const Source& other) = default;
Source& Source::operator=(Source&& other) noexcept = default;
Source::~Source() = default;

void WalkBox(const ElementBox& box, bool (*f)(const void* function, Span<const int64_t> index),
             const void* function) {
  if (ElementsIn(box) == 0) return;
  ElementIndex at(box.size(), 0), index(box.size());
  while (true) {
    for (size_t d = 0; d < box.size(); ++d) index[d] = box[d].start + at[d] * box[d].step;
    if (!f(function, index)) return;
    size_t d = box.size();
    while (d > 0 && ++at[d - 1] == box[d - 1].size) at[--d] = 0;
    if (d == 0) return;
  }
}

int64_t ElementsIn(const ElementBox& box) {
  int64_t count = 1;
  for (const IndexRange& range : box) count *= range.size;
  return count;
}

bool Contains(const ElementBox& box, Span<const int64_t> index) {
  for (size_t d = 0; d < box.size(); ++d) {
    const int64_t offset = index[d] - box[d].start;
    if (offset < 0 || offset % box[d].step != 0 || offset / box[d].step >= box[d].size) {
      return false;
    }
  }
  return true;
}

Source ElementOf(size_t operand, Span<const int64_t> index, std::string_view role) {
  Source source(operand, role);
  source.elements.push_back(index.ToVector());
  return source;
}

Source BoxOf(size_t operand, ElementBox box, std::string_view role) {
  Source source(operand, role);
  source.is_box = true;
  source.box = std::move(box);
  return source;
}

ElementBox WholeOf(const Literal& array) {
  ElementBox box;
  for (const int64_t size : array.live_sizes()) box.push_back({0, size, 1});
  return box;
}

Source Deciding(Source source) {
  source.decides = true;
  return source;
}

const Literal& LeafOf(const Literal& value, ShapeIndexView leaf) {
  const Literal* at = &value;
  for (const int64_t i : leaf) at = &at->elements()[static_cast<size_t>(i)];
  return *at;
}

namespace {

// The element number `i` of a source, in its order.
ElementIndex ElementAt(const Source& source, int64_t i) {
  if (!source.is_box) return source.elements[static_cast<size_t>(i)];
  ElementIndex index(source.box.size());
  for (size_t d = index.size(); d-- > 0;) {
    const IndexRange& range = source.box[d];
    index[d] = range.start + i % range.size * range.step;
    i /= range.size;
  }
  return index;
}

}  // namespace

std::string ListElements(const Source& source, const ElementNames& names,
                         std::string_view separator) {
  const int64_t count =
      source.is_box ? ElementsIn(source.box) : static_cast<int64_t>(source.elements.size());
  return ListSome(count, separator, [&](int64_t i) {
    return names.Name(source.operand, source.leaf, ElementAt(source, i));
  });
}

}  // namespace hloom
