/**
 * `hloom/elements` where there are no elements, as on a server that renders pages: the import does
 * nothing, so that it may stand in code that runs in both places.
 */

export class HloomBroadcast {
  constructor() {
    throw new TypeError(
      'a <hloom-broadcast> cannot be made here: there is no DOM.\n' +
        "  help: let the server write the tag as HTML, and import 'hloom/elements' in a script of the page, " +
        'where the tag becomes the element',
    );
  }
}
