/** A question in C++: one call of XlaBuilder's function, or its expansion as the calls that make each instruction. */

import type { LegalAnswer, Written } from './answer.js';
import type { ArgumentRow, OperationDetail } from './catalogue.js';
import { programCpp } from './cpp-graph.js';
import {
  braces,
  constantCpp,
  convolutionCpp,
  messageCpp,
  nativeType,
  paddingCpp,
  shapeCpp,
  windowCpp,
  type Fields,
} from './cpp-values.js';
import { expressionOf, type Expression } from './expression.js';
import { overloadOf, type Parameter } from './program.js';

/** The name of the builder: `b`, unless an operand has it. */
const builderName = (parameters: readonly Parameter[]): string =>
  parameters.some(({ name }) => name === 'b') ? 'builder' : 'b';

export function cpp(detail: OperationDetail, answer: LegalAnswer): Written {
  const direct = directCall(detail, answer);
  if (direct !== undefined) return { text: direct };
  const written = programCpp(answer.program.computation.toJson());
  return written.reason === undefined ? { text: withHeader(written.lines) } : written;
}

/** XLA's own collectives take lists of groups and of pairs. */
function withHeader(lines: readonly string[]): string {
  const isXla = lines.some((line) => /ReplicaGroup|\b(?:Collective|MultiCollective)/.test(line));
  const limits = lines.some((line) => line.includes('numeric_limits')) ? ['#include <limits>', ''] : [];
  return [
    ...limits,
    `#include "${isXla ? 'xla.h' : 'hloom.h'}"`,
    '',
    `using namespace ${isXla ? 'xla' : 'hloom'};`,
    '',
    ...lines,
  ].join('\n');
}

/** Computations that have a maker in C++. */
const makers: Readonly<Record<string, string>> = {
  add: 'CreateScalarAddComputation',
  mul: 'CreateScalarMultiplyComputation',
  max: 'CreateScalarMaxComputation',
  min: 'CreateScalarMinComputation',
  and: 'CreateScalarAndComputation',
  or: 'CreateScalarOrComputation',
};

/** An argument of the call: its value in JavaScript, or its expression. */
interface Given {
  readonly value: unknown;
  readonly expression?: Expression | undefined;
}

