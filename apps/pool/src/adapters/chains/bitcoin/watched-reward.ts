import { type Fields, fieldsOf, list, text } from '../nodes/node-answers.ts';
import type { NodeRpc } from '../nodes/node-rpc.ts';
import type { Ask } from '../nodes/node-protocol.ts';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';
import { askWatching, type Received, type Watching } from '../nodes/watching-wallets.ts';
import { smallestUnits } from './smallest-units.ts';

/** The wallet does not know the transaction ("Invalid or non-wallet transaction id"). */
const unknownTransaction = -5;

export interface WatchedAddress {
  readonly address: string;
  /** Its output script. */
  readonly script: Uint8Array;
  /** A clock that only goes forward, ms. */
  readonly now: () => number;
}

/**
 * Asks the wallet of a node that watches an address what it has received of a block's mature coinbase: 0 where it knows none, `elsewhere` where
 * that coinbase does not pay the address, `unwatched` where the node has no wallet, or it watches other addresses; undefined where it cannot
 * say: it does not answer, does not have the block, or counts the coinbase as immature.
 *
 * @throws UnreadableAnswer where it answers something else
 */
export function watchedRewards({
  address,
  script,
  now,
}: WatchedAddress): (rpc: NodeRpc, hash: string) => Promise<Received> {
  const paid = Buffer.from(script).toString('hex');
  const ofWatching = askWatching(now, (ask) => askAddress(ask, address));
  return (rpc, hash) => ofWatching(rpc, (ask) => received(ask, hash, paid));
}

async function askAddress(ask: Ask, address: string): Promise<Watching> {
  const watched = await ask('getaddressinfo', [address]);
  if (watched.kind === 'refused') return 'unwatched';
  if (watched.kind !== 'result') return undefined;
  const info = fieldsOf(watched.value, 'getaddressinfo');
  return isWatched(info) ? 'watching' : 'unwatched';
}

/** Whether the wallet has the address, by `getaddressinfo`; also one that only watches: it need not be able to spend what it sees. */
export function isWatched(info: Fields): boolean {
  return info['ismine'] === true || info['iswatchonly'] === true;
}

/** @param paid the script of the address, in hex */
async function received(ask: Ask, hash: string, paid: string): Promise<Received> {
  const block = await ask('getblock', [hash, 1]);
  if (block.kind !== 'result') return undefined;
  const [coinbase] = list(fieldsOf(block.value, 'getblock'), 'tx');
  const transaction = await ask('getrawtransaction', [coinbase, true, hash]);
  if (transaction.kind !== 'result') return undefined;
  const scripts = list(fieldsOf(transaction.value, 'getrawtransaction'), 'vout').map((output) =>
    text(fieldsOf(fieldsOf(output, 'an output')['scriptPubKey'], 'a script'), 'hex'),
  );
  // Of before another address was set: the wallet of the new one knows nothing of it.
  if (!scripts.includes(paid)) return 'elsewhere';
  const answer = await ask('gettransaction', [coinbase, true]);
  if (answer.kind === 'refused' && answer.code === unknownTransaction) return 0n;
  return matureOf(answer);
}

/** Whatever the wallet has received by it counts: a coinbase of the pool pays one address. */
function matureOf(received: RpcOutcome): bigint | undefined {
  if (received.kind !== 'result') return undefined;
  const details = list(fieldsOf(received.value, 'gettransaction'), 'details').map((each) =>
    fieldsOf(each, 'a detail'),
  );
  if (details.some((each) => each['category'] === 'immature')) return undefined;
  return details
    .filter((each) => text(each, 'category') === 'generate')
    .reduce((sum, each) => sum + smallestUnits(each['amount']), 0n);
}
