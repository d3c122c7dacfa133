import { type CoinAtExchange, countedAt } from '@openlode/ledger/solvency';
import sql, { type Sql } from 'sql-template-tag';
import { boughtAccountInSql, exchangeAccountInSql } from '../ledger/account-names.ts';
import { isToSellInSql } from './to-sell.ts';

/** Coins of one asset at one exchange as a statement answers them: amounts are text, because JSON has no whole numbers of their size. */
type ReportedCoin = { readonly [Name in keyof CoinAtExchange]: Name extends 'isKnown' ? boolean : string };

const bought = boughtAccountInSql(sql`place.name`);

/**
 * `at_exchanges`: by asset, `places`, what trades have brought to each exchange or was sent there to be sold, and what lies there. An exchange is known while it has answered within a
 * day of when it was last asked. What has left it for a wallet counts like what lies there, for six hours. Where that is longer ago because the pool was off, its last look counts until it is known whether it answers.
 */
export const atExchangesInSql: Sql = sql`booked_at_exchanges AS (
      SELECT place.name AS place, asset, -sum(amount) AS booked,
             -coalesce(sum(amount) FILTER (WHERE account = ${bought}), 0) AS bought
        FROM places AS place
        JOIN balances ON account IN (${exchangeAccountInSql(sql`place.name`)}, ${bought})
       GROUP BY place.name, asset
    ), counted_at_exchanges AS (
      SELECT asset, bought, booked, CASE WHEN state = 'difference' THEN difference ELSE 0 END AS difference,
             looked_at >= place.asked_at - interval '1 day' OR fault IS NULL AS known
        FROM booked_at_exchanges AS here
        JOIN place_balances AS look ON (look.place, look.coin) = (here.place, here.asset)
        JOIN places AS place ON place.name = here.place
       WHERE bought > 0
      UNION ALL
      -- What trades had brought and is on its way to a wallet: as much of it as arrives, and no longer than it may take.
      SELECT coin, least(of_bought, amount), least(of_bought, amount), 0, left_at >= place.asked_at - interval '6 hours'
        FROM place_transfers JOIN places AS place ON place.name = place_transfers.place
       WHERE state = 'left' AND held_at IS NULL AND of_bought > 0
      UNION ALL
      -- What is on its way there to be sold, no longer than an exchange may take to credit it.
      SELECT transit.coin, amount, amount, 0, opened_at >= place.asked_at - interval '6 hours'
        FROM place_transits AS transit JOIN places AS place ON place.name = transit.place
       WHERE transit.state = 'open' AND EXISTS (SELECT 1 FROM sweeps WHERE sweeps.id = transit.sweep AND ${isToSellInSql})
    ), at_exchanges AS (
      SELECT asset, json_agg(json_build_object(
               'bought', bought::text, 'booked', booked::text, 'difference', difference::text, 'isKnown', known)) AS places
        FROM counted_at_exchanges GROUP BY asset
    )`;

/**
 * `arriving`: by asset, what has left exchanges and wallets hold before it is deep enough to be booked, and what they may hold without that being known.
 * The ledger has the first in no wallet, so it is added to what wallets should have. `arriving_there`: the same by network.
 */
export const arrivingInSql: Sql = sql`arriving_there AS (
      SELECT coin AS asset, network, coalesce(sum(amount) FILTER (WHERE held_at IS NOT NULL), 0) AS held,
             coalesce(sum(amount) FILTER (WHERE held_at IS NULL), 0) AS expected
        FROM place_transfers WHERE state IN ('sent', 'unknown', 'taken', 'left') GROUP BY coin, network
    ), arriving AS (
      SELECT asset, sum(held) AS held, sum(expected) AS expected FROM arriving_there GROUP BY asset
    )`;

/** What counts of all exchanges for what miners are owed. Null where trades have brought nothing. */
export function countedOf(places: readonly ReportedCoin[] | null): bigint {
  return (places ?? []).reduce((sum, { bought, booked, difference, isKnown }) => {
    const coin = { bought: BigInt(bought), booked: BigInt(booked), difference: BigInt(difference), isKnown };
    return sum + countedAt(coin);
  }, 0n);
}

export type ReportedCoins = readonly ReportedCoin[] | null;
