import { type CoinAtExchange, countedAt } from '@openlode/ledger/solvency';
import sql, { type Sql } from 'sql-template-tag';
import { boughtAccountInSql, exchangeAccountInSql } from '../ledger/account-names.ts';

/** Coins of one asset at one exchange as a statement answers them: amounts are text, because JSON has no whole numbers of their size. */
type SaidCoin = { readonly [Name in keyof CoinAtExchange]: Name extends 'isKnown' ? boolean : string };

const bought = boughtAccountInSql(sql`place.name`);

/**
 * `at_exchanges`: by asset, `places`, what trades have brought to each exchange and what lies there. An exchange is known while it has answered within a
 * day of when it was last asked. Where that is longer ago because the pool was off, its last look counts until it is known whether it answers.
 */
export const atExchangesInSql: Sql = sql`booked_at_exchanges AS (
      SELECT place.name AS place, asset, -sum(amount) AS booked,
             -coalesce(sum(amount) FILTER (WHERE account = ${bought}), 0) AS bought
        FROM places AS place
        JOIN balances ON account IN (${exchangeAccountInSql(sql`place.name`)}, ${bought})
       GROUP BY place.name, asset
    ), at_exchanges AS (
      SELECT asset, json_agg(json_build_object(
               'bought', bought::text, 'booked', booked::text,
               'difference', CASE WHEN state = 'difference' THEN difference ELSE 0 END::text,
               'isKnown', looked_at >= place.asked_at - interval '1 day' OR fault IS NULL)) AS places
        FROM booked_at_exchanges AS here
        JOIN place_balances AS look ON (look.place, look.coin) = (here.place, here.asset)
        JOIN places AS place ON place.name = here.place
       WHERE bought > 0 GROUP BY asset
    )`;

/** What counts of all exchanges for what miners are owed. Null where trades have brought nothing. */
export function countedOf(places: readonly SaidCoin[] | null): bigint {
  return (places ?? []).reduce((sum, { bought, booked, difference, isKnown }) => {
    const coin = { bought: BigInt(bought), booked: BigInt(booked), difference: BigInt(difference), isKnown };
    return sum + countedAt(coin);
  }, 0n);
}

export type SaidCoins = readonly SaidCoin[] | null;
