import type { Chain, WatchedRewards } from '../../../domain/kernel/chain.ts';
import type { NodeRpc } from './node-rpc.ts';

/**
 * What the wallet of a node has received of a block, in units of 10^-18. `unwatched` where it has no wallet, or that watches other addresses;
 * `elsewhere` where the block does not pay the watched address; undefined where it cannot say.
 */
export type AskWallet = (
  rpc: NodeRpc,
  hash: string,
) => Promise<'unwatched' | 'elsewhere' | bigint | undefined>;

type WalletNodes = readonly { readonly name: string; readonly rpc: NodeRpc }[];

/** How a chain answers for the wallets of its nodes; not at all where those have none. */
export function watchedRewardsOf(
  ask: AskWallet | undefined,
  nodes: WalletNodes,
): Pick<Chain, 'watchedRewards'> {
  return ask === undefined ? {} : { watchedRewards: (hash) => askWallets(nodes, ask, hash) };
}

/** One that does not answer, or not in a way that can be read, may be one that watches. */
async function askWallets(
  nodes: WalletNodes,
  ask: AskWallet,
  hash: string,
): Promise<'unwatched' | 'elsewhere' | WatchedRewards> {
  const answers = await Promise.all(
    nodes.map(async ({ name, rpc }) => ({
      wallet: name,
      reported: await ask(rpc, hash).catch(() => undefined),
    })),
  );
  const watching = answers.filter(({ reported }) => reported !== 'unwatched');
  if (watching.length === 0) return 'unwatched';
  const rewards = watching.flatMap(({ wallet, reported }) =>
    typeof reported === 'bigint' ? [{ wallet, amount: reported }] : [],
  );
  if (rewards.length === 0 && watching.some(({ reported }) => reported === 'elsewhere')) return 'elsewhere';
  return { wallets: watching.length, rewards };
}
