// A module as a graph: as DOT, which Graphviz draws for people, and as JSON for programs.
//
// In both, a value is a node, its operands are edges, and every computation is a separate group.
// Attributes are in the form of HLO text; long ones are shortened, with a count.
#ifndef HLOOM_TEXT_GRAPH_HLO_GRAPH_H_
#define HLOOM_TEXT_GRAPH_HLO_GRAPH_H_

#include <string>

#include "hlo/hlo_module.h"

namespace hloom {

// digraph "axis_demo" {
//   subgraph cluster_0 {
//     label="main.5 (entry)";
//     c0i0 [label="parameter(0)\nx\nf32[2,3]{1,0}"];
//     c0i3 [label="add\nadd.4\nf32[2,3]{1,0}", peripheries=2];
//     c0i0 -> c0i3;
//
// Roots have a double line. Dotted edges lead from instructions that must run before. Dashed edges
// lead from an instruction to the root of each computation that it calls. If an instruction has
// several operands, each edge has its number. A module that runs several times in parallel has a
// title:
//
//   label="ring\nreplica_count=2, num_partitions=4";
//
// Nodes whose values leave a device are brown, and so are the edges of tokens. A bold edge leads
// from a start to the operation that ends or continues it: from an all-gather-start to its -done. A
// dashed brown edge leads from a send to the recv that it feeds on another device; where there are
// several of both on one channel, the edges lead through a node of the channel.
//
//     c0i1 -> c0i3 [style=bold];
//   c0i2 -> c0i4 [style=dashed, constraint=false, color="#8c7b75", label="channel 3"];
std::string HloModuleToDot(const HloModule& module);

// {"name": "axis_demo", "entry": "main.5", "computations": [
//   {"name": "main.5", "parameters": ["x", "v"], "root": "add.4", "instructions": [
//     {"name": "x", "opcode": "parameter", "shape": "f32[2,3]{1,0}", "operands": [],
//      "attributes": {"parameter_number": "0"}, "calls": []},
//     {"name": "reduce.7", ..., "calls": [{"region": "to_apply", "computation": "add_f32"}]}]}]}
//
// An instruction that has them also has "op_type", "op_name" and "source" ("model.py:12") of its
// metadata, its "sharding", and its "control_predecessors". Among the attributes of a send or recv
// is the frontend attribute with the source-target pairs. A module that runs several times in
// parallel has "replica_count": "2" and "num_partitions": "4" before its computations, where they
// are not 1. A module whose devices send to each other then has the sends that may feed its recvs:
//
//   "channels": [{"channel_id": "3", "source_target_pairs": "{{0,1},{1,2}}",
//     "sends": [{"computation": "main", "instruction": "send.4"}],
//     "recvs": [{"computation": "main", "instruction": "recv.6"}]}]
//
// Without pairs, that member is left out. Each send of an entry may feed each of its recvs;
// transfers with the host are in none.
//
// Computations are in the order of the module, callees before callers, and instructions in the
// order of their computation, operands before users.
std::string HloModuleToJson(const HloModule& module);

}  // namespace hloom

#endif  // HLOOM_TEXT_GRAPH_HLO_GRAPH_H_
