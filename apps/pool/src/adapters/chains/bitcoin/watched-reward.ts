import { fieldsOf, list, text, UnreadableAnswer } from '../nodes/node-answers.ts';
import type { NodeRpc } from '../nodes/node-rpc.ts';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';

/** The wallet does not know the transaction ("Invalid or non-wallet transaction id"). */
const unknownTransaction = -5;

/**
 * What the wallet of a node that watches an address has received of a block's mature coinbase, in the chain's smallest units: 0 where it knows
 * none. `unwatched` where the node has no wallet, or it watches other addresses; undefined where it cannot say: it does not answer, does not
 * have the block, or counts the coinbase as immature.
 *
 * @throws UnreadableAnswer where it answers something else
 */
export async function watchedReward(
  rpc: NodeRpc,
  hash: string,
  address: string,
): Promise<'unwatched' | bigint | undefined> {
  const watched = await rpc.call('getaddressinfo', [address]);
  if (watched.kind === 'refused') return 'unwatched';
  if (watched.kind !== 'result') return undefined;
  const info = fieldsOf(watched.value, 'getaddressinfo');
  if (info['ismine'] !== true && info['iswatchonly'] !== true) return 'unwatched';
  const block = await rpc.call('getblock', [hash, 1]);
  if (block.kind !== 'result') return undefined;
  const [coinbase] = list(fieldsOf(block.value, 'getblock'), 'tx');
  const received = await rpc.call('gettransaction', [coinbase, true]);
  if (received.kind === 'refused' && received.code === unknownTransaction) return 0n;
  return matureOf(received);
}

/** A coinbase of the pool pays one address, which an operator may have changed since: whatever the wallet has received by it counts. */
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

/** Coins as nodes print them, a number with eight decimals: exact to 2^53 units, 90 million coins. */
function smallestUnits(coins: unknown): bigint {
  if (typeof coins !== 'number' || !Number.isFinite(coins)) throw new UnreadableAnswer('amount is no number');
  return BigInt(Math.round(coins * 1e8));
}
