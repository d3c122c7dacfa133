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
 * What is payable of a miner's balance, rounded down to the decimals that the coin is shown with or that its chain carries, whichever
 * are fewer. Undefined where the catalogue has no such network. While a coin winds down a tenth of the usual threshold is enough,
 * because no work can raise a smaller balance any more; where it is open, the minimum that follows fees counts; with `pay-smallest` the operator's least counts, as far as the network carries
 * it.
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
  if (status?.kind === 'open' && status.minimum !== undefined)
    return status.minimum > usual ? status.minimum : usual;
  if (status?.kind !== 'winding-down') return usual;
  const tenth = roundDownTo(decimals, usual / 10n);
  if (status.paysFrom === undefined || status.paysFrom >= tenth) return tenth;
  // The operator's least may have more decimals than are paid. Rounded up, it is reached exactly by balances whose payable amount
  // reaches it.
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
 * The decimals with which a miner's amounts are shown and paid; those of the coin's default network where the catalogue no longer has
 * the miner's. Undefined for an unknown coin.
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
