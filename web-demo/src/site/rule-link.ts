/** The id of a rule, which leads to the rule in the documentation. */

import { html, type TemplateResult } from 'lit';
import { siteAddress } from './address.js';

export const ruleLink = (rule: string): TemplateResult =>
  html`<a class="rule" href=${siteAddress(`docs/rules.html#${rule.replace('.', '-')}`)}>${rule}</a>`;
