// Counts the bytes that the servers of this process send, headers included.
import diagnostics from 'node:diagnostics_channel';

/**
 * Begins to count.
 *
 * @returns {{ answers: { path: string, status: number, bytes: number }[], stop: () => void }}
 */
export function countAnswers() {
  const answers = [];
  const before = new WeakMap();
  const count = ({ request, response, socket }) => {
    // A connection answers one request after the other.
    const bytes = socket.bytesWritten - (before.get(socket) ?? 0);
    before.set(socket, socket.bytesWritten);
    answers.push({ path: request.url, status: response.statusCode, bytes });
  };
  diagnostics.subscribe('http.server.response.finish', count);
  return { answers, stop: () => diagnostics.unsubscribe('http.server.response.finish', count) };
}
