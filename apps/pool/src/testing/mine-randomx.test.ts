import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { nonceAt } from '@openlode/stratum/dialects/monero/jobs';
import { afterEach, expect } from 'vitest';
import { portRules } from '../edges/stratum/port-rules.ts';
import { protocolOf } from '../edges/stratum/protocols.ts';
import {
  noRefreshMs,
  startTestPool,
  startTime,
  type TestPool,
} from '../edges/stratum/testing/listener-kit.ts';
import { StratumClient } from '../edges/stratum/testing/stratum-client.ts';
import { inlineProofs } from '../runtime/proof-of-work/testing/inline-proofs.ts';
import { describeRandomx, itWithRandomx } from '../runtime/proof-of-work/testing/where-randomx-is.ts';
import { minedAlgorithms } from '../sandbox/chain/mined-algorithms.ts';
import { openSandboxChain, type SandboxChain } from '../sandbox/chain/sandbox-chain.ts';

/** A hash takes a tenth of a second without the cache of a miner. */
const shareCount = process.env['TEST_LONG'] === '1' ? 3 : 1;
const shareWork = 2n;
const blockWork = 4n;
const user =
  'XMR:44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DsLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A.w1';

interface Job {
  readonly blob: string;
  readonly job_id: string;
  readonly seed_hash: string;
  readonly target: string;
}

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));
const numberOf = (hash: Uint8Array): bigint => BigInt(`0x${Buffer.from(hash.toReversed()).toString('hex')}`);

function openChain(): SandboxChain {
  const mined = minedAlgorithms.find(({ code }) => code === 'randomx');
  if (mined === undefined) throw new Error('randomx is not mined here');
  return openSandboxChain({
    name: 'sandbox-randomx',
    algorithm: 'randomx',
    rewards: mined.rewards,
    clock: { now: () => startTime * 1000 },
    file: { blocks: [], append: () => undefined, close: () => undefined },
    family: mined.openFamily(inlineProofs),
    workMin: blockWork,
  });
}

async function start(chain: SandboxChain): Promise<TestPool> {
  const protocol = protocolOf('randomx');
  const verifier = protocol.openVerifier?.(inlineProofs);
  if (verifier === undefined) throw new Error('no verifier');
  return startTestPool({
    algorithm: 'randomx',
    dialects: protocol.dialects,
    feed: protocol.openFeed({ chain, refreshMs: noRefreshMs }),
    verifier,
    rules: portRules(difficultyScale(1n << 256n), shareWork),
    login: (text) => ({
      kind: 'login',
      login: { coin: 'XMR', network: 'monero', address: text, memo: null, worker: 'w1', referralCode: null },
    }),
  });
}

async function login(port: number): Promise<{ client: StratumClient; session: string; job: Job }> {
  const client = await StratumClient.open(port);
  client.say('login', { login: user, pass: 'x', algo: ['rx/0'] }, 1);
  const { result } = (await client.next()) as { result: { id: string; job: Job } };
  return { client, session: result.id, job: result.job };
}

/** The first nonces from here on whose hash is this low, and whether that of each is a block. */
async function find(job: Job, count: number, limit = (1n << 256n) / shareWork) {
  const verifier = inlineProofs.of('randomx');
  const found: { readonly nonce: string; readonly result: string }[] = [];
  for (let number = 0; found.length < count; number += 1) {
    const blob = bytes(job.blob);
    new DataView(blob.buffer).setUint32(nonceAt, number, true);
    const input = { blob, seedHash: bytes(job.seed_hash), algorithm: 'rx/0' };
    const hash = (await verifier.verify(input, 'miner')) as Uint8Array;
    const nonce = Buffer.from(blob.subarray(nonceAt, nonceAt + 4)).toString('hex');
    if (numberOf(hash) < limit) found.push({ nonce, result: Buffer.from(hash).toString('hex') });
  }
  return found;
}

describeRandomx('a port of RandomX', () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).toReversed()) await each.close();
  });

  itWithRandomx(
    'verifies shares, once each however they are spelled, and its chain takes a block',
    async () => {
      const chain = openChain();
      const pool = await start(chain);
      open.push(pool);
      const { client, session, job } = await login(pool.listener.port);
      open.push(client);
      const submit = async (share: object): Promise<unknown> => {
        client.say('submit', { id: session, job_id: job.job_id, ...share });
        const { result, error } = (await client.next()) as { result?: object; error?: { message: string } };
        return error?.message ?? result;
      };
      const shares = await find(job, shareCount);
      for (const share of shares) {
        expect(await submit(share)).toEqual({ status: 'OK' });
        expect(await submit(share)).toBe('Duplicate share');
        const { nonce, result } = share;
        expect(await submit({ nonce: nonce.toUpperCase(), result: result.toUpperCase() })).toBe(
          'Duplicate share',
        );
      }
      const [{ nonce, result } = { nonce: '', result: '' }] = shares;
      const other = (0xff - Number.parseInt(nonce.slice(0, 2), 16)).toString(16).padStart(2, '0');
      // A claim that is low enough is computed, and is not believed.
      const lie = { nonce: `${other}${nonce.slice(2)}`, result: `01${result.slice(2)}` };
      expect(await submit(lie)).toBe('The proof of work is not that of the share');
      await pool.accumulator.flush();
      const counted = pool.batches.flatMap(({ lines }) => lines.map(({ work }) => work));
      expect(counted.reduce((sum, work) => sum + work, 0n)).toBe(BigInt(shareCount) * shareWork);
      const [winner] = await find(job, 1, (1n << 256n) / blockWork);
      await submit(winner ?? {});
      const [block] = pool.blocks;
      expect(block).toMatchObject({ algorithm: 'randomx', chain: 'sandbox-randomx', height: 1 });
      expect(await chain.submitBlock(block?.submission ?? new Uint8Array())).toMatchObject({
        kind: 'accepted',
      });
      expect(await chain.stateOf(block?.hash ?? '')).toBe('immature');
    },
  );

  itWithRandomx('gives each session of each process work of its own', async () => {
    const [one, two] = [await start(openChain()), await start(openChain())];
    open.push(one, two);
    const blobs: string[] = [];
    for (const { listener } of [one, one, two, two]) {
      const { client, job } = await login(listener.port);
      open.push(client);
      blobs.push(job.blob);
    }
    expect(new Set(blobs).size).toBe(4);
  });
});
