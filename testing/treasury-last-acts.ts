import { storedPayouts } from './paying-pool.ts';
import { nextRunAfter, type PaidPayout } from './payout-rehearsal.ts';
import { coins, printed } from './stand-in-account.ts';
import { inWallets, ordersOf, placesOf, transfersOf, type TreasuryAct } from './treasury-acts.ts';
import { miners } from './treasury-pool.ts';
import { compare, compareCount, foundNothing, type TreasuryRow } from './treasury-verdict.ts';

/** @param isShown whether the page of its address shows a payout as paid */
function paid(isShown: (url: string, payout: PaidPayout) => Promise<boolean>): TreasuryAct {
  return {
    name: 'both miners are paid from our own wallets',
    async run(treasury, act) {
      await treasury.database.query('UPDATE miners SET auto_pay = true');
      const now = await treasury.advance(0);
      await treasury.advance(nextRunAfter(now) - now);
      await treasury.until(
        'payouts are made',
        () => storedPayouts(treasury.database),
        ({ length }) => length >= 2,
      );
      await treasury.decide('payouts', 'approve', '--all').catch(() => undefined);
      await treasury.until(
        'payouts are settled',
        () => storedPayouts(treasury.database),
        (found) => found.every(({ state }) => state === 'settled' || state === 'released'),
      );
      const settled = (await storedPayouts(treasury.database)).filter(({ state }) => state === 'settled');
      const rows: TreasuryRow[] = [];
      for (const miner of Object.values(miners)) {
        const own = settled.filter(({ coin }) => coin === miner.coin);
        const amount = own.reduce((sum, each) => sum + BigInt(each.amount), 0n);
        const received = await treasury.received(miner);
        rows.push(
          compare(
            act,
            `${miner.coin} paid, by the ledger and by what the miner's chain has`,
            amount,
            received,
          ),
        );
      }
      let seen = 0;
      for (const { txid, amount, ...payout } of settled)
        if (
          txid !== null &&
          (await isShown(treasury.pool.url, { ...payout, txid, amount: printed(BigInt(amount)) }))
        )
          seen += 1;
      rows.push(compareCount(act, 'payouts that are settled, and seen on the pages', settled.length, seen));
      return rows;
    },
  };
}

const allPlaces: TreasuryAct = {
  name: 'all places at the end',
  async run(treasury, act) {
    const { account } = treasury.exchange;
    const found = await treasury.until(
      'every place is equal',
      () => placesOf(treasury),
      (places) => places.every(({ state }) => state === 'equal'),
    );
    const there = found.map(({ coin, ledger }) =>
      compare(
        act,
        `${coin} at the exchange, by the ledger and by its account`,
        coins(ledger),
        account.has(coin),
        true,
      ),
    );
    const held = await treasury.wallets.held();
    const chains = [...held].map(([coin, units]) => {
      const moved = account.transfers.reduce((sum, each) => {
        if (each.coin !== coin) return sum;
        return each.kind === 'deposit' ? sum + each.amount : sum - each.amount;
      }, treasury.wallets.began.get(coin) ?? 0n);
      const expected = moved - (treasury.wallets.fees.get(coin) ?? 0n);
      return compare(act, `${coin} of the exchange, by its record and by its chain`, expected, units);
    });
    const asked = new Set(account.orders.map(({ ours }) => ours)).size;
    const audit = await treasury.list<{ readonly sound: boolean; readonly findings: readonly unknown[] }>(
      'audit',
    );
    const suspended = await treasury.database.query(
      'SELECT network, reason FROM payout_suspensions WHERE lifted_at IS NULL',
    );
    const open = (await ordersOf(treasury)).filter(
      ({ state }) => state !== 'filled' && state !== 'cancelled' && state !== 'refused',
    );
    return [
      ...(await inWallets(treasury, act)),
      ...there,
      ...chains,
      compareCount(
        act,
        'orders that the exchange has taken, and ids among them',
        account.orders.length,
        asked,
      ),
      foundNothing(
        act,
        'orders that are not over',
        open.map(({ id }) => id),
      ),
      foundNothing(
        act,
        'transfers that are not over',
        (await transfersOf(treasury))
          .filter(({ state }) => state !== 'arrived' && state !== 'refused')
          .map(({ id }) => id),
      ),
      foundNothing(act, 'what the audit finds', [
        ...audit.findings.map((each) => JSON.stringify(each)),
        ...(audit.sound ? [] : ['it is not sound']),
      ]),
      foundNothing(
        act,
        'suspensions',
        suspended.map((each) => JSON.stringify(each)),
      ),
    ];
  },
};

/** @param isShown whether the page of its address shows a payout as paid */
export function lastActs(
  isShown: (url: string, payout: PaidPayout) => Promise<boolean>,
): readonly TreasuryAct[] {
  return [paid(isShown), allPlaces];
}
