import sql from 'sql-template-tag';
import type { Transaction } from '../../db/database.ts';
import type { EventBody, LiveEvent, StoredEvent } from '../ports/publisher.ts';

export interface NewEvent {
  readonly accountId: bigint;
  readonly uuid: string;
  readonly at: number;
  readonly body: EventBody;
}

/**
 * Adds lines to the histories of accounts, numbered without gaps: the number is taken under the account row's lock, which
 * lasts until this transaction ends; several are locked in the order of their ids, so that no two can deadlock. Answers what watchers may hear once it has committed.
 */
export async function appendEvents(tx: Transaction, events: readonly NewEvent[]): Promise<LiveEvent[]> {
  if (events.length === 0) return [];
  const byAccount = groupByAccount(events);
  const ids = [...byAccount.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  const counts = ids.map((id) => byAccount.get(id)?.length ?? 0);
  const numbered = await tx.query<{ id: bigint; last_seq: bigint }>(sql`
    WITH locked AS MATERIALIZED (SELECT id FROM accounts WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE)
    UPDATE accounts SET last_seq = last_seq + added.n
      FROM unnest(${ids}::bigint[], ${counts}::bigint[]) AS added (id, n)
     WHERE accounts.id = added.id AND (SELECT count(*) FROM locked) > 0 RETURNING accounts.id, last_seq`);

  const stored: { accountId: bigint; uuid: string; event: StoredEvent }[] = [];
  for (const { id, last_seq: last } of numbered) {
    const own = byAccount.get(id) ?? [];
    for (const [index, { uuid, at, body }] of own.entries()) {
      stored.push({ accountId: id, uuid, event: { seq: Number(last) - own.length + 1 + index, at, body } });
    }
  }
  await tx.query(sql`
    INSERT INTO events (account_id, seq, at, type, body)
    SELECT account_id, seq, timestamptz 'epoch' + at * interval '1 millisecond', body ->> 'type', body
      FROM unnest(
        ${stored.map((row) => row.accountId)}::bigint[], ${stored.map((row) => row.event.seq)}::bigint[],
        ${stored.map((row) => row.event.at)}::bigint[],
        ${stored.map((row) => JSON.stringify(row.event.body))}::jsonb[]) AS event (account_id, seq, at, body)`);
  return stored.map(({ uuid, event }) => ({ kind: 'account-event', uuid, event }));
}

function groupByAccount(events: readonly NewEvent[]): Map<bigint, NewEvent[]> {
  const groups = new Map<bigint, NewEvent[]>();
  for (const event of events) {
    const group = groups.get(event.accountId);
    if (group === undefined) groups.set(event.accountId, [event]);
    else group.push(event);
  }
  return groups;
}
