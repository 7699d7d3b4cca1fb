#include "hlo/kinds/shape.h"

#include "base/hash.h"
#include "hlo/kinds/js_form.h"
#include "hlo/read_shape.h"
#include "shape/shape_proto.h"

namespace hloom {

namespace {

using Shapes = std::vector<Shape>;

Shape& ShapeOne(void* value) { return *static_cast<Shape*>(value); }
const Shape& ShapeOne(const void* value) { return *static_cast<const Shape*>(value); }
Shapes& Many(void* value) { return *static_cast<Shapes*>(value); }
const Shapes& Many(const void* value) { return *static_cast<const Shapes*>(value); }

void Write(const Shape& shape, int field, WireWriter& out) {
  out.BeginMessage(field);
  WriteShapeProto(shape, out);
  out.EndMessage();
}
StatusOr<Shape> Read(const WireReader& field) {
  HLOOM_ASSIGN_OR_RETURN(WireReader message, field.Message());
  return ReadShapeProto(message);
}

// A tuple may name another one many times: its elements are counted, not walked.
void AddToShape(Hasher& hasher, const Shape& shape) {
  hasher.AddNumber(static_cast<uint64_t>(shape.element_type()));
  hasher.AddInt64s(shape.dimensions());
  hasher.AddInt64(shape.parts());
}

constexpr JsForm kShapeForm = {.type = JsForm::Type::kShape,
                               .meaning = "a shape",
                               .example = "a shape such as f32(2, 3), or its text 'f32[2,3]'"};
constexpr JsForm kShapesForm = {.type = JsForm::Type::kList,
                                .parts = kJsElement<Shape>,
                                .meaning = "an array of shapes",
                                .example = "an array of shapes such as [f32(2, 3), 's32[4]']",
                                .default_text = "{}"};

constexpr AttributeKind kShape = {
    .name = "shape",
    .print = [](const void* value,
                std::string& out) { out.append(ShapeOne(value).ToString(true)); },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      HLOOM_ASSIGN_OR_RETURN(ShapeOne(value), ReadShape(in));
      return OkStatus();
    },
    .equal = [](const void* a, const void* b) { return ShapeOne(a) == ShapeOne(b); },
    .is_default = [](const void* value) { return ShapeOne(value) == Shape(); },
    .hash = [](const void* value, Hasher& hasher) { AddToShape(hasher, ShapeOne(value)); },
    .write = [](const void* value, int field,
                WireWriter& out) { Write(ShapeOne(value), field, out); },
    .read = [](void* value, const WireReader& field) -> Status {
      HLOOM_ASSIGN_OR_RETURN(ShapeOne(value), Read(field));
      return OkStatus();
    },
    .js = &kShapeForm,
    .read_json = [](void* value, const JsonInput& in) -> Status {
      HLOOM_ASSIGN_OR_RETURN(ShapeOne(value), in.values.ShapeOf(in.json));
      return OkStatus();
    },
};

constexpr AttributeKind kShapes = {
    .name = "shape[]",
    .print =
        [](const void* value, std::string& out) {
          out.push_back('{');
          for (size_t i = 0; i < Many(value).size(); ++i) {
            if (i > 0) out.append(", ");
            out.append(Many(value)[i].ToString(true));
          }
          out.push_back('}');
        },
    .parse = [](void* value, TextReader& in, const Shape*) -> Status {
      Many(value).clear();
      return in.List('{', '}', "the shapes", [&]() -> Status {
        HLOOM_ASSIGN_OR_RETURN(Shape shape, ReadShape(in));
        Many(value).push_back(std::move(shape));
        return OkStatus();
      });
    },
    .equal = [](const void* a, const void* b) { return Many(a) == Many(b); },
    .is_default = [](const void* value) { return Many(value).empty(); },
    .hash =
        [](const void* value, Hasher& hasher) {
          hasher.AddNumber(Many(value).size());
          for (const Shape& shape : Many(value)) AddToShape(hasher, shape);
        },
    .write =
        [](const void* value, int field, WireWriter& out) {
          for (const Shape& shape : Many(value)) Write(shape, field, out);
        },
    .read = [](void* value, const WireReader& field) -> Status {
      HLOOM_ASSIGN_OR_RETURN(Shape shape, Read(field));
      Many(value).push_back(std::move(shape));
      return OkStatus();
    },
    .js = &kShapesForm,
    .read_json = ReadJsonList<Shape>,
};

}  // namespace

template <>
const AttributeKind& AttributeKindOf<Shape>() {
  return kShape;
}
template <>
const AttributeKind& AttributeKindOf<std::vector<Shape>>() {
  return kShapes;
}

}  // namespace hloom
