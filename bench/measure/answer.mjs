// Answers the request of a process or a page that was started for one measurement: both call this.
import { measureMachine } from '../machine/limits.mjs';
import { subjectNamed } from '../subjects/index.mjs';
import { measure, messageOf } from './measure.mjs';

/** The answer to a request, even after a failure: { machine }, { records } or { failed }. */
export async function answer(request) {
  try {
    if (request.subject === 'machine') return { machine: await measureMachine(request) };
    return await measure(subjectNamed(request.subject), request);
  } catch (error) {
    return { failed: messageOf(error) };
  }
}
