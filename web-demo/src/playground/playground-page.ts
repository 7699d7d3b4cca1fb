/** The playground as one card: the program as text and as a graph, its values step by step, and what each costs. */

import '../../styles/playground.css';
import { HloomError, init, type ElementExplanation, type ProgramGraph } from 'hloom';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Address } from './address.js';
import type { ComparedTexts } from './compare-view.js';
import { exampleText, examples, type Example } from './examples.js';
import { FileDrop } from './file-drop.js';
import type { InputChange } from './input-list.js';
import { mainView, type PlayActions } from './main-view.js';
import { measureMachine } from './measuring.js';
import { assignArrays, type NamedArray } from './model/assign.js';
import { costsOf } from './model/costs.js';
import { orderedDumps } from './model/dumps.js';
import { readFile } from './model/files.js';
import { findInstruction } from './model/find.js';
import { fromFragment, mostCharacters, type SharedState } from './model/fragment.js';
import { usualInput, type Input } from './model/inputs.js';
import { isJavaScript } from './model/module-body.js';
import { Names } from './model/names.js';
import { deviceNotes, readProgram } from './model/reading.js';
import { eventsByInstruction, firstStop, roundOf, type Recording } from './model/recording.js';
import { inputOf, sharedInputs } from './model/shared-inputs.js';
import { instructionAt, textMap } from './model/text-map.js';
import { indexAt } from './model/value.js';
import type { OutputView } from './output-view.js';
import './play-bar.js';
import type { BarAction } from './play-bar.js';
import { PlaygroundState } from './playground-state.js';
import { noMarks } from './program-editor.js';
import type { ScriptError } from './sandbox-messages.js';
import { saved } from './saved.js';
import { Session, type Ran, type SavedForm } from './session.js';
import { playTexts } from './text/en.js';
import type { ElementDetail } from './value-view.js';

/** The time after the last key before a text is read, in milliseconds. */
const pause = 250;
/** Programs with more operations wait for the reader to run them. */
const mostFlops = 2e9;
/** The time that a program in JavaScript may take, in seconds. */
const mostSeconds = 120;

