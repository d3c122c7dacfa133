import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { HealthCheck } from '../edges/http/routes/health.ts';
import type { ShareAccumulator } from '../edges/stratum/share-accumulator.ts';
import { NotReady } from '../domain/kernel/not-ready.ts';
import type { Clock } from '../domain/kernel/clock.ts';

/** Accepted work reaches the database within seconds; after this long something is wrong that an operator has to know. */
const recordedWithinMs = 60_000;

/** The write-ahead logs of work and blocks, the log and the embedded database need some room to go on. */
const diskFreeMin = 64 * 2 ** 20;

/** What must hold for the work of an algorithm to be accepted and recorded. */
export function workCheck(
  algorithm: string,
  clock: Clock,
  accumulator: () => Pick<ShareAccumulator, 'accepting' | 'oldestUnrecordedAt' | 'writesShares'> | undefined,
): HealthCheck {
  return {
    name: `work ${algorithm}`,
    run: () => {
      const now = accumulator();
      if (now === undefined) return;
      if (!now.accepting())
        throw new NotReady('shares are refused, because neither the database nor the disk takes more work');
      if (!now.writesShares())
        throw new NotReady('accepted shares are not written before they are acknowledged: the disk refuses');
      const waitsMs = clock.now() - (now.oldestUnrecordedAt() ?? clock.now());
      if (waitsMs > recordedWithinMs)
        throw new NotReady(`accepted shares are not recorded for ${Math.floor(waitsMs / 1000)} s`);
    },
  };
}

/** What is free where a directory is, in bytes, for a user without privileges. */
export async function freeBytes(
  directory: string,
  read: (path: string) => Promise<Pick<StatsFs, 'bavail' | 'bsize'>> = statfs,
): Promise<number> {
  const { bavail, bsize } = await read(directory);
  return bavail * bsize;
}

/** Whether the disk of the data directory has room left for a user without privileges. */
export function diskCheck(
  dataDirectory: string,
  read: Parameters<typeof freeBytes>[1] = statfs,
): HealthCheck {
  return {
    name: 'disk',
    run: async () => {
      const free = await freeBytes(dataDirectory, read);
      if (free < diskFreeMin)
        throw new NotReady(`the disk of the data directory is full: ${Math.floor(free / 2 ** 20)} MiB free`);
    },
  };
}
