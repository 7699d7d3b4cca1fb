// Writes a tree of StableHLO as a portable artifact: MLIR bytecode of VHLO.
//
// The writer does not share the tables of the reader. Its own tables follow VhloOps.td and
// VhloBytecode.cpp on their own: properties are in the order of VhloOps.td, with their defaults, and
// are sorted when they are written.
#ifndef HLOOM_TESTS_SUPPORT_MLIR_BYTECODE_WRITER_H_
#define HLOOM_TESTS_SUPPORT_MLIR_BYTECODE_WRITER_H_

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/str_cat.h"
#include "literal/literal.h"
#include "shape/shape_util.h"
#include "text/mlir/mlir_tree.h"

namespace hloom::testing_support {

inline void PutVarInt(std::string& out, uint64_t value) {
  int bytes = 1;
  while (bytes < 9 && (bytes == 8 ? value >> 56 : value >> (7 * bytes)) != 0) ++bytes;
  if (bytes == 9) {
    out += '\0';
    for (int i = 0; i < 8; ++i) out += static_cast<char>(value >> (8 * i));
    return;
  }
  // The number moves up past `bytes - 1` zero bits and a one.
  const uint64_t shifted =
      bytes == 8 ? uint64_t{1} << 7 | value << 8 : (value << 1 | 1) << (bytes - 1);
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(shifted >> (8 * i));
}
inline void PutSigned(std::string& out, int64_t value) {
  PutVarInt(out, static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63));
}

// An operation of VHLO and its properties, each with a letter for its default:
//   ! none, it is there    F false    0 1 - the number 0, 1, -1    E [] S "" D {}
//   L no numbers           N NOTYPE   V API_VERSION_ORIGINAL       A the default accuracy
//   R W Z ones, falses and pairs of zeros, one for each dimension of the window
//   T no type              P no pairs C and K the id and the type of a channel
struct VhloRow {
  std::string_view name;
  std::string_view properties;
};
inline constexpr VhloRow kVhloRows[] = {
    {"all_gather_v2", "all_gather_dim! replica_groups! channel_idC use_global_device_idsF"},
    {"all_reduce_v2", "replica_groups! channel_idC use_global_device_idsF"},
    {"all_to_all_v2",
     "split_dimension! concat_dimension! split_count! replica_groups! channel_idC"},
    {"batch_norm_grad_v1", "epsilon! feature_index!"},
    {"batch_norm_inference_v1", "epsilon! feature_index!"},
    {"batch_norm_training_v1", "epsilon! feature_index!"},
    {"broadcast_in_dim_v1", "broadcast_dimensions!"},
    {"broadcast_v1", "broadcast_sizes!"},
    {"cbrt_v2", "result_accuracyA"},
    {"cholesky_v1", "lowerF"},
    {"collective_broadcast_v2", "replica_groups! channel_idC has_dynamic_rootF"},
    {"collective_permute_v1", "source_target_pairs! channel_idC"},
    {"collective_reduce_v1",
     "replica_groups! channel_idC use_global_device_idsF has_dynamic_rootF"},
    {"compare_v1", "comparison_direction! compare_typeN"},
    {"composite_v2", "name! composite_attributesD decomposition! version0"},
    {"concatenate_v1", "dimension!"},
    {"constant_v1", "value!"},
    {"convolution_v1",
     "window_stridesR paddingZ lhs_dilationR rhs_dilationR window_reversalW "
     "input_batch_dimension! input_feature_dimension! input_spatial_dimensionsL "
     "kernel_input_feature_dimension! kernel_output_feature_dimension! kernel_spatial_dimensionsL "
     "output_batch_dimension! output_feature_dimension! output_spatial_dimensionsL "
     "feature_group_count! batch_group_count! precision_configE"},
    {"cosine_v2", "result_accuracyA"},
    {"cross-replica-sum_v1", "replica_groups!"},
    {"custom_call_v2",
     "call_target_name! has_side_effectF backend_configS api_versionV called_computationsE "
     "operand_layoutsE result_layoutsE output_operand_aliasesE result_tilingsE"},
    {"dot_general_v2",
     "lhs_batching_dimensionsL rhs_batching_dimensionsL lhs_contracting_dimensionsL "
     "rhs_contracting_dimensionsL precision_configE lhs_precision_typeT rhs_precision_typeT "
     "accumulation_typeT lhs_component_countT rhs_component_countT num_primitive_operationsT "
     "allow_imprecise_accumulationT"},
    {"dot_v1", "precision_configE"},
    {"dynamic_broadcast_in_dim_v1",
     "broadcast_dimensions! known_expanding_dimensionsL known_nonexpanding_dimensionsL"},
    {"dynamic_conv_v2",
     "window_stridesR lhs_dilationR rhs_dilationR window_reversalW input_batch_dimension! "
     "input_feature_dimension! input_spatial_dimensionsL kernel_input_feature_dimension! "
     "kernel_output_feature_dimension! kernel_spatial_dimensionsL output_batch_dimension! "
     "output_feature_dimension! output_spatial_dimensionsL feature_group_count! "
     "batch_group_count! precision_configE"},
    {"dynamic_gather_v2",
     "offset_dimsL collapsed_slice_dimsL operand_batching_dimsL start_indices_batching_dimsL "
     "start_index_mapL index_vector_dim0 indices_are_sortedF"},
    {"dynamic_iota_v1", "iota_dimension!"},
    {"dynamic_slice_v1", "slice_sizes!"},
    {"einsum_v1", "einsum_config!"},
    {"exponential_minus_one_v2", "result_accuracyA"},
    {"exponential_v2", "result_accuracyA"},
    {"fft_v1", "fft_type! fft_length!"},
    {"func_v1", "sym_name! function_type! sym_visibilityS arg_attrsE res_attrsE"},
    {"call_v1", "callee!"},
    {"gather_v2",
     "offset_dimsL collapsed_slice_dimsL operand_batching_dimsL start_indices_batching_dimsL "
     "start_index_mapL index_vector_dim0 slice_sizes! indices_are_sortedF"},
    {"get_dimension_size_v1", "dimension!"},
    {"get_tuple_element_v1", "index!"},
    {"infeed_v1", "infeed_configS layoutE"},
    {"iota_v1", "iota_dimension!"},
    {"log_plus_one_v2", "result_accuracyA"},
    {"log_v2", "result_accuracyA"},
    {"logistic_v2", "result_accuracyA"},
    {"map_v1", "dimensions!"},
    {"outfeed_v1", "outfeed_configS"},
    {"pad_v1", "edge_padding_low! edge_padding_high! interior_padding!"},
    {"recv_v2", "channel_idC channel_typeK is_host_transferF source_target_pairsP"},
    {"reduce_precision_v1", "exponent_bits! mantissa_bits!"},
    {"reduce_scatter_v1", "scatter_dimension! replica_groups! channel_idC use_global_device_idsF"},
    {"reduce_v1", "dimensions!"},
    {"reduce_window_v1",
     "window_dimensions! window_stridesR base_dilationsR window_dilationsR paddingZ"},
    {"reverse_v1", "dimensions!"},
    {"rng_bit_generator_v1", "rng_algorithm!"},
    {"rng_v1", "rng_distribution!"},
    {"rsqrt_v2", "result_accuracyA"},
    {"scatter_v2",
     "update_window_dimsL inserted_window_dimsL input_batching_dimsL "
     "scatter_indices_batching_dimsL scatter_dims_to_operand_dimsL index_vector_dim0 "
     "indices_are_sortedF unique_indicesF"},
    {"select_and_scatter_v1", "window_dimensionsR window_stridesR paddingZ"},
    {"send_v2", "channel_idC channel_typeK is_host_transferF source_target_pairsP"},
    {"set_dimension_size_v1", "dimension!"},
    {"sine_v2", "result_accuracyA"},
    {"slice_v1", "start_indices! limit_indices! strides!"},
    {"sort_v1", "dimension- is_stableF"},
    {"sqrt_v2", "result_accuracyA"},
    {"tan_v2", "result_accuracyA"},
    {"tanh_v2", "result_accuracyA"},
    {"torch_index_select_v1", "dim! batch_dims!"},
    {"trace_v1", "tag!"},
    {"transpose_v1", "permutation!"},
    {"triangular_solve_v1", "left_side! lower! unit_diagonal! transpose_a!"},
    {"unary_einsum_v1", "einsum_config!"},
};

