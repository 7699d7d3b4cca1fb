#include "comm/exchange_instructions.h"

#include "comm/exchange_groups.h"

namespace hloom::testing_support {

namespace {

std::string TupleText(ProgramWriter& writer, const std::vector<SpreadArray>& arrays) {
  Lines shapes;
  for (const SpreadArray& array : arrays) shapes.push_back(writer.ShapeText(array));
  return StrCat("(", StrJoin(shapes, ", "), ")");
}

std::string OneOrTuple(ProgramWriter& writer, const ExchangeSpec& spec,
                       const std::vector<SpreadArray>& arrays) {
  const bool one = arrays.size() == 1 && spec.kind != Exchange::kAllToAllOfTuple;
  return one ? writer.ShapeText(arrays[0]) : TupleText(writer, arrays);
}

// The elements of a tuple, or the array that it is.
void GetElements(ProgramWriter& writer, const std::string& value, bool is_tuple,
                 const std::vector<SpreadArray>& results, Lines& lines,
                 std::vector<ProgramValue>& values) {
  if (!is_tuple) return values.push_back({value, results[0]});
  for (size_t k = 0; k < results.size(); ++k) {
    values.push_back({writer.NewName("v"), results[k]});
    lines.push_back(StrCat(values.back().name, " = get-tuple-element(", value, "), index=", k));
  }
}

// An array is sent, or a tuple of several. Both ends begin before anything waits.
Instructions TransferInstructions(ProgramWriter& writer, const ExchangeText& exchange,
                                  const Lines& operands, const std::vector<SpreadArray>& results) {
  const std::string token = writer.NewName("t");
  const std::string recv = writer.NewName("recv");
  const std::string send = writer.NewName("send");
  const std::string received = writer.NewName("received");
  const std::string name = writer.NewName("v");
  // Transfers of several pairs share a channel. The numbers of collectives are smaller.
  const std::string channel =
      exchange.spec.has_channel ? StrCat(", channel_id=", writer.random().Between(11, 12)) : "";
  const std::string pairs = StrCat(", frontend_attributes={_xla_send_recv_source_target_pairs=\"",
                                   PairsText(exchange.spec), "\"}");
  const std::string shape = OneOrTuple(writer, exchange.spec, results);
  const std::string context = StrCat("(", shape, ", u32[], token[]) ");
  const bool is_tuple = operands.size() > 1;
  const std::string sent = is_tuple ? writer.NewName("tuple") : operands[0];
  Lines begin = {
      StrCat(recv, " = ", context, "recv(", token, ")", channel, pairs),
      StrCat(send, " = ", context, "send(", sent, ", ", token, ")", channel, pairs),
  };
  if (writer.random().OneIn(2)) std::swap(begin[0], begin[1]);
  begin.insert(begin.begin(), StrCat(token, " = token[] after-all()"));
  if (is_tuple)
    begin.insert(begin.begin(), StrCat(sent, " = tuple(", StrJoin(operands, ", "), ")"));
  Lines end = {
      StrCat(received, " = (", shape, ", token[]) recv-done(", recv, ")", channel),
      StrCat(writer.NewName("sent"), " = token[] send-done(", send, ")", channel),
  };
  if (writer.random().OneIn(2)) std::swap(end[0], end[1]);
  end.push_back(StrCat(name, " = get-tuple-element(", received, "), index=0"));
  Instructions text;
  GetElements(writer, name, is_tuple, results, end, text.values);
  text.begin = std::move(begin);
  text.end = std::move(end);
  return text;
}

// Operations without a -start have an asynchronous form, as XLA writes it: -start is short for
// async-start.
bool HasStart(Exchange kind) {
  return kind == Exchange::kAllReduce || kind == Exchange::kAllGather || kind == Exchange::kPermute;
}

// The -start returns its operands with the result, except for all-reduce.
std::string StartShape(ProgramWriter& writer, const ExchangeSpec& spec,
                       const std::vector<ProgramValue>& operands, const std::string& result) {
  if (spec.kind == Exchange::kAllReduce) return result;
  std::vector<SpreadArray> arrays;
  for (const ProgramValue& operand : operands) arrays.push_back(operand.array);
  const bool one = HasStart(spec.kind) && arrays.size() == 1;
  const std::string given = one ? writer.ShapeText(arrays[0]) : TupleText(writer, arrays);
  const bool has_contexts = spec.kind == Exchange::kPermute && writer.random().OneIn(2);
  return StrCat("(", given, ", ", result, has_contexts ? ", u32[], u32[])" : ")");
}

// -start and -done, perhaps with an -update in between.
Instructions SplitInstructions(ProgramWriter& writer, const ExchangeText& exchange,
                               const std::string& name, const std::string& arguments,
                               const std::string& start_shape, const std::string& shape) {
  const std::string opcode = exchange.form == Form::kWrapped ? "async" : exchange.opcode;
  std::string start = writer.NewName("start");
  Instructions text;
  text.begin = {StrCat(start, " = ", start_shape, " ", opcode, "-start", arguments)};
  const bool has_update = exchange.form == Form::kWrapped || !HasStart(exchange.spec.kind);
  if (has_update && writer.random().OneIn(3)) {
    const std::string update = writer.NewName("update");
    text.end = {StrCat(update, " = ", start_shape, " ", opcode, "-update(", start, ")")};
    start = update;
  }
  text.end.push_back(StrCat(name, " = ", shape, " ", opcode, "-done(", start, ")"));
  return text;
}

// A computation of only the exchange, perhaps with its parameters in another order. Returns the
// operands of async-start.
std::string WrappedArguments(ProgramWriter& writer, const ExchangeText& exchange,
                             const std::vector<ProgramValue>& operands, const Sizes& order) {
  std::string text = writer.NewName("wrapped");
  const std::string name = text;
  StrAppend(text, " {\n");
  Lines arguments(operands.size());
  Lines parameters;
  // The operands of an all-to-all of tuples need one layout.
  const bool alike = exchange.spec.kind == Exchange::kAllToAllOfTuple;
  std::string shape_text = writer.ShapeText(operands[0].array);
  for (size_t k = 0; k < operands.size(); ++k) {
    parameters.push_back(StrCat("q", k));
    if (!alike) shape_text = writer.ShapeText(operands[k].array);
    StrAppend(text, "  q", k, " = ", shape_text, " parameter(", order[k], ")\n");
    arguments[static_cast<size_t>(order[k])] = operands[k].name;
  }
  std::vector<SpreadArray> arrays;
  for (const ProgramValue& operand : operands) arrays.push_back(operand.array);
  const std::string shape =
      OneOrTuple(writer, exchange.spec, ExchangeModel(exchange.spec, writer.grid(), arrays));
  StrAppend(text, "  ROOT r = ", shape, " ", exchange.opcode, "(", StrJoin(parameters, ", "), ")",
            exchange.attributes, "\n}\n");
  writer.AddComputation(name, text);
  return StrCat("(", StrJoin(arguments, ", "), "), calls=", name);
}

Instructions WrappedInstructions(ProgramWriter& writer, const ExchangeText& exchange,
                                 const std::string& name, const std::vector<ProgramValue>& operands,
                                 const std::string& shape) {
  Sizes order;
  for (size_t k = 0; k < operands.size(); ++k) order.push_back(static_cast<int64_t>(k));
  if (writer.random().OneIn(4)) order = writer.random().Permutation(operands.size());
  const std::string arguments = WrappedArguments(writer, exchange, operands, order);
  std::vector<SpreadArray> arrays(operands.size());
  for (size_t k = 0; k < operands.size(); ++k) {
    arrays[static_cast<size_t>(order[k])] = operands[k].array;
  }
  const bool has_context = writer.random().OneIn(2);
  const std::string start_shape =
      StrCat("(", TupleText(writer, arrays), ", ", shape, has_context ? ", u32[])" : ")");
  return SplitInstructions(writer, exchange, name, arguments, start_shape, shape);
}

}  // namespace

Instructions InstructionsOf(ProgramWriter& writer, const ExchangeText& exchange,
                            const std::vector<ProgramValue>& operands,
                            const std::vector<SpreadArray>& results) {
  Lines names;
  for (const ProgramValue& operand : operands) names.push_back(operand.name);
  if (exchange.spec.kind == Exchange::kTransfer) {
    return TransferInstructions(writer, exchange, names, results);
  }
  const std::string arguments = StrCat("(", StrJoin(names, ", "), ")", exchange.attributes);
  const std::string shape = OneOrTuple(writer, exchange.spec, results);
  const std::string name = writer.NewName("v");
  Instructions text;
  if (exchange.form == Form::kWhole) {
    text.begin = {StrCat(name, " = ", shape, " ", exchange.opcode, arguments)};
  } else if (exchange.form == Form::kWrapped) {
    text = WrappedInstructions(writer, exchange, name, operands, shape);
  } else {
    const std::string start_shape = StartShape(writer, exchange.spec, operands, shape);
    text = SplitInstructions(writer, exchange, name, arguments, start_shape, shape);
  }
  GetElements(writer, name, shape[0] == '(', results, text.end.empty() ? text.begin : text.end,
              text.values);
  return text;
}

}  // namespace hloom::testing_support
