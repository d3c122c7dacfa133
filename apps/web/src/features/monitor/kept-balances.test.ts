import { describe, expect, it } from 'vitest';
import { parseBalances } from './kept-balances.ts';

const uuid = '11111111-1111-4111-8111-111111111111';

describe('parseBalances', () => {
  it('reads what was kept, and of damaged entries the sound ones', () => {
    const text = JSON.stringify({
      at: 5,
      balances: {
        [uuid]: { balance: '1.5', precision: 6 },
        x: { balance: '2', precision: 6 },
        [uuid.replace('1', '2')]: { balance: '<b>', precision: 6 },
        [uuid.replace('1', '3')]: { balance: '1.5' },
        [uuid.replace('1', '4')]: '1.5',
      },
    });
    expect(parseBalances(text)).toEqual({ at: 5, balances: { [uuid]: { balance: '1.5', precision: 6 } } });
  });

  it.each([[null], [''], ['7'], ['{"at":"now"}'], ['{"at":-1,"balances":{}}'], ['[]']])(
    'makes nothing of %j',
    (text) => {
      expect(parseBalances(text)).toBeNull();
    },
  );
});
