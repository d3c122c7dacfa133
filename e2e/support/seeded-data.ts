import { readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFirst } from '../../testing/made-once.ts';
import { PoolProcess } from '../../testing/pool-process.ts';

/** Recording the month takes a machine that is busy with ten other things some minutes. */
const recordMsMax = 480_000;

/** The charts of the past hour show as much less as the history is older: a copy must leave most of it. */
const ageMaxMs = 8 * 60_000;

/**
 * A data directory with the history of the demo, to be copied (`dataFrom` of `PoolProcess`). To record a month takes ten seconds of processor
 * time: the first worker of this run that asks does it, and others wait for it. A worker that fails at it lets the next one try. It goes at
 * the end of the run (remove-seeded-data.ts): another worker may copy it still when the one that made it ends.
 */
export async function seededData(): Promise<string> {
  // All workers of a run have one parent.
  const prefix = seededPrefix(process.ppid);
  const making = join(tmpdir(), `${prefix}making`);
  for (;;) {
    const found = readdirSync(tmpdir()).find(
      (name) => name.startsWith(prefix) && Date.now() - Number(name.slice(prefix.length)) < ageMaxMs,
    );
    if (found !== undefined) return join(tmpdir(), found, 'data');
    if (isFirst(making)) return make(making, join(tmpdir(), `${prefix}${Date.now()}`));
    await sleep(100);
  }
}

/** How the names of a run's seeded folders begin, by the process id of the runner. */
export function seededPrefix(runner: number): string {
  return `openlode-seeded-${runner}-`;
}

async function make(making: string, made: string): Promise<string> {
  try {
    const env = { OPENLODE_SEED: 'openlode' };
    const pool = await PoolProcess.start({ folder: making, readyTimeoutMs: recordMsMax, env });
    await pool.kill('SIGTERM');
    renameSync(making, made);
    return join(made, 'data');
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    throw error;
  }
}
