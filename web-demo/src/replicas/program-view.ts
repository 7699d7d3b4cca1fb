/** `<program-view>`: a program of the reader's on its devices, such as a shard_map printed by JAX. */

import { init, parseStableHlo } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import './executed-values.js';
import { troubleView } from './error-view.js';
import { eventsView } from './events-view.js';
import './lanes-view.js';
import { argumentsOf } from './model/arguments.js';
import { pack, unpack } from './model/packed.js';
import { programs, type ProgramExample } from './model/programs.js';
import { mostDevices, record, type Recording } from './model/recording.js';
import { programCostsView } from './program-costs-view.js';
import { TabView } from './tab-view.js';
import { texts } from './text/en.js';

/** The pause after the last key before the program runs, in milliseconds. */
const typingPause = 500;

export class ProgramView extends TabView {
  static override properties = {
    ...TabView.properties,
    recording: { state: true },
    text: { state: true },
  };

  declare recording: Recording | undefined;
  /** The reader's program; undefined for that of the example. */
  declare text: string | undefined;
  /** The packed form of the text, by which the page knows its own address. */
  #packed = '';
  /** The reader's text while its packed form is made: the address does not have it yet. */
  #unsaved: string | undefined;
  /** For each field that the reader types into, what is done after a pause. */
  readonly #typing = new Map<string, ReturnType<typeof setTimeout>>();

  constructor() {
    super();
    this.recording = undefined;
    this.text = undefined;
  }

  override disconnectedCallback(): void {
    this.#forget();
    super.disconnectedCallback();
  }

