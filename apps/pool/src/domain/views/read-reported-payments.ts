import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import type { UpstreamTerms } from '../kernel/upstream-terms.ts';
import type { MinerId } from '../miners/find-miner.ts';
import { pageSlicesMax } from './read-expected-income.ts';

/** Payments that another pool names by their transactions and nothing books: they credit nothing until they have arrived. */
export interface ReportedPayments {
  /** Together, in units of 10^-18 of its coin. */
  readonly paid: bigint;
  /** When it made the newest, by its clock, ms. */
  readonly at: number;
  /** One of them is neither in a wallet nor at an exchange after the time that it may take. */
  readonly isMissing: boolean;
}

/** By the name of the pool; those that name no such payment are left out. */
export async function readReportedPayments(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  upstreams: readonly UpstreamTerms[],
): Promise<ReadonlyMap<string, ReportedPayments>> {
  const rows = await db.query<{ upstream: string; paid: bigint; at: Date; missing: boolean }>(sql`
    SELECT upstream, sum(amount) AS paid, max(said_at) AS at,
           bool_or(NOT is_held AND seen_at <= ${new Date(clock.now())}::timestamptz - arrives_within_ms * interval '1 millisecond') AS missing
      FROM unnest(${upstreams.map(({ name }) => name)}::text[], ${upstreams.map(({ algorithm }) => algorithm)}::text[],
                  ${upstreams.map(({ coin }) => coin)}::text[]) AS named (upstream, algorithm, asset)
      JOIN upstream_lines USING (upstream, algorithm, asset)
      JOIN upstream_statements USING (upstream, algorithm, asset)
     WHERE state = 'open' GROUP BY upstream`);
  return new Map(
    rows.map(({ upstream, paid, at, missing }) => [upstream, { paid, at: at.getTime(), isMissing: missing }]),
  );
}

const unitsOfBlock = 10n ** 18n;

/**
 * The blocks that unpaid work finds on average that was done before a moment, by what a block took then, in units of 10^-18: of one miner, or of all.
 *
 * @param before ms
 */
export async function readUnpaidBlocks(
  { db }: Pick<ServiceContext, 'db'>,
  { name, algorithm }: Pick<UpstreamTerms, 'name' | 'algorithm'>,
  before: number,
  miner?: MinerId,
): Promise<bigint> {
  const ofMiner = miner === undefined ? sql`` : sql`AND miner_id = ${miner}`;
  const [row] = await db.query<{ blocks: bigint }>(sql`
    SELECT coalesce(sum(div(work * ${unitsOfBlock}::numeric, network_work)), 0) AS blocks
      FROM (SELECT id, network_work FROM slices
             WHERE algorithm = ${algorithm} AND upstream = ${name} AND opened_at < ${new Date(before)}
               AND id > coalesce((SELECT max(last_slice) FROM incomes WHERE algorithm = ${algorithm} AND upstream = ${name}), 0)
             ORDER BY id DESC LIMIT ${pageSlicesMax}) AS slice
      JOIN slice_work ON slice_id = slice.id
     WHERE NOT simulated ${ofMiner}`);
  return row?.blocks ?? 0n;
}
