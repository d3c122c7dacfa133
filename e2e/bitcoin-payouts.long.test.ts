import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentsPage } from '../scripts/payments-page.ts';
import { bcoinMissing, hasBcoin } from '../testing/bcoin-nodes.ts';
import { bitcoinNodesToPay, paidBitcoin } from '../testing/paid-bitcoin.ts';
import { PayingPool } from '../testing/paying-pool.ts';
import { havePayoutsHeld, payoutActs, rehearsePayouts } from '../testing/payout-rehearsal.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';

/** The others play in `npm run rehearse -- payouts bitcoin`. */
const played: ReadonlySet<string> = new Set([
  'several miners at once',
  'the pool is killed between storing and sending',
  'an owner asks',
]);
const isPossible = hasBcoin && postgresServer !== undefined;

describe.skipIf(!isPossible)(
  `a pool that pays Bitcoin through two bcoins, with its signer${hasBcoin ? '' : ` (${bcoinMissing})`}`,
  () => {
    let paying: PayingPool;
    let page: PaymentsPage;
    beforeAll(async () => {
      page = await PaymentsPage.open();
      paying = await PayingPool.startOn(postgresServer ?? '', await bitcoinNodesToPay(), paidBitcoin);
    }, 600_000);
    afterAll(async () => {
      await paying?.close();
      await page?.close();
    });

    it.each(payoutActs.filter(({ name }) => played.has(name)))(
      'pays each miner once, to the unit: $name [P1] [P2]',
      { timeout: 900_000 },
      async (act) => {
        const result = await rehearsePayouts(paying, act, (payout) =>
          page.shows(paying.rehearsed.pool.url, payout),
        );
        expect({ ...result, held: havePayoutsHeld(result) }).toMatchObject({
          held: true,
          payouts: act.name === 'an owner asks' ? 1 : 3,
        });
      },
    );
  },
);
