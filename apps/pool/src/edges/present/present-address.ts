import type { AddressData } from '@openlode/contracts/http/address';
import type { Coin } from '@openlode/catalogue/define-coin';
import type { PaysHere } from '@openlode/mining/paid-here';
import { formatAmount } from '@openlode/money/amount';
import type { PaidThrough } from '../../domain/kernel/rails.ts';
import type { NetworkStatus } from '../../domain/miners/coin-status.ts';
import type { LookUpOutcome } from '../../domain/views/look-up-address.ts';
import type { PayoutAvailability } from '../../domain/payouts/payout-availability.ts';
import { miningKeyOf } from '../../domain/miners/mining-key.ts';
import type { PendingSwitch } from '../../domain/owners/network-switches.ts';
import { payableOf, shownDecimals } from '../../domain/payouts/payable-of.ts';
import { chainOf } from './default-chain.ts';
import { maintenanceText } from './owner-refusal-text.ts';
import { percentOf } from './fee-percent.ts';
import { payoutFlags } from './payout-flags.ts';
import type { Minimum } from '../../domain/miners/payout-minimums.ts';
import { presentMinimum } from './present-minimum.ts';
import { presentChain } from './present-coin.ts';

/** What the rail knows of a found address. */
export interface RailView extends PaidThrough {
  /** Whether payouts of this coin on a network can leave now. */
  pays(coin: string, network: string): boolean;
  /** Where it pays at all. */
  readonly paysHere: PaysHere;
  /** Why new work is not paid in a coin that a rail may pay, in words; what was earned before still is. */
  notPaidWhy(coin: string): string | undefined;
  /** False where the network takes the address for opened only by its first payment, and that has not come yet. */
  readonly activated: boolean;
}

/** A found address as the lookup answers it. */
export function presentAddress(
  found: Extract<LookUpOutcome, { kind: 'found' }>,
  rail: RailView,
): AddressData {
  const { coin, miner, fresh, inactive, balance, codes, compatible, payments } = found;
  const availabilityOf = (network: string) => found.payouts.get(network)?.availability ?? 'closed';
  const why = rail.notPaidWhy(coin.symbol);
  const flagsOf = (network: string) =>
    payoutFlags(availabilityOf(network), {
      railPays: rail.pays(coin.symbol, network),
      isPaidHere:
        rail.paysHere(coin.symbol, network) || (why !== undefined && rail.pays(coin.symbol, network)),
      isThroughExchange: rail.isThroughExchange?.(network) ?? false,
    });
  const chain = chainOf(coin, miner.network);
  const status = found.statuses.get(chain.network);
  const payable = payableOf({ coin: coin.symbol, network: miner.network }, balance.total, status);
  return {
    uuid: miner.uuid,
    ...(found.simulated && { simulated: true as const }),
    coin: coin.symbol,
    address: miner.address,
    memo: miner.memo,
    network: chain.network,
    chains: coin.chains.map((each) => ({
      ...presentChain(each, minimumOf(found.statuses.get(each.network))),
      ...flagsOf(each.network),
      compatible: compatible.includes(each.network),
      explorer_address_link: compatible.includes(each.network) ? each.explorerAddress + miner.address : null,
    })),
    balance: formatAmount(balance.total),
    balance_payable: formatAmount(payable?.amount ?? 0n),
    precision: (shownDecimals({ coin: coin.symbol, network: chain.network }) ?? chain.precision).toString(),
    ...(status?.kind === 'winding-down' && payable !== undefined
      ? { payment_threshold: formatAmount(payable.threshold) }
      : presentMinimum(chain, minimumOf(status))),
    mining_fee: percentOf(codes.feePpm),
    auto: payments.auto,
    ...flagsOf(chain.network),
    ...(why !== undefined && { not_paid_why: why }),
    delisted_chain: isDelisted(coin, status),
    payable_until: status?.kind === 'winding-down' ? status.payableUntil : null,
    write_off_at: payments.writeOffAt,
    maintenance_message: maintenanceMessage(availabilityOf(chain.network), {
      name: chain.name,
      message: found.payouts.get(chain.network)?.message ?? null,
    }),
    fresh,
    inactive,
    mining_key: fresh ? null : miningKeyOf(miner.uuid),
    referral_code: codes.ordinary,
    has_custom_referral_code: codes.custom !== null,
    custom_referral_code: codes.custom,
    err_flags: {
      missing_memo: found.memoMissing,
      payment_error: payments.failed,
      restricted: payments.restricted,
      not_activated: !rail.activated,
    },
    pending_network: presentSwitch(payments.pendingSwitch),
  };
}

/** The operator's word to owners, or the pool's own where nothing leaves and the operator wrote none. */
function maintenanceMessage(
  availability: PayoutAvailability,
  { name, message }: { readonly name: string; readonly message: string | null },
): string | null {
  switch (availability) {
    case 'suspended':
      return message ?? `${maintenanceText(name)}. Your balance is safe, and mining goes on.`;
    case 'auto-only':
      return message;
    case 'open':
    case 'closed':
      return null;
  }
}

function presentSwitch(pending: PendingSwitch | undefined): AddressData['pending_network'] {
  return pending === undefined ? null : { network: pending.network, at: pending.at };
}

/** Closed since this pool served it, by the catalogue or by the operator; or a coin that the catalogue lists as delisted. */
function isDelisted(coin: Coin, status: NetworkStatus | undefined): boolean {
  return coin.delisted || (status !== undefined && status.kind !== 'open' && status.since !== null);
}

function minimumOf(status: NetworkStatus | undefined): Minimum {
  if (status?.kind !== 'open') return {};
  const { minimum, next } = status;
  return { ...(minimum !== undefined && { current: minimum }), ...(next && { next }) };
}
