/** `<executed-values>`: the value of an instruction on each device, as the trace has it. */

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Recording } from './model/recording.js';

export class ExecutedValues extends LitElement {
  static override properties = { recording: { attribute: false }, chosen: { state: true } };

  declare recording: Recording | undefined;
  declare chosen: string | undefined;

  constructor() {
    super();
    this.recording = undefined;
    this.chosen = undefined;
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('recording') && !this.#names().includes(this.chosen ?? '')) this.chosen = this.#first();
  }

  #names(): string[] {
    return [...new Set((this.recording?.executed ?? []).map(({ instruction }) => instruction))];
  }

  /** The operand of the first collective is the most telling: each device has its own. */
  #first(): string | undefined {
    const { executed = [], events = [] } = this.recording ?? {};
    const names = this.#names();
    const at = names.indexOf(events[0]?.instruction ?? '');
    return (at > 0 ? names[at - 1] : undefined) ?? executed.at(-1)?.instruction;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { recording, chosen } = this;
    if (recording === undefined || chosen === undefined) return nothing;
    const { executed, devices } = recording;
    const opcodes = new Map(executed.map(({ instruction, opcode, shape }) => [instruction, `${opcode} ${shape}`]));
    // An instruction in a loop has its last value.
    const last = Array.from({ length: devices }, (_, device) =>
      executed.filter((event) => event.instruction === chosen && (event.device ?? 0) === device).at(-1),
    );
    return html`<select
        aria-label="Instruction"
        @change=${(event: Event) => (this.chosen = (event.target as HTMLSelectElement).value)}
      >
        ${this.#names().map(
          (name) => html`<option value=${name} .selected=${name === chosen}>%${name} = ${opcodes.get(name)}</option>`,
        )}
      </select>
      <div class="table" tabindex="0" role="region" aria-label=${`%${chosen} on each device`}>
        <table>
          <tbody>
            ${last.map(
              (event, device) =>
                html`<tr>
                  <th scope="row">device ${device}</th>
                  <td>${event?.value.trim() ?? 'not executed'}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }
}

customElements.define('executed-values', ExecutedValues);
