import { evmNetwork } from '../adapters/rails/evm/evm-networks.ts';
import type { FeeFollower } from '../domain/kernel/fee-follower.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';

/**
 * Whose least payments follow fees by the file: coins that pay their own fee, of every rail that names a share. Of an EVM network that is its own
 * coin alone: what a payment of a token costs is no share of it without a price.
 */
export function feeFollowers({
  rails,
  evm = [],
  monero,
  solana,
  xrp,
  tron,
}: Pick<NodePool, 'rails' | 'evm' | 'monero' | 'solana' | 'xrp' | 'tron'>): readonly FeeFollower[] {
  const follow = (coin: string, network: string, sharePercent: number | undefined): readonly FeeFollower[] =>
    sharePercent === undefined ? [] : [{ coin, network, sharePercent }];
  return [
    ...rails.flatMap(({ coin, feeShareMax }) => follow(coin, coin, feeShareMax)),
    ...evm.flatMap(({ network, feeShareMax }) => follow(evmNetwork(network).asset, network, feeShareMax)),
    ...follow('XMR', 'XMR', monero?.feeShareMax),
    ...follow('SOL', 'SOL', solana?.feeShareMax),
    ...follow('XRP', 'XRP', xrp?.feeShareMax),
    ...follow('TRX', 'TRX', tron?.feeShareMax),
  ];
}
