import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasCcxt, loadCcxt } from '../../../../../testing/ccxt-library.ts';
import { seededRandom } from '../../testing/simulation/seeded-random.ts';
import type { CcxtModule } from './ccxt-client.ts';
import { allFaults } from './testing/dealt-faults.ts';
import { loseAnswers, type LostAnswersOptions } from './testing/lost-answers.ts';
import { gateUnderLoss, krakenUnderLoss, nonkycUnderLoss } from './testing/venues-under-loss.ts';

const callMs = 100;
/** Each seed has all faults three times, for orders and for withdrawals, and more by chance. `SEEDS=20` plays 20 seeds. */
const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 6) }, (_seed, index) => index + 1);
const rounds = allFaults.length * 3;
const timeout = 600_000;
/** `npm run crash-table -- exchanges` names a file that gets a line for each seed. */
const file = process.env['CRASH_RUNS'];

async function lose(
  exchange: string,
  venue: Omit<LostAnswersOptions, 'random' | 'rounds' | 'aheadMs'>,
  seed: number,
): Promise<void> {
  // Our clock is behind, right or ahead.
  const aheadMs = ((seed % 3) - 1) * 3000;
  const lost = await loseAnswers({ ...venue, rounds, random: seededRandom(seed), aheadMs });
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ exchange, seed, ...lost })}\n`);
  expect(lost).toMatchObject({ doubleOrders: 0, doubleWithdrawals: 0, missing: 0 });
  expect(lost).toMatchObject({ takenOrders: rounds, takenWithdrawals: rounds });
  // The first attempt of each.
  expect(lost.faults).toBeGreaterThanOrEqual(rounds * 2);
}

describe('a thousand lost answers: taken now, later or never, by timeout, reset, 502, 429 and half a body', () => {
  it.each(seeds)('leave nothing taken twice by a stand-in for Kraken, seed %i', { timeout }, (seed) =>
    lose('kraken', krakenUnderLoss(callMs), seed),
  );

  it.each(seeds)('nor by one for NonKYC, of which no library has an adapter, seed %i', { timeout }, (seed) =>
    lose('nonkyc', nonkycUnderLoss(callMs), seed),
  );

  it.skipIf(!hasCcxt).each(seeds)('nor by one for Gate, through ccxt, seed %i', { timeout }, async (seed) =>
    lose('gate', gateUnderLoss(await loadCcxt<CcxtModule>(), callMs), seed),
  );
});
