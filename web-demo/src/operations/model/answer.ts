/** The engine's answer to a question: the program, its texts, and the values of its result. */

import {
  HloomError,
  Literal,
  type Client,
  type Executable,
  type RunLimits,
  type Shape,
  type XlaComputation,
} from 'hloom';
import { engine } from '../../../../js/elements/model/computing.js';
import { sentence } from '../../../../js/elements/model/question.js';
import { Elements } from '../../../../js/elements/model/values.js';
import type { OperationDetail } from './catalogue.js';
import {
  ask,
  entryOf,
  type Asked,
  type Graph,
  type Mistake,
  type Parameter,
  type Program,
  type Texts,
} from './program.js';
import { stepsOf, type LoopSteps } from './loop.js';

/** One array of a result, which may be a tuple. */
export interface Leaf {
  readonly tupleIndex: readonly number[];
  readonly shape: Shape;
}

/** A text, or the reason why there is none. */
export type Written = { readonly text: string; readonly reason?: undefined } | { readonly reason: string };

export interface LegalAnswer {
  readonly ok: true;
  readonly texts: Texts;
  readonly program: Program;
  readonly graph: Graph;
  /** The shape of the whole result. */
  readonly shape: Shape;
  readonly leaves: readonly Leaf[];
  readonly hlo: string;
  readonly stablehlo: Written;
  readonly devices: number;
}

export interface IllegalAnswer {
  readonly ok: false;
  readonly texts: Texts;
  readonly error: HloomError | undefined;
  readonly mistake: Mistake | undefined;
  /** The operands that were understood. */
  readonly parameters: readonly Parameter[];
}

export type Answer = LegalAnswer | IllegalAnswer;

function leavesOf(shape: Shape, tupleIndex: readonly number[] = []): Leaf[] {
  if (shape.isTuple) return shape.tupleShapes.flatMap((part, i) => leavesOf(part, [...tupleIndex, i]));
  return shape.isArray ? [{ tupleIndex, shape }] : [];
}

/** The answer without values, which is there at once. */
export const answerOf = (detail: OperationDetail, texts: Texts): Answer => answered(ask(detail, texts), texts);

/** The answer to a question whose program is built, or refused. */
export function answered(asked: Asked, texts: Texts): Answer {
  if (!asked.ok) {
    return 'error' in asked
      ? { ok: false, texts, error: asked.error, mistake: undefined, parameters: asked.parameters }
      : { ok: false, texts, error: undefined, mistake: asked.mistake, parameters: [] };
  }
  const { program } = asked;
  const { computation, parameters } = program;
  const shape = computation.programShape.result;
  return {
    ok: true,
    texts,
    program,
    graph: entryOf(computation),
    shape,
    leaves: leavesOf(shape),
    hlo: computation.toHloText().trimEnd(),
    stablehlo: stableHloOf(computation),
    devices: Math.max(1, ...parameters.map(({ values }) => values.length)),
  };
}

/** The program as StableHLO, or the engine's reason why there is none. */
function stableHloOf(computation: XlaComputation): Written {
  try {
    return { text: computation.toStableHloText().trimEnd() };
  } catch (thrown) {
    if (!(thrown instanceof HloomError)) throw thrown;
    // A detail names an instruction, says what StableHLO lacks, and ends with the rule.
    const lacks = thrown.details.map((text) => text.replace(/^.*?: /, '').replace(/ \[[\w.]+\]$/, ''));
    return { reason: [...new Set(lacks.length === 0 ? [thrown.headline] : lacks)].map(sentence).join(' ') };
  }
}

/** The values of one device's result, an array for each leaf. */
export type Values = readonly Elements[];

/** A program that has run. */
export interface Ran {
  readonly client: Client;
  readonly executable: Executable;
  /** The arguments of the first device. */
  readonly args: readonly Literal[];
  /** For each device. */
  readonly values: readonly Values[];
  /** The rounds of a loop, if the program is one. */
  readonly loop: LoopSteps | undefined;
}

/** Takes a tuple apart. */
function partsOf(result: Literal, leaves: readonly Leaf[]): Values {
  return leaves.map(
    ({ tupleIndex }) => new Elements(tupleIndex.reduce((found, i) => found.elements[i] as Literal, result)),
  );
}

/** A loop without end stops, and its page says so; the trace of a loop takes time. */
const limitsOf = (isLoop: boolean): RunLimits => ({
  instructions: isLoop ? 5_000 : 200_000,
  bytes: 64 << 20,
  milliseconds: 10_000,
});

/**
 * Runs a program.
 *
 * @throws HloomError, the signal's reason
 */
export async function run(answer: LegalAnswer, signal: AbortSignal): Promise<Ran> {
  const { program, leaves, devices, graph } = answer;
  const client = await engine();
  signal.throwIfAborted();
  const options = devices > 1 ? { replicas: devices } : {};
  const executable = await client.compile(program.computation, options);
  try {
    const steps = devices > 1 ? undefined : stepsOf(program.computation, graph);
    const limits = limitsOf(steps !== undefined);
    const argsOf = (device: number): Literal[] => program.parameters.map(({ values }) => values[device] ?? values[0]!);
    const args = argsOf(0);
    if (devices > 1) {
      const all = Array.from({ length: devices }, (_, device) => argsOf(device));
      const results = await executable.runReplicated(all, { signal, limits });
      return { client, executable, args, values: results.map((result) => partsOf(result, leaves)), loop: undefined };
    }
    const result = await executable.run(...args, { signal, limits, ...(steps && { onTrace: steps.listen }) });
    return { client, executable, args, values: [partsOf(result, leaves)], loop: steps?.found() };
  } catch (thrown) {
    executable.dispose();
    throw thrown;
  }
}
