import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { afterEach, expect, it, vi } from 'vitest';
import { gatherFleet } from '../fleet/fleet.ts';
import { rigWorkers, userOf } from './open-rigs.ts';
import { Rig } from './rig.ts';
import { sha256d } from './rig-job.ts';

const scale = difficultyScale(0xffffn << 208n);
/** Block 125552 of Bitcoin, whose only transaction is taken for its merkle root's sake: coinbase in, root out. */
const notify = {
  id: null,
  method: 'mining.notify',
  params: ['j1', '0'.repeat(64), '01', '02', [], '20000000', '1d00ffff', '6a000000', true],
};

let server: Server | undefined;
let rig: Rig | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  rig?.close();
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.close();
});

interface Said {
  readonly id: number;
  readonly method: string;
  readonly params: readonly string[];
}

async function listen(onLine: (line: Said, socket: Socket) => void): Promise<number> {
  server = createServer((socket) => {
    sockets.push(socket);
    createInterface({ input: socket }).on('line', (line) => onLine(JSON.parse(line) as Said, socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it('finds shares that meet the difficulty of their job, and connects again when it is closed', async () => {
  const said: Said[] = [];
  const send = (socket: Socket, message: object): void => void socket.write(`${JSON.stringify(message)}\n`);
  const port = await listen((line, socket) => {
    said.push(line);
    if (line.method === 'mining.subscribe')
      send(socket, { id: 1, result: [[['mining.notify', 's']], 'aabbccdd', 4], error: null });
    if (line.method !== 'mining.authorize') return;
    send(socket, { id: 2, result: true, error: null });
    // Sixteen hashes a share.
    send(socket, { id: null, method: 'mining.set_difficulty', params: [16 / 2 ** 32] });
    send(socket, notify);
    // Of the next job, not of this one.
    send(socket, { id: null, method: 'mining.set_difficulty', params: [1] });
  });
  rig = new Rig({ port, user: 'BTC:addr.laptop', scale, proof: sha256d, batch: 32, againMs: 1 });
  while (said.length < 7) {
    rig.search();
    await new Promise(setImmediate);
  }
  expect(said.slice(0, 2).map(({ method }) => method)).toEqual(['mining.subscribe', 'mining.authorize']);
  for (const { method, params } of said.slice(2)) {
    expect(method).toBe('mining.submit');
    const [user, id, extranonce2 = '', time, nonce = ''] = params;
    expect([user, id, time]).toEqual(['BTC:addr.laptop', 'j1', '6a000000']);
    const root = sha256d(Buffer.from(`01aabbccdd${extranonce2}02`, 'hex'));
    const fields = ['00000020', '0'.repeat(64), root.toString('hex'), '0000006a', 'ffff001d'];
    const header = Buffer.from(fields.join('') + Buffer.from(nonce, 'hex').reverse().toString('hex'), 'hex');
    expect(header).toHaveLength(80);
    // 2^256 / 16, as the difficulty 1 of Bitcoin rounds it.
    expect(sha256d(header)[31]).toBeLessThan(16);
  }
  const before = said.length;
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(() =>
    expect(said.slice(before).some(({ method }) => method === 'mining.authorize')).toBe(true),
  );
});

it('are the machines of the fleet that are always there, on what every sandbox verifies', () => {
  const fleet = gatherFleet('openlode', ['randomx']);
  const rigs = rigWorkers(fleet);
  expect(rigs.map(({ algorithm, name }) => `${algorithm} ${name}`)).toEqual([
    'sha256 laptop',
    'sha256 attic',
    'sha256 notebook',
    'sha256 bonk-pc',
    'scrypt cpu-1',
    'scrypt cpu-3',
  ]);
  const [laptop] = rigs;
  if (laptop === undefined) throw new Error('no laptop');
  expect(userOf(laptop, null)).toBe('BTC:bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl.laptop');
  expect(userOf(laptop, 'lodestar')).toBe('BTC:bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl.laptop#lodestar');
});
