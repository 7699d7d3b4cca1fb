// Operations that XLA's verifier, and its parser beyond grammar, refuse: a line for each check, in
// the order of hlo_verifier.cc. Operations with computations are in xla_call_verifier_test.cc.
#include "support/refusals.h"

namespace hloom {
namespace {

using namespace testing_support;  // NOLINT: refusals

// Instructions alone: operands with a shape are parameters.
constexpr Refusal kElementwise[] = {
    {"implicit broadcasting", "elementwise.c1", "ROOT r = f32[2] add(f32[2] x, f32[] y)"},
    {"mixed precision", "elementwise.c2", "ROOT r = f32[2] add(f32[2] x, bf16[2] y)"},
    {"another shape than inferred", "verifier.c7", "ROOT r = f32[3] negate(f32[2] x)"},
    {"another type than inferred", "verifier.c7", "ROOT r = bf16[2] negate(f32[2] x)"},
    {"a type of comparison", "compare.c1",
     "ROOT r = pred[2] compare(f32[2] x, f32[2] y), direction=EQ, type=SIGNED"},
    {"an order of comparison", "compare.c3",
     "ROOT r = pred[2] compare(s32[2] x, s32[2] y), direction=LT, order=PARTIAL"},
    {"an order against the type", "compare.c3",
     "ROOT r = pred[2] compare(f32[2] x, f32[2] y), direction=LT, type=FLOAT, order=TOTAL"},
    {"an order that is not supported", "compare.c3",
     "ROOT r = pred[2] compare(f32[2] x, f32[2] y), direction=LT, order=WEAK"},
    {"compare does not give PRED", "verifier.c7",
     "ROOT r = f32[2] compare(f32[2] x, f32[2] y), direction=EQ"},
    {"clamp", "clamp.c1", "ROOT r = f32[2] clamp(f32[3] l, f32[2] x, f32[3] h)"},
    {"select by another type", "select.c1", "ROOT r = f32[2] select(s32[2] p, f32[2] x, f32[2] y)"},
    {"select by another shape", "select.c2",
     "ROOT r = f32[2] select(pred[3] p, f32[2] x, f32[2] y)"},
    {"copy to another shape", "verifier.c7", "ROOT r = f32[2,1] copy(f32[2] x)"},
    {"convert to another shape", "convert.c2", "ROOT r = s32[3] convert(f32[2] x)"},
    {"bitcast-convert", "bitcast_convert.c5", "ROOT r = s16[2] bitcast-convert(f32[2] x)"},
    {"stochastic-convert", "stochastic_convert.c2",
     "ROOT r = s8[2] stochastic-convert(f32[2] x, u16[2] y)"},
    {"reduce-precision", "reduce_precision.c1",
     "ROOT r = f32[2] reduce-precision(f32[2] x), exponent_bits=0, mantissa_bits=3"},
    {"too few operands", "arity.c1", "ROOT r = f32[2] add(f32[2] x)"},
    {"unbounded dynamism", "shape.c5", "ROOT r = f32[?] parameter(0)"},
    {"a layout of another rank", "layout.c1", "ROOT r = f32[2]{1,0} parameter(0)"},
    {"a computation for nothing", "text.p6",
     "f { p = f32[] parameter(0) } ENTRY e { x = f32[] parameter(0) ROOT r = f32[] negate(x), "
     "to_apply=f }"},
};

TEST(XlaVerifierTest, Elementwise) { ExpectRefused(kElementwise); }

constexpr Refusal kShapes[] = {
    {"concatenate", "concatenate.c4",
     "ROOT r = f32[4,2] concatenate(f32[2,2] x, f32[2,3] y), dimensions={0}"},
    {"concatenate, mixed types", "concatenate.c5",
     "ROOT r = f32[4] concatenate(f32[2] x, f64[2] y), dimensions={0}"},
    {"broadcast, entries", "hlo_broadcast.c1",
     "ROOT r = f32[2,3] broadcast(f32[2] x), dimensions={}"},
    {"broadcast, range", "hlo_broadcast.c2",
     "ROOT r = f32[2,3] broadcast(f32[2] x), dimensions={2}"},
    {"broadcast, size", "hlo_broadcast.c4",
     "ROOT r = f32[2,3] broadcast(f32[2] x), dimensions={1}"},
    {"broadcast, type", "hlo_broadcast.c5",
     "ROOT r = s32[2,3] broadcast(f32[2] x), dimensions={0}"},
    {"reshape, count", "reshape.c1", "ROOT r = f32[5] reshape(f32[2,3] x)"},
    {"reshape, type", "reshape.c2", "ROOT r = s32[6] reshape(f32[2,3] x)"},
    {"dynamic-reshape, sizes", "dynamic_reshape.c1",
     "ROOT r = f32[<=6] dynamic-reshape(f32[2,3] x, s64[] n)"},
    {"dynamic-reshape, a size for each", "dynamic_reshape.c1",
     "ROOT r = f32[<=6] dynamic-reshape(f32[2,3] x, s32[] n, s32[] m)"},
    {"dynamic-reshape, count", "dynamic_reshape.c2",
     "ROOT r = f32[<=5] dynamic-reshape(f32[2,3] x, s32[] n)"},
    {"transpose", "transpose.c1", "ROOT r = f32[2,2] transpose(f32[2,2] x), dimensions={0,0}"},
    {"transpose, result", "verifier.c7",
     "ROOT r = f32[2,3] transpose(f32[2,3] x), dimensions={1,0}"},
    {"iota of a scalar", "iota.c2", "ROOT r = s32[] iota(), iota_dimension=0"},
    {"iota of PRED", "iota.c1", "ROOT r = pred[2] iota(), iota_dimension=0"},
    {"iota, dimension", "iota.c3", "ROOT r = s32[2] iota(), iota_dimension=1"},
    {"iota of a tuple", "iota.c1", "ROOT r = (s32[2]) iota(), iota_dimension=0"},
    {"get-tuple-element of no tuple", "get_tuple_element.c1",
     "ROOT r = f32[2] get-tuple-element(f32[2] x), index=0"},
    {"get-tuple-element, index", "get_tuple_element.c2",
     "ROOT r = f32[2] get-tuple-element((f32[2]) x), index=1"},
    {"get-tuple-element, result", "verifier.c7",
     "ROOT r = f32[3] get-tuple-element((f32[2]) x), index=0"},
    {"tuple, result", "verifier.c7", "ROOT r = (f32[2], f32[3]) tuple(f32[2] x)"},
    {"slice", "slice.c3", "ROOT r = f32[2] slice(f32[2] x), slice={[1:3]}"},
    {"dynamic-slice, sizes", "dynamic_slice.c4",
     "ROOT r = f32[3] dynamic-slice(f32[2] x, s32[] i), dynamic_slice_sizes={3}"},
    {"dynamic-slice, indices", "dynamic_slice.c2",
     "ROOT r = f32[1] dynamic-slice(f32[2] x, f32[] i), dynamic_slice_sizes={1}"},
    {"dynamic-slice, an index for each", "dynamic_slice.c1",
     "ROOT r = f32[1] dynamic-slice(f32[2] x), dynamic_slice_sizes={1}"},
    {"dynamic-update-slice", "dynamic_update_slice.c2",
     "ROOT r = f32[2] dynamic-update-slice(f32[2] x, f32[3] u, s32[] i)"},
    {"dynamic-update-slice, type", "dynamic_update_slice.c1",
     "ROOT r = f32[2] dynamic-update-slice(f32[2] x, s32[1] u, s32[] i)"},
    {"pad", "pad.c3", "ROOT r = f32[2] pad(f32[2] x, f32[] v), padding=0_0x0_0"},
    {"pad, type", "pad.c2", "ROOT r = f32[2] pad(f32[2] x, s32[] v), padding=0_0"},
    {"reverse", "reverse.c1", "ROOT r = f32[2] reverse(f32[2] x), dimensions={1}"},
    {"topk", "topk.c2", "ROOT r = (f32[3], s32[3]) topk(f32[2] x), k=3, largest=true"},
    {"get-dimension-size", "dimension_size.c1",
     "ROOT r = s32[] get-dimension-size(f32[2] x), dimensions={1}"},
    {"get-dimension-size, result", "verifier.c7",
     "ROOT r = s64[] get-dimension-size(f32[2] x), dimensions={0}"},
    {"set-dimension-size", "set_dimension_size.c1",
     "ROOT r = f32[<=2] set-dimension-size(f32[2] x, s64[] n), dimensions={0}"},
    {"set-dimension-size, result", "set_dimension_size.c2",
     "ROOT r = f32[<=3] set-dimension-size(f32[2] x, s32[] n), dimensions={0}"},
    {"opt-barrier", "verifier.c7", "ROOT r = f32[3] opt-barrier(f32[2] x)"},
    {"bitcast", "bitcast.c1", "ROOT r = f32[3] bitcast(f32[2] x)"},
    {"constant", "literal.p2", "ROOT r = f32[2] constant({1, 2, 3})"},
    {"gather", "gather.c1",
     "ROOT r = f32[2] gather(f32[3,3] x, s32[2] i), offset_dims={}, collapsed_slice_dims={0}, "
     "start_index_map={0}, index_vector_dim=1, slice_sizes={1,1}"},
};

TEST(XlaVerifierTest, Shapes) { ExpectRefused(kShapes); }

constexpr Refusal kApplied[] = {
    {"reduce, operands", "reduce.c1", R"(f { a = f32[] parameter(0) b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) } ENTRY e { x = f32[2] parameter(0)
  ROOT r = f32[] reduce(x, x, x), dimensions={0}, to_apply=f })"},
    {"reduce, another type", "reduce.c6", R"(f { a = bf16[] parameter(0) b = bf16[] parameter(1)
  ROOT s = bf16[] add(a, b) } ENTRY e { x = f32[2] parameter(0) z = f32[] constant(0)
  ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=f })"},
    {"reduce, dimension", "reduce.c4", R"(f { a = f32[] parameter(0) b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) } ENTRY e { x = f32[2] parameter(0) z = f32[] constant(0)
  ROOT r = f32[] reduce(x, z), dimensions={1}, to_apply=f })"},
    {"reduce-window, window", "reduce_window.c4", R"(f { a = f32[] parameter(0)
  b = f32[] parameter(1) ROOT s = f32[] add(a, b) } ENTRY e { x = f32[2] parameter(0)
  z = f32[] constant(0) ROOT r = f32[2] reduce-window(x, z), window={size=1x1}, to_apply=f })"},
    {"reduce-window, another type", "reduce_window.c8", R"(f { a = f64[] parameter(0)
  b = f64[] parameter(1) ROOT s = f64[] add(a, b) } ENTRY e { x = f32[2] parameter(0)
  z = f32[] constant(0) ROOT r = f32[2] reduce-window(x, z), window={size=1}, to_apply=f })"},
    {"select-and-scatter, select", "select_and_scatter.c7", R"(f { a = f32[] parameter(0)
  b = f32[] parameter(1) ROOT s = f32[] add(a, b) } ENTRY e { x = f32[2] parameter(0)
  z = f32[] constant(0) ROOT r = f32[2] select-and-scatter(x, x, z), window={size=1}, select=f,
  scatter=f })"},
    {"map, parameters", "map.c3", R"(f { a = f32[] parameter(0) ROOT s = f32[] negate(a) }
  ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] map(x, x), dimensions={0}, to_apply=f })"},
    {"map, another type", "map.c3", R"(f { a = s32[] parameter(0) ROOT s = s32[] negate(a) }
  ENTRY e { x = f32[2] parameter(0) ROOT r = s32[2] map(x), dimensions={0}, to_apply=f })"},
    {"sort of nothing", "arity.c1", R"(f { a = f32[] parameter(0) b = f32[] parameter(1)
  ROOT s = pred[] compare(a, b), direction=LT } ENTRY e {
  ROOT r = () sort(), dimensions={0}, to_apply=f })"},
    {"sort, no PRED", "sort.c3", R"(f { a = f32[] parameter(0) b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) } ENTRY e { x = f32[2] parameter(0)
  ROOT r = f32[2] sort(x), dimensions={0}, to_apply=f })"},
    {"sort, parameters", "sort.c3", R"(f { a = f32[] parameter(0)
  ROOT s = pred[] compare(a, a), direction=LT } ENTRY e { x = f32[2] parameter(0)
  ROOT r = f32[2] sort(x), dimensions={0}, to_apply=f })"},
    {"sort, dimensions of operands", "sort.c1", R"(f { a = f32[] parameter(0)
  b = f32[] parameter(1) c = f32[] parameter(2) d = f32[] parameter(3)
  ROOT s = pred[] compare(a, b), direction=LT } ENTRY e { x = f32[2] parameter(0)
  y = f32[3] parameter(1) ROOT r = (f32[2], f32[3]) sort(x, y), dimensions={0}, to_apply=f })"},
    {"sort, dimension", "sort.c2", R"(f { a = f32[] parameter(0) b = f32[] parameter(1)
  ROOT s = pred[] compare(a, b), direction=LT } ENTRY e { x = f32[2] parameter(0)
  ROOT r = f32[2] sort(x), dimensions={1}, to_apply=f })"},
    {"scatter, computation", "scatter.c23", R"(f { a = f32[] parameter(0)
  ROOT s = f32[] negate(a) } ENTRY e { x = f32[3] parameter(0) i = s32[1] parameter(1)
  u = f32[1] parameter(2) ROOT r = f32[3] scatter(x, i, u), update_window_dims={},
  inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f })"},
    {"scan, parameters", "scan.c4", R"(f { a = f32[] parameter(0)
  ROOT s = (f32[], f32[]) tuple(a, a) } ENTRY e { x = f32[3] parameter(0) z = f32[] constant(0)
  ROOT r = (f32[3], f32[]) scan(x, z), dimensions={0}, num_carries=1, to_apply=f })"},
    {"scan, carries", "scan.c5", R"(f { a = f32[] parameter(0) b = f32[] parameter(1)
  i = s32[] constant(1) ROOT s = (f32[], s32[]) tuple(a, i) } ENTRY e { x = f32[3] parameter(0)
  z = f32[] constant(0)
  ROOT r = (f32[3], s32[]) scan(x, z), dimensions={0}, num_carries=1, to_apply=f })"},
};

