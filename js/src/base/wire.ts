/** The JSON forms of the boundary between JavaScript and the core (wasm/README.md), as types. */

import type { Message, Notation } from './message.js';
import type { ProgramGraph } from './program-graph.js';
import type { ErrorCode } from './rules.js';

/** The possible accuracies of a compiled program. */
export const accuracies = ['default', 'highest'] as const;
export type Accuracy = (typeof accuracies)[number];

/** int64 comes as a string and may be sent as one. */
export type Int64Json = string | number;

export interface LayoutJson {
  readonly minor_to_major: readonly Int64Json[];
  readonly padded_dimensions?: readonly Int64Json[];
  readonly padding_value?: string;
  readonly tiles?: readonly (readonly Int64Json[])[];
  readonly tail_padding_alignment?: Int64Json;
  readonly index_type?: string;
  readonly pointer_type?: string;
  readonly element_size_in_bits?: Int64Json;
  readonly memory_space?: Int64Json;
  readonly splits?: readonly { readonly dimension: Int64Json; readonly indices: readonly Int64Json[] }[];
  readonly dynamic_shape_metadata_prefix_bytes?: Int64Json;
}

export interface ShapeJson {
  readonly type: string;
  readonly dimensions?: readonly Int64Json[];
  /** For each dimension, whether its size is a bound; left out where none is. */
  readonly dynamic_dimensions?: readonly boolean[];
  readonly layout?: LayoutJson;
  /** A number refers to an earlier tuple: tuples are numbered from 0 in the order in which they end. */
  readonly tuple_shapes?: readonly (ShapeJson | number)[];
  /** The answer of `builder.call` has this if the type is OP: the shape of that operation, one of the arguments. */
  readonly op?: number;
}

/** A literal whose data are buffers of an instance. */
export interface LiteralJson {
  readonly shape: ShapeJson;
  /** For each leaf the sizes of its value, empty if its shape is static; left out if all shapes are static. */
  readonly dynamic_sizes?: readonly (readonly Int64Json[])[];
  readonly leaves: readonly number[];
}

export interface ProgramShapeJson {
  readonly parameters: readonly ShapeJson[];
  readonly parameter_names: readonly string[];
  readonly result: ShapeJson;
  readonly text: string;
}

/** A computation that the core made. */
export interface ComputationJson {
  readonly computation: number;
  readonly program_shape: ProgramShapeJson;
  /** About how much memory it holds: a parsed program, with all computations that it calls. */
  readonly held_bytes: Int64Json;
}

export interface ErrorJson {
  readonly code: ErrorCode;
  readonly rule?: string;
  readonly op?: string;
  readonly operands?: readonly string[];
  readonly headline?: Message;
  readonly details?: readonly Message[];
  readonly help?: Message;
  readonly location?: string;
  /** The place in a text that was read. */
  readonly line?: Int64Json;
  readonly column?: Int64Json;
  /** True if the details end with the state of each device. */
  readonly lists_devices?: boolean;
  /** True if the memory of the instance is full, and more of it can be freed. */
  readonly memory_is_full?: boolean;
  readonly message?: string;
  /** Between threads: whose words the error has; the core's are XLA's. */
  readonly notation?: Notation;
}

export interface ExplanationSideJson {
  readonly dimension: Int64Json;
  readonly size: Int64Json;
  readonly origin: 'own' | 'in_dim' | 'new';
  readonly expanded: boolean;
}

export interface ExplanationDimensionJson {
  readonly dimension: Int64Json;
  readonly size: Int64Json;
  readonly lhs: ExplanationSideJson;
  readonly rhs: ExplanationSideJson;
  readonly verdict: 'equal' | 'lhs_expands' | 'rhs_expands' | 'new_lhs' | 'new_rhs' | 'mismatch';
  readonly rule: string;
  readonly sentence: string;
}

/** In answers of `builder.call`: a shape, or the number of the operation, one of the arguments, that has it. */
export type AnsweredShapeJson = ShapeJson | number;

