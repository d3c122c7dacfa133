import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../../../runtime/database/database.ts';
import { readMischarged } from '../../ledger/read-strays.ts';
import { checkReceipts } from '../audit/check-rounds.ts';

/** What is to be closed contradicts itself, or its sums are not what was summed. Nothing was closed; the message is for the operator. */
export class UnsoundClosing extends Error {
  override readonly name = 'UnsoundClosing';
  /** What would have been closed together. */
  readonly rounds: readonly bigint[];
  constructor(message: string, rounds: readonly bigint[]) {
    super(message);
    this.rounds = rounds;
  }
}

/** What the audit would find of these rounds and entries is not closed over. */
export async function refuseUnsound(
  tx: Transaction,
  rounds: readonly bigint[],
  entries: readonly bigint[],
): Promise<void> {
  const fault = await firstFault(tx, rounds, entries);
  if (fault !== undefined) throw new UnsoundClosing(`${fault}: npm run pool -- audit`, rounds);
}

async function firstFault(
  tx: Transaction,
  rounds: readonly bigint[],
  entries: readonly bigint[],
): Promise<string | undefined> {
  const among = (round: Sql): Sql => sql`${round} = ANY(${rounds}::bigint[])`;
  const [finding] = await checkReceipts(tx, among);
  if (finding !== undefined) return `${finding.kind} ${finding.subject}`;
  const [mischarged] = await readMischarged(tx, among);
  if (mischarged !== undefined) return `fee-not-as-agreed ${mischarged.round}`;
  // The days are compared with what the rounds paid for ever after: dust of a reward would stand in none of them.
  const [other] = await tx.query<{ subject: string }>(sql`
    SELECT round_id || '/' || line AS subject FROM reward_lines LEFT JOIN credits USING (round_id, line)
     WHERE round_id = ANY(${rounds}::bigint[])
     GROUP BY round_id, line, amount HAVING coalesce(sum(share), 0) <> amount LIMIT 1`);
  if (other !== undefined) return `reward-not-shared-out ${other.subject}`;
  const [broken] = await tx.query<{ asset: string; number: bigint }>(sql`
    SELECT link.asset, link.number
      FROM ledger_links AS link
      LEFT JOIN ledger_links AS before ON before.asset = link.asset AND before.number = link.number - 1
      LEFT JOIN (SELECT * FROM ledger_moves WHERE entry_id = ANY(${entries}::bigint[])) AS move
             ON move.entry_id = link.entry_id AND move.asset = link.asset
     WHERE link.entry_id = ANY(${entries}::bigint[])
       AND (content IS NULL OR link.hash <> ledger_link_hash(coalesce(before.hash, ''::bytea), link.number, link.asset, key, kind, booked_at, content))
     LIMIT 1`);
  if (broken !== undefined) return `chain-broken ${broken.asset} ${broken.number}`;
  const [off] = await tx.query<{ subject: string }>(sql`
    SELECT entry_id || ' ' || asset AS subject FROM postings WHERE entry_id = ANY(${entries}::bigint[])
     GROUP BY entry_id, asset HAVING sum(amount) <> 0 LIMIT 1`);
  return off === undefined ? undefined : `entry-unbalanced ${off.subject}`;
}
