import type { NetworkDescription } from '@openlode/signing/messages';
import { expect, it } from 'vitest';
import { judgeTronNode, judgeTronSigner } from './check-tron.ts';

const account = 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp';
const limits = { payment: 50_000_000n, day: 80_000_000n, fee: 1_100_000n, feeRate: 1_100_000n };
const key = { address: account, publicKey: 'ab', script: 'cd' };
const described = { network: 'TRX', keys: [key], limits, spentToday: 0n, sweepTo: [] };
const entry = { account, tokens: [], feeMax: 15n * 10n ** 17n };
const judge = (change: Partial<typeof described>) =>
  judgeTronSigner('signer TRX', 'TRX', entry, { ...described, ...change });

it('finds a signer that has the key and allows the fees', () => {
  expect(judge({})).toMatchObject({ state: 'well', found: 'has the key of the account' });
  expect(judgeTronSigner('s', 'TRX', entry, undefined).found).toBe('it has no key or no policy for TRX');
});

it('says where it has another key, or signs less of a fee than it counts', () => {
  expect(judge({ keys: [{ ...key, address: 'TOther' }] }).found).toBe(`it has no key of ${account}`);
  for (const less of [{ fee: 1_099_999n }, { feeRate: 1_099_999n }])
    expect(judge({ limits: { ...limits, ...less } }).found).toBe(
      'it signs fees up to 1.099999, and counts 1.1 for each payment',
    );
});

it('says of nodes what payouts rely on', () => {
  const held = new Map([
    ['TRX', 5n * 10n ** 18n],
    ['USDT', 7n * 10n ** 17n],
  ]);
  const report = { height: 9, isSynced: true, held, otherNames: [], fault: undefined };
  expect(judgeTronNode('n', report)).toMatchObject({
    state: 'well',
    found: 'in step at solidified block 9, the account holds 5 TRX, 0.7 USDT',
  });
  expect(judgeTronNode('n', { ...report, isSynced: false }).found).toContain('older than three minutes');
  expect(judgeTronNode('n', { ...report, fault: 'it keeps too little' }).found).toBe('it keeps too little');
});

it('says of a token what node and signer have otherwise than the file', () => {
  const report = { height: 9, isSynced: true, held: new Map(), fault: undefined };
  expect(judgeTronNode('n', { ...report, otherNames: ['USDT calls itself USDX'] })).toMatchObject({
    state: 'warning',
    found: 'USDT calls itself USDX',
  });
  const contract = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
  const paying = { ...entry, tokens: [{ coin: 'USDT', contract, decimals: 6 }], feeMax: 40n * 10n ** 18n };
  const roomy = { ...limits, fee: 40_000_000n, feeRate: 40_000_000n };
  const listed = { token: contract, name: 'USDT', decimals: 6, payment: 1n, day: 1n, spentToday: 0n };
  const judged = (change: Partial<NetworkDescription>) =>
    judgeTronSigner('signer TRX', 'TRX', paying, { ...described, limits: roomy, ...change });
  expect(judged({ tokens: [listed] }).found).toBe('has the key of the account and limits for USDT');
  expect(judged({}).found).toBe('USDT (TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t) is none of its tokens');
  expect(judged({ tokens: [{ ...listed, decimals: 18 }] }).found).toBe(
    'USDT has 18 decimals there and 6 here',
  );
  expect(judged({ tokens: [listed], limits: { ...roomy, fee: 39_999_999n } })).toMatchObject({
    state: 'warning',
    found: 'it signs fees up to 39.999999, and the file allows 40',
  });
});
