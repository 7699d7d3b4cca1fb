/**
 * Transfers between a program and its host while it runs: infeeds, outfeeds, and channels whose other end is the host.
 * Each device has a queue for each of them, which belongs to the executable: it may hold values before a run begins,
 * and after it has ended.
 */

import { describeValue } from '../../base/describe.js';
import { jsError } from '../../base/errors.js';
import { advice, type Message } from '../../base/message.js';
import { checkIsObject, checkKeys } from '../../base/options.js';
import type { ShapeJson, TransferJson } from '../../base/wire.js';
import { literalFromWire, literalToWire, type WireLiteral } from '../../instance/wire-literal.js';
import { Literal } from '../../values/literal.js';
import { Shape } from '../../values/shape.js';
import { toLiteral, type RunArgument } from '../values/argument.js';
import { BoundedQueue, type Giving } from './bounded-queue.js';
import { DeviceValue } from '../values/device-value.js';
import type { HostAnswer, HostRequest } from '../worker/protocol.js';

/** Options of {@link Executable.infeed} and {@link Executable.outfeed}. */
export interface FeedOptions {
  /** The channel of a `recv`, or of a `send`, whose other end is the host; left out for an infeed or outfeed. */
  readonly channel?: number | bigint;
}

/** An infeed or outfeed of a program, or a channel whose other end is the host. */
export interface Feed {
  /** True if values go into the program. */
  readonly goesIn: boolean;
  /** The channel of the `recv` or `send`, a bigint from 2^53 on; 0 for infeeds and outfeeds. */
  readonly channel: number | bigint;
  /** The shape of its values. */
  readonly shape: Shape;
}

type Channel = Feed['channel'];

/** The direction of a transfer, by its operation. */
interface Step {
  readonly goesIn: boolean;
  /** True if this step transfers the value. */
  readonly moves: boolean;
}

const steps: Readonly<Partial<Record<string, Step>>> = {
  infeed: { goesIn: true, moves: true },
  outfeed: { goesIn: false, moves: true },
  'recv-done': { goesIn: true, moves: true },
  send: { goesIn: false, moves: true },
  'send-done': { goesIn: false, moves: false },
};

const tokenJson: ShapeJson = { type: 'TOKEN' };
const aToken: HostAnswer = { value: { shape: tokenJson, leaves: [] } };

export class Feeds {
  /** One for each instruction. */
  readonly all: readonly Feed[];
  readonly #devices: number;
  readonly #capacity: number;
  readonly #in = new Map<string, BoundedQueue<WireLiteral>>();
  readonly #out = new Map<string, BoundedQueue<Literal>>();
  /** Runs under way, and those that have ended. */
  #running = 0;
  #ended = 0;
  /** For each queue, the number of ended runs that its iterations have seen. */
  readonly #endsTold = new Map<string, number>();
  #disposed = false;

  /** @param capacity - the maximum number of values in a queue */
  constructor(transfers: readonly TransferJson[], devices: number, capacity: number) {
    this.all = transfers.map(({ goes_in, channel, shape }) => ({
      goesIn: goes_in,
      channel: channelOf({ channel }),
      shape: Shape.fromJson(shape),
    }));
    this.#devices = devices;
    this.#capacity = capacity;
  }

  /** True if a run is under way. */
  get running(): boolean {
    return this.#running > 0;
  }

  runBegins(): void {
    this.#running += 1;
  }

