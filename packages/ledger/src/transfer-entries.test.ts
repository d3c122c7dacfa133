import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balancedEntry, type Entry } from './posting.ts';
import { countedAt, owedInWallets } from './solvency.ts';
import {
  countedOnItsWay,
  ofBoughtIn,
  transferArrivedEntry,
  transferFailedEntry,
  transferLeftEntry,
} from './transfer-entries.ts';

const transfer = {
  place: 'kraken',
  id: 'ol1',
  network: 'DOGE',
  asset: 'DOGE',
  amount: 300n,
  fee: 2n,
  ofBought: 290n,
};

describe('a transfer from an exchange to a wallet', () => {
  it('leaves the exchange, what trades had brought first, and conversions pay its fee', () => {
    expect(balancedEntry(transferLeftEntry(transfer, 1))).toEqual({
      key: 'transfer-left:kraken:ol1',
      kind: 'treasury-transfer',
      at: 1,
      postings: [
        { account: 'ext:exchange:kraken', asset: 'DOGE', amount: 12n },
        { account: 'ext:exchange:kraken:bought', asset: 'DOGE', amount: 290n },
        { account: 'ext:transit:DOGE:kraken:back', asset: 'DOGE', amount: -300n },
        { account: 'pool:trading-fees', asset: 'DOGE', amount: -2n },
      ],
    });
  });

  it('comes into the wallet, or is at the exchange again as if it had never left', () => {
    expect(balancedEntry(transferArrivedEntry(transfer, 2)).postings).toEqual([
      { account: 'ext:network:DOGE', asset: 'DOGE', amount: -300n },
      { account: 'ext:transit:DOGE:kraken:back', asset: 'DOGE', amount: 300n },
    ]);
    const sums = sumsOf([transferLeftEntry(transfer, 1), transferFailedEntry(transfer, 2)]);
    expect([...sums.values()].every((amount) => amount === 0n)).toBe(true);
  });

  it('takes no more of what trades had brought than there is, or than it takes', () => {
    expect(ofBoughtIn({ amount: 300n, fee: 2n }, 290n)).toBe(290n);
    expect(ofBoughtIn({ amount: 300n, fee: 2n }, 310n)).toBe(302n);
    expect(countedOnItsWay({ amount: 300n, ofBought: 302n })).toBe(300n);
    expect(countedOnItsWay({ amount: 300n, ofBought: 290n })).toBe(290n);
  });

  // L11: what wallets hold and conversions claim, less what wallets have to hold.
  it('makes nothing short, on its way and in the wallet, and hides no unit that is missing (property)', () => {
    const amount = fc.bigInt({ min: 0n, max: 1_000n });
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        amount,
        amount,
        fc.bigInt({ min: 1n, max: 500n }),
        fc.bigInt({ min: 0n, max: 9n }),
        (theirs, own, bought, ownThere, claim, sent, fee) => {
          const gross = sent + fee;
          fc.pre(bought + ownThere >= gross);
          const ofBought = ofBoughtIn({ amount: sent, fee }, bought);
          const entries = {
            place: 'kraken',
            id: 'ol1',
            network: 'DOGE',
            asset: 'DOGE',
            amount: sent,
            fee,
            ofBought,
          };
          const start = { own, bought, ownThere, theirs, claim };
          const spare = (booked: readonly Entry[], wallets: bigint, onItsWay: bigint) =>
            spareOf(start, sumsOf(booked), wallets, onItsWay);
          // Wallets that have just what is owed.
          const wallets = -spareOf(start, new Map(), 0n, 0n);
          const left = [transferLeftEntry(entries, 1)];
          const arrived = [...left, transferArrivedEntry(entries, 2)];
          const onItsWay = countedOnItsWay(entries);
          expect(spare([], wallets, 0n)).toBe(0n);
          expect(spare(left, wallets, onItsWay)).toBeGreaterThanOrEqual(0n);
          expect(spare(arrived, wallets + sent, 0n)).toBeGreaterThanOrEqual(0n);
          // A unit less in the wallet is a unit less to spare.
          expect(spare(left, wallets - 1n, onItsWay)).toBe(spare(left, wallets, onItsWay) - 1n);
          expect(spare(arrived, wallets + sent - 1n, 0n)).toBe(spare(arrived, wallets + sent, 0n) - 1n);
        },
      ),
    );
  });
});

interface Start {
  readonly own: bigint;
  readonly bought: bigint;
  readonly ownThere: bigint;
  readonly theirs: bigint;
  readonly claim: bigint;
}

/** As `readPositions` has it. */
function spareOf(
  { own, bought, ownThere, theirs, claim }: Start,
  sums: ReadonlyMap<string, bigint>,
  wallets: bigint,
  onItsWay: bigint,
): bigint {
  const at = (account: string) => sums.get(account) ?? 0n;
  const boughtNow = bought - at('ext:exchange:kraken:bought');
  const elsewhere = boughtNow + (ownThere - at('ext:exchange:kraken')) - at('ext:transit:DOGE:kraken:back');
  const booked = boughtNow + ownThere - at('ext:exchange:kraken');
  const counted = countedAt({ bought: boughtNow, booked, difference: 0n, isKnown: true }) + onItsWay;
  const converted = claim + at('pool:trading-fees');
  return wallets - converted - owedInWallets({ theirs, ownInWallets: own - elsewhere, counted });
}

function sumsOf(entries: readonly Entry[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { account, amount } of entries.flatMap((entry) => balancedEntry(entry).postings))
    sums.set(account, (sums.get(account) ?? 0n) + amount);
  return sums;
}
