/** `hloom/elements`: custom elements for pages. Importing it defines `<hloom-broadcast>`. */

export { HloomBroadcast } from './broadcast.js';
