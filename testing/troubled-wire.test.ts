import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createInterface, type Interface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { TroubledWire } from './troubled-wire.ts';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** Both ends of a connection through a wire: each reads what comes out at it. */
async function openEnds(): Promise<{ wire: TroubledWire; pool: End; miner: End }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const wire = await TroubledWire.start(address.port);
  opened.push(
    () => server.close(),
    () => wire.close(),
  );
  const came = once(server, 'connection') as Promise<[Socket]>;
  const miner = new End(connect(wire.port, '127.0.0.1'));
  return { wire, pool: new End((await came)[0]), miner };
}

class End {
  readonly #socket: Socket;
  readonly #lines: Interface;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#lines = createInterface({ input: socket });
    opened.push(() => socket.destroy());
  }

  /** Says it, and answers what the other end hears. */
  async say(line: object, { to }: { readonly to: End }): Promise<unknown> {
    const heard = to.hears();
    this.#socket.write(`${JSON.stringify(line)}\n`);
    return heard;
  }

  async hears(): Promise<unknown> {
    const [line] = (await once(this.#lines, 'line')) as [string];
    return JSON.parse(line);
  }
}

describe('a troubled wire to a pool of Monero', () => {
  const job = { job_id: '7', blob: '1010', target: 'ffffff3f', seed_hash: '00', algo: 'rx/0' };

  it('asks for sixteen times the work from the next job on, and as the pool does after it', async () => {
    const { wire, pool, miner } = await openEnds();
    const given = { jsonrpc: '2.0', method: 'job', params: job };
    expect(await pool.say(given, { to: miner })).toEqual(given);
    wire.raise(16);
    expect(await pool.say(given, { to: miner })).toEqual({
      ...given,
      params: { ...job, target: '00000004' },
    });
    wire.raise(1);
    expect(await pool.say(given, { to: miner })).toEqual(given);
  });

  it('does so with the job that answers a login, and with a target of eight bytes', async () => {
    const { wire, pool, miner } = await openEnds();
    wire.raise(16);
    const long = { ...job, target: 'ffffffffffff0000' };
    const answer = { id: 1, jsonrpc: '2.0', error: null, result: { id: 's', job: long, status: 'OK' } };
    expect(await pool.say(answer, { to: miner })).toEqual({
      ...answer,
      result: { id: 's', job: { ...long, target: '0000000000100000' }, status: 'OK' },
    });
  });

  it('leaves the rest as it is', async () => {
    const { wire, pool, miner } = await openEnds();
    wire.raise(16);
    const answer = { id: 2, jsonrpc: '2.0', error: null, result: { status: 'OK' } };
    expect(await pool.say(answer, { to: miner })).toEqual(answer);
    const share = { id: 2, method: 'submit', params: { id: 's', job_id: '7', nonce: '00', result: '00' } };
    expect(await miner.say(share, { to: pool })).toEqual(share);
  });
});

describe('a troubled wire to a pool of Zcash', () => {
  const say = (method: string, ...params: readonly unknown[]) => ({ id: null, method, params });
  const submit = (free: string) => ({
    id: 4,
    method: 'mining.submit',
    params: ['ZEC:t1.rig', 'j1', '1eab006b', free, 'fd4005'],
  });

  it('takes a byte of the nonce, and gives it to the shares that have it', async () => {
    const { wire, pool, miner } = await openEnds();
    const subscribed = { id: 1, result: [null, '0a0b'], error: null };
    expect(await pool.say(subscribed, { to: miner })).toEqual(subscribed);
    expect(await miner.say(submit('11'.repeat(29)), { to: pool })).toEqual(submit('11'.repeat(29)));
    const heard = miner.hears();
    wire.narrow();
    expect(await heard).toEqual(say('mining.set_extranonce', '0a0ba5'));
    expect(await miner.say(submit('11'.repeat(29)), { to: pool })).toEqual(submit(`a5${'11'.repeat(29)}`));
    // Of work that came before it.
    expect(await miner.say(submit('11'.repeat(30)), { to: pool })).toEqual(submit('11'.repeat(30)));
  });
});
