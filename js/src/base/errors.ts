import { describeValue, isArray, shownSentence } from './describe.js';
import { internal } from './internal.js';
import { isRevoked } from './look-alike.js';
import { textOf, type Message, type Notation, type PartWords } from './message.js';
import { citedRules, type ErrorCode, type JsRuleName } from './rules.js';
import type { ErrorJson } from './wire.js';

/** The fields of an {@link HloomError}, in the form that comes from the core and that threads exchange. */
export interface HloomErrorFields {
  readonly code: ErrorCode;
  readonly rule: string;
  readonly op: string;
  readonly operands: readonly string[];
  readonly headline: string;
  readonly details: readonly string[];
  readonly help: string;
  readonly location: string;
  /** The place in a text that was read. */
  readonly position?: TextPosition | undefined;
  /** The rendered text; made from the other fields when it is left out. */
  readonly message?: string;
}

/** A place in a text; both count from 1. */
export interface TextPosition {
  readonly line: number;
  /** In characters. */
  readonly column: number;
}

/** An error with marked parts, which are not public. */
interface MarkedFields {
  readonly headline: Message;
  readonly details: readonly Message[];
  readonly help: Message;
  readonly notation: Notation;
  /** True if the details end with the state of each device. */
  readonly listsDevices: boolean;
}

/** V8 has always had captureStackTrace; other engines have it since 2025. */
export const { captureStackTrace } = Error as { captureStackTrace?: (target: object, hide: unknown) => void };

const partsOf = new WeakMap<HloomError, MarkedFields>();

/**
 * Every error that hloom throws or rejects with.
 *
 * `message` is the whole rendered text; the other fields are its parts, for programs:
 *
 *     INVALID_ARGUMENT [broadcast.c2] add: f32[2,3] and f32[4] cannot be broadcast together
 *       dimension 0 of f32[4] (size 4) is mapped to dimension 1 of f32[2,3] (size 3) by broadcast_dimensions={1}
 *       help: ...
 *       at %add.7 in computation "main"
 */
export class HloomError extends Error {
  /** @internal The name that consoles show: identifiers of the browser's bundle are short. */
  static override readonly name: string = 'HloomError';
  /** The canonical code, for example `INVALID_ARGUMENT`. */
  declare readonly code: ErrorCode;
  /** The id of the rule that was broken, for example `broadcast.c2` or `js.c9`; empty if no rule applies. */
  declare readonly rule: string;
  /** The operation, builder function or method that refused, for example `add`; may be empty. */
  declare readonly op: string;
  /** The shapes of the operands as text, for example `['f32[2,3]', 'f32[4]']`; may be empty. */
  declare readonly operands: readonly string[];
  /** The details of the problem, line by line. */
  declare readonly details: readonly string[];
  /** The fix. */
  declare readonly help: string;
  /** The place in the program, for example `%add.7 in computation "main"`; may be empty. */
  declare readonly location: string;
  /** The first line of the message without code, rule and operation. */
  declare readonly headline: string;
  /**
   * The place in HLO text, or in another text that was read; `undefined` where there is none. The first two of `details`
   * are then the line, and a `^` below the place.
   */
  declare readonly position: TextPosition | undefined;

  constructor(fields: HloomErrorFields, options?: { readonly cause?: unknown }) {
    const shown = shownFields(fields);
    super(shown.message, options);
    // The fields are not enumerable: Node would print those of an uncaught error after the stack, which already
    // contains them.
    for (const [name, value] of Object.entries(shown)) {
      if (name !== 'message') Object.defineProperty(this, name, { value, configurable: true, writable: true });
    }
  }

  /** The fields, for `JSON.stringify`. */
  toJSON(): HloomErrorFields & { readonly message: string } {
    const { code, rule, op, operands, headline, details, help, location, position, message } = this;
    const fields = { code, rule, op, operands, headline, details, help, location, message };
    return position === undefined ? fields : { ...fields, position };
  }

  /**
   * The same error in the words of XLA, `broadcast_dimensions={1}` and `ConvertElementType`, of JavaScript,
   * `broadcastDimensions: [1]` and `convertElementType`, or of HLO text, `convert`. An error has the words of what was
   * called when it is thrown.
   */
  inNotation(notation: Notation): HloomError {
    return inWords(this, notation);
  }

  /** The same error with other words for some of its parts. */
  [internal](words: PartWords): HloomError {
    const parts = partsOf.get(this);
    return parts === undefined ? this : fromParts(fieldsOf(this), parts, causeOf(this), words);
  }