/** The broadcast of a binary operation, from which its explanation follows. */
export interface BroadcastJson<S = ShapeJson> {
  readonly lhs: S;
  readonly rhs: S;
  readonly broadcast_dimensions: readonly Int64Json[];
}

export interface ExplanationJson {
  readonly ok: boolean;
  readonly lhs: ShapeJson;
  readonly rhs: ShapeJson;
  readonly broadcast_dimensions: readonly Int64Json[];
  readonly result?: ShapeJson;
  readonly error?: ErrorJson;
  readonly dimensions: readonly ExplanationDimensionJson[];
  readonly steps: readonly string[];
  readonly text: string;
}

export interface VersionJson {
  readonly version: string;
  readonly simd: boolean;
  /** The number of threads that compute, including the instance's own. */
  readonly threads: number;
}

export interface StatisticsJson {
  readonly builders: number;
  readonly computations: number;
  readonly executables: number;
  readonly runs: number;
  readonly buffers: number;
  readonly buffer_bytes: Int64Json;
  readonly values: number;
  readonly value_bytes: Int64Json;
  /** Freed bytes that are kept for reuse. */
  readonly pooled_bytes: Int64Json;
}

/** A transfer into or out of a running program. */
export interface TransferJson {
  readonly goes_in: boolean;
  /** "0" for an infeed or outfeed. */
  readonly channel: Int64Json;
  readonly shape: ShapeJson;
}

/**
 * The request that a device waits for: a custom call, an infeed, an outfeed, or a channel whose other end is the host.
 */
export interface RequestJson {
  /** The operation, as in HLO text. */
  readonly operation: string;
  readonly device: number;
  /** "0" if there is none. */
  readonly channel: Int64Json;
  /** The name that a custom call calls; empty for other operations. */
  readonly target: string;
  readonly opaque: string;
  /** The name of the instruction. */
  readonly instruction: string;
  /** Its place, for errors: `%custom-call.2 in computation "main"`. */
  readonly location: string;
  /** The shape that the result must have. */
  readonly shape: ShapeJson;
  /** The operands, as one tuple. */
  readonly operands: LiteralJson;
}

/**
 * The answer to a device: the value, the text of an error, or, for a custom call of an unknown name, the known names.
 * The error of another operation has a help.
 */
export type AnswerOf<L> =
  { readonly value: L } | { readonly error: string; readonly help?: Message } | { readonly unknown: readonly string[] };

/** One executed instruction. */
export interface TraceEventJson {
  readonly computation: string;
  readonly instruction: string;
  readonly opcode: string;
  readonly shape: string;
  readonly value: string;
  /** Left out if the program runs on one device. */
  readonly device?: number;
  readonly callers: readonly { readonly instruction: string; readonly iteration: string }[];
}

/** The progress of a device. */
export interface DeviceProgressJson {
  readonly state: 'runs' | 'waits' | 'ended';
  /** The place where it waits. */
  readonly place: string;
}

/** An event of a device's communication. */
export interface CommunicationEventJson {
  readonly kind: 'start' | 'wait' | 'transfer' | 'end';
  readonly device: number;
  readonly instruction: string;
  readonly opcode: string;
  readonly round: Int64Json;
  readonly nanoseconds: Int64Json;
  readonly bytes: Int64Json;
  /** -1 where nothing moves. */
  readonly from: number;
  readonly to: number;
}

/** A question about an element, which a run answers instead of returning a result. */
export interface ElementQuestionJson {
  readonly instruction: string;
  readonly index: readonly number[];
  readonly tuple_index: readonly number[];
  readonly round?: number;
  /** Asks which elements the element reaches, of the instruction `to` or of the root, instead of its origin. */
  readonly reach?: boolean;
  readonly to?: string;
}

/** The parsed answer of the entry. */
export type AnswerJson = { readonly result: unknown } | { readonly error: ErrorJson };

/** An argument of a builder function. */
export interface ArgumentJson {
  readonly name: string;
  readonly js: string;
  readonly kind: string;
  readonly required: boolean;
  readonly type_of?: string;
}

