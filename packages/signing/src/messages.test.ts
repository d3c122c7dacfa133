import { describe, expect, it } from 'vitest';
import { printLine, refusalReasons, type SignerAnswer, type SignRequest } from './messages.ts';
import { readAnswer, UnreadableMessage } from './read-answer.ts';
import { readRequest } from './read-request.ts';

const seal = 'ab'.repeat(32);
const request: SignRequest = {
  type: 'sign',
  network: 'LTC-regtest',
  kind: 'payout',
  orders: [
    {
      payoutId: '7f3a:1',
      address: 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq',
      amount: 12_345_678_901_234_567_890n,
    },
  ],
  unsigned: 'cHNidP8=',
  known: { entry: 3, seal },
};

it('writes a request as one line, amounts as text', () => {
  expect(printLine(request)).toBe(
    `{"type":"sign","network":"LTC-regtest","kind":"payout","orders":[{"payoutId":"7f3a:1","address":"rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq","amount":"12345678901234567890"}],"unsigned":"cHNidP8=","known":{"entry":3,"seal":"${seal}"}}\n`,
  );
  expect(readRequest(printLine(request))).toEqual(request);
  expect(readRequest(printLine({ type: 'describe' }))).toEqual({ type: 'describe' });
  expect(readRequest('{"type":"transactions","payoutId":"7f3a:1"}')).toEqual({
    type: 'transactions',
    payoutId: '7f3a:1',
  });
  const recent = { type: 'recent', network: 'TRX', since: 1_796_040_000_000, skip: 500 } as const;
  expect(printLine(recent)).toBe('{"type":"recent","network":"TRX","since":1796040000000,"skip":500}\n');
  expect(readRequest(printLine(recent))).toEqual(recent);
});

it('writes the fields of an EVM transaction as text', () => {
  const token = `0x${'d1'.repeat(20)}`;
  const evm: SignRequest = {
    type: 'sign',
    network: 'ETH',
    kind: 'payout',
    orders: [{ payoutId: 'a', address: '0x35', amount: 5n, token }],
    unsigned: {
      chainId: 1n,
      account: `0x${'0a'.repeat(20)}`,
      nonce: 0n,
      gas: 60_000n,
      price: { maxFeePerGas: 30n, maxPriorityFeePerGas: 2n },
    },
  };
  expect(printLine(evm)).toContain(
    `"unsigned":{"chainId":"1","account":"0x${'0a'.repeat(20)}","nonce":"0","gas":"60000","price":{"maxFeePerGas":"30","maxPriorityFeePerGas":"2"}}`,
  );
  expect(readRequest(printLine(evm))).toEqual(evm);
});

