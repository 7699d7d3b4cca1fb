// A tree of MLIR as text, one line an operation, so that tests can compare trees and show them.
#ifndef HLOOM_TESTS_SUPPORT_MLIR_DUMP_H_
#define HLOOM_TESTS_SUPPORT_MLIR_DUMP_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/str_cat.h"
#include "base/text_reader.h"
#include "text/mlir/mlir_tree.h"

namespace hloom::testing_support {

inline std::string DumpMlir(const mlir::Attribute& attribute);

// Fields in the order of their names, so that two forms of an operation compare equal.
inline std::string DumpMlir(Span<const mlir::NamedAttribute> fields) {
  std::vector<std::string> texts;
  for (const mlir::NamedAttribute& field : fields) {
    texts.push_back(StrCat(field.name, " = ", DumpMlir(*field.value)));
  }
  std::sort(texts.begin(), texts.end());
  return StrJoin(texts, ", ");
}

inline std::string DumpMlir(const mlir::Attribute& attribute) {
  using Kind = mlir::Attribute::Kind;
  const std::string type = attribute.type == nullptr ? std::string("?") : ToString(*attribute.type);
  switch (attribute.kind) {
    case Kind::kUnit:
      return "unit";
    case Kind::kBool:
      return attribute.integer != 0 ? "true" : "false";
    case Kind::kInteger:
      return StrCat(attribute.integer, " : ", type);
    case Kind::kFloat:
      return StrCat(attribute.number, " : ", type);
    case Kind::kString:
      return QuotedText(attribute.text);
    case Kind::kSymbol:
      return StrCat("@", attribute.text);
    case Kind::kType:
      return type;
    case Kind::kArray: {
      std::vector<std::string> texts;
      for (const mlir::Attribute* element : attribute.elements) texts.push_back(DumpMlir(*element));
      return StrCat("[", StrJoin(texts, ", "), "]");
    }
    case Kind::kDictionary:
      return StrCat("{", DumpMlir(attribute.fields), "}");
    case Kind::kIntegers:
      return StrCat("array<", type, ": ", StrJoin(attribute.integers, ", "), ">");
    case Kind::kElements: {
      if (attribute.literal == nullptr) return StrCat("dense<missing> : ", type);
      const bool splat = attribute.literal->shape().dimensions().empty();
      return StrCat(splat ? "splat<" : "dense<", attribute.literal->ToStringWithoutShape(),
                    "> : ", type);
    }
    case Kind::kEnum:
      return StrCat("#", attribute.dialect_name, " ", attribute.text);
    case Kind::kStruct:
      return StrCat("#", attribute.dialect_name, "<", DumpMlir(attribute.fields), ">");
    case Kind::kOther:
      return StrCat("#", attribute.dialect_name, "<<", attribute.text, ">>");
  }
  return "";
}

inline std::string DumpMlir(const mlir::Location& location) {
  using Kind = mlir::Location::Kind;
  std::vector<std::string> parts;
  for (const mlir::Location* part : location.parts) parts.push_back(DumpMlir(*part));
  switch (location.kind) {
    case Kind::kUnknown:
      return "unknown";
    case Kind::kFile: {
      const std::string end = location.end_line == 0
                                  ? std::string()
                                  : StrCat("-", location.end_line, ":", location.end_column);
      return StrCat(location.text, ":", location.line, ":", location.column, end);
    }
    case Kind::kName:
      return parts.empty() ? StrCat("'", location.text, "'")
                           : StrCat("'", location.text, "'(", parts[0], ")");
    case Kind::kCallSite:
      return StrCat("callsite(", parts[0], " at ", parts[1], ")");
    case Kind::kFused:
      return StrCat("fused[", StrJoin(parts, ", "), "]");
  }
  return "";
}

inline std::string DumpMlir(Span<const mlir::Value* const> values) {
  std::vector<std::string> texts;
  for (const mlir::Value* value : values) {
    texts.push_back(StrCat("%", value->number, ": ", ToString(*value->type)));
  }
  return StrJoin(texts, ", ");
}

// The operation and those in its regions, with two blanks before each level.
inline std::string DumpMlir(const mlir::Operation& operation, std::string indent = "") {
  std::string out = indent;
  if (!operation.results.empty()) StrAppend(out, DumpMlir(operation.results), " = ");
  StrAppend(out, operation.name, "(", DumpMlir(operation.operands), ")");
  if (!operation.attributes.empty()) StrAppend(out, " {", DumpMlir(operation.attributes), "}");
  if (operation.location != nullptr) StrAppend(out, " loc ", DumpMlir(*operation.location));
  out += "\n";
  for (const mlir::Region* region : operation.regions) {
    StrAppend(out, indent, "  region\n");
    for (const mlir::Block& block : region->blocks) {
      StrAppend(out, indent, "  ^(", DumpMlir(block.arguments), ")\n");
      for (const mlir::Operation* inner : block.operations) {
        out += DumpMlir(*inner, indent + "    ");
      }
    }
  }
  return out;
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MLIR_DUMP_H_
