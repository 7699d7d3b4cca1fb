#include "text/mlir/vhlo_operations.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/str_cat.h"
#include "shape/shape_util.h"

namespace hloom::mlir {
namespace {

constexpr BytecodeOperation kBytecodeOperations[] = {
    {"builtin.module", "builtin.module", "?sym_name ?sym_visibility"},
    {"func.call", "func.call", "callee"},
    {"func.call", "func.call", "callee ?no_inline"},
    {"func.call", "func.call", "?arg_attrs callee ?no_inline ?res_attrs"},
    {"func.func", "func.func", "?arg_attrs function_type ?res_attrs sym_name ?sym_visibility"},
    {"func.func", "func.func",
     "?arg_attrs function_type ?no_inline ?res_attrs sym_name ?sym_visibility"},
    {"func.return", "func.return", ""},
    {"sdy.constant", "sdy.constant", "value"},
    {"sdy.manual_computation", "sdy.manual_computation", "in_shardings manual_axes out_shardings"},
    {"sdy.mesh", "sdy.mesh", "mesh sym_name"},
    {"sdy.named_computation", "sdy.named_computation", "?in_shardings name ?out_shardings"},
    {"sdy.propagation_barrier", "sdy.propagation_barrier", "allowed_direction"},
    {"sdy.reshard", "sdy.reshard", "sharding"},
    {"sdy.return", "sdy.return", ""},
    {"sdy.sharding_constraint", "sdy.sharding_constraint", "sharding"},
    {"sdy.sharding_group", "sdy.sharding_group", "group_id"},
    {"vhlo.call_v1", "func.call", "callee"},
    {"vhlo.func_v1", "func.func", "arg_attrs function_type res_attrs sym_name sym_visibility"},
    {"vhlo.return_v1", "", ""},

    {"vhlo.abs_v1", "stablehlo.abs", ""},
    {"vhlo.add_v1", "stablehlo.add", ""},
    {"vhlo.after_all_v1", "stablehlo.after_all", ""},
    {"vhlo.all_gather_v1", "stablehlo.all_gather",
     "all_gather_dim channel_id replica_groups use_global_device_ids"},
    {"vhlo.all_gather_v2", "stablehlo.all_gather",
     "all_gather_dim channel_id replica_groups use_global_device_ids"},
    {"vhlo.all_reduce_v1", "stablehlo.all_reduce",
     "channel_id replica_groups use_global_device_ids"},
    {"vhlo.all_reduce_v2", "stablehlo.all_reduce",
     "channel_id replica_groups use_global_device_ids"},
    {"vhlo.all_to_all_v1", "stablehlo.all_to_all",
     "channel_id concat_dimension replica_groups split_count split_dimension"},
    {"vhlo.all_to_all_v2", "stablehlo.all_to_all",
     "channel_id concat_dimension replica_groups split_count split_dimension"},
    {"vhlo.and_v1", "stablehlo.and", ""},
    {"vhlo.async_done_v1", "stablehlo.async_done", ""},
    {"vhlo.async_start_v1", "stablehlo.async_start", ""},
    {"vhlo.atan2_v1", "stablehlo.atan2", ""},
    {"vhlo.batch_norm_grad_v1", "stablehlo.batch_norm_grad", "epsilon feature_index"},
    {"vhlo.batch_norm_inference_v1", "stablehlo.batch_norm_inference", "epsilon feature_index"},
    {"vhlo.batch_norm_training_v1", "stablehlo.batch_norm_training", "epsilon feature_index"},
    {"vhlo.bitcast_convert_v1", "stablehlo.bitcast_convert", ""},
    {"vhlo.broadcast_v1", "stablehlo.broadcast", "broadcast_sizes"},
    {"vhlo.broadcast_in_dim_v1", "stablehlo.broadcast_in_dim", "broadcast_dimensions"},
    {"vhlo.case_v1", "stablehlo.case", ""},
    {"vhlo.cbrt_v1", "stablehlo.cbrt", ""},
    {"vhlo.cbrt_v2", "stablehlo.cbrt", "result_accuracy"},
    {"vhlo.ceil_v1", "stablehlo.ceil", ""},
    {"vhlo.cholesky_v1", "stablehlo.cholesky", "lower"},
    {"vhlo.clamp_v1", "stablehlo.clamp", ""},
    {"vhlo.collective_broadcast_v1", "stablehlo.collective_broadcast", "channel_id replica_groups"},
    {"vhlo.collective_broadcast_v2", "stablehlo.collective_broadcast",
     "channel_id has_dynamic_root replica_groups"},
    {"vhlo.collective_permute_v1", "stablehlo.collective_permute",
     "channel_id source_target_pairs"},
    {"vhlo.collective_reduce_v1", "stablehlo.collective_reduce",
     "channel_id has_dynamic_root replica_groups use_global_device_ids"},
    {"vhlo.compare_v1", "stablehlo.compare", "compare_type comparison_direction"},
    {"vhlo.complex_v1", "stablehlo.complex", ""},
    {"vhlo.composite_v1", "stablehlo.composite", "composite_attributes decomposition name version"},
    {"vhlo.composite_v2", "stablehlo.composite", "composite_attributes decomposition name version"},
    {"vhlo.compute_reshape_shape_v1", "stablehlo.compute_reshape_shape", ""},
    {"vhlo.concatenate_v1", "stablehlo.concatenate", "dimension"},
    {"vhlo.constant_v1", "stablehlo.constant", "value"},
    {"vhlo.convert_v1", "stablehlo.convert", ""},
    {"vhlo.convolution_v1", "stablehlo.convolution",
     "batch_group_count feature_group_count input_batch_dimension input_feature_dimension "
     "input_spatial_dimensions kernel_input_feature_dimension kernel_output_feature_dimension "
     "kernel_spatial_dimensions lhs_dilation output_batch_dimension output_feature_dimension "
     "output_spatial_dimensions padding precision_config rhs_dilation window_reversal "
     "window_strides"},
    {"vhlo.cosine_v1", "stablehlo.cosine", ""},
    {"vhlo.cosine_v2", "stablehlo.cosine", "result_accuracy"},
    {"vhlo.count_leading_zeros_v1", "stablehlo.count_leading_zeros", ""},
    {"vhlo.create_token_v1", "stablehlo.create_token", ""},
    {"vhlo.cross-replica-sum_v1", "stablehlo.cross-replica-sum", "replica_groups"},
    {"vhlo.cstr_reshapable_v1", "stablehlo.cstr_reshapable", ""},
    {"vhlo.custom_call_v1", "stablehlo.custom_call",
     "api_version backend_config call_target_name called_computations has_side_effect "
     "operand_layouts output_operand_aliases result_layouts"},
    {"vhlo.custom_call_v2", "stablehlo.custom_call",
     "api_version backend_config call_target_name called_computations has_side_effect "
     "operand_layouts output_operand_aliases result_layouts result_tilings"},
    {"vhlo.divide_v1", "stablehlo.divide", ""},
    {"vhlo.dot_v1", "stablehlo.dot", "precision_config"},
    {"vhlo.dot_general_v1", "stablehlo.dot_general",
     "lhs_batching_dimensions lhs_contracting_dimensions precision_config rhs_batching_dimensions "
     "rhs_contracting_dimensions"},
    {"vhlo.dot_general_v2", "stablehlo.dot_general",
     "accumulation_type allow_imprecise_accumulation lhs_batching_dimensions lhs_component_count "
     "lhs_contracting_dimensions lhs_precision_type num_primitive_operations precision_config "
     "rhs_batching_dimensions rhs_component_count rhs_contracting_dimensions rhs_precision_type"},
    {"vhlo.dynamic_broadcast_in_dim_v1", "stablehlo.dynamic_broadcast_in_dim",
     "broadcast_dimensions known_expanding_dimensions known_nonexpanding_dimensions"},
    {"vhlo.dynamic_conv_v1", "stablehlo.dynamic_conv",
     "batch_group_count feature_group_count input_batch_dimension input_feature_dimension "
     "input_spatial_dimensions kernel_input_feature_dimension kernel_output_feature_dimension "
     "kernel_spatial_dimensions lhs_dilation output_batch_dimension output_feature_dimension "
     "output_spatial_dimensions padding precision_config rhs_dilation window_reversal "
     "window_strides"},
    {"vhlo.dynamic_conv_v2", "stablehlo.dynamic_conv",
     "batch_group_count feature_group_count input_batch_dimension input_feature_dimension "
     "input_spatial_dimensions kernel_input_feature_dimension kernel_output_feature_dimension "
     "kernel_spatial_dimensions lhs_dilation output_batch_dimension output_feature_dimension "
     "output_spatial_dimensions precision_config rhs_dilation window_reversal window_strides"},
    {"vhlo.dynamic_gather_v1", "stablehlo.dynamic_gather",
     "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims start_index_map"},
    {"vhlo.dynamic_gather_v2", "stablehlo.dynamic_gather",
     "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims operand_batching_dims "
     "start_index_map start_indices_batching_dims"},
    {"vhlo.dynamic_iota_v1", "stablehlo.dynamic_iota", "iota_dimension"},
    {"vhlo.dynamic_pad_v1", "stablehlo.dynamic_pad", ""},
    {"vhlo.dynamic_reshape_v1", "stablehlo.dynamic_reshape", ""},
    {"vhlo.dynamic_slice_v1", "stablehlo.dynamic_slice", "slice_sizes"},
    {"vhlo.dynamic_update_slice_v1", "stablehlo.dynamic_update_slice", ""},
    {"vhlo.einsum_v1", "stablehlo.einsum", "einsum_config"},
    {"vhlo.exponential_v1", "stablehlo.exponential", ""},
    {"vhlo.exponential_v2", "stablehlo.exponential", "result_accuracy"},
    {"vhlo.exponential_minus_one_v1", "stablehlo.exponential_minus_one", ""},
    {"vhlo.exponential_minus_one_v2", "stablehlo.exponential_minus_one", "result_accuracy"},
    {"vhlo.fft_v1", "stablehlo.fft", "fft_length fft_type"},
    {"vhlo.floor_v1", "stablehlo.floor", ""},
    {"vhlo.gather_v1", "stablehlo.gather",
     "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims slice_sizes "
     "start_index_map"},
    {"vhlo.gather_v2", "stablehlo.gather",
     "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims operand_batching_dims "
     "slice_sizes start_index_map start_indices_batching_dims"},
    {"vhlo.get_dimension_size_v1", "stablehlo.get_dimension_size", "dimension"},
    {"vhlo.get_tuple_element_v1", "stablehlo.get_tuple_element", "index"},
    {"vhlo.if_v1", "stablehlo.if", ""},
    {"vhlo.imag_v1", "stablehlo.imag", ""},
    {"vhlo.infeed_v1", "stablehlo.infeed", "infeed_config layout"},
    {"vhlo.iota_v1", "stablehlo.iota", "iota_dimension"},
    {"vhlo.is_finite_v1", "stablehlo.is_finite", ""},
    {"vhlo.log_v1", "stablehlo.log", ""},
    {"vhlo.log_v2", "stablehlo.log", "result_accuracy"},
    {"vhlo.log_plus_one_v1", "stablehlo.log_plus_one", ""},
    {"vhlo.log_plus_one_v2", "stablehlo.log_plus_one", "result_accuracy"},
    {"vhlo.logistic_v1", "stablehlo.logistic", ""},
    {"vhlo.logistic_v2", "stablehlo.logistic", "result_accuracy"},
    {"vhlo.map_v1", "stablehlo.map", "dimensions"},
    {"vhlo.maximum_v1", "stablehlo.maximum", ""},
    {"vhlo.minimum_v1", "stablehlo.minimum", ""},
    {"vhlo.multiply_v1", "stablehlo.multiply", ""},
    {"vhlo.negate_v1", "stablehlo.negate", ""},
    {"vhlo.not_v1", "stablehlo.not", ""},
    {"vhlo.optimization_barrier_v1", "stablehlo.optimization_barrier", ""},
    {"vhlo.or_v1", "stablehlo.or", ""},
    {"vhlo.outfeed_v1", "stablehlo.outfeed", "outfeed_config"},
    {"vhlo.pad_v1", "stablehlo.pad", "edge_padding_high edge_padding_low interior_padding"},
    {"vhlo.partition_id_v1", "stablehlo.partition_id", ""},
    {"vhlo.popcnt_v1", "stablehlo.popcnt", ""},
    {"vhlo.power_v1", "stablehlo.power", ""},
    {"vhlo.real_v1", "stablehlo.real", ""},
    {"vhlo.real_dynamic_slice_v1", "stablehlo.real_dynamic_slice", ""},
    {"vhlo.recv_v1", "stablehlo.recv", "channel_id channel_type is_host_transfer"},
    {"vhlo.recv_v2", "stablehlo.recv",
     "channel_id channel_type is_host_transfer source_target_pairs"},
    {"vhlo.reduce_v1", "stablehlo.reduce", "dimensions"},
    {"vhlo.reduce_precision_v1", "stablehlo.reduce_precision", "exponent_bits mantissa_bits"},
    {"vhlo.reduce_scatter_v1", "stablehlo.reduce_scatter",
     "channel_id replica_groups scatter_dimension use_global_device_ids"},
    {"vhlo.reduce_window_v1", "stablehlo.reduce_window",
     "base_dilations padding window_dilations window_dimensions window_strides"},
    {"vhlo.remainder_v1", "stablehlo.remainder", ""},
    {"vhlo.replica_id_v1", "stablehlo.replica_id", ""},
    {"vhlo.reshape_v1", "stablehlo.reshape", ""},
    {"vhlo.reverse_v1", "stablehlo.reverse", "dimensions"},
    {"vhlo.rng_v1", "stablehlo.rng", "rng_distribution"},
    {"vhlo.rng_bit_generator_v1", "stablehlo.rng_bit_generator", "rng_algorithm"},
    {"vhlo.round_nearest_afz_v1", "stablehlo.round_nearest_afz", ""},
    {"vhlo.round_nearest_even_v1", "stablehlo.round_nearest_even", ""},
    {"vhlo.rsqrt_v1", "stablehlo.rsqrt", ""},
    {"vhlo.rsqrt_v2", "stablehlo.rsqrt", "result_accuracy"},
    {"vhlo.scatter_v1", "stablehlo.scatter",
     "index_vector_dim indices_are_sorted inserted_window_dims scatter_dims_to_operand_dims "
     "unique_indices update_window_dims"},
    {"vhlo.scatter_v2", "stablehlo.scatter",
     "index_vector_dim indices_are_sorted input_batching_dims inserted_window_dims "
     "scatter_dims_to_operand_dims scatter_indices_batching_dims unique_indices "
     "update_window_dims"},
    {"vhlo.select_v1", "stablehlo.select", ""},
    {"vhlo.select_and_scatter_v1", "stablehlo.select_and_scatter",
     "padding window_dimensions window_strides"},
    {"vhlo.send_v1", "stablehlo.send", "channel_id channel_type is_host_transfer"},
    {"vhlo.send_v2", "stablehlo.send",
     "channel_id channel_type is_host_transfer source_target_pairs"},
    {"vhlo.set_dimension_size_v1", "stablehlo.set_dimension_size", "dimension"},
    {"vhlo.shift_left_v1", "stablehlo.shift_left", ""},
    {"vhlo.shift_right_arithmetic_v1", "stablehlo.shift_right_arithmetic", ""},
    {"vhlo.shift_right_logical_v1", "stablehlo.shift_right_logical", ""},
    {"vhlo.sign_v1", "stablehlo.sign", ""},
    {"vhlo.sine_v1", "stablehlo.sine", ""},
    {"vhlo.sine_v2", "stablehlo.sine", "result_accuracy"},
    {"vhlo.slice_v1", "stablehlo.slice", "limit_indices start_indices strides"},
    {"vhlo.sort_v1", "stablehlo.sort", "dimension is_stable"},
    {"vhlo.sqrt_v1", "stablehlo.sqrt", ""},
    {"vhlo.sqrt_v2", "stablehlo.sqrt", "result_accuracy"},
    {"vhlo.subtract_v1", "stablehlo.subtract", ""},
    {"vhlo.tan_v1", "stablehlo.tan", ""},
    {"vhlo.tan_v2", "stablehlo.tan", "result_accuracy"},
    {"vhlo.tanh_v1", "stablehlo.tanh", ""},
    {"vhlo.tanh_v2", "stablehlo.tanh", "result_accuracy"},
    {"vhlo.torch_index_select_v1", "stablehlo.torch_index_select", "batch_dims dim"},
    {"vhlo.trace_v1", "stablehlo.trace", "tag"},
    {"vhlo.transpose_v1", "stablehlo.transpose", "permutation"},
    {"vhlo.triangular_solve_v1", "stablehlo.triangular_solve",
     "left_side lower transpose_a unit_diagonal"},
    {"vhlo.tuple_v1", "stablehlo.tuple", ""},
    {"vhlo.unary_einsum_v1", "stablehlo.unary_einsum", "einsum_config"},
    {"vhlo.uniform_dequantize_v1", "stablehlo.uniform_dequantize", ""},
    {"vhlo.uniform_quantize_v1", "stablehlo.uniform_quantize", ""},
    {"vhlo.while_v1", "stablehlo.while", ""},
    {"vhlo.xor_v1", "stablehlo.xor", ""},
};

// ---- records ----

// A field of a record, and the attribute of VHLO that holds it.
struct RecordField {
  std::string_view attribute;
  std::string_view field;
};
struct RecordRow {
  std::string_view operation;
  std::string_view attribute;  // "dimension_numbers"
  std::string_view record;     // "gather"
  Span<const RecordField> fields;
  // An empty list is absent, as in the text of the record.
  bool drops_empty = true;
};

constexpr RecordField Same(std::string_view name) { return {name, name}; }

constexpr RecordField kConvFields[] = {
    Same("input_batch_dimension"),           Same("input_feature_dimension"),
    Same("input_spatial_dimensions"),        Same("kernel_input_feature_dimension"),
    Same("kernel_output_feature_dimension"), Same("kernel_spatial_dimensions"),
    Same("output_batch_dimension"),          Same("output_feature_dimension"),
    Same("output_spatial_dimensions")};
constexpr RecordField kDotFields[] = {
    Same("lhs_batching_dimensions"), Same("rhs_batching_dimensions"),
    Same("lhs_contracting_dimensions"), Same("rhs_contracting_dimensions")};
constexpr RecordField kAlgorithmFields[] = {
    Same("lhs_precision_type"),          Same("rhs_precision_type"),
    Same("accumulation_type"),           Same("lhs_component_count"),
    Same("rhs_component_count"),         Same("num_primitive_operations"),
    Same("allow_imprecise_accumulation")};
constexpr RecordField kGatherFields[] = {
    Same("offset_dims"),           Same("collapsed_slice_dims"),
    Same("operand_batching_dims"), Same("start_indices_batching_dims"),
    Same("start_index_map"),       Same("index_vector_dim")};
constexpr RecordField kScatterFields[] = {
    Same("update_window_dims"),           Same("inserted_window_dims"),
    Same("input_batching_dims"),          Same("scatter_indices_batching_dims"),
    Same("scatter_dims_to_operand_dims"), Same("index_vector_dim")};
constexpr RecordField kChannelFields[] = {{"channel_id", "handle"}, {"channel_type", "type"}};

constexpr RecordRow kRecords[] = {
    {"stablehlo.all_gather", "channel_handle", "channel_handle", kChannelFields},
    {"stablehlo.all_reduce", "channel_handle", "channel_handle", kChannelFields},
    {"stablehlo.all_to_all", "channel_handle", "channel_handle", kChannelFields},
    {"stablehlo.collective_broadcast", "channel_handle", "channel_handle", kChannelFields},
    {"stablehlo.collective_permute", "channel_handle", "channel_handle", kChannelFields},
    {"stablehlo.collective_reduce", "channel_handle", "channel_handle", kChannelFields},
    {"stablehlo.convolution", "dimension_numbers", "conv", kConvFields, false},
    {"stablehlo.dot_general", "algorithm", "dot_algorithm", kAlgorithmFields},
    {"stablehlo.dot_general", "dot_dimension_numbers", "dot", kDotFields},
    {"stablehlo.dynamic_conv", "dimension_numbers", "conv", kConvFields, false},
    {"stablehlo.dynamic_gather", "dimension_numbers", "gather", kGatherFields},
    {"stablehlo.gather", "dimension_numbers", "gather", kGatherFields},
    {"stablehlo.recv", "channel_handle", "channel_handle", kChannelFields},
    {"stablehlo.reduce_scatter", "channel_handle", "channel_handle", kChannelFields},
    {"stablehlo.scatter", "scatter_dimension_numbers", "scatter", kScatterFields},
    {"stablehlo.send", "channel_handle", "channel_handle", kChannelFields},
};

// ---- single attributes ----

// The conversion of an attribute, and the default that StableHLO leaves out.
enum class Conversion : uint8_t {
  kDropEmpty,  // an empty string, list or dictionary
  kDropFalse,
  kDropZero,
  kDropOne,
  kDropDefault,  // the enum value DEFAULT or NOTYPE, or a record whose mode is DEFAULT
  kFlag,         // true becomes unit
  kSymbol,       // a string becomes a symbol
  kSymbols,      // and a list of them a list of symbols
  kElements,     // elements stay elements
};
struct ConversionRow {
  std::string_view attribute;
  Conversion conversion;
};
constexpr ConversionRow kConversions[] = {
    {"api_version", Conversion::kDropOne},
    {"arg_attrs", Conversion::kDropEmpty},
    {"backend_config", Conversion::kDropEmpty},
    {"callee", Conversion::kSymbol},
    {"called_computations", Conversion::kSymbols},
    {"channel_id", Conversion::kDropZero},
    {"compare_type", Conversion::kDropDefault},
    {"composite_attributes", Conversion::kDropEmpty},
    {"decomposition", Conversion::kSymbol},
    {"has_dynamic_root", Conversion::kFlag},
    {"has_side_effect", Conversion::kDropFalse},
    {"indices_are_sorted", Conversion::kDropFalse},
    {"infeed_config", Conversion::kDropEmpty},
    {"is_host_transfer", Conversion::kDropFalse},
    {"is_stable", Conversion::kDropFalse},
    {"known_expanding_dimensions", Conversion::kDropEmpty},
    {"known_nonexpanding_dimensions", Conversion::kDropEmpty},
    {"layout", Conversion::kDropEmpty},
    {"operand_layouts", Conversion::kDropEmpty},
    {"outfeed_config", Conversion::kDropEmpty},
    {"output_operand_aliases", Conversion::kDropEmpty},
    {"padding", Conversion::kElements},
    {"precision_config", Conversion::kDropEmpty},
    {"replica_groups", Conversion::kElements},
    {"res_attrs", Conversion::kDropEmpty},
    {"result_accuracy", Conversion::kDropDefault},
    {"result_layouts", Conversion::kDropEmpty},
    {"result_tilings", Conversion::kDropEmpty},
    {"source_target_pairs", Conversion::kElements},
    {"sym_visibility", Conversion::kDropEmpty},
    {"unique_indices", Conversion::kDropFalse},
    {"use_global_device_ids", Conversion::kFlag},
    {"value", Conversion::kElements},
    {"version", Conversion::kDropZero},
};

const ConversionRow* FindConversion(std::string_view attribute) {
  for (const ConversionRow& row : kConversions) {
    if (row.attribute == attribute) return &row;
  }
  return nullptr;
}

bool IsEmptyAttribute(const Attribute& one) {
  switch (one.kind) {
    case Attribute::Kind::kString:
      return one.text.empty();
    case Attribute::Kind::kArray:
      return one.elements.empty();
    case Attribute::Kind::kDictionary:
      return one.fields.empty();
    case Attribute::Kind::kIntegers:
      return one.integers.empty();
    default:
      return false;
  }
}

bool IsDefaultEnum(const Attribute& one) {
  if (one.kind == Attribute::Kind::kEnum) return one.text == "DEFAULT" || one.text == "NOTYPE";
  const Attribute* const mode = one.Field("mode");
  return mode != nullptr && mode->text == "DEFAULT";
}

// True if StableHLO leaves the attribute out.
bool IsLeftOut(Conversion conversion, const Attribute& one) {
  const bool number = one.kind == Attribute::Kind::kBool || one.kind == Attribute::Kind::kInteger;
  switch (conversion) {
    case Conversion::kDropEmpty:
    case Conversion::kSymbols:
      return IsEmptyAttribute(one);
    case Conversion::kDropFalse:
    case Conversion::kDropZero:
    case Conversion::kFlag:
      return number && one.integer == 0;
    case Conversion::kDropOne:
      return number && one.integer == 1;
    case Conversion::kDropDefault:
      return IsDefaultEnum(one);
    case Conversion::kSymbol:
    case Conversion::kElements:
      return false;
  }
  return false;
}

// The record of a convolution's algorithm is absent if its types are "none".
bool IsAbsentRecord(const std::vector<NamedAttribute>& fields) {
  return fields.empty() ||
         (fields[0].value->type != nullptr && fields[0].value->type->kind == Type::Kind::kNone);
}

}  // namespace

Span<const BytecodeOperation> BytecodeOperations() { return kBytecodeOperations; }

const Attribute* VhloConverter::IntegerOf(int64_t value) {
  Attribute* const made = module_.NewAttribute(Attribute::Kind::kInteger);
  made->integer = value;
  made->type = module_.Unique({.kind = Type::Kind::kScalar, .element_type = S64});
  return made;
}

// dense<[1, 2]> : tensor<2xi64> becomes array<i64: 1, 2>; other elements stay.
const Attribute* VhloConverter::ListOf(const Attribute* elements) {
  constexpr int64_t kLongestList = 1 << 16;
  if (elements->kind != Attribute::Kind::kElements || elements->type->dimensions.size() > 1) {
    return elements;
  }
  const PrimitiveType type = elements->type->element_type;
  const int64_t count = elements->type->dimensions.empty() ? 1 : elements->type->dimensions[0];
  if ((type != S64 && type != PRED) || elements->type->is_index || count > kLongestList) {
    return elements;
  }
  const Attribute*& slot = lists_[elements];
  if (slot != nullptr) return slot;
  Attribute* const made = module_.NewAttribute(Attribute::Kind::kIntegers);
  made->type = module_.Unique({.kind = Type::Kind::kScalar, .element_type = type});
  const Literal& literal = *elements->literal;
  const bool splat = literal.shape().dimensions().empty();
  for (int64_t i = 0; i < count; ++i) {
    const int64_t at = splat ? 0 : i;
    made->integers.push_back(type == S64 ? literal.data<int64_t>()[at]
                                         : int64_t{literal.data<bool>()[at]});
  }
  slot = made;
  return made;
}

const Attribute* VhloConverter::SymbolOf(const Attribute* text) {
  if (text->kind != Attribute::Kind::kString) return text;
  const Attribute*& slot = symbols_[text];
  if (slot != nullptr) return slot;
  Attribute* const made = module_.NewAttribute(Attribute::Kind::kSymbol);
  made->text = text->text;
  slot = made;
  return made;
}

const Attribute* VhloConverter::SymbolsOf(const Attribute* list) {
  if (list->kind != Attribute::Kind::kArray) return list;
  if (const auto found = symbols_.find(list); found != symbols_.end()) return found->second;
  Attribute* const made = module_.NewAttribute(Attribute::Kind::kArray);
  for (const Attribute* one : list->elements) made->elements.push_back(SymbolOf(one));
  symbols_[list] = made;
  return made;
}

void VhloConverter::Convert(std::string_view name, std::vector<NamedAttribute>& attributes) {
  kept_.clear();
  for (const NamedAttribute& one : attributes) {
    // Version 1 has the padding of a dynamic convolution twice; it is an operand.
    if (name == "stablehlo.dynamic_conv" && one.name == "padding") continue;
    const ConversionRow* const row = FindConversion(one.name);
    const Attribute* value = one.value;
    if (row == nullptr || row->conversion == Conversion::kDropEmpty) value = ListOf(value);
    if (row != nullptr) {
      if (IsLeftOut(row->conversion, *value)) continue;
      if (row->conversion == Conversion::kSymbol) value = SymbolOf(value);
      if (row->conversion == Conversion::kSymbols) value = SymbolsOf(value);
      if (row->conversion == Conversion::kFlag) {
        value = module_.NewAttribute(Attribute::Kind::kUnit);
      }
    }
    kept_.push_back({one.name, value});
  }
  attributes.swap(kept_);
  for (const RecordRow& row : kRecords) {
    if (row.operation != name) continue;
    std::vector<NamedAttribute> fields;
    for (const RecordField& field : row.fields) {
      const auto found =
          std::find_if(attributes.begin(), attributes.end(),
                       [&](const NamedAttribute& one) { return one.name == field.attribute; });
      if (found == attributes.end()) continue;
      const bool empty = IsEmptyAttribute(*found->value);
      if (!empty || !row.drops_empty) fields.push_back({field.field, found->value});
      attributes.erase(found);
    }
    if (row.fields.data() == kAlgorithmFields && IsAbsentRecord(fields)) continue;
    if (row.fields.data() == kChannelFields) {
      // A collective without a channel has the id 0. Only send and recv state the type.
      if (fields.empty()) continue;
      if (fields[0].name != "handle") fields.insert(fields.begin(), {"handle", IntegerOf(0)});
      if (fields.size() == 1) fields.push_back({"type", IntegerOf(0)});
    }
    Attribute* const made = module_.NewAttribute(Attribute::Kind::kStruct);
    made->dialect_name = row.record;
    made->fields = std::move(fields);
    attributes.push_back({row.attribute, made});
  }
}

}  // namespace hloom::mlir
