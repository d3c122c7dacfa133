import sql from 'sql-template-tag';
import { firstRow } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** Open slices, and rounds of blocks by state, for the metrics. */
export async function countRounds(
  ctx: Pick<ServiceContext, 'db'>,
): Promise<{ readonly openSlices: number; readonly rounds: ReadonlyMap<string, number> }> {
  const slices = await ctx.db.query<{ open: bigint }>(
    sql`SELECT count(*) AS open FROM slices WHERE closed_at IS NULL`,
  );
  const rounds = await ctx.db.query<{ state: string; count: bigint }>(
    sql`SELECT state, count(*) AS count FROM rounds WHERE upstream IS NULL GROUP BY state`,
  );
  return {
    openSlices: Number(firstRow(slices).open),
    rounds: new Map(rounds.map(({ state, count }) => [state, Number(count)])),
  };
}
