/** hloom for browsers. */

import { browserPlatform } from './platform.browser.js';
import { installPlatform } from './platform.js';

installPlatform(browserPlatform);

export * from './public.js';
