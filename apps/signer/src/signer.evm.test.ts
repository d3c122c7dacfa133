import type { EvmFields, Order, SignerAnswer } from '@openlode/signing/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  account,
  ether,
  evmKey,
  evmNetworkName,
  evmPolicyText,
  evmRequest,
  gwei,
  openEvmSigner,
  payee,
  payment,
  unknownToken,
  usdt,
} from './testing/evm-request.ts';
import { foreignKey } from './testing/honest-request.ts';
import { senderOf } from './families/evm/keys.ts';
import { describeSigner } from './commands/describe-signer.ts';
import { openTestSigner, type TestSigner } from './testing/test-signer.ts';

let kit: TestSigner;
beforeEach(() => {
  kit = openEvmSigner();
});
afterEach(() => kit.close());

const signed = (answer: SignerAnswer) => {
  if (!answer.ok || answer.type !== 'signed') throw new Error(`not signed: ${JSON.stringify(answer)}`);
  return answer;
};
const refusal = (answer: SignerAnswer): string =>
  answer.ok ? 'none' : [answer.reason, ...(answer.payoutIds ?? [])].join(' ');
const usdtUnits = 1_000_000n;
const price = (maxFeePerGas: bigint) => ({ price: { maxFeePerGas, maxPriorityFeePerGas: gwei } });

it('signs the same bytes for the same request, also after a start', () => {
  const request = evmRequest(0n, payment('a:1', 10n * usdtUnits, usdt));
  const first = signed(kit.sign(request));
  expect({ ...first, bytes: undefined, txid: undefined, journal: first.journal.entry }).toEqual({
    ok: true,
    type: 'signed',
    bytes: undefined,
    txid: undefined,
    fee: 600_000n * gwei,
    claims: [`nonce:${account}:0`],
    again: false,
    journal: 2,
  });
  kit.restart();
  expect(signed(kit.sign(request))).toEqual({ ...first, again: true });
  expect(kit.signer.answer({ type: 'transactions', payoutId: 'a:1' })).toMatchObject({
    transactions: [{ orders: request.orders, txid: first.txid, bytes: first.bytes }],
    count: 1,
  });
});

describe('what is refused', () => {
  const one = payment('a:1', ether);
  it.each([
    ['another chain', evmRequest(0n, one, {}, { chainId: 1n }), 'unsupported'],
    ['another account', evmRequest(0n, one, {}, { account: payee }), 'foreign-input'],
    ['more gas than any payment takes', evmRequest(0n, one, {}, { gas: 1_000_001n }), 'unsupported'],
    ['more for the block than in all', evmRequest(0n, one, {}, price(gwei - 1n)), 'unsupported'],
    ['a PSBT', evmRequest(0n, one, { unsigned: 'cHNidP8=' }), 'unreadable'],
    ['two payments', evmRequest(0n, one, { orders: [one, payment('a:2', 1n)] }), 'unsupported'],
    [
      'an address with a wrong letter',
      evmRequest(0n, { ...one, address: '0x9d8a62f656a8d1615C1294fd71e9CFb3E4855A4F' }),
      'address a:1',
    ],
    ['a payment to no account', evmRequest(0n, { ...one, address: `0x${'0'.repeat(40)}` }), 'address a:1'],
    ['a payment to itself', evmRequest(0n, { ...one, address: account }), 'own-address a:1'],
    [
      'a token paid to its own contract',
      evmRequest(0n, { ...payment('a:1', 1n, usdt), address: usdt }),
      'address a:1',
    ],
    ['a token that is not listed', evmRequest(0n, payment('a:1', 1n, unknownToken)), 'not-allowed a:1'],
    ['a payment over the cap', evmRequest(0n, payment('a:1', 2n * ether + 1n)), 'payment-cap a:1'],
    [
      'a payment over the cap of its token',
      evmRequest(0n, payment('a:1', 100n * usdtUnits + 1n, usdt)),
      'payment-cap a:1',
    ],
    ['a fee over the cap', evmRequest(0n, one, {}, { gas: 200_000n, ...price(51n * gwei) }), 'fee-cap'],
    ['a price over the cap', evmRequest(0n, one, {}, price(100n * gwei + 1n)), 'fee-rate-cap'],
    [
      'an old price over the cap',
      evmRequest(0n, one, {}, { price: { gasPrice: 101n * gwei } }),
      'fee-rate-cap',
    ],
    ['a sweep to a miner', evmRequest(0n, one, { kind: 'sweep' }), 'not-allowed'],
    [
      'a sweep of a token that is not listed',
      evmRequest(
        0n,
        { ...payment('a:1', 1n, unknownToken), address: senderOf(foreignKey) },
        { kind: 'sweep' },
      ),
      'not-allowed a:1',
    ],
  ])('%s', (_name, request, expected) => {
    expect(refusal(kit.sign(request))).toBe(expected);
    expect(kit.signer.describe().journal.entry).toBe(1);
  });
});

