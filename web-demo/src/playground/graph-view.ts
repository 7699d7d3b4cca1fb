/** `<program-graph>`: a computation as a layered graph on a canvas, which pans and zooms. */

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { LayoutAnswer, LayoutRequest } from './model/layout.js';
import { mostNodes, type GraphNode, type ShownGraph } from './model/scopes.js';
import { graphTexts } from './text/en.js';

const [nodeHeight, characterWidth, nodePadding, leastWidth, mostWidth] = [42, 8.6, 16, 60, 280];
/** The width of a character of a shape. */
const labelCharacter = 8.5;
const [leastScale, mostScale] = [0.02, 2.5];
/** At smaller scales, a node has one line of text, as large as it fits, up to so many pixels of the screen. */
const [detailScale, letterSize] = [0.7, 12];
/** Graphs with so few nodes are shown whole at first, if their scale is not smaller. */
const [mostWhole, leastWhole] = [40, 0.34];
/** The number of operands up to which their lines are as strong as the others of a selected node. */
const mostStrong = 12;

interface Placed {
  readonly node: GraphNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Line {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly points: readonly (readonly [number, number])[];
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
}

/** The colors of the page, which a canvas does not know by their names. */
interface Colors {
  readonly [name: string]: string;
}

const colorNames = ['card', 'paper', 'ink', 'quiet', 'line', 'lhs', 'rhs', 'result', 'bad'];

/** The action of a click or a key. */
export interface GraphChoice {
  readonly node: string;
  readonly kind: 'select' | 'open';
}

export class ProgramGraphView extends LitElement {
  static override properties = {
    graph: { attribute: false },
    name: {},
    selected: {},
    operands: { attribute: false },
    marked: { attribute: false },
    reached: { attribute: false },
    state: { state: true },
  };

