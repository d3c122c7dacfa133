import { difficultyScale, targetOfBits, targetOfWork, workOfTarget } from '@openlode/stratum/core/difficulty';
import {
  bitcoinClient,
  type BitcoinFound,
  type BitcoinWork,
} from '@openlode/stratum/dialects/bitcoin/bitcoin-client';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import { afterEach, describe, expect, it } from 'vitest';
import {
  buildTemplate,
  easyRules,
  onFreePort,
  startTestPool,
  until,
} from '../../edges/stratum/testing/listener-kit.ts';
import { type RelayedBlock, relayedBlockOf } from './relayed-block.ts';
import { RelayedWork } from './relayed-work.ts';
import { findRelayed } from './testing/relayed-miner.ts';
import { ScriptedPool } from './testing/scripted-pool.ts';
import { UpstreamMemory } from './upstream-memory.ts';

const scale = difficultyScale(0xffffn << 208n);
const minersTarget = targetOfWork(2n, scale);
/** A block takes 32 hashes. */
const bits = 0x2007ffff;
const networkTarget = targetOfBits(bits);

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A relay of the pool at a port, and the blocks that it names. */
function relayOf(port: number): {
  readonly work: RelayedWork<BitcoinWork, BitcoinFound>;
  readonly jobs: UpstreamJob<BitcoinWork>[];
  readonly blocks: RelayedBlock[];
} {
  const jobs: UpstreamJob<BitcoinWork>[] = [];
  const blocks: RelayedBlock[] = [];
  const work = new RelayedWork<BitcoinWork, BitcoinFound>({
    dialect: bitcoinClient,
    settings: {
      user: 'DOGE:D1.relay',
      password: 'x',
      agent: 'openlode',
      scale,
      versionMask: 0,
      silenceMs: 3_600_000,
      easiestTarget: minersTarget,
    },
    addresses: [{ host: '127.0.0.1', port, tls: undefined }],
    now: () => performance.now(),
    random: () => 0,
    tickMs: 5,
    memory: new UpstreamMemory({ random: () => 0, now: () => 0 }),
    onBadLane: () => {},
    onJob: (job) => jobs.push(job),
    onLanes: () => {},
    onBlock: (block) => blocks.push(block),
    onNote: () => {},
  });
  closing.push(() => work.close());
  return { work, jobs, blocks };
}

describe('a share that is a block of another pool', () => {
  it('is named as that pool names it, once it has answered; others are not named', async () => {
    const vardiff = { ...easyRules.vardiff, secondsMin: Infinity, sharesMin: Infinity };
    const pool = await startTestPool({
      rules: { ...easyRules, startWork: 8n, vardiff },
      template: buildTemplate({
        bits,
        networkWork: workOfTarget(networkTarget),
        merkleBranch: [new Uint8Array(32).fill(9), new Uint8Array(32).fill(4)],
      }),
    });
    closing.push(() => pool.close());
    const { work, jobs, blocks } = relayOf(pool.listener.port);
    await until(() => jobs.length > 0);
    const [job] = jobs;
    const lane = work.takeLane('a');
    if (job === undefined || lane === undefined) throw new Error('no work');
    for (let from = 0; blocks.length < 3; ) {
      const { found, proof } = findRelayed(job, lane.room, minersTarget, from);
      const verdict = await work.submit({ lane, job, found, proof, minersTarget });
      const isBlock = proof <= networkTarget;
      expect(verdict).toEqual({ kind: 'accepted', by: 'verifier', work: 2n, blocks: 2 / 32, isBlock });
      const waits = isBlock ? pool.blocks.length + 1 : pool.blocks.length;
      await until(() => pool.blocks.length === waits && blocks.length === waits);
      from = found.nonce + 1;
    }
    expect(blocks).toEqual(
      pool.blocks.map(({ hash }) => ({ hash, parent: '07'.repeat(32), answer: 'accepted' })),
    );
    expect(work.blocks.found).toBe(3);
  });

  it('is unanswered where the connection ends before, and where nothing of it was said in time', async () => {
    const pool = await onFreePort((port) => ScriptedPool.start(port));
    closing.push(() => pool.close());
    const { work, jobs, blocks } = relayOf(pool.port);
    await until(() => jobs.length > 0);
    const [job] = jobs;
    const lane = work.takeLane('a');
    if (job === undefined || lane === undefined) throw new Error('no work');
    const { found } = findRelayed(job, lane.room, minersTarget);
    // Judged by a verifier that the suite stands for.
    void work.submit({ lane, job, found, proof: 1n, minersTarget });
    await until(() => pool.count('mining.submit') === 1);
    expect(blocks).toEqual([]);
    for (const socket of pool.sockets) socket.destroy();
    await until(() => blocks.length === 1);
    expect(blocks).toMatchObject([{ answer: 'unanswered' }]);
  });

  it.each([
    ['accepted', false, 'accepted'],
    ['accepted', true, 'accepted'],
    ['stale', false, 'refused'],
    ['stale', true, 'late'],
    ['other', false, 'refused'],
    ['duplicate', true, 'late'],
    ['unknown', false, 'unanswered'],
    ['unknown', true, 'late'],
    ['unsent', true, 'unsent'],
  ] as const)('that it calls %s, sent late: %s, is %s', (as, isLate, answer) => {
    const blockOf = () => ({ hash: 'aa', parent: 'bb' });
    expect(relayedBlockOf({ blockOf }, { job: {}, found: {}, isLate } as never, as)).toEqual({
      hash: 'aa',
      parent: 'bb',
      answer,
    });
  });

  it('has no name where its dialect gives it none', () => {
    expect(relayedBlockOf({}, { job: {}, found: {} } as never, 'accepted')).toBeUndefined();
  });
});
