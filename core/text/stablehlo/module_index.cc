#include "text/stablehlo/module_index.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "base/text_reader.h"
#include "base/utf8.h"
#include "text/stablehlo/export_text.h"
#include "text/stablehlo/import_rules.h"
#include "text/stablehlo/import_scope.h"
#include "text/stablehlo/import_types.h"
#include "text/stablehlo/kept_attributes.h"

namespace hloom::stablehlo {

namespace {

using mlir::Attribute;
using mlir::Operation;

constexpr size_t kMostListed = 20;

const Attribute* EntryOf(const Attribute* list, size_t i) {
  if (list == nullptr || list->kind != Attribute::Kind::kArray || i >= list->elements.size()) {
    return nullptr;
  }
  const Attribute* const entry = list->elements[i];
  return entry->kind == Attribute::Kind::kDictionary && !entry->fields.empty() ? entry : nullptr;
}

std::string_view SymbolOf(const Operation& op, std::string_view attribute) {
  const Attribute* const name = op.Find(attribute);
  if (name == nullptr) return {};
  const bool is_name =
      name->kind == Attribute::Kind::kSymbol || name->kind == Attribute::Kind::kString;
  return is_name ? name->text : std::string_view();
}

// Calls `visit` for each operation of the body and of its regions, in the order of the text.
template <typename F>
void ForEachOperation(const mlir::Block& body, F visit) {
  struct Place {
    const mlir::Block* block;
    size_t next;
  };
  std::vector<Place> places = {{&body, 0}};
  while (!places.empty()) {
    Place& place = places.back();
    if (place.next == place.block->operations.size()) {
      places.pop_back();
      continue;
    }
    const Operation& op = *place.block->operations[place.next++];
    visit(op);
    // The first region is to be on top of the stack.
    for (size_t i = op.regions.size(); i-- > 0;) {
      for (size_t b = op.regions[i]->blocks.size(); b-- > 0;) {
        places.push_back({&op.regions[i]->blocks[b], 0});
      }
    }
  }
}

// The functions that an operation names.
std::vector<std::string_view> CalledBy(const Operation& op) {
  std::vector<std::string_view> names;
  if (op.attributes.empty()) return names;
  if (op.name == "func.call" || op.name == "call") names.push_back(SymbolOf(op, "callee"));
  if (op.name == "stablehlo.composite") names.push_back(SymbolOf(op, "decomposition"));
  if (const Attribute* called = op.Find("called_computations")) {
    for (const Attribute* name : called->elements) names.push_back(name->text);
  }
  return names;
}

}  // namespace

std::string PlaceText(const mlir::SourcePosition& position) {
  if (position.line == 0) return StrCat("byte ", position.column);
  return StrCat("line ", position.line, ", column ", position.column);
}

Status Placed(const Status& status, const mlir::SourcePosition& position, std::string_view source) {
  size_t line = position.line > 0 && !source.empty() ? 0 : std::string_view::npos;
  for (uint32_t i = 1; i < position.line && line != std::string_view::npos; ++i) {
    line = source.find('\n', line);
    if (line != std::string_view::npos) ++line;
  }
  if (line != std::string_view::npos) {
    const size_t column = position.column > 0 ? position.column - 1 : 0;
    return TextReader(source).Locate(status, std::min(line + column, source.size()));
  }
  ErrorFields fields = status.fields();
  fields.location = fields.location.empty() ? PlaceText(position)
                                            : StrCat(PlaceText(position), ", ", fields.location);
  return Status(std::move(fields));
}

bool IsPlaced(const Status& status) {
  const std::string_view begin = std::string_view(status.fields().location).substr(0, 5);
  return status.fields().position || begin == "line " || begin == "byte ";
}

const Attribute* FrontendAttribute(const Operation& op, std::string_view name) {
  const Attribute* const all = op.Find("mhlo.frontend_attributes");
  return all == nullptr ? nullptr : all->Field(name);
}

const Attribute* Function::ArgumentAttributes(size_t i) const {
  return EntryOf(op->Find("arg_attrs"), i);
}
const Attribute* Function::ResultAttributes(size_t i) const {
  return EntryOf(op->Find("res_attrs"), i);
}

const Function* ModuleIndex::Find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &functions_[found->second];
}

const Attribute* ModuleIndex::FindMesh(std::string_view name) const {
  const auto found = meshes_.find(name);
  return found == meshes_.end() ? nullptr : found->second;
}

const Operation* ModuleIndex::FindShardedCall(const mlir::Value* value) const {
  const auto found = sharded_calls_.find(value);
  return found == sharded_calls_.end() ? nullptr : found->second;
}

