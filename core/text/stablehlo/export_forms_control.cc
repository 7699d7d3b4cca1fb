// Forms of operations that carry values and call computations.
#include "ops/control/async.h"
#include "ops/control/call.h"
#include "ops/control/structural.h"
#include "ops/host/transfer.h"
#include "text/stablehlo/export_forms.h"

namespace hloom::stablehlo_text {

namespace {

// ---- tuples ----

void EmitTuple(FormWriter& writer, const StableHloForm&) {
  Leaves leaves;
  for (size_t i = 0; i < writer.instruction().operands().size(); ++i) {
    const Leaves& element = writer.unresolved(i);
    leaves.insert(leaves.end(), element.begin(), element.end());
  }
  writer.Give(std::move(leaves));
}

// The leaves of element `index` of operand 0.
Leaves ElementOf(FormWriter& writer, int64_t index) {
  const Shape& tuple = writer.instruction().operand(0)->shape();
  const Leaves& leaves = writer.unresolved(0);
  const size_t begin = writer.LeafOffset(tuple, index);
  const size_t count = LeafCount(tuple.tuple_shapes(index));
  return Leaves(leaves.begin() + static_cast<std::ptrdiff_t>(begin),
                leaves.begin() + static_cast<std::ptrdiff_t>(begin + count));
}

void EmitGetTupleElement(FormWriter& writer, const StableHloForm&) {
  writer.Give(
      ElementOf(writer, writer.instruction().attributes<GetTupleElementAttributes>().index));
}

// ---- tokens ----

void EmitAfterAll(FormWriter& writer, const StableHloForm& form) {
  Operation operation{.name = form.name, .results = LeafShapes(writer.instruction().shape())};
  for (const ValueId value : writer.AllOperands()) {
    if (writer.TypeOf(value).IsToken()) operation.operands.push_back(value);
  }
  if (operation.operands.empty()) operation.name = "stablehlo.create_token";
  writer.GiveFrom(writer.Pretty(operation, Types::kResult), 1);
}

void EmitBarrier(FormWriter& writer, const StableHloForm& form) {
  const Operation operation = WholeOperation(writer, form);
  if (operation.operands.empty()) {
    writer.GivePretty(operation, " ()", Types::kNone);
    return;
  }
  writer.GiveFrom(writer.Pretty(operation, Types::kOperands), operation.results.size());
}

// ---- calls ----

void EmitCall(FormWriter& writer, const StableHloForm& form) {
  const HloInstruction& call = writer.instruction();
  const HloComputation& callee = *call.called_computation(0);
  const std::vector<const Shape*> results = LeafShapes(call.shape());
  if (!call.attributes<CallAttributes>().is_composite) {
    writer.GiveFrom(writer.Call(callee, writer.AllOperands(), results, /*has_extras=*/true),
                    results.size());
    return;
  }
  Operation operation = WholeOperation(writer, form);
  const auto attribute = [&](std::string_view name) {
    const std::string* text = FrontendAttribute(call, name);
    return text == nullptr ? std::string() : *text;
  };
  const std::string attributes = attribute("composite.attributes");
  if (IsDictionaryText(attributes) && attributes != "{}") {
    operation.attributes.push_back({"composite_attributes", attributes});
  }
  operation.attributes.push_back({"decomposition", writer.FunctionSymbol(callee)});
  const std::string version = attribute("composite.version");
  const bool is_number =
      !version.empty() && version.find_first_not_of("0123456789") == std::string::npos;
  if (is_number && version != "0") {
    operation.attributes.push_back({"version", StrCat(version, " : i32")});
  }
  std::string middle = StrCat(" ", Quoted(attribute("composite.name")));
  if (!operation.operands.empty()) {
    StrAppend(middle, " ", FormWriter::Values(operation.operands));
  }
  writer.GivePretty(operation, middle, Types::kFunction);
}

void EmitFusion(FormWriter& writer, const StableHloForm&) { writer.Give(writer.inlined()); }

// %2:2 = stablehlo.while(%iterArg = %0, %iterArg_0 = %1) : types
//  cond {
//   ...
// } do {
void EmitWhile(FormWriter& writer, const StableHloForm& form) {
  Operation operation = WholeOperation(writer, form);
  operation.operands = writer.FitAll(operation.operands, operation.results);
  operation.regions = writer.regions();
  const std::vector<ValueId>& arguments = writer.program().arguments(operation.regions[0]);
  std::string middle = "(";
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) middle += ", ";
    ProgramText::AppendValue(middle, arguments[i]);
    middle += " = ";
    ProgramText::AppendValue(middle, operation.operands[i]);
  }
  middle += ')';
  // Unlike the attributes of other pretty forms, those of while come after the types.
  if (!arguments.empty()) {
    middle += " : ";
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (i > 0) middle += ", ";
      AppendType(middle, writer.TypeOf(operation.operands[i]));
    }
  }
  operation.keyword = "attributes";
  ProgramText::AppendBreak(operation.tail);
  operation.tail += " cond ";
  ProgramText::AppendRegion(operation.tail, operation.regions[0]);
  operation.tail += " do ";
  ProgramText::AppendRegion(operation.tail, operation.regions[1]);
  writer.GivePretty(operation, middle, Types::kNone);
}