/** An overload of a builder function, and the HLO operation that it is above all. */
export interface OverloadJson {
  readonly name: string;
  readonly overload: number;
  readonly arguments: readonly ArgumentJson[];
  readonly operation?: string;
}

/** The JavaScript form of a kind of arguments; parts are forms, or the names of kinds. */
export interface FormJson {
  readonly type: string;
  readonly parts?: readonly (string | FormJson)[];
  readonly part_names?: readonly string[];
  readonly fields?: readonly {
    readonly name: string;
    readonly js: string;
    readonly kind: string | FormJson;
    readonly required: boolean;
  }[];
}

/** A node of a tree of JAX; the root is the first of the list. */
export interface JaxTreeNodeJson {
  readonly kind: 'leaf' | 'none' | 'tuple' | 'list' | 'dict' | 'custom';
  readonly children?: readonly number[];
  readonly names?: readonly string[];
}

interface JaxAvalJson {
  readonly shape: readonly string[];
  readonly dtype: string;
  readonly element_type?: string;
}

/** The description of a function in a file of jax.export. */
export interface JaxExportJson {
  readonly function_name: string;
  readonly platforms: readonly string[];
  readonly devices: string;
  readonly in_tree: readonly JaxTreeNodeJson[];
  readonly out_tree: readonly JaxTreeNodeJson[];
  readonly in_avals: readonly JaxAvalJson[];
  readonly out_avals: readonly JaxAvalJson[];
  readonly kept_arguments: readonly number[];
}

