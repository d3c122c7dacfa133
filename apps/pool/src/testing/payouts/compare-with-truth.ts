import sql from 'sql-template-tag';
import type { DecodedOutput } from '../../domain/kernel/rail.ts';
import type { Database } from '../../runtime/database/database.ts';

/** What a chain has in its blocks: an entry for each payment of a transaction. */
export type Truth = readonly {
  readonly label: string;
  readonly txid: string;
  readonly outputs: readonly DecodedOutput[];
}[];

/** The ledger held against the chain, in units; both are nothing in a pool that pays once and never forgets. */
export interface Comparison {
  readonly overpaid: bigint;
  readonly lost: bigint;
  readonly settled: number;
  readonly released: number;
  readonly wrong: readonly string[];
}

/** Every payout with its transactions on the chain: one that settled has exactly its one, any other has none. */
export async function compareWithTruth(db: Database, truth: Truth, after: bigint): Promise<Comparison> {
  const payouts = await db.query<{
    id: bigint;
    state: string;
    txid: string | null;
    address: string;
    amount: bigint;
  }>(sql`SELECT id, state, txid, address, amount FROM payouts WHERE id > ${after} ORDER BY id`);
  const wrong: string[] = [];
  let overpaid = 0n;
  let lost = 0n;
  for (const payout of payouts) {
    const paid = truth.filter(({ label }) => label === payout.id.toString());
    const toPayee = paid
      .flatMap(({ outputs }) => outputs)
      .filter(({ address }) => address === payout.address);
    const sum = paid.flatMap(({ outputs }) => outputs).reduce((total, { amount }) => total + amount, 0n);
    const due = payout.state === 'settled' ? payout.amount : 0n;
    if (sum > due) overpaid += sum - due;
    if (sum < due) lost += due - sum;
    if (payout.state !== 'settled' && payout.state !== 'released')
      wrong.push(`payout ${payout.id} is still ${payout.state}`);
    if (paid.some(({ txid }) => txid !== payout.txid)) wrong.push(`payout ${payout.id} left in other bytes`);
    if (paid.length !== toPayee.length) wrong.push(`payout ${payout.id} went to another address`);
  }
  const known = new Set(payouts.map(({ id }) => id.toString()));
  for (const { label } of truth) if (!known.has(label)) wrong.push(`the chain has a stranger, ${label}`);
  const count = (state: string): number => payouts.filter((payout) => payout.state === state).length;
  return { overpaid, lost, settled: count('settled'), released: count('released'), wrong };
}
