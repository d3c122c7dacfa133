import type { PaymentKind } from '@openlode/signing/messages';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evmRequest, gwei, openEvmSigner, payment, usdt } from './testing/evm-request.ts';

/** `npm run test:long` plays all runs. */
const isLong = process.env['TEST_LONG'] === '1';

const attempt = fc.record({
  number: fc.integer({ min: 0, max: 3 }),
  payout: fc.integer({ min: 1, max: 4 }),
  isToken: fc.constantFrom(true, true, true, false),
  kind: fc.constantFrom<PaymentKind>('payout', 'payout', 'cancel'),
  fee: fc.constantFrom(1n, 2n, 9n),
  hours: fc.constantFrom(0, 0, 5, 26),
  restarts: fc.constantFrom(false, false, false, true),
});

it('pays each payout under one number and uses each number for one, whatever it is asked for [P18]', () => {
  let signedAtAll = 0;
  let refusedAtAll = 0;
  fc.assert(
    fc.property(fc.array(attempt, { minLength: 8, maxLength: 20 }), (attempts) => {
      const kit = openEvmSigner();
      const numberOf = new Map<number, number>();
      const payoutOf = new Map<number, string>();
      try {
        for (const { number, payout, isToken, kind, fee, hours, restarts } of attempts) {
          kit.now += hours * 3_600_000;
          if (restarts) kit.restart();
          const order = payment(`a:${payout}`, BigInt(payout) * 1_000_000n, isToken ? usdt : undefined);
          const price = { price: { maxFeePerGas: fee * gwei, maxPriorityFeePerGas: gwei } };
          const answer = kit.sign(evmRequest(BigInt(number), order, { kind }, price));
          if (!answer.ok) {
            refusedAtAll += 1;
            continue;
          }
          signedAtAll += 1;
          const what = `${payout} ${isToken}`;
          // What cancels a payout shares its number, and comes after it.
          if (kind === 'cancel') expect(numberOf.get(payout)).toBe(number);
          expect(numberOf.get(payout) ?? number).toBe(number);
          expect(payoutOf.get(number) ?? what).toBe(what);
          numberOf.set(payout, number);
          payoutOf.set(number, what);
        }
      } finally {
        kit.close();
      }
    }),
    { numRuns: isLong ? 8 : 4 },
  );
  // It is no property of a signer that signs nothing, or everything.
  expect(signedAtAll).toBeGreaterThan(0);
  expect(refusedAtAll).toBeGreaterThan(0);
});
