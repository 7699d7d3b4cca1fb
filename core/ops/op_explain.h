// OpExplain: which elements of its operands one element of an operation's result is made of.
//
// It is the third thing that an operation's room holds, beside what the operation is (OpDef) and
// how it is computed (OpEval). Only what explains runs names the table (explain/explainer.h), so that
// other programs link none of it. All that only this uses has `_explain` in its file's name.
#ifndef HLOOM_OPS_OP_EXPLAIN_H_
#define HLOOM_OPS_OP_EXPLAIN_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ops/eval_context.h"
#include "ops/op_def.h"
#include "shape/shape_index.h"

namespace hloom {

using ElementIndex = std::vector<int64_t>;

// The indices start, start + step, ... along one dimension, `size` of them.
struct IndexRange {
  int64_t start = 0;
  int64_t size = 0;
  int64_t step = 1;

  friend bool operator==(const IndexRange&, const IndexRange&) = default;
};
// The elements that a range for each dimension names.
using ElementBox = std::vector<IndexRange>;

int64_t ElementsIn(const ElementBox& box);
bool Contains(const ElementBox& box, Span<const int64_t> index);
// Calls f(index) for each element in row-major order, until f gives false.
void WalkBox(const ElementBox& box, bool (*f)(const void* function, Span<const int64_t> index),
             const void* function);
template <typename F>
void ForEachIn(const ElementBox& box, const F& f) {
  WalkBox(
      box,
      [](const void* function, Span<const int64_t> index) {
        return (*static_cast<const F*>(function))(index);
      },
      &f);
}

// Where the positions of a window fall along one dimension: on elements of the operand, by their
// index, or on none.
struct WindowPositions {
  static constexpr int64_t kPadding = -1;
  static constexpr int64_t kHole = -2;  // between dilated elements
  // A window of more positions than this is told by the box alone.
  static constexpr int64_t kMost = 64;

  int64_t count = 0;
  std::vector<int64_t> places;
};

// Where a slice was asked to start along a dimension of the operand, and where it does after
// clamping.
struct SliceStart {
  int64_t dimension = 0;
  int64_t asked = 0;
  int64_t start = 0;
};

// What an element is made of, of one operand: a list of its elements, or a box. Its copies are not
// inline, as all rooms make them.
struct Source {
  Source(size_t of_operand, std::string_view its_role);
  Source(const Source& other);
  Source(Source&& other) noexcept;
  Source& operator=(const Source& other);
  Source& operator=(Source&& other) noexcept;
  ~Source();

