import type { TransactionStatus } from '@openlode/ledger/judge-transaction';
import { depthOf } from './block-depth.ts';
import { fieldsOf, hex, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import { idsOf } from './other-ids.ts';
import { lostParent } from './lost-parent.ts';
import { askKnown, type RailNode } from './rail-node.ts';
import { readOrNone, readTransaction } from './read-transaction.ts';
import type { Spender, SpenderSearch } from './spender-search.ts';

export interface StatusQuestion {
  /** As the pool names it: its id, or its effect. */
  readonly txid: string;
  /** The id of its bytes, where the pool names it by its effect: the node may have the same payment under another id. */
  readonly id: string | undefined;
  /** The coins that it spends, and from which block on another transaction may have spent them. */
  readonly coins: readonly string[];
  readonly since: number;
  readonly confirmationsNeeded: number;
  /**
   * What the network took for it, in units of the ledger: the same from every node, because it follows from bytes with a known hash.
   * Rejects where the bytes of this id in the block are not the payment.
   */
  readonly feeOf: (id: string, block: string) => Promise<bigint>;
}

/**
 * What one node says of a transaction, by its blocks. It can never be confirmed where another one that spends a coin of it is as deep as a
 * payment has to be. A wallet is asked for a hint only: blocks decide.
 *
 * @throws UnreadableAnswer where the node does not answer
 */
export async function statusAt(
  node: RailNode,
  search: SpenderSearch,
  question: StatusQuestion,
): Promise<TransactionStatus> {
  const { txid, coins, since, confirmationsNeeded } = question;
  const ids = question.id === undefined ? [txid] : await idsOf(node, { name: txid, id: question.id });
  for (const id of ids) {
    const block = await hintedBlock(node, id);
    if (block === undefined) continue;
    const confirmations = await depthOf(node, block);
    if (confirmations > 0 && (await isIn(node, block, id)))
      return confirmed(question, { txid: id, block }, confirmations);
  }
  for (const id of ids)
    if ((await askKnown(node.rpc, 'getmempoolentry', [id])) !== undefined) return { kind: 'waiting' };
  if (await areUnspent(node, coins)) return { kind: 'absent' };
  const spender = await search.find(`${txid} ${since}`, coins, since);
  if (spender === undefined)
    return question.id === undefined ? { kind: 'absent' } : ofParents(node, search, question);
  const confirmations = await depthOf(node, spender.block);
  if (confirmations <= 0) throw new UnreadableAnswer('its branch has changed meanwhile');
  if (spender.txid === txid || (question.id !== undefined && (await nameAt(node, spender)) === txid))
    return confirmed(question, spender, confirmations);
  if (confirmations < confirmationsNeeded) return { kind: 'absent' };
  if (node.form === 'nexa') await requireSpent(node, spender);
  const why = `${spender.txid} has spent ${spender.coin}, ${confirmations} blocks deep`;
  return { kind: 'invalidated', why, fee: 0n };
}

async function confirmed(
  { txid, feeOf }: StatusQuestion,
  at: Pick<Spender, 'txid' | 'block'>,
  confirmations: number,
): Promise<TransactionStatus> {
  const fee = await feeOf(at.txid, at.block);
  return { kind: 'confirmed', confirmations, fee, ...(at.txid !== txid && { as: at.txid }) };
}

/** The effect of a transaction of a block: by its bytes, which have its id. One that cannot be read decides nothing. */
async function nameAt(node: RailNode, spender: Spender): Promise<string> {
  const bytes = await bytesAt(node, spender);
  const transaction = readTransaction(bytes, node.form);
  if (transaction.txid !== spender.txid)
    throw new UnreadableAnswer(`it gives ${transaction.txid} for ${spender.txid}`);
  return transaction.effect;
}

/**
 * An input of Nexa may only look at a coin, and blocks list it with those that spend. What has spent a coin of the pool was signed for it, so that its
 * bytes can be read.
 */
async function requireSpent(node: RailNode, spender: Spender): Promise<void> {
  const { txid, coin } = spender;
  const read = readOrNone(await bytesAt(node, spender), node.form);
  if (read?.txid !== txid || !read.inputs.some((each) => each.coin === coin))
    throw new UnreadableAnswer(`nothing shows that ${txid} has spent ${coin}`);
}

async function bytesAt({ rpc }: RailNode, { txid, block }: Spender): Promise<Uint8Array> {
  const raw = valueOf(await rpc.call('getrawtransaction', [txid, false, block]));
  return hex({ raw }, 'raw');
}

/** Nothing has spent its coins, and they are not there: the transaction that made one of them may be gone for good. */
async function ofParents(
  node: RailNode,
  search: SpenderSearch,
  { coins, since, confirmationsNeeded }: StatusQuestion,
): Promise<TransactionStatus> {
  const lost = await lostParent(node, search, { coins, since, confirmationsNeeded });
  return lost === undefined ? { kind: 'absent' } : { kind: 'invalidated', why: lost, fee: 0n };
}

/** The block in which the node's wallet has it; undefined where it has none, or no wallet. */
async function hintedBlock({ wallet }: RailNode, txid: string): Promise<string | undefined> {
  const outcome = await wallet.call('gettransaction', [txid, true]);
  if (outcome.kind === 'refused') return undefined;
  const { blockhash } = fieldsOf(valueOf(outcome), 'gettransaction');
  return typeof blockhash === 'string' ? blockhash : undefined;
}

export async function isIn({ rpc }: RailNode, block: string, txid: string): Promise<boolean> {
  const { tx } = fieldsOf(valueOf(await rpc.call('getblock', [block, 1])), 'getblock');
  return Array.isArray(tx) && tx.includes(txid);
}

/** Whether no block has spent any of these: then none has this transaction either, nor one that excludes it. */
async function areUnspent({ rpc }: RailNode, coins: readonly string[]): Promise<boolean> {
  for (const coin of coins) {
    const [txid, output] = coin.split(':');
    const unspent = valueOf(await rpc.call('gettxout', [txid, Number(output), false]));
    if (unspent === null) return false;
  }
  return true;
}
