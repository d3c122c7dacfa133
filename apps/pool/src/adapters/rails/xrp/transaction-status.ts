import type { TransactionStatus } from '@openlode/ledger/judge-transaction';
import {
  type Fields,
  fieldsOf,
  text,
  UnreadableAnswer,
  wholeNumber,
} from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { findSequence } from './account-history.ts';
import type { XrpProof } from './payment-proof.ts';
import { ledgerAmount } from './units.ts';
import { accountAt, drops, hash, hasWhole, said, type XrpTip } from './xrp-node.ts';

export interface StatusQuestion {
  readonly txid: string;
  readonly proof: XrpProof;
  readonly tip: XrpTip;
}

/**
 * What one server says of a transaction, by validated ledgers. It can never be confirmed where it was executed and failed (its fee is gone then),
 * where another one has used its number, or where its last ledger is past: then its number is unused on a later ledger, and the server has every
 * ledger that could have had it and names none that does. That a server has no trace of it proves nothing.
 *
 * @throws UnreadableAnswer where the server does not answer, or lacks a ledger that could have it
 */
export async function statusAt(rpc: NodeRpc, question: StatusQuestion): Promise<TransactionStatus> {
  const { txid, proof, tip } = question;
  const found = await findTransaction(rpc, txid);
  if (found?.['validated'] === true) return executed(found, question);
  const { account, sequence, since, lastLedger } = proof;
  const state = await accountAt(rpc, account, 'validated');
  if (state === undefined) throw new UnreadableAnswer(`it has no account ${account}`);
  if (state.sequence > sequence) {
    const other = await findSequence(rpc, { account, from: since, to: tip.height }, sequence);
    // Validated between two calls, or used before it was signed: the next look says more.
    if (other === undefined || other.txid === txid)
      throw new UnreadableAnswer(`number ${sequence} is used, and it does not say by what`);
    const why = `${other.txid} has used number ${sequence} of the account in ledger ${other.ledger}`;
    return { kind: 'invalidated', why, fee: 0n };
  }
  if (Math.min(tip.height, state.height) < lastLedger)
    return { kind: found === undefined ? 'absent' : 'waiting' };
  await requireNone(rpc, question);
  const why = `ledger ${lastLedger} was its last, and number ${sequence} of the account is unused on ledger ${state.height}`;
  return { kind: 'invalidated', why, fee: 0n };
}

/** Every ledger that could have it is there, and none names it. */
async function requireNone(rpc: NodeRpc, { txid, proof, tip }: StatusQuestion): Promise<void> {
  const { account, sequence, since, lastLedger } = proof;
  if (!hasWhole(tip.complete, since, lastLedger))
    throw new UnreadableAnswer(
      `it does not have all ledgers from ${since} to ${lastLedger} (${tip.complete}), one of which could have ${txid}`,
    );
  const used = await findSequence(rpc, { account, from: since, to: lastLedger }, sequence);
  if (used !== undefined)
    throw new UnreadableAnswer(`it lists ${used.txid} under number ${sequence}, and calls the number unused`);
}

/**
 * What a server says of a transaction whose proof is of another kind of network: a payout may have been signed for on another network of its
 * coin. It is known here or not, and nothing here can prove its end.
 */
export async function knownAt(rpc: NodeRpc, txid: string): Promise<TransactionStatus> {
  if (!/^[0-9A-F]{64}$/.test(txid)) return { kind: 'absent' };
  return { kind: (await findTransaction(rpc, txid)) === undefined ? 'absent' : 'waiting' };
}

/** @throws UnreadableAnswer where the server does not say, or answers with another one */
export async function findTransaction(rpc: NodeRpc, txid: string): Promise<Fields | undefined> {
  const answer = await said(rpc, 'tx', { transaction: txid, binary: false });
  if (answer.kind === 'error') {
    if (answer.error === 'txnNotFound') return undefined;
    throw new UnreadableAnswer(`it refuses tx: ${answer.why}`);
  }
  if (hash(answer.fields, 'hash') !== txid)
    throw new UnreadableAnswer(`it answers with another transaction for ${txid}`);
  return answer.fields;
}

function executed(found: Fields, { txid, proof, tip }: StatusQuestion): TransactionStatus {
  const ledger = wholeNumber(found, 'ledger_index');
  const transaction = fieldsOf(found['tx_json'], 'tx_json');
  const meta = fieldsOf(found['meta'], 'meta');
  const fee = ledgerAmount(drops(transaction, 'Fee'));
  const confirmations = tip.height - ledger + 1;
  if (confirmations < 1)
    throw new UnreadableAnswer('its newest validated ledger is below that of the transaction');
  const result = text(meta, 'TransactionResult');
  if (result === 'tesSUCCESS') {
    const difference = differenceOf(transaction, meta, proof);
    if (difference === undefined) return { kind: 'confirmed', confirmations, fee };
    return { kind: 'unclear', why: `${txid} was executed, and ${difference}`, confirmations, fee };
  }
  // It has used its number and its fee, and nothing else of it holds.
  if (!result.startsWith('tec')) throw new UnreadableAnswer(`it calls ${result} validated`);
  return { kind: 'invalidated', why: `${txid} has failed with ${result} in ledger ${ledger}`, fee };
}

/** What was delivered, and to whom, is what counts: never what was asked for. */
function differenceOf(transaction: Fields, meta: Fields, { payee, amount }: XrpProof): string | undefined {
  const delivered = meta['delivered_amount'];
  if (transaction['Destination'] !== payee) return 'it pays another account';
  return delivered === amount.toString()
    ? undefined
    : `it has delivered ${typeof delivered === 'string' ? `${delivered} drops` : 'an amount that is not known'} instead of ${amount}`;
}
