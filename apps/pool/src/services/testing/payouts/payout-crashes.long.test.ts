import { describe, expect, it } from 'vitest';
import { testEngines } from '../../../db/testing/create-test-database.ts';
import { type CrashReport, runCrashHarness } from './crash-harness.ts';

const hits = Number(process.env['HITS'] ?? 20);

/** Every point at every hit, again with other seeds, until there were so many faults. */
const faultsMin = Number(process.env['FAULTS'] ?? 2000);

const faultsOf = ({ kills, pauses, sessionsKilled, railFaults }: CrashReport): number =>
  kills + pauses + sessionsKilled + railFaults;

describe.each(testEngines().includes('postgres') ? ([1, 2] as const) : [])(
  '%i processes that pay from one PostgreSQL, killed, paused and cut off',
  (processes) => {
    it(`pay nobody twice and forget nobody in ${faultsMin} faults, without any lock [P1] [P2] [P3] [P9] [P14]`, {
      timeout: 14_400_000,
    }, async () => {
      let faults = 0;
      for (let seed = 1; faults < faultsMin; seed += 1) {
        const report = await runCrashHarness({
          engine: 'postgres',
          processes,
          hits,
          seed,
          patienceMs: 8000,
        });
        faults += faultsOf(report);
        process.stdout.write(
          `${JSON.stringify({ processes, seed, ...report }, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))}\n`,
        );
        expect(report.wrong).toEqual([]);
        expect([report.overpaid, report.lost]).toEqual([0n, 0n]);
      }
    });
  },
);

describe('a process that pays and is killed', () => {
  it('pays nobody twice and forgets nobody: each point once, embedded database [P1] [P2] [P14]', {
    timeout: 600_000,
  }, async () => {
    const report = await runCrashHarness({
      engine: 'pglite',
      processes: 1,
      hits: 1,
      seed: 1,
      patienceMs: 8000,
    });
    expect(report.wrong).toEqual([]);
    expect([report.overpaid, report.lost]).toEqual([0n, 0n]);
    expect(report.settled).toBeGreaterThan(10);
    expect(report.released).toBeGreaterThan(3);
    expect(Object.keys(report.met).length).toBeGreaterThan(9);
  });
});
