import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HashingMiner } from './hashing-miner.ts';

const COINBASE = ['01000000', 'ffffffff00000000'];
const PREVIOUS = '00'.repeat(32);

const job = (id: string): unknown[] => [
  id,
  PREVIOUS,
  ...COINBASE,
  [],
  '20000000',
  '1d00ffff',
  '6b001eab',
  true,
];

interface Heard {
  readonly id: number;
  readonly method: string;
  readonly params: readonly string[];
}

/** A server that says what it is told to and keeps what it hears. */
class ScriptedServer {
  readonly heard: Heard[] = [];
  submits = 0;
  socket: Socket | undefined;
  server: Server;

  constructor(answerSubmit: (count: number) => { result: unknown; error: unknown }, difficulty: number) {
    this.server = createServer((socket) => {
      this.socket = socket;
      socket.on('error', () => undefined);
      const lines = createInterface({ input: socket });
      lines.on('error', () => undefined);
      lines.on('line', (line) => {
        const message = JSON.parse(line) as Heard;
        this.heard.push(message);
        if (message.method === 'mining.subscribe')
          this.reply(message.id, { result: [[], 'f0000001', 4], error: null });
        if (message.method === 'mining.authorize') {
          this.reply(message.id, { result: true, error: null });
          this.notify('mining.set_difficulty', [difficulty]);
          this.notify('mining.notify', job('a'));
        }
        if (message.method === 'mining.submit') {
          this.submits += 1;
          this.reply(message.id, answerSubmit(this.submits));
        }
      });
    });
  }

  reply(id: number, answer: { result: unknown; error: unknown }): void {
    this.socket?.write(`${JSON.stringify({ id, ...answer })}\n`);
  }

  notify(method: string, params: unknown[]): void {
    this.socket?.write(`${JSON.stringify({ id: null, method, params })}\n`);
  }

  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }
}

const yes = { result: true, error: null };
const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

async function startAgainst(
  server: ScriptedServer,
  more: { hashesPerSecondMax?: number } = {},
): Promise<HashingMiner> {
  const port = await server.listen();
  const miner = await HashingMiner.start({ port, user: 'BTC:x.rig', ...more });
  ended.push(
    () => miner.stop(),
    () => server.server.close(),
  );
  return miner;
}

describe('the hashing miner', () => {
  it('finds about as many shares as it did work, and counts what is acknowledged', async () => {
    const server = new ScriptedServer(() => yes, 2 ** -22);
    const miner = await startAgainst(server);
    await miner.whenAcked(200);
    await miner.stop();
    expect(miner.workAckedUntil()).toBe(BigInt(miner.acked.length) * 1024n);
    // 200 shares scatter by 7 %: four times that is never met by chance.
    const expected = miner.hashes / 1024;
    expect(Math.abs(server.submits / expected - 1)).toBeLessThan(0.3);
    expect(
      new Set(
        server.heard
          .filter(({ method }) => method === 'mining.submit')
          .map(({ params }) => params.slice(1).join()),
      ).size,
    ).toBe(server.submits);
    expect(miner.rejected).toEqual([]);
  });

  it('keeps what is refused apart', async () => {
    const server = new ScriptedServer(
      (count) => (count % 2 === 0 ? { result: null, error: [21, 'Job not found', null] } : yes),
      2 ** -26,
    );
    const miner = await startAgainst(server);
    await miner.whenAcked(5);
    expect(miner.rejected[0]).toMatchObject({ code: 21, text: 'Job not found', jobId: 'a' });
  });

  it('gives a share the difficulty of its job, not the one that was announced since', async () => {
    const server = new ScriptedServer(() => yes, 2 ** -26);
    const miner = await startAgainst(server);
    await miner.whenAcked(1);
    server.notify('mining.set_difficulty', [2 ** -25]);
    const before = miner.acked.length;
    await miner.whenAcked(before + 3);
    server.notify('mining.notify', job('b'));
    while (miner.acked.at(-1)?.jobId !== 'b') await miner.whenAcked(miner.acked.length + 1);
    expect(new Set(miner.acked.map(({ jobId, work }) => `${jobId} ${work}`))).toEqual(
      new Set(['a 64', 'b 128']),
    );
  });

  it('keeps to the rate that it is given', async () => {
    const server = new ScriptedServer(() => yes, 1);
    const miner = await startAgainst(server, { hashesPerSecondMax: 20_000 });
    const started = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const rate = (miner.hashes / (performance.now() - started)) * 1000;
    // A tenth of what the slowest machine would do without it; a busy one may do less.
    expect(rate).toBeLessThan(30_000);
    expect(rate).toBeGreaterThan(0);
  });

  it('rests on its connection, and goes on when it is told to', async () => {
    const server = new ScriptedServer(() => yes, 2 ** -22);
    const miner = await startAgainst(server);
    await miner.whenAcked(1);
    miner.rest();
    const before = miner.hashes;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(miner.hashes).toBe(before);
    expect(miner.isMining).toBe(true);
    miner.resume();
    await vi.waitFor(() => expect(miner.hashes).toBeGreaterThan(before));
  });

  it('ends when the pool hangs up', async () => {
    const server = new ScriptedServer(() => yes, 1);
    const miner = await startAgainst(server);
    server.socket?.destroy();
    await expect(miner.whenAcked(1)).rejects.toThrow('the miner ended with 0 of 1 shares');
    expect(miner.isMining).toBe(false);
  });
});
