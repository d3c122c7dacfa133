import { expect, it } from 'vitest';
import { encode } from 'ripple-binary-codec';
import { signerAddress, readTag } from './read-payee.ts';
import { idOf, readPayment, writeUnsigned } from './read-payment.ts';
import { xrpKeySigner } from './testing/key-signer.ts';

/** A payment that xrpl.js signs in its own suite (test/wallet/index.test.ts), and one of the ledger itself (ripple-binary-codec). */
const [ofWallet, ofLedger] = [
  '1200002400000001614000000001312D0068400000000000000C732102A8A44DB3D4C73EEEE11DFE54D2029103B776AA8A8D293A91D645977C9DF5F5447446304402201C0A74EE8ECF5ED83734D7171FB65C01D90D67040DEDCC66414BD546CE302B5802205356843841BFFF60D15F5F5F9FB0AB9D66591778140AB2D137FF576D9DEC44BC8114EE3046A5DDF8422C40DDB93F1D522BB4FE6419158314FDB08D07AAA0EB711793A3027304D688E10C3648',
  '1200002200000000240000003E6140000002540BE40068400000000000000A7321034AADB09CFF4A4804073701EC53C3510CDC95917C2BB0150FB742D0C66E6CEE9E74473045022022EB32AECEF7C644C891C19F87966DF9C62B1F34BABA6BE774325E4BB8E2DD62022100A51437898C28C2B297112DF8131F2BB39EA5FE613487DDD611525F17962646398114550FC62003E785DC231A1058A05E56E3F09CF4E68314D4CC8AB5B21D86A82C3E9E8D0ECF2404B77FECBA',
] as const;

const signer = xrpKeySigner();
const fields = {
  TransactionType: 'Payment',
  Flags: 0,
  Account: signer.account,
  Sequence: 5,
  LastLedgerSequence: 900,
  Destination: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
  DestinationTag: 0,
  Amount: '5000000',
  Fee: '12',
};
const read = (more: object = {}) => readPayment(signer.signed({ ...fields, ...more }));

it('names a transaction as the ledger does', () => {
  expect(idOf(ofWallet)).toBe('E22186AE9FE477821BF361358174C2B0AC2D3289AA6F7E8C1102B3D270C41204');
});

it('reads a plain payment', () => {
  expect(read()).toMatchObject({
    networkId: undefined,
    account: signer.account,
    sequence: 5,
    lastLedger: 900,
    payee: fields.Destination,
    tag: 0,
    amount: 5_000_000n,
    fee: 12n,
  });
  const payment = read({ NetworkID: 31_337 });
  if (payment === undefined) throw new Error('nothing was read');
  expect(writeUnsigned(payment)).toBe(encode({ ...fields, NetworkID: 31_337 }).toLowerCase());
});

it.each([
  ['without a last ledger', { LastLedgerSequence: undefined }],
  ['that may pay a part', { Flags: 0x0002_0000 }],
  ['with a memo', { Memos: [{ Memo: { MemoData: 'AB' } }] }],
  ['in a token', { Amount: { currency: 'USD', issuer: fields.Destination, value: '5' } }],
  ['that spends a token', { SendMax: '6000000' }],
  ['from another account than its key', { Account: fields.Destination, Destination: signer.account }],
  ['that is none', { TransactionType: 'AccountSet' }],
])('reads no payment %s', (_name, more) => {
  const json = Object.fromEntries(
    Object.entries({ ...fields, ...more }).filter(([, value]) => value !== undefined),
  );
  if ('TransactionType' in more)
    for (const name of ['Destination', 'DestinationTag', 'Amount']) delete json[name];
  expect(readPayment(signer.signed(json))).toBeUndefined();
});

it.each([ofWallet, ofLedger])('reads no payment that has no end', (bytes) => {
  expect(readPayment(Buffer.from(bytes, 'hex'))).toBeUndefined();
});

it('takes a memo for a destination tag, and says both in one to the signer', () => {
  expect(['', '0', '4294967295'].map(readTag)).toEqual([undefined, 0, 4_294_967_295]);
  expect(['01', '-1', '4294967296', 'a', ' 1'].map(readTag)).toEqual([false, false, false, false, false]);
  const address = fields.Destination;
  expect(signerAddress({ address, memo: '' }, 'real')).toBe(address);
  expect(signerAddress({ address, memo: '1' }, 'real')).toBe(
    'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu',
  );
  expect(signerAddress({ address, memo: '1' }, 'regtest')).toBe(
    'T719a5UwUCnEs54UsxG9CJYYDhwmFCvbJNZbi37gBGkRkbE',
  );
});