bool ByPredicate(const HloInstruction& conditional) {
  return conditional.operand(0)->shape().element_type() == PRED;
}

void EmitConditional(FormWriter& writer, const StableHloForm&) {
  const Operation operation{
      .name = ByPredicate(writer.instruction()) ? "stablehlo.if" : "stablehlo.case",
      .operands = writer.operand(0),
      .results = LeafShapes(writer.instruction().shape()),
      .regions = writer.regions()};
  writer.GiveGeneric(operation);
}

// ---- asynchronous operations ----

// ((operands), result, contexts...): the computation is where the operation starts.
void EmitAsyncStart(FormWriter& writer, const StableHloForm&) {
  Leaves leaves;
  for (size_t i = 0; i < writer.instruction().operands().size(); ++i) {
    const Leaves& operand = writer.unresolved(i);
    leaves.insert(leaves.end(), operand.begin(), operand.end());
  }
  const Leaves& result = writer.inlined();
  leaves.insert(leaves.end(), result.begin(), result.end());
  const std::vector<const Shape*> shapes = LeafShapes(writer.instruction().shape());
  while (leaves.size() < shapes.size()) {
    leaves.push_back(writer.Placeholder(shapes[leaves.size()]));
  }
  writer.Give(std::move(leaves));
}

constexpr char kBindsLater[] =
    "an asynchronous computation whose arguments are bound, or whose result appears, only after "
    "its start has no synchronous form";

std::string RefuseAsyncStart(const HloInstruction& start) {
  const HloComputation& callee = *start.called_computation(0);
  const bool whole = start.operands().size() == callee.parameters().size() &&
                     ShapeUtil::Compatible(start.shape().tuple_shapes(1), callee.root()->shape());
  return whole ? "" : kBindsLater;
}
std::string RefuseAsyncUpdate(const HloInstruction& update) {
  const bool same = update.operands().size() == 1 &&
                    ShapeUtil::Compatible(update.operand(0)->shape(), update.shape());
  return same ? "" : kBindsLater;
}
std::string RefuseAsyncDone(const HloInstruction& done) {
  const Shape& start = done.operand(0)->shape();
  return ShapeUtil::Compatible(start.tuple_shapes(1), done.shape()) ? "" : kBindsLater;
}

void EmitSecond(FormWriter& writer, const StableHloForm&) { writer.Give(ElementOf(writer, 1)); }

// (copy, operand, context): the copy is the operand.
void EmitCopyStart(FormWriter& writer, const StableHloForm&) {
  const Leaves& operand = writer.unresolved(0);
  Leaves leaves = operand;
  leaves.insert(leaves.end(), operand.begin(), operand.end());
  leaves.push_back(writer.Placeholder(&writer.instruction().shape().tuple_shapes(2)));
  writer.Give(std::move(leaves));
}
void EmitFirst(FormWriter& writer, const StableHloForm&) { writer.Give(ElementOf(writer, 0)); }

}  // namespace

constexpr StableHloForm kParameterForm = {};  // the exporter's own
constexpr StableHloForm kTupleForm = {.emit = EmitTuple};
constexpr StableHloForm kGetTupleElementForm = {.emit = EmitGetTupleElement};
constexpr StableHloForm kAddDependencyForm = {.emit = EmitNothing};
constexpr StableHloForm kDomainForm = {.emit = EmitNothing};
constexpr StableHloForm kAfterAllForm = {.name = "stablehlo.after_all", .emit = EmitAfterAll};
constexpr StableHloForm kOptimizationBarrierForm = {.name = "stablehlo.optimization_barrier",
                                                    .emit = EmitBarrier};
constexpr StableHloForm kCallForm = {.name = "stablehlo.composite", .emit = EmitCall};
constexpr StableHloForm kFusionForm = {.emit = EmitFusion, .calls = CallForm::kInlined};
constexpr StableHloForm kWhileForm = {
    .name = "stablehlo.while", .emit = EmitWhile, .calls = CallForm::kLoop};
constexpr StableHloForm kConditionalForm = {.emit = EmitConditional, .calls = CallForm::kCaptured};
constexpr StableHloForm kAsyncStartForm = {
    .emit = EmitAsyncStart, .refuse = RefuseAsyncStart, .calls = CallForm::kInlined};
constexpr StableHloForm kAsyncUpdateForm = {.emit = EmitNothing, .refuse = RefuseAsyncUpdate};
constexpr StableHloForm kAsyncDoneForm = {.emit = EmitSecond, .refuse = RefuseAsyncDone};
constexpr StableHloForm kCopyStartForm = {.emit = EmitCopyStart};
constexpr StableHloForm kCopyDoneForm = {.emit = EmitFirst};

}  // namespace hloom::stablehlo_text
