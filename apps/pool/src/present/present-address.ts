import type { AddressData } from '@openlode/contracts/http/address';
import { formatAmount, roundDownTo } from '@openlode/ledger/amount';
import type { LookUpOutcome } from '../services/accounts/look-up-address.ts';
import { chainOf } from './default-chain.ts';
import { maintenanceText } from './owner-refusal-text.ts';
import { percentOf } from './fee-percent.ts';
import { presentChain } from './present-coin.ts';

/** A found address as the lookup answers it. `pays` says whether payouts on a network can leave now. */
export function presentAddress(
  found: Extract<LookUpOutcome, { kind: 'found' }>,
  pays: (coin: string, network: string) => boolean,
): AddressData {
  const { coin, account, fresh, inactive, balance, codes, compatible, payments, suspended } = found;
  const isEnabled = (network: string): boolean => pays(coin.symbol, network) && !suspended.has(network);
  const chain = chainOf(coin, account.network);
  return {
    uuid: account.uuid,
    coin: coin.symbol,
    address: account.address,
    memo: account.memo,
    network: chain.network,
    chains: coin.chains.map((each) => ({
      ...presentChain(each),
      enabled: isEnabled(each.network),
      enabled_auto_only: false,
      compatible: compatible.includes(each.network),
      explorer_address_link: compatible.includes(each.network)
        ? each.explorerAddress + account.address
        : null,
    })),
    balance: formatAmount(balance.total),
    balance_payable: formatAmount(roundDownTo(chain.precision, balance.total)),
    precision: chain.precision.toString(),
    payment_threshold: chain.paymentThreshold,
    mining_fee: percentOf(codes.feePpm),
    auto: payments.auto,
    enabled: isEnabled(chain.network),
    enabled_auto_only: false,
    delisted_chain: coin.delisted,
    maintenance_message: suspended.has(chain.network)
      ? `${maintenanceText(chain.name)}. Your balance is safe, and mining goes on.`
      : null,
    fresh,
    inactive,
    mining_key: null,
    referral_code: codes.ordinary,
    has_custom_referral_code: codes.custom !== null,
    custom_referral_code: codes.custom,
    err_flags: {
      missing_memo: false,
      payment_error: payments.failed,
      restricted: payments.restricted,
      not_activated: false,
    },
    pending_network: payments.pendingSwitch ?? null,
  };
}
