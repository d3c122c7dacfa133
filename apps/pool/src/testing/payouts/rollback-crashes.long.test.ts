import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { runRollbackHarness } from './rollback-harness.ts';

/** `ROLLBACKS=100` takes the database back so often in each run; `SEED=7` repeats a run, `RUNS=4` sets the number of runs. */
const times = Number(process.env['ROLLBACKS'] ?? 16);
const firstSeed = Number(process.env['SEED'] ?? 1);
const runs = Number(process.env['RUNS'] ?? 1);
const file = process.env['CRASH_RUNS'];
/** Of each two seeds, one has a rail whose transactions pay several. */
const payeesOf = (seed: number): number => (seed % 2 === 0 ? 1 : 4);

describe.each(testEngines().includes('postgres') ? ([1, 2] as const) : [])(
  '%i processes that pay while their PostgreSQL is taken back under them and restored',
  (processes) => {
    it.each(Array.from({ length: runs }, (_, run) => firstSeed + run))(
      'pay no miner twice and forget none, seed %i [P1] [P2] [P9] [P14]',
      { timeout: 1_800_000 + times * 120_000 },
      async (seed) => {
        const report = await runRollbackHarness({
          engine: 'postgres',
          processes,
          seed,
          payeesMax: payeesOf(seed),
          times,
        });
        const line = JSON.stringify(report, (_key, value: unknown) =>
          typeof value === 'bigint' ? value.toString() : value,
        );
        if (file !== undefined) appendFileSync(file, `${line}\n`);
        expect([seed, report.wrong, report.overpaid, report.lost]).toEqual([seed, [], 0n, 0n]);
        expect(report.rollbacks + report.restores).toBe(times);
        expect(report.settled).toBeGreaterThan(times);
      },
    );
  },
);
