import type { TransactionStatus } from '@openlode/ledger/judge-transaction';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { BlockTransaction } from './blocks.ts';
import { blocksAfter, transactionIn } from './read-blocks.ts';
import type { TronProof } from './payment-proof.ts';
import { readUnsigned } from './read-payment.ts';
import { differenceInLogs } from './token-transfer.ts';
import { askInfo, type TransactionInfo, type TronNode, type TronTip } from './tron-node.ts';
import { ledgerAmount } from './units.ts';

export interface StatusQuestion {
  readonly txid: string;
  readonly proof: TronProof;
  readonly tip: TronTip;
}

/** From the block that a payment names to its end there are two hundred, and as many as are missed in between. */
const blocksMax = 5000;

/**
 * What one node says of a transaction, by solidified blocks. It can never be executed where its end is past and no block that could have it does: none before the one that it
 * names, none on another chain, and none on a block that is as late as its end. It is over as well where it was executed and failed. That the node knows nothing of it
 * proves nothing.
 *
 * @throws UnreadableAnswer where the node does not answer, or lacks a block that could have it
 */
export async function statusAt(node: TronNode, question: StatusQuestion): Promise<TransactionStatus> {
  const { txid, proof, tip } = question;
  const info = await askInfo(node, txid);
  if (info !== undefined)
    return info.block > tip.solid.number ? { kind: 'waiting' } : executed(node, info, question);
  if (tip.solid.at < proof.expiration) return { kind: 'absent' };
  const last = await requireNone(node, question);
  const end = new Date(proof.expiration).toISOString();
  const why = `its end was ${end}, and none of the blocks from ${proof.anchor.number + 1} to ${last} has it`;
  return { kind: 'invalidated', why, fee: 0n };
}

/** The number of the last block that could have it: the first that is as late as its end, whose predecessor is not. */
async function requireNone(node: TronNode, { txid, proof, tip }: StatusQuestion): Promise<number> {
  const to = Math.min(tip.solid.number, proof.anchor.number + blocksMax);
  for await (const { header, transactions } of blocksAfter(node, proof.anchor, to)) {
    if (transactions.some((each) => each.txid === txid))
      throw new UnreadableAnswer(`it has it in block ${header.number}, and does not say what became of it`);
    if (header.at >= proof.expiration) return header.number;
  }
  throw new UnreadableAnswer(
    `its blocks from ${proof.anchor.number + 1} to ${to} do not reach the end of ${txid}`,
  );
}

/**
 * What a node says of a transaction whose proof is of another kind of network: a payout may have been signed for on another network of its
 * coin. It is known here or not, and nothing here can prove its end.
 */
export async function knownAt(node: TronNode, txid: string): Promise<TransactionStatus> {
  if (!/^[0-9a-f]{64}$/.test(txid)) return { kind: 'absent' };
  return { kind: (await askInfo(node, txid)) === undefined ? 'absent' : 'waiting' };
}

async function executed(
  node: TronNode,
  info: TransactionInfo,
  { txid, proof, tip }: StatusQuestion,
): Promise<TransactionStatus> {
  const found = await transactionIn(node, info.block, txid);
  const fee = ledgerAmount(info.fee);
  const confirmations = tip.solid.number - info.block + 1;
  if (proof.token !== undefined && info.called !== found.result)
    throw new UnreadableAnswer(`its block and its receipt do not say the same of how ${txid} came out`);
  if (found.result === 'SUCCESS') {
    if (saysNotPaid(info, proof))
      return {
        kind: 'invalidated',
        why: `${txid} was executed, and its token answered that it does not pay`,
        fee,
      };
    const difference = differenceOf(found, proof) ?? differenceOfToken(info, proof);
    if (difference === undefined) return { kind: 'confirmed', confirmations, fee };
    return { kind: 'unclear', why: `${txid} was executed, and ${difference}`, confirmations, fee };
  }
  if (typeof found.result !== 'string') throw new UnreadableAnswer(`it does not say how ${txid} came out`);
  return { kind: 'invalidated', why: `${txid} has failed with ${found.result} in block ${info.block}`, fee };
}

/** Its id is the hash of what it says: nothing else can have been executed under it. */
function differenceOf(found: BlockTransaction, { payee, token, amount }: TronProof): string | undefined {
  const payment = readUnsigned(found.raw);
  if (payment === undefined) return 'it is no payment of this rail';
  return payment.payee === payee && payment.amount === amount && payment.token === token
    ? undefined
    : 'it pays another account or amount';
}

/**
 * A token that answers that it pays where it does, and has answered that it does not and reported nothing, has paid nothing. Of one that always answers so, as USDT, it says
 * nothing: that a node gives no report is then no proof that there is none.
 */
function saysNotPaid({ answer, logs }: TransactionInfo, { token, answersTrue }: TronProof): boolean {
  if (token === undefined || !answersTrue || answer !== '0'.repeat(64)) return false;
  return logs.every(({ address }) => address !== token.slice(2));
}

/** Where a token reports something else than the payment, no rule can tell whether it has paid. */
function differenceOfToken(
  { logs }: TransactionInfo,
  { account, payee, token, amount }: TronProof,
): string | undefined {
  if (token === undefined) return undefined;
  const difference = differenceInLogs(logs, { token, account, payee, units: amount });
  return difference === undefined ? undefined : `its token ${difference}`;
}
