import fc from 'fast-check';
import { RawTx } from '@scure/btc-signer/script.js';
import { describe, expect, it } from 'vitest';
import type { Order } from '@openlode/signing/messages';
import { buildPsbt } from '../../../../../testing/build-psbt.ts';
import { Refused } from '../family.ts';
import {
  addressOf,
  claimOf,
  coin,
  draftOf,
  firstKey,
  foreignKey,
  miners,
  network,
  order,
  previousOf,
  psbtOf,
  scriptOfAddress,
  secondKey,
  unsignedOf,
} from '../../testing/honest-request.ts';
import { reasonOf } from '../../testing/reason-of.ts';
import { readPayment, scriptOf } from './read-payment.ts';

/** `npm run test:long` plays all runs. */
const isLong = process.env['TEST_LONG'] === '1';

const orders = miners.map((address, at) => order(`a:${at}`, 1000n * BigInt(at + 1), address));
const coins = [coin(1), coin(2, 70_000n, secondKey)];
const honest = draftOf(coins, orders);
const secrets = [firstKey, secondKey];
const read = (unsigned: string, paid: readonly Order[] = orders) =>
  readPayment({ network, orders: paid, unsigned, secrets });
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const own = new Set(secrets.map((key) => hex(scriptOfAddress(addressOf(key)))));

/** Reads what was signed, if anything was, without the code under test: nothing leaves that no order says, but the fee that is told. */
function expectExact(unsigned: string, paid: readonly Order[]): void {
  let bytes: Uint8Array;
  let fee: bigint;
  try {
    const transaction = read(unsigned, paid);
    fee = transaction.fee;
    ({ bytes } = transaction.sign());
  } catch (error) {
    if (error instanceof Refused) return;
    throw error;
  }
  const { inputs, outputs } = RawTx.decode(bytes);
  const spent = inputs.reduce((sum, { txid, index }) => {
    const found = coins.find((each) => claimOf(each) === `${hex(txid)}:${index}`);
    if (found === undefined) throw new Error('it spends what was not given');
    return sum + found.amount;
  }, 0n);
  const foreign = outputs.filter(({ script }) => !own.has(hex(script)));
  expect(foreign.map(({ script, amount }) => `${hex(script)} ${amount}`).toSorted()).toEqual(
    paid.map(({ address, amount }) => `${hex(scriptOfAddress(address))} ${amount}`).toSorted(),
  );
  const change = outputs.filter(({ script }) => own.has(hex(script)));
  expect(change.length).toBeLessThan(2);
  const all = outputs.reduce((sum, { amount }) => sum + amount, 0n);
  expect(spent - all).toBe(fee);
}