  // In the class, so that a bundler can leave it out together with the class.
  static {
    // On the prototype, so that the stack, which is made before the constructor runs, has it.
    Object.defineProperty(this.prototype, 'name', { value: 'HloomError', configurable: true, writable: true });
  }
}

/** The fields as messages show them, with very long names shortened. */
function shownFields(fields: HloomErrorFields): HloomErrorFields & { readonly message: string } {
  // The class is exported for instanceof, but users also create errors with it, and their fields may be anything.
  const { operands, details } = (isRevoked(fields) ? undefined : (fields as HloomErrorFields | undefined)) ?? {};
  if (!isArray(operands) || !isArray(details)) {
    const refused = jsError('argumentKind', `the fields of an HloomError are ${describeValue(fields)}`, {
      op: 'HloomError',
      help: 'the package makes these errors itself; ask for them with: error instanceof HloomError',
    });
    captureStackTrace?.(refused, HloomError);
    throw refused;
  }
  const shown = {
    code: fields.code,
    rule: fields.rule,
    op: shownSentence(fields.op),
    operands: Object.freeze(fields.operands.map(shownSentence)),
    headline: shownSentence(fields.headline),
    details: Object.freeze(fields.details.map(shownSentence)),
    help: shownSentence(fields.help),
    location: shownSentence(fields.location),
    position: fields.position,
  };
  return { ...shown, message: fields.message ?? renderError(shown) };
}

/** Renders the fields as the core renders its own errors. */
export function renderError(fields: HloomErrorFields): string {
  const rule = fields.rule === '' ? '' : ` [${fields.rule}]`;
  const op = fields.op === '' ? '' : ` ${fields.op}:`;
  const lines = [`${fields.code}${rule}${op} ${fields.headline}`, ...fields.details.map((line) => `  ${line}`)];
  if (fields.help !== '') lines.push(`  help: ${fields.help}`);
  if (fields.location !== '') lines.push(`  at ${fields.location}`);
  return lines.join('\n');
}

/** The parts of the error for a broken rule of the JavaScript side, in addition to the rule itself. */
export interface JsErrorParts {
  readonly op?: string;
  readonly operands?: readonly string[];
  readonly details?: readonly Message[];
  /** Replaces the rule's own help if a better one is known. */
  readonly help?: Message;
  readonly location?: string;
  /** Replaces the rule's own code; rare. */
  readonly code?: ErrorCode;
  readonly cause?: unknown;
}

/** Makes the error for a broken rule of `rules.ts`. */
export function jsError(name: JsRuleName, headline: Message, parts: JsErrorParts = {}): HloomError {
  const rule = citedRules[name];
  const { code = rule.code, op = '', operands = [], details = [], help = rule.help, location = '' } = parts;
  const notation = 'javascript';
  const text = (message: Message): string => textOf(message, notation, op);
  const error = new HloomError(
    {
      code,
      rule: rule.id,
      op,
      operands,
      headline: text(headline),
      details: details.map(text),
      help: text(help),
      location,
    },
    'cause' in parts ? { cause: parts.cause } : undefined,
  );
  // Few have marked parts.
  const isMarked = [headline, ...details, help].some((message) => typeof message !== 'string');
  if (isMarked) partsOf.set(error, { headline, details, help, notation, listsDevices: false });
  return error;
}

/** The error that the core answered. */
export function errorFromJson(json: ErrorJson): HloomError {
  const { code, rule = '', op = '', operands = [], location = '', line, column, message = '' } = json;
  const parts: MarkedFields = {
    headline: json.headline ?? '',
    details: json.details ?? [],
    help: json.help ?? '',
    notation: json.notation ?? 'xla',
    listsDevices: json.lists_devices ?? false,
  };
  const position =
    line === undefined || column === undefined ? undefined : { line: Number(line), column: Number(column) };
  const fields = { code, rule, op, operands, location, position, ...(message === '' ? {} : { message }) };
  return fromParts(fields, parts);
}

/** The fields of an error as a plain object, to cross to another thread. */
export function errorToJson(error: HloomError): ErrorJson {
  const { position, ...fields } = error.toJSON();
  const parts = partsOf.get(error);
  if (parts === undefined) return { ...fields, ...position };
  const { headline, details, help, notation, listsDevices } = parts;
  return { ...fields, ...position, headline, details, help, notation, lists_devices: listsDevices };
}

