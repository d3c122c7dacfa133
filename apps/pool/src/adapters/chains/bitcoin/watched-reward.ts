import { fieldsOf, list, text, UnreadableAnswer } from '../nodes/node-answers.ts';
import type { NodeRpc } from '../nodes/node-rpc.ts';
import type { Ask } from '../nodes/node-voice.ts';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';

/** The wallet does not know the transaction ("Invalid or non-wallet transaction id"). */
const unknownTransaction = -5;

/** What a wallet says of a block: as `AskWallet`, in the chain's smallest units. */
export type Received = 'unwatched' | 'elsewhere' | bigint | undefined;

/** Ms: longer than a turn of comparing, and shorter than from one to the next. */
const turnMs = 5 * 60_000;

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
 * say: it does not answer, does not have the block, or counts the coinbase as immature. Whether it watches is asked once in a turn; one that
 * left a call unanswered is asked nothing more in it, or a turn would wait for it at each block.
 *
 * @throws UnreadableAnswer where it answers something else
 */
export function watchedRewards({
  address,
  script,
  now,
}: WatchedAddress): (rpc: NodeRpc, hash: string) => Promise<Received> {
  const paid = Buffer.from(script).toString('hex');
  const known = new WeakMap<
    NodeRpc,
    { readonly at: number; readonly is: 'watching' | 'silent' | 'unwatched' }
  >();
  return async (rpc, hash) => {
    const ask: Ask = async (method, params) => {
      const outcome = await rpc.call(method, params);
      if (outcome.kind === 'unanswered') known.set(rpc, { at: now(), is: 'silent' });
      return outcome;
    };
    const before = known.get(rpc);
    if (before === undefined || now() - before.at >= turnMs) {
      const is = await askAddress(ask, address);
      if (is === undefined) return undefined;
      known.set(rpc, { at: now(), is });
    }
    const is = known.get(rpc)?.is;
    return is === 'watching' ? received(ask, hash, paid) : is === 'unwatched' ? is : undefined;
  };
}

async function askAddress(ask: Ask, address: string): Promise<'watching' | 'unwatched' | undefined> {
  const watched = await ask('getaddressinfo', [address]);
  if (watched.kind === 'refused') return 'unwatched';
  if (watched.kind !== 'result') return undefined;
  const info = fieldsOf(watched.value, 'getaddressinfo');
  return info['ismine'] === true || info['iswatchonly'] === true ? 'watching' : 'unwatched';
}

/** @param paid the script of the address, in hex */
async function received(ask: Ask, hash: string, paid: string): Promise<'elsewhere' | bigint | undefined> {
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

/** Coins as nodes print them, a number with eight decimals: exact to 2^53 units, 90 million coins. */
function smallestUnits(coins: unknown): bigint {
  if (typeof coins !== 'number' || !Number.isFinite(coins)) throw new UnreadableAnswer('amount is no number');
  return BigInt(Math.round(coins * 1e8));
}
