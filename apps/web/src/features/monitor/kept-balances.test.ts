import { describe, expect, it } from 'vitest';
import { parseBalances } from './kept-balances.ts';

const uuid = '11111111-1111-4111-8111-111111111111';

describe('parseBalances', () => {
  it('reads what was kept, and of damaged entries the sound ones', () => {
    const text = JSON.stringify({
      at: 5,
      balances: { [uuid]: '1.5', x: '2', [uuid.replace('1', '2')]: '<b>' },
    });
    expect(parseBalances(text)).toEqual({ at: 5, balances: { [uuid]: '1.5' } });
  });

  it.each([[null], [''], ['7'], ['{"at":"now"}'], ['{"at":-1,"balances":{}}'], ['[]']])(
    'makes nothing of %j',
    (text) => {
      expect(parseBalances(text)).toBeNull();
    },
  );
});
