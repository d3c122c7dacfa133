import { RawTx } from '@scure/btc-signer/script.js';
import type { Order, SignerAnswer } from '@openlode/signing/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addressOf,
  claimOf,
  type Coin,
  coin,
  draftOf,
  firstKey,
  foreignKey,
  miners,
  network,
  order,
  psbtOf,
  requestOf,
  scriptOfAddress,
  secondKey,
  txidOf,
  unsignedOf,
} from './testing/honest-request.ts';
import { noon, openTestSigner, type TestSigner } from './testing/test-signer.ts';

let kit: TestSigner;
beforeEach(() => {
  kit = openTestSigner();
});
afterEach(() => kit.close());

const signed = (answer: SignerAnswer) => {
  if (!answer.ok || answer.type !== 'signed') throw new Error(`not signed: ${JSON.stringify(answer)}`);
  return answer;
};
const refusal = (answer: SignerAnswer): string =>
  answer.ok ? 'none' : [answer.reason, ...(answer.payoutIds ?? [])].join(' ');

describe('what is signed', () => {
  it('pays orders to each kind of address, with change to itself', () => {
    const orders = miners.map((address, at) => order(`a:${at + 1}`, BigInt(at + 1) * 1000n, address));
    const coins = [coin(1), coin(2, 5000n, secondKey)];
    const answer = signed(kit.sign(requestOf(coins, orders)));
    const { inputs, outputs, witnesses } = RawTx.decode(Buffer.from(answer.bytes, 'hex'));
    expect({ ...answer, bytes: undefined, journal: answer.journal.entry }).toEqual({
      ok: true,
      type: 'signed',
      bytes: undefined,
      txid: txidOf(unsignedOf(draftOf(coins, orders))),
      fee: 1000n,
      claims: coins.map(claimOf),
      again: false,
      journal: 2,
    });
    expect(inputs.map(({ txid }) => Buffer.from(txid).toString('hex'))).toEqual(
      coins.map((each) => claimOf(each).slice(0, 64)),
    );
    expect(outputs.map(({ amount }) => amount)).toEqual([1000n, 2000n, 3000n, 99_998_000n]);
    expect(witnesses?.map((items) => items.map(({ length }) => length))).toEqual([
      [71, 33],
      [71, 33],
    ]);
  });

  it('is the same bytes for the same request, also after a start', () => {
    const request = requestOf([coin(1)], [order('a:1', 1000n), order('a:2', 2000n)]);
    const first = signed(kit.sign(request));
    expect(signed(kit.sign(request))).toEqual({ ...first, again: true });
    kit.restart();
    expect(signed(kit.sign({ ...request, orders: request.orders.toReversed() }))).toEqual({
      ...first,
      again: true,
    });
  });

  it('has no change where nothing is left, and pays two orders of one amount to one address', () => {
    const orders = [order('a:1', 5000n), order('a:2', 5000n)];
    const coins = [coin(1, 11_000n)];
    const { outputs } = draftOf(coins, orders);
    const unsigned = psbtOf({ coins, outputs: outputs.slice(0, 2) });
    expect(signed(kit.sign(requestOf(coins, orders, { unsigned }))).fee).toBe(1000n);
  });
});

