import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/reason-of.ts';
import {
  foreignSolanaKey,
  messageOf,
  nonceOf,
  solanaAccount,
  solanaKey,
  solanaPayee,
  solanaPayment,
  theNonceAccount,
} from '../../testing/solana-request.ts';
import { describeSolanaKey, importSolanaKey, targetOf } from './keys.ts';
import { readMessage, writeMessage } from './message.ts';
import { readCancel, readPayment, signMessage } from './read-payment.ts';

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** trustwallet/wallet-core, tests/chains/Solana/TransactionCompilerTests.cpp and SignerTests.cpp (SignRawMessage). */
describe('what wallet-core has signed', () => {
  it('is signed to the same bytes, and has the signature as its id', () => {
    const key = bytesOf('044014463e2ee3cc9c67a6f191dbac82288eb1d5c1111d21245bdc6a855082a1');
    expect(describeSolanaKey('SOL', key).address).toBe('sp6VUqq1nDEuU83bU2hstmEYrJNipJYpwS7gZ7Jv7ZH');
    const message =
      '010001030d044a62d0a4dfe5a037a15b59fa4d4d0d3ab81103a2c10a6da08a4d058611c024c255a8bc3e8496217a2cd2a1894b9b9dcace04fcd9c0d599acdaaea40a1b610000000000000000000000000000000000000000000000000000000000000000' +
      '06c25012cc11a599a45b3b2f7f8a7c65b0547fa0bb67170d7a0cd1eda4e2c9e501020200010c02000000e803000000000000';
    const signature =
      'a8c610697087eaf8a34b3facbe06f8e9bb9603bb03270dad021ffcd2fc37b6e9efcdcb78b227401f000eb9231c67685240890962e44a17fd27fc2ff7b971df03';
    const signed = signMessage(bytesOf(message), key);
    expect([signed.txid, hexOf(signed.bytes)]).toEqual([signature, `01${signature}${message}`]);
    // It advances no nonce.
    expect(readMessage(bytesOf(message))).toBeUndefined();
  });

  it('is signed by a key in base58', () => {
    const key = base58.decode('GjXseuD8JavBjKMdd6GEsPYZPV7tMMa46GS2JRS5tHRq');
    const message =
      '01000203207be13c43c4528592eaf3fd34e064c641c5be3cb6691877d7ade94dff36734108eaea30723c33b52507bc54024910612f885e4c80c10b99a047fd42c0acbace00000000000000000000000000000000000000000000000000000000000000000404040404040404040404040404040404040404040404040404040404040404' +
      '01020200010c020000002a00000000000000';
    expect(describeSolanaKey('SOL', key).address).toBe('3BocAWPm1oNXN5qkAV4QeDUmAPpkTcN1rrmCMWAfsXJY');
    expect(hexOf(signMessage(bytesOf(message), key).bytes)).toBe(
      `016e7f8349977b482bccf0bfc202ad917295803831e59ccb865b97d657464791ebfe3336879b84b9f165e464a34751fe30d54b01f3c9f33f969aafe1e85951b109${message}`,
    );
  });
});

