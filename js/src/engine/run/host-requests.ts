/** The requests of the devices of one run: custom calls and feeds. */

import { toLiteral } from '../values/argument.js';
import type { Feeds } from './feeds.js';
import { customCallNamed, customCallNames, type CustomCallFunction, type CustomCallResult } from './custom-call.js';
import type { RunPlace } from '../../base/time-limit.js';
import type { HostAnswer, HostRequest } from '../worker/protocol.js';
import { literalFromWire, literalToWire } from '../../instance/wire-literal.js';
import { isArray, isThenable, quoted } from '../../base/describe.js';
import { describeThrown, HloomError, jsError } from '../../base/errors.js';
import { internal } from '../../base/internal.js';
import { advice } from '../../base/message.js';
import { Literal, tupleOf } from '../../values/literal.js';
import { Shape } from '../../values/shape.js';

/** The rule of the core's error for a function that returned no value. */
const failedRule = 'custom_call.c5';

/** The number of characters of a thrown value in an error's text; the whole value is the error's cause. */
const toldCharacters = 300;

const customCall = 'custom-call';

/** The answer to a question about an element. */
const nobody: HostAnswer = {
  error: 'no host gives the value of this operation',
  help: [advice('run_and_feed', 'run the program with executable.run, and feed it with executable.infeed')],
};

/** Calls functions, and keeps their thrown values, which cannot cross to the engine. */
export class HostRequests {
  readonly #op: string;
  readonly #feeds: Feeds | undefined;
  readonly #place: () => RunPlace;
  /** Created for the first call, because most runs have none. */
  #controller: AbortController | undefined;
  #stopped = false;
  #failure: { readonly thrown: unknown; readonly unusable: boolean } | undefined;

  /**
   * @param feeds - the feeds of the program, if it has some
   * @param place - returns the place of the run
   */
  constructor(op: string, feeds: Feeds | undefined, place: () => RunPlace) {
    this.#op = op;
    this.#feeds = feeds;
    this.#place = place;
  }

  /** Calls the function, or waits for a feed. Never throws or rejects: errors are answers. */
  answer(request: HostRequest): HostAnswer | Promise<HostAnswer> {
    if (request.operation !== customCall) return this.#feeds === undefined ? nobody : this.#feeds.answer(request, this);
    const fn = customCallNamed(request.target);
    if (fn === undefined) return { unknown: customCallNames() };
    // The call was on its way from a Worker when the run was stopped.
    if (this.#stopped) return { error: 'the run was stopped' };
    try {
      const returned = this.#invoke(fn, request);
      if (!isThenable(returned)) return this.#valueOf(returned, request);
      return Promise.resolve(returned).then(
        (value) => this.#valueOf(value, request),
        (thrown: unknown) => this.#failed(thrown, false),
      );
    } catch (thrown) {
      return this.#failed(thrown, false);
    }
  }

  /**
   * Does the same for a run that cannot wait.
   *
   * @throws HloomError `js.c33` for a function that is asynchronous
   */
  answerNow(request: HostRequest): HostAnswer {
    if (request.operation !== customCall) return this.#feeds?.answerNow(request, this) ?? nobody;
    const answer = this.answer(request);
    if (!(answer instanceof Promise)) return answer;
    throw jsError('customCallPromise', `the function ${quoted(request.target)} gave a promise`, {
      op: this.#op,
      location: request.location,
    });
  }

  /** The error that ended the run, with the function's error as its cause if it is one. */
  explain(thrown: unknown): unknown {
    const failure = this.#failure;
    if (failure === undefined || !(thrown instanceof HloomError) || thrown.rule !== failedRule) return thrown;
    return failure.unusable ? failure.thrown : new HloomError(thrown, { cause: failure.thrown });
  }

  /** Aborts the signals of running functions, whose results are not needed any more. */
  stop(reason: unknown): void {
    this.#stopped = true;
    this.#feeds?.abandon(this);
    this.#controller?.abort(reason);
  }

  #invoke(fn: CustomCallFunction, request: HostRequest): ReturnType<CustomCallFunction> {
    const operands = [...literalFromWire(request.operands).elements];
    const { signal } = (this.#controller ??= new AbortController());
    const { target: name, opaque, device } = request;
    const call = { name, opaque, device, shape: Shape.fromJson(request.shape), signal };
    // Not enumerable: it is not a part of the call that the function sees.
    Object.defineProperty(call, internal, { value: { ...this.#place(), location: request.location } });
    return fn(operands, call);
  }

  #valueOf(returned: CustomCallResult, request: HostRequest): HostAnswer {
    try {
      return { value: literalToWire(resultOf(returned, request, this.#op), this.#op) };
    } catch (thrown) {
      return this.#failed(thrown, true);
    }
  }

  #failed(thrown: unknown, unusable: boolean): HostAnswer {
    this.#failure = { thrown, unusable };
    return { error: oneLine(thrown) };
  }
}

/** The core refuses literals of another shape than the call's: its error names both. */
function resultOf(returned: CustomCallResult, request: HostRequest, op: string): Literal {
  const shape = Shape.fromJson(request.shape);
  const location = `what ${quoted(request.target)} gave for ${request.location}`;
  if (returned === undefined) {
    if (holdsNothing(shape)) return nothing(shape);
    throw jsError('customCallResult', `the function gave nothing, ${shape.toString()} is wanted`, { op, location });
  }
  if (shape.isStatic) {
    if (returned instanceof Literal) return returned;
    if (shape.isTuple && isArrayOfLiterals(returned)) return tupleOf(returned);
  }
  return toLiteral(returned, shape, op, location);
}

function isArrayOfLiterals(value: unknown): value is readonly Literal[] {
  return isArray(value) && value.every((element) => element instanceof Literal);
}

function holdsNothing(shape: Shape): boolean {
  return shape.isToken || (shape.isTuple && shape.tupleShapes.every(holdsNothing));
}

function nothing(shape: Shape): Literal {
  return shape.isToken ? Literal.token() : tupleOf(shape.tupleShapes.map(nothing));
}

function oneLine(thrown: unknown): string {
  let text: string;
  try {
    text = describeThrown(thrown);
  } catch {
    // It is an object without a text of its own.
    text = 'it threw something that is not an error';
  }
  const [line = ''] = text.split('\n');
  return line.length > toldCharacters ? `${line.slice(0, toldCharacters)}...` : line;
}
