import { fieldsOf, list, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { askKnown, type RailNode } from './rail-node.ts';
import { readOrNone } from './read-transaction.ts';
import { bytesOf, waitingOf } from './spendable-coins.ts';

/**
 * The ids under which a node's wallet knows a payment, that of the pool's bytes first: what it holds to exclude that, or what waits where it does not know
 * that, may be the same payment with its signatures in another form. Each by its bytes, which have its id. A hint where to look, and no more.
 *
 * @param payment its effect, and the id of the pool's bytes
 * @throws UnreadableAnswer where the wallet does not answer
 */
export async function idsOf(
  node: RailNode,
  { name, id }: { readonly name: string; readonly id: string },
): Promise<readonly string[]> {
  const known = await askKnown(node.wallet, 'gettransaction', [id, true]);
  const others = new Set(known === undefined ? await waitingOf(node) : conflictsIn(known));
  const same: string[] = [];
  for (const other of others) if ((await effectOf(node, other)) === name) same.push(other);
  return [id, ...same];
}

function conflictsIn(known: unknown): readonly string[] {
  const fields = fieldsOf(known, 'gettransaction');
  const { walletconflicts = [] } = fields;
  return list({ walletconflicts }, 'walletconflicts').filter((each) => typeof each === 'string');
}

/** Undefined for what this rail cannot read, and so has not built. */
async function effectOf({ wallet, form }: RailNode, id: string): Promise<string | undefined> {
  const transaction = readOrNone(await bytesOf(wallet, id), form);
  if (transaction !== undefined && transaction.txid !== id)
    throw new UnreadableAnswer(`it gives ${transaction.txid} for ${id}`);
  return transaction?.effect;
}
