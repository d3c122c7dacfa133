import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MoneroMiner } from '../testing/monero-miner.ts';
import { hasMonerod, MoneroNodes } from '../testing/monero-nodes.ts';
import { RehearsedPool } from '../testing/rehearsed-pool.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';

const isPossible = hasMonerod && postgresServer !== undefined;
/** The first block of the second seed (`rx_seedheight`). */
const secondSeedHeight = 2113;
/** A seed takes seconds to come into force in a verifier that did not know of it. */
const answerMsMax = 2000;

describe.skipIf(!isPossible)('a pool of Monero while the seed of RandomX changes', () => {
  let nodes: MoneroNodes;
  let rehearsed: RehearsedPool;

  beforeAll(async () => {
    nodes = await MoneroNodes.start(1);
    for (let height = 2; height < secondSeedHeight - 3; ) {
      const blocks = Math.min(100, secondSeedHeight - 3 - height);
      await nodes.mine(blocks);
      height += blocks;
    }
    rehearsed = await RehearsedPool.start(postgresServer ?? '', nodes);
  }, 1_800_000);

  afterAll(async () => {
    await rehearsed?.close();
  });

  it('lets no miner wait for it', { timeout: 600_000 }, async () => {
    const miner = await MoneroMiner.start({
      port: rehearsed.pool.stratumPort('randomx'),
      user: 'LTC:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9.rig1',
      node: nodes.one,
      hashesPerSecondMax: 1,
    });
    await miner.whenAcked(1, 120_000);
    while (miner.acked.at(-1)?.height !== secondSeedHeight + 1)
      await miner.whenAcked(miner.acked.length + 1, 120_000);
    await miner.stop();
    expect(miner.rejected).toEqual([]);
    const behind = miner.acked.filter(({ height }) => height >= secondSeedHeight);
    console.log(
      miner.acked.map(({ height, answerMs }) => `${height}: ${Math.round(answerMs)} ms`).join(', '),
    );
    expect(behind.map(({ answerMs }) => answerMs < answerMsMax)).toEqual(behind.map(() => true));
    const recorded = new Set((await rehearsed.rounds()).map(({ hash }) => hash));
    expect(behind.filter(({ block }) => !recorded.has(block))).toEqual([]);
  });
});
