import sql from 'sql-template-tag';
import type { CoinReservations } from '../kernel/coin-reservations.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';

/** Thrown within a transaction so that nothing of it stays. */
class Taken extends Error {}

/** Reservations as rows, which all processes of a ledger share. A sweep is a payout with an id below zero, as in `signings`. */
export function coinReservations({ db, clock }: Pick<ServiceContext, 'db' | 'clock'>): CoinReservations {
  return {
    async read(network, payouts) {
      const rows = await db.query<{ coin: string; own: boolean }>(sql`
        SELECT coin, payouts && ${payouts}::bigint[] AS own FROM payout_coin_reservations AS reservation
         WHERE network = ${network} AND ${isOpen}`);
      const coinsOf = (own: boolean) =>
        new Set(rows.filter((row) => row.own === own).map(({ coin }) => coin));
      return { own: coinsOf(true), others: coinsOf(false) };
    },
    async reserve(network, payouts, coins) {
      const at = new Date(clock.now());
      try {
        await db.transaction(async (tx) => {
          // One process at a time: two that take several coins each would wait for each other.
          await tx.query(sql`LOCK TABLE payout_coin_reservations IN SHARE ROW EXCLUSIVE MODE`);
          await tx.query(sql`
            DELETE FROM payout_coin_reservations AS reservation WHERE network = ${network} AND NOT ${isOpen}`);
          const claimed = await tx.query(sql`
            SELECT 1 FROM payout_claims WHERE network = ${network} AND claim = ANY(${coins}::text[]) AND freed_at IS NULL
               AND txid NOT IN (SELECT own.txid FROM payouts AS own WHERE id = ANY(${payouts}::bigint[]) AND own.txid IS NOT NULL
                                 UNION ALL
                                SELECT own.txid FROM payout_attempts AS own WHERE payout_id = ANY(${payouts}::bigint[])) LIMIT 1`);
          if (claimed.length > 0) throw new Taken();
          if (!(await areOpen(tx, payouts))) throw new Taken();
          const kept = await tx.query(sql`
            INSERT INTO payout_coin_reservations AS held (network, coin, payouts, reserved_at)
            SELECT DISTINCT ${network}::text, coin, ${payouts}::bigint[], ${at}::timestamptz FROM unnest(${coins}::text[]) AS coin
            ON CONFLICT (network, coin) DO UPDATE
               SET payouts = ARRAY(SELECT DISTINCT unnest(held.payouts || EXCLUDED.payouts) ORDER BY 1)
             WHERE held.payouts && EXCLUDED.payouts
            RETURNING coin`);
          if (kept.length < new Set(coins).size) throw new Taken();
        });
      } catch (error) {
        if (error instanceof Taken) return false;
        throw error;
      }
      return true;
    },
    async release(network, payouts) {
      await db.query(sql`
        DELETE FROM payout_coin_reservations WHERE network = ${network} AND payouts <@ ${payouts}::bigint[]`);
    },
  };
}

/** A sweep that was given up meanwhile keeps nothing more: nothing is signed for it. */
async function areOpen(tx: Transaction, payouts: readonly bigint[]): Promise<boolean> {
  const sweeps = payouts.filter((id) => id < 0n).map((id) => -id);
  if (sweeps.length === 0) return true;
  const open = await tx.query(
    sql`SELECT 1 FROM sweeps WHERE id = ANY(${sweeps}::bigint[]) AND state = 'planned'`,
  );
  return open.length === sweeps.length;
}

/**
 * Whether one of these coins is kept for a payout that is to be signed, or for another sweep. Until the transaction ends, none is kept: what it
 * claims is not chosen any more.
 */
export async function isKeptForOther(
  tx: Transaction,
  { id, network }: { readonly id: bigint; readonly network: string },
  coins: readonly string[],
): Promise<boolean> {
  await tx.query(sql`LOCK TABLE payout_coin_reservations IN SHARE MODE`);
  const kept = await tx.query(sql`
    SELECT 1 FROM payout_coin_reservations AS reservation
     WHERE network = ${network} AND coin = ANY(${[...coins]}::text[]) AND NOT payouts && ${[-id]}::bigint[] AND ${isOpen} LIMIT 1`);
  return kept.length > 0;
}

/** Whether something is kept for a sweep: then it may have been signed. Until the transaction ends, nothing more is kept. */
export async function keepsForSweep(
  tx: Transaction,
  { id, network }: { readonly id: bigint; readonly network: string },
): Promise<boolean> {
  await tx.query(sql`LOCK TABLE payout_coin_reservations IN SHARE MODE`);
  const kept = await tx.query(sql`
    SELECT 1 FROM payout_coin_reservations WHERE network = ${network} AND payouts && ${[-id]}::bigint[] LIMIT 1`);
  return kept.length > 0;
}

/** The payouts of a network for which something is reserved, and that are still to be signed. */
export async function reservingOn(db: Queryable, network: string): Promise<ReadonlySet<bigint>> {
  const rows = await db.query<{ id: bigint }>(sql`
    SELECT DISTINCT unnest(payouts) AS id FROM payout_coin_reservations AS reservation WHERE network = ${network} AND ${isOpen}`);
  return new Set(rows.map(({ id }) => id));
}

/** Whether a payout of the row, or a sweep, is still to be signed. */
const isOpen = sql`(EXISTS (SELECT 1 FROM payouts WHERE id = ANY(reservation.payouts) AND payouts.state = 'reserved')
       OR EXISTS (SELECT 1 FROM sweeps WHERE -id = ANY(reservation.payouts) AND sweeps.state = 'planned'))`;
