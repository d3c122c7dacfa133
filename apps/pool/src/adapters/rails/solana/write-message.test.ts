import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasLitesvm, litesvmMissing, loadLitesvm } from '../../../../../../testing/litesvm-library.ts';
import { isSignedBy, readHead, readPayment } from './read-transaction.ts';
import { bytesOfPayment } from './solana-facts.ts';
import { type MessageFields, writeMessage } from './write-message.ts';

const secret = new Uint8Array(32).fill(5);
const account = base58.encode(ed25519.getPublicKey(secret));
const keyOf = (byte: number): string => base58.encode(new Uint8Array(32).fill(byte));
const fields: MessageFields = {
  account,
  nonceAccount: keyOf(0x17),
  nonce: base58.encode(new Uint8Array(32).fill(0x60).fill(1, 0, 1)),
  units: 5000n,
  unitPrice: 1_000_000n,
  transfer: { payee: keyOf(0x35), lamports: 1_000_000_000n },
};
const signed = (message: Uint8Array): Uint8Array =>
  Uint8Array.of(1, ...ed25519.sign(message, secret), ...message);
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** As the signer writes it (its read-payment.test.ts): neither has it from the other. */
const paidMessage =
  '010003066e7a1cdd29b0b78fd13af4c5598feff4ef2a97166e3ca6f2e4fbfccd80505bf117171717171717171717171717171717171717171717171717171717171717173535353535353535353535353535353535353535353535353535353535353535000000000000000000000000000000000000000000000000000000000000000006a7d517192c568ee08a845f73d29788cf035c3145b21ab344d8062ea94000000306466fe5211732ffecadba72c39be7bc8ce5bbc5f7126b2c439b3a4000000001606060606060606060606060606060606060606060606060606060606060600' +
  '40303010400040400000005000502881300000500090340420f0000000000030200020c0200000000ca9a3b00000000';

describe('the message of a payment', () => {
  it('has the bytes that the signer signs', () => {
    expect(Buffer.from(writeMessage(fields)).toString('hex')).toBe(paidMessage);
    expect(BigInt(signed(writeMessage(fields)).length)).toBe(bytesOfPayment);
  });

  it.skipIf(!hasLitesvm)(
    `says to @solana/kit what it says to us${hasLitesvm ? '' : `: ${litesvmMissing}`}`,
    async () => {
      const { kit } = await loadLitesvm();
      const bytes = signed(writeMessage(fields));
      const { messageBytes, signatures } = kit.getTransactionDecoder().decode(bytes);
      const message = kit.getCompiledTransactionMessageDecoder().decode(messageBytes);
      const dataOf = (at: number): string =>
        Buffer.from(message.instructions[at]?.data ?? []).toString('hex');
      expect(Object.entries(signatures).map(([key, each]) => [key, each && base58.encode(each)])).toEqual([
        [account, readPayment(bytes)?.txid],
      ]);
      expect(message).toMatchObject({
        version: 'legacy',
        lifetimeToken: fields.nonce,
        header: { numSignerAccounts: 1, numReadonlySignerAccounts: 0, numReadonlyNonSignerAccounts: 3 },
        staticAccounts: [
          account,
          fields.nonceAccount,
          keyOf(0x35),
          '11111111111111111111111111111111',
          'SysvarRecentB1ockHashes11111111111111111111',
          'ComputeBudget111111111111111111111111111111',
        ],
        instructions: [
          { programAddressIndex: 3, accountIndices: [1, 4, 0] },
          { programAddressIndex: 5 },
          { programAddressIndex: 5 },
          { programAddressIndex: 3, accountIndices: [0, 2] },
        ],
      });
      expect([0, 1, 2, 3].map(dataOf)).toEqual([
        '04000000',
        '0288130000',
        '0340420f0000000000',
        '0200000000ca9a3b00000000',
      ]);
    },
  );
});

describe('readPayment', () => {
  it('reads what was written and signed', () => {
    const bytes = signed(writeMessage(fields));
    const txid = base58.encode(bytes.subarray(1, 65));
    expect(readPayment(bytes)).toEqual({ ...fields, txid, fee: 10_000n });
    const nothing = { ...fields, transfer: undefined };
    expect(readPayment(signed(writeMessage(nothing)))).toMatchObject({ ...nothing, fee: 10_000n });
  });

  it('reads nothing where a byte is another, or one is missing or too many', () => {
    const bytes = signed(writeMessage(fields));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        expect(
          readPayment(bytes.map((each, index) => (index === at ? each ^ change : each))),
        ).toBeUndefined();
        expect(readPayment(bytes.subarray(0, at))).toBeUndefined();
        expect(readPayment(Uint8Array.of(...bytes, change))).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });

  it('reads nothing that was signed in another form', () => {
    const message = writeMessage(fields);
    for (const [at, value] of [
      [0, 2],
      [3, 5],
      // The nonce of another account, and a transfer from one.
      [230, 2],
      [262, 1],
    ] as const)
      expect(
        readPayment(signed(message.map((each, index) => (index === at ? value : each)))),
      ).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        expect(readPayment(bytes)).toBeUndefined();
        readHead(bytes);
      }),
    );
  });
});

it('reads the head of any transaction', () => {
  // trustwallet/wallet-core, tests/chains/Solana/TransactionCompilerTests.cpp, as it is written there.
  const coded =
    '5bWxVCP5fuzkKSGby9hnsLranszQJR2evJGTfBrpDQ4rJceW1WxKNrWqVPBsN2QCAGmE6W7VaYkyWjv39HhGrr1Ne2QSUuHZdyyn7hK4pxzLPMgPG8fY1XvXdppWMaKMLmhriLkckzGKJMaE3pWBRFBKzigXY28714uUNndb7S9hVakxa59hrLph39CMgAkcj6b8KYvJEkb1YdYytHSZNGi4kVVTNqiicNgPdf1gmG6qz9zVtnqj9JtaD2efdS8qxsKnvNWSgb8XxbT6dwyp7msUUi7d27cYaPTpK';
  const bytes = base58.decode(coded);
  expect(readHead(bytes)).toEqual({
    txid: base58.encode(
      bytesOf(
        'a8c610697087eaf8a34b3facbe06f8e9bb9603bb03270dad021ffcd2fc37b6e9efcdcb78b227401f000eb9231c67685240890962e44a17fd27fc2ff7b971df03',
      ),
    ),
    signers: ['sp6VUqq1nDEuU83bU2hstmEYrJNipJYpwS7gZ7Jv7ZH'],
    keys: [
      'sp6VUqq1nDEuU83bU2hstmEYrJNipJYpwS7gZ7Jv7ZH',
      '3UVYmECPPMZSCqWKfENfuoTv51fTDTWicX9xmBD2euKe',
      '11111111111111111111111111111111',
    ],
    lifetime: 'TPJFTN4CjBn12HiBfAbGUhpD9zGvRSm2RcheFRA4Fyv',
    advances: undefined,
  });
  expect(readPayment(bytes)).toBeUndefined();
  const own = signed(writeMessage(fields));
  expect(readHead(own)).toMatchObject({
    signers: [account],
    lifetime: fields.nonce,
    advances: { nonceAccount: fields.nonceAccount, authority: fields.account },
  });
  // With a version in front.
  const versioned = Uint8Array.of(...own.subarray(0, 65), 0x80, ...own.subarray(65), 0);
  expect(readHead(versioned)).toEqual(readHead(own));
  // Its version is signed with it.
  expect([own, versioned].map((each) => isSignedBy(each, account))).toEqual([true, false]);
  expect(isSignedBy(own, keyOf(0x35))).toBe(false);
});
