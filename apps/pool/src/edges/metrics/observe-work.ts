import type { Registry } from 'prom-client';
import { gauges } from './read-gauges.ts';

/** When an algorithm last had new work; in ms since 1970. */
export interface WorkTime {
  readonly algorithm: string;
  /** Of the newest job; undefined before the first. */
  readonly jobAt: number | undefined;
  /** Of the newest job on another block than the one before. */
  readonly tipAt: number | undefined;
}

export interface WorkFigures {
  workTimes(): readonly WorkTime[];
}

export function observeWork(registers: Registry[], source: WorkFigures): void {
  const each = (name: string, help: string, timeOf: (work: WorkTime) => number | undefined): void =>
    gauges(registers, { name, help, labelNames: ['algorithm'] }, async () =>
      source.workTimes().flatMap((work) => {
        const at = timeOf(work);
        return at === undefined ? [] : [[{ algorithm: work.algorithm }, at / 1000] as const];
      }),
    );
  each(
    'openlode_job_timestamp_seconds',
    'When miners of an algorithm were last given a job; a new one comes every 30 seconds while there is work',
    ({ jobAt }) => jobAt,
  );
  each(
    'openlode_tip_timestamp_seconds',
    'When the block that an algorithm is mined on last became another one, as this process has seen it',
    ({ tipAt }) => tipAt,
  );
}