  declare graph: ShownGraph;
  /** The name of the computation. */
  declare name: string;
  /** The node with the result's color. */
  declare selected: string | undefined;
  /** The nodes of its operands, in order. */
  declare operands: readonly string[];
  /** Nodes with a breakpoint, and the one that made a NaN: by their mark. */
  declare marked: ReadonlyMap<string, 'breakpoint' | 'bad'>;
  /** The nodes that have been executed at the current step; undefined if all have. */
  declare reached: ReadonlySet<string> | undefined;
  declare state: 'laying out' | 'drawn' | 'too large' | 'failed';
  readonly #nodes = new Map<string, Placed>();
  #lines: readonly Line[] = [];
  #view = { x: 0, y: 0, scale: 1 };
  #size = { width: 0, height: 0 };
  #area = { width: 0, height: 0 };
  #colors: Colors = {};
  #worker: Worker | undefined;
  #asked = 0;
  #frame = 0;
  readonly #pointers = new Map<number, { x: number; y: number }>();
  #moved = 0;
  readonly #observer = new ResizeObserver(() => {
    this.#resize();
  });
  readonly #scheme = matchMedia('(prefers-color-scheme: dark)');

  constructor() {
    super();
    this.graph = { nodes: [], edges: [] };
    this.name = '';
    this.selected = undefined;
    this.operands = [];
    this.marked = new Map();
    this.reached = undefined;
    this.state = 'drawn';
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#scheme.addEventListener('change', this.#recolor);
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    this.#scheme.removeEventListener('change', this.#recolor);
    this.#observer.disconnect();
    this.#worker?.terminate();
    this.#worker = undefined;
    super.disconnectedCallback();
  }

  get #canvas(): HTMLCanvasElement | null {
    return this.querySelector('canvas');
  }

  protected override firstUpdated(): void {
    this.#recolor();
    this.#resize();
    // A listener that may prevent the scrolling of the page cannot be given in a template.
    this.#canvas?.addEventListener('wheel', this.#wheel, { passive: false });
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('graph')) this.#layOut();
    if (changed.has('selected') && !changed.has('graph')) this.#reveal();
    this.#draw();
  }

  protected override render(): TemplateResult {
    const { selected } = this;
    const node = this.graph.nodes.find(({ id }) => id === selected);
    const opens = node?.kind === 'scope';
    return html`<canvas
        class=${this.state === 'laying out' ? 'waiting' : ''}
        role="application"
        tabindex="0"
        aria-label=${graphTexts.label(this.name, this.graph.nodes.length)}
        aria-describedby="graph-said"
        @pointerdown=${this.#down}
        @pointermove=${this.#move}
        @pointerup=${this.#up}
        @pointercancel=${this.#up}
        @dblclick=${this.#double}
        @keydown=${this.#key}
      ></canvas>
      <p class="unseen" id="graph-said" role="status">${node === undefined ? '' : this.#sentence(node)}</p>
      ${opens ? html`<button type="button" class="graph-open" @click=${() => this.#tell(node.id, 'open')}>Open ${node.title}</button>` : nothing}
      <div class="graph-tools">
        <button type="button" aria-label="Zoom in" @click=${() => this.#zoom(1.4)}>+</button>
        <button type="button" aria-label="Zoom out" @click=${() => this.#zoom(1 / 1.4)}>−</button>
        <button type="button" @click=${() => this.#fit(true)}>Fit</button>
      </div>
      ${
        this.state === 'drawn'
          ? nothing
          : html`<p class="graph-state" role="status">
              ${this.state === 'laying out' ? graphTexts.layingOut : this.state === 'too large' ? graphTexts.tooLarge(this.graph.nodes.length, mostNodes) : graphTexts.failed}
            </p>`
      }`;
  }

  #sentence(node: GraphNode): string {
    const operands = this.operands.length === 0 ? '' : ` of ${this.operands.join(', ')}`;
    return `${node.title}${operands}, ${node.detail}`;
  }

  #layOut(): void {
    const { nodes, edges } = this.graph;
    if (nodes.length > mostNodes) {
      this.#nodes.clear();
      this.#lines = [];
      this.state = 'too large';
      return;
    }
    const labels = new Map(edges.map(({ from, label }) => [from, label]));
    const request: LayoutRequest = {
      nodes: nodes.map((node) => ({
        id: node.id,
        width: Math.max(widthOf(node), labelWidth(labels.get(node.id) ?? '', widthOf(node))),
        height: nodeHeight,
      })),
      edges: edges.map(({ from, to }) => ({ from, to })),
    };
    // A layout that is not wanted any more may take a second, which the next one does not wait for.
    if (this.state === 'laying out') {
      this.#worker?.terminate();
      this.#worker = undefined;
    }
    this.#worker ??= this.#start();
    this.state = 'laying out';
    const { graph } = this;
    const id = ++this.#asked;
    this.#worker.onmessage = ({ data }: MessageEvent<{ id: number; answer: LayoutAnswer }>) => {
      if (data.id === id) this.#place(graph, data.answer);
    };
    this.#worker.postMessage({ id, request });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./playground-layout-worker.ts', import.meta.url), { type: 'module' });
    worker.onerror = () => {
      this.state = 'failed';
    };
    return worker;
  }

  #place({ nodes, edges }: ShownGraph, { width, height, ...places }: LayoutAnswer): void {
    this.#nodes.clear();
    for (const [number, node] of nodes.entries()) {
      const [x = 0, y = 0] = places.nodes[number] ?? [];
      this.#nodes.set(node.id, { node, x, y, width: widthOf(node) });
    }
    this.#lines = edges.map(({ from, to, label }, number) => {
      const points = places.edges[number] ?? [];
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
      return { from, to, label, points, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] };
    });
    this.#area = { width, height };
    this.state = 'drawn';
    this.#fit();
    this.dispatchEvent(new CustomEvent('graph-drawn'));
  }

  readonly #recolor = (): void => {
    const probe = document.createElement('span');
    this.append(probe);
    this.#colors = Object.fromEntries(
      colorNames.map((name) => {
        probe.style.color = `var(--${name})`;
        return [name, getComputedStyle(probe).color];
      }),
    );
    probe.remove();
    this.#draw();
  };

  #resize(): void {
    const canvas = this.#canvas;
    if (canvas === null) return;
    const { width, height } = canvas.getBoundingClientRect();
    const isFirst = this.#size.width === 0;
    this.#size = { width, height };
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    if (isFirst) this.#fit();
    this.#paint();
  }

  /** The height above the buttons, which cover the lower edge unless they are in the bar. */
  get #roomHeight(): number {
    const { height } = this.#size;
    const tools = this.querySelector<HTMLElement>('.graph-tools')?.offsetTop ?? height;
    return tools > height / 2 ? Math.min(height, tools) : height;
  }

  /**
   * The whole graph, or, if it is too large for that and the reader has not asked for it, the part around the selected
   * node.
   */
  #fit(isAsked = false): void {
    const [margin, usual] = [24, 0.8];
    const least = this.#nodes.size <= mostWhole ? leastWhole : usual;
    const { width, height } = this.#area;
    if (width === 0 || this.#size.width === 0) return;
    const scale = Math.min(
      1.1,
      (this.#size.width - margin) / Math.max(1, width),
      (this.#roomHeight - margin - 12) / Math.max(1, height),
    );
    const center = this.#nodes.get(this.selected ?? '');
    if (isAsked || scale >= least || center === undefined)
      this.#center(width / 2, height / 2, Math.max(leastScale, scale));
    else this.#show(center, usual);
  }

  #center(x: number, y: number, scale: number): void {
    this.#view = { x: this.#size.width / 2 - x * scale, y: this.#roomHeight / 2 - y * scale, scale };
    this.#draw();
  }

  /** Moves the selected node into the picture. */
  #reveal(): void {
    const node = this.#nodes.get(this.selected ?? '');
    if (node === undefined) return;
    const { x, y, scale } = this.#view;
    const [left, top] = [node.x * scale + x, node.y * scale + y];
    const isInside = left > 40 && top > 30 && left < this.#size.width - 40 && top < this.#roomHeight - 30;
    if (!isInside) this.#show(node, Math.max(scale, 0.8));
  }

  /** Centers a place, as far as the edge of the graph stays at the edge of the picture. */
  #show({ x, y }: { readonly x: number; readonly y: number }, scale: number): void {
    const margin = 24 / scale;
    const inside = (at: number, size: number, room: number): number => {
      const half = room / 2 / scale;
      return size + 2 * margin <= 2 * half ? size / 2 : Math.min(size - half + margin, Math.max(half - margin, at));
    };
    this.#center(inside(x, this.#area.width, this.#size.width), inside(y, this.#area.height, this.#roomHeight), scale);
  }

  #zoom(by: number, at = { x: this.#size.width / 2, y: this.#size.height / 2 }): void {
    const { x, y, scale } = this.#view;
    const next = Math.min(mostScale, Math.max(leastScale, scale * by));
    this.#view = { x: at.x - ((at.x - x) * next) / scale, y: at.y - ((at.y - y) * next) / scale, scale: next };
    this.#draw();
  }

  /** Draws with the next frame of the browser. */
  #draw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #paint(): void {
    const canvas = this.#canvas;
    const context = canvas?.getContext('2d');
    if (!canvas || !context || this.#size.width === 0) return;
    const { x, y, scale } = this.#view;
    const ratio = devicePixelRatio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * x, ratio * y);
    const seen = {
      left: -x / scale,
      top: -y / scale,
      right: (this.#size.width - x) / scale,
      bottom: (this.#size.height - y) / scale,
    };
    this.#paintLines(context, seen);
    for (const placed of this.#nodes.values()) {
      const half = placed.width / 2;
      if (placed.x + half < seen.left || placed.x - half > seen.right) continue;
      if (placed.y + nodeHeight < seen.top || placed.y - nodeHeight > seen.bottom) continue;
      this.#paintNode(context, placed);
    }
  }

  #paintLines(context: CanvasRenderingContext2D, seen: Record<'left' | 'top' | 'right' | 'bottom', number>): void {
    const { scale } = this.#view;
    const isNear = scale > 0.3;
    context.lineWidth = Math.max(1.2, 0.6 / scale);
    const labels = new Map<string, Line>();
    const path = (line: Line): void => {
      const [first, ...rest] = line.points;
      if (first === undefined) return;
      context.moveTo(first[0], first[1]);
      for (const [number, [px, py]] of rest.entries()) {
        const [beforeX, beforeY] = line.points[number] ?? first;
        const middle = (beforeY + py) / 2;
        if (isNear) context.bezierCurveTo(beforeX, middle, px, middle, px, py);
        else context.lineTo(px, py);
      }
    };
    context.strokeStyle = this.#colors.line ?? '';
    context.beginPath();
    const special: Line[] = [];
    for (const line of this.#lines) {
      const [left, top, right, bottom] = line.box;
      if (right < seen.left || left > seen.right || bottom < seen.top || top > seen.bottom) continue;
      if (line.to === this.selected || line.from === this.selected) special.push(line);
      else path(line);
      if (!labels.has(line.from)) labels.set(line.from, line);
    }
    context.stroke();
    context.lineWidth = Math.max(2, 1 / scale);
    for (const line of special) {
      const tone = line.from === this.selected ? 'result' : this.#tone(line.from);
      context.strokeStyle = this.#colors[tone] ?? '';
      // Hundreds of operands would cover the rest of the graph.
      context.globalAlpha = tone === 'ink' ? Math.min(1, mostStrong / special.length) : 1;
      context.beginPath();
      path(line);
      context.stroke();
    }
    context.globalAlpha = 1;
    if (scale >= detailScale) this.#paintLabels(context, labels);
  }

  /** The shape of a value, below the node that makes it. */
  #paintLabels(context: CanvasRenderingContext2D, labels: ReadonlyMap<string, Line>): void {
    context.font = `14px ${this.#font('mono')}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const [from, { label }] of labels) {
      const placed = this.#nodes.get(from);
      if (placed === undefined || label === '') continue;
      const text = cut(label, mostOfLabel(placed.width));
      const width = context.measureText(text).width + 6;
      const y = placed.y + nodeHeight / 2 + 12;
      context.fillStyle = this.#colors.card ?? '';
      context.fillRect(placed.x - width / 2, y - 8, width, 16);
      context.fillStyle = this.#colors.quiet ?? '';
      context.fillText(text, placed.x, y);
    }
  }

  #tone(id: string): 'lhs' | 'rhs' | 'ink' {
    const at = this.operands.indexOf(id);
    return at === 0 ? 'lhs' : at === 1 ? 'rhs' : 'ink';
  }

  #font(kind: 'mono' | 'sans'): string {
    return kind === 'mono' ? 'ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace' : 'system-ui, sans-serif';
  }

  #paintNode(context: CanvasRenderingContext2D, { node, x, y, width }: Placed): void {
    const { scale } = this.#view;
    const isSelected = node.id === this.selected;
    const at = this.operands.indexOf(node.id);
    const mark = this.marked.get(node.id);
    const tone = isSelected ? 'result' : at >= 0 ? this.#tone(node.id) : mark === 'bad' ? 'bad' : 'quiet';
    const isPending = this.reached !== undefined && !node.members.some((name) => this.reached?.has(name));
    const [left, top] = [x - width / 2, y - nodeHeight / 2];
    context.beginPath();
    context.roundRect(left, top, width, nodeHeight, node.kind === 'scope' ? 12 : 5);
    context.fillStyle = this.#colors.card ?? '';
    context.fill();
    context.globalAlpha = isPending ? 0.45 : 1;
    if (isSelected || at === 0 || at === 1) {
      context.globalAlpha = 0.12;
      context.fillStyle = this.#colors[tone] ?? '';
      context.fill();
      context.globalAlpha = isPending ? 0.45 : 1;
    }
    context.strokeStyle = this.#colors[tone] ?? '';
    context.lineWidth = isSelected ? 3 : node.isRoot || tone !== 'quiet' ? 2 : 1;
    context.setLineDash(mark === 'bad' ? [6, 4] : []);
    context.stroke();
    context.setLineDash([]);
    if (node.kind === 'scope') {
      // A second edge says that there is more inside.
      context.beginPath();
      context.roundRect(left + 4, top + 4, width - 8, nodeHeight - 8, 8);
      context.lineWidth = 1;
      context.stroke();
    }
    if (mark === 'breakpoint') {
      context.fillStyle = this.#colors.ink ?? '';
      context.beginPath();
      context.arc(left, y, 6, 0, 2 * Math.PI);
      context.fill();
    }
    if (scale > 0.28) {
      const isBrief = scale < detailScale;
      const most = (width - 12) / characterWidth;
      const letters = Math.min(letterSize / scale, (width - 8) / (0.6 * node.title.length));
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      // An instruction that is not reached has thin and quiet letters, which are still readable.
      context.globalAlpha = 1;
      context.fillStyle = this.#colors[tone !== 'quiet' ? tone : isPending ? 'quiet' : 'ink'] ?? '';
      context.font = `${isPending ? 400 : 600} ${isBrief ? letters : 14}px ${this.#font('sans')}`;
      context.fillText(isBrief ? node.title : cut(node.title, most + 2), x, isBrief ? y : y - 9);
      if (!isBrief) {
        context.fillStyle = this.#colors.quiet ?? '';
        context.font = `14px ${this.#font('mono')}`;
        context.fillText(cut(node.subtitle, most), x, y + 10);
      }
    }
    context.globalAlpha = 1;
  }

  #at(event: { offsetX: number; offsetY: number }): GraphNode | undefined {
    const { x, y, scale } = this.#view;
    const [px, py] = [(event.offsetX - x) / scale, (event.offsetY - y) / scale];
    for (const { node, x: nx, y: ny, width } of this.#nodes.values()) {
      if (Math.abs(px - nx) <= width / 2 && Math.abs(py - ny) <= nodeHeight / 2) return node;
    }
    return undefined;
  }

  #tell(node: string, kind: GraphChoice['kind']): void {
    this.dispatchEvent(new CustomEvent<GraphChoice>('graph-choice', { detail: { node, kind }, bubbles: true }));
  }

  readonly #wheel = (event: WheelEvent): void => {
    // A plain wheel scrolls the page, unless the reader works in the graph.
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== this.#canvas) return;
    event.preventDefault();
    this.#zoom(Math.exp(-event.deltaY * 0.002), { x: event.offsetX, y: event.offsetY });
  };

  #down(event: PointerEvent): void {
    this.#canvas?.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    this.#moved = 0;
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) {
      const canvas = this.#canvas;
      if (canvas !== null) canvas.style.cursor = this.#at(event) === undefined ? 'grab' : 'pointer';
      return;
    }
    const now = { x: event.offsetX, y: event.offsetY };
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (other !== undefined) {
      const distance = (one: { x: number; y: number }): number => Math.hypot(one.x - other.x, one.y - other.y);
      this.#zoom(distance(now) / Math.max(1, distance(before)), {
        x: (now.x + other.x) / 2,
        y: (now.y + other.y) / 2,
      });
    } else if (this.#moved > 3) {
      this.#view = { ...this.#view, x: this.#view.x + now.x - before.x, y: this.#view.y + now.y - before.y };
      this.#draw();
    }
    this.#pointers.set(event.pointerId, now);
  }

  #up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId) || this.#moved > 3) return;
    const node = this.#at(event);
    if (node !== undefined) this.#tell(node.id, 'select');
  }

  #double(event: MouseEvent): void {
    const node = this.#at(event);
    if (node !== undefined) this.#tell(node.id, 'open');
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Readonly<Record<string, () => void>> = {
      '+': () => this.#zoom(1.4),
      '-': () => this.#zoom(1 / 1.4),
      '0': () => this.#fit(true),
      Enter: () => this.selected !== undefined && this.#tell(this.selected, 'open'),
      ArrowUp: () => this.#step((one, from) => one.y < from.y && this.#isLinked(one.node.id, from.node.id)),
      ArrowDown: () => this.#step((one, from) => one.y > from.y && this.#isLinked(from.node.id, one.node.id)),
      ArrowLeft: () => this.#step((one, from) => one.x < from.x && Math.abs(one.y - from.y) < 1),
      ArrowRight: () => this.#step((one, from) => one.x > from.x && Math.abs(one.y - from.y) < 1),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  #isLinked(from: string, to: string): boolean {
    return this.#lines.some((line) => line.from === from && line.to === to);
  }

  /** Selects the nearest node of those that a key leads to. */
  #step(isThere: (one: Placed, from: Placed) => boolean): void {
    const all = [...this.#nodes.values()];
    const from = this.#nodes.get(this.selected ?? '');
    if (from === undefined) {
      const first = all[0];
      if (first !== undefined) this.#tell(first.node.id, 'select');
      return;
    }
    const distance = (one: Placed): number => Math.hypot(one.x - from.x, one.y - from.y);
    const next = all.filter((one) => isThere(one, from)).sort((a, b) => distance(a) - distance(b))[0];
    if (next !== undefined) this.#tell(next.node.id, 'select');
  }
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, Math.max(1, Math.floor(most) - 1))}…` : text;

const widthOf = (node: GraphNode): number =>
  Math.min(
    mostWidth,
    Math.max(leastWidth, nodePadding + characterWidth * Math.max(node.title.length, node.subtitle.length)),
  );

/** The most characters of the shape below a node of that width. */
const mostOfLabel = (width: number): number => Math.max(width, 120) / labelCharacter;

/** The room for a shape below a node of that width, so that the shapes of neighbors do not overlap. */
const labelWidth = (label: string, width: number): number =>
  labelCharacter * Math.min(label.length, mostOfLabel(width));

customElements.define('program-graph', ProgramGraphView);
