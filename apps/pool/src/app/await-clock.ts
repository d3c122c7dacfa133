import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { OperatorFault } from './operator-fault.ts';

/** Before any release of this program, ms since 1970: a clock that says less was never set. */
const clockMin = Date.UTC(2024, 0, 1);

const retryMs = 1000;
const logEvery = 60;

/** Whether this machine has set its clock since it was switched on. One without a battery begins in 1970. */
export function isClockSet(now: number): boolean {
  return now >= clockMin;
}

/** What is wrong with a clock that is not set. */
export function clockNotSet(now: number): string {
  return `This machine's clock says ${new Date(now).toISOString()}, so it is not set yet.`;
}

/**
 * A command that opens the database, or makes one, dates what it writes: a backup of 1970, a decision before all others. Throws an
 * `OperatorFault` until the clock is set.
 */
export function refuseUnsetClock(now: number): void {
  if (!isClockSet(now))
    throw new OperatorFault(`${clockNotSet(now)} Try again once it is (chrony or systemd-timesyncd).`);
}

/**
 * Waits until the clock of this machine is set: shares, blocks, payouts and certificates would be dated decades ago, and a database on the
 * same machine agrees with it. Says so at once and every minute.
 */
export async function awaitClock(
  now: () => number,
  log: Pick<Logger, 'warn'>,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  for (let attempt = 0; !isClockSet(now()); attempt += 1) {
    if (attempt % logEvery === 0)
      log.warn(
        { event: 'clock-not-set' },
        `${clockNotSet(now())} The pool starts as soon as it is (chrony or systemd-timesyncd).`,
      );
    await pause(retryMs);
  }
}