export class PlaygroundPage extends PlaygroundState {
  #reading: ReturnType<typeof setTimeout> | undefined;
  #stopping: AbortController | undefined;
  #seeking: AbortController | undefined;
  #sandbox: { stop(): void } | undefined;
  #wanted: Partial<SharedState> = {};
  #isReady = false;
  readonly #address = new Address();
  readonly #files = new FileDrop(
    this,
    (files) => {
      if (!this.comparing) void this.#take(files);
    },
    (text) => {
      if (!this.comparing) this.#takeProgram(text, '');
    },
  );
  /** The programs that a comparison starts with. */
  #filesToCompare: readonly File[] = [];
  /** The changes that files have made. */
  #fileNotes: readonly string[] = [];
  /** Counts the programs in JavaScript, of which only the last one starts. */
  #scripts = 0;
  /** The error that ended a program in JavaScript, which may have shown a program before. */
  #scriptTrouble: Error | undefined;
  /** The error of a text that could not be read. */
  #unread: HloomError | undefined;

  constructor() {
    super();
    this.addController(this.#files);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#followAddress);
    void this.#load(location.hash);
  }

  override disconnectedCallback(): void {
    removeEventListener('hashchange', this.#followAddress);
    super.disconnectedCallback();
  }

  readonly #actions: PlayActions = {
    editor: {
      changed: (text) => this.#edit(text),
      pointed: (position) => this.#pointAt(position),
      breakpointToggled: (position) => this.#toggleAt(position),
      run: () => void this.#run(),
      proceed: () => this.querySelector<HTMLButtonElement>('.step-bar .continue')?.click(),
      told: (text) => ({
        text,
        map: text === this.text ? this.map : textMap(text, this.session?.program.graph),
        graph: this.session?.program.graph,
        valueOf: (name) => this.valueText(name),
      }),
    },
    goTo: (step, reveal) => this.#goTo(step, reveal),
    goToOrigin: () => void this.#goToOrigin(),
    select: (instruction, reveal) => this.#select(instruction, reveal),
    enter: (computation) => this.#enter(computation),
    toggle: (instruction) => this.#toggle(instruction),
    pointAtElement: (detail) => this.#pointedElement(detail),
    closeStory: () => (this.story = undefined),
    setInput: (change) => this.#setInput(change),
    watch: (watches) => {
      this.watches = watches;
      this.#write();
    },
    measure: () => void this.#measure(),
  };

  /** Takes the program of an address: an example, a shared state, a file of `hloom serve`, or the first example. */
  async #load(hash: string): Promise<void> {
    try {
      await init();
      this.#isReady = true;
    } catch (thrown) {
      this.trouble = thrown instanceof Error ? thrown : new Error(String(thrown));
      this.status = '';
    }
    const shared = await fromFragment(hash);
    const served = /^#file=(.+)$/.exec(hash)?.[1];
    if (shared !== undefined) {
      this.#open(shared.text, '', shared);
      const { text: left, right } = shared;
      if (right !== undefined) [this.compared, this.comparing] = [{ left, right }, true];
    } else if (served !== undefined) await this.#openServed(decodeURIComponent(served));
    else {
      const id = /^#example=([\w-]+)$/.exec(hash)?.[1];
      const example = examples.find((one) => one.id === id) ?? examples[0];
      if (example !== undefined) await this.#openExample(example, id !== undefined);
    }
  }

  readonly #followAddress = (): void => {
    if (this.#address.isOwn) return;
    if (location.hash === '#compare') this.comparing = true;
    else if (location.hash.length > 1) {
      this.comparing = false;
      void this.#load(location.hash);
    }
  };

  async #openServed(name: string): Promise<void> {
    try {
      const response = await fetch(new URL(`../served/${encodeURIComponent(name)}`, location.href));
      if (!response.ok) throw new Error(`The server has no file ${name}.`);
      await this.#take([new File([await response.arrayBuffer()], name)]);
    } catch (thrown) {
      this.trouble = thrown as Error;
    }
  }

  async #openExample(example: Example, isNamed = true): Promise<void> {
    const text = await exampleText(example);
    this.#open(text, '', example.at === undefined ? {} : { at: example.at });
    this.#address.set(isNamed ? `#example=${example.id}` : '');
  }

  /** Shows another program. */
  #open(text: string, name: string, wanted: Partial<SharedState> = {}, fileNotes: readonly string[] = []): void {
    this.fileName = name;
    this.#fileNotes = fileNotes;
    this.compared = undefined;
    this.#filesToCompare = [];
    this.#wanted = wanted;
    this.watches = wanted.watches ?? [];
    this.breakpoints = new Set(wanted.breakpoints ?? []);
    this.inputs = [];
    this.selected = undefined;
    this.#forget();
    this.#close();
    this.loaded = true;
    this.text = text;
    this.marks = noMarks;
    this.#read();
  }

  /** Ends the program that is shown. If the next text has an error, nothing of the last one is in its way. */
  #close(): void {
    this.#stop();
    this.session?.dispose();
    this.session = undefined;
    this.ran = undefined;
    this.events = new Map();
    this.step = 0;
    this.notes = [];
  }

  #forget(): void {
    this.value = undefined;
    this.element = undefined;
    this.story = undefined;
    this.origin = undefined;
    this.originText = '';
    this.times = new Map();
  }

  #edit(text: string): void {
    this.text = text;
    clearTimeout(this.#reading);
    this.#reading = setTimeout(() => this.#readEdited(), pause);
  }

  #readEdited(): void {
    clearTimeout(this.#reading);
    this.#reading = undefined;
    this.#read();
    this.#write();
  }

  /** Reads the text, and runs the program if that is quick. */
  #read(): void {
    if (!this.#isReady) return;
    this.#stop();
    this.#unread = undefined;
    if (isJavaScript(this.text)) {
      this.trouble = undefined;
      this.mistake = undefined;
      if (!this.hasOutput) this.tab = 'output';
      this.hasOutput = true;
      void this.#runScript(false);
      return;
    }
    this.hasOutput = false;
    if (this.tab === 'output') this.tab = 'inputs';
    this.#takeText(this.text);
  }

  #takeText(text: string): void {
    const read = readProgram(text);
    if (!read.ok) {
      this.trouble = read.error;
      this.#unread = this.hasOutput ? undefined : read.error;
      if (!this.hasOutput) this.mistake = { error: read.error, isAsked: false };
      this.#setMap(this.session?.program.graph);
      this.status = playTexts.unread(read.error);
      return;
    }
    this.mistake = undefined;
    const { program } = read;
    const before = this.session;
    const inputs = this.#inputsFor(program.computation.programShape.parameters.length);
    this.trouble = undefined;
    this.notes = [...program.notes, ...this.#fileNotes];
    this.inputs = inputs;
    this.session = new Session(program, inputs);
    before?.dispose();
    const { graph } = program;
    this.#setMap(graph);
    const isKnown = graph.computations.some(({ name }) => name === this.computation);
    const isSelected = findInstruction(graph, this.#wanted.at ?? this.selected) !== undefined;
    this.selected = isSelected ? (this.#wanted.at ?? this.selected) : undefined;
    if (!isKnown || before === undefined || !isSelected) this.computation = graph.entry;
    const costs = costsOf(graph, (opcode) => this.operations?.[opcode]?.isElementwise ?? true);
    const flops = [...costs.values()].reduce((sum, cost) => sum + cost.flops + cost.transcendentals, 0);
    this.ran = undefined;
    this.events = new Map();
    this.#forget();
    if (flops > mostFlops) {
      this.status = playTexts.heavy(flops);
      this.selected ??= this.rootOf(this.computation);
      return;
    }
    void this.#runProgram();
  }

  #setMap(graph: ProgramGraph | undefined): void {
    this.map = textMap(this.text, graph);
    this.names = new Names(this.map, graph);
  }

  #inputsFor(count: number): readonly Input[] {
    const shared = this.#wanted.inputs ?? {};
    return Array.from({ length: count }, (_, number) => {
      const given = shared[String(number)];
      return this.inputs[number] ?? (given === undefined ? usualInput : inputOf(given));
    });
  }

  #stop(): void {
    this.#seeking?.abort();
    this.#stopping?.abort();
    this.#stopping = undefined;
    this.#scripts++;
    this.#sandbox?.stop();
    this.#sandbox = undefined;
    this.busy = false;
  }

  async #run(): Promise<void> {
    if (this.#reading !== undefined) this.#readEdited();
    if (this.#unread !== undefined) {
      this.#refuse(this.#unread);
      return;
    }
    this.#stop();
    await (isJavaScript(this.text) ? this.#runScript(true) : this.#runProgram());
  }

  /** The program that is shown is not the text's, so it does not run. */
  #refuse(error: HloomError): void {
    this.trouble = error;
    this.status = playTexts.notRun(error);
    this.mistake = { error, isAsked: true };
  }

  /** Runs the program of the graph, which a script may have shown. */
  async #runProgram(): Promise<void> {
    const { session } = this;
    if (session === undefined) return;
    this.#stopping?.abort();
    const stopping = new AbortController();
    this.#stopping = stopping;
    if (!this.hasOutput) [this.busy, this.status] = [true, playTexts.running];
    try {
      const ran = await session.run(stopping.signal);
      if (stopping.signal.aborted || session !== this.session) return;
      this.#takeRun(session, ran);
    } catch (thrown) {
      if (stopping.signal.aborted) return;
      this.trouble = thrown instanceof Error ? thrown : new Error(String(thrown));
      this.status = '';
    }
    if (!this.hasOutput) this.busy = false;
  }

  #takeRun(session: Session, ran: Ran): void {
    this.ran = ran;
    this.trouble = ran.error ?? (this.hasOutput ? this.#scriptTrouble : undefined);
    const { events, isCut } = ran.recording;
    this.events = eventsByInstruction(ran.recording);
    const stop = this.#wanted.step === undefined ? firstStop(ran.recording, this.breakpoints) : undefined;
    this.step = Math.min(this.#wanted.step ?? stop ?? Infinity, Math.max(0, events.length - 1));
    const stopped = stop === undefined ? undefined : events[stop]?.instruction;
    if (!this.hasOutput) {
      this.status =
        ran.error === undefined
          ? playTexts.ran(events.length, ran.milliseconds, isCut)
          : playTexts.stopped(ran.error, events.length);
      if (stopped !== undefined) this.status += ` ${playTexts.atBreakpoint(this.names.of(stopped))}`;
    }
    this.notes = [...session.program.notes, ...deviceNotes(session.program, ran.devices), ...this.#fileNotes];
    const { graph } = session.program;
    this.originText = '';
    void this.#seek(session, ran.recording);
    this.#wanted = {};
    const selected = stopped ?? this.selected ?? events[this.step]?.instruction ?? this.rootOf(graph.entry);
    if (selected !== undefined) this.#select(selected, true);
  }

  /** Looks for the first value that is not finite, while the reader looks at others. */
  async #seek(session: Session, recording: Recording): Promise<void> {
    const seeking = new AbortController();
    this.#seeking?.abort();
    this.#seeking = seeking;
    const origin = await session.firstNonFinite(recording, seeking.signal);
    if (session === this.session && !seeking.signal.aborted) this.origin = origin;
  }

  /** Runs a program in JavaScript; `isAsked` if the reader has pressed Run. */
  async #runScript(isAsked: boolean): Promise<void> {
    const number = ++this.#scripts;
    const { runJavaScript } = await import('./sandbox.js');
    await this.updateComplete;
    if (number !== this.#scripts) return;
    const output = this.querySelector<OutputView>('output-view');
    output?.clear();
    this.busy = true;
    this.trouble = undefined;
    this.mistake = undefined;
    this.#scriptTrouble = undefined;
    this.status = playTexts.running;
    const started = performance.now();
    this.#sandbox = runJavaScript(this.text, mostSeconds, (message) => {
      if (message.kind === 'ended') {
        this.busy = false;
        this.status = `Ended after ${((performance.now() - started) / 1000).toFixed(1)} s.`;
        if (message.error !== undefined) this.#takeScriptError(message.error, isAsked);
      } else if (message.kind === 'program') {
        this.inputs = message.inputs.map((text) => ({ kind: 'typed', text }) as const);
        this.#takeText(message.text);
      } else output?.take(message);
    });
  }

  /** Shows the error that ended a program in JavaScript, and underlines its place. */
  #takeScriptError(ended: ScriptError | string, isAsked: boolean): void {
    this.status = playTexts.scriptFailed;
    this.trouble = typeof ended === 'string' ? new Error(ended) : undefined;
    if (typeof ended !== 'string') {
      const { fields, position, isSyntax } = ended;
      const place = position === undefined ? '' : `line ${position.line}, column ${position.column}`;
      const located = { ...fields, location: [place, fields.location].filter((part) => part !== '').join(', ') };
      this.trouble = new HloomError(located);
      if (position !== undefined) {
        const marked = new HloomError({ ...located, position });
        this.mistake = { error: marked, isAsked };
        this.status = isSyntax ? playTexts.unread(marked) : `An error ended the program at ${place}.`;
      }
    }
    this.#scriptTrouble = this.trouble;
  }

  /** Selects an instruction: in the text, in the graph, and its value. */
  #select(name: string, reveal: boolean): void {
    const { session } = this;
    if (findInstruction(session?.program.graph, name) === undefined) return;
    const isOther = name !== this.selected;
    this.selected = name;
    if (isOther) [this.element, this.story] = [undefined, undefined];
    const home = session?.program.graph.computations.find(({ instructions }) =>
      instructions.some((one) => one.name === name),
    );
    if (home !== undefined) this.computation = home.name;
    this.#showMarks(reveal);
    void this.#showValue();
    this.#write();
  }

  async #showValue(): Promise<void> {
    const { ran, session } = this;
    const event = this.eventNumber;
    if (ran === undefined || session === undefined || event === undefined) {
      this.value = undefined;
      return;
    }
    try {
      const value = await session.whole(ran.recording, event);
      if (session === this.session && event === this.eventNumber) this.value = value;
    } catch (thrown) {
      if (session === this.session) this.trouble = thrown as Error;
    }
  }

  #showMarks(reveal: boolean): void {
    const place = (name: string | undefined) => (name === undefined ? undefined : this.map.byName.get(name));
    const instruction = findInstruction(this.session?.program.graph, this.selected);
    this.marks = {
      selected: place(this.selected),
      operands: (instruction?.operands ?? []).flatMap((name) => place(name) ?? []),
      breakpoints: [...this.breakpoints].flatMap((name) => place(name)?.from ?? []),
      reveal,
    };
  }

  #pointAt(position: number): void {
    if (this.language === 'javascript') return;
    const name = instructionAt(this.map, this.text, position)?.name;
    if (name !== undefined) this.#select(name, false);
  }

  #toggleAt(position: number): void {
    const found = this.map.instructions.find(({ from, to }) => position >= from && position <= to);
    if (found?.name !== undefined) this.#toggle(found.name);
  }

  #toggle(name: string): void {
    const next = new Set(this.breakpoints);
    if (!next.delete(name)) next.add(name);
    this.breakpoints = next;
    this.#showMarks(false);
    this.#write();
  }

  #goTo(step: number, reveal = true): void {
    const event = this.ran?.recording.events[step];
    if (event === undefined) return;
    this.step = step;
    this.#select(event.instruction, reveal);
  }

  /** Goes to the instruction that made the first NaN or infinity, and asks the engine what that element is made of. */
  async #goToOrigin(): Promise<void> {
    const { origin, session } = this;
    if (origin === undefined || session === undefined) return;
    this.#goTo(origin.step);
    try {
      const arrays = await session.whole(this.ran?.recording ?? { events: [], isCut: false }, origin.step);
      for (const array of arrays) {
        const place = array.texts.findIndex((text) => /nan|inf/.test(text));
        if (place < 0) continue;
        const index = indexAt(array.dimensions, place);
        const story = await this.#explain(array.path, index);
        if (story === undefined) return;
        const parts = story.parts
          .filter(({ decides }) => !decides)
          .flatMap(({ instruction, elements = [] }) =>
            elements.map((one) => `${instruction}[${one.index.join()}] is ${one.value}`),
          );
        this.originText = playTexts.madeBy(origin, story.arithmetic, parts.slice(0, 4));
        return;
      }
    } catch (thrown) {
      this.trouble = thrown as Error;
    }
  }

  async #explain(path: readonly number[], index: readonly number[]): Promise<ElementExplanation | undefined> {
    const { session, ran } = this;
    const event = this.eventNumber;
    const executed = event === undefined ? undefined : ran?.recording.events[event];
    if (session === undefined || executed === undefined) return undefined;
    this.element = { path, index };
    try {
      const story = await session.explain(executed, index, path, roundOf(executed));
      if (session === this.session) this.story = story;
      return story;
    } catch (thrown) {
      this.trouble = thrown as Error;
      return undefined;
    }
  }

  #pointedElement(detail: ElementDetail): void {
    if (detail.isChosen) void this.#explain(detail.path, detail.index);
    else this.element = detail;
  }

  #setInput({ parameter, input: next }: InputChange): void {
    this.inputs = this.inputs.map((input, number) => (number === parameter ? next : input));
    this.#restart();
  }

  #restart(): void {
    const { session } = this;
    if (session === undefined) return;
    if (this.#unread !== undefined) {
      this.#refuse(this.#unread);
      return;
    }
    const read = readProgram(this.hasOutput ? session.program.computation.toHloText() : this.text);
    if (!read.ok) return;
    this.#stopping?.abort();
    this.session = new Session(read.program, this.inputs);
    session.dispose();
    this.#forget();
    void this.#runProgram();
    this.#write();
  }

  async #measure(): Promise<void> {
    const { session } = this;
    if (session === undefined) return;
    this.#stopping?.abort();
    const stopping = new AbortController();
    this.#stopping = stopping;
    this.busy = true;
    try {
      this.machine ??= await measureMachine(stopping.signal);
      await session.measure(stopping.signal, (name, milliseconds) => {
        this.times = new Map([...this.times, [name, milliseconds]]);
      });
    } catch (thrown) {
      if (!stopping.signal.aborted) this.trouble = thrown as Error;
    }
    this.busy = false;
  }

  /** Takes dropped or chosen files: a program, arrays for its parameters, or both. Several programs are compared. */
  async #take(given: readonly File[] | Promise<readonly File[]>): Promise<void> {
    const isFolder = given instanceof Promise;
    try {
      const files = await given;
      const programs = programsOf(files);
      const [first] = programs;
      const arrays = files.filter(({ name }) => /\.np[yz]$/.test(name));
      if (isFolder && first === undefined && arrays.length === 0) {
        this.trouble = new Error('The folder has no programs, which end with .hlo, .txt, .mlir or .pb.');
      } else if (first !== undefined && (isFolder || programs.length > 1)) {
        await this.#takeFiles([first, ...arrays]);
        if (programs.length > 1) this.#compareFiles(programs);
      } else await this.#takeFiles(isFolder ? arrays : files);
    } catch (thrown) {
      this.trouble = thrown instanceof Error ? thrown : new Error(String(thrown));
    }
  }

  async #takeFiles(files: readonly File[]): Promise<void> {
    const read = await Promise.all(
      files.map(async (file) => readFile(file.name, new Uint8Array(await file.arrayBuffer()))),
    );
    const program = read.find((one) => one.kind === 'program');
    if (program !== undefined) this.#takeProgram(program.text, program.name, program.note);
    const refused = read.find((one) => one.kind === 'refused');
    if (refused !== undefined) {
      this.trouble = new Error(`${refused.name}: ${refused.reason}`);
      this.status = playTexts.refused(refused.name);
    }
    const arrays = read.flatMap((one) => (one.kind === 'arrays' ? one.arrays : []));
    if (arrays.length > 0) this.#takeArrays(arrays);
  }

  /** Compares two programs, or the passes of a folder. The first one is the program of the page, too. */
  #compareFiles(programs: readonly File[]): void {
    this.#filesToCompare = programs;
    this.compared = undefined;
    this.comparing = true;
    this.#address.set('#compare');
  }

  #takeProgram(text: string, name: string, note = ''): void {
    this.#open(text, name, {}, note === '' ? [] : [note]);
    this.#address.set('');
  }

  #takeArrays(arrays: readonly NamedArray[]): void {
    const shape = this.session?.program.computation.programShape;
    if (shape === undefined) return;
    const { inputs, taken, left } = assignArrays(shape, this.inputs, arrays);
    const [over] = left;
    if (over !== undefined) this.trouble = new Error(playTexts.noPlace(over.name, over.value.shape.toString()));
    this.#fileNotes = taken.length === 0 ? [] : [playTexts.arrays(taken)];
    this.notes = this.#fileNotes;
    if (taken.length === 0) return;
    this.inputs = inputs;
    this.tab = 'inputs';
    this.#restart();
  }

  /** Keeps the state in the address. A comparison of a program with itself is nothing to keep. */
  #write(): void {
    this.#address.writeLater(() => (this.comparing && this.compared === undefined ? undefined : this.shared));
  }

  async #share(): Promise<void> {
    const size = await this.#address.write(this.shared);
    if (size > mostCharacters) {
      this.status = playTexts.tooLong(size, mostCharacters);
      return;
    }
    const isCopied = await navigator.clipboard.writeText(location.href).then(
      () => true,
      () => false,
    );
    const { left } = sharedInputs(this.inputs);
    this.status = [
      isCopied ? playTexts.linked : playTexts.linkInAddress,
      ...(left.length === 0 ? [] : [playTexts.notLinked(left)]),
    ].join(' ');
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('step') && !changed.has('selected')) void this.#showValue();
    if (this.tab === 'costs') void import('virtual:opcodes').then((table) => (this.operations = table.default));
    if (changed.has('comparing') && this.comparing) void import('./compare-view.js');
  }

  protected override render(): TemplateResult {
    return html`<div class="play-card">
        <play-bar
          .fileName=${this.fileName}
          .status=${[this.status, ...this.notes].join(' ')}
          .busy=${this.busy}
          .comparing=${this.comparing}
          .saves=${this.session !== undefined && !this.comparing}
          @bar-action=${({ detail }: CustomEvent<BarAction>) => this.#act(detail)}
        ></play-bar>
        ${
          this.comparing && this.loaded
            ? html`<compare-view
                .left=${this.hasOutput ? '' : this.text}
                .right=${this.compared?.right}
                .name=${this.fileName}
                .inputs=${this.inputs}
                .files=${this.#filesToCompare}
                @compare-change=${({ detail }: CustomEvent<ComparedTexts>) => {
                  this.compared = detail;
                  this.#write();
                }}
              ></compare-view>`
            : nothing
        }
        ${this.loaded ? mainView(this, this.#actions) : nothing}
      </div>
      ${this.loaded ? html`<p class="quiet keys">${playTexts.keys}</p>` : nothing}
      ${this.#files.isOver ? html`<div class="drop-here" aria-hidden="true"><p>${playTexts.drop}</p></div>` : nothing}`;
  }

  #act(action: BarAction): void {
    if (action.kind === 'open') this.#files.choose();
    else if (action.kind === 'example') void this.#openExample(action.example);
    else if (action.kind === 'run') void this.#run();
    else if (action.kind === 'stop') this.#halt();
    else if (action.kind === 'save') void this.#save(action.form);
    else if (action.kind === 'compare') this.#compare();
    else void this.#share();
  }

  async #save(form: SavedForm): Promise<void> {
    const { session } = this;
    if (session === undefined) return;
    try {
      this.status = saved(await session.save(form));
    } catch (thrown) {
      this.trouble = thrown as Error;
    }
  }

  #halt(): void {
    this.#stop();
    this.status = 'Stopped.';
  }

  #compare(): void {
    this.comparing = !this.comparing;
    this.compared = undefined;
    this.#filesToCompare = [];
    if (this.comparing) this.#address.set('#compare');
    else void this.#address.write(this.shared);
  }

  /** Shows a computation and selects its result. */
  #enter(computation: string): void {
    const root = this.rootOf(computation);
    if (root === undefined) this.computation = computation;
    else this.#select(root, true);
  }
}

/** The programs among files, in the order of the passes of XLA. */
function programsOf(files: readonly File[]): readonly File[] {
  // Folders may have files with the same name.
  const byName = new Map(files.map((file, number) => [`${number}/${file.name}`, file]));
  return orderedDumps([...byName.keys()]).flatMap(({ name }) => byName.get(name) ?? []);
}

customElements.define('playground-page', PlaygroundPage);
