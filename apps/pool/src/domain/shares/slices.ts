import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';

/** A slice closes at a block or after this long. */
const sliceMs = 60_000;

/** The slice that work of an algorithm goes into now, locked until the transaction ends. */
export async function openSlice(tx: Transaction, algorithm: string, now: number): Promise<bigint> {
  for (;;) {
    const open = await lockOpen(tx, algorithm);
    if (open !== undefined && now - open.opened_at.getTime() < sliceMs) return open.id;
    if (open !== undefined) await closeSlice(tx, open.id, now);
    const started = await startSlice(tx, algorithm, now);
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
): Promise<{ id: bigint; opened_at: Date } | undefined> {
  const [open] = await tx.query<{ id: bigint; opened_at: Date }>(sql`
    SELECT id, opened_at FROM slices WHERE algorithm = ${algorithm} AND closed_at IS NULL FOR UPDATE`);
  return open;
}

/** Undefined where another transaction has opened one: read again. */
async function startSlice(tx: Transaction, algorithm: string, now: number): Promise<bigint | undefined> {
  const [started] = await tx.query<{ id: bigint }>(sql`
    INSERT INTO slices (algorithm, opened_at) VALUES (${algorithm}, ${new Date(now)})
    ON CONFLICT (algorithm) WHERE closed_at IS NULL DO NOTHING RETURNING id`);
  return started?.id;
}

async function closeSlice(tx: Transaction, id: bigint, now: number): Promise<void> {
  await tx.query(sql`UPDATE slices SET closed_at = ${new Date(now)} WHERE id = ${id}`);
}
