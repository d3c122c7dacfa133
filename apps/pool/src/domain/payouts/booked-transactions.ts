import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { oneLine } from '../../runtime/one-line.ts';
import type {
  BytesOnNetwork,
  DecodedOutput,
  DecodedPayment,
  OutgoingTransaction,
  Rail,
} from '../kernel/rail.ts';
import { type Rails, requireRail } from '../kernel/rails.ts';
import { errorText } from '../../runtime/error-text.ts';

interface Booked {
  /** In small letters. */
  readonly reference: string;
  readonly kind: string;
  readonly asset: string;
  readonly network: string;
  /** What left, in units of 10^-18. */
  readonly amount: bigint;
  readonly bookedAt: Date;
}

/**
 * The transactions that the operator's movements explain, each with the kind of its movement. A typed reference alone proves nothing:
 * every asset that the transaction moved must be booked on its network, with the amount that left, or that amount plus at most the
 * network's fee. A payment to a miner's address is never explained this way: it is a payout and would be paid again. That rule ignores a
 * miner that was opened after the payment left or was booked, because anyone can open a miner with any address. A transaction whose bytes
 * cannot be read is not explained either.
 */
export async function bookedTransactions(
  db: Queryable,
  sent: readonly (Pick<OutgoingTransaction, 'txid' | 'ids' | 'network' | 'at'> & {
    readonly reading: Reading;
  })[],
): Promise<ReadonlyMap<string, string>> {
  const movements = await db.query<Booked>(sql`
    SELECT lower(reference) AS reference, kind, asset, network, -amount AS amount, booked_at AS "bookedAt" FROM treasury_movements
     WHERE amount < 0 AND kind <> 'cold-withdrawal' AND lower(reference) = ANY(${sent.flatMap(referencesOf)}::text[]) ORDER BY id`);
  const booked = new Map<string, string>();
  for (const { txid, ids, network, at, reading } of sent) {
    const references = referencesOf({ txid, ids, reading });
    const own = movements.filter((each) => references.includes(each.reference) && each.network === network);
    const [first] = own;
    if (first === undefined || reading.kind !== 'payment' || !movesTheSame(own, reading)) continue;
    const openedUntil = Math.min(at, ...own.map(({ bookedAt }) => bookedAt.getTime()));
    if ((await findPaidMiner(db, reading.outward, openedUntil)) === undefined) booked.set(txid, first.kind);
  }
  return booked;
}

/** As which an operator may have booked it, in small letters: how the rail names it, or an id that its network has it under. */
function referencesOf({
  txid,
  ids = [],
  reading,
}: {
  readonly txid: string;
  readonly ids?: readonly string[] | undefined;
  readonly reading: Reading;
}): readonly string[] {
  const ofBytes = reading.kind === 'payment' ? (reading.decoded.id ?? txid) : txid;
  return [...new Set([txid, ...ids, ofBytes].map((each) => each.toLowerCase()))];
}

/** What the bytes of a transaction say. */
export interface ReadPayment {
  readonly decoded: DecodedPayment;
  /** What it pays to others; the rest comes back to the pool. */
  readonly outward: readonly DecodedOutput[];
}

/** What a rail makes of a transaction. */
export type Reading =
  | ({ readonly kind: 'payment' } & ReadPayment)
  /** A wallet can do more than pay, for example call a contract. */
  | { readonly kind: 'unreadable' }
  /** A node that would have to say what it does is silent. Nothing follows from that: it may be a payout. */
  | { readonly kind: 'unanswered'; readonly why: string };

export async function readPayment(
  rails: Pick<Rails, 'railOf'>,
  { network, bytes, proof }: BytesOnNetwork,
): Promise<Reading> {
  const rail = requireRail(rails, network);
  try {
    const decoded = await rail.inspect({ network, bytes, proof });
    if (decoded === 'unreadable') return { kind: 'unreadable' };
    return { kind: 'payment', decoded, outward: outwardOutputs(rail, decoded) };
  } catch (error) {
    const words = errorText(error);
    return { kind: 'unanswered', why: oneLine(words, 200) };
  }
}

function outwardOutputs(rail: Rail, { network, outputs }: DecodedPayment): readonly DecodedOutput[] {
  return outputs.filter(({ asset, address }) => !rail.terms(asset, network).ownAddresses.includes(address));
}

/** The first of these outputs that goes to the address of a miner; with `openedUntil` (ms) to none that was opened later. */
export async function findPaidMiner(
  db: Queryable,
  outputs: readonly DecodedOutput[],
  openedUntil?: number,
): Promise<DecodedOutput | undefined> {
  const before = openedUntil === undefined ? null : new Date(openedUntil);
  for (const output of outputs) {
    const { asset, address, memo } = output;
    const rows = await db.query(
      sql`SELECT 1 FROM miners WHERE (coin, address, memo) = (${asset}, ${address}, ${memo})
            AND (${before}::timestamptz IS NULL OR created_at <= ${before}::timestamptz)`,
    );
    if (rows.length > 0) return output;
  }
  return undefined;
}

/**
 * Those payments of a transaction that can be payouts: none where it pays more others than one of the pool's does, and none to an address
 * that it pays twice.
 */
export function possiblePayouts(
  rails: Pick<Rails, 'railOf'>,
  network: string,
  outward: readonly DecodedOutput[],
): readonly DecodedOutput[] {
  const rail = requireRail(rails, network);
  return outward.filter(
    ({ asset, address }) =>
      outward.length <= (rail.terms(asset, network).payeesMax ?? 1) &&
      outward.filter((other) => other.address === address).length === 1,
  );
}

function movesTheSame(booked: readonly Booked[], payment: ReadPayment): boolean {
  const assets = new Set(payment.outward.map(({ asset }) => asset));
  // Between wallets of the pool only the fee is gone.
  if (assets.size === 0) assets.add(payment.decoded.fee.asset);
  return [...assets].every((asset) => {
    const { moved, fee } = movedBy(payment, asset);
    return booked.some((each) => each.asset === asset && each.amount >= moved && each.amount <= moved + fee);
  });
}

/** What a transaction took of an asset out of the wallet: what it paid to others, and the network's fee where that is in the asset. */
export function movedBy(
  { decoded: { fee }, outward }: ReadPayment,
  asset: string,
): { readonly moved: bigint; readonly fee: bigint } {
  const moved = outward.reduce((sum, each) => (each.asset === asset ? sum + each.amount : sum), 0n);
  return { moved, fee: fee.asset === asset ? fee.amount : 0n };
}