describe('a line that is no request', () => {
  const order = { payoutId: 'a', address: 'b', amount: '1' };
  const base = { type: 'sign', network: 'LTC', kind: 'payout', orders: [order], unsigned: 'AA==' };
  const evm = {
    chainId: '1',
    account: `0x${'0a'.repeat(20)}`,
    nonce: '0',
    gas: '1',
    price: { gasPrice: '1' },
  };
  const withOrder = (changes: object) => ({ ...base, orders: [{ ...order, ...changes }] });
  it.each([
    ['{', 'the line is no JSON'],
    ['null', 'the request is no object'],
    ['[]', 'the request is no object'],
    ['{}', 'the request has no type'],
    [{ type: 'export' }, 'type is neither sign, describe, transactions, transaction, recent nor key-images'],
    [{ ...base, type: 'describe' }, 'the request has a field that it cannot have'],
    [{ type: 'transactions' }, 'the request has no payoutId'],
    [{ type: 'recent', network: 'TRX', since: -1, skip: 0 }, 'since is no whole number'],
    [{ type: 'transactions', payoutId: 'a/b' }, 'payoutId is not as it should be'],
    [{ ...base, payoutId: 'a' }, 'the request has a field that it cannot have'],
    [{ ...base, more: 1 }, 'the request has a field that it cannot have'],
    [{ ...base, unsigned: undefined }, 'the request has no unsigned'],
    [{ ...base, unsigned: '' }, 'unsigned is not as it should be'],
    [{ ...base, network: '__proto__' }, 'network is not as it should be'],
    [{ ...base, kind: 'gift' }, 'kind is none of payout, sweep and cancel'],
    [{ ...base, orders: [] }, 'orders has none'],
    [{ ...base, orders: {} }, 'orders is no list of at most 1000'],
    [{ ...base, orders: Array.from({ length: 1001 }, () => order) }, 'orders is no list of at most 1000'],
    [{ ...base, orders: [order, order] }, 'orders has a payoutId twice'],
    [{ ...base, kind: 'sweep', orders: [order, { ...order, payoutId: 'b' }] }, 'a sweep has one order'],
    [withOrder({ payoutId: '' }), 'payoutId is not as it should be'],
    [withOrder({ payoutId: 'a b' }), 'payoutId is not as it should be'],
    [withOrder({ payoutId: 7 }), 'payoutId is not as it should be'],
    [withOrder({ amount: 1 }), 'amount is not as it should be'],
    [withOrder({ amount: '01' }), 'amount is not as it should be'],
    [withOrder({ amount: '-1' }), 'amount is not as it should be'],
    [withOrder({ amount: '1e3' }), 'amount is not as it should be'],
    [withOrder({ amount: '0' }), 'amount is zero'],
    [withOrder({ token: `0x${'D1'.repeat(20)}` }), 'token is not as it should be'],
    [{ ...base, unsigned: {} }, 'unsigned has no chainId'],
    [{ ...base, unsigned: [] }, 'unsigned is no object'],
    [{ ...base, unsigned: { ...evm, to: '0x' } }, 'unsigned has a field that it cannot have'],
    [{ ...base, unsigned: { ...evm, nonce: 1 } }, 'nonce is not as it should be'],
    [
      { ...base, unsigned: { ...evm, price: { gasPrice: '1', maxFeePerGas: '1' } } },
      'price has a field that it cannot have',
    ],
    [{ ...base, unsigned: { ...evm, price: {} } }, 'price has no maxFeePerGas'],
    [withOrder({ memo: '' }), 'an order has a field that it cannot have'],
    [{ ...base, known: { entry: 1.5, seal } }, 'entry is no whole number'],
    [{ ...base, known: { entry: 1, seal: 'AB' } }, 'seal is not as it should be'],
  ])('%j', (line, why) => {
    const text = typeof line === 'string' ? line : JSON.stringify(line);
    expect(readRequest(text)).toEqual({ ok: false, reason: 'malformed', why });
  });
});

describe('an answer', () => {
  const journal = { entry: 4, seal };
  const answers: readonly SignerAnswer[] = [
    {
      ok: true,
      type: 'signed',
      bytes: '0200',
      txid: 'cd'.repeat(32),
      fee: 1n,
      claims: [`${'ef'.repeat(32)}:0`],
      again: false,
      journal,
    },
    {
      ok: true,
      type: 'described',
      networks: [
        {
          network: 'LTC',
          keys: [{ address: 'ltc1q', publicKey: '02', script: '0014' }],
          limits: { payment: 1n, day: 2n, fee: 3n, feeRate: 4n },
          spentToday: 0n,
          sweepTo: ['ltc1q'],
        },
        {
          network: 'ETH',
          keys: [],
          limits: { payment: 1n, day: 2n, fee: 3n, feeRate: 4n },
          spentToday: 0n,
          tokens: [
            {
              token: `0x${'d1'.repeat(20)}`,
              name: 'USDT',
              decimals: 6,
              payment: 1n,
              day: 2n,
              spentToday: 0n,
            },
          ],
          sweepTo: [],
        },
      ],
      journal,
    },
    {
      ok: true,
      type: 'transactions',
      transactions: [
        {
          network: 'LTC',
          kind: 'sweep',
          orders: [{ payoutId: 'a', address: 'b', amount: 5n }],
          txid: 'cd'.repeat(32),
          fee: 1n,
          claims: [`${'ef'.repeat(32)}:0`],
          bytes: '02',
        },
      ],
      count: 2,
      journal,
    },
    ...refusalReasons.map((reason) => ({ ok: false as const, reason, why: 'because' })),
    { ok: false, reason: 'payment-cap', why: 'because', payoutIds: ['a'] },
  ];

  it('is read as it was written', () => {
    expect(answers.map((answer) => readAnswer(printLine(answer)))).toEqual(answers);
  });

  it.each(['', '{}', '{"ok":true}', '{"ok":false,"reason":"mood","why":""}', '{"ok":true,"type":"signed"}'])(
    'is none: %s',
    (line) => {
      expect(() => readAnswer(line)).toThrow(UnreadableMessage);
    },
  );
});