  get #id(): string {
    const { example = '' } = this.fields;
    return example in programs ? example : 'matmul';
  }

  get #example(): ProgramExample {
    const found = programs[this.#id];
    if (found === undefined) throw new Error('there are no programs');
    return found;
  }

  get #arguments(): string {
    return this.fields.args ?? this.#example.arguments;
  }

  protected override async run(signal: AbortSignal): Promise<void> {
    await init();
    const { program, replicas = '' } = this.fields;
    if (this.#unsaved === undefined) await this.#read(program, signal);
    const asked = replicas === '' ? this.#example.replicas : Number(replicas);
    const own = this.text !== undefined && replicas === '' ? undefined : asked;
    const recording = await record(
      { source: this.text ?? this.#example.text, replicas: own },
      (executable) => {
        const devices = executable.replicas * executable.partitions;
        if (devices > mostDevices)
          throw new Error(`The program has ${devices} devices, and the page has ${mostDevices} lanes.`);
        return argumentsOf(executable, this.#arguments);
      },
      { traces: true, signal },
    );
    if (!signal.aborted) this.recording = recording;
  }

  /** Takes the program of the address. */
  async #read(program: string | undefined, signal: AbortSignal): Promise<void> {
    if (program === this.#packed && this.text !== undefined) return;
    const text = program === undefined ? undefined : await unpack(program);
    // The reader may have typed, pasted or chosen another one in the meantime.
    if (this.#unsaved === undefined && !signal.aborted) [this.text, this.#packed] = [text, program ?? ''];
  }

  protected override render(): TemplateResult {
    const { recording, trouble } = this;
    return html`<nav class="presets chips" aria-label="Examples">
        <span>Try:</span>
        ${Object.entries(programs).map(
          ([id, { title }]) =>
            html`<button
              type="button"
              aria-pressed=${id === this.#id && this.text === undefined}
              @click=${() => this.#choose(id)}
            >
              ${title}
            </button>`,
        )}
        <label class="file"
          ><span>Open a file</span
          ><input
            type="file"
            accept=".mlir,.mlirbc,.hlo,.txt,.stablehlo"
            @change=${(event: Event) => this.#open((event.target as HTMLInputElement).files)}
        /></label>
      </nav>
      <div class="panel workspace">
        <div
          class="program"
          @dragover=${(event: DragEvent) => event.preventDefault()}
          @drop=${(event: DragEvent) => {
            event.preventDefault();
            this.#open(event.dataTransfer?.files ?? null);
          }}
        >
          <p class="goal">
            Paste what <code>jax.jit(f).lower(…).as_text()</code> prints, or HLO. The program states its devices;
            <code>shard_map</code> takes and returns whole arrays.
          </p>
          <textarea
            aria-label="Program in StableHLO or HLO"
            spellcheck="false"
            autocapitalize="off"
            aria-invalid=${trouble === undefined ? nothing : 'true'}
            .value=${this.text ?? this.#example.text}
            @input=${(event: InputEvent) => this.#later('program', () => this.#edit((event.target as HTMLTextAreaElement).value))}
          ></textarea>
          <label class="arguments"
            ><span
              >Arguments, a line for each: <code>count</code>, <code>random 7</code>, <code>[[1, 2], [3, 4]]</code>, or
              <code>each: […]</code> with a value for each device</span
            ><textarea
              rows="2"
              name="args"
              spellcheck="false"
              .value=${this.#arguments}
              @input=${(event: InputEvent) => this.#later('args', () => this.#ask({ args: (event.target as HTMLTextAreaElement).value }))}
            ></textarea>
          </label>
          <label class="row"
            ><span>Replicas, if the program does not state them</span
            ><input
              name="replicas"
              inputmode="numeric"
              .value=${this.fields.replicas ?? ''}
              @input=${(event: InputEvent) => this.#later('replicas', () => this.#ask({ replicas: (event.target as HTMLInputElement).value.trim() }))}
          /></label>
        </div>
        <div class="outcome">
          ${trouble === undefined ? nothing : troubleView(trouble)}
          ${
            trouble !== undefined && recording === undefined
              ? nothing
              : html`<div class=${trouble === undefined ? '' : 'stale'}>
                  ${trouble === undefined ? nothing : html`<p class="quiet">${texts.stale}</p>`}
                  <replica-lanes .recording=${recording}></replica-lanes>
                  ${recording?.error === undefined ? nothing : troubleView(recording.error)}
                </div>`
          }
          ${
            recording === undefined
              ? nothing
              : html`<section class="inside" aria-labelledby="inside-title">
                    <h2 id="inside-title">On each device</h2>
                    <executed-values .recording=${recording}></executed-values>
                  </section>
                  ${programCostsView(recording)} ${eventsView(recording.events)}`
          }
        </div>
      </div>`;
  }

  #later(field: string, act: () => void): void {
    clearTimeout(this.#typing.get(field));
    this.#typing.set(field, setTimeout(act, typingPause));
  }

  #forget(): void {
    for (const timer of this.#typing.values()) clearTimeout(timer);
  }

  #choose(id: string): void {
    this.#forget();
    [this.text, this.#unsaved] = [undefined, undefined];
    this.#ask({ example: id, program: '', args: '', replicas: '' });
  }

  #edit(text: string): void {
    [this.text, this.#unsaved] = [text, text];
    void pack(text).then((packed) => {
      if (this.#unsaved !== text) return;
      [this.#packed, this.#unsaved] = [packed, undefined];
      this.#ask({ program: packed });
    });
  }

  #open(files: FileList | null): void {
    const file = files?.[0];
    if (file === undefined) return;
    this.#forget();
    void textOf(file).then(
      (text) => this.#edit(text),
      (thrown: unknown) => (this.trouble = thrown),
    );
  }

  #ask(changed: Readonly<Record<string, string>>): void {
    this.change(changed, { example: 'matmul' });
  }
}

/** The bytes with which MLIR's bytecode begins. */
const bytecode = [0x4d, 0x4c, 0xef, 0x52];

/**
 * A file as text. A portable artifact is printed as StableHLO.
 *
 * @throws HloomError for bytes that are not a program
 */
async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!bytecode.every((byte, at) => bytes[at] === byte)) return new TextDecoder().decode(bytes);
  await init();
  const computation = parseStableHlo(bytes);
  try {
    return computation.toStableHloText();
  } finally {
    computation.dispose();
  }
}

customElements.define('program-view', ProgramView);
