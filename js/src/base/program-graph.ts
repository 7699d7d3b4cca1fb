/** The graph of a program: the result of `XlaComputation.toJson`. */

/** A whole program. A called computation comes before its callers. */
export interface ProgramGraph {
  /** The name of the module. */
  readonly name: string;
  /** The name of the entry computation. */
  readonly entry: string;
  /** The numbers of replicas and partitions in its header; a number that is 1 is left out. */
  readonly replica_count?: string;
  readonly num_partitions?: string;
  readonly computations: readonly ComputationGraph[];
  /**
   * The sends that feed recvs on other devices; left out if there are none. It does not contain transfers with the
   * host.
   */
  readonly channels?: readonly ChannelGraph[];
}

/** Sends and recvs of one channel, pairs and shape: each of the sends may feed each of the recvs. */
export interface ChannelGraph {
  /** The number as text, as the attribute `channel_id` has it; `0` if they have none. */
  readonly channel_id: string;
  /**
   * The source-target pairs of the frontend attribute: `{{0,1},{1,2}}`. A long list is shortened, with the number of
   * omitted pairs.
   */
  readonly source_target_pairs?: string;
  readonly sends: readonly ChannelEndGraph[];
  readonly recvs: readonly ChannelEndGraph[];
}

/** The position of a send or recv. */
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
  /**
   * The attributes by name, as HLO text writes them; a long one is shortened, with the number of omitted characters.
   */
  readonly attributes: Readonly<Record<string, string>>;
  /** The computations that it calls, with their roles: `to_apply`, `condition`, `body`. */
  readonly calls: readonly { readonly region: string; readonly computation: string }[];
  /**
   * From the metadata: the operation of the user's program that it comes from, and its source line, such as
   * `model.py:12`.
   */
  readonly op_type?: string;
  readonly op_name?: string;
  readonly source?: string;
  /** Its sharding, as HLO text writes it. */
  readonly sharding?: string;
  /** The instructions that must run before it, although it does not use their values. */
  readonly control_predecessors?: readonly string[];
}