/** The methods of the boundary: their arguments and results. */
export interface CoreMethods {
  version: { arguments: Record<string, never>; result: VersionJson };
  ops: { arguments: Record<string, never>; result: unknown };
  'builder.function': { arguments: { function: string }; result: { overloads: readonly OverloadJson[] } };
  /** Names of other libraries: each with the function to use, or with what to write. */
  'builder.other_names': {
    arguments: Record<string, never>;
    result: { names: readonly (readonly [name: string, use: string, write: string])[] };
  };
  'builder.kinds': {
    arguments: Record<string, never>;
    result: { kinds: readonly { readonly name: string; readonly form: FormJson }[] };
  };
  'shape.parse': {
    arguments: { shape: string | ShapeJson };
    result: { shape: ShapeJson; text: string; text_with_layout: string; elements: string; bytes: string };
  };
  'broadcast.explain': {
    arguments: BroadcastJson;
    result: ExplanationJson;
  };
  'builder.create': { arguments: { name: string; parent?: number }; result: { builder: number } };
  'builder.use': { arguments: { builder: number; around: number; op: number }; result: { op: number } };
  'builder.build_region': {
    arguments: { builder: number; root: number };
    result: { built: ComputationJson; captures: readonly Int64Json[] };
  };
  'builder.call': {
    arguments: { builder: number; function: string; overload: number; arguments: Record<string, unknown> };
    result: { op: number; shape: AnsweredShapeJson; broadcast?: BroadcastJson<AnsweredShapeJson> };
  };
  'builder.make': {
    arguments: { builder: number; function: string; overload: number; arguments: Record<string, unknown> };
    result: ComputationJson;
  };
  'builder.set_frontend_attributes': {
    arguments: { builder: number; names: readonly string[]; values: readonly string[] };
    result: unknown;
  };
  'builder.set_instruction_frontend_attribute': {
    arguments: { builder: number; op: number; name: string; value: string };
    result: unknown;
  };
  'builder.set_sharding': { arguments: { builder: number; sharding: string | null }; result: unknown };
  'builder.set_instruction_sharding': {
    arguments: { builder: number; op: number; sharding: string | null };
    result: unknown;
  };
  'builder.set_op_metadata': {
    arguments: { builder: number; metadata: Readonly<Record<string, unknown>>; once: boolean };
    result: unknown;
  };
  'builder.set_up_alias': {
    arguments: {
      builder: number;
      output_index: readonly number[];
      parameter_number: number;
      parameter_index: readonly number[];
      must_alias: boolean;
    };
    result: unknown;
  };
  'builder.add_buffer_donor': {
    arguments: { builder: number; parameter_number: number; parameter_index: readonly number[] };
    result: unknown;
  };
  'builder.is_constant': { arguments: { builder: number; op: number }; result: { constant: boolean } };
  'builder.build_constant_sub_graph': {
    arguments: { builder: number; op: number; dynamic_dimension_is_minus_one: boolean };
    result: ComputationJson;
  };
  'builder.build': {
    arguments: { builder: number; root?: number };
    result: ComputationJson;
  };
  'builder.release': { arguments: { builder: number }; result: unknown };
  'computation.hlo_text': {
    arguments: { computation: number; form?: 'default' | 'short' | 'long'; print_large_constants?: boolean };
    result: { text: string };
  };
  'computation.dot': { arguments: { computation: number }; result: { text: string } };
  'computation.graph': { arguments: { computation: number }; result: { graph: ProgramGraph } };
  'computation.proto': { arguments: { computation: number }; result: { buffer: number } };
  'computation.proto_with_config': { arguments: { computation: number }; result: { buffer: number } };
  'computation.from_proto': {
    arguments: { buffer: number; allow_mixed_precision?: boolean };
    result: ComputationJson;
  };
  'computation.from_hlo_text': {
    arguments: { buffer: number; allow_mixed_precision?: boolean; elided_constants?: 'refuse' | 'zeros' };
    result: ComputationJson;
  };
  'computation.from_stablehlo': {
    arguments: { buffer: number; argument_shapes?: readonly ShapeJson[] };
    result: ComputationJson;
  };
  'jax_export.describe': { arguments: { buffer: number }; result: JaxExportJson };
  'computation.stablehlo_text': {
    arguments: { computation: number; locations?: boolean };
    result: { text: string };
  };
  'computation.release': { arguments: { computation: number }; result: unknown };
  'engine.compile': {
    /** The requested numbers of replicas and partitions; left out for those of the module. */
    arguments: { buffer: number; replicas?: number; partitions?: number; accuracy?: Accuracy };
    result: {
      executable: number;
      replicas: number;
      partitions: number;
      program_shape: ProgramShapeJson;
      transfers: readonly TransferJson[];
    };
  };
  'engine.request': { arguments: { run: number }; result: RequestJson };
  /** Answers the error with which the last run in a memory ended. */
  'engine.error': { arguments: { run: number }; result: never };
  'engine.answer': { arguments: { run: number; device: number } & AnswerOf<LiteralJson>; result: unknown };
  /** The answer is the one event of `engine.trace`. */
  'engine.explain': { arguments: { run: number } & ElementQuestionJson; result: unknown };
  'engine.trace': { arguments: { run: number }; result: { events: readonly TraceEventJson[] } };
  'engine.communication': { arguments: { run: number }; result: { events: readonly CommunicationEventJson[] } };
  /** The table is for messages; it is empty unless a device waits for another. */
  'engine.devices': {
    arguments: { run: number };
    result: { devices: readonly DeviceProgressJson[]; table: readonly string[]; place: string };
  };
  'engine.put': {
    arguments: { value: number; array: LiteralJson };
    result: unknown;
  };
  'engine.open': { arguments: { memory_limit: string }; result: unknown };
  'engine.seed': { arguments: { seed: string }; result: unknown };
  'engine.allocate': { arguments: { bytes: number }; result: { buffer: number } };
  'engine.value': {
    arguments: { value: number };
    result: { buffer: number; dynamic_sizes?: readonly Int64Json[] };
  };
  'engine.release_executable': { arguments: { executable: number }; result: unknown };
  statistics: { arguments: Record<string, never>; result: StatisticsJson };
  'debug.trap': { arguments: Record<string, never>; result: unknown };
}

/** Reads an int64 of the wire as a number; this package reads only sizes and counts below 2^53 in this way. */
export function int64FromJson(value: Int64Json): number {
  return Number(value);
}
