import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { AddressSpellings, DecodedOutput, OutgoingTransaction } from '../kernel/rail.ts';
import { type Rails, requireRail } from '../kernel/rails.ts';
import { type Reading, readPayment } from './booked-transactions.ts';
import { signings } from './signings.ts';

/** Those of whom the database may lack the address that is meant. */
interface KnownElsewhere {
  /** The cold addresses of the file. */
  readonly cold?: readonly string[];
}

/**
 * What a transaction does that a wallet has sent. Bytes do not say how a payee spells the address that they pay to, and a miner is known by its spelling:
 * each address is called as a journal or a payout of this transaction has it, else as who waits for this amount, a miner, a sweep or an exchange has.
 * The proof that is answered says so, too.
 */
export async function readSent<Sent extends OutgoingTransaction>(
  db: Queryable,
  rails: Pick<Rails, 'railOf'>,
  sent: Sent,
  { cold = [] }: KnownElsewhere = {},
): Promise<Sent & { readonly reading: Reading }> {
  const reading = await readPayment(rails, sent);
  const { spellings } = requireRail(rails, sent.network);
  if (reading.kind !== 'payment' || spellings === undefined) return { ...sent, reading };
  const meant: string[] = [];
  for (const output of reading.outward) meant.push(await spelledBy(db, spellings, sent.txid, output, cold));
  if (reading.outward.every(({ address }, at) => meant[at] === address)) return { ...sent, reading };
  const again = { ...sent, proof: spellings.keep(sent.proof, meant) };
  return { ...again, reading: await readPayment(rails, again) };
}

async function spelledBy(
  db: Queryable,
  spellings: AddressSpellings,
  txid: string,
  { asset, address, amount }: DecodedOutput,
  cold: readonly string[],
): Promise<string> {
  const all = [...spellings.of(address)];
  if (all.length < 2) return address;
  const [known] = await db.query<{ address: string }>(sql`
    SELECT address FROM (
      SELECT address, 0 AS rank FROM payout_journal WHERE txid = ${txid} AND coin = ${asset}
      UNION ALL SELECT address, 0 FROM ${signings} WHERE txid = ${txid} AND coin = ${asset}
      UNION ALL SELECT address, 1 FROM payouts WHERE state = 'reserved' AND coin = ${asset} AND amount = ${amount}
      UNION ALL SELECT address, 2 FROM miners WHERE coin = ${asset}
      UNION ALL SELECT address, 3 FROM sweeps WHERE coin = ${asset}
      UNION ALL SELECT address, 3 FROM place_addresses WHERE coin = ${asset}) AS known
     WHERE address = ANY(${all}::text[]) ORDER BY rank, address <> ${address}, address LIMIT 1`);
  return known?.address ?? cold.find((each) => all.includes(each)) ?? address;
}
