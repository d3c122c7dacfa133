import type { Order, SignerAnswer, SignRequest } from '@openlode/signing/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeSigner } from './commands/describe-signer.ts';
import { accountOfKey, targetOf } from './families/tron/keys.ts';
import { type TronFields, writeRaw } from './families/tron/transaction.ts';
import { openTestSigner, type TestSigner } from './testing/test-signer.ts';

const network = 'TRX-regtest';
const key = new Uint8Array(32).fill(0x46);
const own = { address: 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp', account: accountOfKey(key) };
const payee = {
  address: 'TQWCsPrGr513yFtzSjvp3h8A3VefZnjzS2',
  account: '419f6e8ba4b40c170910d81b08bc827d1959b23428',
};
const usdt = {
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  contract: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
};
const other = 'TNSmmai2ox5aAeB8ZTnSyt9f82oM4jctNL';

/** In TRX: 50 for a payment, 80 a day, 1.5 a fee; 1,500,000 sun a transaction. */
const policy = `networks:
  ${network}:
    payment: 50
    day: 80
    fee: 1.5
    feeRate: 1500000
    sweepTo: [${payee.address}]
    tokens:
      ${usdt.address}: { name: USDT, decimals: 6, payment: 100, day: 150 }
`;
const trx = 1_000_000n;

/** By the clock of the signer and of the payments below. */
const built = 1_796_040_000_000;

let kit: TestSigner;
beforeEach(() => {
  kit = openTestSigner([{ network, secret: key }], policy);
  kit.now = built;
});
afterEach(() => kit.close());

const order = (payoutId: string, amount: bigint, address = payee.address): Order => ({
  payoutId,
  address,
  amount,
});
const written = (changes: Partial<TronFields> & Pick<TronFields, 'amount'>): string =>
  Buffer.from(
    writeRaw({
      refBlockBytes: '1f2e',
      refBlockHash: 'a1b2c3d4e5f60718',
      expiration: 1_796_040_600_000n,
      timestamp: 1_796_040_000_000n,
      owner: own.account,
      payee: payee.account,
      ...changes,
    }),
  ).toString('hex');
const request = (
  one: Order,
  changes: Partial<TronFields> = {},
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

/** Written and signed by tronweb 6.5.1 (`txJsonToPb`, `txPbToTxID`, `trx.sign`) with the key 46 46 …, from the fields above. */
const byTronweb = {
  raw: '0a021f2e2208a1b2c3d4e5f6071840c0d3f2e2a2345a68080112640a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412330a15419d8a62f656a8d1615c1294fd71e9cfb3e4855a4f1215419f6e8ba4b40c170910d81b08bc827d1959b2342818c096b102708084cee2a234',
  txid: '17c96f5d1fb776a5d32e0c92036edfc5134061dc114de48d6518b57569f7fc4c',
  signature:
    'f7f9476e42b48ae87f2f23dc4e9ca600ee191a60c7723bbe9b14d21dba1619db0054cf6b8be6dc818321a3e7b8b75b3b335e3c6a2bd784ebd684b0fa7b5258cf1b',
};

it('signs just its order, to the same bytes as tronweb, and to the same again after a start', () => {
  const one = request(order('a:1', 5n * trx));
  expect(one.unsigned).toBe(byTronweb.raw);
  const first = signed(kit.sign(one));
  const { raw, txid, signature } = byTronweb;
  expect(first).toMatchObject({
    txid,
    bytes: `0a8601${raw}1241${signature}`,
    fee: 1_100_000n,
    claims: [`transaction:${txid}`],
    again: false,
  });
  kit.restart();
  expect(signed(kit.sign(one))).toEqual({ ...first, again: true });
  expect(kit.signer.describe().networks[0]?.keys[0]?.address).toBe(own.address);
});

/** The same of a call of USDT with a limit of 15 TRX (`TriggerSmartContract`, `transfer(address,uint256)`). */
const tokenByTronweb = {
  raw: '0a021f2e2208a1b2c3d4e5f6071840c0d3f2e2a2345aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15419d8a62f656a8d1615c1294fd71e9cfb3e4855a4f121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb0000000000000000000000009f6e8ba4b40c170910d81b08bc827d1959b2342800000000000000000000000000000000000000000000000000000000004c4b40708084cee2a2349001c0c39307',
  txid: 'c46cbcfc539cbedf58ebb5310f91d286e98eabb4c9e93108f3f20e73e13b8108',
  signature:
    '44326436a06fead4c35b5568f40ccc26aa06136c943f011a0cb7268690a713986cba5e31c71d553d5f9bd1e92b17af878f71bcb8991a0819699a755cc645b4c91c',
};

describe('a payment of a token', () => {
  const limit = 15_000_000n;
  /** 1.1 TRX beside the limit. */
  const roomy = policy.replace('fee: 1.5', 'fee: 16.1').replace('feeRate: 1500000', 'feeRate: 16100000');
  let roomyKit: TestSigner;
  beforeEach(() => {
    roomyKit = openTestSigner([{ network, secret: key }], roomy);
    roomyKit.now = built;
  });
  afterEach(() => roomyKit.close());
  const ordered = (payoutId: string, amount: bigint, address = payee.address): Order => ({
    ...order(payoutId, amount, address),
    token: usdt.contract,
  });
  const asked = (one: Order, changes: Partial<TronFields> = {}) =>
    request(one, { call: { token: usdt.contract, feeLimit: limit }, ...changes });

  it('is signed to the same bytes as by tronweb, and to the same again after a start', () => {
    const one = asked(ordered('a:1', 5_000_000n));
    const { raw, txid, signature } = tokenByTronweb;
    expect(one.unsigned).toBe(raw);
    const first = signed(roomyKit.sign(one));
    expect(first).toMatchObject({
      txid,
      bytes: `0ad301${raw}1241${signature}`,
      fee: 16_100_000n,
      claims: [`transaction:${txid}`],
      again: false,
    });
    roomyKit.restart();
    expect(signed(roomyKit.sign(one))).toEqual({ ...first, again: true });
  });

  const one = ordered('a:1', 5_000_000n);
  const others = `41${'a6'.repeat(20)}`;
  it.each([
    ['TRX where a token is ordered', request(one), 'outputs a:1'],
    ['a token where TRX is ordered', asked(order('a:1', 5_000_000n)), 'outputs a:1'],
    ['another token', asked(one, { call: { token: others, feeLimit: limit } }), 'outputs a:1'],
    [
      'a token that is not in the file',
      asked({ ...one, token: others }, { call: { token: others, feeLimit: limit } }),
      'not-allowed a:1',
    ],
    ['another amount', asked(one, { amount: 5_000_001n }), 'outputs a:1'],
    ['another payee', asked(one, { payee: `41${'11'.repeat(20)}` }), 'outputs a:1'],
    [
      'a limit over the cap of a fee',
      asked(one, { call: { token: usdt.contract, feeLimit: limit + 1n } }),
      'fee-cap',
    ],
    ['more than the cap of the token', asked(ordered('a:1', 100_000_001n)), 'payment-cap a:1'],
    [
      'a payment to the token itself',
      asked(ordered('a:1', 5_000_000n, usdt.address), { payee: usdt.contract }),
      'address a:1',
    ],
    [
      'a payment to itself',
      asked(ordered('a:1', 5_000_000n, own.address), { payee: own.account }),
      'own-address a:1',
    ],
    [
      'another call',
      { ...asked(one), unsigned: tokenByTronweb.raw.replace('a9059cbb', '095ea7b3') },
      'unreadable',
    ],
    [
      'something in the padding of the payee',
      {
        ...asked(one),
        unsigned: tokenByTronweb.raw.replace(`${'0'.repeat(24)}9f6e`, `${'0'.repeat(22)}419f6e`),
      },
      'unreadable',
    ],
    [
      'TRX beside the call',
      {
        ...asked(one),
        unsigned: tokenByTronweb.raw
          .replace('5aae01081f12a901', '5ab001081f12ab01')
          .replace('12740a15', '12760a15')
          .replace('2244a9059cbb', '18012244a9059cbb'),
      },
      'unreadable',
    ],
    ['no limit', { ...asked(one), unsigned: tokenByTronweb.raw.replace(/9001c0c39307$/, '') }, 'unreadable'],
    ['more behind it', { ...asked(one), unsigned: `${tokenByTronweb.raw}00` }, 'unreadable'],
  ])('is not signed: %s', (_name, wrong, reason) => {
    expect(refusal(roomyKit.sign(wrong))).toBe(reason);
  });

  it('counts for the cap of its day, and its limit for that of TRX', () => {
    signed(roomyKit.sign(asked(ordered('a:1', 100_000_000n))));
    expect(refusal(roomyKit.sign(asked(ordered('a:2', 50_000_001n))))).toBe('day-cap');
    signed(roomyKit.sign(asked(ordered('a:2', 49_999_997n))));
    for (const each of [3n, 4n]) signed(roomyKit.sign(asked(ordered(`a:${each}`, 1n))));
    // Four times 16.1 of 80 TRX are gone, and a fifth would be more.
    expect(refusal(roomyKit.sign(asked(ordered('a:5', 1n))))).toBe('day-cap');
    expect(roomyKit.signer.describe().networks[0]?.tokens).toMatchObject([
      { token: usdt.contract, name: 'USDT', decimals: 6, spentToday: 149_999_999n },
    ]);
  });

  it('is signed once for a payout, for ever', () => {
    signed(roomyKit.sign(asked(ordered('a:1', 5_000_000n))));
    const later = { expiration: 1_796_040_603_000n, timestamp: 1_796_040_003_000n };
    expect(refusal(roomyKit.sign(asked(ordered('a:1', 5_000_000n), later)))).toBe('no-shared-claim a:1');
    expect(refusal(roomyKit.sign(request(order('a:1', 5_000_000n), later)))).toBe('payout-changed a:1');
  });
});

describe('what is refused', () => {
  const one = order('a:1', trx);
  it.each([
    ['fields of another family', request(one, {}, { unsigned: 'cHNidP8=' }), 'unreadable'],
    ['bytes with more behind them', request(one, {}, { unsigned: `${written(one)}00` }), 'unreadable'],
    ['a memo', request(one, {}, { unsigned: `${written(one)}5200` }), 'unreadable'],
    [
      'another kind of contract',
      request(one, {}, { unsigned: written(one).replace('08011263', '08021263') }),
      'unreadable',
    ],
    ['another account', request(one, { owner: payee.account }), 'foreign-input'],
    ['an end at once', request(one, { expiration: 1_796_040_000_000n }), 'unsupported'],
    ['an end later than an hour', request(one, { expiration: 1_796_043_600_001n }), 'unsupported'],
    ['another amount', request(one, { amount: trx + 1n }), 'outputs a:1'],
    ['another payee', request(one, { payee: `41${'11'.repeat(20)}` }), 'outputs a:1'],
    [
      'an address with a wrong letter',
      request(order('a:1', trx, `${payee.address.slice(0, -1)}3`)),
      'address a:1',
    ],
    ['an address of no key', request(order('a:1', trx, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')), 'address a:1'],
    ['TRX where a token is ordered', request({ ...one, token: usdt.contract }), 'outputs a:1'],
    ['two payments', request(one, {}, { orders: [one, order('a:2', 1n)] }), 'unsupported'],
    [
      'a payment to itself',
      request(order('a:1', trx, own.address), { payee: own.account }),
      'own-address a:1',
    ],
    ['a payment over the cap', request(order('a:1', 50n * trx + 1n)), 'payment-cap a:1'],
    ['what ends a payment', request(one, {}, { kind: 'cancel' }), 'unsupported'],
    [
      'a sweep elsewhere',
      request(order('a:1', trx, other), { payee: targetOf(network, other) ?? '' }, { kind: 'sweep' }),
      'not-allowed',
    ],
  ])('%s', (_name, asked, reason) => {
    expect(refusal(kit.sign(asked))).toBe(reason);
  });

  it('what was built at another time than that of the signer', () => {
    for (const [now, reason] of [
      [built + 600_000, 'none'],
      [built + 600_001, 'unsupported'],
      [built - 600_000, 'none'],
      [built - 600_001, 'unsupported'],
    ] as const) {
      kit.now = now;
      expect(refusal(kit.sign(request(one)))).toBe(reason);
    }
  });

  it('a fee over the caps, which is the most that the network may take', () => {
    for (const [cap, reason] of [
      ['fee: 1.5', 'fee-cap'],
      ['feeRate: 1500000', 'fee-rate-cap'],
    ] as const) {
      const less = policy.replace(cap, cap.startsWith('fee:') ? 'fee: 1.099999' : 'feeRate: 1099999');
      const strict = openTestSigner([{ network, secret: key }], less);
      strict.now = built;
      expect(refusal(strict.sign(request(one)))).toBe(reason);
      strict.close();
    }
  });

  it('more than the cap of a day, fees among it', () => {
    signed(kit.sign(request(order('a:1', 50n * trx))));
    expect(refusal(kit.sign(request(order('a:2', 28n * trx))))).toBe('day-cap');
    signed(kit.sign(request(order('a:3', 27n * trx))));
  });
});

it('signs nothing else for a payout that was signed: nothing would exclude the other', () => {
  signed(kit.sign(request(order('a:1', trx))));
  const later = { expiration: 1_796_040_603_000n, timestamp: 1_796_040_003_000n };
  expect(refusal(kit.sign(request(order('a:1', trx), later)))).toBe('no-shared-claim a:1');
  expect(refusal(kit.sign(request(order('a:1', 2n * trx), later)))).toBe('payout-changed a:1');
  kit.restart();
  expect(refusal(kit.sign(request(order('a:1', trx), later)))).toBe('no-shared-claim a:1');
});

it('names what it has signed since a moment, the newest first, page by page, also after a start', () => {
  const recent = (since: number, skip = 0) => {
    const answer = kit.signer.answer({ type: 'recent', network, since, skip });
    if (!answer.ok || answer.type !== 'transactions') throw new Error('no answer');
    return [answer.count, ...answer.transactions.map(({ orders }) => orders[0]?.payoutId)];
  };
  for (const each of [1, 2, 3]) {
    kit.now = built + each * 1000;
    signed(kit.sign(request(order(`a:${each}`, BigInt(each)))));
  }
  expect(recent(0)).toEqual([3, 'a:3', 'a:2', 'a:1']);
  kit.restart();
  expect(recent(built + 2000)).toEqual([2, 'a:3', 'a:2']);
  expect(recent(built + 2000, 1)).toEqual([2, 'a:2']);
  expect(recent(built + 2000, 2)).toEqual([2]);
  expect(recent(built + 3001)).toEqual([0]);
  expect(kit.signer.answer({ type: 'recent', network: 'XRP', since: 0, skip: 0 })).toMatchObject({
    count: 0,
  });
});

it('describes itself in TRX', () => {
  expect(String(describeSigner(kit.signer.describe()))).toContain(
    'TRX-regtest: a payment at most 50, a day 80 (0 left today), a fee 1.5 and 1500000 a transaction',
  );
});
