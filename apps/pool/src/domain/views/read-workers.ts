import sql, { type Sql } from 'sql-template-tag';
import type { MinerId } from '../miners/find-miner.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { hashesPerSecond, hashrateSpan, hashrateWindowMs } from './hashrate.ts';
import { firstWorkers, pageOfWorkers } from './page-of-workers.ts';

export interface Worker {
  readonly algorithm: string;
  readonly name: string;
  readonly referralCode: string | null;
  readonly online: boolean;
  readonly lastShareAt: number;
  /** Calculated from accepted work; 0 while offline. */
  readonly hashesPerSecond: number;
  /** As its program says; 0 while offline, and where it has said nothing for some minutes. */
  readonly reportedHashesPerSecond: number;
  /** Its newest work comes from the demo fleet. */
  readonly simulated: boolean;
}

interface WorkerRow {
  readonly algorithm: string;
  readonly name: string;
  readonly code: string | null;
  readonly online: boolean;
  readonly online_since: Date;
  readonly last_share_at: Date;
  readonly work: bigint;
  readonly reported: bigint | null;
  readonly simulated: boolean;
}

/** A page of the workers of a miner, online first. */
export async function readWorkers(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  minerId: MinerId,
  page = firstWorkers,
): Promise<Worker[]> {
  const now = ctx.clock.now();
  const { minutes, work } = recentWork(now);
  const rows = await ctx.db.query<WorkerRow>(sql`
    SELECT algorithm, name, code, online, online_since, last_share_at, simulated, ${work} AS work,
           ${reportedNow(now)} AS reported
      FROM (${pageOfWorkers(minerId, page, now)}) AS workers LEFT JOIN ${minutes}
     GROUP BY workers.id, algorithm, name, code, online, online_since, last_share_at, simulated
     ORDER BY online DESC, algorithm, name`);
  return rows.map((row) => ({
    algorithm: row.algorithm,
    name: row.name,
    referralCode: row.code,
    online: row.online,
    lastShareAt: row.last_share_at.getTime(),
    hashesPerSecond: row.online
      ? hashesPerSecond(row.work, hashrateSpan(row.online_since.getTime(), now).seconds)
      : 0,
    reportedHashesPerSecond: row.online ? Number(row.reported ?? 0n) : 0,
    simulated: row.simulated,
  }));
}

const minuteMs = 60_000;
/** A minute is recorded in itself, by each process: only whole ones are read. */
const reportedMinutes = 3;

/** What the program of a row of `workers` says, of the newest whole minute that has something. */
function reportedNow(now: number): Sql {
  const to = now - (now % minuteMs);
  return sql`(
    SELECT rate FROM reported_minutes
     WHERE reported_minutes.worker_id = workers.id AND reported_minutes.minute < ${new Date(to)}
       AND reported_minutes.minute >= ${new Date(to - reportedMinutes * minuteMs)}
     ORDER BY reported_minutes.minute DESC LIMIT 1)`;
}

/**
 * The minutes from which the hashrate of a row of `workers` is calculated, to join, and their work. The minute in which the ten minutes
 * begin counts by the part that lies inside them.
 */
export function recentWork(now: number): { readonly minutes: Sql; readonly work: Sql } {
  const from = new Date(now - hashrateWindowMs);
  return {
    minutes: sql`worker_minutes ON worker_id = workers.id AND minute > ${from}::timestamptz - interval '1 minute'
           AND minute >= date_trunc('minute', online_since)`,
    work: sql`trunc(coalesce(sum(
             work * CASE WHEN online_since > ${from} THEN 1
                         ELSE least(1, extract(epoch FROM minute + interval '1 minute' - ${from}) / 60) END), 0))`,
  };
}
