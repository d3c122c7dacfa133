import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { isoWeekOf } from '../kernel/iso-week.ts';

/** What conversions have taken and given, by both coins. */
export interface ConversionAccumulator {
  /** Counts one; amounts in units of 10^-18. */
  readonly booked: (asset: string, taken: bigint, coin: string, given: bigint) => void;
  /** Keeps what was counted, in the transaction that books it. */
  readonly keep: (tx: Transaction, now: number) => Promise<void>;
}

interface Converted {
  readonly asset: string;
  readonly coin: string;
  conversions: number;
  taken: bigint;
  given: bigint;
}

export function accumulateConversions(): ConversionAccumulator {
  const pairs = new Map<string, Map<string, Converted>>();
  return {
    booked(asset, taken, coin, given) {
      let ofAsset = pairs.get(asset);
      if (ofAsset === undefined) pairs.set(asset, (ofAsset = new Map()));
      const pair = ofAsset.get(coin);
      if (pair === undefined) {
        ofAsset.set(coin, { asset, coin, conversions: 1, taken, given });
        return;
      }
      pair.conversions += 1;
      pair.taken += taken;
      pair.given += given;
    },
    async keep(tx, now) {
      const rows = [...pairs.values()].flatMap((ofAsset) => [...ofAsset.values()]);
      if (rows.length === 0) return;
      await tx.query(sql`
        INSERT INTO converted_pairs (week, asset, coin, conversions, taken, given)
        SELECT ${isoWeekOf(now).monday}::date, asset, coin, conversions, taken, given
          FROM unnest(${rows.map(({ asset }) => asset)}::text[], ${rows.map(({ coin }) => coin)}::text[],
                      ${rows.map(({ conversions }) => conversions)}::bigint[], ${rows.map(({ taken }) => taken)}::numeric[],
                      ${rows.map(({ given }) => given)}::numeric[]) AS pair (asset, coin, conversions, taken, given)
        ON CONFLICT (week, asset, coin) DO UPDATE
           SET conversions = converted_pairs.conversions + excluded.conversions,
               taken = converted_pairs.taken + excluded.taken, given = converted_pairs.given + excluded.given`);
    },
  };
}