/** The place of an argument in C++. */
interface Place {
  readonly name: string;
  /** The parameters of the program that are the argument. */
  readonly field: readonly Parameter[];
  readonly b: string;
  /** The element type of the first operand. */
  readonly element: string;
  /** The shape of the result, and the name of the first operand. */
  readonly result: string;
  readonly first: string | undefined;
  /** Writes statements before the call. */
  readonly before: (lines: readonly string[]) => void;
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nestedBraces = (value: unknown): string =>
  Array.isArray(value) ? braces(value.map(nestedBraces)) : String(value);

/** `TOTALORDER` as kTotalOrder, `LT` as kLt. */
const constantNames: Readonly<Record<string, string>> = { TOTALORDER: 'kTotalOrder' };
const constantOf = (value: string): string =>
  constantNames[value] ?? `k${value.charAt(0)}${value.slice(1).toLowerCase()}`;

/** `[[1, 2], [3, 4]]` as HLO text has it. */
const literalText = (value: unknown): string =>
  Array.isArray(value) ? braces(value.map(literalText)) : Number.isNaN(value) ? 'nan' : String(value);

const filled =
  (write: (name: string, value: never) => readonly string[]) =>
  (value: unknown, { name, before }: Place): string => {
    before(write(name, value as never));
    return name;
  };

const messageOf = (type: string): ((value: unknown, place: Place) => string | undefined) => {
  const write = filled((name: string, value: Fields) => messageCpp(type, name, value));
  return (value, place) => (isRecord(value) ? write(value, place) : undefined);
};

const word = (value: unknown): string => String(value);
const number = (value: unknown): string => String(value);
const list = (value: unknown): string | undefined =>
  Array.isArray(value) && !JSON.stringify(value).includes('"') ? nestedBraces(value) : undefined;
const shapes = (value: unknown): string =>
  Array.isArray(value) ? braces(value.map((one) => shapeCpp(String(one)))) : '{}';
const enumeration =
  (type: string) =>
  (value: unknown): string | undefined =>
    typeof value === 'string' ? `${type}::${constantOf(value)}` : undefined;

/** A number in the place of an operation: a constant like the first operand, or of the result's type. */
function operation(value: unknown, { field, b, first, result }: Place): string | undefined {
  if (typeof value !== 'number') return typeof value === 'object' ? field[0]?.name : undefined;
  return first === undefined
    ? constantCpp(result.replace(/\[.*$/, '[]'), String(value), b)
    : `ScalarLike(${first}, ${value})`;
}

/** How the values of each type of C++ are written; `undefined` for one without an expression. */
const writers: Readonly<Record<string, (value: unknown, place: Place) => string | undefined>> = {
  XlaOp: operation,
  'Span<const XlaOp>': (_, { field }) => (field.length === 0 ? undefined : braces(field.map(({ name }) => name))),
  XlaComputation: (value, { element, b }) =>
    typeof value === 'string' && makers[value] !== undefined ? `${makers[value]}(${element}, &${b})` : undefined,
  PrimitiveType: (value) => String(value).toUpperCase(),
  'std::optional<PrimitiveType>': (value) => String(value).toUpperCase(),
  'std::string_view': (value) => JSON.stringify(value),
  'std::string': (value) => JSON.stringify(value),
  int: number,
  int64_t: number,
  bool: number,
  float: number,
  double: number,
  ComparisonDirection: enumeration('ComparisonDirection'),
  ComparisonType: enumeration('ComparisonType'),
  Padding: enumeration('Padding'),
  PaddingType: (value) => enumeration('PaddingType')(String(value).replace('PADDING_', '')),
  FftType: (value) => `FftType::${word(value)}`,
  RandomAlgorithm: (value) => `RandomAlgorithm::${word(value)}`,
  BitGeneratorTy: (value) => (String(value).includes('PHILOX') ? 'PhiloxBitGenerator' : 'ThreeFryBitGenerator'),
  'TriangularSolveOptions::Transpose': (value) => `TriangularSolveOptions::${word(value)}`,
  Shape: (value) => shapeCpp(String(value)),
  'Span<const Shape>': shapes,
  Literal: (value, { result }) => {
    const shape = /^\w+\[[^\]]*\]/.exec(result)?.[0] ?? '';
    const constant = constantCpp(shape, literalText(value), '');
    if (constant?.includes('WithType') === true) return undefined;
    return constant
      ?.replace(/^ConstantR(\d)(.*)\(&, /, 'LiteralUtil::CreateR$1$2(')
      .replace(/^ConstantLiteral\(&, (.*)\)$/, '$1');
  },
  T: number,
  ReplicaGroups: (value) =>
    Array.isArray(value) ? braces(value.map((group) => `ReplicaGroup${nestedBraces(group)}`)) : undefined,
  SourceTargetPairs: list,
  ChannelHandle: (value, { before }) => {
    before(['ChannelHandle handle;', `handle.set_handle(${String(value)});`]);
    return 'handle';
  },
  PaddingConfig: filled(paddingCpp),
  Window: filled(windowCpp),
  ConvolutionDimensionNumbers: (value, place) =>
    typeof value === 'string'
      ? filled(convolutionCpp)(value, place)
      : messageOf('ConvolutionDimensionNumbers')(value, place),
  DotDimensionNumbers: messageOf('DotDimensionNumbers'),
  RaggedDotDimensionNumbers: messageOf('RaggedDotDimensionNumbers'),
  GatherDimensionNumbers: messageOf('GatherDimensionNumbers'),
  ScatterDimensionNumbers: messageOf('ScatterDimensionNumbers'),
  QuantizedRange: (value) =>
    isRecord(value) ? `QuantizedRange(${String(value['min'])}, ${String(value['max'])})` : undefined,
  'std::vector<bool>': list,
};

/** `const Shape&` is written as a Shape. */
const bareType = (type: string): string => type.replace(/^const (.*?)&?$/, '$1').replace(/&$/, '');

function argumentCpp(type: string, { value, expression }: Given, place: Place): string | undefined {
  const bare = bareType(type);
  if (expression?.cpp !== undefined && /XlaOp>?$/.test(bare)) return expression.cpp;
  const write = writers[bare];
  if (write !== undefined) return write(value, place);
  return type.startsWith('Span<const') ? list(value) : undefined;
}

interface CppParameter {
  readonly type: string;
  readonly name: string;
  readonly fallback: string | undefined;
}

/** The parameters of a declaration. */
function parametersOf(signature: string): CppParameter[] {
  const list = signature.slice(signature.indexOf('(') + 1, signature.lastIndexOf(')'));
  const parts = list.split(/,\s*(?![^<(]*[>)])/).filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const [, type = '', name = '', fallback] = /^\s*(.*?)\s+(\w+)(?:\s*=\s*(.*))?$/.exec(part) ?? [];
    return { type, name, fallback };
  });
}

