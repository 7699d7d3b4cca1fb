/** The graph of a program: what `XlaComputation.toJson` gives. */

/** A whole program. Those computations that are called come before those that call them. */
export interface ProgramGraph {
  /** The name of the module. */
  readonly name: string;
  /** The name of the computation with which it starts. */
  readonly entry: string;
  /** How many times it runs side by side, as its header says; a number that is 1 is left out. */
  readonly replica_count?: string;
  readonly num_partitions?: string;
  readonly computations: readonly ComputationGraph[];
  /** Which sends feed which recvs on other devices; left out where none does. Those of the host are not among them. */
  readonly channels?: readonly ChannelGraph[];
}

/** Sends and recvs of one channel, pairs and shape: each of the sends may feed each of the recvs. */
export interface ChannelGraph {
  /** The number as text, as the attribute `channel_id` has it; `0` where they have none. */
  readonly channel_id: string;
  /** Who sends to whom, where a frontend attribute says it: `{{0,1},{1,2}}`. A long list is cut and says by how much. */
  readonly source_target_pairs?: string;
  readonly sends: readonly ChannelEndGraph[];
  readonly recvs: readonly ChannelEndGraph[];
}

/** Where a send or recv stands. */
export interface ChannelEndGraph {
  readonly computation: string;
  readonly instruction: string;
}

/** One computation; its instructions are in an order in which operands come before their users. */
export interface ComputationGraph {
  readonly name: string;
  /** The names of its parameters, by their number. */
  readonly parameters: readonly string[];
  /** The name of the instruction whose value is the result. */
  readonly root: string;
  readonly instructions: readonly InstructionGraph[];
}

/** One instruction. */
export interface InstructionGraph {
  readonly name: string;
  /** The operation, as in HLO text: `add`, `get-tuple-element`. */
  readonly opcode: string;
  /** The shape with its layout, as in HLO text: `f32[2,3]{1,0}`. */
  readonly shape: string;
  /** The names of the operands, which are instructions of the same computation. */
  readonly operands: readonly string[];
  /** The attributes by name, as HLO text writes them; a long one is cut and says by how much. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The computations that it calls, and what as: `to_apply`, `condition`, `body`. */
  readonly calls: readonly { readonly region: string; readonly computation: string }[];
  /**
   * From the metadata: which operation of the user's program it comes from, and where that stands, such as
   * `model.py:12`.
   */
  readonly op_type?: string;
  readonly op_name?: string;
  readonly source?: string;
  /** How it is spread over devices, as HLO text writes it. */
  readonly sharding?: string;
  /** The instructions that must run before, though no value of theirs is used. */
  readonly control_predecessors?: readonly string[];
}
