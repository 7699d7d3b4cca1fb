// One measurement in a process of its own: the request is the argument, the answer goes to the parent.
import { answer } from './answer.mjs';

const result = await answer(JSON.parse(process.argv[2]));
// Pools of threads would keep the process.
process.send(result, () => process.exit(0));
