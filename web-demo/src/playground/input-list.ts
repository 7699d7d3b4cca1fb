/** `<input-list>`: the parameters of the program, and where their values come from. */

import type { ProgramGraph, ProgramShape } from 'hloom';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { generators, literalOf, typedText, type Generator, type Input } from './model/inputs.js';
import { readFile } from './model/files.js';
import { findInstruction } from './model/find.js';
import { Names } from './model/names.js';
import { inputTitles, playTexts } from './text/en.js';

export interface InputChange {
  readonly parameter: number;
  readonly input: Input;
}

export class InputList extends LitElement {
  static override properties = {
    shape: { attribute: false },
    inputs: { attribute: false },
    names: { attribute: false },
    graph: { attribute: false },
    wrong: { state: true },
  };

  declare shape: ProgramShape | undefined;
  declare inputs: readonly Input[];
  declare names: Names;
  declare graph: ProgramGraph | undefined;
  /** The reasons why typed values are refused, by the numbers of their parameters. */
  declare wrong: ReadonlyMap<number, string>;

  constructor() {
    super();
    this.shape = undefined;
    this.inputs = [];
    this.names = new Names();
    this.graph = undefined;
    this.wrong = new Map();
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { shape } = this;
    if (shape === undefined) return html`<p class="quiet">${playTexts.nothing}</p>`;
    if (shape.parameters.length === 0) return html`<p class="quiet">${playTexts.noParameters}</p>`;
    return html`<ul class="inputs">
      ${shape.parameters.map((one, number) => this.#row(number, shape.parameterNames[number] ?? String(number), one.toString()))}
    </ul>`;
  }

  #row(number: number, parameter: string, shape: string): TemplateResult {
    const name = this.names.of(parameter);
    // The name in the program of the user, such as params['w'].
    const source = findInstruction(this.graph, parameter)?.op_name ?? name;
    const input = this.inputs[number] ?? { kind: 'random' };
    const kinds = [...generators, 'typed', 'file'];
    const wrong = this.wrong.get(number);
    return html`<li>
      <span class="parameter"
        ><strong>${name}</strong>
        <code>${shape}</code>${source === name ? nothing : html` <span class="quiet">${source}</span>`}</span
      >
      <select
        aria-label=${`Values of ${name}`}
        @change=${(event: Event) => this.#choose(number, event.target as HTMLSelectElement)}
      >
        ${kinds.map((kind) => html`<option value=${kind} ?selected=${kind === input.kind}>${kind === 'file' && input.kind === 'file' ? input.name : inputTitles[kind]}</option>`)}
      </select>
      ${
        input.kind === 'typed'
          ? html`<input
              class="typed"
              aria-label=${`Elements of ${name}`}
              aria-invalid=${wrong !== undefined}
              .value=${input.text}
              @change=${(event: Event) => this.#type(number, (event.target as HTMLInputElement).value)}
            />`
          : nothing
      }
      ${wrong === undefined ? nothing : html`<p class="note">${wrong}</p>`}
    </li>`;
  }

  #choose(number: number, select: HTMLSelectElement): void {
    const kind = select.value;
    const parameter = this.shape?.parameters[number];
    if (parameter === undefined) return;
    if (kind === 'file') {
      this.#openFile(number);
      // The choice holds once there is a file.
      select.value = this.inputs[number]?.kind ?? 'random';
      return;
    }
    if (kind === 'typed') {
      const before = literalOf(this.inputs[number] ?? { kind: 'random' }, parameter, number);
      const text = before.shape.isArray && before.shape.elementCount <= 64 ? typedText(before) : '';
      this.#tell(number, { kind, text });
    } else this.#tell(number, { kind: kind as Generator });
  }

  #type(number: number, text: string): void {
    const parameter = this.shape?.parameters[number];
    if (parameter === undefined) return;
    try {
      literalOf({ kind: 'typed', text }, parameter, number);
      this.#refuse(number, undefined);
      this.#tell(number, { kind: 'typed', text });
    } catch (thrown) {
      const help = (thrown as { help?: string }).help;
      const said =
        thrown instanceof SyntaxError ? 'Write nested lists, as in [[1, 2], [3, 4]].' : (thrown as Error).message;
      this.#refuse(
        number,
        help === undefined || help === '' ? said : `${(thrown as { headline?: string }).headline ?? said}. ${help}`,
      );
    }
  }

  #refuse(number: number, reason: string | undefined): void {
    const next = new Map(this.wrong);
    if (reason === undefined) next.delete(number);
    else next.set(number, reason);
    this.wrong = next;
  }

  #openFile(number: number): void {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.npy,.npz';
    input.onchange = async () => {
      const file = input.files?.[0];
      if (file === undefined) return;
      const read = await readFile(file.name, new Uint8Array(await file.arrayBuffer()));
      if (read.kind === 'arrays' && read.arrays[0] !== undefined) {
        const [{ name, value }] = read.arrays;
        this.#refuse(number, undefined);
        this.#tell(number, { kind: 'file', name, value });
      } else this.#refuse(number, read.kind === 'refused' ? read.reason : 'This is not a file of NumPy.');
    };
    input.click();
  }

  #tell(parameter: number, input: Input): void {
    this.dispatchEvent(new CustomEvent<InputChange>('input-change', { detail: { parameter, input } }));
  }
}

customElements.define('input-list', InputList);