Status ModuleIndex::Read(const mlir::Module& module) {
  HLOOM_RETURN_IF_ERROR(ReadFunctions(module));
  HLOOM_RETURN_IF_ERROR(OrderFunctions());
  return Refusals();
}

Status ModuleIndex::ReadFunctions(const mlir::Module& module) {
  module_ = module.top;
  if (module_ == nullptr || module_->regions.empty() || module_->regions[0]->blocks.empty()) {
    return InvalidArgument(kStableHloC7)
        .Say("the module is empty")
        .Help("a program has a function: func.func public @main");
  }
  ReadKeptMeshes();
  for (const Operation* op : module_->regions[0]->blocks[0].operations) {
    if (op->name == "sdy.mesh") {
      if (const Attribute* mesh = op->Find("mesh")) meshes_[SymbolOf(*op, "sym_name")] = mesh;
      continue;
    }
    if (op->name != "func.func") {
      const Attribute* const unread = op->Find("");
      Refuse(*op,
             unread == nullptr ? "a module of HLO has functions only" : std::string(unread->text));
      continue;
    }
    Function function = {.op = op, .name = SymbolOf(*op, "sym_name")};
    const std::string_view visibility = SymbolOf(*op, "sym_visibility");
    function.is_public = visibility.empty() || visibility == "public";
    if (!op->regions.empty() && !op->regions[0]->blocks.empty()) {
      if (op->regions[0]->blocks.size() > 1) {
        return Placed(InvalidArgument(kStableHloC5)
                          .Op(op->name)
                          .Say(StrCat("@", Shortened(function.name), " has ",
                                      op->regions[0]->blocks.size(), " blocks"))
                          .Help("control flow of StableHLO is stablehlo.while, stablehlo.if and "
                                "stablehlo.case"),
                      op->position, source_);
      }
      function.body = &op->regions[0]->blocks[0];
    }
    if (!by_name_.emplace(function.name, functions_.size()).second) {
      return Placed(InvalidArgument(kStableHloC6)
                        .Op(op->name)
                        .Say(StrCat("two functions have the name @", Shortened(function.name)))
                        .Help("rename one of them"),
                    op->position, source_);
    }
    functions_.push_back(std::move(function));
  }
  return FindEntry();
}

// xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2]>}"
void ModuleIndex::ReadKeptMeshes() {
  const Attribute* const kept = FrontendAttribute(*module_, kSdyMeshes);
  if (kept == nullptr) return;
  const Attribute* const meshes = stablehlo_text::AttributeOfText(kept->text, kept_);
  if (meshes == nullptr) return;
  for (const mlir::NamedAttribute& mesh : meshes->fields) {
    if (mesh.value->dialect_name == "sdy.mesh") meshes_.emplace(mesh.name, mesh.value);
  }
}

Status ModuleIndex::FindEntry() {
  const auto main = by_name_.find("main");
  if (main != by_name_.end()) {
    entry_ = main->second;
  } else {
    std::vector<size_t> publics;
    for (size_t i = 0; i < functions_.size(); ++i) {
      if (functions_[i].is_public) publics.push_back(i);
    }
    if (publics.size() == 1) {
      entry_ = publics[0];
    } else if (functions_.size() == 1) {
      entry_ = 0;
    } else {
      return InvalidArgument(kStableHloC7)
          .Say(functions_.empty()
                   ? std::string("the module has no function")
                   : StrCat("the module has ", publics.size(), " public functions, but no @main"))
          .Help("name the function with which the program starts @main");
    }
  }
  if (functions_[entry_].body != nullptr) return OkStatus();
  return Placed(InvalidArgument(kStableHloC5)
                    .Op("func.func")
                    .Say(StrCat("@", Shortened(functions_[entry_].name), " has no body"))
                    .Help("the entry of a program is defined, not only declared"),
                functions_[entry_].op->position, source_);
}

// Callees first, from the entry on, with a stack of its own: chains of calls may be long.
Status ModuleIndex::OrderFunctions() {
  enum class Mark : uint8_t { kNew, kOpen, kDone };
  std::vector<Mark> marks(functions_.size(), Mark::kNew);
  struct Place {
    size_t function;
    size_t next;
  };
  std::vector<Place> places;
  const auto open = [&](size_t function) -> Status {
    marks[function] = Mark::kOpen;
    places.push_back({function, 0});
    return ReadBody(functions_[function]);
  };
  HLOOM_RETURN_IF_ERROR(open(entry_));
  while (!places.empty()) {
    Function& function = functions_[places.back().function];
    if (places.back().next == function.callees.size()) {
      for (const size_t callee : function.callees) {
        if (functions_[callee].has_unknown_sizes) function.has_unknown_sizes = true;
      }
      marks[places.back().function] = Mark::kDone;
      order_.push_back(places.back().function);
      places.pop_back();
      continue;
    }
    const size_t callee = function.callees[places.back().next++];
    if (marks[callee] == Mark::kDone) continue;
    if (marks[callee] == Mark::kOpen) {
      return Placed(InvalidArgument(kStableHloC6)
                        .Op("func.call")
                        .Say(StrCat("@", Shortened(function.name), " calls @",
                                    Shortened(functions_[callee].name), ", which calls it"))
                        .Detail("HLO's computations do not call themselves")
                        .Help("write a loop: stablehlo.while"),
                    function.op->position, source_);
    }
    HLOOM_RETURN_IF_ERROR(open(callee));
  }
  return OkStatus();
}

