import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { zcash } from '@openlode/stratum/dialects/zcash/zcash';
import { readTranscript } from '@openlode/stratum/testing/transcript';
import { afterEach, describe, expect, it } from 'vitest';
import type { HeaderTemplate } from '../domain/kernel/block-template.ts';
import { portRules } from '../edges/stratum/port-rules.ts';
import { protocolOf } from '../edges/stratum/protocols.ts';
import { startTestPool, type TestPool } from '../edges/stratum/testing/listener-kit.ts';
import { StratumClient } from '../edges/stratum/testing/stratum-client.ts';
import { createZcashFeed } from '../edges/stratum/zcash-feed.ts';
import { inlineProofs } from '../runtime/proof-of-work/testing/inline-proofs.ts';
import { headerFamily } from '../sandbox/chain/header-family.ts';
import { openSandboxChain } from '../sandbox/chain/sandbox-chain.ts';
import { verifying } from '../sandbox/chain/verifying.ts';
import { zcashRules } from '../sandbox/chain/zcash-rules.ts';

/** A real program found these shares of a job that another server made. */
const recording = readTranscript('nheqminer-equihash-tcp');
const [, ...fields] =
  recording.find(({ message }) => message.method === 'mining.notify')?.message.params ?? [];
const work = Buffer.from(fields.slice(0, 6).join(''), 'hex');
const time = work.readUInt32LE(100) * 1000;
const shares = recording
  .filter(({ message }) => message.method === 'mining.submit')
  .map(({ message }) => (message.params ?? []).slice(2).map(String));
const user = 'ZEC:t1VShHAhsQc5RVndQLyM1ZbQXLHKd35GkG1.worker1';

/** The recorded job as a chain would give it. */
const template: HeaderTemplate = {
  family: 'zcash',
  chain: 'recorded',
  height: 1,
  previousHash: new Uint8Array(work.subarray(4, 36)),
  networkTarget: 1n << 200n,
  networkWork: 1n << 56n,
  bits: work.readUInt32LE(104),
  timestamp: BigInt(time),
  clean: true,
  blockWith: () => ({
    work: new Uint8Array(work),
    hashOf: () => '00'.repeat(32),
    submissionOf: (seal) => seal,
  }),
};

describe('a port of Equihash', () => {
  let pool: TestPool | undefined;
  let client: StratumClient | undefined;
  afterEach(async () => {
    await client?.close();
    await pool?.close();
  });

  it('verifies the shares of nheqminer, once each, and refuses what was changed of them', async () => {
    const chain = { template: () => template, onTemplate: () => () => undefined };
    const verifier = protocolOf('equihash').openVerifier?.(inlineProofs);
    if (verifier === undefined) throw new Error('no verifier');
    pool = await startTestPool({
      algorithm: 'equihash',
      // The recorded session had the number 1.
      dialects: [{ ...zcash, open: () => zcash.open(1) }],
      feed: createZcashFeed({ chain }),
      verifier,
      clock: { now: () => time },
      rules: portRules(difficultyScale(2n ** 256n - 1n), 16n),
      login: (text) => ({
        kind: 'login',
        login: {
          coin: 'ZEC',
          network: 'ZEC',
          address: text,
          memo: null,
          worker: 'worker1',
          referralCode: null,
        },
      }),
    });
    client = await StratumClient.open(pool.listener.port);
    client.say('mining.subscribe', ['nheqminer/0.5c'], 1);
    client.say('mining.authorize', [user, 'x'], 2);
    const lines = [await client.next(), await client.next(), await client.next(), await client.next()];
    expect(lines[0]?.result).toEqual([null, '00000001']);
    expect(lines[3]?.params?.slice(1, 7)).toEqual(fields.slice(0, 6));
    const job = lines[3]?.params?.[0];
    const submit = async (share: readonly string[]): Promise<unknown> => {
      client?.say('mining.submit', [user, job, ...share]);
      return (await client?.next())?.error;
    };
    expect(shares.length).toBeGreaterThan(0);
    for (const share of shares) {
      expect(await submit(share)).toBeNull();
      expect(await submit(share)).toEqual([22, 'Duplicate share', null]);
    }
    const [[shareTime = '', nonce = '', solution = ''] = []] = shares;
    // Another solution has another hash, which is too high nearly always: the length and the time are judged before it.
    expect(await submit([shareTime, nonce, solution.slice(2)])).toEqual([20, 'Malformed share', null]);
    expect(await submit(['00000000', nonce, solution])).toEqual([20, 'Share time out of range', null]);
    await pool.accumulator.flush();
    const counted = pool.batches.flatMap(({ lines: each }) => each.map(({ work: share }) => share));
    expect(counted.reduce((sum, each) => sum + each, 0n)).toBe(16n * BigInt(shares.length));
  });

  it('has a verifier that takes a solution for its own header alone', async () => {
    const verifier = inlineProofs.of('equihash');
    const [[shareTime = '', nonce = '', sized = ''] = []] = shares;
    const header = Buffer.concat([work, Buffer.from(`00000001${nonce}`, 'hex')]);
    header.write(shareTime, 100, 'hex');
    const solution = new Uint8Array(Buffer.from(sized.slice(6), 'hex'));
    expect(await verifier.verify({ header, solution }, 'a')).toBe(true);
    const other = new Uint8Array(header).with(139, 1);
    expect(await verifier.verify({ header: other, solution }, 'a')).toBe(false);
  });
});

describe('the sandbox chain of Equihash', () => {
  it('takes a block with a solution whose hash meets the target, and refuses any other', async () => {
    const verify = verifying<boolean>(inlineProofs.of('equihash'));
    // Nothing here solves work of its own: every block is given the work that was recorded.
    const open = (workMin: bigint) =>
      openSandboxChain({
        name: 'sandbox-equihash',
        algorithm: 'equihash',
        rewards: [{ asset: 'ZEC', amount: 10n ** 17n }],
        clock: { now: () => time },
        file: { blocks: [], append: () => undefined, close: () => undefined },
        family: headerFamily({ ...zcashRules(verify), workOf: () => new Uint8Array(work) }),
        workMin,
      });
    const [[shareTime = '', nonce = '', sized = ''] = []] = shares;
    const header = Buffer.concat([work, Buffer.from(`00000001${nonce}`, 'hex')]);
    header.write(shareTime, 100, 'hex');
    const seal = new Uint8Array(Buffer.concat([header, Buffer.from(sized.slice(6), 'hex')]));
    const templateOf = (chain: ReturnType<typeof open>) => {
      const given = chain.template();
      if (given.family === 'bitcoin') throw new Error('it gives other work');
      return given.blockWith(new Uint8Array(16));
    };
    const chain = open(8n);
    const block = templateOf(chain);
    const submit = (bytes: Uint8Array) => chain.submitBlock(block.submissionOf(bytes));
    const noProof = { kind: 'invalid', why: 'the seal is no proof of work' };
    // Of the header the root, the time and the nonce; of the solution its beginning and its end.
    for (const at of [40, 100, 139, 140, seal.length - 1])
      expect(await submit(seal.with(at, (seal[at] ?? 0) ^ 1))).toMatchObject(noProof);
    const hard = open(2n ** 60n);
    expect(await hard.submitBlock(templateOf(hard).submissionOf(seal))).toMatchObject({
      kind: 'invalid',
      why: 'the hash does not meet its target',
    });
    expect(await submit(seal)).toMatchObject({ kind: 'accepted' });
    expect(await chain.stateOf(block.hashOf(seal))).toBe('immature');
  });
});