  size_t operand;
  ShapeIndex leaf = {};   // where the array lies in an operand that is a tuple
  std::string_view role;  // empty: the name that the OpDef has for the operand
  // It decides what becomes of the others, and is no part of the value: an index, a sorting key.
  bool decides = false;
  bool is_box = false;
  std::vector<ElementIndex> elements = {};
  ElementBox box = {};
  std::vector<WindowPositions> window = {};  // for each dimension, where a window made the box
  std::vector<SliceStart> starts = {};
};

// An element of a result: `leaf` leads to an array of it, {} where it is one.
struct ElementPlace {
  ShapeIndexView leaf;
  Span<const int64_t> index;
};

// An instruction that was executed.
struct ExecutedOp {
  const HloInstruction& instruction;
  Operands operands;
  const Literal& result;
};

// What was worked out for all elements of a result.
class ElementSources {
 public:
  virtual ~ElementSources() = default;
  // Appends the sources of an element that is live.
  virtual void Find(const ElementPlace& at, std::vector<Source>& sources) const = 0;
};

// Runs programs that tell where elements come from. The runtime implements it.
class ExplainContext {
 public:
  virtual ~ExplainContext() = default;
  virtual StatusOr<Literal> Run(std::unique_ptr<HloModule> module,
                                Span<const Literal> arguments) = 0;
  virtual const LedgerPtr& ledger() const = 0;
};

// Elements as text: "x[1,2]", "t{0}[1]", a scalar "x".
class ElementNames {
 public:
  virtual ~ElementNames() = default;
  virtual std::string Name(size_t operand, ShapeIndexView leaf,
                           Span<const int64_t> index) const = 0;
  // The same with any texts in place of the indices.
  virtual std::string NameWith(size_t operand, const std::vector<std::string>& index) const = 0;
};

// Why an operation has no sources.
enum class Origin : uint8_t {
  kOperands,    // it has
  kArgument,    // an argument of the computation
  kItself,      // it is stated in the program, or follows from the index alone
  kHost,        // it comes from outside
  kDevices,     // the devices of a run work it out together
  kComputation  // the answer is inside of the computation that it calls
};

// Whether only somebody else knows how an operation's value follows from its operands.
constexpr bool IsFromOutside(Origin origin) {
  return origin == Origin::kHost || origin == Origin::kDevices;
}

struct OpExplain {
  Origin origin = Origin::kOperands;
  // Either of them, where there are sources. The first states them; the second works something out
  // for all elements first.
  void (*sources)(const ExecutedOp& op, const ElementPlace& at,
                  std::vector<Source>& sources) = nullptr;
  StatusOr<std::unique_ptr<ElementSources>> (*prepare)(ExplainContext& context,
                                                       const ExecutedOp& op) = nullptr;
  // The right side of "add.3[1,2] = x[1,2] + v[2]". Null: the element itself where there is one
  // source that does not decide, and otherwise the operation's name, applied to all of them.
  std::string (*arithmetic)(const ExecutedOp& op, const ElementPlace& at,
                            const std::vector<Source>& sources,
                            const ElementNames& names) = nullptr;
  // What stands between the operands of an operation that has two of them.
  std::string_view symbol = {};
  // Says which element of operand 0 an element repeats, for an operation that does nothing else:
  // people write what it repeats in its place.
  ElementIndex (*repeated)(const HloInstruction& instruction, Span<const int64_t> index) = nullptr;
  // Which part of which operand is argument `number` of the computation that the instruction calls,
  // where the value of operand 0 is `first`. Null for operations that call none, or none whose
  // instructions a run tells.
  struct Argument {
    size_t operand = 0;
    ShapeIndex leaf = {};
  };
  Argument (*argument)(const HloInstruction& instruction, const Literal& first,
                       int64_t number) = nullptr;
  // Where in its result what the computation gives lies: {} or, where it is a part, this one.
  int returned_part = -1;
  // The operands behind the first say how much of the result is live.
  bool sets_sizes = false;
  // Every source but what decides adds to the value, times something or not: where the others stay
  // as they are, a change of it changes the value.
  bool linear = false;
  // What explains this very instruction, where something else does; null for all others: a
  // custom-call that hands on its operand.
  const OpExplain* (*explained_by)(const HloInstruction& instruction) = nullptr;
};

// kAddExplain and its like: the file of the operation defines it.
#define HLOOM_OP(opcode, name) extern const OpExplain opcode##Explain;
#include "hlo/ops.def"

// kAddExplain and its like: the file of the operation defines it.
// kAddExplain and its like: the file of the operation defines it.
const OpExplain& GetOpExplain(HloOpcode opcode);
// The function that explains an instruction.
const OpExplain& OpExplainOf(const HloInstruction& instruction);

// Finds the sources of each element of a result.
StatusOr<std::unique_ptr<ElementSources>> PrepareSources(ExplainContext& context,
                                                         const ExecutedOp& op);

// Parts of sources, for the rooms.
Source ElementOf(size_t operand, Span<const int64_t> index, std::string_view role = {});
Source BoxOf(size_t operand, ElementBox box, std::string_view role = {});
// All live elements of the operand.
ElementBox WholeOf(const Literal& array);
inline IndexRange One(int64_t index) { return {index, 1, 1}; }
Source Deciding(Source source);
// The array in a result or operand at that leaf.
const Literal& LeafOf(const Literal& value, ShapeIndexView leaf);

// "a + b + ... + z": what text(i) gives for i below `count`, all of up to four of them.
template <typename F>
std::string ListSome(int64_t count, std::string_view separator, const F& text) {
  constexpr int64_t kShown = 4;
  std::string out;
  for (int64_t i = 0; i < count; ++i) {
    if (i > 0) out.append(separator);
    if (count > kShown && i == kShown - 2) {
      out.append("...").append(separator);
      i = count - 1;
    }
    out.append(text(i));
  }
  return out;
}
// "x[1,0] + x[1,1] + ... + x[1,9]": the elements of a source.
std::string ListElements(const Source& source, const ElementNames& names,
                         std::string_view separator);

}  // namespace hloom

#endif  // HLOOM_OPS_OP_EXPLAIN_H_
