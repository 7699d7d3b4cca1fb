/** `hloom/elements`: custom elements for pages. Importing it defines `<hloom-broadcast>`. */

import { HloomBroadcast as Own } from './broadcast.js';

export type HloomBroadcast = Own;
/** The class of the page's `<hloom-broadcast>`, which is a different one if the elements were already defined. */
export const HloomBroadcast = (customElements.get('hloom-broadcast') ?? Own) as typeof Own;
