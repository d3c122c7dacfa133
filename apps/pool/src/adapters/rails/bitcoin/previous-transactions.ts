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

  /**
   * The type of a special transaction (version 3, the type in its upper half), or the version of one of Zcash from 3 on, by the first bytes that a node gives for it; 0 of any other, undefined where
   * every node has answered and none knows it. The bytes need not have its id: what can be read of them as a transaction is not asked.
   *
   * @throws Error where a node that may know it does not answer
   */
  async typeOf(txid: string): Promise<number | undefined> {
    const kept = this.#kept.get(txid);
    if (kept !== undefined) return typeIn(kept.stripped);
    const { answers, silent } = await askEach(this.#nodes, (node) => askBytes(node, txid));
    const found = answers.find((each) => each !== undefined);
    if (found !== undefined) return typeIn(found);
    if (silent.length > 0) throw new Error(`no node says what made ${txid}: ${silent.join('; ')}`);
    return undefined;
  }

  #keep(transaction: ReadTransaction): ReadTransaction {
    this.#kept.set(transaction.txid, transaction);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptMax && oldest !== undefined) this.#kept.delete(oldest);
    return transaction;
  }
}

async function ask(node: RailNode, txid: string): Promise<ReadTransaction | undefined> {
  const bytes = await askBytes(node, txid);
  if (bytes === undefined) return undefined;
  const transaction = readTransaction(bytes, node.form);
  if (transaction.txid !== txid) throw new Error(`it gives ${transaction.txid} for ${txid}`);
  return transaction;
}

async function askBytes({ wallet }: RailNode, txid: string): Promise<Uint8Array | undefined> {
  const reported = await askKnown(wallet, 'gettransaction', [txid, true]);
  return reported === undefined ? undefined : hex(fieldsOf(reported, 'gettransaction'), 'hex');
}

function typeIn([low = 0, high = 0, type = 0, typeHigh = 0]: Uint8Array): number {
  if ((typeHigh & 0x80) !== 0) return low;
  return low === 3 && high === 0 ? type + 256 * typeHigh : 0;
}
