/**
 * `<operation-picture>`: the arrays of a program and its result. Pointing at an element marks those that it is made of;
 * playing makes the result element by element, and what it is made of travels there.
 */

import { HloomError } from 'hloom';
import { html, LitElement, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import type { HloomArray, PointDetail } from '../../../js/elements/array.js';
import { keyOf } from '../../../js/elements/model/axis.js';
import { Elements } from '../../../js/elements/model/values.js';
import { RoomController } from '../../../js/elements/room.js';
import { blockView, cellSide, type BlockView, type Tone } from './blocks.js';
import type { LegalAnswer, Ran } from './model/answer.js';
import type { DeviceLinks, DeviceSources } from './model/device-links.js';
import { allIndices, type Links, type Sources } from './model/links.js';
import type { Parameter } from './model/program.js';
import { pairsOf, rolesOf } from './model/roles.js';
import { spreadOf } from './model/window.js';
import { histogram, moduli, numbersOf, stems } from './plots.js';

/** The time for one element while the picture plays, and that of its travel, in milliseconds. */
const [pace, travel] = [620, 360];
/** The most elements that are played one by one. */
const mostPlayed = 64;
/** Families whose elements keep their identity. */
const moving = new Set(['movement', 'indexing', 'sorting']);
/** Families whose colors need the origin of every element. */
const explained = new Set([...moving, 'reduce']);
const movesLess = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

interface Pointed {
  readonly id: string;
  readonly index: readonly number[];
  /** The device whose element it is. */
  readonly device?: number;
}

export class OperationPicture extends LitElement {
  static override properties = {
    answer: { attribute: false },
    ran: { attribute: false },
    links: { attribute: false },
    deviceLinks: { attribute: false },
    onDevices: { state: true },
    family: {},
    failure: {},
    below: { attribute: false },
    pointed: { state: true },
    sources: { state: true },
    reached: { state: true },
    told: { state: true },
    step: { state: true },
    playing: { state: true },
    everything: { state: true },
    threads: { state: true },
    room: { state: true },
  };

  declare answer: LegalAnswer | undefined;
  declare ran: Ran | undefined;
  declare links: Links | undefined;
  /** The links between the elements of several devices. */
  declare deviceLinks: DeviceLinks | undefined;
  declare onDevices: DeviceSources | undefined;
  declare family: string;
  /** Why there are no values. */
  declare failure: string;
  /** The content below an operand. */
  declare below: (parameter: Parameter, device?: number) => TemplateResult | typeof nothing;
  declare pointed: Pointed | undefined;
  declare sources: Sources | undefined;
  declare reached: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  declare told: readonly string[];
  /** The number of elements of the result that are there; `undefined` for all. */
  declare step: number | undefined;
  declare playing: boolean;
  declare everything: ReadonlyMap<string, Sources> | undefined;
  declare threads: readonly string[];
  declare room: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.family = '';
    this.failure = '';
    this.below = () => nothing;
    this.told = [];
    this.playing = false;
    this.threads = [];
    this.room = 0;
    this.addController(new RoomController(this));
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    this.#stop();
    super.disconnectedCallback();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('answer')) return;
    this.#stop();
    this.pointed = undefined;
    this.sources = undefined;
    this.reached = undefined;
    this.onDevices = undefined;
    this.told = [];
    this.step = undefined;
    this.everything = undefined;
    this.threads = [];
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('links') && this.links !== undefined) void this.#explainAll(this.links);
    if (this.family === 'sorting' && (changed.has('everything') || changed.has('room'))) {
      requestAnimationFrame(() => (this.threads = this.#threads()));
    }
  }

  /** Explains all elements of a small result, after the picture is there. */
  async #explainAll(links: Links): Promise<void> {
    if (!explained.has(this.family)) return;
    try {
      const found = await links.all();
      if (links === this.links) this.everything = found;
    } catch {
      // Elements of some programs cannot be explained; they are drawn without their origin.
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { answer, room } = this;
    if (answer === undefined || room === 0) return nothing;
    return html`<div class=${`blocks ${this.family === 'sorting' ? 'vertical' : ''}`} @hloom-point=${this.#pointedAt}>
        ${answer.devices > 1 ? this.#lanes(answer) : this.#single(answer)}
      </div>
      ${
        [...pairsOf(answer).values()].some(({ batch }) => batch.length > 0)
          ? html`<p class="batch-legend">
              <i class="key batch-0" aria-hidden="true">b</i> Each frame holds the elements of one batch index. Only
              elements of the same index meet.
            </p>`
          : nothing
      }
      <p class="sentence" aria-live="polite">${this.#sentence()}</p>
      ${this.#more(answer)} ${this.#player()}`;
  }

  #single(answer: LegalAnswer): TemplateResult {
    const operands = answer.program.parameters.map((parameter, i) => this.#operand(answer, parameter, i, 0));
    const results = this.#results(answer, 0);
    const side = cellSide([...operands, ...results], this.room);
    return html`<div class="operands">
        ${operands.map((view, i) =>
          blockView(view, side, this.room, this.below(answer.program.parameters[i] as Parameter)),
        )}
      </div>
      <div class="outcome">
        <span class="sign" aria-hidden="true"
          >${operands.length === 0 ? '' : this.family === 'sorting' ? '↓' : '→'}</span
        >
        <div class="results">
          ${results.map((view) => blockView(view, side, this.room))}
          ${results.length === 0 ? html`<p class="quiet">The result is <code>${answer.shape.toString()}</code>: it has no elements to draw.</p>` : nothing}
        </div>
      </div>
      ${this.threads.length === 0 ? nothing : html`<svg class="threads" aria-hidden="true">${this.threads.map((d) => svg`<path d=${d}></path>`)}</svg>`}`;
  }

  /** A lane for each device. */
  #lanes(answer: LegalAnswer): TemplateResult {
    const lanes = Array.from({ length: answer.devices }, (_, device) => ({
      operands: answer.program.parameters.map((parameter, i) => this.#operand(answer, parameter, i, device)),
      results: this.#results(answer, device),
    }));
    const side = cellSide([...(lanes[0]?.operands ?? []), ...(lanes[0]?.results ?? [])], this.room - 80);
    return html`<ol class="lanes">
      ${lanes.map(
        ({ operands, results }, device) =>
          html`<li data-device=${device}>
            <strong class="device">device ${device}</strong>
            ${operands.map((view, i) =>
              blockView(view, side, this.room, this.below(answer.program.parameters[i] as Parameter, device)),
            )}
            <span class="sign" aria-hidden="true">→</span>
            ${results.map((view) => blockView(view, side, this.room))}
          </li>`,
      )}
    </ol>`;
  }

  #operand(answer: LegalAnswer, { name, shape, values }: Parameter, number: number, device: number): BlockView {
    const tone = toneOf(number);
    const literal = values[device] ?? values[0];
    // Keys of a sort are all of its operand, which would hide the element that is taken.
    const decides = this.sources?.marks.has(name) === true ? undefined : this.sources?.deciders.get(name);
    const spread = this.#spread?.operand === name ? this.#spread : undefined;
    const sizes = shape.dimensions;
    const count = Math.max(1, shape.isArray ? shape.elementCount : 1);
    const isTinted = moving.has(this.family) && number < 2;
    const roles = rolesOf(answer).get(name) ?? [];
    const pairs = pairsOf(answer).get(name);
    const shade = isTinted
      ? (index: readonly number[]) => positionOf(index, sizes) / count
      : (this.#groupOf(answer, name) ?? contractedShade(pairs?.contracted ?? [], sizes));
    return {
      id: name,
      title: name,
      shape: shape.toString(),
      sizes,
      tone,
      elements: literal === undefined ? undefined : new Elements(literal),
      lit: this.#litOperand(name, device),
      ...(decides && { decides }),
      spread,
      roles,
      batch: pairs?.batch ?? [],
      ...(shade && {
        origin: (index: readonly number[]) => {
          const tint = shade(index);
          return tint === undefined ? undefined : { tint };
        },
      }),
    };
  }

  /** Elements that a reduction makes into one have one shade, which their result has too. */
  #groupOf(answer: LegalAnswer, name: string): ((index: readonly number[]) => number | undefined) | undefined {
    const { everything } = this;
    const [result] = answer.leaves;
    if (this.family !== 'reduce' || everything === undefined || result === undefined) return undefined;
    const found = new Map<string, number>();
    for (const [at, { marks }] of everything) {
      const [leaf = '', key = ''] = at.split(':');
      if (leaf !== '0') continue;
      for (const one of marks.get(name) ?? []) {
        // An element of a running sum is part of several results.
        if (found.has(one)) return undefined;
        found.set(one, this.#shadeOf(result.shape.dimensions, key === '' ? [] : key.split(',').map(Number)));
      }
    }
    return (index) => found.get(keyOf(index));
  }

  #shadeOf(sizes: readonly number[], index: readonly number[]): number {
    return (
      positionOf(index, sizes) /
      Math.max(
        1,
        sizes.reduce((product, size) => product * size, 1),
      )
    );
  }

  get #spread(): ReturnType<typeof spreadOf> {
    return this.answer === undefined || this.answer.devices > 1 ? undefined : spreadOf(this.answer);
  }

  /** True for the array that has the pointed element. */
  #isPointed(id: string, device: number): boolean {
    return this.pointed?.id === id && (this.pointed.device ?? 0) === device;
  }

  #litOperand(name: string, device: number): ReadonlySet<string> {
    const keys = new Set(this.sources?.marks.get(name));
    for (const key of this.#litOnDevice(name, device)) keys.add(key);
    if (this.pointed !== undefined && this.#isPointed(name, device)) keys.add(keyOf(this.pointed.index));
    const spread = this.#spread;
    // The window covers padding and holes too.
    if (spread?.operand === name && this.sources !== undefined && this.pointed?.id.startsWith('result') === true) {
      for (const cell of spread.cellsFor(this.pointed.index)) keys.add(spread.keyAt(cell));
    }
    return keys;
  }

  #litOnDevice(id: string, device: number): ReadonlySet<string> {
    const { onDevices } = this;
    return onDevices?.marks.get(id)?.get(device) ?? new Set<string>();
  }

  #results(answer: LegalAnswer, device: number): BlockView[] {
    const values = this.ran?.values[device];
    const order = this.#order;
    const places = new Map(order.map(({ id, index }, place) => [`${id}:${keyOf(index)}`, place]));
    return answer.leaves.map(({ shape, tupleIndex }, leaf) => {
      const id = `result${leaf}`;
      const keys = new Set(this.reached?.get(String(leaf)));
      for (const key of this.#litOnDevice(id, device)) keys.add(key);
      if (this.pointed !== undefined && this.#isPointed(id, device)) keys.add(keyOf(this.pointed.index));
      const { step } = this;
      return {
        id,
        title: tupleIndex.length === 0 ? 'result' : `result ${tupleIndex.join('.')}`,
        shape: shape.toString(),
        sizes: shape.dimensions,
        tone: 'result',
        elements: values?.[leaf],
        lit: keys,
        hidden: (index) => step !== undefined && (places.get(`${id}:${keyOf(index)}`) ?? Infinity) >= step,
        origin: (index) => this.#originOf(answer, leaf, index),
        roles: rolesOf(answer).get(id) ?? [],
        batch: pairsOf(answer).get(id)?.batch ?? [],
      };
    });
  }

  /** The place that an element of the result has come from, as its color. */
  #originOf(
    answer: LegalAnswer,
    leaf: number,
    index: readonly number[],
  ): { side?: 'lhs' | 'rhs'; tint?: number } | undefined {
    const marks = this.everything?.get(`${leaf}:${keyOf(index)}`)?.marks;
    if (this.family === 'reduce') {
      const [first] = answer.program.parameters;
      const { dimensions } = answer.leaves[leaf]?.shape ?? {};
      if (leaf > 0 || first === undefined || dimensions === undefined) return undefined;
      if (this.#groupOf(answer, first.name) === undefined) return undefined;
      return { side: 'lhs', tint: this.#shadeOf(dimensions, index) };
    }
    const [found, more] = [...(marks ?? [])];
    if (found === undefined || more !== undefined || found[1].size !== 1) return undefined;
    const number = answer.program.parameters.findIndex(({ name }) => name === found[0]);
    const sizes = answer.program.parameters[number]?.shape.dimensions ?? [];
    const [key = ''] = found[1];
    const source = key === '' ? [] : key.split(',').map(Number);
    const tone = toneOf(number);
    if (tone !== 'lhs' && tone !== 'rhs') return undefined;
    return {
      side: tone,
      tint:
        positionOf(source, sizes) /
        Math.max(
          1,
          sizes.reduce((a, b) => a * b, 1),
        ),
    };
  }

  /** The elements of the result, in the order in which they are played. */
  get #order(): readonly Pointed[] {
    const leaves = this.answer?.leaves ?? [];
    const total = leaves.reduce((sum, { shape }) => sum + shape.elementCount, 0);
    if (total > mostPlayed || leaves.some(({ shape }) => shape.rank > 5)) return [];
    return leaves.flatMap(({ shape }, leaf) =>
      allIndices(shape.dimensions).map((index) => ({ id: `result${leaf}`, index })),
    );
  }

  #sentence(): TemplateResult | string {
    if (this.failure !== '') {
      // The programs of these have partners that a page does not have.
      return html`<span class=${this.family === 'host' ? 'hint' : 'bad'}>${this.failure}</span>`;
    }
    if (this.told.length > 0) return html`${this.told.map((text) => html`<span>${text}</span> `)}`;
    const touches = matchMedia('(pointer: coarse)').matches;
    if (this.ran === undefined) return html`<span class="hint"></span>`;
    return html`<span class="hint"
      >${this.#legend()}${touches ? 'Tap' : 'Point at'} a number to see where it comes from.</span
    >`;
  }

  /** The meaning of the colors. */
  #legend(): string {
    const { answer } = this;
    if (answer === undefined) return '';
    const roles = [...rolesOf(answer).values()].flat();
    if (roles.includes('contracted')) return 'Elements of one shade meet, and their products are summed. ';
    const [first] = answer.program.parameters;
    const isGrouped = first !== undefined && this.#groupOf(answer, first.name) !== undefined;
    return isGrouped ? 'Elements of one shade become one. ' : '';
  }

  /** Keys move from cell to cell, also over padding and holes. */
  #elementAt(id: string, { index, key, byKeyboard }: PointDetail): Pick<PointDetail, 'index' | 'key'> {
    const spread = this.#spread;
    if (!byKeyboard || index === undefined || spread?.operand !== id) return { index, key };
    const found = spread.at(index);
    return { index: typeof found === 'string' ? index : found, key: spread.keyAt(index) };
  }

  readonly #pointedAt = (event: CustomEvent<PointDetail>): void => {
    const target = event.target as HTMLElement;
    const id = target.dataset['id'] ?? '';
    const device = Number(target.closest('li')?.dataset['device'] ?? 0);
    const { index, key } = this.#elementAt(id, event.detail);
    if (this.playing) this.#stop();
    if (key !== undefined && /^(padding|hole)/.test(key)) {
      this.#show(undefined);
      this.told = [
        key.startsWith('padding')
          ? 'Padding: the window meets no element here.'
          : 'A hole between elements, from base dilation.',
      ];
      return;
    }
    this.#show(index === undefined ? undefined : { id, index, device });
  };

  /** Marks an element, and those that it is made of, or that it reaches. */
  #show(pointed: Pointed | undefined): void {
    this.pointed = pointed;
    if (pointed === undefined) {
      this.sources = undefined;
      this.reached = undefined;
      this.onDevices = undefined;
      this.told = [];
      return;
    }
    void this.#explain(pointed);
  }

  async #explain(pointed: Pointed): Promise<void> {
    const { links, deviceLinks } = this;
    if (links === undefined) return;
    try {
      if (deviceLinks !== undefined) {
        const found = await deviceLinks.of({ device: 0, ...pointed });
        if (this.pointed !== pointed) return;
        this.onDevices = found;
        this.told = found === undefined ? [] : [found.sentence];
        return;
      }
      const isResult = /^result\d+$/.test(pointed.id);
      const sources = isResult
        ? await links.sources(Number(pointed.id.slice('result'.length)), pointed.index)
        : undefined;
      const reached = isResult ? undefined : await this.#reachOf(links, pointed);
      if (this.pointed !== pointed) return;
      this.sources = sources;
      this.reached = reached?.marks;
      this.told = sources?.sentences ?? reached?.sentences ?? [];
    } catch (thrown) {
      if (!(thrown instanceof HloomError) && !links.isOver) throw thrown;
    }
  }

  /** Elements that keep their identity reach where they go, and not what their value decides. */
  async #reachOf(
    links: Links,
    { id, index }: Pointed,
  ): Promise<{ marks: ReadonlyMap<string, ReadonlySet<string>>; sentences: readonly string[] }> {
    const { everything } = this;
    if (everything === undefined) return links.reach(id, index);
    const marks = new Map<string, Set<string>>();
    let isDeciding = true;
    for (const [at, { marks: from }] of everything) {
      if (from.get(id)?.has(keyOf(index)) !== true) continue;
      isDeciding = false;
      const [leaf = '', key = ''] = at.split(':');
      marks.set(leaf, (marks.get(leaf) ?? new Set()).add(key));
    }
    const reached = await links.reach(id, index);
    if (isDeciding) return reached;
    const places = [...marks].flatMap(([leaf, keys]) =>
      [...keys].map((key) => `result${marks.size > 1 ? `{${leaf}}` : ''}[${key}]`),
    );
    return { marks, sentences: [`${id}[${keyOf(index)}] travels to ${listed(places)}.`] };
  }

  #player(): TemplateResult | typeof nothing {
    const count = this.#order.length;
    if (count < 2 || this.ran === undefined || (this.answer?.devices ?? 1) > 1)
      return html`<div class="unplayed"></div>`;
    const step = this.step ?? count;
    return html`<div class="player">
      <button
        type="button"
        class="play"
        aria-label=${this.playing ? 'Stop' : 'Play'}
        @click=${() => (this.playing ? this.#stop() : this.#play())}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          ${this.playing ? svg`<path d="M3 2h4v12H3zM9 2h4v12H9z"></path>` : svg`<path d="M4 2l10 6-10 6z"></path>`}
        </svg>
      </button>
      <label
        ><span class="unseen">Elements of the result</span>
        <input
          type="range"
          min="0"
          max=${count}
          .value=${String(step)}
          aria-valuetext=${`${step} of ${count} elements`}
          @input=${(event: InputEvent) => this.#goTo(Number((event.currentTarget as HTMLInputElement).value))}
      /></label>
      <span class="quiet">${this.step === undefined ? `${count} elements` : `element ${step} of ${count}`}</span>
    </div>`;
  }

  #goTo(step: number): void {
    this.#stop();
    this.#setStep(step);
  }

  #setStep(step: number): void {
    const order = this.#order;
    this.step = step >= order.length ? undefined : step;
    this.#show(step > 0 ? order[step - 1] : undefined);
  }

  #play(): void {
    const count = this.#order.length;
    this.playing = true;
    let at = this.step ?? 0;
    if (at >= count) at = 0;
    this.#setStep(at);
    const next = async (): Promise<void> => {
      if (!this.playing) return;
      const target = this.#order[at];
      if (target === undefined) {
        this.#stop();
        this.#show(undefined);
        return;
      }
      await this.#travel(target);
      if (!this.playing) return;
      this.#setStep(++at);
      this.#timer = setTimeout(() => void next(), pace);
    };
    this.#timer = setTimeout(() => void next(), pace / 2);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  #cell(id: string, key: string): HTMLElement | undefined {
    const array = this.querySelector<HloomArray>(`hloom-array[data-id="${id}"]`);
    return array?.shadowRoot?.querySelector<HTMLElement>(`.cell[data-key="${key}"]`) ?? undefined;
  }

  /** Copies of the cells that make an element travel to its place. */
  async #travel({ id, index }: Pointed): Promise<void> {
    const { links } = this;
    if (links === undefined || movesLess()) return;
    const target = this.#cell(id, keyOf(index));
    let sources: Sources;
    try {
      sources = await links.sources(Number(id.slice('result'.length)), index);
    } catch {
      return;
    }
    if (target === undefined || !this.playing) return;
    const to = target.getBoundingClientRect();
    const flights = [...sources.marks].flatMap(([name, keys]) =>
      [...keys].slice(0, 24).flatMap((key) => {
        const cell = this.#cell(name, key);
        return cell === undefined ? [] : [fly(this, cell, to)];
      }),
    );
    await Promise.all(flights);
  }

  /** Lines from the places of elements to those that they get. */
  #threads(): string[] {
    const [answer, everything] = [this.answer, this.everything];
    const frame = this.querySelector('.blocks')?.getBoundingClientRect();
    if (answer === undefined || everything === undefined || frame === undefined) return [];
    if (answer.leaves.some(({ shape }) => shape.rank !== 1)) return [];
    // Arrays that are sorted together have a result each. The indices of top-k come from the same places as its values.
    const results = new Map<string, string>();
    return [...everything].flatMap(([at, { marks }]) => {
      const [leaf = '', key = ''] = at.split(':');
      return [...marks].flatMap(([name, keys]) => {
        const result = results.get(name) ?? leaf;
        results.set(name, result);
        if (result !== leaf) return [];
        const [source] = keys;
        const [from, to] = [this.#cell(name, source ?? ''), this.#cell(`result${leaf}`, key)].map((cell) =>
          cell?.getBoundingClientRect(),
        );
        if (from === undefined || to === undefined || keys.size !== 1) return [];
        const [x1, y1] = [from.left + from.width / 2 - frame.left, from.bottom - frame.top];
        // The indices of the result stand above its cells.
        const [x2, y2] = [to.left + to.width / 2 - frame.left, to.top - frame.top - 22];
        return [`M${x1} ${y1}C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2}`];
      });
    });
  }

  /** The parts that a family shows besides its arrays. */
  #more(answer: LegalAnswer): TemplateResult | typeof nothing {
    const { ran } = this;
    if (ran === undefined) return nothing;
    if (ran.loop !== undefined) return loopView(ran.loop);
    const [first] = ran.values[0] ?? [];
    if (this.family === 'spectral' && first !== undefined) {
      const input = ran.args[0];
      const ofElements = (elements: Elements): number[] =>
        plotted(elements.literal.shape.type, elements.literal.toArray());
      return html`<div class="plots">
        ${input === undefined ? nothing : stems(ofElements(new Elements(input)), 'lhs', `${answer.program.parameters[0]?.name ?? ''}${input.shape.type.startsWith('C') ? ', moduli' : ''}`, this.pointed?.id === answer.program.parameters[0]?.name ? this.pointed?.index.at(-1) : undefined)}
        ${stems(ofElements(first), 'result', `result${first.literal.shape.type.startsWith('C') ? ', moduli' : ''}`, this.pointed?.id === 'result0' ? this.pointed.index.at(-1) : undefined)}
      </div>`;
    }
    const drawn = [...(ran.values[0] ?? [])].sort((a, b) => b.shape.elementCount - a.shape.elementCount)[0];
    if (this.family === 'random' && drawn !== undefined && drawn.shape.elementCount >= 16) {
      return html`<div class="plots">
        ${histogram(plotted(drawn.shape.type, drawn.literal.toArray()), 'How often each value is drawn')}
      </div>`;
    }
    return nothing;
  }
}

