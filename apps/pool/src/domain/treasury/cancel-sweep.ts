import {
  judgeTransaction,
  type TransactionAnswer,
  witnessesNeeded,
} from '@openlode/ledger/judge-transaction';
import { firstBeside } from '@openlode/ledger/payout-attempts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { errorText } from '../../runtime/error-text.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { judgeReason, recordDecision } from '../kernel/decision.ts';
import type { BytesOnNetwork, Rail } from '../kernel/rail.ts';
import { requireRail } from '../kernel/rails.ts';
import { isKnownToAny } from '../payouts/known-to-nodes.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import {
  ClaimTaken,
  claimsOf,
  moveTransaction,
  type NewTransaction,
  storeTransaction,
} from '../payouts/payout-transaction.ts';
import { keepsForSweep } from '../payouts/reserve-coins.ts';
import { sendCancel } from '../payouts/send-cancel.ts';
import { orWords } from '../payouts/signed-for.ts';
import { splitOutputs } from '../payouts/verify-payment.ts';
import { endUnsent } from './end-unsent.ts';
import { forgetSweep } from './sign-sweep.ts';
import {
  findSweep,
  moveSweep,
  orderOfSweep,
  type StoredTransaction,
  type Sweep,
  sweepBarrier,
  sweepBarrierIn,
} from './sweep.ts';
import { SweepTurn } from './sweep-turn.ts';

export type CancelSweepOutcome =
  /** `txid` takes its place and pays no one; what its chain takes decides. */
  | { readonly kind: 'cancelling'; readonly txid: string }
  /** Nothing of it has left: it is over. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'no-sweep' }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'not-possible'; readonly why: string };

type Context = PayoutContext & { readonly actor: string };

/**
 * Ends a sweep that is not over: one that has not left at once, also while its network is suspended; any other by a transaction to ourselves in its
 * place. Whichever of the two is confirmed decides. On an ordered network what was signed is ended in the second way alone.
 */
export async function cancelSweep(
  ctx: Context,
  { id, reason: typed }: { readonly id: bigint; readonly reason: string },
): Promise<CancelSweepOutcome> {
  const reason = judgeReason(typed);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const sweep = await findSweep(ctx.db, id);
  if (sweep === undefined) return { kind: 'no-sweep' };
  if (sweep.state === 'planned') return endPlanned(ctx, sweep, reason);
  const { signed, network, state } = sweep;
  if (signed === null || state === 'final' || state === 'returned') return notPossible(`it is ${state}`);
  // On an ordered network its number has to be used.
  const { isOrdered } = requireRail(ctx.rails, network);
  if (!isOrdered && (await endSigned(ctx, sweep, signed, reason))) return { kind: 'ended' };
  return cancelSigned(ctx, sweep, reason);
}

/**
 * Replaces a signed, open transaction by one to ourselves, for an operator or for the pool itself. An earlier cancel that nodes do not take at its
 * price is replaced by one that offers more.
 */
export async function cancelSigned(
  ctx: Context,
  sweep: Sweep,
  reason: string,
): Promise<Extract<CancelSweepOutcome, { kind: 'cancelling' | 'not-possible' }>> {
  const { signed } = sweep;
  if (signed === null) return notPossible('nothing of it is stored');
  const built = await build(ctx, sweep, signed);
  if (typeof built === 'string') return notPossible(built);
  const stored = await ctx.db
    .transaction((tx) => store(tx, ctx, sweep, built, reason))
    .catch((error: unknown) => {
      if (error instanceof ClaimTaken) return false;
      throw error;
    });
  if (!stored) return notPossible('something has changed meanwhile, or another transaction spends the same');
  crashPoint('sweep-cancel-stored');
  await sendCancel(ctx, { network: sweep.network, txid: built.txid, bytes: built.bytes });
  return { kind: 'cancelling', txid: built.txid };
}

async function endPlanned(ctx: Context, sweep: Sweep, reason: string): Promise<CancelSweepOutcome> {
  if (!requireRail(ctx.rails, sweep.network).isOrdered) return giveUp(ctx, sweep, reason);
  const turn = await SweepTurn.take(ctx, sweep, { isTry: false });
  if (turn === undefined) return notPossible('it is being signed at this moment: ask again in a minute');
  const isForgotten = await forgetSweep(ctx, sweep).catch(errorText);
  const outcome =
    isForgotten === true ? await giveUp(ctx, sweep, reason) : notPossible(isForgotten || signedWords);
  await turn.end();
  return outcome;
}

async function giveUp(ctx: Context, sweep: Sweep, reason: string): Promise<CancelSweepOutcome> {
  const at = ctx.clock.now();
  const ended = await ctx.db.transaction(async (tx) => {
    if (await keepsForSweep(tx, sweep)) return false;
    if (!(await moveSweep(tx, sweep, 'returned', at, sql`, note = 'ended by an operator'`))) return false;
    await decide(tx, ctx, sweep, reason);
    return true;
  });
  return ended ? { kind: 'ended' } : notPossible('it was signed at this moment');
}

const signedWords =
  'the signer has signed it: that is stored first, by itself while nothing keeps its network from paying, and can be ended then';

