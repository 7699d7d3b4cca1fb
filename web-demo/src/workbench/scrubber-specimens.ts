/** `<hloom-scrubber>`: at each stage, and between two. */

import { html } from 'lit';
import '../../../js/elements/scrubber.js';
import { stages } from '../../../js/elements/model/scene.js';
import type { Specimen } from './specimen.js';

export const scrubberSpecimens = (): readonly Specimen[] => [
  ...stages.map((stage, time) => ({
    id: stage,
    title: `At “${stage}”`,
    content: html`<hloom-scrubber time=${time}></hloom-scrubber>`,
  })),
  { id: 'between', title: 'Between two stages', content: html`<hloom-scrubber time="1.35"></hloom-scrubber>` },
];