TEST(XlaVerifierTest, AppliedComputations) { ExpectRefused(kApplied); }

constexpr Refusal kXlaVerifierTransfers[] = {
    {"infeed, token", "infeed.c1", "ROOT r = (f32[2], token[]) infeed(f32[] x)"},
    {"infeed, result", "infeed.c2", "ROOT r = f32[2] infeed(token[] t)"},
    {"outfeed, token", "outfeed.c1", "ROOT r = token[] outfeed(f32[2] x, f32[] t)"},
    {"outfeed, shape", "outfeed.c3",
     "ROOT r = token[] outfeed(f32[2] x, token[] t), outfeed_shape=f32[3]{0}"},
    {"outfeed, result", "verifier.c7", "ROOT r = f32[2] outfeed(f32[2] x, token[] t)"},
    {"after-all, result", "verifier.c7", "ROOT r = f32[] after-all()"},
    {"add-dependency, token", "add_dependency.c1",
     "ROOT r = f32[2] add-dependency(f32[2] x, f32[2] y)"},
    {"add-dependency, result", "verifier.c7",
     "ROOT r = f32[3] add-dependency(f32[2] x, token[] t)"},
    {"send, result", "verifier.c7",
     "s = (f32[3], u32[], token[]) send(f32[2] x, token[] t), channel_id=1 "
     "ROOT d = token[] send-done(s), channel_id=1"},
    {"send without an end", "pairing.c1",
     "ROOT s = (f32[2], u32[], token[]) send(f32[2] x, token[] t), channel_id=1"},
    {"send-done of nothing", "pairing.c2",
     "ROOT d = token[] send-done((f32[2], u32[], token[]) s), channel_id=1"},
    {"send-done, channel", "pairing.c3",
     "s = (f32[2], u32[], token[]) send(f32[2] x, token[] t), channel_id=1 "
     "ROOT d = token[] send-done(s), channel_id=2"},
    {"recv, result", "recv.c2", "ROOT s = (f32[2], s32[], token[]) recv(token[] t), channel_id=1"},
    {"recv-done, host", "pairing.c3",
     "s = (f32[2], u32[], token[]) recv(token[] t), channel_id=1, is_host_transfer=true "
     "ROOT d = (f32[2], token[]) recv-done(s), channel_id=1"},
    {"recv-done, result", "verifier.c7",
     "s = (f32[2], u32[], token[]) recv(token[] t), channel_id=1 "
     "ROOT d = (f32[3], token[]) recv-done(s), channel_id=1"},
};

