// Functions of a module as computations of HLO.
#ifndef HLOOM_TEXT_STABLEHLO_FUNCTION_IMPORTER_H_
#define HLOOM_TEXT_STABLEHLO_FUNCTION_IMPORTER_H_

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/boxed.h"
#include "text/stablehlo/import_scope.h"
#include "text/stablehlo/module_index.h"
#include "text/stablehlo/stablehlo_importer.h"

namespace hloom::stablehlo {

class FunctionImporter {
 public:
  FunctionImporter(const ModuleIndex& index, size_t value_count, const StableHloOptions& options)
      : index_(index), options_(options), values_(value_count), known_(value_count) {}

  // Builds the entry and everything that it calls, callees first.
  StatusOr<XlaComputation> Import();

  const ModuleIndex& index() const { return index_; }
  const StableHloOptions& options() const { return options_; }

  // The computation of a function for a call with these operands. A function without unknown sizes
  // is built once; any other is built for the operands' shapes and known integers. So is one that
  // computes integers of known ones, since sizes may follow from its results: JAX divides sizes by
  // a call of @floor_divide.
  StatusOr<XlaComputation> Callee(std::string_view name, OpScope& call);

  // Adds the operations of the region to the builder, with `arguments` as the values of the block's
  // arguments; returns the values with which the region ends.
  StatusOr<std::vector<XlaOp>> ImportRegion(const mlir::Region& region, XlaBuilder* builder,
                                            Span<const XlaOp> arguments);

  // Null if they are not known.
  const KnownIntegers* KnownOf(const mlir::Value& value) const {
    const Boxed<KnownIntegers>& known = known_[value.number];
    return known ? &*known : nullptr;
  }

  // A channel that no collective of the program has.
  int64_t NextChannel() { return next_channel_++; }
  // The program runs on this many devices, or more.
  void NeedDevices(int64_t count) { devices_ = std::max(devices_, count); }

  // The error with the operation's name and place.
  Status Located(const Status& status, const mlir::Operation& op) const;

 private:
  struct Arguments {
    std::vector<Shape> shapes;
    std::vector<std::optional<KnownIntegers>> known;
  };
  // A function, and those of its results that are known.
  struct Built {
    XlaComputation computation;
    std::vector<std::optional<KnownIntegers>> known;
  };
  StatusOr<Built> Build(const Function& function, const Arguments& arguments);
  StatusOr<Built> Specialize(const Function& function, const Arguments& arguments);
  bool IsWorthKnowing(const Function& function, const Arguments& arguments) const;
  StatusOr<std::vector<XlaOp>> ImportBlock(const mlir::Block& block, XlaBuilder* builder);
  Status ImportOperation(const mlir::Operation& op, XlaBuilder* builder);
  Status ImportByRow(const mlir::Operation& op, XlaBuilder* builder);
  void SetKnown(const mlir::Value& value, std::optional<KnownIntegers> known);
  Status Bind(OpScope& scope, XlaOp result);
  StatusOr<std::vector<XlaOp>> OperandsOf(const mlir::Operation& op, XlaBuilder* builder);
  Status AnnotateParameter(const Function& function, size_t number, XlaOp parameter,
                           XlaBuilder* builder) const;
  Status SetAliases(const Function& function, XlaBuilder* builder) const;
  StatusOr<Arguments> ArgumentsOfEntry() const;
  StatusOr<Arguments> DeclaredArguments(const Function& function) const;

  const ModuleIndex& index_;
  const StableHloOptions& options_;
  // The operation that a value of the tree has become; smaller than XlaOp.
  struct Imported {
    XlaBuilder* builder = nullptr;
    uint32_t handle = 0;

    Imported() = default;
    Imported(const XlaOp& op) : builder(op.builder()), handle(static_cast<uint32_t>(op.handle())) {}
    operator XlaOp() const { return XlaOp(builder, handle); }
  };
  // By the numbers of the tree's values.
  std::vector<Imported> values_;
  std::vector<Boxed<KnownIntegers>> known_;  // most are not
  std::unordered_map<const Function*, XlaComputation> built_;
  // By the function's name, the arguments' shapes and known integers.
  std::map<std::string, Built> specialized_;
  int depth_ = 0;
  int64_t imported_ = 0;
  // Programs number their channels from 1.
  int64_t next_channel_ = int64_t{1} << 24;
  int64_t devices_ = 1;
};

}  // namespace hloom::stablehlo

#endif  // HLOOM_TEXT_STABLEHLO_FUNCTION_IMPORTER_H_
