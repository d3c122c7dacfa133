import type { NetworkWallet, UnansweredNetwork, Wallet } from '../domain/kernel/wallet.ts';
import { errorText } from '../runtime/error-text.ts';

/** Wallets that are asked side by side, as one; of those that do not answer the network is named, and nothing counted. */
export function sumWallets(byNetwork: readonly NetworkWallet[]): Wallet {
  return {
    byNetwork,
    holdings: async () => {
      const amounts = new Map<string, bigint>();
      const answered = new Map<string, ReadonlyMap<string, bigint>>();
      const unanswered: UnansweredNetwork[] = [];
      const settled = await Promise.allSettled(byNetwork.map((wallet) => wallet.amounts()));
      for (const [index, { network }] of byNetwork.entries()) {
        const answer = settled[index];
        if (answer?.status === 'fulfilled') {
          answered.set(network, answer.value);
          for (const [asset, amount] of answer.value) amounts.set(asset, (amounts.get(asset) ?? 0n) + amount);
        } else unanswered.push({ network, why: errorText(answer?.reason) });
      }
      if (byNetwork.length > 0 && unanswered.length === byNetwork.length)
        throw new Error(unanswered.map(({ network, why }) => `${network}: ${why}`).join('; '));
      return { amounts, byNetwork: answered, unanswered };
    },
  };
}
