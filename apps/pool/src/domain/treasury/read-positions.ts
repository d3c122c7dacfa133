import type { Position } from '@openlode/ledger/solvency';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { Wallet } from '../kernel/wallet.ts';

/** A wallet that does not answer is not known to hold anything. */
export class WalletUnreachable extends Error {
  override readonly name = 'WalletUnreachable';
}

/** A transfer in progress during one look is not missing money, so the best of this number of looks counts. */
const looks = 3;

/**
 * What is held and what is owed of every asset the ledger knows. Held is the wallet's word and the conversion account's claim on the market: what it
 * took in exchange is not in the wallet yet, or no longer. Owed is what miners have, and what is the pool's own. Rewards that are not
 * mature stand on neither side, and what a payout may have taken out of the wallet already is not owed from it. Network fees, blocks that
 * were lost after they were credited, and corrections are paid by what the pool has of its own, and never by miners: what they took
 * beyond that is missing. Throws `WalletUnreachable` where the wallet does not answer.
 */
export async function readPositions(db: Queryable, wallet: Wallet): Promise<Position[]> {
  let positions = await look(db, wallet);
  for (let further = 1; further < looks && positions.some(isShort); further += 1) {
    const again = new Map((await look(db, wallet)).map((each) => [each.asset, each]));
    positions = positions.map((each) => better(each, again.get(each.asset) ?? each));
  }
  return positions;
}

function better(a: Position, b: Position): Position {
  return a.held - a.owed >= b.held - b.owed ? a : b;
}

function isShort({ held, owed }: Position): boolean {
  return held < owed;
}

/** The wallet first: a payout is on its way in the ledger before it leaves the wallet. */
async function look(db: Queryable, wallet: Wallet): Promise<Position[]> {
  const holdings = await wallet.holdings().catch((error: unknown) => {
    throw new WalletUnreachable(error instanceof Error ? error.message : String(error));
  });
  const rows = await db.query<{ asset: string; owed: bigint; converted: bigint; leaving: bigint }>(sql`
    WITH sent AS (
      SELECT coin, amount, fee_asset, fee FROM payouts WHERE state IN ('broadcasting', 'manual_review', 'seen')
      UNION ALL
      -- Adopted from a wallet or a journal: it has left, though its payout cannot go on before payouts are lifted.
      SELECT payouts.coin, payouts.amount, fee_asset, fee FROM payouts JOIN payout_journal AS line USING (txid)
       WHERE state = 'prepared' AND payouts.kind <> 'adopted' AND line.origin IN ('file', 'chain', 'unknown')
    ), leaving AS (
      SELECT asset, sum(amount) AS amount
        FROM (SELECT coin AS asset, amount FROM sent UNION ALL SELECT fee_asset, fee FROM sent) AS parts
       GROUP BY asset
    ), booked AS (
      SELECT asset,
             coalesce(sum(amount) FILTER (WHERE kind IN ('mining', 'referral', 'pending', 'inflight')), 0) AS theirs,
             coalesce(sum(amount) FILTER (WHERE kind IN ('own', 'loss')), 0) AS own,
             coalesce(sum(amount) FILTER (WHERE kind = 'conversion'), 0) AS converted
        FROM balances GROUP BY asset
    )
    SELECT asset, theirs + greatest(own, 0) AS owed, converted, coalesce(leaving.amount, 0) AS leaving
      FROM booked LEFT JOIN leaving USING (asset) ORDER BY asset`);
  return rows.map(({ asset, owed, converted, leaving }) => ({
    asset,
    held: (holdings.get(asset) ?? 0n) - converted,
    owed: owed - leaving,
  }));
}
