// The functions of a module that its entry needs, callees first.
#ifndef HLOOM_TEXT_STABLEHLO_MODULE_INDEX_H_
#define HLOOM_TEXT_STABLEHLO_MODULE_INDEX_H_

#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "text/mlir/mlir_tree.h"

namespace hloom::stablehlo {

struct ImportRow;

struct Function {
  const mlir::Operation* op = nullptr;
  std::string_view name = {};
  bool is_public = true;
  // Null for a declaration.
  const mlir::Block* body = nullptr;
  std::vector<size_t> callees = {};
  // True if the function, or one that it calls, has values of unknown sizes.
  bool has_unknown_sizes = false;

  // The attributes of argument or result i; null if it has none.
  const mlir::Attribute* ArgumentAttributes(size_t i) const;
  const mlir::Attribute* ResultAttributes(size_t i) const;
};

class ModuleIndex {
 public:
  // `source` is the text of the module, or empty.
  explicit ModuleIndex(std::string_view source) : source_(source) {}

  // stablehlo.c1: all operations, types and custom calls that the entry needs have a meaning; the
  // error lists all others. stablehlo.c5, stablehlo.c6, stablehlo.c7.
  Status Read(const mlir::Module& module);
  // The same without the checks of what functions contain.
  Status ReadFunctions(const mlir::Module& module);

  const mlir::Operation& module() const { return *module_; }
  const Function& entry() const { return functions_[entry_]; }
  const Function* Find(std::string_view name) const;
  // The numbers of the functions that the entry needs, callees first; the entry is the last.
  const std::vector<size_t>& order() const { return order_; }
  const Function& function(size_t i) const { return functions_[i]; }
  int64_t operation_count() const { return operation_count_; }
  // The row of an operation that was read; null if it has none.
  const ImportRow* RowOf(std::string_view operation) const {
    const auto row = rows_.find(operation);
    return row == rows_.end() ? nullptr : row->second;
  }
  // #sdy.mesh<["x"=2]> by their names: those of the operations sdy.mesh, and those of the frontend
  // attribute xla.sdy.meshes, in which jax.export keeps them.
  const std::map<std::string_view, const mlir::Attribute*>& meshes() const { return meshes_; }
  // Null if there is none.
  const mlir::Attribute* FindMesh(std::string_view name) const;
  // The call with shardings that takes or gives the value; null if there is none.
  const mlir::Operation* FindShardedCall(const mlir::Value* value) const;

 private:
  Status FindEntry();
  Status OrderFunctions();
  Status ReadBody(Function& function);
  void ReadKeptMeshes();
  void CheckOperation(const mlir::Operation& op);
  void Refuse(const mlir::Operation& op, std::string reason);
  Status Refusals() const;

  const std::string_view source_;
  const mlir::Operation* module_ = nullptr;
  std::vector<Function> functions_;
  std::unordered_map<std::string_view, size_t> by_name_;
  std::map<std::string_view, const mlir::Attribute*> meshes_;
  mlir::Module kept_;  // owns the attributes that are strings in the module
  std::unordered_map<const mlir::Value*, const mlir::Operation*> sharded_calls_;
  std::unordered_map<std::string_view, const ImportRow*> rows_;
  size_t entry_ = 0;
  std::vector<size_t> order_;
  int64_t operation_count_ = 0;
  struct Refusal {
    const mlir::Operation* op;
    std::string reason;
  };
  std::vector<Refusal> refusals_;  // the first kMostListed
  int64_t refused_ = 0;
};

// An entry of mhlo.frontend_attributes; null if there is none.
const mlir::Attribute* FrontendAttribute(const mlir::Operation& op, std::string_view name);

// "line 3, column 5", or "byte 120" of a bytecode.
std::string PlaceText(const mlir::SourcePosition& position);
// The error with the place in front of its location; with the line of the source, unless that is
// empty.
Status Placed(const Status& status, const mlir::SourcePosition& position, std::string_view source);
// True if the error has a place: an operation within a region is placed before the operation
// around it.
bool IsPlaced(const Status& status);

}  // namespace hloom::stablehlo

#endif  // HLOOM_TEXT_STABLEHLO_MODULE_INDEX_H_
