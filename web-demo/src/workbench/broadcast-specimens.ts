/** `<hloom-broadcast>` as pages write it. */

import { html } from 'lit';
import '../../../js/elements/public.js';
import type { Specimen } from './specimen.js';

export const broadcastSpecimens = (): readonly Specimen[] => [
  {
    id: 'legal',
    title: 'Legal',
    content: html`<hloom-broadcast lhs="f32[2,3]" rhs="f32[3]" dims="1"></hloom-broadcast>`,
  },
  {
    id: 'illegal',
    title: 'Refused, with fixes',
    content: html`<hloom-broadcast lhs="f32[2,3]" rhs="f32[3]" dims="0"></hloom-broadcast>`,
  },
  {
    id: 'type',
    title: 'Shapes that fit, and types that do not',
    content: html`<hloom-broadcast lhs="f32[2]" rhs="s32[2]"></hloom-broadcast>`,
  },
  {
    id: 'mistaken',
    title: 'Texts that are not understood',
    content: html`<hloom-broadcast lhs="f32[2," rhs="f32[3]" dims="x"></hloom-broadcast>`,
  },
  {
    id: 'fixed',
    title: 'Fixed, before it has moved',
    content: html`<hloom-broadcast lhs="s32[4,1]" rhs="s32[1,3]" op="mul" stage="given" fixed></hloom-broadcast>`,
  },
];
