/** `<code-panel>`: with a program, and without one. */

import { html } from 'lit';
import { snippets } from '../lab/code.js';
import '../site/code-panel.js';
import { answered, asking, type Specimen } from './specimen.js';

export function codePanelSpecimens(): readonly Specimen[] {
  const legal = answered(asking('f32[2,3]', 'f32[3]', '{1}'));
  const refused = answered(asking('f32[2,3]', 'f32[3]', '{0}'));
  return [
    { id: 'legal', title: 'Notations', content: html`<code-panel .snippets=${snippets(legal)}></code-panel>` },
    {
      id: 'refused',
      title: 'Nothing to show',
      content: html`<code-panel .snippets=${snippets(refused)}></code-panel>`,
    },
  ];
}