/** Parameters of declarations whose argument has another name, or is a value that every page has. */
const otherNames: Readonly<Record<string, string>> = { predicates: 'operand', handle: 'channelId' };
const standing: Readonly<Record<string, string>> = {
  algo: 'tridiagonal::kThomas',
  outfeed_config: '""',
  opaque: '""',
  has_side_effect: 'false',
  output_operand_aliasing: '{}',
  literal: 'nullptr',
  operand_shapes_with_layout: '{}',
  precision_config: 'nullptr',
};

/** The arguments of a call, by their names in JavaScript. */
interface Question {
  readonly args: ReadonlyMap<string, Given>;
  readonly id: string;
}

/** The arguments of the page's fields, or those of a program that is one call of the operation. */
function questionOf({ id }: OperationDetail, rows: readonly ArgumentRow[], answer: LegalAnswer): Question | undefined {
  const { args } = answer.program;
  if (args.size > 0) return { id, args: new Map([...args].map(([name, value]) => [name, { value }])) };
  const { called } = answer.texts.$program === undefined ? {} : expressionOf(answer.texts.$program);
  if (called?.name !== id) return undefined;
  const required = rows.filter(({ required: isRequired }) => isRequired);
  const options = called.args.at(-1)?.fields;
  const given = called.args.filter(({ fields }) => fields === undefined);
  const scope = { name: (name: string) => ({ name }), call: () => ({}) };
  const pairs = [...given.map((expression, i) => [required[i]?.js ?? '', expression] as const), ...(options ?? [])];
  return {
    id,
    args: new Map(pairs.map(([name, expression]) => [name, { value: expression.value(scope), expression }])),
  };
}

/** The call of the first declaration that takes the arguments. */
function directCall(detail: OperationDetail, answer: LegalAnswer): string | undefined {
  const rows = overloadOf(detail, answer.texts)?.arguments ?? [];
  const question = questionOf(detail, rows, answer);
  if (question === undefined) return undefined;
  const { parameters } = answer.program;
  const b = builderName(parameters);
  for (const signature of detail.signatures) {
    const call = callCpp(signature, rows, question, answer);
    if (call === undefined) continue;
    const [, type = 'XlaOp'] = /^(?:template <[^>]*> )?(\S+) /.exec(signature) ?? [];
    const name = `${call.scope}${detail.cpp}${call.template}`;
    const given = `${name}(${call.args.join(', ')})`;
    return withHeader([
      `XlaBuilder ${b}("example");`,
      ...parameters.map(
        ({ name: own, shape }, i) => `XlaOp ${own} = Parameter(&${b}, ${i}, ${shapeCpp(shape.toString())}, "${own}");`,
      ),
      ...call.lines,
      type === 'void' ? `${given};` : `${type === 'XlaOp' ? 'XlaOp' : 'auto'} result = ${given};`,
      `StatusOr<XlaComputation> computation = ${b}.Build();`,
    ]);
  }
  return undefined;
}

/** The value of an argument that JavaScript may leave out, and C++ not. */
const defaultOf = ({ default: text }: ArgumentRow, fallback: string | undefined): string | undefined =>
  fallback !== undefined || text === '' ? undefined : text.replaceAll("'", '');

/**
 * A function in the place of a computation, as a builder of its own. Its parameters are scalars of the first operand's
 * type, and of a loop the state.
 */
function regionCpp(id: string, name: string, text: string, [first]: readonly Parameter[]): string[] | undefined {
  const { arrow } = text === '' ? {} : expressionOf(text);
  if (arrow?.body.cpp === undefined || first === undefined) return undefined;
  const shape = id === 'while' ? shapeCpp(first.shape.toString()) : shapeCpp(`${first.shape.type}[]`);
  return [
    `StatusOr<XlaComputation> ${name} = [] {`,
    `  XlaBuilder region("${name}");`,
    ...arrow.names.map((one, i) => `  XlaOp ${one} = Parameter(&region, ${i}, ${shape}, "${one}");`),
    `  return region.Build(${arrow.body.cpp});`,
    '}();',
  ];
}

