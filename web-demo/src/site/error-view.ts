/** Errors on every page: the mistake, and for errors of the engine also the rule, the details and the fix. */

import '../../styles/error.css';
import { HloomError } from 'hloom';
import { html, nothing, type TemplateResult } from 'lit';
import { sentence } from '../../../js/elements/model/question.js';
import { inPageNotation } from '../../../js/elements/text.js';
import { ruleLink } from './rule-link.js';

/** A mark below a line of a text fits only a line that is not wrapped. */
const mostMarked = 72;

export interface ErrorViewOptions {
  /** Put before the headline. */
  readonly title?: string;
  /** Shown in place of the details. */
  readonly details?: TemplateResult;
  /** A last line. */
  readonly note?: string;
  /** Buttons that lead out of the error. */
  readonly more?: TemplateResult | typeof nothing;
  /** True for the error of a program in JavaScript, whose options keep their names: `broadcastDimensions: [1]`. */
  readonly isScript?: boolean;
}

/** An error of the engine, a mistake in a field, or a problem of the page. */
export function errorView(thrown: unknown, options: ErrorViewOptions = {}): TemplateResult {
  const { title = '', note = '', more = nothing } = options;
  return html`<div class="verdict bad" role="status">
    ${thrown instanceof HloomError ? engineError(thrown, options) : html`<p><span class="headline">${title}${thrown instanceof Error ? thrown.message : String(thrown)}</span></p>`}
    ${note === '' ? nothing : html`<p class="quiet">${note}</p>`} ${more}
  </div>`;
}

function engineError(error: HloomError, options: ErrorViewOptions): TemplateResult {
  const words = options.isScript === true ? (text: string) => text : inPageNotation;
  const { title = '', details = detailsOf(error, words) } = options;
  const { headline, rule, help, location } = error;
  return html`<p>
      <span class="headline">${title}${sentence(words(headline))}</span>
      ${rule === '' ? nothing : ruleLink(rule)}
    </p>
    ${details} ${help === '' ? nothing : html`<p class="help"><strong>Help:</strong> ${sentence(words(help))}</p>`}
    ${location === '' ? nothing : html`<p class="quiet">at ${location}</p>`}`;
}

/** The details; an error of a text has its line, and a mark below the place. */
function detailsOf({ details, position }: HloomError, words: (text: string) => string): TemplateResult {
  if (position === undefined) return html`${details.map((line) => html`<p>${words(line)}</p>`)}`;
  const isWide = details.some(({ length }) => length > mostMarked);
  const lines = isWide ? details.filter((line) => !/^\s*\^$/.test(line)).map((line) => line.trim()) : details;
  return html`${lines.map((line) => html`<p class="source">${line}</p>`)}`;
}
