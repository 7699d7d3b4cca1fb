// Runs the cases of tests/cases through the package: the typed JavaScript methods, a client, a run. The same code serves
// Node and, bundled, the browser.
import {
  HloomError,
  XlaBuilder,
  XlaOp,
  parseHlo,
  type Client,
  type CompileOptions,
  type Executable,
  type Literal,
  type RunLimits,
  type XlaComputation,
} from 'hloom';
import type { Form } from '../../../js/src/builder/kinds.js';
import { kinds } from '../../../js/src/generated/kinds.js';
import { OpMethods } from '../../../js/src/generated/op-methods.js';
import type { BuilderRow, Case, CaseComputation, CaseLiteral, CaseStep } from './case-schema.js';
import { difference, storageDifference, toLiteral } from './case-values.js';
import { foreignWords } from './foreign-words.js';

/** Rules of the core that the package checks first, under its own rule. */
const refusedBefore: Readonly<Record<string, readonly string[]>> = {
  'arguments.c1': ['js.c6'],
  'arguments.c2': ['js.c24', 'js.c31'],
  'bitcast_convert.c1': ['js.c5'],
  'convert.c1': ['js.c5'],
};

type Computations = Map<string, XlaComputation>;

/**
 * Runs one case.
 *
 * @param rows - the builder functions, from ops.json
 * @returns what is wrong; empty where all is as expected
 */
export async function runCase(client: Client, rows: readonly BuilderRow[], testCase: Case): Promise<string> {
  const { expect: expected, expect_error: error } = testCase;
  let stage: 'build' | 'run' = 'build';
  try {
    const computation = buildCase(rows, testCase);
    const unread = textDifference(computation) || methodsDifference(rows, testCase, computation);
    if (unread !== '') return unread;
    stage = 'run';
    const executable = await client.compile(computation, devicesOf(testCase));
    try {
      const results = await runOnDevices(executable, testCase);
      if (expected === undefined) return `nothing was refused; the result is ${results.map(String).join(' and ')}`;
      for (const [device, result] of results.entries()) {
        const wrong = difference(result, onDevice(expected, device), expected.tolerance_ulps);
        if (wrong !== '') return results.length === 1 ? wrong : `device ${device}: ${wrong}`;
        if (expected.storage) return storageDifference(result, expected.storage);
      }
      return '';
    } finally {
      executable.dispose();
      computation.dispose();
    }
  } catch (thrown) {
    if (!(thrown instanceof HloomError) || error === undefined) return String(thrown);
    const found = { code: thrown.code, rule: thrown.rule, at: stage };
    const rules = [error.rule, ...(refusedBefore[error.rule] ?? [])];
    const fits = found.code === error.code && rules.includes(found.rule) && found.at === error.at;
    const foreign = stage === 'build' && testCase.hlo === undefined ? foreignWords(thrown, functionNames(rows)) : [];
    if (foreign.length > 0) return `not in JavaScript's words: ${foreign.join(', ')} in ${thrown.message}`;
    return fits ? '' : `expected ${JSON.stringify(error)}, got ${JSON.stringify(found)}: ${thrown.message}`;
  }
}

function devicesOf({ replicas, partitions }: Case): CompileOptions {
  return { ...(replicas === undefined ? {} : { replicas }), ...(partitions === undefined ? {} : { partitions }) };
}

async function runOnDevices(executable: Executable, testCase: Case): Promise<Literal[]> {
  const given = testCase.arguments ?? testCase.parameters ?? [];
  const argumentsOf = (device: number) => given.map((literal) => toLiteral(onDevice(literal, device)));
  const devices = executable.replicas * executable.partitions;
  // Nobody feeds the programs of cases, and they are not to wait.
  if (executable.feeds.some(({ goesIn, channel }) => goesIn && channel === 0)) executable.closeInfeed(0);
  const options = { limits: limitsOf(testCase) };
  if (devices === 1) return [await executable.run(...argumentsOf(0), options)];
  return executable.runReplicated(
    Array.from({ length: devices }, (_, device) => argumentsOf(device)),
    options,
  );
}

/** The value of a device: its own of `values`, or the `value` that all have. */
function onDevice<T extends CaseLiteral>(literal: T, device: number): T {
  const { values } = literal;
  return values === undefined ? literal : { ...literal, value: values[device] };
}

function functionNames(rows: readonly BuilderRow[]): string[] {
  return rows.map(({ name }) => name);
}

/** Every form of the program's text gives the same text back; empty where it does. */
function textDifference(computation: XlaComputation): string {
  for (const form of ['default', 'short', 'long'] as const) {
    const text = computation.toHloText({ form });
    const read = parseHlo(text);
    const again = read.toHloText({ form });
    read.dispose();
    if (again !== text) return `read back from its ${form} form:\n${again}\nprinted before:\n${text}`;
  }
  return '';
}

/** The methods of operations make the same program; empty where they do. */
function methodsDifference(rows: readonly BuilderRow[], testCase: Case, computation: XlaComputation): string {
  if (testCase.hlo !== undefined) return '';
  const made = buildCase(rows, testCase, true);
  const [text, want] = [made.toHloText(), computation.toHloText()];
  made.dispose();
  return text === want ? '' : `by methods:\n${text}\nby builder functions:\n${want}`;
}

function limitsOf({ limits = {} }: Case): RunLimits {
  return Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, BigInt(value)]));
}