// Shardy's operations stay what they are. They have attributes of the builtin dialect, or as text.
inline constexpr VhloRow kSdyRows[] = {
    {"mesh", "sym_name! mesh!"},
    {"named_computation", "in_shardings? name! out_shardings?"},
    {"propagation_barrier", "allowed_direction!"},
    {"reshard", "sharding!"},
    {"sharding_constraint", "sharding!"},
    {"sharding_group", "group_id!"},
};

class MlirBytecodeWriter {
 public:
  // `version` is that of the format.
  explicit MlirBytecodeWriter(uint64_t version = 6) : version_(version) {}

  // The bytecode of a module; `problem` names what VHLO does not have, and is empty otherwise.
  std::string Write(const mlir::Module& module, std::string& problem) {
    std::string ir;
    PutVarInt(ir, 1 << 1);
    scopes_.emplace_back();
    WriteOperation(*module.top, ir);
    problem = problem_;
    std::string out = "ML\xefR";
    PutVarInt(out, version_);
    out += "StableHLO_v1.22.0";
    out += '\0';
    PutSection(out, 0, Strings());
    PutSection(out, 1, Dialects());
    std::string data;
    for (const Entry& entry : attributes_.entries) data += entry.bytes;
    for (const Entry& entry : types_.entries) data += entry.bytes;
    std::string offsets;
    PutVarInt(offsets, attributes_.entries.size());
    PutVarInt(offsets, types_.entries.size());
    for (const Pool* pool : {&attributes_, &types_}) {
      for (const Entry& entry : pool->entries) {
        PutVarInt(offsets, entry.dialect);
        PutVarInt(offsets, 1);
        PutVarInt(offsets, entry.bytes.size() << 1 | (entry.custom ? 1 : 0));
      }
    }
    PutSection(out, 2, data);
    PutSection(out, 3, offsets);
    PutAligned(out, 4, ir);
    std::string properties;
    PutVarInt(properties, properties_.size());
    for (const std::string& one : properties_) {
      PutVarInt(properties, one.size());
      properties += one;
    }
    if (version_ >= 5) PutSection(out, 8, properties);
    return out;
  }

