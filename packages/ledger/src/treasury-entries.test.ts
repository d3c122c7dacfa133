import { describe, expect, it } from 'vitest';
import { balancedEntry } from './posting.ts';
import { type Movement, movementEntry } from './treasury-entries.ts';

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
});
