/** hloom for Node. */

import { nodePlatform } from './platform.node.js';
import { installPlatform } from './platform.js';

installPlatform(nodePlatform);

export * from './public.js';