 private:
  using Kind = mlir::Attribute::Kind;
  static constexpr uint32_t kBuiltin = 0, kVhlo = 1, kSdy = 2;
  struct Entry {
    uint32_t dialect;
    bool custom;
    std::string bytes;
  };
  struct Pool {
    std::vector<Entry> entries;
    std::map<std::pair<uint32_t, std::string>, uint64_t> index;
    uint64_t Add(uint32_t dialect, std::string bytes, bool custom = true) {
      const auto [found, added] = index.try_emplace({dialect * 2 + custom, bytes}, entries.size());
      if (added) entries.push_back({dialect, custom, std::move(bytes)});
      return found->second;
    }
  };

  static void PutSection(std::string& out, uint8_t id, const std::string& data) {
    out += static_cast<char>(id);
    PutVarInt(out, data.size());
    out += data;
  }
  static void PutAligned(std::string& out, uint8_t id, const std::string& data) {
    out += static_cast<char>(id | 0x80);
    PutVarInt(out, data.size());
    PutVarInt(out, 8);
    while (out.size() % 8 != 0) out += '\xCB';
    out += data;
  }

  uint64_t String(std::string_view text) {
    const auto [found, added] = string_index_.try_emplace(std::string(text), strings_.size());
    if (added) strings_.emplace_back(text);
    return found->second;
  }
  std::string Strings() {
    std::string out;
    PutVarInt(out, strings_.size());
    for (size_t i = strings_.size(); i > 0; --i) PutVarInt(out, strings_[i - 1].size() + 1);
    for (const std::string& text : strings_) out.append(text.c_str(), text.size() + 1);
    return out;
  }
  // Called before Strings().
  std::string Dialects() { return dialect_section_; }

  // ---- types ----

  static std::string Code(uint64_t code) {
    std::string out;
    PutVarInt(out, code);
    return out;
  }
  uint64_t ScalarType(std::string_view name) {
    constexpr std::pair<std::string_view, int> kCodes[] = {
        {"i1", 0},      {"bf16", 2},      {"f16", 3},         {"f32", 4},
        {"f64", 5},     {"f8E4M3FN", 6},  {"f8E5M2", 7},      {"index", 9},
        {"i4", 10},     {"i8", 11},       {"i16", 12},        {"i32", 13},
        {"i64", 14},    {"ui4", 15},      {"ui8", 16},        {"ui16", 17},
        {"ui32", 18},   {"ui64", 19},     {"f8E4M3FNUZ", 27}, {"f8E5M2FNUZ", 28},
        {"i2", 31},     {"ui2", 32},      {"tf32", 34},       {"f8E4M3", 35},
        {"f8E3M4", 36}, {"f4E2M1FN", 37}, {"f8E8M0FNU", 40},  {"f8E4M3B11FNUZ", 29}};
    for (const auto& [known, code] : kCodes) {
      if (known == name) return types_.Add(kVhlo, Code(static_cast<uint64_t>(code)));
    }
    if (name.substr(0, 8) == "complex<") {
      std::string bytes = Code(1);
      PutVarInt(bytes, ScalarType(name.substr(8, name.size() - 9)));
      return types_.Add(kVhlo, bytes);
    }
    Problem(StrCat("type ", name));
    return 0;
  }
  void PutTypes(std::string& out, Span<const mlir::Type* const> types) {
    PutVarInt(out, types.size());
    for (const mlir::Type* type : types) PutVarInt(out, Type(*type));
  }
  static void PutDimensions(std::string& out, const std::vector<int64_t>& dimensions) {
    PutVarInt(out, dimensions.size());
    for (const int64_t size : dimensions) PutSigned(out, size < 0 ? INT64_MIN : size);
  }
  uint64_t Type(const mlir::Type& type) {
    using TypeKind = mlir::Type::Kind;
    std::string bytes;
    switch (type.kind) {
      case TypeKind::kScalar:
        return ScalarType(ToString(type));
      case TypeKind::kToken:
        return types_.Add(kVhlo, Code(22));
      case TypeKind::kNone:
        return types_.Add(kVhlo, Code(33));
      case TypeKind::kTuple:
        bytes = Code(23);
        PutTypes(bytes, type.parts);
        return types_.Add(kVhlo, bytes);
      case TypeKind::kFunction: {
        bytes = Code(8);
        const Span<const mlir::Type* const> parts(type.parts.data(), type.parts.size());
        PutTypes(bytes, parts.subspan(0, type.input_count));
        PutTypes(bytes, parts.subspan(type.input_count, parts.size() - type.input_count));
        return types_.Add(kVhlo, bytes);
      }
      case TypeKind::kTensor: {
        const uint64_t element = ScalarType(
            type.is_index ? std::string_view("index") : mlir::MlirElementType(type.element_type));
        if (type.unranked) {
          bytes = Code(25);
        } else if (!type.bounds.empty()) {
          std::string bounds = Code(18);
          PutDimensions(bounds, type.bounds);
          bytes = Code(21);
          PutVarInt(bytes, attributes_.Add(kVhlo, bounds));
          PutDimensions(bytes, type.dimensions);
        } else {
          bytes = Code(20);
          PutDimensions(bytes, type.dimensions);
        }
        PutVarInt(bytes, element);
        return types_.Add(kVhlo, bytes);
      }
      case TypeKind::kOther:
        return ScalarType(type.text);
      case TypeKind::kFuture:
        bytes = Code(42);
        PutTypes(bytes, type.parts);
        return types_.Add(kVhlo, bytes);
    }
    Problem(StrCat("type ", ToString(type)));
    return 0;
  }
  uint64_t TensorType(PrimitiveType element, std::vector<int64_t> dimensions) {
    mlir::Type type = {.kind = mlir::Type::Kind::kTensor, .element_type = element};
    type.dimensions = std::move(dimensions);
    return Type(type);
  }

