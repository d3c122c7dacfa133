import { type ChainUnits, unitsOf } from '@openlode/catalogue/chain-units';
import { findCoin } from '@openlode/catalogue/coins';
import type { Chain } from '@openlode/catalogue/define-coin';
import { parseAmount, roundDownTo } from '@openlode/money/amount';
import type { NetworkStatus } from '../miners/coin-status.ts';

/** Amounts in units of 10^-18 of the coin. */
export interface Payable {
  /** What could be paid of the balance now, if no rule forbade it. */
  readonly amount: bigint;
  /** The least that is paid: the pool's own threshold, or what the network takes at least. */
  readonly threshold: bigint;
  /** Decimals that a payment has at most. */
  readonly decimals: number;
}

/**
 * What is payable of a miner's balance: rounded down to the decimals that the coin is shown with and that its chain can carry, whichever
 * are fewer. Undefined where the catalogue has no such network any more. While a coin winds down, a tenth of the usual threshold is enough:
 * no work can raise a smaller balance to it any more. Where the operator has its smallest balances paid, all is paid from the operator's least on that its network carries.
 */
export function payableOf(
  miner: { readonly coin: string; readonly network: string },
  balance: bigint,
  status?: NetworkStatus,
): Payable | undefined {
  const chain = findCoin(miner.coin)?.chains.find(({ network }) => network === miner.network);
  const units = unitsOf(miner.coin, miner.network);
  if (chain === undefined || units === undefined) return undefined;
  const usual = parseAmount(chain.paymentThreshold);
  const decimals = decimalsOn(chain, units);
  return {
    amount: roundDownTo(decimals, balance),
    decimals,
    threshold: largest(
      thresholdOf(usual, decimals, status),
      parseAmount(units.minOutput),
      10n ** BigInt(18 - decimals),
    ),
  };
}

function thresholdOf(usual: bigint, decimals: number, status: NetworkStatus | undefined): bigint {
  if (status?.kind !== 'winding-down') return usual;
  const tenth = roundDownTo(decimals, usual / 10n);
  if (status.paysFrom === undefined || status.paysFrom >= tenth) return tenth;
  // An operator may name more decimals than are paid: rounded up, a balance reaches it exactly where its payable amount does.
  return roundUpTo(decimals, status.paysFrom);
}

function roundUpTo(decimals: number, amount: bigint): bigint {
  const whole = roundDownTo(decimals, amount);
  return whole === amount ? amount : whole + 10n ** BigInt(18 - decimals);
}

function largest(...amounts: readonly bigint[]): bigint {
  return amounts.reduce((most, each) => (each > most ? each : most), 0n);
}

/**
 * Decimals that amounts of a miner are shown and paid with. A network that the catalogue no longer has: those of the coin's default
 * network. Undefined for an unknown coin.
 */
export function shownDecimals(miner: {
  readonly coin: string;
  readonly network: string;
}): number | undefined {
  const chains = findCoin(miner.coin)?.chains ?? [];
  const chain =
    chains.find(({ network }) => network === miner.network) ?? chains.find(({ isDefault }) => isDefault);
  return chain && decimalsOn(chain, unitsOf(miner.coin, chain.network));
}

function decimalsOn(
  { precision }: Pick<Chain, 'precision'>,
  units: Pick<ChainUnits, 'decimals'> | undefined,
): number {
  return Math.min(precision, units?.decimals ?? precision);
}
