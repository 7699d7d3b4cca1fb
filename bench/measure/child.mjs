// One measurement in a separate process: the request is the argument, the answer goes to the parent.
import { answer } from './answer.mjs';

const result = await answer(JSON.parse(process.argv[2]));
// Pools of threads would keep the process.
process.send(result, () => process.exit(0));
