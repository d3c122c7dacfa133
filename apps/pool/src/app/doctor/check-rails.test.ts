import { expect, it } from 'vitest';
import { judgeWallet } from './check-rails.ts';

const report = { height: 130, isSynced: true, held: 12_500_000_000_000_000_000n, fault: undefined };

it.each([
  [report, 'well', 'watches 12.5 LTC at block 130, and can spend none of it'],
  [{ ...report, isSynced: false }, 'ill', 'its node is loading, behind or alone at block 130'],
  [
    { ...report, fault: 'its wallet holds keys: make one with disable_private_keys, which only watches' },
    'ill',
    'its wallet holds keys: make one with disable_private_keys, which only watches',
  ],
] as const)('says of a wallet that answers %o: %s', (answered, state, found) => {
  expect(judgeWallet('wallet LTC one', 'LTC', answered)).toMatchObject({ state, found });
});
