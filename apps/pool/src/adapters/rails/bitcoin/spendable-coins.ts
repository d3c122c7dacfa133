import { fieldsOf, flag, hex, list, printedHash, wholeNumber } from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import type { AddressBook } from './address-book.ts';
import { leastGivenBack } from './least-given-back.ts';
import type { RailNode } from './rail-node.ts';
import { coinName, coinsMadeBy } from './coin-names.ts';
import { type ReadTransaction, readTransaction } from './read-transaction.ts';
import { coinKindOf } from './transaction-size.ts';
import { smallestUnits } from '../../chains/bitcoin/smallest-units.ts';

/** A coin of the pool as a node's wallet lists it: what it is worth is the node's word. */
export interface ListedCoin {
  readonly name: string;
  readonly txid: string;
  readonly output: number;
  /** In the chain's smallest units. */
  readonly value: bigint;
}

/** Whose coins are listed, and on which chain. */
export interface OwnCoins {
  readonly addresses: Pick<AddressBook, 'isOwn'>;
  readonly facts: Pick<RailFacts, 'decimals' | 'leavesRewards'>;
}

/** No upper bound: the default of `listunspent`, which has to be named because of what follows it. */
const mostConfirmations = 9_999_999;

/**
 * The pool's own coins under at least this many blocks, by a node's wallet; rewards of blocks once they are mature. A payment out of a
 * younger coin would have to be made again where the branch of the coin is given up.
 *
 * @throws UnreadableAnswer where the wallet does not answer
 */
export async function listCoins(
  wallet: NodeRpc,
  { addresses, facts }: OwnCoins,
  confirmations: number,
): Promise<readonly ListedCoin[]> {
  const listed = valueOf(await wallet.call('listunspent', [confirmations, mostConfirmations, [], true]));
  return list({ listed }, 'listed').flatMap((each): ListedCoin[] => {
    const fields = fieldsOf(each, 'a coin');
    // Of Bitcoin Cash: in the bytes its script stands behind a token, and is not the pool's. Nodes list such coins only where they are asked to.
    if (fields['tokenData'] !== undefined) return [];
    if (facts.leavesRewards === true && fields['generated'] === true) return [];
    const script = hex(fields, 'scriptPubKey');
    if (coinKindOf(script) === undefined || !addresses.isOwn(script)) return [];
    const txid = printedHash(fields, 'txid');
    const output = wholeNumber(fields, 'vout');
    return [
      { name: coinName(txid, output), txid, output, value: smallestUnits(fields['amount'], facts.decimals) },
    ];
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
  {
    confirmations,
    maturity,
    leavesRewards,
  }: { readonly confirmations: number } & Pick<RailFacts, 'maturity' | 'leavesRewards'>,
): Promise<boolean> {
  const reported = valueOf(await rpc.call('gettxout', [txid, output, true]));
  if (reported === null) return false;
  const fields = fieldsOf(reported, 'gettxout');
  const depth = wholeNumber(fields, 'confirmations');
  // Qtum says of a reward for coins held that it is one, and has it wait as long.
  const isReward = flag(fields, 'coinbase') || fields['coinstake'] === true;
  if (isReward && leavesRewards === true) return false;
  return depth >= confirmations && (!isReward || depth > maturity);
}

/**
 * What the wallet of a node holds, in the chain's smallest units: what is mature and confirmed, and the change of what it has sent. That counts
 * also while the node has lost it from its pool of transactions, as after a start: its coins are spent for the wallet then, and the change is
 * not there yet. Of those that spend the same coins, as a payment that nodes have put out and what cancels it, blocks take one: the least counts.
 * Anything else that waits is a stranger's promise.
 */
export async function heldBy(
  { rpc, wallet, form }: Pick<RailNode, 'rpc' | 'wallet' | 'form'>,
  own: OwnCoins,
): Promise<bigint> {
  // Before the coins: what is confirmed between the two calls is in both, and counts once.
  const sent: ReadTransaction[] = [];
  for (const txid of await waitingOf({ rpc, wallet }))
    sent.push(readTransaction(await bytesOf(wallet, txid), form));
  const coins = await listCoins(wallet, own, 1);
  const confirmed = new Set(coins.map(({ name }) => name));
  const isConfirmed = (each: ReadTransaction): boolean =>
    coinsMadeBy(each).some((coin) => confirmed.has(coin));
  const gone = new Set(sent.filter(isConfirmed).flatMap(coinsOf));
  const waiting = sent.filter((each) => !coinsOf(each).some((coin) => gone.has(coin)));
  const back = leastGivenBack(
    waiting.map((each) => ({ coins: coinsOf(each), back: ownValueOf(each, own.addresses) })),
  );
  return coins.reduce((sum, { value }) => sum + value, back);
}

function coinsOf({ inputs }: ReadTransaction): readonly string[] {
  return inputs.map(({ coin }) => coin);
}

function ownValueOf({ outputs }: ReadTransaction, addresses: Pick<AddressBook, 'isOwn'>): bigint {
  const own = outputs.filter(({ script }) => coinKindOf(script) !== undefined && addresses.isOwn(script));
  return own.reduce((sum, { value }) => sum + value, 0n);
}

/** The ids of what the wallet has sent and no block has. */
export async function waitingOf({
  rpc,
  wallet,
}: Pick<RailNode, 'rpc' | 'wallet'>): Promise<ReadonlySet<string>> {
  const tip = valueOf(await rpc.call('getbestblockhash'));
  const since = fieldsOf(valueOf(await wallet.call('listsinceblock', [tip, 1, true])), 'listsinceblock');
  const entries = list(since, 'transactions').map((each) => fieldsOf(each, 'an entry'));
  const waiting = entries.filter(
    (each) => each['category'] === 'send' && each['confirmations'] === 0 && each['abandoned'] !== true,
  );
  return new Set(waiting.map((each) => printedHash(each, 'txid')));
}

/** The bytes of a transaction that a wallet knows. */
export async function bytesOf(wallet: NodeRpc, txid: string): Promise<Uint8Array> {
  return hex(fieldsOf(valueOf(await wallet.call('gettransaction', [txid, true])), 'gettransaction'), 'hex');
}
