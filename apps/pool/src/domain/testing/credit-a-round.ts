import type { Chain, RewardLine } from '../kernel/chain.ts';
import { advanceRound } from '../rounds/advance-round.ts';
import { recordCandidate } from '../rounds/record-candidate.ts';
import { recordWork } from '../shares/record-work.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner } from './build-work.ts';
import { type TestContext, testStart } from './create-test-context.ts';
import { simulatedKind } from '../kernel/pool-kind.ts';

/** What a block pays where a suite says nothing else. */
const usualRewards: readonly RewardLine[] = [{ asset: 'BTC', amount: 10n ** 17n }];

/** A chain that takes every block and calls it mature. */
const generousChain = (rewards: readonly RewardLine[]): Chain => ({
  name: 'fake',
  algorithm: 'sha256',
  kind: simulatedKind,
  template: () => {
    throw new Error('this chain gives no work');
  },
  onTemplate: () => () => undefined,
  submitBlock: async () => ({ kind: 'accepted', rewards }),
  stateOf: async () => 'mature',
});

/** Work of a DOGE miner (75) and a BTC miner (25), a block, and its rewards (0.1 BTC) in the ledger. Answers the round. */
export async function creditARound(
  ctx: TestContext,
  digit: string,
  rewards: readonly RewardLine[] = usualRewards,
): Promise<bigint> {
  // One after the other, so that the DOGE miner is the first.
  const id = digit.repeat(8);
  await recordWork(ctx, buildBatch(`${id}-1111-4111-8111-111111111111`, buildLine({ work: 75n })));
  const second = buildLine({ miner: btcMiner, work: 25n });
  await recordWork(ctx, buildBatch(`${id}-2222-4222-8222-222222222222`, second));
  const round = await recordCandidate(ctx, {
    algorithm: 'sha256',
    chain: 'fake',
    height: 5,
    hash: digit.repeat(64),
    submission: new Uint8Array(9).fill(2),
    networkWork: 50n,
    miner: dogeMiner,
    worker: 'rig1',
    foundAt: testStart + 1000,
  });
  await advanceRound({ ...ctx, chains: [generousChain(rewards)] }, round);
  return round;
}
