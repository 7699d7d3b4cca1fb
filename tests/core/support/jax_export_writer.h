// Writes files of jax.export.
#ifndef HLOOM_TESTS_SUPPORT_JAX_EXPORT_WRITER_H_
#define HLOOM_TESTS_SUPPORT_JAX_EXPORT_WRITER_H_

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/wire.h"
#include "support/mlir_bytecode_writer.h"
#include "text/mlir/mlir_text.h"

namespace hloom::testing_support {

// Writes a flatbuffer from its root on: what a table names comes after it.
class FlatWriter {
 public:
  // A value of a field: a scalar of `width` bytes, or the offset to what `write` writes later.
  struct Field {
    int number;
    size_t width;
    uint64_t scalar;
    std::function<size_t()> write;
  };

  static Field Scalar(int number, size_t width, uint64_t value) {
    return {number, width, value, nullptr};
  }
  Field Text(int number, std::string text) {
    return {number, 4, 0, [this, text] { return String(text); }};
  }
  Field Child(int number, std::function<size_t()> write) {
    return {number, 4, 0, std::move(write)};
  }
  Field Numbers(int number, size_t width, std::vector<uint64_t> values) {
    return {number, 4, 0, [this, width, values] {
              const size_t place = Pad();
              Put(4, values.size());
              for (const uint64_t value : values) Put(width, value);
              return place;
            }};
  }
  Field List(int number, std::vector<std::function<size_t()>> items) {
    return {number, 4, 0, [this, items] {
              const size_t place = Pad();
              Put(4, items.size());
              const size_t first = out_.size();
              out_.resize(first + 4 * items.size());
              for (size_t i = 0; i < items.size(); ++i) Point(first + 4 * i, items[i]());
              return place;
            }};
  }
  Field Texts(int number, const std::vector<std::string>& texts) {
    std::vector<std::function<size_t()>> items;
    for (const std::string& text : texts) items.push_back([this, text] { return String(text); });
    return List(number, std::move(items));
  }

  size_t Table(const std::vector<Field>& fields) {
    int count = 0;
    for (const Field& field : fields) count = std::max(count, field.number + 1);
    const size_t vtable = Pad();
    Put(2, 4 + 2 * static_cast<uint64_t>(count));
    Put(2, 4 + 4 * fields.size());
    std::vector<uint64_t> places(static_cast<size_t>(count));
    for (size_t i = 0; i < fields.size(); ++i) {
      places[static_cast<size_t>(fields[i].number)] = 4 + 4 * i;
    }
    for (const uint64_t place : places) Put(2, place);
    const size_t table = Pad();
    Put(4, table - vtable);
    for (const Field& field : fields) Put(4, field.scalar);
    for (size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].write != nullptr) Point(table + 4 + 4 * i, fields[i].write());
    }
    return table;
  }
  std::string File(const std::vector<Field>& root) {
    out_.assign(4, '\0');
    Point(0, Table(root));
    return out_;
  }

 private:
  void Put(size_t width, uint64_t value) {
    for (size_t i = 0; i < width; ++i) out_ += static_cast<char>(value >> (8 * i));
  }
  size_t Pad() {
    while (out_.size() % 4 != 0) out_ += '\0';
    return out_.size();
  }
  size_t String(const std::string& text) {
    const size_t place = Pad();
    Put(4, text.size());
    out_ += text;
    out_ += '\0';
    return place;
  }
  void Point(size_t from, size_t to) {
    const uint64_t distance = to - from;
    for (size_t i = 0; i < 4; ++i) out_[from + i] = static_cast<char>(distance >> (8 * i));
  }

  std::string out_;
};