TEST(XlaVerifierTest, Transfers) { ExpectRefused(kXlaVerifierTransfers); }

constexpr Refusal kModules[] = {
    {"names", "text.p5", "ENTRY e { x = f32[] parameter(0) x = f32[] negate(x) }"},
    {"two entries", "text.p9",
     "ENTRY e { x = f32[] parameter(0) } ENTRY f { y = f32[] parameter(0) }"},
    {"two roots", "text.p9", "ENTRY e { ROOT x = f32[] parameter(0) ROOT y = f32[] negate(x) }"},
    {"a value of another computation", "text.p4",
     "f { x = f32[] parameter(0) } ENTRY e { ROOT y = f32[] negate(x) }"},
    {"an operand that comes later", "text.p4",
     "ENTRY e { x = f32[] negate(y) y = f32[] parameter(0) }"},
    {"a computation that calls itself", "text.p13",
     "ENTRY e { x = f32[] parameter(0) ROOT y = f32[] call(x), to_apply=e }"},
    {"parameters with a gap", "verifier.c5", "ENTRY e { x = f32[] parameter(1) }"},
    {"two parameters of one number", "verifier.c5",
     "ENTRY e { x = f32[] parameter(0) y = f32[] parameter(0) }"},
    {"the shape of a computation", "text.p10",
     "ENTRY e (x: f32[]) -> f32[2] { x = f32[] parameter(0) }"},
    {"parameter_replication", "verifier.c11",
     "ENTRY e { x = (f32[], f32[]) parameter(0), parameter_replication={true} }"},
    {"origin of an array", "origin.c1", R"(ENTRY e { x = f32[] parameter(0), origin={({"a"})} })"},
    {"origin of a tuple", "origin.c1",
     R"(ENTRY e { x = (f32[], f32[]) parameter(0), origin={({"a"})} })"},
    {"origin of a nested tuple", "origin.c1",
     R"(ENTRY e { x = ((f32[]), f32[]) parameter(0), origin={({"a"}, {"b"})} })"},
    {"control predecessor", "text.p4",
     "ENTRY e { x = f32[] parameter(0), control-predecessors={x} }"},
    {"entry layout, parameters", "text.p10",
     "HloModule m, entry_computation_layout={(f32[2], f32[2])->f32[2]} ENTRY e { x = f32[2] "
     "parameter(0) }"},
    {"entry layout, result", "text.p10",
     "HloModule m, entry_computation_layout={(f32[2])->f32[3]} ENTRY e { x = f32[2] parameter(0) "
     "}"},
    {"alias of no parameter", "config.c2",
     "HloModule m, input_output_alias={ {}: (1, {}) } ENTRY e { x = f32[2] parameter(0) }"},
    {"alias of no output", "config.c2",
     "HloModule m, input_output_alias={ {0}: (0, {}) } ENTRY e { x = f32[2] parameter(0) }"},
    {"alias of no part", "config.c2",
     "HloModule m, input_output_alias={ {}: (0, {0}) } ENTRY e { x = f32[2] parameter(0) }"},
    {"alias of a tuple", "config.c2",
     "HloModule m, input_output_alias={ {}: (0, {}) } ENTRY e { x = (f32[2]) parameter(0) }"},
    {"alias of one output twice", "config.c4",
     "HloModule m, input_output_alias={ {}: (0, {}), {}: (1, {}) } ENTRY e { x = f32[2] "
     "parameter(0) y = f32[2] parameter(1) }"},
    {"alias of one parameter twice", "config.c4",
     "HloModule m, input_output_alias={ {0}: (0, {}), {1}: (0, {}) } ENTRY e { x = f32[2] "
     "parameter(0) ROOT y = (f32[2], f32[2]) tuple(x, x) }"},
    {"must-alias of another shape", "config.c7",
     "HloModule m, input_output_alias={ {}: (0, {}, must-alias) } ENTRY e { x = f32[2,3] "
     "parameter(0) ROOT y = f32[3,2] reshape(x) }"},
    {"must-alias of another layout", "config.c7",
     "HloModule m, input_output_alias={ {}: (0, {}, must-alias) } ENTRY e { x = f32[2,3]{0,1} "
     "parameter(0) ROOT y = f32[2,3]{1,0} copy(x) }"},
    {"donor of no part", "config.c2",
     "HloModule m, buffer_donor={ (0, {0}) } ENTRY e { x = f32[2] parameter(0) }"},
    {"donor that is aliased", "config.c4",
     "HloModule m, input_output_alias={ {}: (0, {}) }, buffer_donor={ (0, {}) } ENTRY e { x = "
     "f32[2] parameter(0) }"},
    {"propagation of shardings", "config.c6",
     "HloModule m, allow_spmd_sharding_propagation_to_parameters={true,true,true} ENTRY e { x = "
     "f32[2] parameter(0) y = f32[2] parameter(1) }"},
};

