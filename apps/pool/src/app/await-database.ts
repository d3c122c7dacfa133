import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import sql from 'sql-template-tag';
import type { Queryable } from '../runtime/database/database.ts';
import { describeStartFault } from './start-fault.ts';

/** Codes of a server that is not there now: of Node.js, and of PostgreSQL while it starts or stops (its manual, appendix A). */
const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
]);

const retryMs = 2000;
const logEvery = 30;

/**
 * Waits until the database server answers: after a reboot it may come up later than the pool. Says so at once and every minute. Any
 * other fault, such as a wrong password, is thrown.
 */
export async function awaitDatabase(
  db: Queryable,
  log: Pick<Logger, 'warn'>,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await db.query(sql`SELECT 1`);
      return;
    } catch (error) {
      if (!isAway(error)) throw error;
      if (attempt % logEvery === 0)
        log.warn(
          { event: 'database-away' },
          `${describeStartFault(error).message} The pool starts as soon as the database answers.`,
        );
      await pause(retryMs);
    }
  }
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code: errorCode, message } = error as Error & { readonly code?: string };
  if (error instanceof AggregateError) return error.errors.some(isAway);
  // What node-postgres says of a connection that ended before it was made has no code.
  return away.has(errorCode ?? '') || message === 'Connection terminated unexpectedly' || isAway(error.cause);
}
