import type { Order, SignerAnswer, SignRequest } from '@openlode/signing/messages';
import { decode } from 'ripple-binary-codec';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeSigner } from './commands/describe-signer.ts';
import { keyAccount } from './families/xrp/keys.ts';
import { unsignedXrp, type XrpFields } from './families/xrp/transaction.ts';
import { openTestSigner, type TestSigner } from './testing/test-signer.ts';

const network = 'XRP-regtest';
const key = new Uint8Array(32).fill(0x46);
const own = keyAccount(key).id;
const payee = {
  address: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
  account: '5e7b112523f68d2f5e879db4eac51c6698a69304',
};
/** The same account with tag 1, on a test network and on the real one. */
const tagged = 'T719a5UwUCnEs54UsxG9CJYYDhwmFCvbJNZbi37gBGkRkbE';
const taggedOnMain = 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu';

/** In XRP: 50 for a payment, 80 a day, 0.001 a fee; 500 drops a transaction. */
const policy = `networks:
  ${network}:
    payment: 50
    day: 80
    fee: 0.001
    feeRate: 500
    sweepTo: [${payee.address}]
`;
const xrp = 1_000_000n;

let kit: TestSigner;
beforeEach(() => {
  kit = openTestSigner([{ network, secret: key }], policy);
});
afterEach(() => kit.close());

const order = (payoutId: string, amount: bigint, address = payee.address): Order => ({
  payoutId,
  address,
  amount,
});
const written = (changes: Partial<XrpFields> & Pick<XrpFields, 'amount'>): string => {
  const fields = { networkId: 31_337, sequence: 5, tag: undefined, lastLedger: 900, fee: 12n, account: own };
  const { head, tail } = unsignedXrp({ ...fields, payee: payee.account, ...changes });
  return Buffer.concat([head, tail]).toString('hex');
};
const request = (
  one: Order,
  changes: Partial<XrpFields> = {},
  more: Partial<SignRequest> = {},
): SignRequest => ({
  type: 'sign',
  network,
  kind: 'payout',
  orders: [one],
  unsigned: written({ amount: one.amount, ...changes }),
  ...more,
});
const signed = (answer: SignerAnswer) => {
  if (!answer.ok || answer.type !== 'signed') throw new Error(`not signed: ${JSON.stringify(answer)}`);
  return answer;
};
const refusal = (answer: SignerAnswer): string =>
  answer.ok ? 'none' : [answer.reason, ...(answer.payoutIds ?? [])].join(' ');

it('signs just its order, to the same bytes again, also after a start', () => {
  const one = request(order('a:1', 20n * xrp, tagged), { tag: 1 });
  const first = signed(kit.sign(one));
  expect(first).toMatchObject({ fee: 12n, claims: [`sequence:${own}:5`], again: false });
  expect(decode(first.bytes.toUpperCase())).toMatchObject({
    TransactionType: 'Payment',
    Flags: 0,
    NetworkID: 31_337,
    Destination: payee.address,
    DestinationTag: 1,
    Amount: '20000000',
    Sequence: 5,
    LastLedgerSequence: 900,
  });
  kit.restart();
  expect(signed(kit.sign(one))).toEqual({ ...first, again: true });
});

describe('what is refused', () => {
  const one = order('a:1', xrp);
  it.each([
    ['fields of another family', request(one, {}, { unsigned: 'cHNidP8=' }), 'unreadable'],
    ['bytes with more behind them', request(one, {}, { unsigned: `${written(one)}00` }), 'unreadable'],
    [
      'flags, as those of a partial payment',
      request(one, {}, { unsigned: written(one).replace('2200000000', '2200020000') }),
      'unreadable',
    ],
    ['a payment of the real ledger', request(one, { networkId: undefined }), 'unsupported'],
    ['another account', request(one, { account: payee.account }), 'foreign-input'],
    ['a ticket', request(one, { sequence: 0 }), 'unsupported'],
    ['no end', request(one, { lastLedger: 0 }), 'unsupported'],
    ['another amount', request(one, { amount: xrp + 1n }), 'outputs a:1'],
    ['another payee', request(one, { payee: '11'.repeat(20) }), 'outputs a:1'],
    ['a tag that is not ordered', request(one, { tag: 1 }), 'outputs a:1'],
    ['a tag that is left out', request(order('a:1', xrp, tagged)), 'outputs a:1'],
    ['an address of the other network', request(order('a:1', xrp, taggedOnMain), { tag: 1 }), 'address a:1'],
    ['two payments', request(one, {}, { orders: [one, order('a:2', 1n)] }), 'unsupported'],
    ['a payment over the cap', request(order('a:1', 50n * xrp + 1n)), 'payment-cap a:1'],
    ['a fee over the cap', request(one, { fee: 1001n }), 'fee-cap'],
    ['a fee over that of a transaction', request(one, { fee: 501n }), 'fee-rate-cap'],
    ['what ends a payment', request(one, {}, { kind: 'cancel' }), 'unsupported'],
    ['a sweep elsewhere', request(order('a:1', xrp, tagged), { tag: 1 }, { kind: 'sweep' }), 'not-allowed'],
  ])('%s', (_name, asked, reason) => {
    expect(refusal(kit.sign(asked))).toBe(reason);
  });

  it('the account of the signer itself, whatever the tag', () => {
    const toSelf = describeSelf();
    expect(refusal(kit.sign(request(order('a:1', xrp, toSelf), { payee: own })))).toBe('own-address a:1');
  });

  it('more than the cap of a day', () => {
    signed(kit.sign(request(order('a:1', 50n * xrp))));
    expect(refusal(kit.sign(request(order('a:2', 30n * xrp), { sequence: 6 })))).toBe('day-cap');
    signed(kit.sign(request(order('a:3', 29n * xrp), { sequence: 6 })));
  });
});

function describeSelf(): string {
  const [described] = kit.signer.describe().networks;
  return described?.keys[0]?.address ?? '';
}

describe('a payout that was signed', () => {
  it('is signed again under the same number only: one of both can be confirmed', () => {
    signed(kit.sign(request(order('a:1', xrp))));
    expect(refusal(kit.sign(request(order('a:1', xrp), { sequence: 6 })))).toBe('no-shared-claim a:1');
    signed(kit.sign(request(order('a:1', xrp), { lastLedger: 1200 })));
    expect(refusal(kit.sign(request(order('a:1', xrp, tagged), { tag: 1 })))).toBe('payout-changed a:1');
  });

  it('leaves its number to another one: its last ledger may be past, and the ledger takes one of both', () => {
    signed(kit.sign(request(order('a:1', xrp))));
    signed(kit.sign(request(order('a:2', 2n * xrp), { lastLedger: 1200 })));
  });
});

it('describes itself in XRP', () => {
  const lines = describeSigner(kit.signer.describe());
  expect(String(lines)).toContain(
    'XRP-regtest: a payment at most 50, a day 80 (0 left today), a fee 0.001 and 500 a transaction',
  );
});
