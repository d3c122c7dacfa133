import { randomBytes } from 'node:crypto';
import { hashKaspa, heavyMatrix } from '@openlode/pow/kheavyhash';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import type { KaspaSolution } from '@openlode/stratum/dialects/kaspa/jobs';
import { afterEach, describe, expect, it } from 'vitest';
import { bitcoinFamily } from '../sandbox/chain/bitcoin-family.ts';
import { kaspaFamily } from '../sandbox/chain/kaspa-family.ts';
import { verifying } from '../sandbox/chain/verifying.ts';
import { inlineProofs } from '../runtime/proof-of-work/testing/inline-proofs.ts';
import { openSandboxChain, type SandboxChain } from '../sandbox/chain/sandbox-chain.ts';
import type { SandboxFamily } from '../sandbox/chain/sandbox-family.ts';
import { createBitcoinFeed } from '../edges/stratum/bitcoin-feed.ts';
import type { JobFeed } from '../edges/stratum/job-feed.ts';
import { createKaspaFeed } from '../edges/stratum/kaspa-feed.ts';
import { portRules } from '../edges/stratum/port-rules.ts';
import { protocolOf } from '../edges/stratum/protocols.ts';
import {
  noRefreshMs,
  startTestPool,
  startTime,
  type TestPool,
} from '../edges/stratum/testing/listener-kit.ts';
import { type PoolLine, StratumClient } from '../edges/stratum/testing/stratum-client.ts';

const scale = difficultyScale(2n ** 224n - 1n);
const user = 'KAS:kaspa:qq.rig1';

function openChain(
  family: SandboxFamily = kaspaFamily(verifying(inlineProofs.of('kheavyhash'))),
): SandboxChain {
  return openSandboxChain({
    name: 'sandbox-kheavyhash',
    algorithm: 'kheavyhash',
    rewards: [{ asset: 'KAS', amount: 80n * 10n ** 18n }],
    clock: { now: () => startTime * 1000 },
    file: { blocks: [], append: () => undefined, close: () => undefined },
    family,
    workMin: 2n ** 20n,
  });
}

interface Work {
  readonly job: unknown;
  readonly hash: Uint8Array;
  readonly timestamp: bigint;
}

/** The job of a program that takes it as one text. */
function workOf({ params: [job, text] = [] }: PoolLine): Work {
  const bytes = Buffer.from(String(text), 'hex');
  return { job, hash: new Uint8Array(bytes.subarray(0, 32)), timestamp: bytes.readBigUInt64LE(32) };
}

/** The first nonce from `from` on whose hash is at most 2^256 / `work`. */
function find({ hash, timestamp }: Work, work: bigint, from = 0n): string {
  const matrix = heavyMatrix(hash);
  for (let nonce = from; ; nonce += 1n) {
    const value = BigInt(`0x${Buffer.from(hashKaspa(hash, matrix, timestamp, nonce)).toString('hex')}`);
    if (value * work < 2n ** 256n) return `0x${nonce.toString(16).padStart(16, '0')}`;
  }
}