describe('a number of the account', () => {
  it('belongs to one payout, and a payout keeps its own [P18]', () => {
    const one = payment('a:1', ether);
    const first = signed(kit.sign(evmRequest(5n, one)));
    // Dearer or cheaper: at most one of them is ever in a block.
    const second = signed(kit.sign(evmRequest(5n, one, {}, price(20n * gwei))));
    expect(second.txid).not.toBe(first.txid);
    expect(refusal(kit.sign(evmRequest(5n, payment('a:2', 1n))))).toBe('number-taken a:2');
    expect(refusal(kit.sign(evmRequest(6n, one)))).toBe('no-shared-claim a:1');
    kit.restart();
    expect(refusal(kit.sign(evmRequest(5n, payment('a:2', 1n))))).toBe('number-taken a:2');
    expect(refusal(kit.sign(evmRequest(6n, one)))).toBe('no-shared-claim a:1');
    signed(kit.sign(evmRequest(6n, payment('a:2', 1n))));
    // A pool whose database was set back asks for the same payment under another id: at most one of both is ever in a block.
    signed(kit.sign(evmRequest(5n, payment('b:1', ether), {}, price(30n * gwei))));
    expect(refusal(kit.sign(evmRequest(7n, payment('b:1', ether))))).toBe('no-shared-claim b:1');
  });

  it('is not another payment of the same payout', () => {
    signed(kit.sign(evmRequest(0n, payment('a:1', usdtUnits, usdt))));
    // The same figure in the coin.
    expect(refusal(kit.sign(evmRequest(0n, payment('a:1', usdtUnits))))).toBe('payout-changed a:1');
    expect(refusal(kit.sign(evmRequest(0n, payment('a:1', usdtUnits + 1n, usdt))))).toBe(
      'payout-changed a:1',
    );
  });

  it('is taken by a sweep, too', () => {
    const sweep = { ...payment('sweep:1', 3n * ether), address: senderOf(foreignKey) };
    signed(kit.sign(evmRequest(0n, sweep, { kind: 'sweep' })));
    expect(refusal(kit.sign(evmRequest(0n, payment('a:1', 1n))))).toBe('number-taken a:1');
  });
});

