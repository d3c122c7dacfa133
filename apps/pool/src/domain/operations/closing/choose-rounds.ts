import sql from 'sql-template-tag';
import { firstRow, type Transaction } from '../../../runtime/database/database.ts';
import { isOpenInSql } from '../../ledger/every-posting.ts';

/** The most rounds that one closing takes. */
const roundsMax = 50;
/** How many rounds are looked up at once. */
const roundsPerLook = 200;

/**
 * The oldest credited rounds of which every receipt is from before a moment and nothing waits for a rate, or for its event; one at least, and
 * no more than have that number of receipts together. A round whose parts still wait stays whole, and holds no other up; so do those
 * in `except`.
 */
export async function chooseRounds(
  tx: Transaction,
  before: Date,
  receiptsMax: number,
  except: readonly bigint[],
): Promise<bigint[]> {
  const chosen: bigint[] = [];
  let receipts = 0n;
  for (let after = 0n; ; ) {
    const rounds = await oldRounds(tx, before, after, except);
    for (const { id } of rounds) {
      const own = await receiptsOf(tx, id, before);
      if (own === 0n) continue;
      receipts += own;
      if (chosen.length > 0 && receipts > BigInt(receiptsMax)) return chosen;
      chosen.push(id);
      if (chosen.length === roundsMax) return chosen;
    }
    const last = rounds.at(-1);
    if (last === undefined) return chosen;
    after = last.id;
  }
}

function oldRounds(
  tx: Transaction,
  before: Date,
  after: bigint,
  except: readonly bigint[],
): Promise<{ readonly id: bigint }[]> {
  return tx.query(sql`
    SELECT id FROM rounds
     WHERE id > ${after} AND id <> ALL(${except}::bigint[]) AND state = 'credited' AND state_at < ${before} AND notified_up_to IS NULL AND ${isOpenInSql(sql`rounds.id`)}
       AND id NOT IN (SELECT round_id FROM credits WHERE waiting IS NOT NULL)
       AND id NOT IN (SELECT round_id FROM referral_credits WHERE waiting IS NOT NULL)
     ORDER BY id LIMIT ${roundsPerLook}`);
}

/** How many receipts a round has; none where one of them is not from before, which is found before all are counted. */
async function receiptsOf(tx: Transaction, round: bigint, before: Date): Promise<bigint> {
  const rows = await tx.query<{ receipts: bigint }>(sql`
    SELECT CASE WHEN EXISTS (SELECT 1 FROM credits WHERE round_id = ${round} AND credited_at >= ${before})
                  OR EXISTS (SELECT 1 FROM referral_credits WHERE round_id = ${round} AND credited_at >= ${before})
                THEN 0 ELSE (SELECT count(*) FROM credits WHERE round_id = ${round}) END AS receipts`);
  return firstRow(rows).receipts;
}
