import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import type { MinerKey } from '../kernel/work-batch.ts';
import { minerUuid } from '../miners/miner-uuid.ts';
import { kept, rowsPerTransaction } from '../policy/retention-rules.ts';

/** What a mining program says of its own speed. */
export interface ReportLine {
  readonly algorithm: string;
  readonly miner: MinerKey;
  readonly worker: string;
  readonly hashesPerSecond: number;
}

const minuteMs = 60_000;

/**
 * Records what holds in this minute, once a minute in each process, and forgets what no chart shows any more. Workers of one name add up,
 * also over processes. One without an accepted share is left out: it is not known yet.
 */
export async function recordReports(
  { db, clock, secret }: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  lines: readonly ReportLine[],
): Promise<void> {
  const now = clock.now();
  await forget({ db }, now);
  if (lines.length === 0) return;
  const minute = new Date(now - (now % minuteMs));
  const ten = new Date(now - (now % (10 * minuteMs)));
  await db.query(sql`
    WITH line AS (
      SELECT workers.id, workers.miner_id, workers.algorithm, sum(said.rate) AS rate
        FROM unnest(
          ${lines.map(({ miner }) => minerUuid(secret, miner))}::uuid[],
          ${lines.map(({ algorithm }) => algorithm)}::text[], ${lines.map(({ worker }) => worker)}::text[],
          ${lines.map(({ hashesPerSecond }) => BigInt(Math.round(hashesPerSecond)))}::numeric[])
          AS said (uuid, algorithm, worker, rate)
        JOIN miners ON miners.uuid = said.uuid
        JOIN workers ON workers.miner_id = miners.id AND workers.algorithm = said.algorithm
                    AND workers.name = said.worker
       WHERE workers.online
       GROUP BY workers.id, workers.miner_id, workers.algorithm
    ), minutes AS (
      INSERT INTO reported_minutes AS known (worker_id, minute, rate)
      SELECT id, ${minute}, rate FROM line ORDER BY id
      ON CONFLICT (worker_id, minute) DO UPDATE SET rate = known.rate + excluded.rate
    )
    INSERT INTO reported_ten_minutes AS known (miner_id, at, algorithm, minute_rates)
    SELECT miner_id, ${ten}, algorithm, sum(rate) FROM line GROUP BY miner_id, algorithm ORDER BY 1, 3
    ON CONFLICT (miner_id, at, algorithm) DO UPDATE SET minute_rates = known.minute_rates + excluded.minute_rates`);
}

async function forget({ db }: Pick<ServiceContext, 'db'>, now: number): Promise<void> {
  await db.query(sql`
    DELETE FROM reported_minutes WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM reported_minutes WHERE minute <= ${new Date(now - kept.minutesMs)}
       ORDER BY minute LIMIT ${rowsPerTransaction}))`);
  await db.query(sql`
    DELETE FROM reported_ten_minutes WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM reported_ten_minutes WHERE at <= ${new Date(now - kept.tenMinutesMs)}
       ORDER BY at LIMIT ${rowsPerTransaction}))`);
}
