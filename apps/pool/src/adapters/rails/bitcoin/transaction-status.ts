import type { TransactionStatus } from '@openlode/ledger/judge-transaction';
import { fieldsOf, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import { askKnown, type RailNode } from './rail-node.ts';
import type { SpenderSearch } from './spender-search.ts';

export interface StatusQuestion {
  readonly txid: string;
  /** The coins that it spends, and from which block on another transaction may have spent them. */
  readonly coins: readonly string[];
  readonly since: number;
  readonly confirmationsNeeded: number;
  /** What the network took for it, in units of the ledger: the same from every node, because it follows from bytes with a known hash. */
  readonly feeOf: (block: string) => Promise<bigint>;
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
  const hinted = await hintedBlock(node, txid);
  if (hinted !== undefined) {
    const confirmations = await depthOf(node, hinted);
    if (confirmations > 0 && (await isIn(node, hinted, txid)))
      return { kind: 'confirmed', confirmations, fee: await question.feeOf(hinted) };
  }
  if ((await askKnown(node.rpc, 'getmempoolentry', [txid])) !== undefined) return { kind: 'waiting' };
  if (await areUnspent(node, coins)) return { kind: 'absent' };
  const spender = await search.find(`${txid} ${since}`, coins, since);
  if (spender === undefined) return { kind: 'absent' };
  const confirmations = await depthOf(node, spender.block);
  if (confirmations <= 0) throw new UnreadableAnswer('its branch has changed meanwhile');
  if (spender.txid === txid)
    return { kind: 'confirmed', confirmations, fee: await question.feeOf(spender.block) };
  if (confirmations < confirmationsNeeded) return { kind: 'absent' };
  const why = `${spender.txid} has spent ${spender.coin}, ${confirmations} blocks deep`;
  return { kind: 'invalidated', why, fee: 0n };
}

/** The block in which the node's wallet has it; undefined where it has none, or no wallet. */
async function hintedBlock({ wallet }: RailNode, txid: string): Promise<string | undefined> {
  const outcome = await wallet.call('gettransaction', [txid, true]);
  if (outcome.kind === 'refused') return undefined;
  const { blockhash } = fieldsOf(valueOf(outcome), 'gettransaction');
  return typeof blockhash === 'string' ? blockhash : undefined;
}

/** How deep a block is, 1 for the newest; below 1 where it is not on the best branch. */
export async function depthOf({ rpc }: RailNode, block: string): Promise<number> {
  const header = await askKnown(rpc, 'getblockheader', [block]);
  if (header === undefined) return 0;
  const { confirmations } = fieldsOf(header, 'getblockheader');
  if (!Number.isSafeInteger(confirmations)) throw new UnreadableAnswer('confirmations is no whole number');
  return confirmations as number;
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
