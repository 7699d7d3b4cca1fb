/** hloom for browsers. */

import { browserPlatform } from './instance/platform.browser.js';
import { installPlatform } from './instance/platform.js';

installPlatform(browserPlatform);

export * from './public.js';
