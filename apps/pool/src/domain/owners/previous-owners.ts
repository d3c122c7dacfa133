import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { forEachIsolated } from '../kernel/for-each-isolated.ts';
import { countedHours } from '../policy/owner-rules.ts';
import { type JudgeContext, ownersSources } from './owns-source.ts';

const dayMs = 86_400_000;

/** Miners that are read at once. */
const minersAtOnce = 200;

/** Remembers the sources that are a miner's owner's now, for as long as they may cancel a switch of network. */
export async function rememberOwner(db: Queryable, ctx: JudgeContext, minerId: bigint): Promise<void> {
  const sources = [...(await ownersSources(db, ctx, minerId))];
  if (sources.length === 0) return;
  const now = new Date(ctx.clock.now());
  await db.query(sql`
    INSERT INTO owner_sources AS known (miner_id, source, first_at, last_at)
    SELECT ${minerId}::bigint, source, ${now}::timestamptz, ${now}::timestamptz
      FROM unnest(${sources}::text[]) AS owner (source) ORDER BY source
    ON CONFLICT (miner_id, source) DO UPDATE SET last_at = greatest(known.last_at, excluded.last_at)`);
}

/** Whether a source, as `SourceKeys.own`, was the owner's at this moment or before it. */
export async function wasOwner(db: Queryable, minerId: bigint, source: string, at: number): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 FROM owner_sources WHERE miner_id = ${minerId} AND source = ${source} AND first_at <= ${new Date(at)}`);
  return rows.length > 0;
}

/**
 * Remembers the owners of all miners that mined in the last week, each miner once a day. Work stays countable for a week, so a
 * run that is missed is caught up.
 */
export async function rememberOwners(
  ctx: JudgeContext & Pick<ServiceContext, 'db'>,
  atOnce = minersAtOnce,
): Promise<void> {
  const now = ctx.clock.now();
  const { from, to } = countedHours(now);
  let after = 0n;
  const readPage = async () => {
    const page = await ctx.db.query<{ id: bigint }>(sql`
      SELECT id FROM miners WHERE id > ${after}
         AND EXISTS (SELECT 1 FROM source_work WHERE miner_id = miners.id AND hour >= ${new Date(from)} AND hour < ${new Date(to)})
         AND NOT EXISTS (SELECT 1 FROM owner_sources WHERE miner_id = miners.id AND last_at > ${new Date(now - dayMs)})
       ORDER BY id LIMIT ${atOnce}`);
    after = page.at(-1)?.id ?? after;
    return page;
  };
  for (let page = await readPage(); page.length > 0; page = await readPage())
    await forEachIsolated(page, ({ id }) => rememberOwner(ctx.db, ctx, id));
}
