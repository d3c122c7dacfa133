import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balancedEntry } from './posting.ts';
import {
  type Movement,
  movementEntry,
  movementKey,
  ownAccounts,
  sweepEntry,
  sweepUndoneEntry,
} from './treasury-entries.ts';

const doge = { asset: 'DOGE', network: 'DOGE', amount: 30n };

describe('movementEntry', () => {
  it.each<[Movement, string[]]>([
    [{ kind: 'deposit', ...doge }, ['DOGE ext:network:DOGE -30', 'DOGE pool:capital 30']],
    [{ kind: 'top-up', ...doge }, ['DOGE ext:network:DOGE -30', 'DOGE pool:network-fees 30']],
    [{ kind: 'correction', ...doge, amount: -2n }, ['DOGE ext:network:DOGE 2', 'DOGE pool:corrections -2']],
    [
      {
        kind: 'withdrawal',
        ...doge,
        from: [
          { account: 'pool:fees', amount: 20n },
          { account: 'pool:capital', amount: 10n },
        ],
      },
      ['DOGE ext:network:DOGE 30', 'DOGE pool:capital -10', 'DOGE pool:fees -20'],
    ],
    [{ kind: 'cold-return', ...doge }, ['DOGE ext:cold:DOGE 30', 'DOGE ext:network:DOGE -30']],
    [
      { kind: 'cold-withdrawal', ...doge, from: [{ account: 'pool:fees', amount: 30n }] },
      ['DOGE ext:cold:DOGE 30', 'DOGE pool:fees -30'],
    ],
    [
      { kind: 'trade', sold: { asset: 'BTC', network: 'BTC', amount: 7n }, bought: doge },
      ['BTC conv:desk -7', 'BTC ext:network:BTC 7', 'DOGE conv:desk 30', 'DOGE ext:network:DOGE -30'],
    ],
  ])('books %o', (movement, lines) => {
    const entry = balancedEntry(movementEntry(movement, 'tx 1', 5));
    expect(entry).toMatchObject({
      key:
        movement.kind === 'trade'
          ? 'treasury:trade:BTC:BTC:tx 1'
          : `treasury:${movement.kind}:DOGE:DOGE:tx 1`,
      kind: `treasury-${movement.kind}`,
      at: 5,
    });
    expect(entry.postings.map(({ account, asset, amount }) => `${asset} ${account} ${amount}`)).toEqual(
      lines,
    );
  });

  it('refuses parts of a withdrawal that are not the whole', () => {
    const from = (fees: bigint): Movement => ({
      kind: 'withdrawal',
      ...doge,
      from: [
        { account: 'pool:fees', amount: fees },
        { account: 'pool:capital', amount: 10n },
      ],
    });
    expect(() => balancedEntry(movementEntry(from(19n), 'tx 1', 5))).toThrow(/units of DOGE/);
    expect(() => balancedEntry(movementEntry(from(21n), 'tx 1', 5))).toThrow(/units of DOGE/);
  });

  it('balances whatever is moved, between whatever wallets', () => {
    const funds = fc.record({
      asset: fc.constantFrom('BTC', 'USDT'),
      network: fc.constantFrom('BTC', 'TRX', 'ETH'),
      amount: fc.bigInt({ min: 1n, max: 2n ** 200n }),
    });
    const movement = fc.oneof(
      fc
        .tuple(fc.constantFrom('deposit', 'top-up', 'correction'), funds)
        .map(([kind, of]): Movement => ({ kind, ...of })),
      fc.tuple(funds, funds).map(([sold, bought]): Movement => ({ kind: 'trade', sold, bought })),
    );
    fc.assert(
      fc.property(movement, (given) => {
        const sums = new Map<string, bigint>();
        for (const { asset, amount } of movementEntry(given, 'tx', 5).postings)
          sums.set(asset, (sums.get(asset) ?? 0n) + amount);
        expect([...sums.values()].filter((sum) => sum !== 0n)).toEqual([]);
      }),
    );
  });
});

describe('movementKey', () => {
  it('tells movements apart by kind, wallet, asset and reference, and not by amount', () => {
    const key = (movement: Movement) => movementKey(movement, 'tx 1');
    expect(key({ kind: 'deposit', ...doge })).toBe('treasury:deposit:DOGE:DOGE:tx 1');
    expect(key({ kind: 'deposit', ...doge, amount: 31n })).toBe('treasury:deposit:DOGE:DOGE:tx 1');
    expect(key({ kind: 'top-up', ...doge })).toBe('treasury:top-up:DOGE:DOGE:tx 1');
    expect(key({ kind: 'deposit', ...doge, asset: 'USDT', network: 'TRX' })).toBe(
      'treasury:deposit:TRX:USDT:tx 1',
    );
    expect(movementKey({ kind: 'deposit', ...doge }, 'tx 2')).toBe('treasury:deposit:DOGE:DOGE:tx 2');
  });
});

describe('ownAccounts', () => {
  it('takes fees first, then the operator’s own money, then what idle miners left', () => {
    expect(ownAccounts).toEqual(['pool:fees', 'pool:capital', 'pool:written-off']);
  });
});

describe('what is swept', () => {
  const swept = { ...doge, txid: 'tx', before: 1 };

  it('goes from the wallet to another place, and stays the pool’s own', () => {
    const { key, kind, postings } = balancedEntry(sweepEntry(swept, 5));
    expect([key, kind]).toEqual(['sweep:tx:2', 'treasury-sweep']);
    expect(postings.map(({ account, amount }) => `${account} ${amount}`)).toEqual([
      'ext:cold:DOGE -30',
      'ext:network:DOGE 30',
    ]);
  });

  it('is taken back by the opposite, under a name of its own', () => {
    const { key, kind, postings } = balancedEntry(sweepUndoneEntry(swept, 5));
    expect([key, kind]).toEqual(['sweep-undone:tx:2', 'treasury-sweep-undone']);
    expect(postings.map(({ account, amount }) => `${account} ${amount}`)).toEqual([
      'ext:cold:DOGE 30',
      'ext:network:DOGE -30',
    ]);
  });
});