/** The fields whose texts have no parts. */
type PlainFields = Omit<HloomErrorFields, 'headline' | 'details' | 'help'>;

function fieldsOf({ code, rule, op, operands, location, position }: HloomError): PlainFields {
  return { code, rule, op, operands, location, position };
}

function fromParts(
  fields: PlainFields,
  parts: MarkedFields,
  options?: { readonly cause?: unknown },
  words?: PartWords,
): HloomError {
  const text = (message: Message): string => textOf(message, parts.notation, fields.op, words);
  const { headline, details, help } = parts;
  const error = new HloomError(
    { ...fields, headline: text(headline), details: details.map(text), help: text(help) },
    options,
  );
  partsOf.set(error, parts);
  return error;
}

/** The same error in other words; `op` is the function that JavaScript's are about. */
export function inWords(error: HloomError, notation: Notation): HloomError {
  const parts = partsOf.get(error);
  if (parts === undefined || parts.notation === notation) return error;
  return fromParts(fieldsOf(error), { ...parts, notation }, causeOf(error));
}

/** The same error with the state of each device as its last details, unless it has these already. */
export function withDevices(error: HloomError, devices: readonly string[]): HloomError {
  if (partsOf.get(error)?.listsDevices === true) return error;
  const made = withFields(error, { details: [...error.details, ...devices] });
  const { headline, details, help } = made;
  partsOf.set(made, { headline, details, help, notation: 'xla', ...partsOf.get(made), listsDevices: true });
  return made;
}

function causeOf({ cause }: HloomError): { readonly cause: unknown } | undefined {
  return cause === undefined ? undefined : { cause };
}

/** Converts anything thrown to an {@link HloomError}; an HloomError is returned unchanged. */
export function asHloomError(thrown: unknown): HloomError {
  if (thrown instanceof HloomError) return thrown;
  return jsError('contract', `unexpected failure: ${describeThrown(thrown)}`, { cause: thrown });
}

/** One line about anything that was thrown. */
export function describeThrown(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  return String(thrown);
}

const inTuple = 'tuple element ';

/**
 * Returns the same error with a location, if it has none yet or only names an element of a tuple; anything else that
 * was thrown is returned unchanged.
 */
export function withLocation(thrown: unknown, location: string): unknown {
  if (!(thrown instanceof HloomError) || location === '') return thrown;
  if (thrown.location === '') return withFields(thrown, { location });
  return thrown.location.startsWith(inTuple)
    ? withFields(thrown, { location: `${location}, ${thrown.location}` })
    : thrown;
}

/** Runs a function on an element of a tuple; its errors name the element, as in `tuple element [1][0]`. */
export function inElement<T>(index: number, action: () => T): T {
  try {
    return action();
  } catch (thrown) {
    if (!(thrown instanceof HloomError)) throw thrown;
    const within = thrown.location.startsWith(inTuple) ? thrown.location.slice(inTuple.length) : '';
    throw thrown.location === '' || within !== ''
      ? withFields(thrown, { location: `${inTuple}[${index}]${within}` })
      : thrown;
  }
}

/** Returns the same error with a help for this case before the general help. */
export function withFirstHelp(thrown: unknown, help: string): unknown {
  if (!(thrown instanceof HloomError)) return thrown;
  return withFields(thrown, { help: thrown.help === '' ? help : `${help}; otherwise ${thrown.help}` });
}

/**
 * Runs a function as a part of a method; its errors name the method that was called, and not an inner one.
 *
 * @param op - the method that was called
 */
export function asCalled<T>(op: string, action: () => T): T {
  try {
    return action();
  } catch (thrown) {
    throw thrown instanceof HloomError ? withFields(thrown, { op }) : thrown;
  }
}

/** A copy of the error. Each throw has its own error, whose stack names the failing call. */
export function copyOfError(error: HloomError): HloomError {
  return withFields(error, { message: error.message });
}

/** The same error with other fields. */
export function withFields(error: HloomError, fields: Partial<HloomErrorFields>): HloomError {
  const { code, rule, op, operands, headline, details, help, location, position } = error;
  const all = { code, rule, op, operands, headline, details, help, location, position, ...fields };
  const made = new HloomError(all, causeOf(error));
  const parts = partsOf.get(error);
  // A text that is replaced has no parts.
  if (parts !== undefined) {
    partsOf.set(made, {
      ...parts,
      headline: fields.headline ?? parts.headline,
      details: fields.details ?? parts.details,
      help: fields.help ?? parts.help,
    });
  }
  return made;
}
