/** Links between the elements of a result and those of the operands, as the engine explains them. */

import type { ElementExplanation, ElementPart, ExplainedWindow } from 'hloom';
import { keyOf, upTo } from '../../../../js/elements/model/axis.js';
import { Elements } from '../../../../js/elements/model/values.js';
import type { Leaf, LegalAnswer, Ran } from './answer.js';
import { placeText } from './place-text.js';
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

/** Operations whose elements are elements of their operands. */
const takers = new Set(['gather', 'select', 'dynamic-slice', 'slice', 'transpose', 'reverse', 'concatenate']);

/** The operands that only decide which elements are taken, by opcode. */
const deciding: Readonly<Record<string, (at: number, count: number) => boolean>> = {
  gather: (at) => at === 1,
  select: (at) => at === 0,
  'dynamic-slice': (at) => at > 0,
  'dynamic-update-slice': (at) => at > 1,
  scatter: (at, count) => at === (count - 1) / 2,
};

/** The instructions whose elements reach the result as values, and not only by deciding which others are taken. */
function valuesIn({ instructions, root }: Graph): ReadonlySet<string> {
  const found = new Set([root]);
  for (const { name, opcode, operands } of [...instructions].reverse()) {
    if (!found.has(name)) continue;
    for (const [at, one] of operands.entries()) if (!deciding[opcode]?.(at, operands.length)) found.add(one);
  }
  return found;
}

/** The instructions that the result is made of. */
function neededIn({ instructions, root }: Graph): Set<string> {
  const found = new Set([root]);
  for (const { name, operands } of [...instructions].reverse()) {
    if (found.has(name)) for (const one of operands) found.add(one);
  }
  return found;
}

