import { fieldsOf, hex } from '../../chains/nodes/node-answers.ts';
import { askEach } from '../ask-nodes.ts';
import { isKnownAs } from './coin-names.ts';
import { askKnown, type RailNode } from './rail-node.ts';
import { type ReadTransaction, readOrNone, readTransaction } from './read-transaction.ts';

/** Their bytes never change, so they are kept: coins come and go, and each is asked for a few times. */
const keptMax = 2000;
/** Of a type alone there is less to keep, and a wallet of rewards has thousands of coins. */
const typesMax = 50_000;

/** The transactions behind coins, from the wallets of nodes, each held against its id: no node can lie about what coins are worth. */
export class PreviousTransactions {
  readonly #nodes: readonly RailNode[];
  readonly #kept = new Map<string, ReadTransaction>();
  /** Of transactions whose bytes had their id. */
  readonly #types = new Map<string, number>();

  constructor(nodes: readonly RailNode[]) {
    this.#nodes = nodes;
  }

  /**
   * The transaction with this id, or that made the coin with this outpoint, see `makerOf`; undefined where every node has answered and none knows it.
   *
   * @throws Error where a node that may know it does not answer, or answers with other bytes
   */
  async of(txid: string): Promise<ReadTransaction | undefined> {
    const kept = this.#kept.get(txid);
    if (kept !== undefined) return kept;
    const { answers, silent } = await askEach(this.#nodes, (node) => ask(node, txid));
    const found = answers.find((each) => each !== undefined);
    if (found !== undefined) return this.#keep(txid, found);
    if (silent.length > 0) throw new Error(`no node says what ${txid} paid: ${silent.join('; ')}`);
    return undefined;
  }

  /**
   * The type of a special transaction (version 3, the type in its upper half), or the version of one of Zcash from 3 on, by the bytes that a node gives
   * for it; 0 of any other, undefined where every node has answered and none knows it. The bytes need not have its id: those that have it come first,
   * and their type is kept.
   *
   * @throws Error where a node that may know it does not answer
   */
  async typeOf(txid: string): Promise<number | undefined> {
    const known = this.#types.get(txid);
    if (known !== undefined) return known;
    const { answers, silent } = await askEach(this.#nodes, async (node) => ({
      bytes: await askBytes(node, txid),
      form: node.form,
    }));
    for (const { bytes, form } of answers) {
      const read = bytes && readOrNone(bytes, form);
      if (bytes === undefined || read === undefined || !isKnownAs(read, txid)) continue;
      const type = typeIn(bytes);
      keep(this.#types, txid, type, typesMax);
      return type;
    }
    const found = answers.find(({ bytes }) => bytes !== undefined)?.bytes;
    if (found !== undefined) return typeIn(found);
    if (silent.length > 0) throw new Error(`no node says what made ${txid}: ${silent.join('; ')}`);
    return undefined;
  }

  #keep(txid: string, transaction: ReadTransaction): ReadTransaction {
    keep(this.#kept, txid, transaction, keptMax);
    return transaction;
  }
}

function keep<T>(kept: Map<string, T>, txid: string, value: T, most: number): void {
  kept.set(txid, value);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}

async function ask(node: RailNode, txid: string): Promise<ReadTransaction | undefined> {
  const bytes = await askBytes(node, txid);
  if (bytes === undefined) return undefined;
  const transaction = readTransaction(bytes, node.form);
  if (!isKnownAs(transaction, txid)) throw new Error(`it gives ${transaction.txid} for ${txid}`);
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
