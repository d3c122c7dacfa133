import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import type { EventBody, LiveEvent } from '../kernel/publisher.ts';

export interface NewEvent {
  readonly minerId: bigint;
  readonly uuid: string;
  readonly at: number;
  readonly body: EventBody;
}

/**
 * Adds lines to the histories of miners, numbered without gaps: the number is taken under the miner row's lock, which
 * lasts until this transaction ends; several are locked in the order of their ids, so that no two can deadlock. Answers what watchers may hear once it has committed.
 */
export async function appendEvents(tx: Transaction, events: readonly NewEvent[]): Promise<LiveEvent[]> {
  if (events.length === 0) return [];
  const added = events.toSorted((a, b) => (a.minerId < b.minerId ? -1 : a.minerId > b.minerId ? 1 : 0));
  const ids: bigint[] = [];
  const counts: number[] = [];
  const nths = added.map(({ minerId }) => {
    if (minerId !== ids.at(-1)) {
      ids.push(minerId);
      counts.push(0);
    }
    const nth = (counts.at(-1) ?? 0) + 1;
    counts[counts.length - 1] = nth;
    return nth;
  });
  // The ids stand in sub-selects, because the planner, knowing that there are thousands, would at times scan all miners of the pool.
  // The bodies travel as one text, a line each: in an array of texts every quote in them would be escaped and read back once more.
  const [row] = await tx.query<{ numbers: string | null }>(sql`
    WITH added AS MATERIALIZED (
      SELECT miner_id, nth, timestamptz 'epoch' + at * interval '1 millisecond' AS at, type, body
        FROM unnest(${added.map(({ minerId }) => minerId)}::bigint[], ${nths}::bigint[], ${added.map(({ at }) => at)}::bigint[],
                    ${added.map(({ body }) => body.type)}::text[],
                    string_to_array(${added.map(({ body }) => JSON.stringify(body)).join('\n')}, E'\n'))
             AS event (miner_id, nth, at, type, body)
    ), locked AS MATERIALIZED (
      SELECT id FROM miners WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE
    ), numbered AS (
      UPDATE miners SET last_seq = last_seq + own.n
        FROM unnest((SELECT ${ids}::bigint[]), (SELECT ${counts}::bigint[])) AS own (id, n)
       WHERE miners.id = own.id AND (SELECT count(*) FROM locked) > 0 RETURNING miners.id, last_seq - own.n AS before
    ), written AS (
      INSERT INTO events (miner_id, seq, at, type, body)
      SELECT miner_id, before + nth, at, type, body::jsonb FROM added JOIN numbered ON numbered.id = miner_id
    )
    SELECT string_agg(concat_ws(' ', id, before), E'\n') AS numbers FROM numbered`);
  const before = new Map<string, number>();
  for (const line of (row?.numbers ?? '').split('\n')) {
    const [id = '', last] = line.split(' ', 2);
    before.set(id, Number(last));
  }
  return added.flatMap(({ minerId, uuid, at, body }, index): LiveEvent[] => {
    const last = before.get(minerId.toString());
    const nth = nths[index] ?? 0;
    return last === undefined ? [] : [{ kind: 'miner-event', uuid, event: { seq: last + nth, at, body } }];
  });
}
