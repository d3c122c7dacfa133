import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { type CrashReport, runCrashHarness } from './crash-harness.ts';

/** Every point is met at its hits 1 to 8, a run for each; `HITS=3` runs the third again. */
const hits = (process.env['HITS'] ?? '1,2,3,4,5,6,7,8').split(',').map(Number);

/** A busy machine takes longer to come to a point; those that come rarely are left after this time. */
const waitLimitMs = Number(process.env['WAIT_MS'] ?? 6000);

/** What all runs together must have suffered. `FAULTS=0` where only a few of them are run. */
const faultsMin = Number(process.env['FAULTS'] ?? 2000);

const faultsOf = ({ kills, pauses, sessionsKilled, railFaults }: CrashReport): number =>
  kills + pauses + sessionsKilled + railFaults;

/** A line a run, for `scripts/payout-crash-table.ts`. */
function note(run: Readonly<Record<string, unknown>>): void {
  const file = process.env['CRASH_RUNS'];
  const line = JSON.stringify(run, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  if (file !== undefined) appendFileSync(file, `${line}\n`);
}

describe.each(testEngines().includes('postgres') ? ([1, 2] as const) : [])(
  '%i processes that pay from one PostgreSQL, killed, paused and cut off, without any lock',
  (processes) => {
    let faults = 0;

    it.each(hits)(
      'pay no miner twice and forget none at hit %i of each point [P1] [P2] [P3] [P9] [P14]',
      {
        timeout: 2_700_000,
      },
      async (hit) => {
        const seed = hit * 2 + processes;
        const report = await runCrashHarness({
          engine: 'postgres',
          processes,
          hits: [hit],
          seed,
          payeesMax: hit % 2 === 0 ? 1 : 4,
          waitLimitMs,
        });
        faults += faultsOf(report);
        note({ processes, hit, seed, ...report });
        expect(report.wrong).toEqual([]);
        expect([report.overpaid, report.lost]).toEqual([0n, 0n]);
      },
    );

    it('have seen enough faults', () => {
      expect(faults).toBeGreaterThanOrEqual(faultsMin);
    });
  },
);

describe('a process that pays and is killed', () => {
  it('pays no miner twice and forgets none: each point once, embedded database [P1] [P2] [P14]', {
    timeout: 2_700_000,
  }, async () => {
    const report = await runCrashHarness({
      engine: 'pglite',
      processes: 1,
      hits: [1],
      seed: 1,
      payeesMax: 4,
      // A point that is met ends its run at once: this is for those that a busy machine takes long to come to.
      waitLimitMs: 25_000,
    });
    expect(report.wrong).toEqual([]);
    expect([report.overpaid, report.lost]).toEqual([0n, 0n]);
    expect(report.settled).toBeGreaterThan(10);
    expect(report.released).toBeGreaterThan(3);
    expect(Object.keys(report.met).length).toBeGreaterThan(9);
  });
});
