import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { oneEngine, testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { runWithdrawingHarness, withdrawingPoints } from './withdrawing-harness.ts';

/** `npm run crash-table -- rails exchange` sets these, and prints what came of it. A life comes to each point at its next hit. */
const lives = Number(process.env['LIVES'] ?? 1);
const firstSeed = Number(process.env['SEED'] ?? 1);
const file = process.env['CRASH_RUNS'];
/**
 * A busy machine takes longer to come to a point. While it is not known whether one has left, no other is asked for: where it was never taken that lasts ten minutes of
 * business at the least, a quarter of a minute here.
 */
const waitLimitMs = Number(process.env['WAIT_MS'] ?? 60_000);

describe.each(file === undefined ? oneEngine() : testEngines().slice(-1))(
  'a process that pays through an exchange and is killed, on %s',
  (engine) => {
    it.each(Array.from({ length: lives }, (_, life) => firstSeed + life))(
      'pays no one twice and forgets no one, seed %i [P1] [P2] [P14]',
      { timeout: 1_800_000 },
      async (seed) => {
        const life = await runWithdrawingHarness({
          engine,
          seed,
          hits: [1 + ((seed - 1) % 3)],
          waitLimitMs,
          drainMaxMs: 600_000,
        });
        const line = JSON.stringify(life, (_key, value: unknown) =>
          typeof value === 'bigint' ? value.toString() : value,
        );
        if (file !== undefined) appendFileSync(file, `${line}\n`);
        expect([seed, life.wrong, life.waiting, life.overpaid, life.lost]).toEqual([seed, [], [], 0n, 0n]);
        expect(life.settled).toBeGreaterThan(10);
        expect(
          withdrawingPoints().filter((point) => life.counts[`killed at ${point}`] === undefined),
        ).toEqual([]);
      },
    );

    it('is noticed where it believes answers alone, by what it pays and gives back', {
      timeout: 600_000,
    }, async () => {
      const life = await runWithdrawingHarness({
        engine,
        seed: firstSeed,
        hits: [1],
        waitLimitMs: 1500,
        drainMaxMs: 5000,
        isBlind: true,
      });
      expect(life.overpaid).toBeGreaterThan(0n);
    });
  },
);
