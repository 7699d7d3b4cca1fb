/** The start of every page: styles, the note on the platform, the service worker. */

import '../../styles/site.css';
import { engine } from '../../../js/elements/model/computing.js';
import { siteAddress } from './address.js';
import './platform-note.js';
import './still.js';

// On a phone the links scroll sideways: the one of this page is in view.
const link = document.querySelector<HTMLElement>('.top [aria-current]');
if (link?.parentElement) link.parentElement.scrollLeft = link.offsetLeft - link.parentElement.offsetLeft - 16;

async function register(): Promise<void> {
  await navigator.serviceWorker.register(siteAddress('service-worker.js'));
}

// During development files change, so nothing is kept.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // After the engine has started, its files are in the browser's cache, from which the service worker takes them.
  engine()
    .catch(() => undefined)
    .then(register)
    .catch(() => {
      // A site that cannot be kept, as in a private window, works as well with a network.
    });
}
