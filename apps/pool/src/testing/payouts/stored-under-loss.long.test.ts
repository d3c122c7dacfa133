import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasCcxt, loadCcxt } from '../../../../../testing/ccxt-library.ts';
import type { CcxtModule } from '../../adapters/exchanges/ccxt-client.ts';
import { allFaults } from '../../adapters/exchanges/testing/dealt-faults.ts';
import { playKept, type RunName } from '../../adapters/exchanges/testing/kept-runs.ts';
import { loseOrders } from '../../adapters/exchanges/testing/order-under-loss.ts';
import { loseTransfers } from '../../adapters/exchanges/testing/transfer-under-loss.ts';
import {
  gatePaying,
  gateUnderLoss,
  krakenPaying,
  krakenUnderLoss,
} from '../../adapters/exchanges/testing/venues-under-loss.ts';
import { oneEngine, testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { seededRandom } from '../simulation/seeded-random.ts';
import { losePayouts } from './payouts-under-loss.ts';
import { createPlaceKit, type PlaceKit } from './place-kit.ts';

/** How long a stand-in may take to answer: a lost answer is waited for as long. */
const callMs = 250;
/** Each seed has all faults of each kind at each stand-in, and more by chance. `SEEDS=6` plays six. */
const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 1) }, (_seed, index) => index + 1);
/** How often all faults come: a payout takes as long as some orders. */
const times = { orders: 4, transfers: 4, payouts: 2 } as const;
/** `MISTAKE=blind`: answers are believed, and nothing is looked up. The table has to show it. */
const isBlind = process.env['MISTAKE'] === 'blind';
const timeout = 600_000;

const roundsOf = (kind: Kind): number => allFaults.length * times[kind];

const exchanges = ['kraken', ...(hasCcxt ? ['gate'] : [])];
const kinds = ['orders', 'transfers', 'payouts'] as const;
type Kind = (typeof kinds)[number];

const parts = seeds.flatMap((seed) =>
  exchanges.flatMap((exchange) => kinds.map((kind): [Kind, string, number] => [kind, exchange, seed])),
);

/** A play for the table takes the server where there is one, or the embedded database. */
const engines = process.env['CRASH_RUNS'] === undefined ? oneEngine() : testEngines().slice(-1);

describe.each(engines)('lost answers to what the pool has stored, on %s', (engine) => {
  let kit: PlaceKit;
  beforeAll(async () => {
    kit = await createPlaceKit(engine);
  });
  beforeEach(() => kit.begin());
  afterAll(() => kit.close());

  async function play(kind: Kind, exchange: string, seed: number): Promise<LostRun> {
    // Our clock is behind, right or ahead.
    const aheadMs = ((seed % 3) - 1) * 3000;
    const plan = { rounds: roundsOf(kind), random: seededRandom(seed), aheadMs, isBlind };
    if (kind === 'payouts') {
      const paying =
        exchange === 'gate' ? gatePaying(await loadCcxt<CcxtModule>(), callMs) : krakenPaying(callMs);
      return losePayouts(kit.ctx, { ...paying, ...plan });
    }
    const venue =
      exchange === 'gate' ? gateUnderLoss(await loadCcxt<CcxtModule>(), callMs) : krakenUnderLoss(callMs);
    return kind === 'orders'
      ? loseOrders(kit, { ...venue, ...plan })
      : loseTransfers(kit, { ...venue, ...plan });
  }

  it.each(parts)(
    'leave none of the %s taken twice or never by a stand-in for %s, seed %i',
    { timeout },
    async (kind, exchange, seed) => {
      const name: RunName = { [kind]: exchange, engine, seed };
      const rounds = roundsOf(kind);
      const lost = await playKept(name, () => play(kind, exchange, seed));
      if (lost === undefined) return;
      expect(lost).toMatchObject({ double: 0, missing: 0, taken: rounds, differing: [] });
      expect(lost.faults).toBeGreaterThanOrEqual(rounds);
    },
  );
});

interface LostRun {
  readonly faults: number;
  readonly taken: number;
}
