import sql from 'sql-template-tag';
import type { Transaction } from '../../db/database.ts';

const hourMs = 3_600_000;

interface SourcedLine {
  readonly uuid: string;
  readonly firstAt: number;
  readonly sources: ReadonlyMap<string, bigint>;
}

/** Adds from where work came, by account and hour. A line lies within one minute, so within one hour. */
export async function recordSources(
  tx: Transaction,
  lines: readonly SourcedLine[],
  accountIds: ReadonlyMap<string, bigint>,
): Promise<void> {
  const sums = new Map<string, { accountId: bigint; hour: number; source: string; work: bigint }>();
  for (const { uuid, firstAt, sources } of lines) {
    const accountId = accountIds.get(uuid);
    if (accountId === undefined) continue;
    const hour = Math.floor(firstAt / hourMs) * hourMs;
    for (const [source, work] of sources) {
      const key = `${accountId} ${hour} ${source}`;
      const sum = sums.get(key);
      if (sum === undefined) sums.set(key, { accountId, hour, source, work });
      else sum.work += work;
    }
  }
  if (sums.size === 0) return;
  const rows = [...sums.values()];
  await tx.query(sql`
    INSERT INTO source_work AS known (account_id, hour, source, work)
    SELECT account_id, timestamptz 'epoch' + hour * interval '1 millisecond', source, work
      FROM unnest(
        ${rows.map(({ accountId }) => accountId)}::bigint[], ${rows.map(({ hour }) => hour)}::bigint[],
        ${rows.map(({ source }) => source)}::text[], ${rows.map(({ work }) => work)}::numeric[])
        AS line (account_id, hour, source, work)
     WHERE work > 0 ORDER BY account_id, hour, source
    ON CONFLICT (account_id, hour, source) DO UPDATE SET work = known.work + excluded.work`);
}
