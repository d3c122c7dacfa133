import sql, { type Sql } from 'sql-template-tag';
import type { MinerId } from '../miners/find-miner.ts';
import { kept } from '../policy/retention-rules.ts';
import { otherWorkers } from '../shares/cap-workers.ts';

/** A part of a miner's workers. */
export interface WorkersPage {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** Anyone may mine to an address under any worker name, so an answer without a page is limited to this number of workers. */
export const firstWorkers: WorkersPage = { page: 1, limit: 1000 };

/**
 * The rows of `workers` of a page, online first; those that have been offline for eight days have left the list. The ones that are
 * counted together come first, so that the first page always has them.
 */
export function pageOfWorkers(minerId: MinerId, { page, limit }: WorkersPage, now: number): Sql {
  return sql`
    SELECT * FROM workers
     WHERE miner_id = ${minerId} AND (online OR last_share_at > ${new Date(now - kept.offlineWorkersMs)})
     ORDER BY (name = ${otherWorkers}) DESC, online DESC, algorithm, name
     LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
}
