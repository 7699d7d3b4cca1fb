/** `<operation-view>`: the page of one operation. */

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { HloomError } from 'hloom';
import { sentence } from '../../../js/elements/model/question.js';
import { siteAddress } from '../site/address.js';
import '../site/code-panel.js';
import { errorView } from '../site/error-view.js';
import { ruleLink } from '../site/rule-link.js';
import { blockView, cellSide } from './blocks.js';
import type { Example } from './examples/examples.js';
import { familyAddress, galleryAddress, operationAddress } from './links.js';
import { answerOf, run, type Answer, type IllegalAnswer, type LegalAnswer, type Ran } from './model/answer.js';
import { isTraced, type OperationDetail, type OperationRow } from './model/catalogue.js';
import { snippetsOf, type Writers } from './model/code.js';
import { DeviceLinks } from './model/device-links.js';
import { familyOf, pictureOf, startHere } from './model/families.js';
import { fixesOf } from './model/fixes.js';
import { Links } from './model/links.js';
import { fieldsOf, type Field, type Parameter, type Texts } from './model/program.js';
import type { Made } from './tracing.js';
import './operation-picture.js';
import { toneOf } from './operation-picture.js';
import { Elements } from '../../../js/elements/model/values.js';

/** The time after the last key before a program runs, in milliseconds. */
const patience = 120;
/** Fields that may have several lines. */
const long = new Set(['hlo', 'program', 'computation']);

const hostText =
  'Its values come from the host or another program, or go there. A page has neither, so only the shapes are drawn.';

/** The content of the picture: the last answer that has run. */
interface Drawn {
  readonly answer: LegalAnswer;
  readonly ran: Ran | undefined;
  readonly links: Links | undefined;
  /** The links between several devices. */
  readonly deviceLinks?: DeviceLinks;
  /** Why it has no values. */
  readonly failure: string;
}

export class OperationView extends LitElement {
  static override properties = {
    row: { attribute: false },
    detail: { attribute: false },
    examples: { attribute: false },
    texts: { attribute: false },
    ready: { type: Boolean },
    trouble: { attribute: false },
    answer: { state: true },
    drawn: { state: true },
    made: { state: true },
    writers: { state: true },
  };

