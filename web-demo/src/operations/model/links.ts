/** Links between the elements of a result and those of the operands, as the engine explains them. */

import type { ElementExplanation, ElementPart, ExplainedWindow } from 'hloom';
import { keyOf, upTo } from '../../../../js/elements/model/axis.js';
import type { Leaf, LegalAnswer, Ran } from './answer.js';
import type { Graph } from './program.js';

/** The elements of one array that are marked, by their keys. */
export type Marks = ReadonlyMap<string, ReadonlySet<string>>;

export interface Sources {
  /** By the name of a parameter. */
  readonly marks: Marks;
  /** The elements that only decide which others are taken. */
  readonly deciders: Marks;
  readonly sentences: readonly string[];
  /** The window over the first operand, if there is one. */
  readonly window: readonly ExplainedWindow[] | undefined;
}

/** The most elements that are listed of a box, and of all operands together for the links of composed functions. */
const [mostListed, mostReached] = [256, 64];
/** The most elements of an operand, and the most operations, that a sentence names. */
const [mostNamed, mostSteps] = [6, 5];

/** Operations that a sentence does not name: they only carry values. */
const carriers = new Set(['parameter', 'constant', 'tuple', 'get-tuple-element', 'reshape', 'broadcast', 'copy']);

export const listed = (texts: readonly (string | number)[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

/** The operations between these parameters and the result, in the order of the program. */
function stepsOf({ instructions, root }: Graph, parameters: ReadonlySet<string>): string[] {
  const after = new Set(parameters);
  for (const { name, operands } of instructions) if (operands.some((one) => after.has(one))) after.add(name);
  const before = new Set([root]);
  for (const { name, operands } of [...instructions].reverse()) {
    if (before.has(name)) for (const one of operands) before.add(one);
  }
  const between = instructions.filter(
    ({ name, opcode }) => after.has(name) && before.has(name) && !carriers.has(opcode),
  );
  const names = [...new Set(between.map(({ opcode }) => opcode))];
  const more = names.length - mostSteps;
  return more > 1 ? [...names.slice(0, mostSteps), `${more} more operations`] : names;
}

/** The indices of a part: a list, or a box. */
export function indicesOf({ elements, box }: Pick<ElementPart, 'elements' | 'box'>): (readonly number[])[] {
  if (elements !== undefined) return elements.map(({ index }) => index);
  let found: number[][] = [[]];
  for (const { start, size, step } of box ?? []) {
    found = found.flatMap((index) => upTo(size).map((i) => [...index, start + i * step])).slice(0, mostListed);
  }
  return found;
}

/** Every index of an array. */
export const allIndices = (sizes: readonly number[]): number[][] =>
  sizes.reduce<number[][]>((outer, size) => outer.flatMap((index) => upTo(size).map((i) => [...index, i])), [[]]);

type Changeable = Map<string, Set<string>>;

function mark(marks: Changeable, name: string, index: readonly number[]): void {
  const keys = marks.get(name) ?? new Set<string>();
  keys.add(keyOf(index));
  marks.set(name, keys);
}

export class Links {
  readonly #answer: LegalAnswer;
  readonly #ran: Ran;
  readonly #signal: AbortSignal;
  readonly #parameters: ReadonlySet<string>;
  readonly #known = new Map<string, Promise<Sources>>();
  #reached: Promise<ReadonlyMap<string, Marks>> | undefined;

  constructor(answer: LegalAnswer, ran: Ran, signal: AbortSignal) {
    this.#answer = answer;
    this.#ran = ran;
    this.#signal = signal;
    this.#parameters = new Set(answer.program.parameters.map(({ name }) => name));
  }

  /** True if the answer is no longer on the page. */
  get isOver(): boolean {
    return this.#signal.aborted;
  }

  /** The elements of the operands that make an element of the result. */
  sources(leaf: number, index: readonly number[]): Promise<Sources> {
    const key = `${leaf}:${keyOf(index)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#ask(leaf, index);
    this.#known.set(key, found);
    return found;
  }

  /** The elements of the result that an element of an operand reaches, by the number of the leaf. */
  async reach(name: string, index: readonly number[]): Promise<{ marks: Marks; sentences: readonly string[] }> {
    const { client, executable, args } = this.#ran;
    this.#signal.throwIfAborted();
    const { result, sentences } = await client.elementReach(executable, name, index, {
      arguments: args,
      signal: this.#signal,
    });
    const marks: Changeable = new Map();
    for (const { tupleIndex, isBox, box, elements } of result.arrays) {
      const leaf = this.#leafAt(tupleIndex);
      const all = isBox ? indicesOf({ box }) : elements;
      for (const one of all) mark(marks, String(leaf), one);
    }
    return { marks, sentences: sentences.slice(-1).map((text) => this.#named(text)) };
  }

  #leafAt(tupleIndex: readonly number[]): number {
    return this.#answer.leaves.findIndex((leaf) => leaf.tupleIndex.join() === tupleIndex.join());
  }

  /** The page calls the last instruction the result. */
  #named(text: string): string {
    const { instructions, root } = this.#answer.graph;
    // Constants of a traced function have no name that its reader knows.
    const isNumber = (name: string): boolean =>
      instructions.some((one) => one.name === name && one.opcode === 'constant');
    return text
      .replaceAll(root, 'result')
      .replaceAll(/ broadcast[\w.-]*\[[^\]]*\], which repeats /g, ' ')
      .replaceAll(/ ([\w.-]+), which is/g, (found, name: string) => (isNumber(name) ? ', which is' : found));
  }

  async #ask(number: number, index: readonly number[]): Promise<Sources> {
    const { client, executable, args } = this.#ran;
    const { graph, leaves } = this.#answer;
    const leaf = leaves[number] as Leaf;
    this.#signal.throwIfAborted();
    const told = await client.explainElement(executable, graph.root, index, {
      arguments: args,
      tupleIndex: leaf.tupleIndex,
      signal: this.#signal,
    });
    const { marks, deciders, isWhole } = this.#marksOf(told);
    const sentences = told.sentences.map((text) => this.#named(text));
    const window = told.parts.find((part) => part.window !== undefined)?.window;
    if (isWhole) return { marks, deciders, sentences, window };
    const reached = (await this.#reach()).get(`${number}:${keyOf(index)}`);
    if (reached === undefined) return { marks, deciders, sentences, window };
    return { marks: reached, deciders, sentences: this.#whole(sentences, reached), window };
  }

  /** The sentences on an element whose origin is several instructions away: they name only what is on the page. */
  #whole([first = '']: readonly string[], marks: Marks): string[] {
    const { program, graph } = this.#answer;
    const parts = program.parameters.flatMap(({ name, shape }) => {
      const keys = [...(marks.get(name) ?? [])];
      if (keys.length === 0) return [];
      if (keys.length > mostNamed && keys.length === shape.elementCount)
        return [`all ${keys.length} elements of ${name}`];
      const more = keys.length - mostNamed;
      const named = keys.slice(0, more === 1 ? keys.length : mostNamed).map((key) => `${name}[${key}]`);
      return more > 1 ? [...named, `${more} more elements of ${name}`] : named;
    });
    const steps = stepsOf(graph, new Set(marks.keys()));
    const made = `It is made of ${listed(parts)}${steps.length === 0 ? '' : `, through ${listed(steps)}`}.`;
    return [first, made];
  }

  /** The marks of an explanation, which is whole if it names only parameters and values of the program. */
  #marksOf({ parts, origin }: ElementExplanation): { marks: Changeable; deciders: Changeable; isWhole: boolean } {
    const marks: Changeable = new Map();
    const deciders: Changeable = new Map();
    let isWhole = origin !== 'computation';
    for (const part of parts) {
      const target = part.decides ? deciders : marks;
      const { instruction, through } = part;
      if (this.#parameters.has(instruction)) {
        for (const one of indicesOf(part)) mark(target, instruction, one);
      } else if (through !== undefined && this.#parameters.has(through.instruction)) {
        mark(target, through.instruction, through.index);
      } else {
        isWhole &&= this.#isMadeHere(instruction);
      }
    }
    return { marks, deciders, isWhole };
  }

  #isMadeHere(name: string): boolean {
    const found = this.#answer.graph.instructions.find((instruction) => instruction.name === name);
    return found === undefined || found.operands.length === 0;
  }

  /** For each element of the result the elements that reach it: of small operands, every element is followed. */
  #reach(): Promise<ReadonlyMap<string, Marks>> {
    this.#reached ??= this.#followAll();
    return this.#reached;
  }

  /** Nothing for large operands. Elements that nothing reaches have no marks. */
  async #followAll(): Promise<ReadonlyMap<string, Marks>> {
    const { parameters } = this.#answer.program;
    const found = new Map<string, Changeable>();
    const total = parameters.reduce((sum, { shape }) => sum + (shape.isArray ? shape.elementCount : 0), 0);
    if (total > mostReached) return found;
    for (const { name, shape } of parameters) {
      for (const index of allIndices(shape.dimensions)) {
        const { marks } = await this.reach(name, index);
        for (const [leaf, keys] of marks) {
          for (const key of keys) {
            const own = found.get(`${leaf}:${key}`) ?? new Map<string, Set<string>>();
            mark(own, name, index);
            found.set(`${leaf}:${key}`, own);
          }
        }
      }
    }
    return found;
  }

  /** Explains every element of a small result; nothing for a large one. */
  async all(most = mostReached): Promise<ReadonlyMap<string, Sources> | undefined> {
    const { leaves } = this.#answer;
    const total = leaves.reduce((sum, { shape }) => sum + shape.elementCount, 0);
    if (total > most) return undefined;
    const found = new Map<string, Sources>();
    for (const [number, { shape }] of leaves.entries()) {
      for (const index of allIndices(shape.dimensions)) {
        found.set(`${number}:${keyOf(index)}`, await this.sources(number, index));
      }
    }
    return found;
  }
}
