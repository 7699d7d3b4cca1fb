#include "text/stablehlo/program_text.h"

#include <cstring>

#include "base/str_cat.h"
#include "text/stablehlo/export_text.h"

namespace hloom::stablehlo_text {

BlockId ProgramText::AddBlock(BlockKind kind) {
  blocks_.push_back({kind, {}, {}});
  return static_cast<BlockId>(blocks_.size() - 1);
}

ValueId ProgramText::AddArgument(BlockId block, const Shape* type) {
  values_.push_back({.type = type});
  const auto value = static_cast<ValueId>(values_.size() - 1);
  blocks_[block].arguments.push_back(value);
  return value;
}

ValueId ProgramText::AddOperation(BlockId block, std::string_view text,
                                  Span<const Shape* const> results, Span<const BlockId> regions,
                                  ResultName name) {
  const auto first = static_cast<ValueId>(values_.size());
  for (const Shape* type : results) values_.push_back({.type = type});
  blocks_[block].operations.push_back({.begin = pool_.size(),
                                       .size = text.size(),
                                       .first_result = first,
                                       .result_count = static_cast<uint32_t>(results.size()),
                                       .first_region = static_cast<uint32_t>(regions_.size()),
                                       .region_count = static_cast<uint32_t>(regions.size()),
                                       .name = name});
  pool_ += text;
  regions_.insert(regions_.end(), regions.begin(), regions.end());
  return first;
}

void ProgramText::AppendMark(std::string& text, Mark mark, uint32_t id) {
  text += static_cast<char>(mark);
  char bytes[sizeof(id)];
  std::memcpy(bytes, &id, sizeof(id));
  text.append(bytes, sizeof(id));
}

void ProgramText::Name(NameKind kind, Value& value, Counters& counters) {
  value.kind = kind;
  if (kind == NameKind::kNumber) {
    value.number = counters.value++;
  } else if (kind == NameKind::kArgument) {
    value.number = counters.argument++;
  } else if (counters.taken[static_cast<size_t>(kind)]) {
    value.number = counters.conflict++;
  } else {
    counters.taken[static_cast<size_t>(kind)] = true;
  }
}

ProgramText::Counters ProgramText::NameArguments(const Block& block, Counters counters) {
  if (block.kind == BlockKind::kFunction) counters = Counters();
  const NameKind kind = block.kind == BlockKind::kLoop ? NameKind::kIteration : NameKind::kArgument;
  for (const ValueId argument : block.arguments) Name(kind, values_[argument], counters);
  return counters;
}

void ProgramText::OpenBlock(BlockId id, size_t indent, const Counters& outside, std::string& out) {
  const Block& block = blocks_[id];
  Counters counters = NameArguments(block, outside);
  if (block.kind == BlockKind::kRegion && !block.arguments.empty()) {
    out.append(2 * (indent - 1), ' ');
    out += "^bb0(";
    for (size_t i = 0; i < block.arguments.size(); ++i) {
      if (i > 0) out += ", ";
      AppendName(block.arguments[i], out);
      out += ": ";
      AppendType(out, TypeOf(block.arguments[i]));
    }
    out += "):\n";
  }
  for (const Operation& operation : block.operations) {
    if (operation.result_count == 0) continue;
    const NameKind kind = operation.name == ResultName::kInteger    ? NameKind::kInteger
                          : operation.name == ResultName::kConstant ? NameKind::kConstant
                                                                    : NameKind::kNumber;
    Value& first = values_[operation.first_result];
    Name(kind, first, counters);
    if (operation.result_count == 1) continue;
    for (uint32_t i = 0; i < operation.result_count; ++i) {
      Value& value = values_[operation.first_result + i];
      value.kind = first.kind;
      value.number = first.number;
      value.result = i;
    }
  }
  // The text of an operation may name the arguments of its regions, which comes first.
  for (const Operation& operation : block.operations) {
    for (uint32_t i = 0; i < operation.region_count; ++i) {
      NameArguments(blocks_[regions_[operation.first_region + i]], counters);
    }
  }
  open_.push_back({id, 0, 0, indent, counters});
}

void ProgramText::AppendName(ValueId id, std::string& out) const {
  constexpr std::string_view kNames[] = {"%", "%arg", "%c", "%cst", "%iterArg"};
  const Value& value = values_[id];
  out += kNames[static_cast<size_t>(value.kind)];
  const bool numbered = value.kind == NameKind::kNumber || value.kind == NameKind::kArgument;
  if (numbered) {
    StrAppend(out, value.number);
  } else if (value.number != kNone) {
    StrAppend(out, "_", value.number);
  }
  if (value.result != kNone) StrAppend(out, "#", value.result);
}

void ProgramText::AppendResults(const Operation& operation, std::string& out) const {
  if (operation.result_count == 0) return;
  if (operation.result_count == 1) {
    AppendName(operation.first_result, out);
  } else {
    StrAppend(out, "%", values_[operation.first_result].number, ":", operation.result_count);
  }
  out += " = ";
}

bool ProgramText::Render(size_t indent, size_t most, std::string& out) {
  OpenBlock(kTop, indent, Counters(), out);
  while (!open_.empty()) {
    if (out.size() > most) return false;
    Open& open = open_.back();
    const Block& block = blocks_[open.block];
    if (open.operation == block.operations.size()) {
      open_.pop_back();
      if (open_.empty()) break;
      out.append(2 * open_.back().indent, ' ');
      out += '}';
      continue;
    }
    const Operation& operation = block.operations[open.operation];
    const std::string_view text(pool_.data() + operation.begin, operation.size);
    if (open.at == 0) {
      out.append(2 * open.indent, ' ');
      AppendResults(operation, out);
    }
    size_t plain = open.at;
    size_t at = plain;
    while (at < text.size() && static_cast<unsigned char>(text[at]) > kBreak) ++at;
    out += text.substr(plain, at - plain);
    if (at == text.size()) {
      out += '\n';
      ++open.operation;
      open.at = 0;
      continue;
    }
    if (text[at] == kBreak) {
      out += '\n';
      out.append(2 * open.indent, ' ');
      open.at = at + 1;
      continue;
    }
    uint32_t id;
    std::memcpy(&id, text.data() + at + 1, sizeof(id));
    open.at = at + 1 + sizeof(id);
    if (text[at] == kValue) {
      AppendName(id, out);
    } else {
      out += "{\n";
      const Counters counters = open.counters;
      OpenBlock(id, open.indent + 1, counters, out);  // `open` is not valid any more
    }
  }
  return true;
}

}  // namespace hloom::stablehlo_text
