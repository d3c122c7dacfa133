import type { OutgoingTransaction } from '../../../domain/kernel/rail.ts';
import {
  fieldsOf,
  list,
  printedHash,
  UnreadableAnswer,
  wholeNumber,
} from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import type { AddressBook } from './address-book.ts';
import { makerOf } from './coin-names.ts';
import { proofOf, withId } from './payment-proof.ts';
import { askKnown, type RailNode } from './rail-node.ts';
import { readTransaction } from './read-transaction.ts';
import { bytesOf } from './spendable-coins.ts';

const entriesAtOnce = 500;
/** A wallet lists in the order in which it heard of them, which is nearly that of their times. */
const disorderMs = 2 * 3_600_000;
/** A node dates by its own clock. */
const clockMs = 15 * 60_000;

interface Sent {
  readonly txid: string;
  /** When the wallet heard of it, ms. */
  readonly at: number;
  /** Of its block; undefined while it has none. */
  readonly height: number | undefined;
}

/**
 * What a node's wallet has sent since a moment (ms), the oldest first: everything that spends an own coin, also what was signed elsewhere. A payment
 * that it knows under several ids is named once, see `AddressBook.nameOf`.
 *
 * @param height the newest block of the node
 * @throws UnreadableAnswer where the wallet does not answer
 */
export async function sentByWallet(
  { wallet, form }: RailNode,
  network: string,
  addresses: Pick<AddressBook, 'nameOf'>,
  since: number,
  height: number,
): Promise<readonly OutgoingTransaction[]> {
  const sent = await listSent(wallet, since - clockMs);
  const outgoing = new Map<string, OutgoingTransaction>();
  // Of several that are one payment the one in a block is read last.
  for (const { txid, at, height: block } of sent.toSorted((a, b) => (a.height ?? 0) - (b.height ?? 0))) {
    const bytes = await bytesOf(wallet, txid);
    const transaction = readTransaction(bytes, form);
    if (transaction.txid !== txid) throw new UnreadableAnswer(`it gives ${transaction.txid} for ${txid}`);
    const coins = transaction.inputs.map(({ coin }) => coin);
    // What is in no block may have been excluded by another one at any time since its coins were made.
    const proof = proofOf(coins, block ?? (await oldestCoin(wallet, coins, height)), []);
    const name = addresses.nameOf(transaction);
    const before = outgoing.get(name);
    const ids = [...(before?.ids ?? []), txid];
    outgoing.set(name, {
      network,
      txid: name,
      bytes,
      proof: withId(proof, name, transaction),
      label: undefined,
      at: Math.min(at, before?.at ?? at),
      ...(name !== txid && { ids }),
    });
  }
  return [...outgoing.values()].toSorted((a, b) => a.at - b.at);
}

async function listSent(wallet: RailNode['wallet'], since: number): Promise<readonly Sent[]> {
  const sent = new Map<string, Sent>();
  for (let skip = 0; ; skip += entriesAtOnce) {
    const listed = valueOf(await wallet.call('listtransactions', ['*', entriesAtOnce, skip, true]));
    const page = list({ listed }, 'listed');
    const entries = page.map((entry) => readEntry(entry));
    for (const { isSent, ...entry } of entries) if (isSent && entry.at >= since) sent.set(entry.txid, entry);
    if (page.length < entriesAtOnce || entries.every(({ at }) => at < since - disorderMs))
      return [...sent.values()];
  }
}

function readEntry(entry: unknown): Sent & { readonly isSent: boolean } {
  const fields = fieldsOf(entry, 'an entry of a wallet');
  const { category, blockheight } = fields;
  return {
    txid: printedHash(fields, 'txid'),
    at: wholeNumber(fields, 'time') * 1000,
    height: Number.isSafeInteger(blockheight) ? (blockheight as number) : undefined,
    isSent: category === 'send',
  };
}

/** The height of the oldest of these coins, as far as the wallet has them in blocks. */
async function oldestCoin(
  wallet: RailNode['wallet'],
  coins: readonly string[],
  height: number,
): Promise<number> {
  let oldest = height;
  for (const coin of coins) {
    const known = await askKnown(wallet, 'gettransaction', [makerOf(coin), true]);
    const { blockheight } = known === undefined ? {} : fieldsOf(known, 'gettransaction');
    if (Number.isSafeInteger(blockheight)) oldest = Math.min(oldest, blockheight as number);
  }
  return oldest;
}