  // ---- attributes of VHLO ----

  uint64_t Tensor(uint64_t type, std::string_view data) {
    std::string bytes = Code(15);
    PutVarInt(bytes, type);
    PutVarInt(bytes, data.size());
    bytes += data;
    return attributes_.Add(kVhlo, bytes);
  }
  uint64_t Int64s(const std::vector<int64_t>& values, std::vector<int64_t> dimensions) {
    std::string_view data(reinterpret_cast<const char*>(values.data()), values.size() * 8);
    // MLIR keeps one element for those that are all equal.
    const bool splat = values.size() > 1 && std::count(values.begin(), values.end(), values[0]) ==
                                                static_cast<std::ptrdiff_t>(values.size());
    return Tensor(TensorType(S64, std::move(dimensions)), splat ? data.substr(0, 8) : data);
  }
  uint64_t Int64s(const std::vector<int64_t>& values) {
    return Int64s(values, {static_cast<int64_t>(values.size())});
  }
  uint64_t Bools(const std::vector<int64_t>& values) {
    std::string data((values.size() + 7) / 8, '\0');
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i] != 0) data[i / 8] = static_cast<char>(data[i / 8] | 1 << i % 8);
    }
    return Tensor(TensorType(PRED, {static_cast<int64_t>(values.size())}), data);
  }
  uint64_t Elements(const mlir::Attribute& value) {
    const Literal& literal = *value.literal;
    const int64_t count = ShapeUtil::ElementsIn(literal.shape());
    const bool splat = literal.shape().dimensions().empty() && !value.type->dimensions.empty();
    std::string data(reinterpret_cast<const char*>(literal.data<std::byte>()),
                     static_cast<size_t>(count * ByteWidth(literal.shape().element_type())));
    if (literal.shape().element_type() == PRED) {
      std::string packed((data.size() + 7) / 8, '\0');
      for (size_t i = 0; i < data.size(); ++i) {
        if (data[i] != 0) packed[i / 8] = static_cast<char>(packed[i / 8] | 1 << i % 8);
      }
      data = splat ? std::string(1, data[0] != 0 ? '\xFF' : '\0') : packed;
    }
    return Tensor(Type(*value.type), data);
  }
  uint64_t VhloString(std::string_view text) {
    std::string bytes = Code(14);
    PutVarInt(bytes, String(text));
    return attributes_.Add(kVhlo, bytes);
  }
  uint64_t Integer(int64_t value, std::string_view type, int width) {
    std::string bytes = Code(9);
    PutVarInt(bytes, ScalarType(type));
    const uint64_t bits =
        static_cast<uint64_t>(value) & (width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1);
    if (width <= 8) {
      bytes += static_cast<char>(bits);
    } else {
      PutSigned(bytes, static_cast<int64_t>(bits));
    }
    return attributes_.Add(kVhlo, bytes);
  }
  uint64_t Float(double value, std::string_view type) {
    std::string bytes = Code(8);
    PutVarInt(bytes, ScalarType(type));
    if (type == "f32") {
      const float single = static_cast<float>(value);
      uint32_t bits;
      std::memcpy(&bits, &single, 4);
      PutSigned(bytes, static_cast<int64_t>(bits));
    } else {
      if (type != "f64") Problem(StrCat("number of type ", type));
      int64_t bits;
      std::memcpy(&bits, &value, 8);
      PutSigned(bytes, bits);
    }
    return attributes_.Add(kVhlo, bytes);
  }
  uint64_t Enum(std::string_view name, std::string_view value) {
    struct Values {
      std::string_view name;
      uint64_t code;
      std::string_view values;
    };
    constexpr Values kEnums[] = {
        {"comparison_direction", 3, "EQ NE GE GT LE LT "},
        {"comparison_type", 4, "NOTYPE FLOAT TOTALORDER SIGNED UNSIGNED "},
        {"fft_type", 7, "FFT IFFT RFFT IRFFT "},
        {"precision", 11, "DEFAULT HIGH HIGHEST "},
        {"rng_algorithm", 12, "DEFAULT THREE_FRY PHILOX "},
        {"rng_distribution", 13, "0 UNIFORM NORMAL "},
        {"transpose", 16, "TRANSPOSE_INVALID NO_TRANSPOSE TRANSPOSE ADJOINT "},
        {"result_accuracy_mode", 19, "DEFAULT HIGHEST TOLERANCE "},
    };
    for (const Values& one : kEnums) {
      if (one.name != name) continue;
      uint64_t number = 0;
      for (std::string_view rest = one.values; !rest.empty(); ++number) {
        const size_t blank = rest.find(' ');
        if (rest.substr(0, blank) == value) {
          std::string bytes = Code(one.code);
          PutVarInt(bytes, number);
          return attributes_.Add(kVhlo, bytes);
        }
        rest = rest.substr(blank + 1);
      }
    }
    Problem(StrCat("enum ", name, " ", value));
    return 0;
  }
  uint64_t List(uint64_t code, const std::vector<uint64_t>& parts, size_t count) {
    std::string bytes = Code(code);
    PutVarInt(bytes, count);
    for (const uint64_t part : parts) PutVarInt(bytes, part);
    return attributes_.Add(kVhlo, bytes);
  }
  uint64_t Accuracy(double atol, double rtol, int64_t ulps, std::string_view mode) {
    const uint64_t mode_index = Enum("result_accuracy_mode", mode);
    std::string bytes = Code(20);
    for (const double value : {atol, rtol}) {
      int64_t bits;
      std::memcpy(&bits, &value, 8);
      PutSigned(bytes, bits);
    }
    PutSigned(bytes, ulps);
    PutVarInt(bytes, mode_index);
    return attributes_.Add(kVhlo, bytes);
  }
  uint64_t Struct(const mlir::Attribute& value) {
    const auto number = [&](std::string_view field) {
      const mlir::Attribute* const found = value.Field(field);
      return found == nullptr ? int64_t{0} : found->integer;
    };
    const auto real = [&](std::string_view field) {
      const mlir::Attribute* const found = value.Field(field);
      return found == nullptr ? 0.0 : found->number;
    };
    if (value.dialect_name == "result_accuracy") {
      return Accuracy(real("atol"), real("rtol"), number("ulps"), value.Field("mode")->text);
    }
    if (value.dialect_name == "output_operand_alias") {
      std::string bytes = Code(10);
      PutDimensions(bytes, value.Field("output_tuple_indices")->integers);
      PutSigned(bytes, number("operand_index"));
      PutDimensions(bytes, value.Field("operand_tuple_indices")->integers);
      return attributes_.Add(kVhlo, bytes);
    }
    const auto field = [&](std::string_view name) {
      const mlir::Attribute& part = *value.Field(name);
      return part.kind == Kind::kSymbol ? VhloString(part.text) : Attribute(part);
    };
    std::string bytes;
    if (value.dialect_name == "axis_ref") {
      const mlir::Attribute* const part = value.Field("sub_axis_info");
      const uint64_t name = field("name");
      std::string sub_axis = Code(21);
      if (part != nullptr) {  // (1)2
        const size_t close = part->text.find(')');
        PutSigned(sub_axis, std::stoll(std::string(part->text.substr(1, close - 1))));
        PutSigned(sub_axis, std::stoll(std::string(part->text.substr(close + 1))));
      }
      bytes = Code(22);
      PutVarInt(bytes, name);
      PutVarInt(bytes, part == nullptr ? 0 : 1);
      if (part != nullptr) PutVarInt(bytes, attributes_.Add(kVhlo, sub_axis));
    } else if (value.dialect_name == "replica_group_mesh_axes") {
      bytes = Code(23);
      for (const uint64_t part : {field("mesh"), field("axes")}) PutVarInt(bytes, part);
    } else if (value.dialect_name == "mesh_axis") {
      const uint64_t name = field("name");
      bytes = Code(24);
      PutVarInt(bytes, name);
      PutSigned(bytes, number("size"));
    } else if (value.dialect_name == "mesh") {
      const uint64_t axes = field("axes");
      const bool ordered = value.Field("device_ids") != nullptr;
      const uint64_t ids = ordered ? field("device_ids") : 0;
      bytes = Code(25);
      PutVarInt(bytes, axes);
      PutVarInt(bytes, ordered ? ids << 1 | 1 : 0);
    }
    if (!bytes.empty()) return attributes_.Add(kVhlo, bytes);
    Problem(StrCat("record ", value.dialect_name));
    return 0;
  }
  uint64_t Attribute(const mlir::Attribute& value) {
    std::vector<uint64_t> parts;
    switch (value.kind) {
      case Kind::kUnit:
      case Kind::kBool: {
        std::string bytes = Code(2);
        PutVarInt(bytes, value.kind == Kind::kUnit || value.integer != 0 ? 1 : 0);
        return attributes_.Add(kVhlo, bytes);
      }
      case Kind::kInteger:
        return Integer(value.integer, ToString(*value.type), BitWidth(value.type->element_type));
      case Kind::kFloat:
        return Float(value.number, ToString(*value.type));
      case Kind::kString:
      case Kind::kSymbol:
        return VhloString(value.text);
      case Kind::kType: {
        std::string bytes = Code(17);
        PutVarInt(bytes, Type(*value.type));
        return attributes_.Add(kVhlo, bytes);
      }
      case Kind::kArray:
        for (const mlir::Attribute* one : value.elements) parts.push_back(Attribute(*one));
        return List(1, parts, parts.size());
      case Kind::kDictionary:
        for (const mlir::NamedAttribute& field : value.fields) {
          parts.push_back(VhloString(field.name));
          parts.push_back(Attribute(*field.value));
        }
        return List(6, parts, parts.size() / 2);
      case Kind::kIntegers:
        return value.type->element_type == PRED ? Bools(value.integers) : Int64s(value.integers);
      case Kind::kElements:
        return Elements(value);
      case Kind::kEnum:
        return Enum(value.dialect_name, value.text);
      case Kind::kStruct:
        return Struct(value);
      case Kind::kOther:
        // Attributes of other dialects are text.
        return attributes_.Add(
            kSdy, StrCat("#", value.dialect_name, "<", value.text, ">", std::string(1, '\0')),
            false);
    }
    return 0;
  }
  uint64_t Default(char letter, const mlir::Operation& op) {
    size_t rank = 0;
    if (!op.operands.empty()) rank = op.operands[0]->type->dimensions.size();
    if (op.name == "stablehlo.convolution" || op.name == "stablehlo.dynamic_conv") rank -= 2;
    switch (letter) {
      case 'F': {
        std::string bytes = Code(2);
        PutVarInt(bytes, 0);
        return attributes_.Add(kVhlo, bytes);
      }
      case '0':
      case 'C':
      case 'K':
        return Integer(0, "i64", 64);
      case '-':
        return Integer(-1, "i64", 64);
      case 'E':
        return List(1, {}, 0);
      case 'S':
        return VhloString("");
      case 'D':
        return List(6, {}, 0);
      case 'L':
        return Int64s({});
      case 'N':
        return Enum("comparison_type", "NOTYPE");
      case 'V':
        return attributes_.Add(kVhlo, StrCat(Code(5), Code(1)));
      case 'A':
        return Accuracy(0, 0, 0, "DEFAULT");
      case 'R':
        return Int64s(std::vector<int64_t>(rank, 1));
      case 'W':
        return Bools(std::vector<int64_t>(rank, 0));
      case 'Z':
        return Int64s(std::vector<int64_t>(2 * rank, 0), {static_cast<int64_t>(rank), 2});
      case 'P':
        return Int64s({}, {0, 2});
      case 'T': {
        std::string bytes = Code(17);
        PutVarInt(bytes, types_.Add(kVhlo, Code(33)));
        return attributes_.Add(kVhlo, bytes);
      }
      default:
        Problem(StrCat(op.name, " lacks an attribute"));
        return 0;
    }
  }
  // The property, which may be a field of a record.
  uint64_t Property(std::string_view name, char letter, const mlir::Operation& op,
                    std::vector<std::string_view>& used) {
    const mlir::Attribute* value = op.Find(name);
    if (value != nullptr) used.push_back(name);
    for (const mlir::NamedAttribute& one : op.attributes) {
      if (value != nullptr || one.value->kind != Kind::kStruct) continue;
      std::string_view field = name;
      if (letter == 'C') field = "handle";
      if (letter == 'K') field = "type";
      value = one.value->Field(field);
      used.push_back(one.name);
    }
    if (value == nullptr) return Default(letter, op);
    if (name == "api_version") {
      return attributes_.Add(kVhlo, StrCat(Code(5), Code(static_cast<uint64_t>(value->integer))));
    }
    return Attribute(*value);
  }

  // ---- attributes of the builtin dialect ----

  uint64_t BuiltinString(std::string_view text) {
    std::string bytes = Code(2);
    PutVarInt(bytes, String(text));
    return attributes_.Add(kBuiltin, bytes);
  }
  uint64_t BuiltinAttribute(const mlir::Attribute& value) {
    if (value.kind == Kind::kString) return BuiltinString(value.text);
    if (value.kind == Kind::kUnit) return attributes_.Add(kBuiltin, Code(7));
    if (value.kind == Kind::kInteger || value.kind == Kind::kBool) {
      const uint64_t width =
          value.kind == Kind::kBool ? 1 : static_cast<uint64_t>(BitWidth(value.type->element_type));
      std::string type = Code(0);
      PutVarInt(type, width << 2);
      std::string bytes = Code(8);
      PutVarInt(bytes, types_.Add(kBuiltin, type));
      if (width <= 8) {
        bytes += static_cast<char>(value.integer);
      } else {
        PutSigned(bytes, value.integer);
      }
      return attributes_.Add(kBuiltin, bytes);
    }
    if (value.kind == Kind::kDictionary) return Dictionary(value.fields, {}, true);
    if (value.kind == Kind::kOther) return Attribute(value);
    Problem("builtin attribute");
    return 0;
  }
  uint64_t Dictionary(Span<const mlir::NamedAttribute> fields,
                      const std::vector<std::string_view>& used, bool builtin,
                      std::vector<uint64_t> parts = {}) {
    for (const mlir::NamedAttribute& field : fields) {
      if (std::find(used.begin(), used.end(), field.name) != used.end()) continue;
      parts.push_back(BuiltinString(field.name));
      parts.push_back(builtin ? BuiltinAttribute(*field.value) : Attribute(*field.value));
    }
    std::string bytes = Code(1);
    PutVarInt(bytes, parts.size() / 2);
    for (const uint64_t part : parts) PutVarInt(bytes, part);
    return attributes_.Add(kBuiltin, bytes);
  }
  uint64_t LocationIndex(const mlir::Location* location) {
    using LocationKind = mlir::Location::Kind;
    if (location == nullptr || location->kind == LocationKind::kUnknown) {
      return attributes_.Add(kBuiltin, Code(15));
    }
    std::string bytes;
    switch (location->kind) {
      case LocationKind::kFile: {
        const uint64_t file = BuiltinString(location->text);
        const bool range = location->end_line != 0;
        bytes = Code(range ? 22 : 11);
        PutVarInt(bytes, file);
        if (range) PutVarInt(bytes, 4);
        PutVarInt(bytes, static_cast<uint64_t>(location->line));
        PutVarInt(bytes, static_cast<uint64_t>(location->column));
        if (!range) break;
        PutVarInt(bytes, static_cast<uint64_t>(location->end_line));
        PutVarInt(bytes, static_cast<uint64_t>(location->end_column));
        break;
      }
      case LocationKind::kName: {
        const uint64_t name = BuiltinString(location->text);
        const uint64_t child =
            LocationIndex(location->parts.empty() ? nullptr : location->parts[0]);
        bytes = Code(14);
        PutVarInt(bytes, name);
        PutVarInt(bytes, child);
        break;
      }
      default: {
        std::vector<uint64_t> parts;
        for (const mlir::Location* part : location->parts) parts.push_back(LocationIndex(part));
        const bool fused = location->kind == LocationKind::kFused;
        bytes = Code(fused ? 12 : 10);
        if (fused) PutVarInt(bytes, parts.size());
        for (const uint64_t part : parts) PutVarInt(bytes, part);
      }
    }
    return attributes_.Add(kBuiltin, bytes);
  }

  // ---- operations ----

  void Problem(std::string text) {
    if (problem_.empty()) problem_ = std::move(text);
  }
  uint64_t OperationName(uint32_t dialect, std::string_view name) {
    const auto [found, added] =
        operation_index_.try_emplace(StrCat(dialect, ".", name), operation_index_.size());
    if (added) {
      PutVarInt(operation_groups_, dialect);
      PutVarInt(operation_groups_, 1);
      PutVarInt(operation_groups_, version_ >= 5 ? String(name) << 1 | 1 : String(name));
      dialect_section_.clear();
      constexpr std::string_view kNames[] = {"builtin", "vhlo", "sdy"};
      PutVarInt(dialect_section_, 3);
      for (const std::string_view one : kNames) {
        PutVarInt(dialect_section_, version_ >= 1 ? String(one) << 1 : String(one));
      }
      if (version_ >= 4) PutVarInt(dialect_section_, operation_index_.size());
      dialect_section_ += operation_groups_;
    }
    return found->second;
  }
  void PutProperties(std::string& out, const std::string& bytes) {
    const auto found = std::find(properties_.begin(), properties_.end(), bytes);
    PutVarInt(out, static_cast<uint64_t>(found - properties_.begin()));
    if (found == properties_.end()) properties_.push_back(bytes);
  }

  void WriteOperation(const mlir::Operation& op, std::string& out) {
    const bool is_module = op.name == "builtin.module";
    const size_t dot = op.name.find('.');
    const std::string_view dialect = op.name.substr(0, dot);
    std::string_view plain = op.name.substr(dot + 1);
    const bool is_sdy = dialect == "sdy";
    if (!is_module && !is_sdy && dialect != "stablehlo" && dialect != "func") {
      Problem(StrCat("operation ", op.name));
    }
    // The newest version that has a row; without properties it is
    // the first.
    std::string name(plain);
    const VhloRow* row = nullptr;
    if (is_sdy) {
      for (const VhloRow& one : kSdyRows) {
        if (one.name == plain) row = &one;
      }
    } else if (!is_module) {
      name = StrCat(plain, "_v1");
      for (const VhloRow& one : kVhloRows) {
        if (one.name.substr(0, one.name.size() - 3) == plain) row = &one;
      }
      if (row != nullptr) name = std::string(row->name);
    }
    std::vector<std::string_view> used;
    std::string properties;
    std::vector<uint64_t> early;  // the properties, where they are in the dictionary
    if (row != nullptr) {
      std::map<std::string_view, uint64_t> sorted;
      for (std::string_view rest = row->properties; !rest.empty();) {
        const size_t blank = std::min(rest.find(' '), rest.size());
        const std::string_view property = rest.substr(0, blank - 1);
        if (is_sdy) {
          const mlir::Attribute* const value = op.Find(property);
          uint64_t index = value == nullptr ? 0 : BuiltinAttribute(*value);
          // A property that may be absent says so in its lowest bit.
          if (rest[blank - 1] == '?') index = value == nullptr ? 0 : index << 1 | 1;
          sorted[property] = index;
          used.push_back(property);
        } else {
          sorted[property] = Property(property, rest[blank - 1], op, used);
        }
        rest = rest.substr(std::min(blank + 1, rest.size()));
      }
      for (const auto& [property, index] : sorted) {
        PutVarInt(properties, index);
        early.push_back(BuiltinString(property));
        early.push_back(index);
      }
    } else if (is_module) {
      for (const std::string_view property : {"sym_name", "sym_visibility"}) {
        const mlir::Attribute* const value = op.Find(property);
        used.push_back(property);
        const uint64_t index = value == nullptr ? 0 : BuiltinString(value->text);
        PutVarInt(properties, value == nullptr ? 0 : index << 1 | 1);
        if (value == nullptr) continue;
        early.push_back(BuiltinString(property));
        early.push_back(index);
      }
    }
    if (version_ < 5) properties.clear();
    if (version_ >= 5) early.clear();
    const bool more = !early.empty() ||
                      std::any_of(op.attributes.begin(), op.attributes.end(), [&](const auto& one) {
                        return std::find(used.begin(), used.end(), one.name) == used.end();
                      });
    // A declaration has a region without blocks.
    const bool declared = op.name == "func.func" && op.regions.empty();
    const bool isolated = is_module || op.name == "func.func";

    const bool ordered = op.results.size() > 1 && version_ >= 3;
    PutVarInt(out, OperationName(is_module ? kBuiltin : is_sdy ? kSdy : kVhlo, name));
    out += static_cast<char>((more ? 1 : 0) | (op.results.empty() ? 0 : 2) |
                             (op.operands.empty() ? 0 : 4) |
                             (op.regions.empty() && !declared ? 0 : 16) | (ordered ? 32 : 0) |
                             (properties.empty() ? 0 : 64));
    PutVarInt(out, LocationIndex(op.location));
    if (more) PutVarInt(out, Dictionary(op.attributes, used, is_module, std::move(early)));
    if (!properties.empty()) PutProperties(out, properties);
    Scope& scope = scopes_.back();
    if (!op.results.empty()) {
      PutVarInt(out, op.results.size());
      for (const mlir::Value* value : op.results) {
        PutVarInt(out, Type(*value->type));
        scope.index[value] = scope.next++;
      }
    }
    if (!op.operands.empty()) {
      PutVarInt(out, op.operands.size());
      for (const mlir::Value* value : op.operands) PutVarInt(out, scope.index.at(value));
    }
    if (ordered) {
      // An order of the uses of result 1: two pairs of indices.
      PutVarInt(out, 1);
      PutVarInt(out, 1);
      PutVarInt(out, 2 << 1 | 1);
      PutVarInt(out, 0);
      PutVarInt(out, 1);
    }
    if (op.regions.empty() && !declared) return;
    PutVarInt(out, (declared ? 1 : op.regions.size()) << 1 | (isolated ? 1 : 0));
    if (!isolated) {
      for (const mlir::Region* region : op.regions) WriteRegion(*region, out);
      return;
    }
    scopes_.emplace_back();
    std::string section;
    if (declared) PutVarInt(section, 0);
    for (const mlir::Region* region : op.regions) WriteRegion(*region, section);
    scopes_.pop_back();
    if (version_ >= 2) {
      PutSection(out, 4, section);
    } else {
      out += section;
    }
  }
  void WriteRegion(const mlir::Region& region, std::string& out) {
    PutVarInt(out, region.blocks.size());
    if (region.blocks.empty()) return;
    const mlir::Block& block = region.blocks[0];
    size_t values = block.arguments.size();
    for (const mlir::Operation* op : block.operations) values += op->results.size();
    PutVarInt(out, values);
    PutVarInt(out, block.operations.size() << 1 | (block.arguments.empty() ? 0 : 1));
    // The values of the region begin after those of the regions around it; when it ends, their
    // indices are free again.
    Scope& scope = scopes_.back();
    const uint64_t next = scope.next;
    const uint64_t end = scope.end;
    scope.next = scope.end;
    scope.end += values;
    if (!block.arguments.empty()) {
      PutVarInt(out, block.arguments.size());
      for (size_t i = 0; i < block.arguments.size(); ++i) {
        const mlir::Value* const value = block.arguments[i];
        scope.index[value] = scope.next++;
        if (version_ < 4) {
          PutVarInt(out, Type(*value->type));
        } else {
          PutVarInt(out, Type(*value->type) << 1 | (i == 0 ? 1 : 0));
        }
        if (i == 0 || version_ < 4) PutVarInt(out, LocationIndex(nullptr));
      }
      if (version_ >= 3) out += '\0';
    }
    for (const mlir::Operation* op : block.operations) WriteOperation(*op, out);
    scopes_.back().next = next;
    scopes_.back().end = end;
  }

  struct Scope {
    std::map<const mlir::Value*, uint64_t> index;
    uint64_t next = 0;
    uint64_t end = 0;
  };
  const uint64_t version_;
  std::string problem_;
  Pool attributes_;
  Pool types_;
  std::vector<std::string> strings_;
  std::map<std::string, uint64_t> string_index_;
  std::map<std::string, uint64_t> operation_index_;
  std::string operation_groups_;
  std::string dialect_section_;
  std::vector<std::string> properties_;
  std::deque<Scope> scopes_;
};

}  // namespace hloom::testing_support

#endif  // HLOOM_TESTS_SUPPORT_MLIR_BYTECODE_WRITER_H_
