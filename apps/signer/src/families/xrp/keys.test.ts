import { expect, it } from 'vitest';
import { describeXrpKey, importXrpKey } from './keys.ts';

const hexOf = (key: Uint8Array | undefined) => Buffer.from(key ?? []).toString('hex');

/** Of ripple-keypairs (test/fixtures/api.json), of the wallet of xrpl.js, and the first account of every ledger. */
const known = [
  {
    seed: 'sp5fghtJtpUorTwvof1NpDXAzNwf5',
    key: 'd78b9735c3f26501c7337b8a5727fd53a6efdbc6aa55984f098488561f985e23',
    publicKey: '030d58eb48b4420b1f7b9df55087e0e29fef0e8468f9a6825b01ca2c361042d435',
    address: 'rU6K7V3Po4snVhBBaU29sesqs2qTQJWDw1',
  },
  {
    seed: 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb',
    key: '1acaaedece405b2a958212629e16f2eb46b153eee94cdd350fdeff52795525b7',
    publicKey: '0330e7fc9d56bb25d6893ba3f317ae5bcf33b3291bd63db32654a313222f7fd020',
    address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  },
] as const;

it.each(known)('takes $seed as every wallet of the ledger does', ({ seed, key, publicKey, address }) => {
  const secret = importXrpKey('XRP', seed);
  expect(hexOf(secret)).toBe(key);
  expect(describeXrpKey('XRP', secret ?? new Uint8Array())).toMatchObject({ address, publicKey });
  for (const digits of [key, key.toUpperCase(), `00${key}`])
    expect(hexOf(importXrpKey('XRP', digits))).toBe(key);
});

it.each([
  ['of Ed25519', 'sEdSKaCy2JT7JaM7v95H9SxkhP9wS2r'],
  ['with a wrong letter', 'sp5fghtJtpUorTwvof1NpDXAzNwf6'],
  ['that is an address', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['that is zero', '0'.repeat(64)],
  ['of another length', 'ab'.repeat(31)],
])('takes no key %s', (_name, text) => {
  expect(importXrpKey('XRP', text)).toBeUndefined();
});