const plotted = (type: string, nested: unknown): number[] =>
  type.startsWith('C') ? moduli(numbersOf(nested)) : numbersOf(nested);

function loopView({ states, rounds }: NonNullable<Ran['loop']>): TemplateResult {
  const more = rounds + 1 - states.length;
  return html`<div class="loop">
    <p>
      ${rounds === 0 ? 'The condition is false at once: the body never runs.' : `The body runs ${rounds} ${rounds === 1 ? 'time' : 'times'}.`}
      ${states.length === 0 ? '' : 'The state:'}
    </p>
    <ol tabindex="0" aria-label="The state in each round">
      ${states.map(
        (state, i) => html`<li><small>${i === 0 ? 'before' : `round ${i - 1}`}</small><code>${state}</code></li>`,
      )}
      ${more > 0 && states.length > 0 ? html`<li><small>and ${more} more</small></li>` : nothing}
    </ol>
  </div>`;
}

/** A copy of a cell travels to a place, and is removed there. */
async function fly(host: HTMLElement, cell: HTMLElement, to: DOMRect): Promise<void> {
  const from = cell.getBoundingClientRect();
  const style = getComputedStyle(cell);
  const copy = document.createElement('span');
  copy.className = 'flying';
  copy.textContent = cell.textContent.trim();
  copy.setAttribute('aria-hidden', 'true');
  Object.assign(copy.style, {
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    font: style.font,
    borderColor: style.borderColor,
    background: style.backgroundColor,
  });
  host.append(copy);
  const move = `translate(${to.left - from.left}px, ${to.top - from.top}px)`;
  await copy.animate([{ transform: 'none' }, { transform: move }], { duration: travel, easing: 'ease-in-out' })
    .finished;
  copy.remove();
}

export const toneOf = (number: number): Tone => (['lhs', 'rhs'] as const)[number] ?? '';

/** In a product, elements with the same shade meet: those at the same place along the contracted dimensions. */
function contractedShade(
  contracted: readonly number[],
  sizes: readonly number[],
): ((index: readonly number[]) => number) | undefined {
  if (contracted.length === 0) return undefined;
  const own = contracted.map((d) => sizes[d] ?? 1);
  const count = own.reduce((product, size) => product * size, 1);
  return (index) =>
    positionOf(
      contracted.map((d) => index[d] ?? 0),
      own,
    ) / Math.max(1, count);
}

const positionOf = (index: readonly number[], sizes: readonly number[]): number =>
  sizes.reduce((position, size, d) => position * size + (index[d] ?? 0), 0);

function listed(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join('');
  return `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

customElements.define('operation-picture', OperationPicture);

declare global {
  interface HTMLElementTagNameMap {
    'operation-picture': OperationPicture;
  }
}
