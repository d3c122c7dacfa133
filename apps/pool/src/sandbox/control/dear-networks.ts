import type { FeeFollower } from '../../domain/kernel/fee-follower.ts';

/** What networks of a sandbox take for a payment since a journey has made them dear. */
export interface DearNetworks {
  /** Those that were made dear, whose least payment follows that: the list grows, and they stay in it while the process lives. */
  readonly followers: readonly FeeFollower[];
  /** In units of 10^-18; undefined for what was never made dear. */
  readonly feeOf: (coin: string, network: string) => bigint | undefined;
  /** @param fee of one payment, in units of 10^-18 */
  makeDear(coin: string, network: string, fee: bigint): void;
}

/** As an operator's file has it in the suites. */
const sharePercent = 2;

export function dearNetworks(): DearNetworks {
  const followers: FeeFollower[] = [];
  const fees = new Map<string, bigint>();
  return {
    followers,
    feeOf: (coin, network) => fees.get(`${coin} ${network}`),
    makeDear: (coin, network, fee) => {
      if (!fees.has(`${coin} ${network}`)) followers.push({ coin, network, sharePercent });
      fees.set(`${coin} ${network}`, fee);
    },
  };
}
