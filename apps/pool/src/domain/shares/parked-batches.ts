import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import {
  fromStored,
  type StoredLine,
  type StoredWork,
  toStored,
  workFromStored,
  workToStored,
} from '../kernel/stored-line.ts';
import type { RejectLine, WorkBatch } from '../kernel/work-batch.ts';

/** Why a batch was put aside: it is so old that it may have been counted, or the database refused what is in it. */
export type ParkedReason = 'too-old' | 'refused';

/** A batch that was put aside, as an operator looks at it. */
export interface ParkedBatch {
  readonly id: string;
  readonly reason: ParkedReason;
  /** What the database said of a refused batch; empty for one that is too old. */
  readonly detail: string;
  readonly algorithm: string;
  readonly shares: number;
  /** Expected hashes. */
  readonly work: string;
  readonly miners: number;
  /** Business time of its first and last work, and when it was parked, in ms. */
  readonly firstAt: number;
  readonly lastAt: number;
  readonly parkedAt: number;
}

interface ParkedRow {
  readonly id: string;
  readonly reason: ParkedReason;
  readonly detail: string;
  readonly rejects: readonly StoredLine<RejectLine>[];
  readonly algorithm: string;
  readonly shares: bigint;
  readonly work: bigint;
  readonly lines: readonly StoredWork[];
  readonly parked_at: Date;
  readonly upstream: string | null;
  readonly network_work: bigint | null;
}

/** Puts a batch aside with everything that was in it, once. */
export async function parkBatch(
  tx: Queryable,
  { id, algorithm, relayed, lines, rejects = [] }: WorkBatch,
  why: { readonly at: number; readonly reason: ParkedReason; readonly detail?: string },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO parked_batches (id, algorithm, shares, work, lines, parked_at, reason, detail, rejects, upstream, network_work)
    VALUES (${id}, ${algorithm}, ${lines.reduce((sum, line) => sum + line.shares, 0)},
            ${lines.reduce((sum, line) => sum + line.work, 0n)},
            ${JSON.stringify(lines.map(workToStored))}, ${new Date(why.at)},
            ${why.reason}, ${why.detail ?? ''}, ${JSON.stringify(rejects.map(toStored))},
            ${relayed?.upstream ?? null}, ${relayed?.networkWork ?? null})
    ON CONFLICT DO NOTHING`);
}

/** The oldest first. */
export async function readParked(db: Queryable, limit: number): Promise<ParkedBatch[]> {
  const rows = await db.query<Omit<ParkedRow, 'upstream' | 'network_work'>>(sql`
    SELECT id, algorithm, shares, work, lines, parked_at, reason, detail FROM parked_batches ORDER BY parked_at, id LIMIT ${limit}`);
  return rows.map(({ id, algorithm, shares, work, lines, parked_at: parkedAt, reason, detail }) => ({
    id,
    reason,
    detail,
    algorithm,
    shares: Number(shares),
    work: work.toString(),
    miners: new Set(lines.map(({ account: { coin, address, memo } }) => `${coin} ${address} ${memo ?? ''}`))
      .size,
    firstAt: Math.min(...lines.map(({ firstAt }) => firstAt)),
    lastAt: Math.max(...lines.map(({ lastAt }) => lastAt)),
    parkedAt: parkedAt.getTime(),
  }));
}

/** Takes a batch from where it was put aside; undefined when it is not there. Two who try get it once. */
export async function takeParked(tx: Transaction, id: string): Promise<WorkBatch | undefined> {
  const [row] = await tx.query<
    Pick<ParkedRow, 'id' | 'algorithm' | 'lines' | 'rejects' | 'upstream' | 'network_work'>
  >(
    sql`DELETE FROM parked_batches WHERE id = ${id} RETURNING id, algorithm, lines, rejects, upstream, network_work`,
  );
  if (row === undefined) return undefined;
  const { algorithm, upstream, network_work: networkWork } = row;
  return {
    id: row.id,
    algorithm,
    ...(upstream === null || networkWork === null ? {} : { relayed: { upstream, networkWork } }),
    lines: row.lines.map(workFromStored),
    rejects: row.rejects.map(fromStored),
  };
}
