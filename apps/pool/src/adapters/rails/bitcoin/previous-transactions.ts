import { fieldsOf, hex } from '../../chains/nodes/node-answers.ts';
import { askEach } from '../ask-nodes.ts';
import { askKnown, type RailNode } from './rail-node.ts';
import { type ReadTransaction, readTransaction } from './read-transaction.ts';

/** Their bytes never change, so they are kept: coins come and go, and each is asked for a few times. */
const keptMax = 2000;

/** The transactions behind coins, from the wallets of nodes, each held against its id: no node can lie about what coins are worth. */
export class PreviousTransactions {
  readonly #nodes: readonly RailNode[];
  readonly #kept = new Map<string, ReadTransaction>();

  constructor(nodes: readonly RailNode[]) {
    this.#nodes = nodes;
  }

  /**
   * The transaction with this id; undefined where every node has answered and none knows it.
   *
   * @throws Error where a node that may know it does not answer, or answers with other bytes
   */
  async of(txid: string): Promise<ReadTransaction | undefined> {
    const kept = this.#kept.get(txid);
    if (kept !== undefined) return kept;
    const { answers, silent } = await askEach(this.#nodes, (node) => ask(node, txid));
    const found = answers.find((each) => each !== undefined);
    if (found !== undefined) return this.#keep(found);
    if (silent.length > 0) throw new Error(`no node says what ${txid} paid: ${silent.join('; ')}`);
    return undefined;
  }

  #keep(transaction: ReadTransaction): ReadTransaction {
    this.#kept.set(transaction.txid, transaction);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptMax && oldest !== undefined) this.#kept.delete(oldest);
    return transaction;
  }
}

async function ask({ wallet }: RailNode, txid: string): Promise<ReadTransaction | undefined> {
  const said = await askKnown(wallet, 'gettransaction', [txid, true]);
  if (said === undefined) return undefined;
  const transaction = readTransaction(hex(fieldsOf(said, 'gettransaction'), 'hex'));
  if (transaction.txid !== txid) throw new Error(`it gives ${transaction.txid} for ${txid}`);
  return transaction;
}
