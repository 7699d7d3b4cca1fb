// Parts of HLO text for both its parser and its printer.
#ifndef HLOOM_TEXT_HLO_TEXT_VALUES_H_
#define HLOOM_TEXT_HLO_TEXT_VALUES_H_

#include <string>
#include <string_view>
#include <unordered_map>

#include "base/text_reader.h"
#include "hlo/hlo_instruction.h"

namespace hloom::hlo_text {

// The instructions of a computation by name; the names are views of the text.
using InstructionTable = std::unordered_map<std::string_view, HloInstruction*>;

// The number of elements after which XLA writes the index in lists that have no option for it:
// tuple shapes, the entry computation's layout.
inline constexpr size_t kIndexInterval = 5;

// ", " except before the first, and /*index=5*/ at every multiple of `interval`, if that is not 0.
void AppendSeparator(std::string& out, size_t i, size_t interval);
// Shape::ToString, but with XLA's index comments in long tuples.
void AppendShape(std::string& out, const Shape& shape, bool print_layout);

// text.p5: the name is not an element type, and without a '%' before it not another word with a
// meaning in HLO text.
Status CheckName(const TextReader& in, std::string_view name, size_t place, bool percent);
// Writes a name, with a '%' before it if requested, or if HLO text would not read it as a name
// otherwise.
void AppendName(std::string& out, std::string_view name, bool percent);

// A string in quotes, or a JSON object as it is: {"a": 1}. ReadBytesOrJson takes any bytes;
// ReadStringOrJson refuses text that is not UTF-8 with text.p3.
StatusOr<std::string> ReadBytesOrJson(TextReader& in);
StatusOr<std::string> ReadStringOrJson(TextReader& in);
void AppendStringOrJson(std::string& out, std::string_view text);

// {a="1",b={"json": 2}}
Status ReadFrontendAttributes(TextReader& in, FrontendAttributes& attributes);
void AppendFrontendAttributes(std::string& out, const FrontendAttributes& attributes);

// {0,1}
StatusOr<ShapeIndex> ReadShapeIndex(TextReader& in);

// A number that must fit into 32 bits.
StatusOr<int32_t> ReadInt32(TextReader& in);

// true, or {true,false}; printed in braces.
StatusOr<std::vector<bool>> ReadBools(TextReader& in);
void AppendBools(std::string& out, const std::vector<bool>& values);

}  // namespace hloom::hlo_text

#endif  // HLOOM_TEXT_HLO_TEXT_VALUES_H_