describe('what is refused', () => {
  const orders = [order('a:1', 1000n)];
  const coins = [coin(1)];
  const draft = draftOf(coins, orders);
  const [payment, change] = draft.outputs as [(typeof draft.outputs)[0], (typeof draft.outputs)[0]];
  const withDraft = (changes: Partial<typeof draft>) =>
    requestOf(coins, orders, { unsigned: psbtOf({ ...draft, ...changes }) });

  it.each([
    ['another amount', withDraft({ outputs: [{ ...payment, amount: 1001n }, change] }), 'outputs a:1'],
    ['an output more', withDraft({ outputs: [payment, change, change] }), 'outputs'],
    ['no payment', withDraft({ outputs: [change] }), 'outputs a:1'],
    ['the payment twice', withDraft({ outputs: [payment, payment, change] }), 'outputs'],
    [
      'change to an older key',
      withDraft({ outputs: [payment, { ...change, script: scriptOfAddress(addressOf(firstKey)) }] }),
      'outputs',
    ],
    [
      'change to another',
      withDraft({ outputs: [payment, { ...change, script: payment.script }] }),
      'outputs',
    ],
    ['more than it has', withDraft({ outputs: [payment, { ...change, amount: 10n ** 9n }] }), 'outputs'],
    ['a coin of another', requestOf([coin(1, 10_000n, foreignKey)], orders), 'foreign-input'],
    ['a coin twice', requestOf([coin(1), coin(1)], orders), 'unsupported'],
    ['a lock time that is a moment', withDraft({ lockTime: 500_000_000 }), 'unsupported'],
    ['a relative lock time', withDraft({ sequence: 5 }), 'unsupported'],
    [
      'more inputs than it signs in a second',
      requestOf(
        Array.from({ length: 201 }, (_, at) => coin(at)),
        orders,
      ),
      'unsupported',
    ],
    [
      'a transaction that is too large to be relayed',
      withDraft({ outputs: Array.from({ length: 3300 }, () => change) }),
      'unsupported',
    ],
    ['version 3', withDraft({ version: 3 }), 'unsupported'],
    ['a network without a policy', { ...requestOf(coins, orders), network: 'LTC' }, 'unknown-network'],
    [
      'an address of another network',
      {
        ...requestOf(coins, orders),
        orders: [order('a:1', 1000n, 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9')],
      },
      'address a:1',
    ],
    [
      'a payment to the signer',
      requestOf(coins, [order('a:1', 1000n, addressOf(secondKey))]),
      'own-address a:1',
    ],
    ['a payment over the cap', requestOf(coins, [order('a:1', 50_000_001n)]), 'payment-cap a:1'],
    ['a fee over the cap', requestOf([coin(1, 200_000n)], orders, { fee: 100_001n }), 'fee-cap'],
    ['a fee rate over the cap', requestOf(coins, orders, { fee: 14_200n }), 'fee-rate-cap'],
    ['what is no base64', requestOf(coins, orders, { unsigned: 'cHNidP8' }), 'unreadable'],
    ['a sweep to a miner', { ...requestOf(coins, orders), kind: 'sweep' as const }, 'not-allowed'],
  ])('%s', (_name, request, expected) => {
    expect(refusal(kit.sign(request))).toBe(expected);
    expect(kit.signer.describe().journal.entry).toBe(1);
  });

  it('takes a fee that is just within its rate', () => {
    expect(refusal(kit.sign(requestOf(coins, orders, { fee: 14_100n })))).toBe('none');
  });
});

describe('a payout is paid once', () => {
  const one = [order('a:1', 1000n)];

  it('gets another transaction only where it shares a claim with every earlier one [P18]', () => {
    signed(kit.sign(requestOf([coin(1), coin(2)], one)));
    expect(refusal(kit.sign(requestOf([coin(3)], one)))).toBe('no-shared-claim a:1');
    signed(kit.sign(requestOf([coin(2), coin(3)], one)));
    // It would exclude the second transaction and not the first.
    expect(refusal(kit.sign(requestOf([coin(3)], one)))).toBe('no-shared-claim a:1');
    kit.restart();
    expect(refusal(kit.sign(requestOf([coin(1)], one)))).toBe('no-shared-claim a:1');
    signed(kit.sign(requestOf([coin(2)], one)));
  });

  it('has fifty transactions at most', () => {
    for (let fee = 1n; fee <= 50n; fee += 1n) signed(kit.sign(requestOf([coin(1)], one, { fee })));
    expect(refusal(kit.sign(requestOf([coin(1)], one, { fee: 51n })))).toBe('too-often a:1');
  });

  it('is never another payment', () => {
    signed(kit.sign(requestOf([coin(1)], one)));
    expect(refusal(kit.sign(requestOf([coin(1)], [order('a:1', 1001n)])))).toBe('payout-changed a:1');
    expect(refusal(kit.sign(requestOf([coin(1)], [order('a:1', 1000n, miners[1])])))).toBe(
      'payout-changed a:1',
    );
    const sweep = requestOf([coin(1)], [order('a:1', 1000n, addressOf(foreignKey))], { kind: 'sweep' });
    expect(refusal(kit.sign(sweep))).toBe('payout-changed a:1');
  });

  it('is not hidden behind the transaction of another', () => {
    const request = requestOf([coin(1)], one);
    const first = signed(kit.sign(request));
    const other = { ...request, orders: [order('a:2', 1000n)] };
    // A caller whose database was set back asks for the same payment under another id: the same bytes, which are now its own as well.
    expect(signed(kit.sign(other))).toMatchObject({ again: false, bytes: first.bytes });
    expect([signed(kit.sign(other)).again, signed(kit.sign(request)).again]).toEqual([true, true]);
    expect(refusal(kit.sign(requestOf([coin(2)], other.orders)))).toBe('no-shared-claim a:2');
    expect(refusal(kit.sign(requestOf([coin(2)], one)))).toBe('no-shared-claim a:1');
    // It counts for each of them.
    expect(kit.signer.describe().networks[0]?.spentToday).toBe(2n * (1000n + first.fee));
    const sweep = requestOf([coin(3)], [order('s:1', 1000n, addressOf(foreignKey))], { kind: 'sweep' });
    signed(kit.sign(sweep));
    expect(refusal(kit.sign({ ...sweep, kind: 'payout' }))).toBe('other-orders');
  });

  it('shares a claim with the transactions of each payout of a batch', () => {
    signed(kit.sign(requestOf([coin(1)], one)));
    signed(kit.sign(requestOf([coin(2)], [order('a:2', 2000n)])));
    const both = [...one, order('a:2', 2000n)];
    expect(refusal(kit.sign(requestOf([coin(1)], both)))).toBe('no-shared-claim a:2');
    signed(kit.sign(requestOf([coin(1), coin(2)], both)));
  });
});

describe('the cap of a day', () => {
  const half = (id: string) => requestOf([coin(Number(id))], [order(`a:${id}`, 49_999_000n)]);
  const spent = () => kit.signer.describe().networks[0]?.spentToday;

  it('counts payments and fees, and begins again at midnight UTC [P19]', () => {
    kit.now = Date.UTC(2026, 10, 28, 23, 59, 59, 999);
    signed(kit.sign(half('1')));
    signed(kit.sign(half('2')));
    expect(spent()).toBe(100_000_000n);
    expect(refusal(kit.sign(requestOf([coin(3)], [order('a:3', 1n)], { fee: 0n })))).toBe('day-cap');
    kit.restart();
    expect(refusal(kit.sign(half('3')))).toBe('day-cap');
    kit.now += 1;
    expect(spent()).toBe(0n);
    signed(kit.sign(half('3')));
    expect(spent()).toBe(50_000_000n);
  });

  it('does not begin again when the clock goes back', () => {
    signed(kit.sign(half('1')));
    signed(kit.sign(half('2')));
    kit.now = noon - 3 * 86_400_000;
    expect(refusal(kit.sign(half('3')))).toBe('day-cap');
    kit.restart();
    expect(refusal(kit.sign(half('3')))).toBe('day-cap');
  });

  it('counts a payout once and each of its fees', () => {
    signed(kit.sign(requestOf([coin(1)], [order('a:1', 40_000_000n)])));
    signed(kit.sign(requestOf([coin(1)], [order('a:1', 40_000_000n)], { fee: 2000n })));
    expect(spent()).toBe(40_003_000n);
  });

  it('counts the fees of sweeps only, which go to the list', () => {
    const sweep = (seed: number) =>
      requestOf([coin(seed)], [order(`sweep:${seed}`, 99_000_000n, addressOf(foreignKey))], {
        kind: 'sweep',
      });
    signed(kit.sign(sweep(1)));
    signed(kit.sign(sweep(2)));
    expect(spent()).toBe(2000n);
  });
});

it('signs nothing where the caller knows of a line that the journal has not', () => {
  const request = requestOf([coin(1)], [order('a:1', 1000n)]);
  const { journal } = kit.signer.describe();
  expect(refusal(kit.sign({ ...request, known: { ...journal, entry: 2 } }))).toBe('journal-behind');
  expect(refusal(kit.sign({ ...request, known: { ...journal, seal: '0'.repeat(64) } }))).toBe(
    'journal-behind',
  );
  const { journal: newer } = signed(kit.sign({ ...request, known: journal }));
  expect(signed(kit.sign({ ...request, known: newer })).again).toBe(true);
});

it('tells what it signed for a payout to a caller that lost the answer', () => {
  const batch = [order('a:1', 1000n), order('a:2', 2000n)];
  const first = signed(kit.sign(requestOf([coin(1)], batch)));
  const second = signed(kit.sign(requestOf([coin(1)], [order('a:1', 1000n)])));
  const past = (payoutId: string) => kit.signer.answer({ type: 'transactions', payoutId });
  expect(past('a:3')).toEqual({
    ok: true,
    type: 'transactions',
    transactions: [],
    count: 0,
    journal: second.journal,
  });
  expect(past('a:2')).toMatchObject({
    transactions: [
      {
        network,
        kind: 'payout',
        orders: batch,
        txid: first.txid,
        fee: 1000n,
        claims: first.claims,
        bytes: first.bytes,
      },
    ],
    count: 1,
  });
  expect(past('a:1')).toMatchObject({
    transactions: [{ txid: second.txid }, { txid: first.txid }],
    count: 2,
  });
});

it('describes its keys and limits', () => {
  expect(kit.signer.describe().networks).toEqual([
    {
      network,
      keys: [
        {
          address: addressOf(firstKey),
          publicKey: '031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f',
          script: '001479b000887626b294a914501a4cd226b58b235983',
        },
        expect.objectContaining({ address: addressOf(secondKey) }),
      ],
      limits: { payment: 50_000_000n, day: 100_000_000n, fee: 100_000n, feeRate: 100n },
      spentToday: 0n,
      sweepTo: [addressOf(foreignKey)],
    },
  ]);
});

describe('a transaction that cancels', () => {
  const cancel = (coins: readonly Coin[], orders: readonly Order[], more: readonly Order[] = []) =>
    kit.sign(requestOf(coins, orders, { kind: 'cancel', unsigned: psbtOf(draftOf(coins, more)) }));
  const orders = [order('a:1', 1000n), order('a:2', 2000n, miners[1])];

  it('brings the coins of what was signed back to the signer', () => {
    signed(kit.sign(requestOf([coin(1), coin(2)], orders)));
    const { bytes, claims, fee } = signed(cancel([coin(1), coin(2)], orders));
    expect([claims, fee]).toEqual([[claimOf(coin(1)), claimOf(coin(2))], 1000n]);
    expect(RawTx.decode(Buffer.from(bytes, 'hex')).outputs.map(({ amount }) => amount)).toEqual([
      199_999_000n,
    ]);
    kit.restart();
    expect(signed(cancel([coin(1), coin(2)], orders)).again).toBe(true);
    // The payouts can be signed once more over one of the coins, and over no other.
    expect(refusal(kit.sign(requestOf([coin(3)], [order('a:1', 1000n)])))).toBe('no-shared-claim a:1');
    signed(kit.sign(requestOf([coin(1)], [order('a:1', 1000n)])));
  });

  it('spends nothing else, pays no one, and is none for what was not signed', () => {
    expect(refusal(cancel([coin(1)], orders))).toBe('not-allowed a:1 a:2');
    signed(kit.sign(requestOf([coin(1)], orders)));
    expect(refusal(cancel([coin(1), coin(2)], orders))).toBe('not-allowed');
    expect(refusal(cancel([coin(1)], orders, [order('x:1', 500n)]))).toBe('outputs');
    expect(refusal(cancel([coin(2)], orders))).toBe('no-shared-claim a:1');
    expect(refusal(cancel([coin(1)], [order('a:1', 1001n)]))).toBe('payout-changed a:1');
  });

  it('takes the place of a sweep, and makes no payout of it', () => {
    const swept = [order('sweep:1', 99_000_000n, addressOf(foreignKey))];
    const sweep = (coins: readonly Coin[]) => kit.sign(requestOf(coins, swept, { kind: 'sweep' }));
    expect(refusal(cancel([coin(1)], swept))).toBe('not-allowed sweep:1');
    signed(sweep([coin(1)]));
    expect(signed(cancel([coin(1)], swept)).claims).toEqual([claimOf(coin(1))]);
    expect(refusal(sweep([coin(2)]))).toBe('no-shared-claim sweep:1');
    expect(refusal(kit.sign(requestOf([coin(1)], [order('sweep:1', 1000n)])))).toBe('payout-changed sweep:1');
  });
});