/** False where it may have left. A node that is silent keeps nothing: it was handed to none from here. */
async function endSigned(
  ctx: Context,
  sweep: Sweep,
  { txid, proof }: StoredTransaction,
  reason: string,
): Promise<boolean> {
  if (sweep.state !== 'signed') return false;
  const answers = await orWords(requireRail(ctx.rails, sweep.network).lookUp(sweep.network, txid, proof));
  if (!('why' in answers) && isKnownToAny(answers)) return false;
  return ctx.db.transaction(async (tx) => {
    if (!(await endUnsent(tx, ctx, sweep, 'ended by an operator before it was sent'))) return false;
    await decide(tx, ctx, sweep, reason);
    return true;
  });
}

/** Words where nothing takes its place now. */
async function build(
  ctx: Context,
  sweep: Sweep,
  signed: StoredTransaction,
): Promise<NewTransaction | string> {
  const { coin, network, cancel, outbid } = sweep;
  const rail = requireRail(ctx.rails, network);
  if (rail.cancel === undefined) return rail.noReplacement ?? `nothing can be cancelled on ${network}`;
  const barrier = await sweepBarrier(ctx, sweep);
  if (barrier !== undefined) return barrier;
  const attempts = [signed, ...(cancel === null ? [] : [cancel]), ...outbid];
  for (const { txid, proof } of attempts) {
    const answers = await orWords(rail.lookUp(network, txid, proof));
    if ('why' in answers) return answers.why;
    if (answers.some(({ status }) => status.kind !== 'absent' && status.kind !== 'waiting'))
      return `a node says what became of ${txid}: its chain decides`;
    if (txid === cancel?.txid && (await isEnough(rail, coin, { ...cancel, network }, answers)))
      return `it is being cancelled by ${txid} already, which its nodes have waiting, and they ask for no more`;
  }
  const order = orderOfSweep(sweep);
  const made = await orWords(
    rail.cancel(
      [order],
      attempts.map((each) => ({ ...each, network })),
    ),
  );
  if ('why' in made) return made.why;
  if (attempts.some(({ txid }) => txid === made.txid)) return `it is being cancelled by ${made.txid} already`;
  crashPoint('sweep-cancel-signed');
  const decoded = await rail.inspect({ ...made, network });
  if (decoded === 'unreadable') return 'what was signed cannot be read';
  const terms = rail.terms(coin, network);
  const { ours, outward } = splitOutputs(decoded, terms);
  const isOther = decoded.txid !== made.txid || decoded.claims.length === 0;
  if (outward.length > 0 || ours.some(({ amount }) => amount < 0n) || isOther)
    return 'what was signed is not what was asked for';
  if (decoded.fee.asset !== terms.feeAsset || decoded.fee.amount > terms.feeMax)
    return 'it would cost more than a payment may';
  for (const { txid } of attempts)
    if (firstBeside(decoded.claims, [{ txid, claims: await claimsOf(ctx.db, txid) }]) !== undefined)
      return `what was signed shares nothing with ${txid}: both could be confirmed`;
  return { ...made, network, payees: 0, decoded };
}

/** Whether two nodes have what cancels it waiting at a price that is not too low now: asked for once more it would cost more for nothing. */
async function isEnough(
  rail: Rail,
  coin: string,
  cancel: BytesOnNetwork,
  answers: readonly TransactionAnswer[],
): Promise<boolean> {
  const { confirmationsNeeded } = rail.terms(coin, cancel.network);
  const { evidence, witnesses } = judgeTransaction(answers, confirmationsNeeded);
  if (rail.waitsFor === undefined || evidence.kind !== 'waiting' || witnesses < witnessesNeeded) return false;
  return (await rail.waitsFor(cancel).catch(() => undefined)) !== 'price';
}

/** False where it is not as it was any more. */
async function store(
  tx: Transaction,
  ctx: Context,
  sweep: Sweep,
  next: NewTransaction,
  reason: string,
): Promise<boolean> {
  if ((await sweepBarrierIn(tx, ctx, sweep)) !== undefined) return false;
  const own = await findSweep(tx, sweep.id, { locked: true });
  if (own?.state !== sweep.state || own.cancel?.txid !== sweep.cancel?.txid || own.signed === null)
    return false;
  const attempts = [own.signed, ...(own.cancel === null ? [] : [own.cancel]), ...own.outbid];
  if (
    await spendsOthers(
      tx,
      next,
      attempts.map(({ txid }) => txid),
    )
  )
    return false;
  const at = ctx.clock.now();
  await storeTransaction(tx, next, { state: 'signed', at, mayHaveLeft: false, replaces: own.signed.txid });
  // It may be anywhere from here on.
  await moveTransaction(tx, next.txid, 'sent', at);
  await tx.query(sql`UPDATE sweeps SET cancel_txid = ${next.txid} WHERE id = ${sweep.id}`);
  await decide(tx, ctx, sweep, reason);
  return true;
}

/** Whether it spends what another transaction spends that is not over. */
async function spendsOthers(
  tx: Transaction,
  { network, decoded: { claims } }: NewTransaction,
  attempts: readonly string[],
): Promise<boolean> {
  const others = await tx.query(sql`
    SELECT 1 FROM payout_claims JOIN payout_transactions USING (txid)
     WHERE payout_claims.network = ${network} AND claim = ANY(${[...claims]}::text[]) AND state IN ('signed', 'sent')
       AND txid <> ALL(${[...attempts]}::text[]) LIMIT 1`);
  return others.length > 0;
}

function decide(tx: Transaction, ctx: Context, { id }: Sweep, reason: string): Promise<void> {
  return recordDecision(tx, ctx, { kind: 'cancel-sweep', subject: id.toString(), reason });
}

function notPossible(why: string): { readonly kind: 'not-possible'; readonly why: string } {
  return { kind: 'not-possible', why };
}
