/** `hloom/elements`: custom elements for pages. Importing it defines `<hloom-broadcast>`. */

import { HloomBroadcast as Own } from './broadcast.js';

export type HloomBroadcast = Own;
/** The class of the page's `<hloom-broadcast>`, which is another one where the elements were there before. */
export const HloomBroadcast = (customElements.get('hloom-broadcast') ?? Own) as typeof Own;
