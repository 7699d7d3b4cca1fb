#include "text/mlir/mlir_part_parser.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "base/utf8.h"
#include "shape/shape_util.h"

namespace hloom::mlir {

Status MlirPartParser::TooDeep() {
  return in_.ErrorAt(in_.position(), kMlirP9,
                     StrCat("types, attributes and locations nest more than ", kMaxDepth, " deep"));
}

Status MlirPartParser::UseAlias(size_t place, const AliasSize& size) {
  constexpr size_t kMostPerCharacter = 32;
  constexpr size_t kAlways = size_t{1} << 20;
  if (depth_ + size.depth > kMaxDepth) return TooDeep();
  max_depth_ = std::max(max_depth_, depth_ + size.depth);
  weight_ += size.weight;
  if (weight_ / kMostPerCharacter <= size_ + kAlways / kMostPerCharacter) {
    return OkStatus();
  }
  return in_.ErrorAt(place, kMlirP14, "the aliases of the text stand for too much")
      .Help("write the parts that are long and used often less often");
}

StatusOr<const Location*> MlirPartParser::ParseOptionalLocation() {
  if (in_.Peek() != 'l' || !in_.AcceptWord("loc")) return nullptr;
  HLOOM_RETURN_IF_ERROR(in_.Expect('(', "after loc"));
  HLOOM_ASSIGN_OR_RETURN(const Location* location, ParseLocation());
  HLOOM_RETURN_IF_ERROR(in_.Expect(')', "after a location"));
  return location;
}

// The location of an alias that is being defined goes to where its uses refer to.
const Location* MlirPartParser::StoreLocation(Location location) {
  if (alias_location_ == nullptr || depth_ > 1) return module_.NewLocation(std::move(location));
  *alias_location_ = std::move(location);
  return alias_location_;
}

StatusOr<const Location*> MlirPartParser::ParseLocation() {
  const Nested nested(*this);
  if (depth_ > kMaxDepth) return TooDeep();
  if (in_.Peek() == '"') return ParseNamedLocation();
  if (in_.Peek() == '#') return ParseLocationAlias();
  const std::string_view word = in_.PeekWord();
  if (word == "unknown") {
    in_.Word();
    return StoreLocation({});
  }
  if (word == "callsite") {
    in_.Word();
    HLOOM_RETURN_IF_ERROR(in_.Expect('(', "after callsite"));
    HLOOM_ASSIGN_OR_RETURN(const Location* callee, ParseLocation());
    HLOOM_RETURN_IF_ERROR(in_.ExpectWord("at", "after the location of the callee"));
    HLOOM_ASSIGN_OR_RETURN(const Location* caller, ParseLocation());
    HLOOM_RETURN_IF_ERROR(in_.Expect(')', "after the location of the caller"));
    return StoreLocation({.kind = Location::Kind::kCallSite, .parts = {callee, caller}});
  }
  if (word == "fused") return ParseFusedLocation();
  return in_.Expected("a location").Help("locations are written like loc(\"file.py\":3:4)");
}

StatusOr<const Location*> MlirPartParser::ParseNamedLocation() {
  Location location;
  HLOOM_ASSIGN_OR_RETURN(location.text, in_.String(module_));
  if (in_.Accept(':')) {
    location.kind = Location::Kind::kFile;
    HLOOM_ASSIGN_OR_RETURN(location.line, in_.Int64());
    HLOOM_RETURN_IF_ERROR(in_.Expect(':', "after the line of a location"));
    HLOOM_ASSIGN_OR_RETURN(location.column, in_.Int64());
    if (in_.AcceptWord("to")) {
      location.end_line = location.line;
      if (in_.Peek() != ':') {
        HLOOM_ASSIGN_OR_RETURN(location.end_line, in_.Int64());
      }
      HLOOM_RETURN_IF_ERROR(in_.Expect(':', "after the line where a location ends"));
      HLOOM_ASSIGN_OR_RETURN(location.end_column, in_.Int64());
    }
    return StoreLocation(std::move(location));
  }
  location.kind = Location::Kind::kName;
  if (in_.Accept('(')) {
    HLOOM_ASSIGN_OR_RETURN(const Location* child, ParseLocation());
    location.parts.push_back(child);
    HLOOM_RETURN_IF_ERROR(in_.Expect(')', "after the location of a name"));
  }
  return StoreLocation(std::move(location));
}

StatusOr<const Location*> MlirPartParser::ParseFusedLocation() {
  in_.Word();
  if (in_.Accept('<')) HLOOM_RETURN_IF_ERROR(in_.Bracketed('>').status());
  HLOOM_RETURN_IF_ERROR(in_.Expect('[', "before the locations that are fused"));
  Location location = {.kind = Location::Kind::kFused};
  if (!in_.Accept(']')) {
    do {
      HLOOM_ASSIGN_OR_RETURN(const Location* part, ParseLocation());
      location.parts.push_back(part);
    } while (in_.Accept(','));
    if (!in_.Accept(']')) return in_.Expected("',' or ']' after a location");
  }
  return StoreLocation(std::move(location));
}

// The alias may be defined later, unless another alias refers to it: so no location contains
// itself.
StatusOr<const Location*> MlirPartParser::ParseLocationAlias() {
  const size_t place = in_.position();
  in_.Accept('#');
  const std::string_view name = in_.Suffix();
  if (name.empty()) return in_.Expected("the name of a location, like #loc1");
  if (in_.PeekAdjacent() == '<' || name.find('.') != std::string_view::npos) {
    // A location of another dialect.
    if (in_.Accept('<')) HLOOM_RETURN_IF_ERROR(in_.Bracketed('>').status());
    return module_.NewLocation({});
  }
  LocationAlias& alias = location_aliases_[name];
  if (alias_location_ != nullptr && !alias.defined) {
    return in_.ErrorAt(place, kMlirP4, StrCat("the location #", Shortened(name), " is not defined"))
        .Help("an alias may refer to aliases that are defined before it");
  }
  // A location outside of aliases is one of an operation, to which the alias adds nothing.
  if (alias_location_ != nullptr) HLOOM_RETURN_IF_ERROR(UseAlias(place, alias.size));
  if (alias.location == nullptr) {
    alias.location = module_.NewLocation({});
    alias.place = place;
  }
  return alias.location;
}

Status MlirPartParser::ParseAliasDefinition() {
  const size_t place = in_.position();
  const char sigil = in_.Peek();
  in_.Accept(sigil);
  const std::string_view name = in_.Suffix();
  if (name.empty()) return in_.Expected("the name of an alias");
  if (name.find('.') != std::string_view::npos) {
    return in_.ErrorAt(place, kMlirP1, "the name of an alias has no '.'");
  }
  HLOOM_RETURN_IF_ERROR(in_.Expect('=', "after the name of an alias"));
  const auto twice = [&]() -> Status {
    return in_
        .ErrorAt(
            place, kMlirP4,
            StrCat("the alias ", std::string(1, sigil), Shortened(name), " is already defined"))
        .Help("give each alias its own name");
  };
  max_depth_ = 0;
  const size_t begin = weight_;
  if (sigil == '!') {
    HLOOM_ASSIGN_OR_RETURN(const Type* type, ParseType());
    // Each type that has this one as a part is looked up by its text.
    const AliasSize size = {ToString(*type).size(), max_depth_};
    return type_aliases_.emplace(name, TypeAlias{type, size}).second ? OkStatus() : twice();
  }
  if (in_.PeekWord() != "loc") {
    HLOOM_ASSIGN_OR_RETURN(const Attribute* attribute, ParseAttribute());
    const AliasSize size = {weight_ - begin, max_depth_};
    return attribute_aliases_.emplace(name, AttributeAlias{attribute, size}).second ? OkStatus()
                                                                                    : twice();
  }
  LocationAlias& alias = location_aliases_[name];
  if (alias.defined) return twice();
  if (alias.location == nullptr) alias.location = module_.NewLocation({});
  alias_location_ = alias.location;
  const StatusOr<const Location*> location = ParseOptionalLocation();
  alias_location_ = nullptr;
  HLOOM_RETURN_IF_ERROR(location.status());
  // The location of another alias is copied.
  if (*location != alias.location) *alias.location = **location;
  alias.size = {weight_ - begin, max_depth_};
  alias.defined = true;
  alias.place = place;
  return OkStatus();
}

Status MlirPartParser::ParseResources() {
  HLOOM_RETURN_IF_ERROR(in_.Expect("{-#", "before the resources"));
  // Sections, in them dialects, in them resources: `depth` braces are open.
  int depth = 0;
  std::string_view section;
  while (true) {
    if (depth == 0 && in_.Accept("#-}")) return OkStatus();
    if (in_.Accept('}')) {
      if (--depth < 0) break;
      in_.Accept(',');
      continue;
    }
    std::string_view name;
    if (in_.Peek() == '"') {
      HLOOM_ASSIGN_OR_RETURN(name, in_.QuotedName(module_));
    } else {
      in_.position();
      name = in_.Suffix();
    }
    if (name.empty()) break;
    HLOOM_RETURN_IF_ERROR(in_.Expect(':', "after a name"));
    if (depth == 0) section = name;
    if (in_.Accept('{')) {
      if (++depth > 3) break;
      continue;
    }
    if (in_.Peek() == '"') {
      HLOOM_ASSIGN_OR_RETURN(const std::string_view text, in_.RawString());
      if (depth == 2 && section == "dialect_resources") resources_.emplace(name, text);
    } else {
      HLOOM_RETURN_IF_ERROR(in_.Item().status());
    }
    in_.Accept(',');
  }
  return in_.Expected("a name, '}' or '#-}' in the resources");
}

Status MlirPartParser::Finish() {
  for (const auto& [name, alias] : location_aliases_) {
    if (alias.defined) continue;
    // The first in the text, whatever the order of the table.
    const LocationAlias* first = &alias;
    std::string_view first_name = name;
    for (const auto& [other_name, other] : location_aliases_) {
      if (other.defined || other.place >= first->place) continue;
      first = &other;
      first_name = other_name;
    }
    return in_
        .ErrorAt(first->place, kMlirP4,
                 StrCat("the location #", Shortened(first_name), " is not defined"))
        .Help("the definitions of locations are at the end of the text: #loc1 = loc(...)");
  }
  // The literals of each resource.
  std::unordered_map<std::string_view, std::vector<DenseLiteral>> known;
  for (const PendingResource& pending : pending_resources_) {
    HLOOM_RETURN_IF_ERROR(FillResource(pending, known[pending.attribute->text]));
    pending.attribute->text = {};
  }
  return OkStatus();
}

Status MlirPartParser::ElidedAt(size_t place) const {
  return in_.ErrorAt(place, kMlirP10, "the elements of this constant were left out")
      .Help("print the program again with its large constants");
}

Status MlirPartParser::FillResource(const PendingResource& pending,
                                    std::vector<DenseLiteral>& known) {
  const Type& type = *pending.attribute->type;
  const std::string_view name = pending.attribute->text;
  const auto found = resources_.find(name);
  if (found == resources_.end() && name == kElided) return ElidedAt(pending.place);
  if (found == resources_.end()) {
    return in_
        .ErrorAt(pending.place, kMlirP11,
                 StrCat("the resource ", Shortened(name), " is not in the text"))
        .Help("print the program with its resources: {-# dialect_resources: {...} #-}");
  }
  // Constants of one resource share its elements.
  for (const DenseLiteral& one : known) {
    if (one->shape().element_type() != type.element_type) continue;
    const StatusOr<Shape> shape = ShapeUtil::MakeValidatedShape(type.element_type, type.dimensions);
    if (!shape.ok() || ShapeUtil::ElementsIn(*shape) != one->element_count()) continue;
    pending.attribute->literal = std::make_shared<const Literal>(
        Literal::OverStorage(std::make_shared<const Shape>(*shape), one->storage()));
    return OkStatus();
  }
  // "0x04000000...": the alignment of the bytes, then the bytes.
  constexpr size_t kHeader = 2 + 8;
  const size_t place = static_cast<size_t>(found->second.data() - in_.text().data());
  DenseError error = {0, "the bytes of a resource begin with 0x and their alignment", {}};
  DenseLiteral literal;
  if (found->second.size() >= kHeader && found->second.substr(0, 2) == "0x") {
    literal = ReadDenseHex(type, found->second.substr(kHeader), error);
  }
  if (literal == nullptr) return in_.ErrorAt(place, kMlirP10, error.what);
  known.push_back(literal);
  pending.attribute->literal = std::move(literal);
  return OkStatus();
}

}  // namespace hloom::mlir
