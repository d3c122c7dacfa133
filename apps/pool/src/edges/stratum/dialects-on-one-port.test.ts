import { randomBytes } from 'node:crypto';
import type { LoginOutcome } from '@openlode/mining/user-string';
import type { Dialects } from '@openlode/stratum/core/dialect';
import type { OpenJob } from '@openlode/stratum/core/jobs';
import type { PortRules } from '@openlode/stratum/core/session-state';
import { ethereumStratum } from '@openlode/stratum/dialects/ethereum/ethereum-stratum';
import { ethproxy } from '@openlode/stratum/dialects/ethereum/ethproxy';
import {
  type EthashInput,
  type EthashVerdict,
  type EthereumJob,
  ethereumJobs,
  type EthereumSolution,
} from '@openlode/stratum/dialects/ethereum/jobs';
import { plainStratum } from '@openlode/stratum/dialects/ethereum/plain-stratum';
import { afterEach, describe, expect, it } from 'vitest';
import type { JobFeed } from './job-feed.ts';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import { createReportedHashrates } from './reported-hashrates.ts';
import { easyRules, startTestPool, startTime, type TestPool, until } from './testing/listener-kit.ts';
import { type PoolLine, StratumClient } from './testing/stratum-client.ts';

const dialects: Dialects = [ethereumStratum, ethproxy, plainStratum];
const user = 'ETHW:0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const mix = `0x${'00'.repeat(32)}`;
const rules: PortRules = {
  ...easyRules,
  scale: { difficulty1Target: 1n << 256n, hashesPerDifficulty1: 1n },
  startWork: 256n,
};

type Parts = Omit<EthereumJob, 'id' | 'headerHash'>;
const template: Parts = {
  chain: 'test',
  height: 7,
  seedHash: new Uint8Array(32),
  networkTarget: 1n << 200n,
  networkWork: 1n << 56n,
  clean: true,
  blockHash: ({ nonce }) => nonce.toString(16).padStart(64, '0'),
};

