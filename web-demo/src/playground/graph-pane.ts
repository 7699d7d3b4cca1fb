/** `<graph-pane>`: the graph of one computation of a program, with its scopes collapsed or open. */

import type { ProgramGraph } from 'hloom';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import './graph-view.js';
import type { GraphChoice } from './graph-view.js';
import { findInstruction } from './model/find.js';
import { Names } from './model/names.js';
import type { Recording } from './model/recording.js';
import { firstCollapsed, nodeOf, scopesOf, shownGraph, type Scopes, type ShownGraph } from './model/scopes.js';

const noGraph: ShownGraph = { nodes: [], edges: [] };
const none: readonly string[] = [];

export class GraphPane extends LitElement {
  static override properties = {
    graph: { attribute: false },
    computation: { attribute: false },
    selected: { attribute: false },
    breakpoints: { attribute: false },
    bad: { attribute: false },
    recording: { attribute: false },
    step: { attribute: false },
    names: { attribute: false },
    collapsed: { state: true },
  };

  declare graph: ProgramGraph | undefined;
  /** The computation that is shown. */
  declare computation: string;
  declare selected: string | undefined;
  declare breakpoints: ReadonlySet<string>;
  /** The instruction that makes the first value that is not finite. */
  declare bad: string | undefined;
  declare recording: Recording | undefined;
  declare step: number;
  declare names: Names;
  declare collapsed: ReadonlySet<string>;
  #scopes: Scopes = new Map();
  #shown = noGraph;

  constructor() {
    super();
    this.graph = undefined;
    this.computation = '';
    this.selected = undefined;
    this.breakpoints = new Set();
    this.bad = undefined;
    this.recording = undefined;
    this.step = 0;
    this.names = new Names();
    this.collapsed = new Set();
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const computation = this.graph?.computations.find(({ name }) => name === this.computation);
    const isOther = changed.has('graph') || changed.has('computation');
    if (!isOther && !changed.has('collapsed') && !changed.has('names')) return;
    if (computation === undefined) {
      this.#shown = noGraph;
      return;
    }
    if (isOther) {
      this.#scopes = scopesOf(computation);
      this.collapsed = firstCollapsed(computation, this.#scopes);
    }
    this.#shown = shownGraph(computation, this.#scopes, this.collapsed, (name) => this.names.of(name));
  }

  protected override render(): TemplateResult {
    const { graph, selected } = this;
    const node = (name: string): string => nodeOf(name, this.#scopes, this.collapsed);
    const marked = new Map<string, 'breakpoint' | 'bad'>();
    for (const name of this.breakpoints) marked.set(node(name), 'breakpoint');
    if (this.bad !== undefined) marked.set(node(this.bad), 'bad');
    const events = this.recording?.events ?? [];
    const isWhole = this.step >= events.length - 1;
    const reached = isWhole ? undefined : new Set(events.slice(0, this.step + 1).map((event) => event.instruction));
    return html`<div class="graph-bar">
        ${graph === undefined ? nothing : this.#computations(graph)}
        ${
          this.#scopes.size === 0
            ? nothing
            : html`<button type="button" @click=${() => this.#collapse()}>Collapse</button>
                <button type="button" @click=${() => (this.collapsed = new Set())}>Expand all</button>`
        }
      </div>
      <program-graph
        .graph=${this.#shown}
        .name=${this.computation}
        .selected=${selected === undefined ? undefined : node(selected)}
        .operands=${(findInstruction(graph, selected)?.operands ?? none).map(node)}
        .marked=${marked}
        .reached=${reached}
        @graph-choice=${this.#choose}
      ></program-graph>`;
  }

  #computations({ computations, entry }: ProgramGraph): TemplateResult {
    return html`<label
      ><span class="unseen">Computation</span>
      <select @change=${({ target }: Event) => this.#enter((target as HTMLSelectElement).value)}>
        ${computations.map(({ name }) => html`<option value=${name} .selected=${name === this.computation}>${name}${name === entry ? ' (entry)' : ''}</option>`)}
      </select></label
    >`;
  }

  #choose({ detail }: CustomEvent<GraphChoice>): void {
    const node = this.#shown.nodes.find(({ id }) => id === detail.node);
    if (node === undefined) return;
    if (detail.kind === 'select') {
      // A scope shows the value of its last instruction.
      this.dispatchEvent(new CustomEvent('graph-select', { detail: node.members.at(-1) }));
    } else if (node.kind === 'scope') {
      this.#open(node.id.slice('scope:'.length));
    } else {
      const called = findInstruction(this.graph, node.id)?.calls;
      const body = called?.find(({ region }) => region === 'body') ?? called?.[0];
      if (body !== undefined) this.#enter(body.computation);
    }
  }

  /** The scopes one level further in take the place of an opened one. */
  #open(scope: string): void {
    const next = new Set(this.collapsed);
    next.delete(scope);
    for (const paths of this.#scopes.values()) {
      const at = paths.indexOf(scope);
      const inner = paths[at + 1];
      if (at >= 0 && inner !== undefined) next.add(inner);
    }
    this.collapsed = next;
  }

  /** The outermost scope is the whole program, so the scopes in it are collapsed. */
  #collapse(): void {
    this.collapsed = new Set([...this.#scopes.values()].flatMap((paths) => paths[paths.length > 1 ? 1 : 0] ?? []));
  }

  #enter(computation: string): void {
    this.dispatchEvent(new CustomEvent('graph-computation', { detail: computation }));
  }
}

customElements.define('graph-pane', GraphPane);
