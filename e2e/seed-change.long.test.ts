import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasMonerod, MoneroNodes } from '../testing/monero-nodes.ts';
import { MoneroMiner } from '../testing/monero-miner.ts';
import { RehearsedPool } from '../testing/rehearsed-pool.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';

/** The first height whose hashes are of another cache than those of the first blocks: 2048 and 64 above it, and one. */
const changeHeight = 2113;

const isPossible = hasMonerod && postgresServer !== undefined;

// Two thousand blocks of RandomX come first: minutes, and more of them on a busy machine.
describe.skipIf(!isPossible)('where the seed of RandomX changes', () => {
  let rehearsed: RehearsedPool;
  beforeAll(async () => {
    const began = performance.now();
    rehearsed = await RehearsedPool.start(postgresServer ?? '', await MoneroNodes.start(changeHeight - 8));
    console.log(`the blocks before took ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }, 3_600_000);
  afterAll(() => rehearsed?.close());

  it('goes on without a break: jobs, shares and blocks of both seeds', { timeout: 1_200_000 }, async () => {
    const miner = await rehearsed.startMiner();
    if (!(miner instanceof MoneroMiner)) throw new Error('another miner mines');
    const reached = (height: number): boolean => miner.acked.some((share) => share.height >= height);
    await expect.poll(() => reached(changeHeight + 8), { timeout: 1_000_000, interval: 100 }).toBe(true);
    await miner.stop();
    await rehearsed.nodes.mine(0);

    const before = miner.acked.filter(({ height }) => height < changeHeight);
    const after = miner.acked.filter(({ height }) => height >= changeHeight);
    const timesOf = (shares: typeof before): string =>
      shares.map(({ answerMs }) => answerMs.toFixed(0)).join(' ');
    console.log(`answers in ms, before the change: ${timesOf(before)}; after it: ${timesOf(after)}`);
    expect(new Set(before.map(({ seedHash }) => seedHash)).size).toBe(1);
    expect(new Set(after.map(({ seedHash }) => seedHash)).size).toBe(1);
    expect(after[0]?.seedHash).not.toBe(before[0]?.seedHash);
    // A share that found its cache unfinished would wait for tens of seconds on a busy machine.
    expect(after[0]?.answerMs).toBeLessThan(30_000);
    // Only what was found while the next block came: its job is gone, as on every day.
    expect(miner.rejected.filter((why) => why !== 'Job not found')).toEqual([]);
    // Of several blocks of a height one is on the chain, and no height is without one of this miner.
    const { one, two } = rehearsed.nodes;
    for (let height = changeHeight - 4; height < changeHeight + 8; height += 1) {
      const names = miner.acked.filter((share) => share.height === height).map(({ block }) => block);
      const said = await Promise.all(
        names.map(async (name) => [await one.hasBlock(name), await two.hasBlock(name)]),
      );
      expect([height, said.filter(([atOne, atTwo]) => atOne && atTwo).length]).toEqual([height, 1]);
    }
    await rehearsed.untilRounds((rounds) => rounds.length === miner.acked.length);
  });
});