TEST(XlaVerifierTest, Modules) { ExpectRefused(kModules); }

// The module's header states how many devices there are.
constexpr Refusal kDevices[] = {
    {"all-reduce names too few replicas", "collective.c7", R"(HloModule m, replica_count=8
     f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }
     ENTRY e { x = f32[2] parameter(0)
     ROOT r = f32[2] all-reduce(x), replica_groups={{0,1}}, to_apply=f })"},
    {"all-reduce names too many replicas", "collective.c7", R"(HloModule m, replica_count=2
     f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }
     ENTRY e { x = f32[2] parameter(0)
     ROOT r = f32[2] all-reduce-start(x), replica_groups={{0,1},{2,3}}, to_apply=f })"},
    {"global ids beyond the devices", "collective.c7",
     R"(HloModule m, replica_count=2, num_partitions=2 ENTRY e { x = f32[2] parameter(0)
     ROOT r = f32[16] all-gather(x), replica_groups={{0,1,2,3,4,5,6,7}}, dimensions={0},
     channel_id=1, use_global_device_ids=true })"},
    {"all-gather of more shards", "collective.c8", R"(HloModule m, replica_count=4
     ENTRY e { x = f32[2] parameter(0)
     ROOT r = f32[4] all-gather(x), replica_groups={}, dimensions={0} })"},
    {"all-to-all of blocks that do not divide", "all_to_all.c3", R"(HloModule m, replica_count=4
     ENTRY e { x = f32[6] parameter(0)
     ROOT r = f32[6] all-to-all(x), replica_groups={}, dimensions={0} })"},
    {"collective-permute from no replica", "collective.c7", R"(HloModule m, replica_count=2
     ENTRY e { x = f32[2] parameter(0)
     ROOT r = f32[2] collective-permute(x), source_target_pairs={{0,1},{2,0}} })"},
    {"collective-permute to no partition", "collective.c7", R"(HloModule m, num_partitions=2
     ENTRY e { x = f32[2] parameter(0)
     ROOT r = f32[2] collective-permute(x), source_target_pairs={{0,3}}, channel_id=1 })"},
    {"collective-broadcast, asynchronous", "collective.c7", R"(HloModule m, replica_count=2
     f { a = f32[2] parameter(0) ROOT b = f32[2] collective-broadcast(a), replica_groups={{2}} }
     ENTRY e { x = f32[2] parameter(0)
     s = ((f32[2]), f32[2], u32[]) async-start(x), calls=f
     ROOT d = f32[2] async-done(s) })"},
    {"some all-reduces are constrained", "verifier.c12", R"(
     f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }
     ENTRY e { x = f32[2] parameter(0)
     y = f32[2] all-reduce(x), replica_groups={}, to_apply=f, constrain_layout=true
     ROOT r = f32[2] all-reduce(y), replica_groups={}, to_apply=f })"},
    {"sharding of a while and its body", "verifier.c13", R"(
     c { a = f32[2] parameter(0) ROOT p = pred[] constant(false) }
     b { a = f32[2] parameter(0) ROOT n = f32[2] negate(a), sharding={replicated} }
     ENTRY e { x = f32[2] parameter(0)
     ROOT w = f32[2] while(x), condition=c, body=b, sharding={maximal device=0} })"},
    {"sharding of the parameters of a while", "verifier.c13", R"(
     c { a = f32[2] parameter(0), sharding={maximal device=1} ROOT p = pred[] constant(false) }
     b { a = f32[2] parameter(0), sharding={maximal device=0} ROOT n = f32[2] negate(a) }
     ENTRY e { x = f32[2] parameter(0) ROOT w = f32[2] while(x), condition=c, body=b })"},
    {"sharding of branches", "verifier.c13", R"(
     t { a = f32[2] parameter(0) ROOT n = f32[2] negate(a), sharding={replicated} }
     f { b = f32[2] parameter(0) ROOT m = f32[2] abs(b), sharding={maximal device=0} }
     ENTRY e { x = f32[2] parameter(0) p = pred[] constant(true)
     ROOT w = f32[2] conditional(p, x, x), true_computation=t, false_computation=f })"},
};