describe('a message', () => {
  it('is written in one form, which kit reads as the same payment (solana-rail.test.ts)', () => {
    expect(hexOf(messageOf())).toBe(paidMessage);
    expect(readMessage(messageOf())).toEqual({
      account: solanaAccount,
      nonceAccount: theNonceAccount,
      nonce: nonceOf(1),
      units: 5000,
      unitPrice: 1_000_000n,
      transfer: { payee: solanaPayee, lamports: 1_000_000_000n },
    });
  });

  it('says what was written, and is none once a byte of it is another or missing', () => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes));
    const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    const message = fc.record({
      account: key,
      nonceAccount: key,
      nonce: key,
      units: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      unitPrice: u64,
      transfer: fc.option(fc.record({ payee: key, lamports: u64 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(message, fc.nat(), fc.integer({ min: 1, max: 255 }), (fields, place, change) => {
        const bytes = writeMessage(fields);
        expect(readMessage(bytes)).toEqual(fields);
        const at = place % bytes.length;
        const altered = Uint8Array.from(bytes, (each, index) => (index === at ? each ^ change : each));
        expect(readMessage(altered)).not.toEqual(fields);
        expect(readMessage(bytes.subarray(0, at))).toBeUndefined();
        expect(readMessage(Uint8Array.of(...bytes, change))).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});

describe('a request', () => {
  const asked = (unsigned = messageOf(), order = solanaPayment('a:1', 1_000_000_000n)) => ({
    network: 'SOL-regtest',
    orders: [order],
    unsigned: Buffer.from(unsigned).toString('base64'),
    secrets: [solanaKey],
  });

  it('is read with its nonce, its fee and its bytes', () => {
    const read = readPayment(asked());
    expect({ ...read, sign: undefined }).toEqual({
      name: '0f48f120edf991c6f7db68b99a39a76ec2f9aced49105a3d36c0c4ca5bbe0b2a',
      claims: [`nonce:${theNonceAccount}:${nonceOf(1)}`],
      // A signature, and 5000 units at a lamport each.
      fee: 10_000n,
      size: 341n,
      sign: undefined,
    });
    expect(hexOf(read.sign().bytes).slice(130)).toBe(paidMessage);
  });

  it.each([
    ['another amount', { transfer: { payee: solanaPayee, lamports: 999_999_999n } }, 'outputs'],
    ['another payee', { transfer: { payee: nonceOf(9), lamports: 1_000_000_000n } }, 'outputs'],
    ['no payment', { transfer: undefined }, 'outputs'],
    ['another account', { account: nonceOf(8) }, 'foreign-input'],
    ['its own account as the one of the nonce', { nonceAccount: solanaAccount }, 'unsupported'],
    ['more units than a payment takes', { units: 20_001 }, 'unsupported'],
  ] as const)('is refused with %s', (_what, changes, reason) => {
    expect(reasonOf(() => readPayment(asked(messageOf(changes))))).toBe(reason);
  });

  it('is refused for what is no order of it', () => {
    const order = solanaPayment('a:1', 1_000_000_000n);
    const reason = (changes: Partial<ReturnType<typeof asked>>) =>
      reasonOf(() => readPayment({ ...asked(), ...changes }));
    expect(reason({ orders: [order, { ...order, payoutId: 'a:2' }] })).toBe('unsupported');
    expect(reason({ orders: [{ ...order, token: '0x' + '11'.repeat(20) }] })).toBe('unsupported');
    expect(reason({ orders: [{ ...order, address: '11111111111111111111111111111111' }] })).toBe('address');
    expect(reason({ orders: [{ ...order, address: solanaAccount }] })).toBe('own-address');
    expect(reason({ orders: [{ ...order, address: theNonceAccount }] })).toBe('own-address');
    expect(reason({ unsigned: 'AAAA' })).toBe('unreadable');
    expect(reason({ secrets: [foreignSolanaKey] })).toBe('foreign-input');
    expect(reason({ secrets: [solanaKey, foreignSolanaKey] })).toBe('none');
  });

  it('cancels with nothing but its nonce', () => {
    const nothing = {
      ...asked(),
      unsigned: Buffer.from(messageOf({ transfer: undefined })).toString('base64'),
    };
    expect(readCancel(nothing).claims).toEqual([`nonce:${theNonceAccount}:${nonceOf(1)}`]);
    expect(reasonOf(() => readCancel(asked()))).toBe('outputs');
  });
});

it('reads keys as wallets export them, and addresses in their one spelling', () => {
  const pair = Uint8Array.of(...solanaKey, ...base58.decode(solanaAccount));
  expect(importSolanaKey('SOL', base58.encode(pair))).toEqual(solanaKey);
  expect(importSolanaKey('SOL', `[${[...pair].join(', ')}]`)).toEqual(solanaKey);
  expect(importSolanaKey('SOL', base58.encode(Uint8Array.of(...solanaKey, ...solanaKey)))).toBeUndefined();
  expect(importSolanaKey('SOL', `[${[...pair].join(',')},1]`)).toBeUndefined();
  expect(importSolanaKey('SOL', `[${[256, ...pair.slice(1)].join(',')}]`)).toBeUndefined();
  expect(importSolanaKey('SOL', base58.encode(solanaKey))).toBeUndefined();
  expect(targetOf('SOL', solanaPayee)).toBe(solanaPayee);
  expect(targetOf('SOL', `1${solanaPayee}`)).toBeUndefined();
  expect(targetOf('SOL', `${solanaPayee}\n`)).toBeUndefined();
  expect(targetOf('SOL', solanaPayee.slice(3))).toBeUndefined();
  expect(targetOf('SOL', 'ComputeBudget111111111111111111111111111111')).toBeUndefined();
  // No account is shown there, and no key has it.
  expect(targetOf('SOL', 'SysvarLastRestartS1ot1111111111111111111111')).toBeUndefined();
  expect(targetOf('SOL', '1nc1nerator11111111111111111111111111111111')).toBeUndefined();
});

/** One SOL, as the pool writes it as well (write-message.test.ts). */
const paidMessage =
  '010003066e7a1cdd29b0b78fd13af4c5598feff4ef2a97166e3ca6f2e4fbfccd80505bf117171717171717171717171717171717171717171717171717171717171717173535353535353535353535353535353535353535353535353535353535353535000000000000000000000000000000000000000000000000000000000000000006a7d517192c568ee08a845f73d29788cf035c3145b21ab344d8062ea94000000306466fe5211732ffecadba72c39be7bc8ce5bbc5f7126b2c439b3a4000000001606060606060606060606060606060606060606060606060606060606060600' +
  '40303010400040400000005000502881300000500090340420f0000000000030200020c0200000000ca9a3b00000000';
