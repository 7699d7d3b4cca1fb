// A slow line in front of a server: a TCP proxy that all connections share, as those of a phone share its radio.
import { connect, createServer } from 'node:net';
import { Transform } from 'node:stream';

/** Passes bytes on as a line of `bytesPerSecond` does; `line.free` is the time at which the line is free again. */
function throttled(line, bytesPerSecond, delayMs) {
  return new Transform({
    transform(chunk, _, done) {
      const now = performance.now();
      // A chunk waits for the line, takes its time on it, and then the way to the other end.
      line.free = Math.max(now, line.free) + (1000 * chunk.length) / bytesPerSecond;
      const arrival = line.free + delayMs;
      setTimeout(() => this.push(chunk), arrival - now);
      // The next chunk is read when this one has left.
      setTimeout(done, line.free - now);
    },
    flush: (done) => setTimeout(done, delayMs + 50),
  });
}

/**
 * Opens a line to a server of this machine.
 *
 * @param bitsPerSecond - of what the server sends; requests are short, and only delayed
 * @param roundTripMs - the time that the shortest request takes
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function openSlowLine(port, { bitsPerSecond, roundTripMs }) {
  const line = { free: 0 };
  const sockets = new Set();
  const proxy = createServer({ highWaterMark: 4096 }, (client) => {
    const server = connect({ port, host: '127.0.0.1', highWaterMark: 4096 });
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => {
        client.destroy();
        server.destroy();
      });
    }
    // The end of the server's side comes through the pipe, behind the bytes that are still on the line.
    client.on('close', () => server.destroy());
    client.pipe(throttled({ free: 0 }, Infinity, roundTripMs / 2)).pipe(server);
    server.pipe(throttled(line, bitsPerSecond / 8, roundTripMs / 2)).pipe(client);
  });
  await new Promise((ready) => {
    proxy.listen(0, '127.0.0.1', ready);
  });
  return {
    url: `http://localhost:${proxy.address().port}/`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => {
        proxy.close(() => closed());
      });
    },
  };
}
