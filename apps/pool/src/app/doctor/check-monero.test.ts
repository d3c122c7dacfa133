import { expect, it } from 'vitest';
import { judgeMoneroNode, judgeMoneroSigner, judgeViewWallet } from './check-monero.ts';

const address = '4own';
const entry = { address, feeMax: 10n ** 16n };
const limits = { payment: 10n ** 12n, day: 10n ** 12n, fee: 10n ** 10n, feeRate: 10n };
const key = { address, publicKey: 'ab', script: 'cd' };
const described = { network: 'XMR-regtest', keys: [key], limits, spentToday: 0n, sweepTo: [] };
const judge = (change: Partial<typeof described>) =>
  judgeMoneroSigner('signer XMR', 'XMR-regtest', entry, { ...described, ...change });

it('finds a signer that has the key and allows the fees', () => {
  expect(judge({})).toMatchObject({ subject: 'signer XMR', found: 'has the key of the address' });
  expect(judgeMoneroSigner('s', 'XMR-regtest', entry, undefined).found).toBe(
    'it has no key or no policy for XMR-regtest',
  );
});

it('says where it would sign with another key than the newest, or less of a fee', () => {
  expect(judge({ keys: [key, { ...key, address: '4new' }] }).found).toBe(
    'its newest key is not that of 4own',
  );
  expect(judge({ limits: { ...limits, fee: 10n ** 9n } }).found).toBe(
    'it signs fees up to 0.001, and feeMax is 0.01 for each payment',
  );
});

it('says where the signer has no such address on its list for sweeps', () => {
  const cold = (sweepTo: string[]) =>
    judgeMoneroSigner('s', 'XMR-regtest', { ...entry, cold: '4cold' }, { ...described, sweepTo }).found;
  expect(cold(['4other'])).toBe(
    'its list for sweeps does not have 4cold, which is cold in the floats of the file',
  );
  expect(cold(['4other', '4cold'])).toBe('has the key of the address');
});

it('says which accounts of replaced keys the file does not name', () => {
  const keys = ['4first', '4second', address, '4next'].map((each) => ({ ...key, address: each }));
  const judged = (olderAccounts: readonly string[], all = keys.slice(0, 3)) => {
    const named = olderAccounts.map((each) => ({
      address: each,
      wallet: { name: 'wallet', url: new URL('http://127.0.0.1:18084') },
    }));
    return judgeMoneroSigner(
      's',
      'XMR-regtest',
      { ...entry, olderAccounts: named },
      { ...described, keys: all },
    );
  };
  expect(judged(['4first'])).toMatchObject({
    state: 'warning',
    found: 'it has older keys, and the file does not name their accounts: 4second',
  });
  expect(judged([]).found).toMatch(/: 4first, 4second$/);
  expect(judged(['4first', '4second'])).toMatchObject({ state: 'well' });
  expect(judged(['4first', '4second', '4stranger'])).toMatchObject({
    state: 'warning',
    found: 'it has no key of what the file names under olderAccounts: 4stranger',
  });
});

it('says of nodes and wallet what payouts rely on', () => {
  expect(judgeMoneroNode('n', { height: 9, isSynced: true, fault: undefined }).found).toBe(
    'in step at block 9',
  );
  expect(judgeMoneroNode('n', { height: 9, isSynced: false, fault: undefined }).found).toBe(
    'it is loading, behind or alone at block 9',
  );
  expect(judgeMoneroNode('n', { height: 9, isSynced: true, fault: 'restricted' }).found).toBe('restricted');
  expect(judgeViewWallet('w', { height: 9, held: 5n * 10n ** 17n, fault: undefined }).found).toBe(
    'watches 0.5 XMR at block 9, and can spend none of it',
  );
  expect(judgeViewWallet('w', { height: 0, held: 0n, fault: 'it holds the key' }).found).toBe(
    'it holds the key',
  );
});
