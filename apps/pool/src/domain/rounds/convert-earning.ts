import { approvedTerms } from '@openlode/ledger/conversion';
import { creditOwner } from '@openlode/ledger/credit-part';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { openConversion, rememberConversions } from '../conversion/open-conversion.ts';
import { ownerPayee } from './read-fee-terms.ts';
import { earningOf } from './store-credits.ts';

type Context = Pick<
  ServiceContext,
  'db' | 'clock' | 'rates' | 'publisher' | 'conversionCaps' | 'conversionSpreads'
>;

/** What waits for a rate or for trades, and what a cap holds and the operator has approved. */
export const mayConvertEarning = sql`(referral_credits.waiting IN ('no-price', 'over-exposure')
  OR referral_credits.waiting IN ('over-cap', 'over-hour-cap') AND referral_credits.approved_at IS NOT NULL)`;

export interface EarningKey {
  readonly round_id: bigint;
  readonly line: number;
  readonly miner_id: bigint;
  readonly code: string;
}

/** An owner's earning that waits in the miner's coin. */
export async function convertEarning(ctx: Context, key: EarningKey): Promise<number> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.query<{
      owner: bigint;
      uuid: string;
      owner_coin: string;
      asset: string;
      parts: bigint;
      amount: bigint;
      approved: boolean;
    }>(sql`
      SELECT owner_id AS owner, miners.uuid, miners.coin AS owner_coin, credits.coin AS asset, parts, amount,
             referral_credits.approved_at IS NOT NULL AS approved
        FROM referral_credits JOIN credits USING (round_id, line, miner_id) JOIN miners ON miners.id = owner_id
       WHERE round_id = ${key.round_id} AND line = ${key.line} AND miner_id = ${key.miner_id} AND code = ${key.code}
         AND ${mayConvertEarning} FOR UPDATE OF referral_credits FOR NO KEY UPDATE OF miners`);
    if (row === undefined) return 0;
    const conversion = await openConversion(tx, ctx);
    const owner = ownerPayee({ id: row.owner, uuid: row.uuid, coin: row.owner_coin });
    const earning = { referralCode: key.code, owner: row.owner, parts: row.parts, amount: row.amount };
    const { credit, postings } = creditOwner(
      earning,
      row.asset,
      owner,
      row.approved ? approvedTerms(conversion) : conversion,
    );
    const { rate, credited, waiting } = earningOf(credit);
    await tx.query(sql`
      UPDATE referral_credits SET rate = ${rate}, credited = ${credited}, waiting = ${waiting}, credited_at = ${new Date(now)}
       WHERE round_id = ${key.round_id} AND line = ${key.line} AND miner_id = ${key.miner_id} AND code = ${key.code}`);
    if (waiting !== null) return 0;
    const from = { account: owner.pendingAccount, asset: row.asset, amount: -row.amount };
    const name = `convert:${key.round_id}:${key.line}:${key.miner_id}:${key.code}`;
    await bookEntries(tx, [{ key: name, kind: 'convert', at: now, postings: [from, ...postings] }]);
    await rememberConversions(tx, conversion, now);
    tx.afterCommit(() =>
      ctx.publisher.publish([{ kind: 'balance-changed', minerId: row.owner, uuid: row.uuid }]),
    );
    return 1;
  });
}
