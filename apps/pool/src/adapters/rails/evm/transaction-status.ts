import type { TransactionStatus } from '@openlode/ledger/judge-transaction';
import { type Fields, fieldsOf, list, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { ask, askBlock, transactionCount } from './evm-node.ts';
import type { EvmNetwork } from './evm-networks.ts';
import { findNumber } from './find-number.ts';
import type { EvmProof } from './payment-proof.ts';
import { count, hexText, quantity } from './quantities.ts';
import { takenFor } from './rollup-cost.ts';
import { readTransfer, type Transfer } from './token-calls.ts';

export interface StatusQuestion {
  /** With 0x. */
  readonly txid: string;
  readonly proof: EvmProof;
  /** The newest block of the node. */
  readonly height: number;
  readonly confirmationsNeeded: number;
  /** The newest block whose payments are final (`finalBlock`). */
  readonly final: number;
  readonly facts: EvmNetwork;
}

/**
 * What one node says of a transaction, by its blocks. It can never be confirmed where another one of the account has its number, or where it
 * was executed and undone, as deep as a payment has to be. That a node has no trace of it proves nothing.
 *
 * @throws UnreadableAnswer where the node does not answer
 */
export async function statusAt(rpc: NodeRpc, question: StatusQuestion): Promise<TransactionStatus> {
  const { txid, proof, height, final } = question;
  const receipt = await ask(rpc, 'eth_getTransactionReceipt', [txid]);
  if (receipt !== null) return executed(rpc, fieldsOf(receipt, 'the receipt'), question);
  if ((await ask(rpc, 'eth_getTransactionByHash', [txid])) !== null) return { kind: 'waiting' };
  const { account, nonce } = proof;
  if (final < 0 || (await transactionCount(rpc, account, final)) <= nonce) return { kind: 'absent' };
  const { found: other } = await findNumber(rpc, account, nonce, final);
  if (other.txid === txid) throw new UnreadableAnswer(`it has ${txid} in a block and no receipt of it`);
  const depth = height - other.block + 1;
  const why = `${other.txid} has used number ${nonce} of the account, ${depth} blocks deep`;
  return { kind: 'invalidated', why, fee: 0n };
}

/**
 * What a node says of a transaction whose proof is of another kind of network: a payout may have been signed for on another network of its
 * coin. It is known here or not, and nothing here can prove its end.
 */
export async function knownAt(rpc: NodeRpc, txid: string): Promise<TransactionStatus> {
  if (!/^0x[0-9a-f]{64}$/.test(txid)) return { kind: 'absent' };
  const known = await ask(rpc, 'eth_getTransactionByHash', [txid]);
  return { kind: known === null ? 'absent' : 'waiting' };
}

async function executed(
  rpc: NodeRpc,
  receipt: Fields,
  { txid, proof, height, confirmationsNeeded, final, facts }: StatusQuestion,
): Promise<TransactionStatus> {
  const block = count(receipt['blockNumber'], 'blockNumber');
  if (hexText(receipt, 'transactionHash', 32) !== txid)
    throw new UnreadableAnswer(`it gives the receipt of another transaction for ${txid}`);
  const { hash } = await askBlock(rpc, block);
  if (hash !== hexText(receipt, 'blockHash', 32))
    throw new UnreadableAnswer('its branch has changed meanwhile');
  const depth = height - block + 1;
  if (depth < 1) throw new UnreadableAnswer('its newest block is below that of the transaction');
  const confirmations =
    block <= final || facts.rollup === undefined ? depth : notFinal(depth, confirmationsNeeded, facts);
  const fee = await takenFor(rpc, receipt, facts);
  if (quantity(receipt['status'], 'status') === 1n) {
    const difference = proof.token === undefined ? undefined : differenceOf(receipt, proof.token, proof);
    if (difference === undefined) return { kind: 'confirmed', confirmations, fee };
    return { kind: 'unclear', why: `${txid} was executed, and its token ${difference}`, confirmations, fee };
  }
  if (confirmations < confirmationsNeeded) return { kind: 'waiting' };
  const why = `${txid} was executed in block ${block} and undone, ${confirmations} blocks deep`;
  return { kind: 'invalidated', why, fee };
}

/** Deep, and not final: a rollup may give it up. Payouts keep the number that held when they were reserved, which is the network's least at least. */
function notFinal(depth: number, needed: number, { confirmationsMin }: EvmNetwork): number {
  return Math.min(depth, needed - 1, confirmationsMin - 1);
}

/**
 * That a token was paid is said by its contract alone: exactly one transfer from the account, to the payee and of the amount. Answers what it
 * says else, in words; undefined where it says that. Whether it has paid then, or a part, no rule can tell.
 */
function differenceOf(
  receipt: Fields,
  token: string,
  { account, payee, units }: EvmProof,
): string | undefined {
  const logs = list(receipt, 'logs').map((each) => fieldsOf(each, 'a log'));
  const read = logs.filter((log) => hexText(log, 'address', 20) === token).map(readLog);
  if (read.includes('another form')) return 'reports a payment in a form of its own';
  const own = read.filter(isTransfer).filter(({ from }) => from === account);
  const [paid, another] = own;
  if (paid === undefined) return 'reports no payment';
  const isSame = another === undefined && paid.to === payee && paid.value === units;
  return isSame ? undefined : 'reports other payments than it was sent for';
}

function isTransfer(read: ReturnType<typeof readTransfer>): read is Transfer {
  return typeof read === 'object';
}

function readLog(log: Fields): ReturnType<typeof readTransfer> {
  const topics = list(log, 'topics').map((topic) => hexText({ topic }, 'topic', 32));
  return readTransfer(topics, hexText(log, 'data'));
}