  declare row: OperationRow;
  declare detail: OperationDetail;
  declare examples: readonly Example[];
  /** The question: the texts of all fields. */
  declare texts: Texts;
  /** True once the engine can build programs. */
  declare ready: boolean;
  /** Why the engine cannot start. */
  declare trouble: unknown;
  declare answer: Answer | undefined;
  declare drawn: Drawn | undefined;
  /** The operations and rules of a traced call: the last one that was legal. */
  declare made: Made | undefined;
  /** Writes C++; loaded when that tab is chosen. */
  declare writers: Writers;
  /** The last legal texts, to which a fix may go back. */
  #legal: Texts | undefined;
  #running = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.ready = false;
    this.writers = {};
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    this.#end();
    this.#draw(undefined);
    super.disconnectedCallback();
  }

  readonly #chooseNotation = async ({ detail }: CustomEvent<string>): Promise<void> => {
    if (detail === 'cpp') this.writers = { ...this.writers, cpp: (await import('./model/cpp.js')).cpp };
    if (detail === 'jax') this.writers = { ...this.writers, jax: (await import('./model/jax-code.js')).jax };
  };

  #end(): void {
    clearTimeout(this.#timer);
    this.#running.abort();
  }

  /** Replaces the picture, and frees the program of the one before. */
  #draw(drawn: Drawn | undefined): void {
    if (this.drawn?.ran !== drawn?.ran) this.drawn?.ran?.executable.dispose();
    this.drawn = drawn;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.ready || !(changed.has('texts') || changed.has('ready') || changed.has('detail'))) return;
    this.#end();
    const isOther = changed.has('detail');
    if (isOther) {
      this.#legal = undefined;
      this.#kept.clear();
      this.answer = undefined;
      this.made = undefined;
      this.#draw(undefined);
    }
    if (isTraced(this.detail.id)) void this.#trace(this.texts);
    else this.#take(answerOf(this.detail, this.texts));
  }

  /** Loads what the call needs; the answer before stays until the next one is there. */
  async #trace(texts: Texts): Promise<void> {
    try {
      const { madeBy, tracedAnswer } = await import('./tracing.js');
      const answer = await tracedAnswer(texts);
      // A page that opens with a refused call lists the operations of its example.
      const legal =
        answer.ok || this.made !== undefined ? answer : await tracedAnswer(this.examples[0]?.texts ?? texts);
      const made = legal.ok ? await madeBy(legal) : this.made;
      if (texts !== this.texts || !this.isConnected) return;
      this.made = made;
      this.#take(answer);
    } catch {
      const text = 'A script of this page did not load. Check the network, and reload the page.';
      const mistake = { field: '$program', text };
      if (texts === this.texts) this.#take({ ok: false, texts, error: undefined, mistake, parameters: [] });
    }
  }

  #take(answer: Answer): void {
    this.answer = answer;
    if (!answer.ok) return;
    this.#legal = answer.texts;
    if (this.detail.asksHost) {
      this.#draw({ answer, ran: undefined, links: undefined, failure: hostText });
      return;
    }
    const running = new AbortController();
    this.#running = running;
    if (this.drawn === undefined) void this.#run(answer, running.signal);
    else this.#timer = setTimeout(() => void this.#run(answer, running.signal), patience);
  }

  /** The picture before stays until the values of the next one are there. */
  async #run(answer: LegalAnswer, signal: AbortSignal): Promise<void> {
    try {
      const ran = await run(answer, signal);
      if (signal.aborted) ran.executable.dispose();
      else {
        const links = new Links(answer, ran, signal);
        const several = answer.devices > 1 ? { deviceLinks: new DeviceLinks(answer, ran, signal) } : {};
        this.#draw({ answer, ran, links, ...several, failure: '' });
      }
    } catch (thrown) {
      if (signal.aborted) return;
      if (!(thrown instanceof HloomError)) throw thrown;
      const failure = `${sentence(thrown.headline)}${thrown.help === '' ? '' : ` ${sentence(thrown.help)}`}`;
      this.#draw({ answer, ran: undefined, links: undefined, failure });
    }
  }

  protected override render(): TemplateResult {
    const { row, answer, drawn } = this;
    const family = familyOf(row.family);
    // The parts under the picture appear with it, so that nothing moves.
    const isShown = answer !== undefined && (drawn !== undefined || !answer.ok);
    return html`<div class="lede">
        <nav class="crumbs" aria-label="Place">
          <a href=${galleryAddress}>Operations</a> › <a href=${familyAddress(row.family)}>${family?.title}</a>
        </nav>
        <h1>${row.id}${row.cpp === '' ? nothing : html` <small>${row.cpp}</small>`}</h1>
        <p>${withCode(row.brief)}</p>
      </div>
      <div class="card" id="card">
        ${this.#bar()}
        <div class="picture">${this.#picture()}</div>
      </div>
      ${isShown ? html`${this.#chips()} ${this.#start()} ${this.#below(answer)} ${this.#more()}` : nothing}`;
  }

  #more(): TemplateResult {
    const { detail, row } = this;
    const { jax: twin = '' } = detail;
    return html`<p class="more">
      ${isTraced(row.id) ? html`<code>${detail.signatures[0]}</code><br />` : nothing}
      ${detail.doc === row.brief ? nothing : html`${withCode(detail.doc)} `}
      ${
        twin === ''
          ? nothing
          : html`In JAX <a href=${jaxPage(twin)}><code>${twin}</code></a
              >. `
      }<a href=${siteAddress(`docs/${detail.docs}.html`)}>Reference</a>
      ${row.family === 'collectives' ? html` · <a href=${siteAddress('replicas/')}>Replica lab</a>` : nothing}
    </p>`;
  }

  /** The call, with its arguments to edit in place. */
  #bar(): TemplateResult {
    const { detail, texts, answer } = this;
    const fields = fieldsOf(detail, texts);
    const shown = fields.filter(({ required, text }) => required || text !== '');
    const others = fields.filter((field) => !shown.includes(field));
    this.#keepArrays(fields);
    const arrays = shown.filter(({ name }) => this.#kept.has(name)).map(({ name }) => name);
    const result = answer?.ok === true ? answer.shape.toString() : 'no result';
    return html`<div class="bar">
      <div class="call">
        ${isTraced(detail.id) ? nothing : html`<code class="name">${detail.id}</code>`}
        ${shown.map((field) => this.#field(field, arrays.indexOf(field.name)))}
        <span class="becomes"
          ><span aria-hidden="true">→</span>
          <code class=${answer?.ok === false ? 'none' : 'shape'}>${answer === undefined ? '' : result}</code></span
        >
        ${
          others.length === 0
            ? nothing
            : html`<details class="options">
                <summary>Options</summary>
                <div class="call">${others.map((field) => this.#field(field, -1))}</div>
              </details>`
        }
      </div>
    </div>`;
  }

  #field(field: Field, array: number): TemplateResult {
    const { name, doc, form, text, fallback } = field;
    const label = name === '$program' && isTraced(this.detail.id) ? 'call' : field.label;
    const { answer } = this;
    const isWrong = answer?.ok === false && answer.mistake?.field === name;
    const tone = array < 0 ? '' : toneOf(array);
    const set = (value: string): void => this.#ask({ [name]: value });
    const common = { label: `${label}${doc === '' ? '' : `: ${doc}`}` };
    if (form.type === 'choice' || form.type === 'boolean') {
      const choices = form.choices ?? ['true', 'false'];
      return html`<label class="field" title=${doc}
        ><span>${label}</span>
        <select name=${name} @change=${(event: Event) => set((event.target as HTMLSelectElement).value)}>
          ${text === '' ? html`<option value="" selected>${fallback}</option>` : nothing}
          ${choices.map((choice) => html`<option value=${choice} .selected=${choice === text}>${choice}</option>`)}
        </select></label
      >`;
    }
    const typed = (event: Event): void => set((event.currentTarget as HTMLInputElement | HTMLTextAreaElement).value);
    const invalid = isWrong ? 'true' : nothing;
    if (long.has(form.type) && form.type === 'hlo') {
      return html`<label class="field wide" title=${doc}
        ><span>HLO text</span>
        <textarea
          name=${name}
          rows=${Math.min(14, text.split('\n').length)}
          spellcheck="false"
          aria-invalid=${invalid}
          .value=${text}
          @input=${typed}
        ></textarea>
      </label>`;
    }
    const isArray = array >= 0;
    const shown = isArray ? shapesIn(text) : text;
    const size = Math.max(3, shown.length || fallback.length);
    return html`<label class=${`field ${tone} ${isArray ? 'shape' : ''}`} title=${common.label}
      ><span>${label}</span>
      <input
        name=${name}
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
        placeholder=${fallback}
        aria-invalid=${invalid}
        style=${`width:calc(${size}ch + 0.875rem)`}
        .value=${shown}
        @input=${(event: Event) => (isArray ? this.#reshape(name, (event.currentTarget as HTMLInputElement).value) : typed(event))}
    /></label>`;
  }

  /** The arrays of each field as they were last understood: a shape that is being typed keeps its elements. */
  readonly #kept = new Map<string, readonly { readonly shape: string; readonly values: string }[]>();

  /** Another shape: the elements stay if they are as many, and are counted otherwise. */
  #reshape(name: string, shapes: string): void {
    const kept = this.#kept.get(name) ?? [];
    const next = shapes.split(';').map((text, i) => {
      const [, shape] = arrayPattern.exec(text) ?? [];
      if (shape === undefined) return text;
      const before = kept[i];
      const isSame = before !== undefined && countIn(shape) === countIn(before.shape);
      return `${shape} ${isSame ? before.values : 'count'}`;
    });
    this.#ask({ [name]: next.join(';') });
  }

  #keepArrays(fields: readonly Field[]): void {
    for (const { name, text, isArray } of fields) {
      const parts = text.split(';').map((part) => arrayPattern.exec(part));
      if (!isArray || parts.includes(null)) continue;
      const before = this.#kept.get(name) ?? [];
      const next = parts.map((found, i) => {
        const [, shape = '', values = ''] = found ?? [];
        // Elements that are counted for now come back with their shape.
        return values === 'count' ? (before[i] ?? { shape, values }) : { shape, values };
      });
      this.#kept.set(name, next);
    }
  }

  /** The arrays of a field's text, and the place, the shape and the elements on each device of one of them. */
  #elementsOf({ field, name }: Parameter): { parts: string[]; at: number; shape: string; all: string[] } {
    const parts = (this.texts[field] ?? '').split(';');
    const at = parts.length > 1 ? Number(/\d+$/.exec(name)?.[0] ?? 0) : 0;
    const [, shape = '', values = ''] = arrayPattern.exec(parts[at] ?? '') ?? [];
    return { parts, at, shape, all: values.split('|').map((one) => one.trim()) };
  }

  /** The elements of an operand on one device, under its array. */
  readonly #values = (parameter: Parameter, device = 0): TemplateResult | typeof nothing => {
    const { field, name } = parameter;
    const { all } = this.#elementsOf(parameter);
    // Elements that are the same everywhere are edited once.
    if (device >= all.length) return nothing;
    const place = device === 0 ? '' : ` ${device}`;
    return html`<label class="values"
      ><span class="unseen">Elements of ${name}${all.length > 1 ? ` on device ${device}` : ''}</span>
      <input
        name=${`${name} elements${place}`}
        spellcheck="false"
        autocomplete="off"
        title="The elements in row-major order, or count, or random 7"
        .value=${all[device]}
        @input=${(event: InputEvent) => {
          const typed = (event.currentTarget as HTMLInputElement).value;
          // The picture may be older than the texts.
          const now = this.#elementsOf(parameter);
          const changed = `${now.shape} ${now.all.map((one, i) => (i === device ? typed : one)).join(' | ')}`;
          this.#ask({ [field]: now.parts.map((part, i) => (i === now.at ? changed : part.trim())).join('; ') });
        }}
    /></label>`;
  };

  #picture(): TemplateResult {
    const { answer, drawn } = this;
    // A text that is being typed leaves the picture alone.
    const isTyped = answer?.ok === false && answer.mistake !== undefined && drawn !== undefined;
    if (answer?.ok === false && !isTyped) return this.#refusal(answer);
    if (drawn === undefined) {
      return this.trouble === undefined
        ? html`<p class="quiet waiting">Loading the engine …</p>`
        : errorView(this.trouble);
    }
    return html`<operation-picture
        class=${isTyped ? 'old' : ''}
        .answer=${drawn.answer}
        .ran=${drawn.ran}
        .links=${drawn.links}
        .deviceLinks=${drawn.deviceLinks}
        .family=${pictureOf(this.row.family)}
        .failure=${drawn.failure}
        .below=${this.#values}
      ></operation-picture>
      ${isTyped ? this.#verdict(answer) : nothing}`;
  }

  #refusal(answer: IllegalAnswer): TemplateResult {
    const { error, parameters } = answer;
    const named = new Set(error?.operands ?? []);
    const views = parameters.map(({ name, shape, values: [literal] }, i) => ({
      id: name,
      title: name,
      shape: shape.toString(),
      sizes: shape.dimensions,
      tone: toneOf(i),
      elements: literal === undefined ? undefined : new Elements(literal),
      lit: new Set<string>(),
      isAmiss: named.has(shape.toString()),
    }));
    const room = Math.max(240, this.clientWidth - 40);
    const side = cellSide(views, room);
    return html`<div class="blocks">
        <div class="operands">
          ${views.map((view, i) => blockView(view, side, room, this.#values(parameters[i] as Parameter)))}
        </div>
        <span class="sign" aria-hidden="true">→</span>
        <p class="nothing">No result</p>
      </div>
      ${this.#verdict(answer)}`;
  }

  /** The mistake, its rule, and what makes it legal. */
  #verdict({ error, mistake }: IllegalAnswer): TemplateResult {
    const fixes = isTraced(this.detail.id)
      ? []
      : fixesOf(this.detail, this.texts, [this.#legal, this.examples[0]?.texts]);
    return html`<div class="verdict bad" role="status">
      ${
        error === undefined
          ? html`<p class="headline">${sentence(mistake?.text ?? '')}</p>`
          : html`<p>
                <span class="headline">${sentence(error.headline)}</span>
                <a href="#rules" class="rule" @click=${this.#toRule}>${error.rule}</a>
              </p>
              ${error.details.map((line) => html`<p>${line}</p>`)}
              ${error.help === '' ? nothing : html`<p class="help">${sentence(error.help)}</p>`}`
      }
      ${
        fixes.length === 0
          ? nothing
          : html`<div class="fixes" role="group" aria-label="Fixes">
              ${fixes.map(
                ({ label, texts }) => html`<button type="button" @click=${() => this.#ask(texts)}>${label}</button>`,
              )}
            </div>`
      }
    </div>`;
  }

  readonly #toRule = (event: Event): void => {
    event.preventDefault();
    this.querySelector('.rules .broken')?.scrollIntoView({ block: 'center' });
  };

  #ask(changed: Texts): void {
    this.dispatchEvent(new CustomEvent<Texts>('operation-texts', { detail: { ...this.texts, ...changed } }));
  }

  /** The examples of the operation; those that are illegal are dashed. */
  #chips(): TemplateResult | typeof nothing {
    if (this.examples.length < 2 || !this.ready) return nothing;
    const here = JSON.stringify(this.texts);
    return html`<nav class="chips" aria-label="Try">
      <span aria-hidden="true">Try:</span>
      ${this.examples.map(({ title, texts }, i) => {
        const isLegal = this.#isLegal(texts);
        return html`<button
          type="button"
          class=${isLegal ? '' : 'illegal'}
          aria-pressed=${JSON.stringify(texts) === here}
          @click=${() => this.dispatchEvent(new CustomEvent<number>('operation-example', { detail: i }))}
        >
          ${title ?? 'as given'}
        </button>`;
      })}
    </nav>`;
  }

  /** The next operation for those who begin. */
  #start(): TemplateResult | typeof nothing {
    const at = startHere.indexOf(this.row.id);
    const next = startHere[at + 1];
    if (at < 0 || next === undefined) return nothing;
    return html`<p class="start-next">
      <span class="quiet">Start here, ${at + 1} of ${startHere.length}.</span> Next:
      <a href=${operationAddress(next)}>${next}</a>
    </p>`;
  }

  readonly #known = new Map<Texts, boolean>();

  #isLegal(texts: Texts): boolean {
    const known = this.#known.get(texts);
    if (known !== undefined) return known;
    const { ok } = answerOf(this.detail, texts);
    this.#known.set(texts, ok);
    return ok;
  }

  #below(answer: Answer): TemplateResult {
    const { detail } = this;
    const broken = answer.ok ? undefined : answer.error?.rule;
    const known = (this.made ?? detail).rules.filter(({ text }) => text !== undefined);
    // The broken one comes first: the list may be longer than its place.
    const rules = [...known.filter(({ id }) => id === broken), ...known.filter(({ id }) => id !== broken)];
    const makes = this.made?.operations ?? detail.makes;
    return html`<div class="below">
      <section id="rules" aria-labelledby="rules-title">
        <h2 id="rules-title">Rules</h2>
        ${
          broken !== undefined && !rules.some(({ id }) => id === broken)
            ? html`<p class="broken alone">${ruleLink(broken)} is broken. It is not among the rules of this page.</p>`
            : nothing
        }
        ${
          isTraced(detail.id)
            ? html`<p class="quiet">The rules of the call come first, then those of the operations that it becomes.</p>`
            : rules.length === 0
              ? html`<p class="quiet">It has no rules of its own.</p>`
              : nothing
        }
        <ul class="rules" tabindex="0" aria-label="Rules of this operation">
          ${rules.map(
            ({ id, text }) =>
              html`<li class=${id === broken ? 'broken' : ''} aria-current=${id === broken ? 'true' : nothing}>
                <code>${id}</code
                ><span>${id === broken ? html`<strong>Broken: </strong>` : nothing}${text.replaceAll('->', '→')}</span>
              </li>`,
          )}
        </ul>
        ${
          makes.length === 0 || (makes.length === 1 && plainName(makes[0]) === plainName(detail.id))
            ? nothing
            : html`<p class="makes">
                In HLO it becomes
                ${makes.map(
                  (name, i) =>
                    html`${i === 0 ? '' : ', '}<a href=${siteAddress(`docs/operations/${name}.html`)}
                        ><code>${name}</code></a
                      >`,
                )}.
              </p>`
        }
      </section>
      <section aria-labelledby="code-title">
        <h2 id="code-title">Code</h2>
        <code-panel
          .snippets=${answer.ok ? snippetsOf(detail, answer, this.writers) : []}
          @choose=${this.#chooseNotation}
        ></code-panel>
      </section>
    </div>`;
  }
}

