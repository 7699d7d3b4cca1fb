#include "hlo/kinds/shapes.h"

#include "base/hash.h"
#include "base/str_cat.h"
#include "base/utf8.h"
#include "base/wire_util.h"
#include "hlo/kinds/js_form.h"
#include "hlo/read_shape.h"
#include "hlo/rules.h"
#include "shape/shape_proto.h"

namespace hloom {

namespace {

// ---- shapes ----

void WriteShapeAttribute(const Shape& shape, int field, WireWriter& out) {
  out.BeginMessage(field);
  WriteShapeProto(shape, out);
  out.EndMessage();
}
Status ReadShapeAttribute(Shape& shape, const WireReader& field) {
  HLOOM_ASSIGN_OR_RETURN(WireReader message, field.Message());
  HLOOM_ASSIGN_OR_RETURN(shape, ReadShapeProto(message));
  return OkStatus();
}

constexpr JsForm kShapeForm = {.type = JsForm::Type::kShape,
                               .meaning = "a shape",
                               .example = "a shape such as f32(2, 3), or its text 'f32[2,3]'"};
constexpr JsForm kShapesForm = {.type = JsForm::Type::kList,
                                .parts = kJsElement<Shape>,
                                .meaning = "an array of shapes",
                                .example = "an array of shapes such as [f32(2, 3), 's32[4]']",
                                .default_text = "{}"};

constexpr Codec<Shape> kShape = {
    .name = "shape",
    .print = [](const Shape& shape, std::string& out) { out.append(shape.ToString(true)); },
    .parse = [](Shape& shape, TextReader& in,
                const Shape*) { return Store(ReadShape(in), &shape); },
    .write = WriteShapeAttribute,
    .read = ReadShapeAttribute,
    .js = &kShapeForm,
    .read_json = [](Shape& shape,
                    const JsonInput& in) { return Store(in.values.ShapeOf(in.json), &shape); },
};

using Shapes = std::vector<Shape>;

constexpr Codec<Shapes> kShapes = {
    .name = "shape[]",
    .print =
        [](const Shapes& shapes, std::string& out) {
          out.push_back('{');
          for (size_t i = 0; i < shapes.size(); ++i) {
            if (i > 0) out.append(", ");
            out.append(shapes[i].ToString(true));
          }
          out.push_back('}');
        },
    .parse = [](Shapes& shapes, TextReader& in, const Shape*) -> Status {
      shapes.clear();
      return in.List('{', '}', "the shapes", [&]() -> Status {
        HLOOM_ASSIGN_OR_RETURN(Shape shape, ReadShape(in));
        shapes.push_back(std::move(shape));
        return OkStatus();
      });
    },
    .write =
        [](const Shapes& shapes, int field, WireWriter& out) {
          for (const Shape& shape : shapes) WriteShapeAttribute(shape, field, out);
        },
    .read = [](Shapes& shapes, const WireReader& field) -> Status {
      Shape shape;
      HLOOM_RETURN_IF_ERROR(ReadShapeAttribute(shape, field));
      shapes.push_back(std::move(shape));
      return OkStatus();
    },
    .js = &kShapesForm,
    .read_json = ReadJsonList<Shape>,
};

// ---- element types ----

constexpr JsForm kElementTypeForm = {.type = JsForm::Type::kElementType,
                                     .meaning = "the name of an element type",
                                     .example = "a name such as 'F32'"};
constexpr JsForm kElementTypesForm = {.type = JsForm::Type::kList,
                                      .parts = kJsElement<PrimitiveType>,
                                      .meaning = "an array of element types",
                                      .example = "an array of names such as ['F32', 'S32']",
                                      .default_text = "{}"};

Status ReadJsonElementType(PrimitiveType& value, const JsonInput& in) {
  HLOOM_ASSIGN_OR_RETURN(const std::string name, in.json.AsString());
  const std::optional<PrimitiveType> type = ParsePrimitiveType(name);
  if (type) {
    value = *type;
    return OkStatus();
  }
  return InvalidArgument(kFunctionC3)
      .Say(StrCat(in.name, " is \"", Shortened(name), "\", which is not an element type"))
      .Help(StrCat("the element types are named ", ArrayTypeNames()));
}

constexpr Codec<PrimitiveType> kElementType = {
    .name = "type", .js = &kElementTypeForm, .read_json = ReadJsonElementType};
constexpr Codec<std::vector<PrimitiveType>> kElementTypes = {
    .name = "type[]", .js = &kElementTypesForm, .read_json = ReadJsonList<PrimitiveType>};

}  // namespace

void AddToHash(const Shape& shape, Hasher& hasher) {
  hasher.AddNumber(static_cast<uint64_t>(shape.element_type()));
  hasher.AddInt64s(shape.dimensions());
  hasher.AddInt64(shape.parts());
}

template <>
const AttributeKind& AttributeKindOf<Shape>() {
  return MakeKind<kShape>();
}
template <>
const AttributeKind& AttributeKindOf<std::vector<Shape>>() {
  return MakeKind<kShapes>();
}
template <>
const AttributeKind& AttributeKindOf<PrimitiveType>() {
  return MakeKind<kElementType>();
}
template <>
const AttributeKind& AttributeKindOf<std::vector<PrimitiveType>>() {
  return MakeKind<kElementTypes>();
}

}  // namespace hloom
