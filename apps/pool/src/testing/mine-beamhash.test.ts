import { createHash } from 'node:crypto';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { beam } from '@openlode/stratum/dialects/beam/beam';
import { afterEach, describe, expect, it } from 'vitest';
import type { HeaderTemplate } from '../domain/kernel/block-template.ts';
import { hashFeed } from '../edges/stratum/hash-feed.ts';
import { portRules } from '../edges/stratum/port-rules.ts';
import { protocolOf } from '../edges/stratum/protocols.ts';
import { startTestPool, startTime, type TestPool } from '../edges/stratum/testing/listener-kit.ts';
import { StratumClient } from '../edges/stratum/testing/stratum-client.ts';
import { inlineProofs } from '../runtime/proof-of-work/testing/inline-proofs.ts';
import { beamRules } from '../sandbox/chain/hash-rules.ts';
import { headerFamily } from '../sandbox/chain/header-family.ts';
import { openSandboxChain } from '../sandbox/chain/sandbox-chain.ts';
import { verifying } from '../sandbox/chain/verifying.ts';

/** Block 903,720 of Beam's main network: BeamMW/beam, bvm/unittest/shaders_test.cpp. */
const block = {
  input: 'a05ea9b3dd329bbf3e8ef68415eae102021f1d9a995d4a727cb3e307e5d17321',
  nonce: 'ad636476f7117400',
  output:
    '188306068af692bdd9d40355eeca8640005aa7ff65b61a85b45fc70a8a2ac127db2d90c4fc397643a5d98f3e644f9f59fcf9677a0da2e90f597f61a1bf17d67512c6d57e680d0aa2642f7d275d2700188dbf8b43fac5c88fa08fa270e8d8fbc33777619b00000000',
} as const;
const work = new Uint8Array(Buffer.from(block.input, 'hex'));
const user = 'BEAM:a.rig1';

/** The job of that block, as a chain would give it. */
const template: HeaderTemplate = {
  family: 'beam',
  chain: 'recorded',
  height: 903_720,
  previousHash: new Uint8Array(32),
  networkTarget: 1n << 200n,
  networkWork: 1n << 56n,
  bits: 0x1d00ffff,
  timestamp: BigInt(startTime) * 1000n,
  clean: true,
  blockWith: () => ({ work, hashOf: () => '00'.repeat(32), submissionOf: (seal) => seal }),
};

describe('a port of BeamHash', () => {
  let pool: TestPool | undefined;
  let client: StratumClient | undefined;
  afterEach(async () => {
    await client?.close();
    await pool?.close();
  });

  it('verifies the solution of a real block, once, and refuses what was changed of it', async () => {
    const chain = { template: () => template, onTemplate: () => () => undefined };
    const verifier = protocolOf('beamhash').openVerifier?.(inlineProofs);
    if (verifier === undefined) throw new Error('no verifier');
    pool = await startTestPool({
      algorithm: 'beamhash',
      // A session whose nonces begin as that of the block does.
      dialects: [{ ...beam, open: () => beam.open(0xad6364) }],
      feed: hashFeed('beam')({ chain }),
      verifier,
      rules: portRules(difficultyScale(2n ** 256n), 1024n),
      login: (text) => ({
        kind: 'login',
        login: {
          coin: 'BEAM',
          network: 'BEAM',
          address: text,
          memo: null,
          worker: 'rig1',
          referralCode: null,
        },
      }),
    });
    const miner = await StratumClient.open(pool.listener.port);
    client = miner;
    const say = async (line: object): Promise<Record<string, unknown>> => {
      miner.socket.write(`${JSON.stringify(line)}\n`);
      return { ...(await miner.next()) };
    };
    expect(await say({ id: 'login', jsonrpc: '2.0', method: 'login', api_key: user })).toMatchObject({
      id: 'login',
      code: 0,
      nonceprefix: 'ad6364',
    });
    const job: Record<string, unknown> = { ...(await miner.next()) };
    // 1,024: order ten, no mantissa.
    expect(job).toMatchObject({ method: 'job', input: block.input, difficulty: 10 << 24, height: 903_720 });
    const submit = async (share: object): Promise<unknown> => {
      const { id, code, description } = await say({ id: job['id'], method: 'solution', ...block, ...share });
      expect(id).toBe(job['id']);
      return [code, description];
    };
    // Another extra nonce has another hash, which is too high nearly always; a low hash alone is no proof.
    const low = lowOutput(1024n);
    expect(await submit({ output: low })).toEqual([2, 'The proof of work is not that of the share']);
    expect(await submit({ output: `${block.output.slice(0, -2)}01` })).toEqual([2, 'Low difficulty share']);
    expect(await submit({})).toEqual([1, 'accepted']);
    for (const same of [
      {},
      { nonce: `0x${block.nonce.toUpperCase()}` },
      { output: block.output.toUpperCase() },
    ])
      expect(await submit(same)).toEqual([2, 'Duplicate share']);
    expect(await submit({ nonce: `00${block.nonce}` })).toEqual([2, 'Malformed share']);
    expect(await submit({ nonce: block.nonce.replace('ad', 'ae') })).toEqual([2, 'Malformed share']);
    await pool.accumulator.flush();
    expect(pool.batches.flatMap(({ lines }) => lines.map(({ work: counted }) => counted))).toEqual([1024n]);
  });
});

