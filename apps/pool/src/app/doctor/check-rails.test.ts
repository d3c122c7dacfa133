import { expect, it } from 'vitest';
import { judgeSigner, judgeWallet } from './check-rails.ts';

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

it.each([
  [{}, 'well', 'has the keys of 1 own address'],
  [{ feeRate: 199n }, 'warning', 'it signs up to 199 for a virtual byte, and feeRateMax of the rail is 200'],
  [{ fee: 99_999n }, 'warning', 'it signs fees up to 0.00099999, and feeMax of the rail is 0.001'],
] as const)('says of a signer with the limits %o: %s', (changed, state, found) => {
  const settings = { unit: 10n ** 10n, own: ['rltc1qown'], feeRateMax: 200n, feeMax: 10n ** 15n } as const;
  const limits = { payment: 1n, day: 1n, fee: 100_000n, feeRate: 200n, ...changed };
  const keys = [{ address: 'tltc1qown', publicKey: '', script: '0014ab' }];
  const scriptOf = (address: string) => (address === 'rltc1qown' ? '0014ab' : undefined);
  expect(judgeSigner('signer LTC', settings, { keys, limits, sweepTo: [] }, scriptOf)).toMatchObject({
    state,
    found,
  });
  expect(judgeSigner('signer LTC', settings, { keys: [], limits, sweepTo: [] }, scriptOf)).toMatchObject({
    state: 'ill',
  });
});

it('says where the signer has no such address on its list for sweeps', () => {
  const settings = { unit: 10n ** 10n, own: ['own'], feeRateMax: 200n, feeMax: 10n ** 15n } as const;
  const limits = { payment: 1n, day: 1n, fee: 100_000n, feeRate: 200n };
  const keys = [{ address: 'own', publicKey: '', script: 'own script' }];
  const judge = (sweepTo: readonly string[]) =>
    judgeSigner('signer LTC', settings, { keys, limits, sweepTo }, (address) => `${address} script`, 'cold');
  expect(judge(['another'])).toMatchObject({
    state: 'ill',
    found: 'its list for sweeps does not have cold, which is cold in the floats of the file',
  });
  expect(judge(['another', 'cold'])).toMatchObject({ state: 'well' });
});
