import fc from 'fast-check';
import { decode, encode } from 'ripple-binary-codec';
import { describe, expect, it } from 'vitest';
import { classicAddress } from './address.ts';
import { importXrpKey } from './keys.ts';
import { readFields } from './read-fields.ts';
import { dropsMax, signXrp, unsignedXrp, type XrpFields } from './transaction.ts';

/** Payments that xrpl.js signs in its own suite (test/wallet/index.test.ts), in three parts: before the signature, the signature, behind it. */
const vectors = [
  {
    name: 'without flags',
    seed: 'ss1x3KLrSvfg7irFc1D929WXZ7z9H',
    head: '1200002400000001614000000001312d0068400000000000000c732102a8a44db3d4c73eeee11dfe54d2029103b776aa8a8d293a91d645977c9df5f544',
    signature:
      '7446304402201c0a74ee8ecf5ed83734d7171fb65c01d90d67040dedcc66414bd546ce302b5802205356843841bfff60d15f5f5f9fb0ab9d66591778140ab2d137ff576d9dec44bc',
    tail: '8114ee3046a5ddf8422c40ddb93f1d522bb4fe6419158314fdb08d07aaa0eb711793a3027304d688e10c3648',
    txid: 'e22186ae9fe477821bf361358174c2b0ac2d3289aa6f7e8c1102b3d270c41204',
  },
  {
    name: 'with tags, a last ledger and a memo',
    seed: 'shd2nxpFD6iBRKWsRss2P4tKMWyy9',
    head: '120000228000000023000022b8240000000c2e0000270f201b00d5a36761400000000098968068400000000000000c73210305e09ed602d40ab1af65646a4007c2dac17cb6cdacde301e74fb2d728ea057cf',
    signature:
      '744730450221009c00e8439e017ca622a5a1ee7643e26b4de9c808de2abe45d33479d49a4cec66022062175be8733442fa2a4d9a35f85a57d58252ae7b19a66401fe238b36fa28e5a0',
    tail: '81146c1856d0e36019ea75c56d7e8cba6e35f9b3f71583147fb49cd110a1c46838788cd12764e3b0f837e0ddf9ea7c1f687474703a2f2f6578616d706c652e636f6d2f6d656d6f2f67656e657269637d0472656e74e1f1',
    txid: '41b9cb78d8e18a796cdd4b0bc6fb0ea19f64c4f25fde23049197852cab71d10d',
  },
] as const;

it.each(vectors)('signs a payment $name to the bytes and the id that every wallet has', (vector) => {
  const secret = importXrpKey('XRP', vector.seed) ?? new Uint8Array();
  const [head, tail] = [Buffer.from(vector.head, 'hex'), Buffer.from(vector.tail, 'hex')];
  const { bytes, txid } = signXrp({ head, tail }, secret);
  expect(Buffer.from(bytes).toString('hex')).toBe(`${vector.head}${vector.signature}${vector.tail}`);
  expect(txid).toBe(vector.txid);
});

const number = fc.integer({ min: 1, max: 2 ** 32 - 1 });
const amounts = fc.bigInt({ min: 1n, max: dropsMax });
const accounts = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((each) => Buffer.from(each).toString('hex'));
const fieldsOf: fc.Arbitrary<XrpFields> = fc.record({
  networkId: fc.option(number, { nil: undefined }),
  sequence: number,
  tag: fc.option(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { nil: undefined }),
  lastLedger: number,
  amount: amounts,
  fee: amounts,
  account: accounts,
  payee: accounts,
});
const bytesOf = (fields: XrpFields): Buffer => {
  const { head, tail } = unsignedXrp(fields);
  return Buffer.concat([head, tail]);
};

describe('fields', () => {
  it('are written as the library of the ledger writes them, and read again', () => {
    fc.assert(
      fc.property(fieldsOf, (fields) => {
        const { networkId, tag } = fields;
        const written = encode({
          TransactionType: 'Payment',
          Flags: 0,
          ...(networkId !== undefined && { NetworkID: networkId }),
          Sequence: fields.sequence,
          ...(tag !== undefined && { DestinationTag: tag }),
          LastLedgerSequence: fields.lastLedger,
          Amount: fields.amount.toString(),
          Fee: fields.fee.toString(),
          Account: classicAddress(fields.account),
          Destination: classicAddress(fields.payee),
        });
        expect(bytesOf(fields).toString('hex').toUpperCase()).toBe(written);
        expect(readFields(bytesOf(fields))).toEqual(fields);
      }),
      { numRuns: 60 },
    );
  });

  it('are read from nothing but the one way in which they are written', () => {
    fc.assert(
      fc.property(fieldsOf, fc.nat(), fc.integer({ min: 1, max: 255 }), (fields, at, change) => {
        const bytes = bytesOf(fields);
        const changed = Buffer.from(bytes);
        changed[at % bytes.length] = (changed[at % bytes.length] ?? 0) ^ change;
        const read = readFields(changed);
        if (read !== undefined) {
          expect(bytesOf(read).equals(changed)).toBe(true);
          expect(decode(changed.toString('hex').toUpperCase())['Flags']).toBe(0);
        }
        expect(readFields(bytes.subarray(0, -1))).toBeUndefined();
        expect(readFields(Buffer.concat([bytes, Buffer.of(0)]))).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });
});