describe('a number that is used for nothing', () => {
  it('shares its claim with what was signed under it, and stays with its payout', () => {
    signed(kit.sign(evmRequest(5n, payment('a:1', ether))));
    const used = kit.signer.voidNumber('ETH-regtest', 5n, 20n * gwei);
    // 0 from the account to itself, as viem writes it.
    expect(used).toMatchObject({
      txid: '4174cc19acb411cb62f2194d0ddf2fca5b7eb3ab8548eedd15aab160b2e341e9',
      bytes:
        'f866058504a817c800825208949d8a62f656a8d1615c1294fd71e9cfb3e4855a4f808082f4f6a0683e4cff5225fb6a1c1f8df1bee7aeee8f9f9c2a6e13fd98a7c9f0dca40d3d01a03a6a907adeea6ed8d9cc6e87285aef08d7b854dd454abe9c26e1af42f1b1c9dc',
    });
    expect(kit.signer.voidNumber('ETH-regtest', 5n, 20n * gwei)).toEqual(used);
    expect(kit.signer.describe().networks[0]?.spentToday).toBe(ether + 600_000n * gwei + 420_000n * gwei);
    kit.restart();
    signed(kit.sign(evmRequest(5n, payment('a:1', ether), {}, price(30n * gwei))));
    expect(refusal(kit.sign(evmRequest(5n, payment('a:2', 1n))))).toBe('number-taken a:2');
  });

  it('can be used for a payout later, as at most one of both is confirmed', () => {
    kit.signer.voidNumber('ETH-regtest', 0n, gwei);
    signed(kit.sign(evmRequest(0n, payment('a:1', ether))));
  });

  it('keeps to the caps of fees, and is none of a network without numbers', () => {
    expect(() => kit.signer.voidNumber('ETH-regtest', 0n, 101n * gwei)).toThrow('is the most');
    expect(() => kit.signer.voidNumber('LTC-regtest', 0n, 1n)).toThrow('no key or no policy');
    const litecoin = openTestSigner();
    expect(() => litecoin.signer.voidNumber('LTC-regtest', 0n, 1n)).toThrow('have no numbers');
    litecoin.close();
  });
});

describe('what an older key has', () => {
  const newest = new Uint8Array(32).fill(0x47);
  let two: TestSigner;
  beforeEach(() => {
    const keys = [evmKey, newest].map((secret) => ({ network: evmNetworkName, secret }));
    two = openTestSigner(keys, evmPolicyText);
  });
  afterEach(() => two.close());
  const move = { from: account, token: undefined, balance: 50n * ether, number: 5n, price: 20n * gwei };

  it('goes to the newest key whatever the caps of payments, for its fee alone, and once', () => {
    const moved = two.signer.moveAccount(evmNetworkName, move);
    expect(two.signer.moveAccount(evmNetworkName, move)).toEqual(moved);
    expect(two.signer.describe().networks[0]?.spentToday).toBe(420_000n * gwei);
    two.restart();
    expect(two.signer.moveAccount(evmNetworkName, move)).toEqual(moved);
  });

  it('shares its number with a payment, which is never given to another', () => {
    signed(two.sign(evmRequest(5n, payment('a:1', ether))));
    two.signer.moveAccount(evmNetworkName, move);
    expect(refusal(two.sign(evmRequest(5n, payment('a:2', 1n))))).toBe('number-taken a:2');
  });

  it('is paid from as well as from the newest, and none is asked by the pool to pay another', () => {
    signed(two.sign(evmRequest(0n, payment('a:1', 1n))));
    signed(two.sign(evmRequest(0n, payment('a:2', 1n), {}, { account: senderOf(newest) })));
    const order = { ...payment('a:3', 1n), address: senderOf(newest) };
    expect(refusal(two.sign(evmRequest(1n, order)))).toBe('own-address a:3');
    expect(refusal(two.sign(evmRequest(1n, order, { kind: 'sweep' })))).toBe('own-address a:3');
  });

  it('is none of a network without numbers, or of tokens that are not listed', () => {
    const litecoin = openTestSigner();
    expect(() => litecoin.signer.moveAccount('LTC-regtest', move)).toThrow('have no numbers');
    litecoin.close();
    expect(() => two.signer.moveAccount(evmNetworkName, { ...move, token: unknownToken })).toThrow(
      'none of the signer',
    );
  });
});

