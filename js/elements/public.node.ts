/**
 * `hloom/elements` for places without elements, such as a server that renders pages: the import does nothing, so that
 * code for both places may contain it.
 */

export class HloomBroadcast {
  constructor() {
    throw new TypeError(
      'a <hloom-broadcast> cannot be made without a DOM.\n' +
        "  help: let the server write the tag as HTML, and import 'hloom/elements' in a script of the page, " +
        'where the tag becomes the element',
    );
  }
}
