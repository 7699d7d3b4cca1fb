/** hloom for Node. */

import { nodePlatform } from './instance/platform.node.js';
import { installPlatform } from './instance/platform.js';

installPlatform(nodePlatform);

export * from './public.js';