/** The program of a case; `byMethods`: made by the methods of operations where there are such. */
function buildCase(rows: readonly BuilderRow[], testCase: Case, byMethods = false): XlaComputation {
  if (testCase.hlo !== undefined) return parseHlo(testCase.hlo.join('\n'));
  const computations: Computations = new Map();
  try {
    for (const [name, computation] of Object.entries(testCase.computations ?? {})) {
      computations.set(name, buildComputation(rows, name, computation, computations, byMethods));
    }
    const parameters = (testCase.parameters ?? []).map(({ shape }) => shape);
    return buildComputation(rows, 'main', { ...testCase, parameters }, computations, byMethods);
  } finally {
    for (const computation of computations.values()) computation.dispose();
  }
}

function buildComputation(
  rows: readonly BuilderRow[],
  name: string,
  { parameters, steps, root }: CaseComputation,
  computations: Computations,
  byMethods: boolean,
): XlaComputation {
  const builder = new XlaBuilder(name);
  try {
    const ops = new Map<string, XlaOp>();
    for (const [i, shape] of parameters.entries()) ops.set(`p${i}`, builder.parameter(i, shape, `p${i}`));
    for (const step of steps) {
      const made = callStep(builder, rows, step, ops, computations, byMethods);
      if (made instanceof XlaOp) ops.set(step[0], made);
      else computations.set(step[0], made);
    }
    return builder.build(root === undefined ? undefined : named(ops, root));
  } finally {
    builder.dispose();
  }
}

type AnyFunction = (...args: unknown[]) => XlaOp | XlaComputation;

function callStep(
  builder: XlaBuilder,
  rows: readonly BuilderRow[],
  [, name, given, overload]: CaseStep,
  ops: ReadonlyMap<string, XlaOp>,
  computations: Computations,
  byMethods: boolean,
): XlaOp | XlaComputation {
  const row = chooseRow(rows, name, given, overload);
  /** A value of a case, in which fields have the core's names, as JavaScript passes it. */
  const decode = (form: Form, value: unknown): unknown => {
    switch (form.type) {
      case 'operation':
        return named(ops, value as string);
      case 'computation':
        return named(computations, value as string);
      case 'literal':
        return toLiteral(value as CaseLiteral);
      case 'integer':
        return toInt64(value);
      case 'list':
        return (value as unknown[]).map((entry) => decode(form.element, entry));
      case 'tuple':
        return (value as unknown[]).map((entry, i) => decode(form.parts[i] as Form, entry));
      case 'record':
      case 'union': {
        const given = value as Record<string, unknown>;
        const fields = form.fields.filter(({ name: field }) => field in given);
        return Object.fromEntries(fields.map(({ name: field, js, kind }) => [js, decode(kind, given[field])]));
      }
      case 'either': {
        const type = Array.isArray(value)
          ? ['list', 'tuple']
          : typeof value === 'object'
            ? ['record']
            : ['choice', 'text'];
        return decode(form.parts.find((part) => type.includes(part.type)) as Form, value);
      }
      default:
        return value;
    }
  };
  const decoded = (argument: BuilderRow['arguments'][number]): unknown =>
    decode(kinds[argument.kind as keyof typeof kinds], given[argument.name]);
  const required = row.arguments.filter((argument) => argument.required);
  const optional = row.arguments.filter((argument) => !argument.required && argument.name in given);
  const args = required.map((argument) => decoded(argument));
  if (optional.length > 0) {
    args.push(Object.fromEntries(optional.map((argument) => [argument.js, decoded(argument)])));
  }
  if (byMethods) {
    const at = row.js === 'clamp' ? 1 : 0;
    const method = (OpMethods.prototype as unknown as Record<string, AnyFunction>)[row.js];
    if (method !== undefined && args[at] instanceof XlaOp && !mixesTypes(row.js, args))
      return method.apply(...methodCall(args, at));
  }
  const method = (builder as unknown as Record<string, AnyFunction>)[row.js] as AnyFunction;
  return method.apply(builder, args);
}

/** Products of two types are refused as methods. */
function mixesTypes(js: string, args: readonly unknown[]): boolean {
  const types = args.filter((arg) => arg instanceof XlaOp).map(({ dtype }) => dtype);
  return ['dot', 'dotGeneral', 'batchDot', 'einsum'].includes(js) && new Set(types).size > 1;
}

/** The subject of a call, and the other arguments. */
function methodCall(args: unknown[], at: number): [unknown, unknown[]] {
  const [subject] = args.splice(at, 1);
  return [subject, args];
}

/** The overload that the case names, or the first that has these arguments. */
function chooseRow(
  rows: readonly BuilderRow[],
  name: string,
  given: Readonly<Record<string, unknown>>,
  overload: number | undefined,
): BuilderRow {
  const row = rows.find((candidate) => {
    if (candidate.name !== name) return false;
    if (overload !== undefined) return candidate.overload === overload;
    const names = candidate.arguments.map((argument) => argument.name);
    const complete = candidate.arguments.every((argument) => !argument.required || argument.name in given);
    return complete && Object.keys(given).every((argument) => names.includes(argument));
  });
  if (row === undefined) throw new Error(`no builder function ${name} takes ${Object.keys(given).join(', ')}`);
  return row;
}

function toInt64(value: unknown): number | bigint {
  return typeof value === 'string' ? BigInt(value) : (value as number);
}

function named<T>(map: ReadonlyMap<string, T>, name: string): T {
  const found = map.get(name);
  if (found === undefined) throw new Error(`the case names ${JSON.stringify(name)}, which is not there`);
  return found;
}