/** The operations between these parameters and the result, in the order of the program. */
function stepsOf({ instructions }: Graph, parameters: ReadonlySet<string>, before: ReadonlySet<string>): string[] {
  const after = new Set(parameters);
  for (const { name, operands } of instructions) if (operands.some((one) => after.has(one))) after.add(name);
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

/** True if a sentence names an element of an instruction. */
function isNamedIn(name: string, text: string): boolean {
  const at = text.indexOf(name);
  return at >= 0 && !/[\w.-]$/.test(text.slice(0, at)) && !/^(?:[\w-]|\.\w)/.test(text.slice(at + name.length));
}

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
  /** The names of parameters on the page, by those in the program: a keyword, such as pred, has another name there. */
  readonly #parameters: ReadonlyMap<string, string>;
  readonly #known = new Map<string, Promise<Sources>>();
  #reached: Promise<ReadonlyMap<string, Marks>> | undefined;

  constructor(answer: LegalAnswer, ran: Ran, signal: AbortSignal) {
    this.#answer = answer;
    this.#ran = ran;
    this.#signal = signal;
    this.#parameters = new Map(
      answer.graph.instructions.flatMap(({ name, opcode, attributes }) => {
        const shown = answer.program.parameters[Number(attributes['parameter_number'])];
        return opcode === 'parameter' && shown !== undefined ? [[name, shown.name] as const] : [];
      }),
    );
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
    const { result, sentences } = await client.elementReach(executable, this.#nameInProgram(name), index, {
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

  #nameInProgram(shown: string): string {
    return [...this.#parameters].find(([, name]) => name === shown)?.[0] ?? shown;
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
    const renamed = [...this.#parameters].filter(([name, shown]) => name !== shown);
    return renamed
      .reduce((found, [name, shown]) => found.replaceAll(`${name}[`, `${shown}[`), text)
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
    const reached = isWhole ? undefined : (await this.#reach()).get(`${number}:${keyOf(index)}`);
    if (reached === undefined) return { marks, deciders, sentences: this.#visible(sentences, index), window };
    const own = this.#split(reached);
    return { ...own, sentences: this.#whole(sentences, own), window };
  }

  /** Takes apart the elements that are in the result, and those that only decide which ones are. */
  #split(reached: Marks): { marks: Marks; deciders: Marks } {
    const values = valuesIn(this.#answer.graph);
    const those = (isValue: boolean): Marks =>
      new Map([...reached].filter(([name]) => values.has(this.#nameInProgram(name)) === isValue));
    return { marks: those(true), deciders: those(false) };
  }

  /** The sentences on an element whose origin is several instructions away: they name only what is on the page. */
  #whole([first = '']: readonly string[], { marks, deciders }: { marks: Marks; deciders: Marks }): string[] {
    const { graph } = this.#answer;
    const values = valuesIn(graph);
    const needed = neededIn(graph);
    const through = (steps: readonly string[]): string => (steps.length === 0 ? '' : `, through ${listed(steps)}`);
    const steps = stepsOf(
      graph,
      new Set([...marks.keys()].map((name) => this.#nameInProgram(name))),
      deciders.size === 0 ? needed : values,
    );
    const taken = deciders.size === 0 || !steps.every((step) => takers.has(step)) ? undefined : this.#single(marks);
    const made = taken ? `It takes ${taken}.` : `It is made of ${listed(this.#elementsIn(marks))}${through(steps)}.`;
    if (deciders.size === 0) return [first, made];
    const decided = `It is decided by ${this.#single(deciders) ?? listed(this.#elementsIn(deciders))}.`;
    // A constant is not on the page.
    return marks.size === 0 ? [first, decided] : [first, made, decided];
  }

  /** The element that alone is marked, with its value. */
  #single(marks: Marks): string | undefined {
    const [[name, keys] = ['', new Set<string>()], more] = [...marks];
    const parameter = this.#answer.program.parameters.findIndex((one) => one.name === name);
    const literal = this.#ran.args[parameter];
    const [key = ''] = keys;
    if (more !== undefined || keys.size !== 1 || literal === undefined) return undefined;
    const index = key === '' ? [] : key.split(',').map(Number);
    return `${name}[${key}], which is ${new Elements(literal).at(index)}`;
  }

  /** The marked elements in words. */
  #elementsIn(marks: Marks): string[] {
    return this.#answer.program.parameters.flatMap(({ name, shape }) => {
      const keys = [...(marks.get(name) ?? [])];
      if (keys.length === 0) return [];
      if (keys.length > mostNamed && keys.length === shape.elementCount)
        return [`all ${keys.length} elements of ${name}`];
      const more = keys.length - mostNamed;
      const named = keys.slice(0, more === 1 ? keys.length : mostNamed).map((key) => `${name}[${key}]`);
      return more > 1 ? [...named, `${more} more elements of ${name}`] : named;
    });
  }

  /** Replaces sentences on instructions that the page does not show. */
  #visible(sentences: readonly string[], index: readonly number[]): readonly string[] {
    const { graph, program, texts } = this.#answer;
    const [first = '', ...rest] = sentences;
    // The page of a program in HLO text shows its names.
    if (texts['$hlo'] !== undefined) return sentences;
    const hidden = graph.instructions.filter(({ name }) => name !== graph.root && !this.#parameters.has(name));
    if (!hidden.some(({ name }) => rest.some((text) => isNamedIn(name, text)))) return sentences;
    const needed = neededIn(graph);
    const parameters = program.parameters.map(({ name }) => name);
    const used = [...this.#parameters.keys()].filter((name) => needed.has(name));
    if (used.length > 0) {
      const steps = stepsOf(graph, new Set(used), needed);
      const through = steps.length === 0 ? '' : `, through ${listed(steps)}`;
      return [
        first,
        `It is made of elements of ${listed(used.map((name) => this.#parameters.get(name) ?? name))}${through}.`,
      ];
    }
    const shapes = parameters.length === 0 ? [] : [`It uses the shape of ${listed(parameters)}, and no elements.`];
    return [first, placeText(graph, index), ...shapes];
  }

  /** The marks of an explanation, which is whole if it names only parameters and values of the program. */
  #marksOf({ parts, origin }: ElementExplanation): { marks: Changeable; deciders: Changeable; isWhole: boolean } {
    const marks: Changeable = new Map();
    const deciders: Changeable = new Map();
    let isWhole = origin !== 'computation';
    for (const part of parts) {
      const target = part.decides ? deciders : marks;
      const { instruction, through } = part;
      const shown = this.#parameters.get(instruction);
      const before = through && this.#parameters.get(through.instruction);
      if (shown !== undefined) {
        for (const one of indicesOf(part)) mark(target, shown, one);
      } else if (through !== undefined && before !== undefined) {
        mark(target, before, through.index);
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