/** Jobs with random headers, for all connections of the port. */
function openFeed(): JobFeed & { readonly openJob: () => void } {
  let count = 0;
  const listeners = new Set<(opened: OpenJob) => void>();
  const registry = ethereumJobs<Parts>((parts) => ({
    ...parts,
    id: (++count).toString(16),
    headerHash: randomBytes(32),
  }));
  registry.open(template);
  return {
    registry,
    hasWork: true,
    onJob(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    blocksOf: ({ job: { chain, height, networkWork }, hash, solution }) => {
      const { nonce, mix: claimed } = solution as EthereumSolution;
      const submission = Buffer.concat([Buffer.from(nonce.toString(16).padStart(16, '0'), 'hex'), claimed]);
      return [{ chain, height, hash, networkWork, submission }];
    },
    renew: () => undefined,
    close: () => listeners.clear(),
    openJob: () => {
      const opened = registry.open(template);
      for (const listener of listeners) listener(opened);
    },
  };
}

/** Takes a while. A nonce that ends with b solves a block, one that ends with f is too light, any other makes a share. */
const verifier: PowVerifier<EthashInput, EthashVerdict> = {
  verify: ({ nonce }) =>
    new Promise((resolve) => {
      const zeros =
        ({ b: 8, f: 0 } as Readonly<Record<string, number>>)[nonce.toString(16).at(-1) ?? ''] ?? 2;
      const hash = new Uint8Array(32).fill(255).fill(0, 0, zeros);
      setTimeout(() => resolve({ mix: new Uint8Array(32), hash }), 5);
    }),
  waiting: () => 0,
};

const login = (text: string, workerField?: string): LoginOutcome =>
  text.startsWith('ETHW:')
    ? {
        kind: 'login',
        login: {
          coin: 'ETHW',
          network: 'ethw',
          address: text.split('.')[0] ?? '',
          memo: null,
          worker: workerField ?? text.split('.')[1] ?? 'default',
          referralCode: null,
        },
      }
    : { kind: 'no-coin' };

describe('a port with several dialects', () => {
  const open: { close(): Promise<void> }[] = [];
  const keep = <Kept extends { close(): Promise<void> }>(kept: Kept): Kept => {
    open.push(kept);
    return kept;
  };
  afterEach(async () => {
    for (const each of open.splice(0).toReversed()) await each.close();
  });

  async function start(): Promise<{ pool: TestPool; feed: ReturnType<typeof openFeed> }> {
    const feed = openFeed();
    return { pool: keep(await startTestPool({ dialects, feed, rules, verifier, login })), feed };
  }

  const connect = async (pool: TestPool): Promise<StratumClient> =>
    keep(await StratumClient.open(pool.listener.port));
  const write = (client: StratumClient, message: object): void => {
    client.socket.write(`${JSON.stringify(message)}\n`);
  };
  const resultOf = ({ result }: PoolLine): readonly string[] => result as readonly string[];

  it('keeps the hashrate that a program reports once it has mined, as long as it is connected', async () => {
    const reported = createReportedHashrates();
    const pool = keep(await startTestPool({ dialects, feed: openFeed(), rules, verifier, login, reported }));
    const proxy = await connect(pool);
    const report = async (rate: string): Promise<unknown> => {
      write(proxy, { id: 9, method: 'eth_submitHashrate', params: [rate, '0x1'], worker: 'rig1' });
      return (await proxy.next()).result;
    };
    const rates = () =>
      reported
        .lines(startTime * 1000)
        .map(({ algorithm, worker, hashesPerSecond }) => [algorithm, worker, hashesPerSecond]);
    // Of no worker, before a login.
    expect(await report('0x10')).toBe(true);
    expect(rates()).toEqual([]);
    write(proxy, { id: 1, method: 'eth_submitLogin', params: [user, 'x'], worker: 'rig1' });
    await proxy.next();
    expect(await report('0x1c9c380')).toBe(true);
    expect(await report(`0x${'f'.repeat(64)}`)).toBe(true);
    // Perhaps of another's worker, before a share.
    expect(rates()).toEqual([]);
    write(proxy, { id: 5, method: 'eth_getWork', params: [] });
    const [header] = resultOf(await proxy.next());
    const params = ['0x0000000000000001', header, mix];
    write(proxy, { id: 40, method: 'eth_submitWork', params, worker: 'rig1' });
    expect((await proxy.next()).result).toBe(true);
    expect(await report('0x1c9c380')).toBe(true);
    // A share of 256 hashes bears no 30 MH/s.
    expect(rates()).toEqual([]);
    expect(await report('0x10')).toBe(true);
    expect(rates()).toEqual([['sha256', 'rig1', 16]]);
    await proxy.close();
    await until(() => rates().length === 0);
  });

  it('answers each connection as it began, gives each jobs of its own and verifies what all of them find', async () => {
    const { pool, feed } = await start();
    const proxy = await connect(pool);
    write(proxy, { id: 1, method: 'eth_submitLogin', params: [user, 'x'], worker: 'rig1' });
    expect(await proxy.next()).toEqual({ id: 1, jsonrpc: '2.0', result: true });
    write(proxy, { id: 5, method: 'eth_getWork', params: [] });
    const [header] = resultOf(await proxy.next());

    const nicehash = await connect(pool);
    nicehash.say('mining.subscribe', ['x', 'EthereumStratum/1.0.0'], 1);
    nicehash.say('mining.authorize', [`${user}.rig2`, 'x'], 2);
    const [subscribed, , difficulty, notified] = [
      await nicehash.next(),
      await nicehash.next(),
      await nicehash.next(),
      await nicehash.next(),
    ];
    const prefix = expect.stringMatching(/^[0-9a-f]{4}$/);
    expect(subscribed?.result).toEqual([['mining.notify', prefix, 'EthereumStratum/1.0.0'], prefix]);
    expect(difficulty?.params).toEqual([256 / 2 ** 32]);
    expect(`0x${String(notified?.params?.[2])}`).not.toBe(header);

    const plain = await connect(pool);
    plain.say('mining.subscribe', [], 1);
    plain.say('mining.authorize', [`${user}.rig3`, 'x'], 3);
    const [, , job] = [await plain.next(), await plain.next(), await plain.next()];
    expect(job?.params?.[3]).toBe(`0x01${'00'.repeat(31)}`);

    // Two at once: the answers come in order, each after its proof.
    write(proxy, { id: 40, method: 'eth_submitWork', params: ['0x0000000000000001', header, mix] });
    write(proxy, { id: 41, method: 'eth_submitWork', params: ['0x000000000000000f', header, mix] });
    expect([await proxy.next(), await proxy.next()]).toEqual([
      { id: 40, jsonrpc: '2.0', result: true },
      { id: 41, jsonrpc: '2.0', error: { code: 23, message: 'Low difficulty share' } },
    ]);
    nicehash.say('mining.submit', [`${user}.rig2`, notified?.params?.[0], '000000000002'], 7);
    expect(await nicehash.next()).toEqual({ id: 7, result: true, error: null });
    plain.say(
      'mining.submit',
      [`${user}.rig3`, job?.params?.[0], '0x0000000000000003', job?.params?.[1], mix],
      8,
    );
    expect(await plain.next()).toEqual({ id: 8, jsonrpc: '2.0', result: true });

    feed.openJob();
    const [pushed, next, later] = [await proxy.next(), await nicehash.next(), await plain.next()];
    expect(resultOf(pushed)[0]).not.toBe(header);
    expect([next.method, later.method]).toEqual(['mining.notify', 'mining.notify']);
    await until(() => pool.batches.length > 0);
    await pool.accumulator.flush();
    expect(pool.results.toSorted()).toEqual(['accepted', 'accepted', 'accepted', 'low-difficulty']);
    const works = pool.batches.flatMap(({ lines }) => lines.map(({ worker, work }) => `${worker} ${work}`));
    expect(works.toSorted()).toEqual(['rig1 256', 'rig2 256', 'rig3 256']);
  });

  it('hands a block over with what its chain makes of nonce and mix, before it is acknowledged', async () => {
    const { pool } = await start();
    const proxy = await connect(pool);
    write(proxy, { id: 1, method: 'eth_submitLogin', params: [user, 'x'], worker: 'rig1' });
    await proxy.next();
    write(proxy, { id: 5, method: 'eth_getWork', params: [] });
    const [header] = resultOf(await proxy.next());
    write(proxy, { id: 40, method: 'eth_submitWork', params: ['0x000000000000000b', header, mix] });
    expect(await proxy.next()).toEqual({ id: 40, jsonrpc: '2.0', result: true });
    expect(pool.blocks).toMatchObject([
      { chain: 'test', height: 7, hash: 'b'.padStart(64, '0'), worker: 'rig1' },
    ]);
    expect(Buffer.from(pool.blocks[0]?.submission ?? []).toString('hex')).toBe(
      `000000000000000b${'00'.repeat(32)}`,
    );
  });

  it('refuses in the form of the connection, and closes one that speaks none of them', async () => {
    const { pool } = await start();
    const proxy = await connect(pool);
    write(proxy, { id: 1, method: 'eth_submitLogin', params: ['nonsense', 'x'] });
    expect(await proxy.next()).toEqual({
      id: 1,
      jsonrpc: '2.0',
      error: { code: 24, message: 'The login must start with a coin: COIN:ADDRESS.WORKER' },
    });
    await proxy.closed;
    const stranger = await connect(pool);
    stranger.socket.write('GET / HTTP/1.1\n');
    expect(await stranger.next()).toEqual({ id: null, result: null, error: [20, 'Malformed message', null] });
    await stranger.closed;
  });
});
