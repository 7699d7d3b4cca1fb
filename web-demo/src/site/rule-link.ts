/** The id of a rule, which leads to the rule in the documentation. */

import { html, type TemplateResult } from 'lit';

/** For pages in a folder of the site, such as `learn/`. */
export const ruleLink = (rule: string): TemplateResult =>
  html`<a class="rule" href=${`../docs/rules.html#${rule.replace('.', '-')}`}>${rule}</a>`;