describe('a transaction that cancels', () => {
  const cancel = (nonce: bigint, order: Order, fields: Partial<EvmFields> = {}) =>
    kit.sign(evmRequest(nonce, order, { kind: 'cancel' }, { gas: 21_000n, ...fields }));

  it('pays the account itself nothing, under the number of what was signed, and costs its fee', () => {
    signed(kit.sign(evmRequest(5n, payment('a:1', ether))));
    const answer = signed(cancel(5n, payment('a:1', ether), { price: { gasPrice: 20n * gwei } }));
    // As what uses a number by hand.
    expect(answer.txid).toBe('4174cc19acb411cb62f2194d0ddf2fca5b7eb3ab8548eedd15aab160b2e341e9');
    expect(answer.claims).toEqual([`nonce:${account}:5`]);
    expect(kit.signer.describe().networks[0]?.spentToday).toBe(ether + 600_000n * gwei + 420_000n * gwei);
    kit.restart();
    expect(signed(cancel(5n, payment('a:1', ether), { price: { gasPrice: 20n * gwei } })).again).toBe(true);
    // Both are transactions of the payout: it can be signed again under the number, and no other payment can.
    signed(kit.sign(evmRequest(5n, payment('a:1', ether), {}, price(30n * gwei))));
    expect(refusal(kit.sign(evmRequest(6n, payment('a:1', ether))))).toBe('no-shared-claim a:1');
    expect(refusal(kit.sign(evmRequest(5n, payment('a:2', 1n))))).toBe('number-taken a:2');
  });

  it('is none for what was not signed, is another payment, or has another number', () => {
    expect(refusal(cancel(5n, payment('a:1', ether)))).toBe('not-allowed a:1');
    signed(kit.sign(evmRequest(5n, payment('a:1', ether))));
    expect(refusal(cancel(5n, payment('a:2', ether)))).toBe('not-allowed a:2');
    expect(refusal(cancel(5n, payment('a:1', 1n)))).toBe('payout-changed a:1');
    expect(refusal(cancel(6n, payment('a:1', ether)))).toBe('no-shared-claim a:1');
    expect(refusal(cancel(5n, payment('a:1', ether), { account: senderOf(foreignKey) }))).toBe(
      'foreign-input',
    );
    expect(refusal(cancel(5n, payment('a:1', ether), { price: { gasPrice: 101n * gwei } }))).toBe(
      'fee-rate-cap',
    );
  });
});

describe('the cap of a day', () => {
  const described = () => kit.signer.describe().networks[0];

  it('counts each token by itself, and fees in the coin [P19]', () => {
    signed(kit.sign(evmRequest(0n, payment('a:1', 100n * usdtUnits, usdt))));
    expect(refusal(kit.sign(evmRequest(1n, payment('a:2', 51n * usdtUnits, usdt))))).toBe('day-cap');
    signed(kit.sign(evmRequest(1n, payment('a:2', 50n * usdtUnits, usdt))));
    signed(kit.sign(evmRequest(2n, payment('a:3', 2n * ether))));
    // A dearer one in its place is one payment and two fees.
    signed(kit.sign(evmRequest(2n, payment('a:3', 2n * ether), {}, price(20n * gwei))));
    expect(described()).toMatchObject({
      spentToday: 2n * ether + 3_000_000n * gwei,
      tokens: [{ token: usdt, name: 'USDT', decimals: 6, spentToday: 150n * usdtUnits }],
    });
    expect(refusal(kit.sign(evmRequest(3n, payment('a:4', ether))))).toBe('day-cap');
    kit.restart();
    expect(refusal(kit.sign(evmRequest(3n, payment('a:5', 1n, usdt))))).toBe('day-cap');
    kit.now += 86_400_000;
    signed(kit.sign(evmRequest(3n, payment('a:5', 1n, usdt))));
  });
});

it('says what it has, tokens included', () => {
  const lines = describeSigner(kit.signer.describe());
  expect(lines.slice(0, 2)).toEqual([
    'ETH-regtest: a payment at most 2, a day 3 (0 left today), a fee 0.01 and 100000000000 a unit of gas',
    `ETH-regtest: USDT (${usdt}, 6 decimals): a payment at most 100, a day 150 (0 left today)`,
  ]);
  expect(lines[2]).toBe(
    'ETH-regtest: key 0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F 024bc2a31265153f07e70e0bab08724e6b85e217f8cd628ceb62974247bb493382',
  );
});