const arrayPattern = /^\s*([a-z]\w*\[[^\]]*\](?:\{[^}]*\})?)\s*(.*)$/s;

/** `f32[3] 1 2 3; f32[2] 4 5` without elements. */
function shapesIn(text: string): string {
  return text
    .split(';')
    .map((part) => arrayPattern.exec(part)?.[1] ?? part.trim())
    .join('; ');
}

/** The number of elements of a shape's text; NaN while it is typed. */
function countIn(shape: string): number {
  const [, sizes] = /\[([^\]]*)\]/.exec(shape) ?? [];
  if (sizes === undefined) return NaN;
  return sizes.split(',').reduce((product, size) => product * (size.trim() === '' ? 1 : Number(size)), 1);
}

/** The page of a function in JAX's documentation: `jnp.fft.rfft` is that of jax.numpy.fft.rfft. */
const jaxPage = (name: string): string =>
  `https://docs.jax.dev/en/latest/_autosummary/${name.replace(/^jnp\./, 'jax.numpy.').replace(/^lax\./, 'jax.lax.')}.html`;

/** A text with `code` in it. */
const withCode = (text: string): (string | TemplateResult)[] =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));

const plainName = (name = ''): string => name.toLowerCase().replaceAll('-', '');

customElements.define('operation-view', OperationView);

declare global {
  interface HTMLElementTagNameMap {
    'operation-view': OperationView;
  }
}