TEST(XlaVerifierTest, Devices) { ExpectRefused(kDevices); }

TEST(XlaVerifierTest, WhatIsRightInTheSamePlaces) {
  constexpr std::string_view kTexts[] = {
      "HloModule m, input_output_alias={ {}: (0, {}, may-alias) } ENTRY e { x = f32[2,3] "
      "parameter(0) ROOT y = f32[3,2] reshape(x) }",
      // The layout in the header is what counts.
      "HloModule m, input_output_alias={ {}: (0, {}, must-alias) }, "
      "entry_computation_layout={(f32[2,3]{0,1})->f32[2,3]{0,1}} ENTRY e { x = f32[2,3]{0,1} "
      "parameter(0) ROOT y = f32[2,3]{1,0} copy(x) }",
      "ENTRY e { x = (f32[], (f32[], token[])) parameter(0), "
      "parameter_replication={true,false,true} }",
      R"(ENTRY e { x = (f32[], (f32[2], f32[])) parameter(0), origin={({"a"}, ({"b" {0,1}}, {}))} })",
      R"(ENTRY e { x = () parameter(0), origin={()} })",
      R"(ENTRY e { x = f32[] parameter(0), origin={{"a"},["main/f"]} })",
      R"(ENTRY e { x = f32[] parameter(0), origin={[synthetic_call]} })",
      "ROOT r = u64[] custom-call(), custom_call_target=\"GetRngSeed\"",
      R"(f { a = f32[2] parameter(0) } ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] call(x),
         to_apply=f, is_composite=true, frontend_attributes={composite.name="my.op"} })",
      // A fused computation may be called, too; what has an effect needs no user.
      R"(f { a = f32[2] parameter(0) b = f32[2] custom-call(a), custom_call_target="log",
         custom_call_has_side_effect=true ROOT s = f32[2] negate(a) }
         ENTRY e { x = f32[2] parameter(0) y = f32[2] call(x), to_apply=f
         ROOT r = f32[2] fusion(y), kind=kLoop, calls=f,
         output_to_operand_aliasing={{}: (0, {})} })",
      "HloModule m, allow_spmd_sharding_propagation_to_parameters={true,true,false}, "
      "allow_spmd_sharding_propagation_to_output={true,false,true} ENTRY e { x = (f32[2], f32[]) "
      "parameter(0) y = f32[] parameter(1) ROOT r = ((f32[2], f32[]), f32[]) tuple(x, y) }",
      // The header states no replicas: the ids may be those of any run.
      R"(HloModule m, num_partitions=2 ENTRY e { x = f32[2] parameter(0)
         ROOT r = f32[2] collective-permute(x), source_target_pairs={{0,3}} })",
      R"(HloModule m, replica_count=2, num_partitions=2 ENTRY e { x = f32[2] parameter(0)
         ROOT r = f32[8] all-gather(x), replica_groups={{0,1,2,3}}, dimensions={0}, channel_id=1,
         use_global_device_ids=true })",
      // A branch's parameter has a sharding of its own.
      R"(t { a = f32[2] parameter(0), sharding={maximal device=0} ROOT n = f32[2] negate(a) }
         f { b = f32[2] parameter(0) ROOT m = f32[2] abs(b), sharding={replicated} }
         ENTRY e { x = f32[2] parameter(0) p = pred[] constant(true)
         ROOT w = f32[2] conditional(p, x, x), true_computation=t, false_computation=f })",
      // XLA accepts it, and so does hloom: the number of calls is not defined.
      R"(f { a = f32[] parameter(0) ROOT b = f32[] custom-call(a), custom_call_target="log",
         custom_call_has_side_effect=true }
         ENTRY e { x = f32[2] parameter(0) ROOT r = f32[2] map(x), dimensions={0}, to_apply=f })",
  };
  for (const std::string_view text : kTexts) EXPECT_EQ(RuleOf(text), "") << text;
}

}  // namespace
}  // namespace hloom
