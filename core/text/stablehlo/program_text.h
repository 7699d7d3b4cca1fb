// ProgramText: operations of MLIR as text, in blocks, whose values have no names yet.
//
// MLIR numbers all values of a block before those of the regions in it, so that the name of a value
// is known only when its block is complete:
//
//   %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %c) : tensor<f32>, tensor<i32>
//    cond {
//      %2 = stablehlo.compare ...      numbered after %1, which follows the loop
//   ...
//   %1 = stablehlo.negate %0#0 : tensor<f32>
//
// Texts of operations therefore contain marks in the places of values, regions and line breaks.
// Render names everything and writes the text, without recursion.
#ifndef HLOOM_TEXT_STABLEHLO_PROGRAM_TEXT_H_
#define HLOOM_TEXT_STABLEHLO_PROGRAM_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "shape/shape.h"

namespace hloom::stablehlo_text {

using ValueId = uint32_t;
using BlockId = uint32_t;

// The names that results of an operation ask for: %0, or %c and %cst, which MLIR gives constants of
// integers and of other types.
enum class ResultName : uint8_t { kNumber, kInteger, kConstant };

enum class BlockKind : uint8_t {
  kRegion,    // ^bb0(%arg1: tensor<f32>): before the operations, unless there are no arguments
  kBare,      // the operation writes the arguments itself
  kLoop,      // so does a loop, and they are called %iterArg
  kFunction,  // the body of a function, whose names are its own
};

class ProgramText {
 public:
  // The block of functions.
  ProgramText() { AddBlock(BlockKind::kRegion); }
  static constexpr BlockId kTop = 0;

  BlockId AddBlock(BlockKind kind);
  BlockKind KindOf(BlockId block) const { return blocks_[block].kind; }
  // `type` must outlive the program text.
  ValueId AddArgument(BlockId block, const Shape* type);
  // Returns the id of the first result; those of the others follow it.
  ValueId AddOperation(BlockId block, std::string_view text, Span<const Shape* const> results,
                       Span<const BlockId> regions, ResultName name = ResultName::kNumber);
  const Shape& TypeOf(ValueId value) const { return *values_[value].type; }
  const std::vector<ValueId>& arguments(BlockId block) const { return blocks_[block].arguments; }
  // The size of all texts so far.
  size_t size() const { return pool_.size(); }

  // ---- marks in texts ----
  static void AppendValue(std::string& text, ValueId value) { AppendMark(text, kValue, value); }
  static void AppendRegion(std::string& text, BlockId block) { AppendMark(text, kRegion, block); }
  static void AppendBreak(std::string& text) { text += static_cast<char>(kBreak); }

  // Appends the operations of the top block, indented by `indent` levels. Returns false if `out`
  // becomes longer than `most` characters.
  bool Render(size_t indent, size_t most, std::string& out);

 private:
  // Characters that texts have nowhere else: strings escape them.
  enum Mark : char { kValue = 1, kRegion = 2, kBreak = 3 };

  // %0, %0#1, %arg0; %c or %c_0, %cst_0, %iterArg_0.
  enum class NameKind : uint8_t { kNumber, kArgument, kInteger, kConstant, kIteration };
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Value {
    const Shape* type = nullptr;
    NameKind kind = NameKind::kNumber;
    uint32_t number = kNone;
    uint32_t result = kNone;  // of several
  };
  struct Operation {
    size_t begin;  // of the text in pool_
    size_t size;
    ValueId first_result;
    uint32_t result_count;
    uint32_t first_region;  // in regions_
    uint32_t region_count;
    ResultName name;
  };
  struct Block {
    BlockKind kind;
    std::vector<ValueId> arguments;
    std::vector<Operation> operations;
  };
  // The next numbers of a scope. MLIR appends the conflict number to a name that is taken.
  struct Counters {
    uint32_t value = 0;
    uint32_t argument = 0;
    uint32_t conflict = 0;
    bool taken[5] = {};  // by NameKind, the name without a number
  };
  // A block that is being written.
  struct Open {
    BlockId block;
    size_t operation;
    size_t at;  // in the text of the operation
    size_t indent;
    Counters counters;  // after the block's own values
  };

  static void AppendMark(std::string& text, Mark mark, uint32_t id);
  void Name(NameKind kind, Value& value, Counters& counters);
  Counters NameArguments(const Block& block, Counters counters);
  void OpenBlock(BlockId block, size_t indent, const Counters& outside, std::string& out);
  void AppendName(ValueId value, std::string& out) const;
  void AppendResults(const Operation& operation, std::string& out) const;

  std::string pool_;
  std::vector<Block> blocks_;
  std::vector<Value> values_;
  std::vector<BlockId> regions_;
  std::vector<Open> open_;
};

}  // namespace hloom::stablehlo_text

#endif  // HLOOM_TEXT_STABLEHLO_PROGRAM_TEXT_H_
