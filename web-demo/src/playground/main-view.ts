/** The panes of the playground: its program, its graph, the selected value, and the inputs, watches and costs. */

import { html, nothing, type TemplateResult } from 'lit';
import { errorView } from '../site/error-view.js';
import './cost-table.js';
import { deskView } from './desk.js';
import './graph-pane.js';
import './input-list.js';
import type { InputChange } from './input-list.js';
import './instruction-view.js';
import { findInstruction } from './model/find.js';
import './output-view.js';
import type { PlaygroundState } from './playground-state.js';
import './program-editor.js';
import type { EditorPage } from './program-editor.js';
import './side-tabs.js';
import { sideTabs, type SideTab } from './side-tabs.js';
import { keepSplits, usualSplits, type Splits } from './splits.js';
import './step-bar.js';
import type { StepDetail } from './step-bar.js';
import { playTexts } from './text/en.js';
import type { ElementDetail } from './value-view.js';
import './watch-list.js';

/** The actions of a reader in the panes. */
export interface PlayActions {
  readonly editor: EditorPage;
  goTo(step: number, reveal: boolean): void;
  goToOrigin(): void;
  select(instruction: string, reveal: boolean): void;
  /** Shows a computation. */
  enter(computation: string): void;
  /** Sets a breakpoint, or removes it. */
  toggle(instruction: string): void;
  pointAtElement(detail: ElementDetail): void;
  /** Closes the explanation of an element. */
  closeStory(): void;
  setInput(change: InputChange): void;
  watch(watches: readonly string[]): void;
  measure(): void;
}

const noTimes: readonly number[] = [];

/** The share of the text above the output of JavaScript, of which a picture and a curve then fit on the screen. */
const programAboveOutput = 38;

/** The edges between the panes: those that the reader has chosen, or the usual ones. */
const splitsFor = ({ splits, hasOutput }: PlaygroundState): Splits =>
  hasOutput && splits.program === usualSplits.program ? { ...splits, program: programAboveOutput } : splits;

export function mainView(page: PlaygroundState, actions: PlayActions): TemplateResult {
  return html`<div class=${page.isEmpty ? 'play-main empty' : 'play-main'} ?hidden=${page.comparing}>
    <step-bar
      .recording=${page.ran?.recording}
      .step=${page.step}
      .breakpoints=${page.breakpoints}
      .times=${page.events.get(page.selected ?? '') ?? noTimes}
      .event=${page.eventNumber}
      .origin=${page.origin}
      .names=${page.names}
      @step-to=${({ detail }: CustomEvent<StepDetail>) => actions.goTo(detail.step, detail.reveal)}
      @step-origin=${() => void actions.goToOrigin()}
    ></step-bar>
    ${deskView(
      {
        program: html`<program-editor
            class="editor"
            .page=${actions.editor}
            .text=${page.text}
            .language=${page.language}
            .marks=${page.marks}
            .mistake=${page.mistake}
          ></program-editor>
          ${page.trouble === undefined ? nothing : errorView(page.trouble, { note: page.troubleNote, isScript: page.hasOutput })}`,
        side: sideView(page, actions),
        graph: html`<graph-pane
          .graph=${page.session?.program.graph}
          .computation=${page.computation}
          .selected=${page.selected}
          .breakpoints=${page.breakpoints}
          .bad=${page.origin?.instruction}
          .recording=${page.ran?.recording}
          .step=${page.step}
          .names=${page.names}
          @graph-select=${({ detail }: CustomEvent<string>) => actions.select(detail, true)}
          @graph-computation=${({ detail }: CustomEvent<string>) => (page.computation = detail)}
        ></graph-pane>`,
        value: valueView(page, actions),
      },
      splitsFor(page),
      page,
      (splits) => {
        page.splits = splits;
        keepSplits(splits);
      },
    )}
  </div>`;
}

function valueView(page: PlaygroundState, actions: PlayActions): TemplateResult {
  const { selected } = page;
  const instruction = findInstruction(page.session?.program.graph, selected);
  if (instruction === undefined)
    return html`<p class="quiet">${page.trouble === undefined ? '' : playTexts.nothing}</p>`;
  const event = page.eventNumber;
  return html`<instruction-view
    .instruction=${instruction}
    .names=${page.names}
    .event=${event === undefined ? undefined : page.ran?.recording.events[event]}
    .session=${page.session}
    .arrays=${page.value}
    .element=${page.element}
    .story=${page.story}
    .stops=${page.breakpoints.has(instruction.name)}
    .originText=${selected === page.origin?.instruction ? page.originText : ''}
    .reason=${event === undefined && page.ran !== undefined ? page.reasonFor(instruction.name) : ''}
    @instruction-select=${({ detail }: CustomEvent<string>) => actions.select(detail, true)}
    @computation-enter=${({ detail }: CustomEvent<string>) => actions.enter(detail)}
    @breakpoint-toggle=${({ detail }: CustomEvent<string>) => actions.toggle(detail)}
    @story-close=${() => actions.closeStory()}
    @value-element=${({ detail }: CustomEvent<ElementDetail>) => actions.pointAtElement(detail)}
  ></instruction-view>`;
}

function sideView(page: PlaygroundState, actions: PlayActions): TemplateResult {
  return html`<side-tabs
      .tab=${page.tab}
      .tabs=${sideTabs.map(([tab]) => tab).filter((tab) => page.hasOutput || tab !== 'output')}
      @tab-change=${({ detail }: CustomEvent<SideTab>) => (page.tab = detail)}
    ></side-tabs>
    <div id="side-panel" role="tabpanel" aria-labelledby=${`side-${page.tab}`}>
      ${page.hasOutput ? html`<output-view ?hidden=${page.tab !== 'output'}></output-view>` : nothing}
      ${page.tab === 'output' ? nothing : panelView(page, actions)}
    </div>`;
}

function panelView(page: PlaygroundState, actions: PlayActions): TemplateResult {
  const { session } = page;
  const program = session?.program;
  if (page.tab === 'watches') {
    return html`<watch-list
      .watches=${page.watches}
      .valueOf_=${(name: string) => page.valueText(name)}
      .version=${page.step}
      .names=${page.names}
      @watches-changed=${({ detail }: CustomEvent<readonly string[]>) => actions.watch(detail)}
    ></watch-list>`;
  }
  if (page.tab === 'costs') {
    return html`<cost-table
      .graph=${program?.graph}
      .computation=${page.computation}
      .operations=${page.operations}
      .times=${page.times}
      .selected=${page.selected}
      .busy=${page.busy}
      .names=${page.names}
      .machine=${page.machine}
      @cost-select=${({ detail }: CustomEvent<string>) => actions.select(detail, true)}
      @cost-measure=${() => void actions.measure()}
    ></cost-table>`;
  }
  return html`<input-list
    .shape=${program?.computation.programShape}
    .graph=${program?.graph}
    .inputs=${page.inputs}
    .names=${page.names}
    @input-change=${({ detail }: CustomEvent<InputChange>) => actions.setInput(detail)}
  ></input-list>`;
}