/** An output whose hash makes a share of this work, and which solves nothing. */
function lowOutput(least: bigint): string {
  for (let count = 0; ; count++) {
    const output = `${'5'.repeat(200)}${count.toString(16).padStart(8, '0')}`;
    if (hashOf(output) * least < 1n << 256n) return output;
  }
}

function hashOf(output: string): bigint {
  return BigInt(`0x${createHash('sha256').update(Buffer.from(output, 'hex')).digest('hex')}`);
}

describe('the sandbox chain of BeamHash', () => {
  it('takes a block with a solution whose hash meets the target, and refuses any other', async () => {
    const verify = verifying<Uint8Array | undefined>(inlineProofs.of('beamhash'));
    // Nothing here solves work of its own: every block is given the work of the real one.
    const open = (workMin: bigint) =>
      openSandboxChain({
        name: 'sandbox-beamhash',
        algorithm: 'beamhash',
        rewards: [{ asset: 'BEAM', amount: 10n ** 18n }],
        clock: { now: () => startTime * 1000 },
        file: { blocks: [], append: () => undefined, close: () => undefined },
        family: headerFamily({ ...beamRules(verify), workOf: () => work }),
        workMin,
      });
    const seal = new Uint8Array(Buffer.from(block.nonce + block.output, 'hex'));
    const chain = open(1n << 20n);
    const given = chain.template();
    if (given.family === 'bitcoin') throw new Error('it gives other work');
    const own = given.blockWith(new Uint8Array(16));
    const submit = (bytes: Uint8Array) => chain.submitBlock(own.submissionOf(bytes));
    for (const at of [0, 7, 8, 60, 107, 111])
      expect(await submit(seal.with(at, (seal[at] ?? 0) ^ 1))).toMatchObject({
        kind: 'invalid',
        why: 'the seal is no proof of work',
      });
    expect((await submit(seal.subarray(1))).kind).toBe('invalid');
    expect(await submit(seal)).toMatchObject({ kind: 'accepted' });
    expect(await chain.stateOf(own.hashOf(seal))).toBe('immature');
    // The block reached 41,805,693.
    const harder = open(41_900_000n);
    const next = harder.template();
    if (next.family === 'bitcoin') throw new Error('it gives other work');
    expect(await harder.submitBlock(next.blockWith(new Uint8Array(16)).submissionOf(seal))).toMatchObject({
      kind: 'invalid',
      why: 'the hash does not meet its target',
    });
  });
});
