import { expect, it } from 'vitest';
import { seededRandom } from '../../testing/simulation/seeded-random.ts';
import { allFaults } from './testing/dealt-faults.ts';
import { loseAnswers } from './testing/lost-answers.ts';
import { krakenUnderLoss, nonkycUnderLoss } from './testing/venues-under-loss.ts';

const limitMs = 300_000;

it.each([
  ['Kraken', krakenUnderLoss(200)],
  ['NonKYC, of which no library has an adapter', nonkycUnderLoss(200)],
])(
  'takes each order and each withdrawal once at a stand-in for %s, whichever way its answer is lost (more, and Gate: lost-answers.long.test.ts)',
  {
    timeout: limitMs,
  },
  async (_name, venue) => {
    const rounds = allFaults.length;
    const lost = await loseAnswers({ ...venue, rounds, random: seededRandom(1), aheadMs: 3000 });
    expect(lost).toMatchObject({ doubleOrders: 0, doubleWithdrawals: 0, missing: 0 });
    expect(lost).toMatchObject({ meant: 30, takenOrders: 15, takenWithdrawals: 15 });
    expect(lost.faults).toBeGreaterThanOrEqual(30);
  },
);
