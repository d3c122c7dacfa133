import { afterEach, expect, it } from 'vitest';
import { judgeRelay, type RelayActResult } from '../../../../testing/relay-verdict.ts';
import { standInEquihash, standInSolve } from './testing/lane-zcash-miner.ts';
import type { Closing } from './testing/relayed-pools.ts';
import { playZcash, zcashActs, ZcashDay } from './testing/zcash-day.ts';

const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** The same with solutions of Equihash takes an hour of a busy machine: `relayed-zcash-day.long.test.ts`. */
it('has one end for each share through a bad day of another pool of Zcash, whose solutions are stood in for', async () => {
  const day = await ZcashDay.start(closing, { verifier: standInEquihash, solve: standInSolve });
  const results: RelayActResult[] = [];
  for (const act of zcashActs) results.push(await playZcash(day, act));
  expect(results.map((each) => [each.name, judgeRelay(each).faults])).toEqual(
    zcashActs.map(({ name }) => [name, []]),
  );
  const raised = results.find(({ factor }) => factor === 16);
  // Two shares before it of one solution each, and one of sixteen, for which the other pool has recorded one.
  expect(raised).toMatchObject({ forwarded: 3, accepted: 3, acceptedWork: 18, recordedThereWork: 3 });
}, 120_000);
