// OpExplain: finds the elements of the operands from which one element of an operation's result is
// computed.
//
// It is the third part of an operation, in addition to its definition (OpDef) and its evaluation
// (OpEval). Only the explainer names the table (explain/explainer.h), so that other programs do not
// link it. Files that only it uses have `_explain` in their names.
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
// Calls f(index) for each element in row-major order, until f returns false.
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

// The elements at the positions of a window along one dimension: their indices in the operand, or
// none.
struct WindowPositions {
  static constexpr int64_t kPadding = -1;
  static constexpr int64_t kHole = -2;  // between dilated elements
  // A window of more positions than this is described only by the box.
  static constexpr int64_t kMost = 64;

  int64_t count = 0;
  std::vector<int64_t> places;
};

// The requested start of a slice along a dimension of the operand, and the start after clamping.
struct SliceStart {
  int64_t dimension = 0;
  int64_t asked = 0;
  int64_t start = 0;
};

// The elements of one operand from which an element is computed: a list, or a box. Its copies are
// not inline, because many files make them.
struct Source {
  Source(size_t of_operand, std::string_view its_role);
  Source(const Source& other);
  Source(Source&& other) noexcept;
  Source& operator=(const Source& other);
  Source& operator=(Source&& other) noexcept;
  ~Source();

  size_t operand;
  ShapeIndex leaf = {};   // the index of the array in an operand that is a tuple
  std::string_view role;  // empty: the name that the OpDef has for the operand
  // It only selects or orders the others, and is not part of the value: an index, a sorting key.
  bool decides = false;
  bool is_box = false;
  std::vector<ElementIndex> elements = {};
  ElementBox box = {};
  std::vector<WindowPositions> window = {};  // for each dimension, where a window made the box
  std::vector<SliceStart> starts = {};
};

// An element of a result: `leaf` is the index of an array in it, {} if the result is an array.
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

// Data that was computed for all elements of a result.
class ElementSources {
 public:
  virtual ~ElementSources() = default;
  // Appends the sources of an element that is live.
  virtual void Find(const ElementPlace& at, std::vector<Source>& sources) const = 0;
};

// Runs programs that trace the origin of elements. The runtime implements it.
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
  // The same with any texts instead of the indices.
  virtual std::string NameWith(size_t operand, const std::vector<std::string>& index) const = 0;
};

// The reasons why an operation has no sources.
enum class Origin : uint8_t {
  kOperands,    // it has
  kArgument,    // an argument of the computation
  kItself,      // it is stated in the program, or follows from the index alone
  kHost,        // it comes from outside
  kDevices,     // the devices of a run compute it together
  kComputation  // the answer is inside the computation that it calls
};

// Returns whether the relation between an operation's value and its operands is known only outside
// of the program.
constexpr bool IsFromOutside(Origin origin) {
  return origin == Origin::kHost || origin == Origin::kDevices;
}

struct OpExplain {
  Origin origin = Origin::kOperands;
  // Either of them, if there are sources. The first one finds them; the second one first computes
  // data for all elements.
  void (*sources)(const ExecutedOp& op, const ElementPlace& at,
                  std::vector<Source>& sources) = nullptr;
  StatusOr<std::unique_ptr<ElementSources>> (*prepare)(ExplainContext& context,
                                                       const ExecutedOp& op) = nullptr;
  // The right side of "add.3[1,2] = x[1,2] + v[2]". Null: the element itself if there is one source
  // that does not decide, and otherwise the operation's name, applied to all of them.
  std::string (*arithmetic)(const ExecutedOp& op, const ElementPlace& at,
                            const std::vector<Source>& sources,
                            const ElementNames& names) = nullptr;
  // The operator between the operands of an operation with two of them.
  std::string_view symbol = {};
  // Returns the element of operand 0 that an element repeats, for an operation that does nothing
  // else: texts show the repeated element instead.
  ElementIndex (*repeated)(const HloInstruction& instruction, Span<const int64_t> index) = nullptr;
  // Returns the part of an operand that is argument `number` of the computation that the
  // instruction calls, if the value of operand 0 is `first`. Null for operations without such
  // calls, or whose calls a run does not trace.
  struct Argument {
    size_t operand = 0;
    ShapeIndex leaf = {};
  };
  Argument (*argument)(const HloInstruction& instruction, const Literal& first,
                       int64_t number) = nullptr;
  // The index of the computation's result in the operation's result: {} or, for a part, this one.
  int returned_part = -1;
  // The operands after the first determine the live part of the result.
  bool sets_sizes = false;
  // Every source that does not decide adds to the value, possibly with a factor: if only it
  // changes, the value changes.
  bool linear = false;
  // Returns another OpExplain for this instruction, for example for a custom-call that returns its
  // operand; null for all others.
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

// "a + b + ... + z": text(i) for i below `count`, all if there are at most four.
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
