import type { TransactionStatus } from '@openlode/ledger/judge-transaction';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { isSignature } from './read-address.ts';
import { readNonce } from './nonce-account.ts';
import { paidTo } from './paid-to.ts';
import type { SolanaProof } from './payment-proof.ts';
import { type AnyTransaction, isSignedBy, readHead } from './read-transaction.ts';
import { ledgerAmount } from './solana-facts.ts';
import {
  askAccounts,
  askOldestSlot,
  askStatus,
  askTransaction,
  type ExecutedTransaction,
  listedFor,
} from './solana-node.ts';

export interface StatusQuestion {
  readonly txid: string;
  readonly proof: SolanaProof;
  /** The newest finalized slot of the node. */
  readonly height: number;
}

/**
 * What one node says of a transaction, by what it calls finalized. It can never be confirmed where another one has advanced the nonce account from its nonce, or where
 * it was executed and undone. That a node has no trace of it proves nothing: where the nonce is gone and nothing is found that has used it, a person has to look.
 *
 * @throws UnreadableAnswer where the node does not answer
 */
export async function statusAt(rpc: NodeRpc, question: StatusQuestion): Promise<TransactionStatus> {
  const { txid } = question;
  const status = await askStatus(rpc, txid);
  if (status === 'processed' || status === 'confirmed') return { kind: 'waiting' };
  const executed = await askTransaction(rpc, txid, 'finalized');
  if (executed !== undefined) return statusOf(executed, question);
  if (status === 'finalized')
    throw new UnreadableAnswer(`it calls ${txid} finalized, and has no bytes of it`);
  return nonceStatus(rpc, question);
}

/**
 * What a node says of a transaction whose proof is of another kind of network: a payout may have been signed for on another network of its coin. It is known here or
 * not, and nothing here can prove its end.
 */
export async function knownAt(rpc: NodeRpc, txid: string): Promise<TransactionStatus> {
  if (!isSignature(txid)) return { kind: 'absent' };
  return { kind: (await askStatus(rpc, txid)) === undefined ? 'absent' : 'waiting' };
}

function statusOf(executed: ExecutedTransaction, { txid, proof, height }: StatusQuestion): TransactionStatus {
  const head = readHead(executed.bytes);
  if (head?.txid !== txid) throw new UnreadableAnswer(`it gives another transaction for ${txid}`);
  const confirmations = height - executed.slot + 1;
  // Its tip was asked for before.
  if (confirmations < 1) return { kind: 'waiting' };
  const fee = ledgerAmount(executed.fee);
  if (executed.hasFailed)
    return { kind: 'invalidated', why: `${txid} was executed in slot ${executed.slot} and undone`, fee };
  const { transfer } = proof;
  const paid = transfer === undefined ? undefined : paidTo(executed, head.keys, transfer.payee);
  if (transfer === undefined || paid === transfer.lamports || paid === 'too-much-to-say')
    return { kind: 'confirmed', confirmations, fee };
  const why = `${txid} was executed, and its payee has another amount than it was sent`;
  return { kind: 'unclear', why, confirmations, fee };
}

/** What became of the nonce of a transaction that the node does not have. */
async function nonceStatus(
  rpc: NodeRpc,
  { txid, proof, height }: StatusQuestion,
): Promise<TransactionStatus> {
  const { payer, nonceAccount, nonce, since } = proof;
  const { slot, accounts } = await askAccounts(rpc, [nonceAccount], 'finalized');
  const [account] = accounts;
  // One that was closed may be opened again, and then has another nonce: the list decides.
  const now = account && readNonce(account)?.nonce;
  if (now === nonce) return { kind: 'absent' };
  for await (const each of listedFor(rpc, nonceAccount, 'finalized', { minSlot: slot })) {
    if (each.txid === txid) throw new UnreadableAnswer(`it lists ${txid}, and has no bytes of it`);
    if (each.slot < since) break;
    const executed = await askTransaction(rpc, each.txid, 'finalized');
    const head = executed && readHead(executed.bytes);
    if (executed === undefined || head?.txid !== each.txid)
      throw new UnreadableAnswer(`it lists ${each.txid}, and has no bytes of it`);
    if (hasUsed(head, proof)) {
      // Two nodes may make up anything but this.
      if (!isSignedBy(executed.bytes, payer))
        throw new UnreadableAnswer(`it lists ${each.txid}, which ${payer} has not signed`);
      const why = `${each.txid} has used its nonce, in slot ${each.slot}`;
      return { kind: 'invalidated', why, fee: 0n };
    }
  }
  // A node that has dropped a part of that time says nothing.
  if (since === 0 || (await askOldestSlot(rpc)) > since) return { kind: 'absent' };
  // Someone with the key has advanced the nonce by other means, or the node has a hole where it was executed.
  const why = `the nonce account has another nonce, and nothing is found that has used ${nonce} since slot ${since}`;
  return { kind: 'unclear', why, confirmations: height - since + 1, fee: 0n };
}

/** Nonce accounts that were advanced in one slot have one value, and anyone can name ours: it counts where our account advances it, by its signature. */
function hasUsed(
  { lifetime, advances, signers }: AnyTransaction,
  { payer, nonceAccount, nonce }: SolanaProof,
): boolean {
  if (lifetime !== nonce || advances?.nonceAccount !== nonceAccount) return false;
  return advances.authority === payer && signers.includes(payer);
}
