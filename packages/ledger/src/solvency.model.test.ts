import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  boughtAccount,
  capitalAccount,
  conversionAccount,
  exchangeAccount,
  feesAccount,
  kindOf,
  type LedgerAccount,
  miningAccount,
  networkAccount,
} from './accounts.ts';
import { judgePlace, nextStanding, type PlaceStanding } from './judge-place.ts';
import { placeCorrectionEntry, transitEntry } from './place-entries.ts';
import { balancedEntry, type Entry } from './posting.ts';
import { countedAt, owedInWallets } from './solvency.ts';
import { fillEntry } from './trade-entries.ts';
import { movementEntry, sweepEntry } from './treasury-entries.ts';

const coins = ['LTC', 'DOGE', 'USD'] as const;
type Coin = (typeof coins)[number];
const miner = miningAccount(1n);

/** Books by the entries of the pool, beside what wallets and the exchange really have. */
class Treasury {
  readonly #sums = new Map<string, bigint>();
  readonly #wallets = new Map<Coin, bigint>();
  readonly #exchange = new Map<Coin, bigint>();
  readonly #standings = new Map<Coin, PlaceStanding>();
  /** What is on its way to the exchange to be sold: it left a wallet, and the exchange has not credited it. */
  readonly onItsWay: { readonly coin: Coin; readonly amount: bigint; readonly txid: string }[] = [];
  #numbered = 0;

  of(account: LedgerAccount, coin: Coin): bigint {
    return this.#sums.get(`${account} ${coin}`) ?? 0n;
  }

  sumOf(coin: Coin, counts: (account: LedgerAccount) => boolean): bigint {
    return [...this.#sums].reduce((sum, [name, amount]) => {
      const [account = '', asset] = name.split(' ');
      return asset === coin && counts(account as LedgerAccount) ? sum + amount : sum;
    }, 0n);
  }

  wallet(coin: Coin): bigint {
    return this.#wallets.get(coin) ?? 0n;
  }

  exchange(coin: Coin): bigint {
    return this.#exchange.get(coin) ?? 0n;
  }

  converted(coin: Coin): bigint {
    return this.sumOf(coin, (account) => kindOf(account) === 'conversion');
  }

  own(coin: Coin): bigint {
    return this.sumOf(coin, (account) => ['own', 'loss'].includes(kindOf(account)));
  }

  bought(coin: Coin): bigint {
    return -this.of(boughtAccount('kraken'), coin);
  }

  leaving(coin: Coin): bigint {
    return this.onItsWay.reduce((sum, each) => (each.coin === coin ? sum + each.amount : sum), 0n);
  }

  booked(coin: Coin): bigint {
    return -this.of(exchangeAccount('kraken'), coin) + this.bought(coin);
  }

  move(where: 'wallet' | 'exchange', coin: Coin, amount: bigint): void {
    const of = where === 'wallet' ? this.#wallets : this.#exchange;
    of.set(coin, (of.get(coin) ?? 0n) + amount);
  }

  book(entry: Entry): void {
    for (const { account, asset, amount } of balancedEntry(entry).postings) {
      const name = `${account} ${asset}`;
      this.#sums.set(name, (this.#sums.get(name) ?? 0n) + amount);
    }
  }

  next(): string {
    this.#numbered += 1;
    return String(this.#numbered);
  }

  /** The exchange is looked at, as `watchPlaces` does. */
  look(): void {
    for (const coin of coins) {
      const [booked, said] = [this.booked(coin), this.exchange(coin)];
      const was = this.#standings.get(coin) ?? { state: 'equal', difference: 0n };
      const verdict = judgePlace({ ledger: [booked, booked], said: [said, said], underWay: [] });
      this.#standings.set(coin, nextStanding(was, verdict));
    }
  }

  standing(coin: Coin): PlaceStanding {
    return this.#standings.get(coin) ?? { state: 'equal', difference: 0n };
  }

  /** Below zero by what is missing (L11). */
  beyond(coin: Coin): bigint {
    const { state, difference } = this.standing(coin);
    const counted = countedAt({
      bought: this.bought(coin),
      booked: this.booked(coin),
      difference: state === 'difference' ? difference : 0n,
      isKnown: true,
    });
    const elsewhere = this.sumOf(coin, (account) => /^ext:(exchange|transit):/.test(account));
    const owed = owedInWallets({
      theirs: this.of(miner, coin),
      ownInWallets: this.own(coin) + elsewhere,
      counted: counted + this.leaving(coin),
    });
    return this.wallet(coin) - this.converted(coin) - owed;
  }
}

