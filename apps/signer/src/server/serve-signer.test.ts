import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serveLimits, type ServeLimits } from './serve-limits.ts';
import { serveSigner, type SignerServer } from './serve-signer.ts';

let folder: string;
let path: string;
let server: SignerServer;
let asked: string[];

const open = async (limits: Partial<ServeLimits> = {}): Promise<void> => {
  server = await serveSigner(
    { path },
    (line) => {
      asked.push(line);
      return `${line.length}\n`;
    },
    { ...serveLimits, ...limits },
  );
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openlode-socket-'));
  path = join(folder, 's');
  asked = [];
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const enter = async (): Promise<Socket> => {
  const socket = connect(path);
  await once(socket, 'connect');
  return socket;
};
const nextText = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

it('is for its user only, and answers each line in order however it is cut', async () => {
  await open();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const socket = await enter();
  socket.write('a');
  socket.write('bc\nde');
  socket.end('f\n\nlong\n');
  expect(await text(socket)).toBe('3\n3\n0\n4\n');
});

it('takes the place of a socket that a dead signer left, and of nothing else', async () => {
  await open();
  const first = server;
  await open();
  await first.close();
  await open();
  writeFileSync(join(folder, 'file'), '');
  await expect(serveSigner({ path: join(folder, 'file') }, () => '')).rejects.toThrow('is no socket');
  await expect(serveSigner({ path: join(folder, 'x'.repeat(108)) }, () => '')).rejects.toThrow('too long');
});

it('refuses a line that is too long, without what it was', async () => {
  await open({ lineLengthMax: 10 });
  const socket = await enter();
  socket.write('0123456789\n0123456789a');
  expect(await text(socket)).toBe('10\n{"ok":false,"reason":"too-large","why":"The line is too long."}\n');
  expect(asked).toEqual(['0123456789']);
});

it('closes a connection whose line does not come to its end, though letters keep coming', async () => {
  await open({ lineMs: 40 });
  const socket = await enter();
  socket.on('error', () => undefined);
  const drip = setInterval(() => socket.write('x'), 5);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(drip);
  expect(asked).toEqual([]);
});

it('closes a connection that says nothing', async () => {
  await open({ idleMs: 40 });
  const silent = await enter();
  silent.resume();
  await once(silent, 'close');
});

it('serves those that wait while one asks without end, and tells the ninth that there are too many', async () => {
  await open();
  const greedy = await enter();
  greedy.resume();
  greedy.write('x\n'.repeat(5000));
  const other = await enter();
  other.write('hello\n');
  expect(await nextText(other)).toBe('5\n');
  const more = await Promise.all(Array.from({ length: 6 }, enter));
  const ninth = await enter();
  expect(await text(ninth)).toContain('"reason":"busy"');
  for (const socket of [greedy, other, ...more]) socket.destroy();
});
