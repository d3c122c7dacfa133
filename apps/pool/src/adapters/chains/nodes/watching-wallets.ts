import type { NodeRpc } from './node-rpc.ts';
import type { Ask } from './node-protocol.ts';

/** What a wallet says of a block: as `AskWallet`, in the chain's smallest units. */
export type Received = 'unwatched' | 'elsewhere' | bigint | undefined;

/** Whether a wallet watches the address of the blocks; undefined where it does not say. */
export type Watching = 'watching' | 'unwatched' | undefined;

/** Ms: longer than a turn of comparing, and shorter than from one to the next. */
const turnMs = 5 * 60_000;

/**
 * Asks wallets for what they have received, those that watch. Whether one watches is asked once in a turn; one that left a call unanswered is asked
 * nothing more in it, or a turn would wait for it at each block.
 *
 * @param now a clock that only goes forward, ms
 */
export function askWatching(
  now: () => number,
  askAddress: (ask: Ask) => Promise<Watching>,
): (rpc: NodeRpc, received: (ask: Ask) => Promise<Received>) => Promise<Received> {
  const known = new WeakMap<NodeRpc, { readonly at: number; readonly is: Watching | 'silent' }>();
  return async (rpc, received) => {
    const ask: Ask = async (method, params) => {
      const outcome = await rpc.call(method, params);
      if (outcome.kind === 'unanswered') known.set(rpc, { at: now(), is: 'silent' });
      return outcome;
    };
    const before = known.get(rpc);
    if (before === undefined || now() - before.at >= turnMs) {
      const is = await askAddress(ask);
      if (is === undefined) return undefined;
      known.set(rpc, { at: now(), is });
    }
    const is = known.get(rpc)?.is;
    return is === 'watching' ? received(ask) : is === 'unwatched' ? is : undefined;
  };
}
