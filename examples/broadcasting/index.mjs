// Every example of the text on broadcasting, in its order.
import { main } from '../support/main.mjs';
import { examples as composition } from './composition.mjs';
import { examples as formalDefinition } from './formal-definition.mjs';
import { examples as lowerRank } from './lower-rank.mjs';
import { examples as similarRank } from './similar-rank.mjs';
import { examples as whatIsBroadcasting } from './what-is-broadcasting.mjs';

export const examples = [...whatIsBroadcasting, ...lowerRank, ...formalDefinition, ...similarRank, ...composition];

await main(import.meta.url, examples);
