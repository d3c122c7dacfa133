import { allotSale, isSold, type Realised, type Sale } from '@openlode/ledger/sold-first';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';

/** Keeps what of a round's line has to be sold before it is credited. In the transaction that books the reward. */
export async function awaitSale(
  tx: Transaction,
  line: { readonly roundId: bigint; readonly line: number; readonly asset: string; readonly amount: bigint },
  now: number,
): Promise<void> {
  if (line.amount === 0n) return;
  await tx.query(sql`
    INSERT INTO sold_first_lines (round_id, line, asset, amount, since)
    VALUES (${line.roundId}, ${line.line}, ${line.asset}, ${line.amount}, ${new Date(now)})`);
}

/** A sale as it was booked. */
export interface BookedSale extends Sale {
  readonly asset: string;
  /** The coin that it brought. */
  readonly bought: string;
  readonly entryKey: string;
}

interface LineRow {
  readonly roundId: bigint;
  readonly line: number;
  readonly amount: bigint;
  readonly sold: bigint;
}

/**
 * Shares a sale out among the lines that wait for one of the coin, the oldest round first, in the transaction that books it, so that it is shared out once. What
 * is sold is credited by the task that converts what waits.
 */
export async function allotBookedSale(tx: Transaction, sale: BookedSale, now: number): Promise<void> {
  if (sale.given <= 0n) return;
  const lines = await tx.query<LineRow>(sql`
    SELECT round_id AS "roundId", line, amount, sold FROM sold_first_lines
     WHERE asset = ${sale.asset} AND ending IS NULL ORDER BY round_id, line FOR UPDATE`);
  for (const { line, given, brought } of allotSale(sale, lines)) {
    const sold = line.sold + given;
    const isEnded = isSold({ ...line, sold });
    await tx.query(sql`
      INSERT INTO sold_first_parts (round_id, line, entry_key, given, bought, brought, booked_at)
      VALUES (${line.roundId}, ${line.line}, ${sale.entryKey}, ${given}, ${sale.bought}, ${brought}, ${new Date(now)})`);
    await tx.query(sql`
      UPDATE sold_first_lines SET sold = ${sold}, ending = ${isEnded ? 'sold' : null}, ended_at = ${isEnded ? new Date(now) : null}
       WHERE round_id = ${line.roundId} AND line = ${line.line}`);
  }
}

/** What lines still lack of a coin until they are sold. */
export async function readUnsoldAmount(db: Queryable, asset: string): Promise<bigint> {
  const [row] = await db.query<{ amount: bigint }>(sql`
    SELECT coalesce(sum(amount - sold), 0) AS amount FROM sold_first_lines WHERE asset = ${asset} AND ending IS NULL`);
  return row?.amount ?? 0n;
}

/** Parts of credits whose line was sold, or that an operator has released: they may be credited. Of the table `credits`. */
export const isSaleOver: Sql = sql`credits.waiting IS NOT NULL AND EXISTS (
  SELECT 1 FROM sold_first_lines AS first
   WHERE (first.round_id, first.line) = (credits.round_id, credits.line) AND first.ending IS NOT NULL
     AND (credits.waiting NOT IN ('over-cap', 'over-hour-cap') OR credits.approved_at IS NOT NULL))`;

/** Parts of credits whose line was sold first, whatever became of it. Of the table `credits`. */
export const isOfSale: Sql = sql`EXISTS (
  SELECT 1 FROM sold_first_lines AS first WHERE (first.round_id, first.line) = (credits.round_id, credits.line))`;

/** A line that waits for no sale any more, and miners of a coin who are not credited yet. */
export interface EndedLine {
  readonly round: bigint;
  readonly line: number;
  readonly coin: string;
  /** What it has for them: the coins that sales brought, or the one that was mined. */
  readonly has: readonly string[];
  /** Some of them still say that they wait for the sale. */
  readonly isNew: boolean;
}

