// The cases of tests/cases/*.jsonc, as tests/cases/README.md describes them.

/** A value: numbers as they are or as text (`"nan"`, `"-0"`, 64-bit integers), nested as deep as the rank or the tuple. */
export type CaseValue = number | string | boolean | null | CaseValue[];

export interface CaseLiteral {
  readonly shape: string;
  readonly value: CaseValue;
  /** The value on each device, where they differ: `value` is left out then. */
  readonly values?: readonly CaseValue[];
  /** The live sizes of an array of a dynamic shape, where the lists do not tell them. */
  readonly sizes?: readonly number[];
}

/** A result's name, the builder function, its arguments by XLA's names, and the overload where it is not the first. */
export type CaseStep = readonly [string, string, Readonly<Record<string, unknown>>, number?];

export interface CaseProgram {
  readonly steps: readonly CaseStep[];
  /** The last step, when left out. */
  readonly root?: string;
}

export interface CaseComputation extends CaseProgram {
  /** The shapes of p0, p1 ... */
  readonly parameters: readonly string[];
}

export interface Case extends CaseProgram {
  readonly name: string;
  /** p0, p1 ..., with the arguments of the run. */
  readonly parameters?: readonly CaseLiteral[];
  /** The arguments, where they are not those of `parameters`. */
  readonly arguments?: readonly CaseLiteral[];
  readonly computations?: Readonly<Record<string, CaseComputation>>;
  /** The program as HLO text, line by line, instead of computations, steps and root. */
  readonly hlo?: readonly string[];
  /** The number of devices; one by default. */
  readonly replicas?: number;
  readonly partitions?: number;
  readonly limits?: { readonly instructions?: string | number; readonly bytes?: string | number };
  readonly expect?: CaseLiteral & {
    readonly tolerance_ulps?: number;
    /** The elements in the order of memory, padding included. */
    readonly storage?: readonly CaseValue[];
  };
  readonly expect_error?: { readonly code: string; readonly rule: string; readonly at: 'build' | 'run' };
}

export interface CaseFile {
  readonly operation: string;
  readonly cases: readonly Case[];
}

/** Values of one element type, and what they become: from lists of types, separated by spaces, to the values. */
export interface Conversion {
  readonly from: string;
  readonly value: readonly CaseValue[];
  readonly to: Readonly<Record<string, readonly CaseValue[]>>;
}

/** A case as it is written: a string names a value of its file. */
export interface WrittenCase extends Omit<Case, 'parameters' | 'arguments' | 'expect'> {
  readonly parameters?: readonly (CaseLiteral | string)[];
  readonly arguments?: readonly (CaseLiteral | string)[];
  readonly expect?: NonNullable<Case['expect']> | string;
}

/** A file as it is written. */
export interface WrittenCaseFile {
  readonly operation: string;
  readonly values?: Readonly<Record<string, CaseLiteral>>;
  readonly conversions?: readonly Conversion[];
  readonly cases: readonly WrittenCase[];
}

/** The part of a row of ops.json that calling a builder function takes. */
export interface BuilderRow {
  readonly name: string;
  readonly js: string;
  readonly overload: number;
  readonly arguments: readonly {
    readonly name: string;
    readonly js: string;
    /** The name of a kind in js/src/generated/kinds.ts. */
    readonly kind: string;
    readonly required: boolean;
    /** The argument whose element type a number takes, if the operand may be a number. */
    readonly type_of?: string;
  }[];
}

/** Reads JSON with comments. A comment starts outside of a string only. */
export function parseJsonc(text: string): unknown {
  return JSON.parse(text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*/g, (_, string: string | undefined) => string ?? ''));
}
