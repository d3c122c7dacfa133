import { findAlgorithm } from '@openlode/catalogue/algorithms';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { afterEach, describe, expect, it } from 'vitest';
import { HashingMiner } from '../../../../testing/hashing-miner.ts';
import type { MINER_WORK } from '../../../../testing/mined-in-javascript.ts';
import { portRules } from '../edges/stratum/port-rules.ts';
import { protocolOf } from '../edges/stratum/protocols.ts';
import { startTestPool, startTime, type TestPool, until } from '../edges/stratum/testing/listener-kit.ts';
import { inlineProofs } from '../runtime/proof-of-work/testing/inline-proofs.ts';
import { minedAlgorithms } from '../sandbox/chain/mined-algorithms.ts';
import { openSandboxChain, type SandboxChain } from '../sandbox/chain/sandbox-chain.ts';

export type MinedCode = keyof typeof MINER_WORK;

/** Hashes of a share, and of a block: so few that one comes in a moment. */
const usual = { shareWork: 4n, blockWork: 16n };
/** A hash of GhostRider takes as long as hundreds of most others. */
const slow = { shareWork: 2n, blockWork: 4n };
const workOf = (code: string): typeof usual => (code === 'ghostrider' ? slow : usual);

function openChain(code: string): SandboxChain {
  const mined = minedAlgorithms.find((each) => each.code === code);
  if (mined === undefined) throw new Error(`${code} is not mined here`);
  return openSandboxChain({
    name: `sandbox-${code}`,
    algorithm: code,
    rewards: mined.rewards,
    clock: { now: () => startTime * 1000 },
    file: { blocks: [], append: () => undefined, close: () => undefined },
    family: mined.openFamily(inlineProofs),
    // Sixteen hashes in a row are one attempt of Alephium's.
    workMin: workOf(code).blockWork * (mined.hashesPerAttempt ?? 1n),
    hashesPerAttempt: mined.hashesPerAttempt ?? 1n,
  });
}

async function start(code: string, chain: SandboxChain): Promise<TestPool> {
  const algorithm = findAlgorithm(code);
  if (algorithm === undefined) throw new Error(`${code} is not in the catalogue`);
  const protocol = protocolOf(code);
  const verifier = protocol.openVerifier?.(inlineProofs);
  return startTestPool({
    algorithm: code,
    dialects: protocol.dialects,
    feed: protocol.openFeed({ chain }),
    ...(verifier === undefined ? {} : { verifier }),
    rules: portRules(
      difficultyScale(algorithm.difficulty1Target, algorithm.hashesPerAttempt),
      workOf(code).shareWork,
    ),
    login: (text) => ({
      kind: 'login',
      login: {
        coin: 'DOGE',
        network: 'dogecoin',
        address: text,
        memo: null,
        worker: 'rig1',
        referralCode: null,
      },
    }),
  });
}

function startMiner(code: MinedCode, pool: TestPool): Promise<HashingMiner> {
  return HashingMiner.start({
    algorithm: code,
    port: pool.listener.port,
    user: 'DOGE:D1.rig1',
    // SHA-256 finds a block in a moment, and the next one at once.
    ...(code === 'sha256' ? { hashesPerSecondMax: 2000 } : {}),
  });
}

/** A light cache takes seconds, twice, and on a busy machine each of them a minute. */
const patient = { timeout: 300_000 };

/** The suite of algorithms that JavaScript hashes at a usable rate: each is mined from the port to the chain. */
export function describeMining(codes: readonly MinedCode[]): void {
  describe.each(codes)('%s, mined in JavaScript', (code) => {
    const open: { close(): Promise<void> }[] = [];
    afterEach(async () => {
      for (const each of open.splice(0)) await each.close();
    });

    it(
      'finds shares that count what they were told, and a block that its chain accepts, and nothing that was changed of it',
      patient,
      async () => {
        const chain = openChain(code);
        const pool = await start(code, chain);
        open.push(pool);
        const miner = await startMiner(code, pool);
        await until(() => pool.blocks.length > 0 && miner.acked.length > 0, patient.timeout);
        const [block] = pool.blocks;
        expect(block).toMatchObject({ algorithm: code, chain: `sandbox-${code}`, height: 1 });
        const submission = block?.submission ?? new Uint8Array();
        for (const at of [10, 40, submission.length - 1]) {
          const changed = submission.with(at, (submission[at] ?? 0) ^ 0x80);
          expect(['invalid', 'stale']).toContain((await chain.submitBlock(changed)).kind);
        }
        expect((await chain.submitBlock(submission.subarray(0, 50))).kind).toBe('invalid');
        expect(await chain.submitBlock(submission)).toMatchObject({ kind: 'accepted' });
        expect(await chain.submitBlock(submission)).toMatchObject({ kind: 'duplicate' });
        expect(await chain.stateOf(block?.hash ?? '')).toBe('immature');
        await miner.stop();
        // Blocks of the same height are stale once one is in; nothing else is refused.
        expect(miner.rejected.filter(({ code: refusal }) => refusal !== 21)).toEqual([]);
        await pool.accumulator.flush();
        const counted = pool.batches.flatMap(({ lines }) => lines.map(({ work }) => work));
        expect(counted.reduce((sum, work) => sum + work, 0n)).toBe(miner.workAckedUntil());
      },
    );
  });
}