const amount = fc.bigInt(1n, 1000n);
const step = fc.oneof(
  fc.record({ does: fc.constant('mine' as const), to: fc.constantFrom(...coins.slice(0, 2)), amount }),
  fc.record({ does: fc.constant('deposit' as const), coin: fc.constantFrom(...coins), amount }),
  fc.record({ does: fc.constant('take' as const), coin: fc.constantFrom(...coins), amount }),
  fc.record({ does: fc.constant('sweep' as const), coin: fc.constantFrom(...coins), amount }),
  fc.record({ does: fc.constant('send-to-sell' as const), coin: fc.constantFrom(...coins), amount }),
  fc.record({ does: fc.constant('credit' as const) }),
  fc.record({ does: fc.constant('pay' as const), coin: fc.constantFrom(...coins), amount }),
  fc.record({
    does: fc.constant('trade' as const),
    base: fc.constantFrom('LTC' as const, 'DOGE' as const),
    side: fc.constantFrom('sell' as const, 'buy' as const),
    amount,
    price: fc.bigInt(1n, 9n),
    fee: fc.bigInt(0n, 20n),
    feeIn: fc.constantFrom('base' as const, 'quote' as const),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

const least = (...amounts: readonly bigint[]): bigint =>
  amounts.reduce((small, each) => (each < small ? each : small));

/** Does what the pool lets an operator, a miner or an order do, and nothing where that is not allowed. */
function take(pool: Treasury, each: Step): void {
  const id = pool.next();
  switch (each.does) {
    case 'mine': {
      // LTC is mined, a hundredth is the fee; the rest is converted, at whatever rate, where it is not paid in LTC.
      const fee = each.amount / 100n;
      const entry = (to: Coin): Entry['postings'] =>
        to === 'LTC'
          ? [{ account: miner, asset: 'LTC', amount: each.amount - fee }]
          : [
              { account: conversionAccount, asset: 'LTC', amount: each.amount - fee },
              { account: conversionAccount, asset: to, amount: -each.amount * 3n },
              { account: miner, asset: to, amount: each.amount * 3n },
            ];
      pool.book({
        key: id,
        kind: 'credit',
        at: 0,
        postings: [
          { account: networkAccount('LTC'), asset: 'LTC', amount: -each.amount },
          { account: feesAccount, asset: 'LTC', amount: fee },
          ...entry(each.to),
        ],
      });
      pool.move('wallet', 'LTC', each.amount);
      return;
    }
    case 'deposit':
      pool.book(
        movementEntry({ kind: 'deposit', asset: each.coin, network: each.coin, amount: each.amount }, id, 0),
      );
      pool.move('wallet', each.coin, each.amount);
      return;
    case 'take': {
      const { coin } = each;
      const elsewhere = pool.booked(coin) + pool.leaving(coin);
      const most = least(
        pool.own(coin) - elsewhere,
        pool.of(capitalAccount, coin),
        pool.wallet(coin),
        each.amount,
      );
      if (most <= 0n) return;
      const from = [{ account: capitalAccount, amount: most }];
      pool.book(movementEntry({ kind: 'withdrawal', asset: coin, network: coin, amount: most, from }, id, 0));
      pool.move('wallet', coin, -most);
      return;
    }
    case 'sweep': {
      const { coin } = each;
      const most = least(
        pool.own(coin) - pool.booked(coin) - pool.leaving(coin),
        pool.wallet(coin),
        each.amount,
      );
      if (most <= 0n) return;
      const swept = { asset: coin, network: coin, amount: most, to: 'kraken', txid: id, before: 0 };
      pool.book(sweepEntry(swept, 0));
      pool.book(
        transitEntry(
          { place: 'kraken', network: coin, asset: coin, amount: most, txid: id, moves: 0 },
          'open',
          'arrived',
          0,
        ),
      );
      pool.move('wallet', coin, -most);
      pool.move('exchange', coin, most);
      return;
    }
    case 'send-to-sell': {
      const { coin } = each;
      const sold = pool.converted(coin) > 0n ? pool.converted(coin) : 0n;
      const ownAndSold = pool.own(coin) - pool.booked(coin) - pool.leaving(coin) + sold;
      const most = least(ownAndSold, pool.wallet(coin) - pool.of(miner, coin), each.amount);
      if (most <= 0n) return;
      pool.book(
        sweepEntry({ asset: coin, network: coin, amount: most, to: 'kraken', txid: id, before: 0 }, 0),
      );
      pool.move('wallet', coin, -most);
      pool.onItsWay.push({ coin, amount: most, txid: id });
      return;
    }
    case 'credit': {
      const credited = pool.onItsWay.shift();
      if (credited === undefined) return;
      const { coin, amount: units, txid } = credited;
      const transit = {
        place: 'kraken',
        network: coin,
        asset: coin,
        amount: units,
        txid,
        moves: 0,
        isToSell: true,
      };
      pool.book(transitEntry(transit, 'open', 'arrived', 0));
      pool.move('exchange', coin, units);
      return;
    }
    case 'pay': {
      const { coin } = each;
      const most = least(pool.of(miner, coin), pool.wallet(coin), each.amount);
      if (most <= 0n) return;
      pool.book({
        key: id,
        kind: 'settle',
        at: 0,
        postings: [
          { account: miner, asset: coin, amount: -most },
          { account: networkAccount(coin), asset: coin, amount: most },
        ],
      });
      pool.move('wallet', coin, -most);
      return;
    }
    case 'trade':
      return trade(pool, id, each);
  }
}

function trade(pool: Treasury, id: string, each: Extract<Step, { does: 'trade' }>): void {
  const { side, base, price, feeIn } = each;
  const isSale = side === 'sell';
  const left = pool.converted(base) * (isSale ? 1n : -1n);
  const traded = least(each.amount, left, isSale ? pool.exchange(base) : pool.exchange('USD') / price);
  if (traded <= 0n) return;
  const value = traded * price;
  const feeCoin = feeIn === 'base' ? base : 'USD';
  const after =
    pool.exchange(feeCoin) + (feeCoin === base ? (isSale ? -traded : traded) : isSale ? value : -value);
  const fee = least(each.fee, after);
  const fees = fee > 0n ? [{ coin: feeCoin, amount: fee }] : [];
  const fill = { place: 'kraken', exchangeId: id, side, base, quote: 'USD', amount: traded, value, fees };
  pool.book(fillEntry(fill, pool.bought(isSale ? base : 'USD'), 0));
  pool.move('exchange', base, isSale ? -traded : traded);
  pool.move('exchange', 'USD', isSale ? value : -value);
  pool.move('exchange', feeCoin, -fee);
}

it('finds nothing missing whatever is mined, paid, sent to an exchange and traded there, and each theft at once, to the unit [L11] [L15]', () => {
  const theft = fc.record({
    at: fc.nat(60),
    coin: fc.constantFrom(...coins),
    where: fc.constantFrom('wallet' as const, 'exchange' as const),
    amount: fc.bigInt(1n, 3000n),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.option(theft), (steps, stolen) => {
      const pool = new Treasury();
      for (const [at, each] of steps.entries()) {
        take(pool, each);
        pool.look();
        for (const coin of coins) {
          expect(pool.beyond(coin)).toBe(0n);
          expect(pool.standing(coin).state).toBe('equal');
        }
        if (stolen?.at !== at) continue;
        const { coin, where } = stolen;
        const taken = least(stolen.amount, where === 'wallet' ? pool.wallet(coin) : pool.exchange(coin));
        if (taken <= 0n) return;
        pool.move(where, coin, -taken);
        pool.look();
        pool.look();
        if (where === 'wallet') {
          expect(pool.beyond(coin)).toBe(-taken);
          return;
        }
        expect(pool.standing(coin)).toEqual({ state: 'difference', difference: -taken });
        // What is left there covers what miners are owed of it, or payouts of the coin stop.
        const ofMiners = pool.booked(coin) + pool.leaving(coin) - pool.own(coin);
        const uncovered = ofMiners - least(pool.exchange(coin), pool.bought(coin)) - pool.leaving(coin);
        expect(pool.beyond(coin)).toBe(uncovered > 0n && ofMiners > 0n ? -least(uncovered, ofMiners) : 0n);
        // Booking it as lost changes nothing about that: what lies in no wallet is named as long as it does, and no more of it.
        const correction = {
          place: 'kraken',
          asset: coin,
          amount: -taken,
          booked: pool.booked(coin),
          bought: pool.bought(coin),
          look: '1',
        };
        const before = pool.beyond(coin);
        pool.book(placeCorrectionEntry(correction, 0));
        pool.look();
        expect(pool.standing(coin).state).toBe('equal');
        expect(pool.beyond(coin)).toBe(before);
        // Where an operator has withdrawn it by hand, and books both sides, nothing is missing.
        take(pool, { does: 'deposit', coin, amount: taken });
        pool.look();
        expect(pool.standing(coin).state).toBe('equal');
        expect(pool.beyond(coin)).toBe(0n);
        return;
      }
    }),
    { numRuns: 1000 },
  );
});
