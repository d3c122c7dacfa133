import { fieldsOf, hex, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { depthOf } from './block-depth.ts';
import { makerOf } from './coin-names.ts';
import { askKnown, type RailNode } from './rail-node.ts';
import { readTransaction } from './read-transaction.ts';
import type { SpenderSearch } from './spender-search.ts';

/** Payments that stand on each other. A coin is spent under some blocks only, so that a branch that is given up holds few of them. */
const generationsMax = 8;

/**
 * Why a transaction can never be confirmed of whose coins none was ever spent: one of them was made by a transaction that can never be, because another one
 * has spent a coin of that, as deep as a payment has to be; or so on before it. That happens where a branch is given up in which the parent
 * stood, and the other branch has it under another id: its outputs are other coins then. The bytes of a parent come from the node's
 * wallet and have its id. In words; undefined where nothing is proved.
 *
 * @throws UnreadableAnswer where the node does not answer
 */
export async function lostParent(
  node: RailNode,
  search: SpenderSearch,
  question: {
    readonly coins: readonly string[];
    readonly since: number;
    readonly confirmationsNeeded: number;
  },
  generations = generationsMax,
  seen: Set<string> = new Set(),
): Promise<string | undefined> {
  const { since, confirmationsNeeded } = question;
  if (generations === 0) return undefined;
  const parents = new Set(question.coins.map((coin) => makerOf(coin)));
  for (const parent of parents) {
    // Each is searched for once, however many ways lead to it.
    if (seen.has(parent)) continue;
    seen.add(parent);
    const coins = await coinsOfLost(node, parent);
    if (coins === undefined) continue;
    const spender = await search.find(`${parent} ${since}`, coins, since);
    // The wallet has not heard of its block yet.
    if (spender?.txid === parent) continue;
    if (spender === undefined) {
      const before = await lostParent(node, search, { ...question, coins }, generations - 1, seen);
      if (before !== undefined) return before;
      continue;
    }
    const confirmations = await depthOf(node, spender.block);
    if (confirmations <= 0) throw new UnreadableAnswer('its branch has changed meanwhile');
    if (confirmations < confirmationsNeeded) continue;
    return `it spends an output of ${parent}, in whose place ${spender.txid} has spent ${spender.coin}, ${confirmations} blocks deep`;
  }
  return undefined;
}

/**
 * What a transaction spends that the node's wallet knows, and of which it has no block on the best branch; undefined for any other. Most are in a
 * block: neither they nor what was before them is searched for.
 */
async function coinsOfLost(node: RailNode, txid: string): Promise<readonly string[] | undefined> {
  const known = await askKnown(node.wallet, 'gettransaction', [txid, true]);
  if (known === undefined) return undefined;
  const fields = fieldsOf(known, 'gettransaction');
  const { blockhash } = fields;
  if (typeof blockhash === 'string' && (await depthOf(node, blockhash)) > 0) return undefined;
  const transaction = readTransaction(hex(fields, 'hex'), node.form);
  if (transaction.txid !== txid) throw new UnreadableAnswer(`it gives ${transaction.txid} for ${txid}`);
  return transaction.inputs.map(({ coin }) => coin);
}