inline constexpr std::string_view kExportedProgram = R"(
module @jit_f {
  func.func public @main(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
)";

using ExportFieldMap = std::map<int, FlatWriter::Field>;

// The fields of a file: f({'w': x, 'b': y}, (z, None), custom) -> [out].
inline ExportFieldMap ExportFields(FlatWriter& out) {
  using Write = std::function<size_t()>;
  const auto modules = mlir::ParseMlirText(kExportedProgram);
  std::string problem;
  const std::string module = MlirBytecodeWriter().Write(*(*modules)[0], problem);
  FlatWriter* const w = &out;
  const Write leaf = [w] { return w->Table({}); };
  const auto node = [w](uint64_t kind, std::vector<Write> children,
                        std::vector<std::string> names) -> Write {
    return [=] {
      std::vector<FlatWriter::Field> fields = {FlatWriter::Scalar(0, 1, kind)};
      if (!children.empty()) fields.push_back(w->List(1, children));
      if (!names.empty()) fields.push_back(w->Texts(2, names));
      return w->Table(fields);
    };
  };
  const auto aval = [w](std::vector<std::string> shape, uint64_t dtype) -> Write {
    return [=] { return w->Table({w->Texts(1, shape), FlatWriter::Scalar(2, 1, dtype)}); };
  };
  const Write custom = [w, leaf] {
    return w->Table({FlatWriter::Scalar(0, 1, 5), w->List(1, {leaf}), w->Text(3, "my.Point"),
                     w->Text(4, std::string("\x00\xFF", 2))});
  };
  WireWriter proto;
  proto.AddInt32(1, 1);  // maximal
  proto.AddInt64(4, 1);
  const Write unspecified = [w] { return w->Table({}); };
  const Write hlo = [w, bytes = proto.bytes()] {
    return w->Table({FlatWriter::Scalar(0, 1, 1), w->Text(1, bytes)});
  };
  const Write named = [w] {
    return w->Table(
        {FlatWriter::Scalar(0, 1, 2), w->Child(2, [w] {
           return w->Table(
               {w->Child(0,
                         [w] {
                           return w->Table({w->Numbers(0, 4, {2, 4}), w->Texts(1, {"x", "y"}),
                                            w->Numbers(2, 1, {1, 2})});
                         }),
                w->Child(1,
                         [w] {
                           return w->Table(
                               {w->List(0, {[w] { return w->Table({w->Texts(0, {"x"})}); },
                                            [w] { return w->Table({}); }})});
                         }),
                w->Text(2, "device")});
         })});
  };
  std::vector<FlatWriter::Field> fields = {
      FlatWriter::Scalar(0, 2, 5),
      w->Text(1, "f"),
      w->Child(
          2,
          node(2, {node(4, {leaf, leaf}, {"b", "w"}), node(2, {leaf, node(1, {}, {})}, {}), custom},
               {})),
      w->List(3, {aval({"2"}, 10), aval({}, 27), aval({"b", "2*b + 1"}, 14), aval({"2"}, 10)}),
      w->Child(4, node(3, {leaf}, {})),
      w->List(5, {aval({"2"}, 10)}),
      FlatWriter::Scalar(6, 2, 8),
      w->List(7, {unspecified, hlo, named, unspecified}),
      w->List(8, {unspecified}),
      w->Texts(9, {"cpu", "tpu"}),
      w->List(10, {[w] { return w->Table({w->Text(0, "IOEffect")}); }}),
      w->List(12, {[w] {
                return w->Table({FlatWriter::Scalar(0, 1, 1), w->Text(1, "target")});
              }}),
      w->Text(13, module),
      FlatWriter::Scalar(14, 2, 10),
      w->Numbers(15, 2, {0, 3}),
      FlatWriter::Scalar(16, 1, 1),
      w->Child(17,
               [w, module, leaf, node] {
                 return w->Table({w->Text(1, "f_vjp"), w->Child(2, node(2, {}, {})),
                                  w->Child(4, node(2, {}, {})), w->Text(13, module)});
               }),
  };
  ExportFieldMap by_number;
  for (FlatWriter::Field& field : fields) by_number.emplace(field.number, std::move(field));
  return by_number;
}

inline std::string ExportFile(FlatWriter& out, const ExportFieldMap& fields) {
  std::vector<FlatWriter::Field> list;
  for (const auto& [number, field] : fields) list.push_back(field);
  return out.File(list);
}

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_JAX_EXPORT_WRITER_H_