Status ModuleIndex::ReadBody(Function& function) {
  if (function.body == nullptr) return OkStatus();
  Status status;
  const auto read_type = [&](const mlir::Value& value, const Operation& op) {
    if (IsUnread(*value.type)) return;
    if (HasUnknownSize(*value.type)) function.has_unknown_sizes = true;
    if (std::string reason = ReasonAgainst(*value.type); !reason.empty()) {
      Refuse(op, StrCat(ToString(*value.type), ": ", reason));
    }
  };
  for (const mlir::Value* argument : function.body->arguments) read_type(*argument, *function.op);
  ForEachOperation(*function.body, [&](const Operation& op) {
    ++operation_count_;
    CheckOperation(op);
    for (const mlir::Value* result : op.results) read_type(*result, op);
    for (const mlir::Region* region : op.regions) {
      for (const mlir::Block& block : region->blocks) {
        for (const mlir::Value* argument : block.arguments) read_type(*argument, op);
      }
    }
    for (const std::string_view name : CalledBy(op)) {
      const auto callee = by_name_.find(name);
      if (callee != by_name_.end() && functions_[callee->second].body != nullptr) {
        function.callees.push_back(callee->second);
      } else if (status.ok()) {
        status = Placed(InvalidArgument(kStableHloC6)
                            .Op(op.name)
                            .Say(StrCat("the module has no function @", Shortened(name),
                                        callee == by_name_.end() ? "" : " with a body"))
                            .Help("define the function in the module"),
                        op.position, source_);
      }
    }
  });
  return status;
}

void ModuleIndex::CheckOperation(const Operation& op) {
  const auto [at, is_new] = rows_.try_emplace(op.name, nullptr);
  if (is_new) at->second = FindImportRow(op.name);
  const ImportRow* const row = at->second;
  if (row != nullptr && row->import == nullptr) return Refuse(op, std::string(row->reason));
  if (const Attribute* unread = op.Find("")) return Refuse(op, std::string(unread->text));
  if (row == nullptr) return Refuse(op, "");
  if (op.attributes.empty()) return;
  if (op.name == "func.call" && FrontendAttribute(op, kSdyManualAxes) != nullptr) {
    for (const mlir::Value* value : op.operands) sharded_calls_.emplace(value, &op);
    for (const mlir::Value* value : op.results) sharded_calls_.emplace(value, &op);
  }
  if (op.name != "stablehlo.custom_call") return;
  const std::string_view target = SymbolOf(op, "call_target_name");
  if (const std::string_view reason = ReasonAgainstCall(target); !reason.empty()) {
    Refuse(op, StrCat("@", Shortened(target), ": ", reason));
  }
}

void ModuleIndex::Refuse(const Operation& op, std::string reason) {
  ++refused_;
  // Values of one operation often have the same type.
  if (!refusals_.empty() && refusals_.back().op == &op) return void(--refused_);
  if (refusals_.size() < kMostListed) refusals_.push_back({&op, std::move(reason)});
}

Status ModuleIndex::Refusals() const {
  if (refused_ == 0) return OkStatus();
  ErrorFields fields;
  fields.code = StatusCode::kUnimplemented;
  fields.rule = kStableHloC1.id;
  const Refusal& first = refusals_[0];
  fields.op = Shortened(first.op->name);
  fields.headline = refused_ == 1 ? std::string("hloom does not import this operation")
                                  : StrCat("hloom does not import ", refused_, " operations");
  for (const Refusal& refusal : refusals_) {
    fields.details.push_back(
        Message(StrCat(PlaceText(refusal.op->position), ": ", Shortened(refusal.op->name),
                       refusal.reason.empty() ? "" : ": ", refusal.reason))
            .Shown());
  }
  if (refused_ > static_cast<int64_t>(refusals_.size())) {
    fields.details.push_back(
        StrCat("and ", refused_ - static_cast<int64_t>(refusals_.size()), " more"));
  }
  fields.help = "write the program with operations of StableHLO or CHLO that have a meaning in HLO";
  return Placed(Status(std::move(fields)), first.op->position, source_);
}

}  // namespace hloom::stablehlo