interface CppCall {
  readonly lines: readonly string[];
  readonly args: readonly string[];
  /** `<uint8_t>`, and `tridiagonal::`. */
  readonly template: string;
  readonly scope: string;
}

function callCpp(
  signature: string,
  rows: readonly ArgumentRow[],
  { args, id }: Question,
  { program: { parameters }, texts, shape: result }: LegalAnswer,
): CppCall | undefined {
  const b = builderName(parameters);
  const lines: string[] = [];
  const given: string[] = [];
  const used = new Set<string>();
  const element = parameters[0]?.shape.type ?? 'F32';
  let template = '';
  let kept = 0;
  const give = (text: string, isNeeded = true): void => {
    given.push(text);
    if (isNeeded) kept = given.length;
  };
  for (const { type, name, fallback } of parametersOf(signature)) {
    if (type === 'XlaBuilder*') {
      give(`&${b}`);
      continue;
    }
    if (type === 'XlaOp&') {
      lines.push(`XlaOp ${name};`);
      give(name);
      continue;
    }
    const row = rows.find((one) => one.name === name || one.js === otherNames[name]);
    const found = row && args.get(row.js);
    const value = found?.value ?? (row && defaultOf(row, fallback));
    const empty = found === undefined ? emptyOf(type, name, args, row) : undefined;
    if (row === undefined || value === undefined || (found === undefined && (empty ?? standing[name]) !== undefined)) {
      const stands = fallback ?? standing[name] ?? empty;
      if (stands === undefined) return undefined;
      give(stands, fallback === undefined);
      continue;
    }
    used.add(row.js);
    const bare = bareType(type);
    const field = parameters.filter((one) => one.field === row.js);
    const text = texts[row.js] ?? '';
    if (bare === 'XlaComputation' && typeof value === 'function') {
      const own = name === 'computation' ? 'region_computation' : name;
      const region = regionCpp(id, own, text, parameters);
      if (region === undefined) return undefined;
      lines.push(...region);
      give(`*${own}`);
      continue;
    }
    const written =
      (bare === 'XlaComputation' ? makerCpp(found?.expression?.code ?? text, b) : undefined) ??
      argumentCpp(
        type,
        { value, expression: found?.expression },
        {
          name,
          field,
          b,
          element,
          result: result.toString(),
          first: parameters[0]?.name,
          before: (more) => lines.push(...more),
        },
      );
    if (written === undefined) return undefined;
    give(written);
  }
  if (signature.startsWith('template') && !signature.includes('T value')) {
    const native = nativeType(word(args.get('type')?.value).toUpperCase());
    if (native === undefined) return undefined;
    used.add('type');
    template = `<${native}>`;
  }
  // A declaration that has no place for one of the arguments is that of another overload.
  if (![...args.keys()].every((one) => used.has(one))) return undefined;
  return { lines, args: given.slice(0, kept), template, scope: /\bTridiagonal/.test(signature) ? 'tridiagonal::' : '' };
}

/** `createScalarAddComputation('F32')`. */
function makerCpp(text: string, b: string): string | undefined {
  const [, name = '', type = ''] = /^(?:b\.)?(create\w+)\('(\w+)'\)$/.exec(text) ?? [];
  return name === '' ? undefined : `${name.charAt(0).toUpperCase()}${name.slice(1)}(${type}, &${b})`;
}

/** The argument of C++ for one that the page leaves out. */
function emptyOf(
  type: string,
  name: string,
  args: ReadonlyMap<string, Given>,
  row: ArgumentRow | undefined,
): string | undefined {
  if (type.startsWith('Span')) return ['', '{}'].includes(row?.default ?? '') ? '{}' : undefined;
  const spatial = args.get('windowStrides')?.value;
  if (bareType(type) === 'ConvolutionDimensionNumbers' && Array.isArray(spatial)) {
    return `CreateDefaultConvDimensionNumbers(${spatial.length})`;
  }
  if (/_group_count$/.test(name)) return '1';
  // The new dimension comes last.
  return name === 'axis' && args.has('depth') ? '-1' : undefined;
}
