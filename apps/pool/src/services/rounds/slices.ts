import sql from 'sql-template-tag';
import { firstRow, type Transaction } from '../../db/database.ts';

/** A slice closes at a block or after this long. */
const sliceMs = 60_000;

/** The slice that work of an algorithm goes into now, locked until the transaction ends. */
export async function openSlice(tx: Transaction, algorithm: string, now: number): Promise<bigint> {
  const [open] = await tx.query<{ id: bigint; opened_at: Date }>(sql`
    SELECT id, opened_at FROM slices WHERE algorithm = ${algorithm} AND closed_at IS NULL FOR UPDATE`);
  if (open !== undefined && now - open.opened_at.getTime() < sliceMs) return open.id;
  if (open !== undefined) await closeSlice(tx, open.id, now);
  return startSlice(tx, algorithm, now);
}

/** Closes the open slice at a block and answers it; an empty one is opened where there is none. */
export async function closeOpenSlice(tx: Transaction, algorithm: string, now: number): Promise<bigint> {
  const [open] = await tx.query<{ id: bigint }>(sql`
    SELECT id FROM slices WHERE algorithm = ${algorithm} AND closed_at IS NULL FOR UPDATE`);
  const id = open?.id ?? (await startSlice(tx, algorithm, now));
  await closeSlice(tx, id, now);
  return id;
}

async function startSlice(tx: Transaction, algorithm: string, now: number): Promise<bigint> {
  const rows = await tx.query<{ id: bigint }>(sql`
    INSERT INTO slices (algorithm, opened_at) VALUES (${algorithm}, ${new Date(now)}) RETURNING id`);
  return firstRow(rows).id;
}

async function closeSlice(tx: Transaction, id: bigint, now: number): Promise<void> {
  await tx.query(sql`UPDATE slices SET closed_at = ${new Date(now)} WHERE id = ${id}`);
}