describe('an honest PSBT with a change', () => {
  const bytes = Buffer.from(psbtOf(honest), 'base64');

  it('of one byte is refused, or pays exactly the orders', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ mask;
        expectExact(changed.toString('base64'), orders);
      }),
      { numRuns: isLong ? 300 : 100 },
    );
  });

  it('of its length is refused, or pays exactly the orders', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.uint8Array({ maxLength: 40 }), fc.nat(3), (at, more, less) => {
        fc.pre(more.length !== less);
        const changed = Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at + less)]);
        fc.pre(!changed.equals(bytes));
        expectExact(changed.toString('base64'), orders);
      }),
      { numRuns: 150 },
    );
  });

  it('of an output, a coin or an order is refused, or pays exactly the orders [P18]', () => {
    const amount = fc.bigInt({ min: 0n, max: 200_000_000n });
    const scripts = [...miners, addressOf(firstKey), addressOf(foreignKey)].map((each) =>
      scriptOfAddress(each),
    );
    const change = fc.oneof(
      fc.record({ output: fc.nat(3), amount }),
      fc.record({ output: fc.nat(3), script: fc.constantFrom(...scripts) }),
      fc.record({ drop: fc.nat(3) }),
      fc.record({ repeat: fc.nat(3) }),
      fc.record({ order: fc.nat(2), amount: fc.bigInt({ min: 1n, max: 4000n }) }),
      fc.record({ order: fc.nat(2), address: fc.constantFrom(...miners) }),
      fc.record({ swap: fc.nat(3) }),
    );
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let outputs = [...honest.outputs];
        let paid = [...orders];
        for (const each of changes) {
          if ('drop' in each) outputs = outputs.filter((_, at) => at !== each.drop);
          else if ('repeat' in each) outputs.push(...outputs.slice(each.repeat, each.repeat + 1));
          else if ('swap' in each) outputs = [...outputs.slice(each.swap), ...outputs.slice(0, each.swap)];
          else if ('output' in each)
            outputs = outputs.map((output, at) => (at === each.output ? { ...output, ...each } : output));
          else paid = paid.map((one, at) => (at === each.order ? { ...one, ...each } : one));
        }
        expectExact(psbtOf({ ...honest, outputs }), paid);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a PSBT', () => {
  const previous = coins.map(previousOf);
  const build = (
    unsigned: Uint8Array,
    inputs: readonly (readonly (readonly [key: readonly number[], value: Uint8Array])[])[],
    outputs: readonly (readonly (readonly [key: readonly number[], value: Uint8Array])[])[] = [
      [],
      [],
      [],
      [],
    ],
    globals: readonly (readonly [key: readonly number[], value: Uint8Array])[] = [],
  ): string => {
    const size = (length: number): number[] =>
      length < 0xfd ? [length] : [0xfd, length & 0xff, length >> 8];
    const map = (fields: readonly (readonly [readonly number[], Uint8Array])[]): number[] => [
      ...fields.flatMap(([key, value]) => [...size(key.length), ...key, ...size(value.length), ...value]),
      0,
    ];
    const bytes = [
      0x70,
      0x73,
      0x62,
      0x74,
      0xff,
      ...map([[[0], unsigned], ...globals]),
      ...[...inputs, ...outputs].flatMap(map),
    ];
    return Buffer.from(bytes).toString('base64');
  };
  const unsigned = unsignedOf(honest);
  const plain = previous.map((each) => [[[0], each]] as const);
  const [first = new Uint8Array(), second = first] = previous;
  const other = [[[0], second]] as const;
  const spent = (amount: bigint, script: Uint8Array): Uint8Array => {
    const head = Buffer.alloc(8);
    head.writeBigUInt64LE(amount);
    return Buffer.concat([head, Uint8Array.of(script.length), script]);
  };
  const ownScript = scriptOfAddress(addressOf(firstKey));
  const withFirst = (...more: readonly (readonly [readonly number[], Uint8Array])[]) => [
    [[[0], first] as const, ...more],
    other,
  ];

  it('is what the builder of the suites builds', () => {
    expect(build(unsigned, plain)).toBe(psbtOf(honest));
    expect(build(unsigned, plain)).toBe(Buffer.from(buildPsbt(unsigned, previous, 4)).toString('base64'));
  });

  const key = [...Buffer.alloc(33, 2)];
  it.each([
    ['with what is spent, rightly', withFirst([[1], spent(100_000_000n, ownScript)]), 'none'],
    [
      'with what is spent, too high',
      withFirst([[1], spent(100_000_001n, ownScript)]),
      'previous-transaction',
    ],
    ['with the signature type ALL', withFirst([[3], Uint8Array.of(1, 0, 0, 0)]), 'none'],
    ['with the signature type NONE', withFirst([[3], Uint8Array.of(2, 0, 0, 0)]), 'unsupported'],
    ['with ALL that anyone can add to', withFirst([[3], Uint8Array.of(0x81, 0, 0, 0)]), 'unsupported'],
    ['with a path of a key', withFirst([[6, ...key], new Uint8Array(8)]), 'none'],
    ['with a signature', withFirst([[2, ...key], new Uint8Array(70)]), 'unknown-field'],
    ['with a script', withFirst([[4], ownScript]), 'unknown-field'],
    ['with a final script', withFirst([[7], ownScript]), 'unknown-field'],
    ['with an own field', withFirst([[0xfc, 1, 65], ownScript]), 'unknown-field'],
    ['with a field of a longer type', withFirst([[0xfd, 0, 1], ownScript]), 'unknown-field'],
    ['with a longer key for the previous transaction', [[[[0, 0], first]], other], 'unknown-field'],
    ['with the same field twice', withFirst([[0], first]), 'unreadable'],
    [
      'without a previous transaction',
      [[[[1], spent(100_000_000n, ownScript)]], other],
      'previous-transaction',
    ],
    ['with the previous transactions in another order', plain.toReversed(), 'previous-transaction'],
  ] as const)('%s', (_name, inputs, expected) => {
    expect(reasonOf(() => read(build(unsigned, inputs as never)))).toBe(expected);
  });

  it('has no field for the whole of it, or of an output, but paths', () => {
    expect(
      reasonOf(() => read(build(unsigned, plain, [[], [], [], []], [[[0xfb], new Uint8Array(4)]]))),
    ).toBe('unknown-field');
    expect(reasonOf(() => read(build(unsigned, plain, [[[[0], ownScript]], [], [], []])))).toBe(
      'unknown-field',
    );
    expect(
      reasonOf(() => read(build(unsigned, plain, [[[[2, ...key], new Uint8Array(8)]], [], [], []]))),
    ).toBe('none');
  });

  it('has no previous transaction that only claims to be the one that made the coin', () => {
    const cheaper = coin(1, 90_000_000n);
    expect(reasonOf(() => read(build(unsigned, [[[[0], previousOf(cheaper)]], other])))).toBe(
      'previous-transaction',
    );
  });
});

describe('an address', () => {
  it('has one script in all spellings', () => {
    expect(scriptOf('BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(
      '0014751e76e8199196d454941c45d1b3a323f1433bd6',
    );
    expect(scriptOf('BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe(
      '0014751e76e8199196d454941c45d1b3a323f1433bd6',
    );
    expect(scriptOf('BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toBe(
      '76a91477bff20c60e522dfaa3350c39b030a5d004e839a88ac',
    );
  });

  it('of a witness version without rules is none: everyone could spend what it gets', () => {
    expect(
      scriptOf('BTC', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'),
    ).toBe(undefined);
    expect(scriptOf('BTC', 'BC1SW50QGDZ25J')).toBe(undefined);
    expect(scriptOf('BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0')).toBe(
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    );
  });
});
