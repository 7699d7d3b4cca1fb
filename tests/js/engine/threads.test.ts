// Threads that compute: the same bits with one thread and with two. threads.long.test.ts has other sizes, other numbers of
// threads, several runs at a time, stopping, and what a run takes of memory.
import { Client, parseHlo } from 'hloom';
import { bytesOf, indices, numbers, programs, textOf } from './threaded-programs.js';

const [rows, columns] = [256, 520];
const x = numbers(rows * columns, rows);
const i = indices(rows, rows);

let clients: Client[];
beforeAll(async () => {
  clients = await Promise.all([1, 2].map((threads) => Client.create({ threads })));
  expect(clients.map(({ platform }) => platform.threads)).toEqual([1, 2]);
});
afterAll(() => {
  for (const client of clients) client.dispose();
});

test.each(Object.entries(programs(rows, columns)))('%s', async (_, body) => {
  const [one = [], two = []] = await Promise.all(
    clients.map(async (client) => {
      const executable = await client.compile(parseHlo(textOf(body, rows, columns)));
      const bytes = bytesOf(await executable.run(x, i));
      executable.dispose();
      return bytes;
    }),
  );
  expect(one.some((bytes) => bytes.some((byte) => byte !== 0))).toBe(true);
  expect(two.map((bytes, k) => Buffer.compare(bytes, one[k] as Buffer))).toEqual(one.map(() => 0));
});
