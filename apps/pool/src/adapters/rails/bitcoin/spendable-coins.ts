import {
  fieldsOf,
  flag,
  hex,
  list,
  printedHash,
  UnreadableAnswer,
  wholeNumber,
} from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-voice.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import type { AddressBook } from './address-book.ts';
import { coinName } from './read-transaction.ts';
import { type CoinKind, coinKind } from './transaction-size.ts';
import { smallestUnits } from '../../chains/bitcoin/smallest-units.ts';

/** A coin of the pool as a node's wallet lists it: what it is worth is the node's word. */
export interface ListedCoin {
  readonly name: string;
  readonly txid: string;
  readonly output: number;
  readonly kind: CoinKind;
  /** In the chain's smallest units. */
  readonly value: bigint;
}

/** Of anything that is not deeper a payment would have to be paid again where its branch is given up. */
const mostConfirmations = 9_999_999;

/**
 * The pool's own coins under at least this many blocks, by a node's wallet; rewards of blocks once they are mature.
 *
 * @throws UnreadableAnswer where the wallet does not answer
 */
export async function listCoins(
  wallet: NodeRpc,
  addresses: Pick<AddressBook, 'isOwn'>,
  confirmations: number,
): Promise<readonly ListedCoin[]> {
  const listed = valueOf(await wallet.call('listunspent', [confirmations, mostConfirmations, [], true]));
  return list({ listed }, 'listed').flatMap((each): ListedCoin[] => {
    const fields = fieldsOf(each, 'a coin');
    const script = hex(fields, 'scriptPubKey');
    const kind = coinKind(script);
    if (kind === undefined || !addresses.isOwn(script)) return [];
    const txid = printedHash(fields, 'txid');
    const output = wholeNumber(fields, 'vout');
    return [{ name: coinName(txid, output), txid, output, kind, value: smallestUnits(fields['amount']) }];
  });
}

/**
 * Whether a node has a coin on its best branch, deep enough and mature, with nothing that waits to spend it.
 *
 * @throws UnreadableAnswer where the node does not answer
 */
export async function hasCoin(
  rpc: NodeRpc,
  { txid, output }: Pick<ListedCoin, 'txid' | 'output'>,
  { confirmations, maturity }: { readonly confirmations: number; readonly maturity: number },
): Promise<boolean> {
  const said = valueOf(await rpc.call('gettxout', [txid, output, true]));
  if (said === null) return false;
  const fields = fieldsOf(said, 'gettxout');
  const depth = wholeNumber(fields, 'confirmations');
  return depth >= confirmations && (!flag(fields, 'coinbase') || depth > maturity);
}

/** What the wallet of a node holds, in the chain's smallest units: what is mature and confirmed, and change of what the pool has sent. */
export async function heldBy(wallet: NodeRpc, addresses: Pick<AddressBook, 'isOwn'>): Promise<bigint> {
  const confirmed = await listCoins(wallet, addresses, 1);
  const waiting = (await listCoins(wallet, addresses, 0)).filter(
    ({ name }) => !confirmed.some((each) => each.name === name),
  );
  let sum = confirmed.reduce((total, { value }) => total + value, 0n);
  for (const { txid, value } of waiting) if (await isSentByWallet(wallet, txid)) sum += value;
  return sum;
}

/** Change comes back in a transaction that the wallet has sent; anything else that waits is a stranger's promise. */
async function isSentByWallet(wallet: NodeRpc, txid: string): Promise<boolean> {
  const { details } = fieldsOf(valueOf(await wallet.call('gettransaction', [txid, true])), 'gettransaction');
  if (!Array.isArray(details)) throw new UnreadableAnswer('details is no list');
  return details.some((each) => fieldsOf(each, 'a detail')['category'] === 'send');
}
