import { formatAmount } from '@openlode/money/amount';
import type {
  ExchangeWithdrawal,
  LimitOrder,
  MarketTerms,
  NetworkTerms,
} from '../../domain/kernel/exchange.ts';

const unit = 10n ** 18n;
const ownId = /^[a-z0-9][a-z0-9-]{0,17}$/;

/** Why a request must not be sent any more: what waits too long could be accepted after it was looked for. */
export function lateFault(madeAt: number, now: number, validMs: number): string | undefined {
  const ms = now - madeAt;
  return ms * 2 > validMs ? `it was made ${Math.round(ms / 1000)} s ago` : undefined;
}

/** Why an order must not be sent, before anything leaves; undefined where it may be. Nothing is rounded: the caller has. */
export function orderFault(order: LimitOrder, markets: readonly MarketTerms[]): string | undefined {
  const { id, base, quote, amount, price } = order;
  if (!ownId.test(id)) return `an order cannot be called ${id}`;
  const market = markets.find((each) => each.base === base && each.quote === quote);
  if (market === undefined) return `${base} is not traded for ${quote} here`;
  if (amount <= 0n || amount % market.amountStep !== 0n)
    return `${formatAmount(amount)} ${base} is no multiple of ${formatAmount(market.amountStep)}`;
  if (price <= 0n || price % market.priceStep !== 0n)
    return `the price ${formatAmount(price)} is no multiple of ${formatAmount(market.priceStep)}`;
  if (amount < market.amountMin) return `less than ${formatAmount(market.amountMin)} ${base}`;
  if ((amount * price) / unit < market.valueMin)
    return `worth less than ${formatAmount(market.valueMin)} ${quote}`;
  return undefined;
}

/** Why a withdrawal must not be sent: its network is looked for among those of our own table that the venue has too. */
export function withdrawalFault(
  withdrawal: ExchangeWithdrawal,
  networks: readonly NetworkTerms[],
): string | undefined {
  const { id, coin, network, amount, feeMax, address } = withdrawal;
  if (!ownId.test(id)) return `a withdrawal cannot be called ${id}`;
  if (address === '') return 'it has no address';
  const terms = networks.find((each) => each.coin === coin && each.network === network);
  if (terms === undefined || !terms.canWithdraw) return `${coin} cannot be withdrawn on ${network} here`;
  if (amount <= 0n || amount % terms.amountStep !== 0n)
    return `${formatAmount(amount)} ${coin} is no multiple of ${formatAmount(terms.amountStep)}`;
  if (amount < terms.amountMin) return `less than ${formatAmount(terms.amountMin)} ${coin}`;
  if (terms.fee !== undefined && terms.fee < 0n) return `it costs ${formatAmount(terms.fee)} ${coin}`;
  if (terms.fee !== undefined && terms.fee > feeMax)
    return `it costs ${formatAmount(terms.fee)} ${coin}, more than ${formatAmount(feeMax)}`;
  return undefined;
}
