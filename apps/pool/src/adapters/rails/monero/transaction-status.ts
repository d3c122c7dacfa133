import type { TransactionStatus } from '@openlode/ledger/judge-transaction';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { askBlock, askImages, askTransactions, type MoneroNode } from './monero-node.ts';
import type { SpenderSearch } from './spender-search.ts';
import { ledgerUnits } from './units.ts';

export interface StatusQuestion {
  readonly txid: string;
  /** Of what it spends, and the first block in which another transaction may have spent it. */
  readonly images: readonly string[];
  readonly since: number;
  /** The newest block of the node. */
  readonly height: number;
  readonly confirmationsNeeded: number;
}

/**
 * What one node says of a transaction, by its blocks. It can never be confirmed where another one with an image of it is as deep as a
 * payment has to be.
 *
 * @throws UnreadableAnswer where the node does not answer
 */
export async function statusAt(
  node: MoneroNode,
  search: SpenderSearch,
  { txid, images, since, height, confirmationsNeeded }: StatusQuestion,
): Promise<TransactionStatus> {
  const known = await knownAt(node, txid, height);
  if (known.kind !== 'absent') return known;
  if (!(await askImages(node, images)).includes('in-block')) return { kind: 'absent' };
  const spender = await search.find(`${txid} ${since}`, images, since, height);
  if (spender === undefined) return { kind: 'absent' };
  if (spender.txid === txid) throw new UnreadableAnswer('its branch has changed meanwhile');
  const confirmations = height - spender.height + 1;
  if (confirmations < confirmationsNeeded) return { kind: 'absent' };
  const why = `${spender.txid} has spent ${spender.image}, ${confirmations} blocks deep`;
  return { kind: 'invalidated', why, fee: 0n };
}

/** The same of a transaction of which nothing else is known. */
export async function knownAt(node: MoneroNode, txid: string, height: number): Promise<TransactionStatus> {
  if (!/^[0-9a-f]{64}$/.test(txid)) return { kind: 'absent' };
  const known = (await askTransactions(node, [txid])).get(txid);
  if (known === undefined) return { kind: 'absent' };
  if (known.height === undefined) return { kind: 'waiting' };
  if (known.height > height) throw new UnreadableAnswer('a block has come meanwhile');
  if (!(await askBlock(node, known.height)).txids.includes(txid))
    throw new UnreadableAnswer('the block that it names has not the transaction');
  // Of one of another form the fee is not known; nothing that was built here is one.
  const fee = (known.read?.fee ?? 0n) * ledgerUnits;
  return { kind: 'confirmed', confirmations: height - known.height + 1, fee };
}