describe('a port of kHeavyHash', () => {
  const pools: TestPool[] = [];
  const clients: StratumClient[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    for (const pool of pools.splice(0)) await pool.close();
  });

  async function start(
    chain: SandboxChain,
    verifier = protocolOf('kheavyhash').openVerifier?.(inlineProofs),
    feed: JobFeed = protocolOf('kheavyhash').openFeed({ chain, refreshMs: noRefreshMs }),
  ): Promise<TestPool> {
    const protocol = protocolOf('kheavyhash');
    const pool = await startTestPool({
      algorithm: 'kheavyhash',
      dialects: protocol.dialects,
      feed,
      ...(verifier === undefined ? {} : { verifier }),
      rules: portRules(scale, 16n),
      login: (text) => ({
        kind: 'login',
        login: { coin: 'KAS', network: 'KAS', address: text, memo: null, worker: 'rig1', referralCode: null },
      }),
    });
    pools.push(pool);
    return pool;
  }

  async function mining(pool: TestPool): Promise<{ client: StratumClient; work: Work }> {
    const client = await StratumClient.open(pool.listener.port);
    clients.push(client);
    client.say('mining.subscribe', ['BzMiner/v21'], 1);
    client.say('mining.authorize', [user, 'x'], 2);
    const lines: PoolLine[] = [];
    for (let count = 0; count < 5; count++) lines.push(await client.next());
    expect(lines.map(({ id, method }) => method ?? id)).toEqual([
      1,
      2,
      'mining.set_extranonce',
      'mining.set_difficulty',
      'mining.notify',
    ]);
    return { client, work: workOf(lines[4] as PoolLine) };
  }

  it('verifies shares, credits what they were told to count, and refuses the rest', async () => {
    const pool = await start(openChain());
    const { client, work } = await mining(pool);
    const share = find(work, 16n);
    client.say('mining.submit', [user, work.job, share]);
    expect(await client.next()).toEqual({ id: 4, result: true, error: null });
    client.say('mining.submit', [user, work.job, share]);
    expect((await client.next()).error).toEqual([22, 'Duplicate share', null]);
    let nonce = 0n;
    while (find(work, 16n, nonce) === `0x${nonce.toString(16).padStart(16, '0')}`) nonce += 1n;
    client.say('mining.submit', [user, work.job, `0x${nonce.toString(16).padStart(16, '0')}`]);
    expect((await client.next()).error).toEqual([23, 'Low difficulty share', null]);
    // A share of another session is none of this one.
    const other = await mining(pool);
    expect(other.work.hash).not.toEqual(work.hash);
    other.client.say('mining.submit', [user, work.job, find(work, 16n, BigInt(share) + 1n)]);
    expect((await other.client.next()).error).toEqual([21, 'Job not found', null]);
    await pool.accumulator.flush();
    expect(pool.batches.flatMap(({ lines }) => lines.map(({ work: counted }) => counted))).toEqual([16n]);
  });

  it('refuses a share that had to make room, and takes it when it comes again', async () => {
    const verifier = inlineProofs.of('kheavyhash');
    let isBusy = true;
    const pool = await start(openChain(), {
      ...verifier,
      verify: async (input, owner) => (isBusy ? 'busy' : verifier.verify(input, owner)),
    });
    const { client, work } = await mining(pool);
    const share = find(work, 16n);
    client.say('mining.submit', [user, work.job, share]);
    expect((await client.next()).error).toEqual([
      20,
      'The pool has too many shares to verify, slow down',
      null,
    ]);
    isBusy = false;
    client.say('mining.submit', [user, work.job, share]);
    expect(await client.next()).toEqual({ id: 4, result: true, error: null });
    expect(pool.results).toEqual(['busy', 'accepted']);
  });

  it('stores a block before its share is acknowledged, and its chain accepts the stored bytes', async () => {
    const chain = openChain();
    chain.easeNextBlock(64n);
    const pool = await start(chain);
    const { client, work } = await mining(pool);
    client.say('mining.submit', [user, work.job, find(work, 64n)]);
    expect(await client.next()).toEqual({ id: 4, result: true, error: null });
    expect(pool.blocks).toMatchObject([
      { algorithm: 'kheavyhash', chain: 'sandbox-kheavyhash', height: 1, networkWork: 64n },
    ]);
    const [block] = pool.blocks;
    expect((await chain.submitBlock(block?.submission ?? new Uint8Array())).kind).toBe('accepted');
    expect(await chain.stateOf(block?.hash ?? '')).toBe('immature');
    // The next block: the work of the one before it is stale.
    const next = workOf(await client.next());
    expect(next.hash).not.toEqual(work.hash);
    client.say('mining.submit', [user, work.job, '0x1']);
    expect((await client.next()).error).toEqual([21, 'Job not found', null]);
  });

  it('gives each of many sessions its job, and answers shares while it still makes them', async () => {
    const chain = openChain();
    let isSlow = false;
    // A job takes longer than a turn in which jobs are made.
    const random = (count: number): Uint8Array => {
      const until = performance.now() + (isSlow ? 20 : 0);
      while (performance.now() < until);
      return randomBytes(count);
    };
    const pool = await start(chain, undefined, createKaspaFeed({ chain, random }));
    const miners = [await mining(pool), await mining(pool), await mining(pool), await mining(pool)];
    isSlow = true;
    chain.easeNextBlock(1n << 20n);
    const [first] = miners;
    first?.client.say('mining.submit', [user, first.work.job, find(first.work, 16n)]);
    const heard = await Promise.all(miners.map(({ client }) => client.next()));
    expect(heard.map(({ method, id }) => method ?? id)).toEqual(
      Array.from({ length: 4 }, () => 'mining.notify'),
    );
    expect((await first?.client.next())?.result).toBe(true);
    // All of the job that is opened last, also where the one before has not reached all of them.
    chain.easeNextBlock(1n << 20n);
    chain.easeNextBlock(1n << 20n);
    const hashes = new Set<string>();
    for (const { client } of miners)
      hashes.add(Buffer.from(workOf(await client.next()).hash).toString('hex'));
    expect(hashes.size).toBe(4);
  });
});

describe('jobs of the Kaspa family', () => {
  it('know what their chain needs for a block, and nothing of jobs of another feed', () => {
    const chain = openChain();
    const [feed, other] = [createKaspaFeed({ chain }), createKaspaFeed({ chain })];
    const solution: KaspaSolution = { nonce: 0x0102030405060708n };
    const job = feed.registry.openPrivate()?.job;
    if (job === undefined) throw new Error('no job');
    const [block] = feed.blocksOf({ job, solution, hash: 'ab'.repeat(32) });
    expect(block).toMatchObject({ chain: 'sandbox-kheavyhash', hash: 'ab'.repeat(32), height: job.height });
    expect(Buffer.from(block?.submission ?? []).readBigUInt64LE(158)).toBe(solution.nonce);
    expect(() => other.blocksOf({ job, solution, hash: '' })).toThrow('is not one of this feed');
    feed.close();
    other.close();
  });

  it('are not made of templates of another family', () => {
    expect(() => createKaspaFeed({ chain: openChain(bitcoinFamily()) })).toThrow(
      'chain sandbox-kheavyhash gives work of bitcoin, not of kaspa',
    );
    expect(() => createBitcoinFeed({ chain: openChain() })).toThrow(
      'chain sandbox-kheavyhash gives work of kaspa, not of bitcoin',
    );
    expect(() => protocolOf('examplehash')).toThrow('examplehash has no Stratum protocol here');
  });
});
