import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import type { UpstreamState } from '../kernel/upstream-state.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'>;

/** A process writes every twenty seconds: one that was not heard for three turns and some seconds has ended, or is cut off, and counts no more. */
const countsMs = 70_000;
/** Then its rows are deleted, which no process does for itself. */
const keptMs = 3_600_000;
const million = 1_000_000;

/** Writes down how other pools stand in one process, in the place of what it has said before. @param states by pool */
export async function writeUpstreamStates(
  { db, clock }: Context,
  process: string,
  states: ReadonlyMap<string, UpstreamState>,
): Promise<void> {
  const now = clock.now();
  for (const [upstream, { hasWork, connections, counts, blocks, networkWork = null }] of states)
    await db.query(sql`
      INSERT INTO upstream_states (process, upstream, said_at, has_work, connections, counts, blocks_found, blocks_expected, network_work)
      VALUES (${process}, ${upstream}, ${new Date(now)}, ${hasWork}, ${connections}, ${textOf(counts)}::jsonb, ${blocks.found},
              ${Math.round(blocks.expected * million)}, ${networkWork})
      ON CONFLICT (process, upstream) DO UPDATE
         SET said_at = EXCLUDED.said_at, has_work = EXCLUDED.has_work, connections = EXCLUDED.connections, counts = EXCLUDED.counts,
             blocks_found = EXCLUDED.blocks_found, blocks_expected = EXCLUDED.blocks_expected, network_work = EXCLUDED.network_work`);
  await db.query(sql`DELETE FROM upstream_states WHERE said_at < ${new Date(now - keptMs)}`);
}

/** How other pools stand in all processes but one, which knows its own, by pool; one that no other process gives is left out. */
export async function readUpstreamStates(
  { db, clock }: Context,
  process: string,
): Promise<ReadonlyMap<string, readonly UpstreamState[]>> {
  const [from, until] = [-countsMs, countsMs].map((ms) => new Date(clock.now() + ms));
  const rows = await db.query<Row>(sql`
    SELECT upstream, has_work AS "hasWork", connections, counts, blocks_found::int AS found, blocks_expected::float8 AS expected,
           network_work AS "networkWork"
      FROM upstream_states WHERE process <> ${process} AND said_at BETWEEN ${from} AND ${until}
     ORDER BY said_at DESC, process`);
  const states = new Map<string, UpstreamState[]>();
  for (const row of rows) {
    const state = stateOf(row);
    const others = states.get(row.upstream);
    if (others === undefined) states.set(row.upstream, [state]);
    else others.push(state);
  }
  return states;
}

interface Row {
  readonly upstream: string;
  readonly hasWork: boolean;
  readonly connections: number;
  readonly counts: Readonly<Record<string, { readonly shares: number; readonly work: string }>>;
  readonly found: number;
  /** In millionths. */
  readonly expected: number;
  readonly networkWork: bigint | null;
}

function textOf(counts: UpstreamState['counts']): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(counts).map(([name, { shares, work }]) => [name, { shares, work: String(work) }]),
    ),
  );
}

function stateOf({ hasWork, connections, counts, found, expected, networkWork }: Row): UpstreamState {
  return {
    hasWork,
    connections,
    counts: Object.fromEntries(
      Object.entries(counts).map(([name, { shares, work }]) => [name, { shares, work: BigInt(work) }]),
    ),
    blocks: { found, expected: expected / million },
    networkWork: networkWork ?? undefined,
  };
}
