import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  leftOf,
  networkFeeEntry,
  type PayoutMoney,
  releaseEntry,
  reserveEntry,
  reverseEntry,
  settleEntry,
} from './payout-entries.ts';
import { balancedEntry } from './posting.ts';

const payout: PayoutMoney = {
  id: 7n,
  from: [
    { account: 'miner:3:mining', amount: 40n },
    { account: 'miner:3:referral', amount: 2n },
  ],
  coin: 'USDT',
  network: 'ETH',
};

describe('the entries of a payout', () => {
  it('takes exactly the amount from the balance and holds it [P5]', () => {
    expect(reserveEntry(payout, 9)).toEqual({
      key: 'reserve:7',
      kind: 'payout-reserved',
      at: 9,
      postings: [
        { account: 'miner:3:mining', asset: 'USDT', amount: -40n },
        { account: 'miner:3:referral', asset: 'USDT', amount: -2n },
        { account: 'inflight:7', asset: 'USDT', amount: 42n },
      ],
    });
  });

  it('hands it to the world [P5]', () => {
    expect(settleEntry(payout, 9)).toEqual({
      key: 'settle:7',
      kind: 'payout-settled',
      at: 9,
      postings: [
        { account: 'inflight:7', asset: 'USDT', amount: -42n },
        { account: 'ext:network:ETH', asset: 'USDT', amount: 42n },
      ],
    });
  });

  it('takes what the network took from the pool’s own, once a transaction', () => {
    expect(networkFeeEntry({ txid: '0xab', network: 'ETH', asset: 'ETH', amount: 5n }, 9)).toEqual({
      key: 'network-fee:0xab',
      kind: 'network-fee-paid',
      at: 9,
      postings: [
        { account: 'pool:network-fees', asset: 'ETH', amount: -5n },
        { account: 'ext:network:ETH', asset: 'ETH', amount: 5n },
      ],
    });
  });

  it('balances, and after either end nothing is held and the miner has all or nothing of it', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 40n });
    fc.assert(
      fc.property(amount, fc.boolean(), (mining, settles) => {
        const own = { ...payout, from: [{ account: 'miner:3:mining' as const, amount: mining }] };
        const end = settles ? settleEntry : releaseEntry;
        const entries = [reserveEntry(own, 1), end(own, 2)];
        const held = (account: string): bigint =>
          entries
            .flatMap((entry) => balancedEntry(entry).postings)
            .filter((each) => each.account === account && each.asset === 'USDT')
            .reduce((sum, each) => sum + each.amount, 0n);
        expect(held('inflight:7')).toBe(0n);
        expect(held('miner:3:mining')).toBe(settles ? -mining : 0n);
      }),
    );
  });
});

describe('the entries of a payout that has left an account at an exchange', () => {
  const source = { place: 'kraken', bought: 43n };
  const fee = { txid: 'kraken-p1', network: 'ETH', asset: 'USDT', amount: 3n };

  it('take first what trades had brought there, and conversions bear the fee', () => {
    expect(settleEntry(payout, 9, source).postings).toEqual([
      { account: 'inflight:7', asset: 'USDT', amount: -42n },
      { account: 'ext:exchange:kraken:bought', asset: 'USDT', amount: 42n },
      { account: 'ext:exchange:kraken', asset: 'USDT', amount: 0n },
    ]);
    expect(networkFeeEntry(fee, 9, leftOf(source, 42n)).postings).toEqual([
      { account: 'pool:trading-fees', asset: 'USDT', amount: -3n },
      { account: 'ext:exchange:kraken:bought', asset: 'USDT', amount: 1n },
      { account: 'ext:exchange:kraken', asset: 'USDT', amount: 2n },
    ]);
  });

  it('balance whatever was brought, and a reversal undoes what the settlement took', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 100n), (bought) => {
        const own = { place: 'kraken', bought };
        const settled = balancedEntry(settleEntry(payout, 9, own));
        const taken = settled.postings.filter(({ account }) => account !== 'inflight:7');
        const reversed = balancedEntry(reverseEntry(payout, 9, taken));
        balancedEntry(networkFeeEntry(fee, 9, leftOf(own, 42n)));
        for (const { account, amount } of taken)
          expect(reversed.postings.find((each) => each.account === account)?.amount).toBe(-amount);
        const ofBought = taken.find(({ account }) => account === 'ext:exchange:kraken:bought')?.amount ?? 0n;
        expect(ofBought).toBe(bought < 42n ? bought : 42n);
      }),
    );
  });
});
