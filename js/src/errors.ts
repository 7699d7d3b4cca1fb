import { jsRules, type ErrorCode, type JsRuleName } from './rules.js';
import type { ErrorJson } from './wire.js';

/** The fields of an {@link HloomError}, as they travel between threads and come from the core. */
export interface HloomErrorFields {
  readonly code: ErrorCode;
  readonly rule: string;
  readonly op: string;
  readonly operands: readonly string[];
  readonly headline: string;
  readonly details: readonly string[];
  readonly help: string;
  readonly location: string;
  /** The rendered text; made from the other fields when it is left out. */
  readonly message?: string;
}

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
  /** The canonical code, for example `INVALID_ARGUMENT`. */
  readonly code: ErrorCode;
  /** The id of the rule that was broken, for example `broadcast.c2` or `js.c9`; empty where no rule applies. */
  readonly rule: string;
  /** The operation, builder function or method that refused, for example `add`; may be empty. */
  readonly op: string;
  /** The shapes of the operands as text, for example `['f32[2,3]', 'f32[4]']`; may be empty. */
  readonly operands: readonly string[];
  /** What is wrong, line by line. */
  readonly details: readonly string[];
  /** What to do about it. */
  readonly help: string;
  /** Where in the program, for example `%add.7 in computation "main"`; may be empty. */
  readonly location: string;
  /** The first line of the message without code, rule and operation. */
  readonly headline: string;

  constructor(fields: HloomErrorFields, options?: { readonly cause?: unknown }) {
    super(fields.message ?? renderError(fields), options);
    this.name = 'HloomError';
    this.code = fields.code;
    this.rule = fields.rule;
    this.op = fields.op;
    this.operands = Object.freeze([...fields.operands]);
    this.headline = fields.headline;
    this.details = Object.freeze([...fields.details]);
    this.help = fields.help;
    this.location = fields.location;
  }
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

/** What a violation of a JavaScript-side rule can say beside the rule itself. */
export interface JsErrorParts {
  readonly op?: string;
  readonly operands?: readonly string[];
  readonly details?: readonly string[];
  /** Replaces the rule's own help where a better one is known. */
  readonly help?: string;
  readonly location?: string;
  /** Replaces the rule's own code; rare. */
  readonly code?: ErrorCode;
  readonly cause?: unknown;
}

/** Makes the error for a broken rule of `rules.ts`. */
export function jsError(name: JsRuleName, headline: string, parts: JsErrorParts = {}): HloomError {
  const rule = jsRules[name];
  return new HloomError(
    {
      code: parts.code ?? rule.code,
      rule: rule.id,
      op: parts.op ?? '',
      operands: parts.operands ?? [],
      headline,
      details: parts.details ?? [],
      help: parts.help ?? rule.help,
      location: parts.location ?? '',
    },
    'cause' in parts ? { cause: parts.cause } : undefined,
  );
}

/** The error that the core answered. */
export function errorFromJson(json: ErrorJson): HloomError {
  return new HloomError({
    code: json.code,
    rule: json.rule ?? '',
    op: json.op ?? '',
    operands: json.operands ?? [],
    headline: json.headline ?? '',
    details: json.details ?? [],
    help: json.help ?? '',
    location: json.location ?? '',
    ...(json.message === undefined || json.message === '' ? {} : { message: json.message }),
  });
}

/** The fields of an error as a plain object, to cross to another thread. */
export function errorToJson(error: HloomError): ErrorJson {
  const { code, rule, op, operands, headline, details, help, location, message } = error;
  return { code, rule, op, operands, headline, details, help, location, message };
}

/** Makes anything thrown an {@link HloomError}; what is one already stays itself. */
export function asHloomError(thrown: unknown): HloomError {
  if (thrown instanceof HloomError) return thrown;
  return jsError('contract', `unexpected failure: ${describeThrown(thrown)}`, { cause: thrown });
}

/** One line about anything that was thrown. */
export function describeThrown(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  return String(thrown);
}

/** The same error with a location, where it has none yet; anything else that was thrown is returned as it is. */
export function withLocation(thrown: unknown, location: string): unknown {
  if (!(thrown instanceof HloomError) || thrown.location !== '') return thrown;
  const { code, rule, op, operands, headline, details, help, cause } = thrown;
  const fields = { code, rule, op, operands, headline, details, help, location };
  return new HloomError(fields, cause === undefined ? undefined : { cause });
}
