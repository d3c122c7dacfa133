import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Engine, testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { runRollbackHarness } from './rollback-harness.ts';

/** `ROLLBACKS=100` takes the database back so often in each run; `SEED=7` repeats a run, `RUNS=4` sets the number of runs. */
const times = Number(process.env['ROLLBACKS'] ?? 16);
const firstSeed = Number(process.env['SEED'] ?? 1);
const runs = Number(process.env['RUNS'] ?? 1);
const file = process.env['CRASH_RUNS'];
/** Of each two seeds, one has a rail whose transactions pay several. */
const payeesOf = (seed: number): number => (seed % 2 === 0 ? 1 : 4);

/** Without a server the embedded database is taken back once: it starts too slowly for more. */
const pools: readonly { readonly engine: Engine; readonly processes: 1 | 2; readonly turns: number }[] =
  testEngines().includes('postgres')
    ? [
        { engine: 'postgres', processes: 1, turns: times },
        { engine: 'postgres', processes: 2, turns: times },
      ]
    : [{ engine: 'pglite', processes: 1, turns: 1 }];

describe.each(pools)(
  'on $engine, $processes processes that pay while their database is taken back under them and restored, $turns times',
  ({ engine, processes, turns }) => {
    it.each(Array.from({ length: runs }, (_, run) => firstSeed + run))(
      'pay no miner twice and forget none, seed %i [P1] [P2] [P9] [P14]',
      { timeout: 1_800_000 + turns * 120_000 },
      async (seed) => {
        const report = await runRollbackHarness({
          engine,
          processes,
          seed,
          payeesMax: payeesOf(seed),
          times: turns,
        });
        const line = JSON.stringify(report, (_key, value: unknown) =>
          typeof value === 'bigint' ? value.toString() : value,
        );
        if (file !== undefined) appendFileSync(file, `${line}\n`);
        expect([seed, report.wrong, report.overpaid, report.lost]).toEqual([seed, [], 0n, 0n]);
        expect(report.rollbacks + report.restores).toBe(turns);
        expect(report.settled).toBeGreaterThan(turns);
      },
    );
  },
);
