import fc from 'fast-check';
import { RawTx } from '@scure/btc-signer/script.js';
import { expect, it } from 'vitest';
import {
  coin,
  firstKey,
  keyHashMiners,
  keyHashNetwork,
  miners,
  network,
  order,
  requestOf,
  secondKey,
} from './testing/honest-request.ts';
import { openTestSigner, policyOf } from './testing/test-signer.ts';

/** `npm run test:long` plays all runs. */
const isLong = process.env['TEST_LONG'] === '1';

const dayMs = 86_400_000;
const cap = 100_000_000n;
const worth = 200_000_000n;

/** What a caller may try: any coins for any payouts, at moments that go forward. */
const attempt = fc.record({
  coins: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
  payouts: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
  /** Mostly what the payout was at first. */
  amount: fc.constantFrom(0n, 0n, 0n, 1n),
  fee: fc.constantFrom(0n, 1000n, 9000n),
  hours: fc.constantFrom(0, 0, 0, 5, 26),
  restarts: fc.constantFrom(false, false, false, true),
});

interface Seen {
  readonly day: number;
  readonly claims: ReadonlySet<string>;
  readonly fee: bigint;
  readonly orders: ReadonlyMap<string, string>;
}

it.each([
  ['coins of witness keys', network, miners],
  ['coins of key hashes', keyHashNetwork, keyHashMiners],
] as const)(
  'pays each payout out of %s once and no more than the cap in a day, whatever it is asked for [P18] [P19]',
  (_coins, on, payees) => {
    let signedAtAll = 0;
    let refusedAtAll = 0;
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 8, maxLength: 20 }), (attempts) => {
        const kit = openTestSigner(
          [firstKey, secondKey].map((secret) => ({ network: on, secret })),
          policyOf(on),
        );
        const seen: Seen[] = [];
        try {
          for (const { coins, payouts, amount, fee, hours, restarts } of attempts) {
            kit.now += hours * 3_600_000;
            if (restarts) kit.restart();
            const orders = payouts.map((id) =>
              order(`a:${id}`, 12_000_000n * BigInt(id) + amount, payees[id % 3]),
            );
            const answer = kit.sign(
              requestOf(
                coins.map((seed) => coin(seed, worth, firstKey, on)),
                orders,
                { fee },
              ),
            );
            if (!answer.ok || answer.type !== 'signed') {
              refusedAtAll += 1;
              continue;
            }
            signedAtAll += 1;
            if (answer.again) continue;
            const { inputs, outputs } = RawTx.decode(Buffer.from(answer.bytes, 'hex'));
            seen.push({
              day: Math.floor(kit.now / dayMs),
              claims: new Set(
                inputs.map(({ txid, index }) => `${Buffer.from(txid).toString('hex')}:${index}`),
              ),
              fee: BigInt(inputs.length) * worth - outputs.reduce((sum, { amount }) => sum + amount, 0n),
              orders: new Map(orders.map((each) => [each.payoutId, `${each.address} ${each.amount}`])),
            });
          }
          expectOnce(seen);
          expectWithinCaps(seen);
        } finally {
          kit.close();
        }
      }),
      { numRuns: isLong ? 8 : 4 },
    );
    // It is no property of a signer that signs nothing, or everything.
    expect(signedAtAll).toBeGreaterThan(0);
    expect(refusedAtAll).toBeGreaterThan(0);
  },
);

/** Any two transactions of a payout are for one payment, and cannot both be confirmed. */
function expectOnce(seen: readonly Seen[]): void {
  for (const [at, one] of seen.entries())
    for (const other of seen.slice(at + 1))
      for (const [payout, payment] of one.orders) {
        const same = other.orders.get(payout);
        if (same === undefined) continue;
        expect(same).toBe(payment);
        expect([...one.claims].some((claim) => other.claims.has(claim))).toBe(true);
      }
}

/** Payments count with the first transaction of their payout, fees with each. */
function expectWithinCaps(seen: readonly Seen[]): void {
  const days = new Map<number, bigint>();
  const known = new Set<string>();
  for (const { day, fee, orders } of seen) {
    let left = fee;
    for (const [payout, payment] of orders) {
      if (!known.has(payout)) left += BigInt(payment.split(' ')[1] ?? 0);
      known.add(payout);
    }
    days.set(day, (days.get(day) ?? 0n) + left);
  }
  for (const left of days.values()) expect(left).toBeLessThanOrEqual(cap);
}