export async function readEndedLines(db: Queryable): Promise<readonly EndedLine[]> {
  return db.query<EndedLine>(sql`
    SELECT round_id AS round, line, coin, "isNew",
           CASE WHEN ending = 'released' THEN ARRAY[asset]
                ELSE ARRAY(SELECT DISTINCT bought FROM sold_first_parts AS part
                            WHERE (part.round_id, part.line) = (first.round_id, first.line) AND brought > 0) END AS has
      FROM (SELECT round_id, line, coin, bool_or(waiting = 'to-be-sold') AS "isNew" FROM credits
             WHERE waiting IS NOT NULL AND EXISTS (SELECT 1 FROM sold_first_lines) GROUP BY round_id, line, coin) AS waiting
      JOIN sold_first_lines AS first USING (round_id, line) WHERE ending IS NOT NULL`);
}

/** Has parts of lines that wait for no sale any more, but for a price, say so. Those that are just being converted are left alone. */
export async function awaitPrice(db: Queryable, lines: readonly EndedLine[]): Promise<void> {
  if (lines.length === 0) return;
  await db.query(sql`
    UPDATE credits SET waiting = 'no-price'
      FROM (SELECT round_id, line, miner_id
              FROM credits JOIN ${linesInSql(lines)} USING (round_id, line, coin)
             WHERE waiting = 'to-be-sold' ORDER BY round_id, line, miner_id FOR UPDATE OF credits SKIP LOCKED) AS part
     WHERE (credits.round_id, credits.line, credits.miner_id) = (part.round_id, part.line, part.miner_id)`);
}

/** Lines with the coins of their miners, as a table. */
export function linesInSql(lines: readonly EndedLine[]): Sql {
  return sql`unnest(${lines.map(({ round }) => round)}::bigint[], ${lines.map(({ line }) => line)}::int[],
    ${lines.map(({ coin }) => coin)}::text[]) AS ended (round_id, line, coin)`;
}

/** What is owed in a coin and is still to be sold, or was sold and is not credited yet, by coin: to be traded like what conversions have to sell. */
export const soldFirstInSql: Sql = sql`sold_first AS (
  SELECT first.asset, sum(credits.share) AS amount
    FROM credits JOIN sold_first_lines AS first ON (first.round_id, first.line) = (credits.round_id, credits.line)
   WHERE credits.waiting IS NOT NULL AND first.ending IS DISTINCT FROM 'released' GROUP BY first.asset)`;

export async function readSoldFirst(db: Queryable, asset: string): Promise<bigint> {
  const [row] = await db.query<{ amount: bigint }>(
    sql`WITH ${soldFirstInSql} SELECT amount FROM sold_first WHERE asset = ${asset}`,
  );
  return row?.amount ?? 0n;
}

/** What sales have brought for the line of a row, by coin, as JSON has it; null for nothing. */
export function broughtInSql(row: Sql): Sql {
  return sql`(
    SELECT json_agg(json_build_object('coin', bought, 'amount', amount::text))
      FROM (SELECT bought, sum(brought) AS amount FROM sold_first_parts AS each
             WHERE (each.round_id, each.line) = (${row}.round_id, ${row}.line) GROUP BY bought ORDER BY bought) AS of_coin)`;
}

/** Of the line of a receipt, as JSON has it; null where it was not sold first. */
export const realisedInSql: Sql = sql`(
  SELECT json_agg(json_build_object('coin', bought, 'given', given::text, 'brought', brought::text))
    FROM (SELECT bought, sum(part.given) AS given, sum(part.brought) AS brought
            FROM sold_first_lines AS first JOIN sold_first_parts AS part USING (round_id, line)
           WHERE (first.round_id, first.line) = (credits.round_id, credits.line) AND first.ending = 'sold'
           GROUP BY bought ORDER BY bought) AS each)`;

/** As JSON has it: amounts are text. */
export type RealisedJson =
  | readonly { readonly coin: string; readonly given: string; readonly brought: string }[]
  | null;

export function realisedOf(answered: RealisedJson): Realised | undefined {
  if (answered === null) return undefined;
  return {
    given: answered.reduce((sum, { given }) => sum + BigInt(given), 0n),
    brought: answered.map(({ coin, brought }) => ({ coin, amount: BigInt(brought) })),
  };
}
