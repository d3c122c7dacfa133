import type { Wallet } from '../kernel/wallet.ts';
import type { WalletFloat } from '../kernel/wallet-float.ts';
import { type FloatVerdict, judgeFloat } from './judge-float.ts';

/** How a wallet stands against its float. */
export interface WatchedFloat {
  readonly coin: string;
  readonly network: string;
  readonly state: FloatVerdict['state'];
  /** What the wallet holds, in units of 10^-18. */
  readonly amount: bigint;
}

export interface FloatWatch {
  /** Asks the wallets. Rejects where one does not answer, after all have been asked. */
  look(): Promise<void>;
  /** As of the last look; without those whose wallet did not answer. */
  floats(): readonly WatchedFloat[];
}

/** Watches the floats of wallets that are asked network by network. */
export function createFloatWatch(
  floats: readonly WalletFloat[],
  { byNetwork = [] }: Pick<Wallet, 'byNetwork'>,
): FloatWatch {
  let last: readonly WatchedFloat[] = [];
  return {
    floats: () => last,
    async look() {
      const networks = byNetwork.filter(({ network }) => floats.some((each) => each.network === network));
      const settled = await Promise.allSettled(networks.map((wallet) => wallet.amounts()));
      last = settled.flatMap((answer, at) => {
        if (answer.status === 'rejected') return [];
        const own = floats.filter(({ network }) => network === networks[at]?.network);
        return own.map((float) => {
          const amount = answer.value.get(float.coin) ?? 0n;
          const { state } = judgeFloat(float, amount);
          return { coin: float.coin, network: float.network, state, amount };
        });
      });
      const silent = settled.find((answer) => answer.status === 'rejected');
      if (silent !== undefined) throw silent.reason;
    },
  };
}
