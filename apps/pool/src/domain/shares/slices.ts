import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import type { Relayed } from '../kernel/work-batch.ts';

/** A slice closes at a block or after this long. */
export const sliceMs = 60_000;

/**
 * The slice that work of an algorithm goes into now, locked until the transaction ends. Work of each other pool has slices of its own, in
 * each of which a block takes the same work.
 */
export async function openSlice(
  tx: Transaction,
  algorithm: string,
  now: number,
  relayed?: Relayed,
): Promise<bigint> {
  for (;;) {
    const open = await lockOpen(tx, algorithm, relayed);
    const isOfIt = open?.network_work === (relayed?.networkWork ?? null);
    if (open !== undefined && isOfIt && now - open.opened_at.getTime() < sliceMs) return open.id;
    if (open !== undefined) await closeSlice(tx, open.id, now);
    const started = await startSlice(tx, algorithm, now, relayed);
    if (started !== undefined) return started;
  }
}

/** Closes the open slice at a block and answers it; an empty one is opened where there is none. */
export async function closeOpenSlice(tx: Transaction, algorithm: string, now: number): Promise<bigint> {
  for (;;) {
    const id = (await lockOpen(tx, algorithm))?.id ?? (await startSlice(tx, algorithm, now));
    if (id === undefined) continue;
    await closeSlice(tx, id, now);
    return id;
  }
}

/** Undefined also where the slice was closed, and another one opened, while this waited for its row. */
async function lockOpen(
  tx: Transaction,
  algorithm: string,
  relayed?: Relayed,
): Promise<{ id: bigint; opened_at: Date; network_work: bigint | null } | undefined> {
  const source = relayed === undefined ? sql`upstream IS NULL` : sql`upstream = ${relayed.upstream}`;
  const [open] = await tx.query<{ id: bigint; opened_at: Date; network_work: bigint | null }>(sql`
    SELECT id, opened_at, network_work FROM slices
     WHERE algorithm = ${algorithm} AND ${source} AND closed_at IS NULL FOR UPDATE`);
  return open;
}

/** Undefined where another transaction has opened one: read again. */
async function startSlice(
  tx: Transaction,
  algorithm: string,
  now: number,
  relayed?: Relayed,
): Promise<bigint | undefined> {
  // One open slice of each source, by their indexes.
  const [started] = await tx.query<{ id: bigint }>(sql`
    INSERT INTO slices (algorithm, opened_at, upstream, network_work)
    VALUES (${algorithm}, ${new Date(now)}, ${relayed?.upstream ?? null}, ${relayed?.networkWork ?? null})
    ON CONFLICT DO NOTHING RETURNING id`);
  return started?.id;
}

/** Closes the open slice of another pool's work, once it is as old as slices become: where nothing is mined no work comes to close it. */
export async function closeRelayedSlice(
  tx: Transaction,
  algorithm: string,
  upstream: string,
  now: number,
): Promise<void> {
  await tx.query(sql`
    UPDATE slices SET closed_at = ${new Date(now)}
     WHERE algorithm = ${algorithm} AND upstream = ${upstream} AND closed_at IS NULL
       AND opened_at <= ${new Date(now - sliceMs)}`);
}

async function closeSlice(tx: Transaction, id: bigint, now: number): Promise<void> {
  await tx.query(sql`UPDATE slices SET closed_at = ${new Date(now)} WHERE id = ${id}`);
}