  /** If no run is under way, no more values arrive. */
  runEnds(): void {
    this.#running -= 1;
    this.#ended += 1;
    if (this.#running > 0) return;
    for (const queue of this.#out.values()) queue.endTaking();
    if (this.#disposed) this.#giveUp();
  }

  /**
   * Answers what a device asks.
   *
   * @param run - whose device it is, for {@link Feeds.abandon}
   */
  answer(request: HostRequest, run: object): HostAnswer | Promise<HostAnswer> {
    const { goesIn, moves } = steps[request.operation] as Step;
    if (!moves) return aToken;
    if (goesIn) {
      const value = this.#inOf(request.device, channelOf(request)).take(run);
      return value instanceof Promise ? value.then((later) => given(later, request)) : given(value, request);
    }
    const [value] = literalFromWire(request.operands).elements;
    const queue = this.#outOf(request.device, channelOf(request));
    // A send never waits for its receiver, and a sent value stays even if the run fails.
    if (request.operation === 'send') {
      queue.add(value as Literal);
      return aToken;
    }
    const waits = queue.put(value as Literal, run);
    return waits === undefined ? aToken : waits.then(() => aToken);
  }

  /** Does the same for a run that cannot wait; if it would have to wait, it fails. */
  answerNow(request: HostRequest, run: object): HostAnswer {
    const { goesIn, moves } = steps[request.operation] as Step;
    const queue = goesIn
      ? this.#inOf(request.device, channelOf(request))
      : this.#outOf(request.device, channelOf(request));
    const isReady = goesIn ? queue.hasValue || queue.closed : queue.hasRoom || request.operation === 'send';
    if (!moves || isReady) return this.answer(request, run) as HostAnswer;
    return {
      error: goesIn
        ? `${nameOf(request)} has no value, and this run cannot wait for one`
        : `${nameOf(request)} is full`,
      help: goesIn
        ? `give the values before the run, with executable.infeed(${argumentsOf(request, 'value')}), or use await executable.run(...)`
        : `use await executable.run(...), and take the values out meanwhile`,
    };
  }

  /** Ends the waiting of a run. */
  abandon(run: object): void {
    for (const queue of [...this.#in.values(), ...this.#out.values()]) queue.abandon(run);
  }

  /**
   * See {@link Executable.infeed}. A waiting value references these feeds, but not their executable, which may be
   * collected.
   */
  async put(device: unknown, value: RunArgument, options: unknown, giving: Giving, op: string): Promise<void> {
    const { queue, shapes } = this.#inFor(device, options, op);
    if (queue.closed) {
      throw jsError('feed', 'the infeed is closed', { op, help: 'give all values before closeInfeed' });
    }
    const given = value instanceof DeviceValue ? await value.toLiteral() : value;
    await queue.put(copyOf(convert(given, shapes, op), op), undefined, giving);
  }

  /** See {@link Executable.closeInfeed}. */
  close(device: unknown, options: unknown, op: string): void {
    this.#inFor(device, options, op).queue.close();
  }

  /** See {@link Executable.outfeed}. */
  values(device: unknown, options: unknown, op: string): AsyncIterableIterator<Literal> {
    const channel = this.#check(device, options, false, op);
    const key = keyOf(device as number, channel);
    const queue = this.#outOf(device as number, channel);
    const ended: IteratorReturnResult<undefined> = { done: true, value: undefined };
    let isOver = false;
    const end = (): IteratorReturnResult<undefined> => {
      isOver = true;
      this.#endsTold.set(key, this.#ended);
      return ended;
    };
    const iterator: AsyncIterableIterator<Literal> = {
      [Symbol.asyncIterator]: () => iterator,
      next: async () => {
        if (isOver) return ended;
        // The end of a run ends one iteration: the current one, or the next one.
        const hasEnd = this.#ended > (this.#endsTold.get(key) ?? 0);
        if (!queue.hasValue && this.#running === 0 && (hasEnd || this.#disposed)) return end();
        const value = await queue.take(iterator);
        return value === undefined ? end() : { done: false, value };
      },
      return: () => {
        isOver = true;
        queue.abandon(iterator);
        return Promise.resolve(ended);
      },
    };
    return iterator;
  }

  /** Ends all waits for a run, because no run begins any more. */
  dispose(): void {
    this.#disposed = true;
    if (this.#running === 0) this.#giveUp();
  }

  #giveUp(): void {
    const error = jsError('disposed', 'the executable was disposed, or its client, and no run takes the value', {
      op: 'infeed',
    });
    for (const queue of [...this.#in.values(), ...this.#out.values()]) queue.giveUp(error);
  }

  #inFor(
    device: unknown,
    options: unknown,
    op: string,
  ): { readonly queue: BoundedQueue<WireLiteral>; readonly shapes: readonly Shape[] } {
    const channel = this.#check(device, options, true, op);
    const shapes = this.#of(true, channel).map(({ shape }) => shape);
    return { queue: this.#inOf(device as number, channel), shapes };
  }

  #of(goesIn: boolean, channel: Channel): readonly Feed[] {
    return this.all.filter((feed) => feed.goesIn === goesIn && String(feed.channel) === String(channel));
  }

  /** Checks the options that name a feed, and returns its channel. */
  #check(device: unknown, options: unknown = {}, goesIn: boolean, op: string): Channel {
    if (!Number.isInteger(device) || (device as number) < 0 || (device as number) >= this.#devices) {
      throw jsError('feed', `the device is ${describeValue(device)}`, {
        op,
        help: `a device is a number from 0 to below ${this.#devices}`,
      });
    }
    checkIsObject(options, 'use { channel: 1 }', op);
    checkKeys(options, ['channel'], 'option', op);
    const { channel = 0 } = options as FeedOptions;
    if (this.#of(goesIn, channel).length > 0) return channel;
    const what = goesIn ? ['infeed', 'recv'] : ['outfeed', 'send'];
    const has = this.all.map((feed) => describeFeed(feed));
    throw jsError(
      'feed',
      channel === 0
        ? `the program has no ${what[0] as string}`
        : `the program has no ${what[1] as string} of the host on channel ${describeValue(channel)}`,
      {
        op,
        help: has.length === 0 ? 'nothing goes in or out while it runs' : `it has ${[...new Set(has)].join(', ')}`,
      },
    );
  }

  #inOf(device: number, channel: Channel): BoundedQueue<WireLiteral> {
    return queueIn(this.#in, device, channel, this.#capacity);
  }

  #outOf(device: number, channel: Channel): BoundedQueue<Literal> {
    return queueIn(this.#out, device, channel, this.#capacity);
  }
}

function keyOf(device: number, channel: Channel): string {
  return `${device}/${channel}`;
}

function queueIn<T extends object>(
  queues: Map<string, BoundedQueue<T>>,
  device: number,
  channel: Channel,
  capacity: number,
): BoundedQueue<T> {
  const key = keyOf(device, channel);
  let queue = queues.get(key);
  if (queue === undefined) queues.set(key, (queue = new BoundedQueue<T>(capacity)));
  return queue;
}

function channelOf({ channel }: Pick<TransferJson, 'channel'>): Channel {
  const number = Number(channel);
  return Number.isSafeInteger(number) ? number : BigInt(channel);
}

function describeFeed({ goesIn, channel, shape }: Feed): string {
  const name = channel === 0 ? (goesIn ? 'infeed' : 'outfeed') : `${goesIn ? 'recv' : 'send'} on channel ${channel}`;
  return `${name} of ${shape.toString()}`;
}

function nameOf(request: HostRequest): string {
  const channel = channelOf(request);
  const feed = (steps[request.operation] as Step).goesIn ? 'infeed' : 'outfeed';
  return channel === 0 ? `the ${feed} of device ${request.device}` : `channel ${channel} of device ${request.device}`;
}

function argumentsOf(request: HostRequest, value: string): string {
  const channel = channelOf(request);
  return `${request.device}, ${value}${channel === 0 ? '' : `, { channel: ${channel} }`}`;
}

/** The value that a device waits for, or the error that it gets instead. */
function given(value: WireLiteral | undefined, request: HostRequest): HostAnswer {
  if (value === undefined) {
    return { error: `${nameOf(request)} is closed, and has no more values`, help: helpWhenClosed(request) };
  }
  const { shape, dynamic_sizes, leaves } = value;
  const tuple: ShapeJson = { type: 'TUPLE', tuple_shapes: [shape, tokenJson] };
  return { value: { shape: tuple, leaves, ...(dynamic_sizes === undefined ? {} : { dynamic_sizes }) } };
}

function helpWhenClosed(request: HostRequest): Message {
  const call = `executable.infeed(${argumentsOf(request, 'value')})`;
  const give = 'give as many values as the program takes, with';
  return channelOf(request) === 0
    ? [advice('give_all', `${give} ${call}, before closeInfeed`)]
    : [advice('give_to_channel', give), ` ${call}`, advice('before_close', ', before closeInfeed')];
}

/** Returns the literal of a fed value; if the program has infeeds of several shapes, the value decides. */
function convert(value: RunArgument, shapes: readonly Shape[], op: string): Literal {
  const names = new Set(shapes.map((shape) => shape.toString()));
  if (names.size === 1) return toLiteral(value, shapes[0] as Shape, op, 'the value');
  if (value instanceof Literal && names.has(value.shape.toString())) return value;
  throw jsError('feed', `the value is ${value instanceof Literal ? value.shape.toString() : describeValue(value)}`, {
    op,
    help: `the program takes values of several shapes here, so give a Literal of one of them: ${[...names].join(', ')}`,
  });
}

/** A copy, because the caller may change its value. */
function copyOf(literal: Literal, op: string): WireLiteral {
  const wire = literalToWire(literal, op);
  return { ...wire, leaves: wire.leaves.map((bytes) => bytes.slice()) };
}
