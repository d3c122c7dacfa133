import type { NetworkDescription } from '@openlode/signing/messages';
import { expect, it } from 'vitest';
import type { SolanaNodeReport } from '../../adapters/rails/solana/solana-wallet.ts';
import { judgeSolanaNode, judgeSolanaSigner } from './check-solana.ts';

const coin = 10n ** 18n;
const report: SolanaNodeReport = {
  height: 900,
  isSynced: true,
  held: 3n * coin,
  kept: 890_880n * 10n ** 9n,
  fault: undefined,
  oldestSlot: 7,
};

it.each([
  [
    {},
    'well',
    'the account holds 3 SOL at slot 900, of which 0.00089088 stay there; it has transactions from slot 7 on',
  ],
  [{ isSynced: false }, 'ill', 'it is behind, at slot 900'],
  [{ fault: 'there is no nonce account at N' }, 'ill', 'there is no nonce account at N'],
] as const)('says of a node what it is worth: %j', (change, state, found) => {
  expect(judgeSolanaNode('node SOL one', { ...report, ...change })).toMatchObject({ state, found });
});

it('says whether the signer has the key, the limits and the cold address', () => {
  const described: NetworkDescription = {
    network: 'SOL-regtest',
    keys: [{ address: 'account', publicKey: '00', script: '00' }],
    limits: { payment: 1n, day: 1n, fee: 100_000n, feeRate: 300n },
    spentToday: 0n,
    sweepTo: ['cold'],
  };
  const entry = { account: 'account', feeMax: 10n ** 14n };
  const found = (
    change: Partial<typeof entry> & { readonly cold?: string },
    said: typeof described | undefined,
  ) => {
    const { state, found: words } = judgeSolanaSigner(
      'signer SOL',
      'SOL-regtest',
      { ...entry, ...change },
      said,
    );
    return `${state}: ${words}`;
  };
  expect(found({ cold: 'cold' }, described)).toBe('well: has the key of the account');
  expect(found({}, undefined)).toContain('ill: ');
  expect(found({ account: 'another' }, described)).toBe('ill: it has no key of another');
  expect(found({ cold: 'other' }, described)).toContain('ill: ');
  expect(found({ feeMax: 10n ** 15n }, described)).toBe(
    'warning: it signs fees up to 0.0001, and feeMax is 0.001 for each payment',
  );
  // Its limit of a rate is in lamports for each of 341 bytes: 293 allow 99,913 of the 100,000.
  const slower = { ...described, limits: { ...described.limits, feeRate: 293n } };
  expect(found({}, slower)).toBe(
    'warning: it signs fees up to 0.000099913, and feeMax is 0.0001 for each payment',
  );
  expect(found({ feeMax: 99_913n * 10n ** 9n }, slower)).toBe('well: has the key of the account');
});
