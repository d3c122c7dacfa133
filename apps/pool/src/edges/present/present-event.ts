import type { AccountEvent as WireEvent } from '@openlode/contracts/http/account-events';
import type { ReceiptLine, SoldFirst } from '@openlode/contracts/receipt';
import { formatAmount, parseAmount, roundDownTo } from '@openlode/money/amount';
import { valueInUsd } from '@openlode/money/convert';
import type { Miner } from '../../domain/miners/find-miner.ts';
import { shownDecimals } from '../../domain/payouts/payable-of.ts';
import type { MinerEvent } from '../../domain/views/read-events.ts';
import type { Receipt, ReceiptIncome } from '../../domain/views/read-receipts.ts';
import type { SoldLine } from '../../domain/views/sold-line.ts';
import { coinsPerBlock } from '../../domain/views/read-unpaid-work.ts';
import { percentOf } from './fee-percent.ts';

/** An event of a miner as the event call answers it; the socket shortens the same fields. */
export function presentEvent(miner: Pick<Miner, 'coin' | 'network'>, event: MinerEvent): WireEvent {
  const common = { seq: event.seq, timestamp: event.at };
  const nothing = { amount: null, amount_extended: null, time_start: null, time_end: null, code: null };
  if (event.body.type === 'worker') {
    const { online, algorithm, name, simulated } = event.body;
    const data = { version: 1, ...nothing, online, algorithm, name, ...(simulated && { simulated }) };
    return { ...common, event: 'worker', data };
  }
  if (event.body.type === 'account') {
    const { code, network = null, effectiveAt = null } = event.body;
    const said = { time_end: effectiveAt, name: network, code };
    return {
      ...common,
      event: 'account',
      data: { version: 1, ...nothing, online: null, algorithm: null, ...said },
    };
  }
  if (event.body.type === 'payout') {
    const { amount, network, status } = event.body;
    const shown = { amount: shownAmount({ coin: miner.coin, network }, amount), amount_extended: amount };
    const data = {
      version: 1,
      ...nothing,
      ...shown,
      online: null,
      algorithm: null,
      name: network,
      code: status,
    };
    return { ...common, event: 'payout', data };
  }
  const { amount, algorithm, timeStart, timeEnd } = event.body;
  const data = {
    version: 1,
    amount: shownAmount(miner, amount),
    amount_extended: amount,
    time_start: timeStart,
    time_end: timeEnd,
    online: null,
    algorithm,
    name: null,
    code: null,
  };
  const lines = event.receipts.map(presentReceipt);
  if (lines.length === 0) return { ...common, event: 'reward', data };
  const fiat = event.receipts.find(({ waiting }) => !waiting)?.fiatPerUsd ?? undefined;
  const receipt = { lines, ...(fiat && { fiat_per_usd: { ...fiat } }) };
  return { ...common, event: 'reward', data: { ...data, receipt } };
}

function shownAmount(miner: Pick<Miner, 'coin' | 'network'>, amount: string): string {
  const decimals = shownDecimals(miner);
  return decimals === undefined ? amount : formatAmount(roundDownTo(decimals, parseAmount(amount)));
}

const waitReasons = {
  'no-price': 'no_price',
  'over-cap': 'over_cap',
  'over-hour-cap': 'over_hour_cap',
  'over-exposure': 'over_exposure',
  'to-be-sold': 'to_be_sold',
} as const;

function presentIncome(
  { upstream, reference, feePpm, blocks }: ReceiptIncome,
  reward: bigint,
): NonNullable<ReceiptLine['relayed']> {
  return {
    through: upstream,
    reference,
    fee_percent: percentOf(feePpm),
    blocks: formatAmount(blocks),
    per_block: coinsPerBlock({ amount: reward, blocks }),
  };
}

function presentReceipt(receipt: Receipt): ReceiptLine {
  const line = {
    own_work: receipt.work.toString(),
    round_work: receipt.roundWork.toString(),
    reward: { coin: receipt.asset, amount: formatAmount(receipt.reward) },
    share: formatAmount(receipt.share),
    block: receipt.income === undefined ? { hash: receipt.blockHash, height: receipt.blockHeight } : null,
    ...(receipt.income && { relayed: presentIncome(receipt.income, receipt.reward) }),
  };
  if (receipt.waiting) {
    return {
      ...line,
      pending_conversion: true,
      pending_reason: receipt.waitingFor === null ? null : waitReasons[receipt.waitingFor],
      rate: null,
      rate_source: null,
      rate_at: null,
      usd: null,
      gross: null,
      fee: null,
      fee_percent: null,
      referral: null,
      credited: null,
    };
  }
  return {
    ...line,
    pending_conversion: false,
    rate: receipt.rate,
    rate_source: receipt.rateSource,
    rate_at: receipt.rateAt,
    ...(receipt.paidPrice !== undefined && {
      paid_price_source: receipt.paidPrice.source,
      paid_price_at: receipt.paidPrice.at,
    }),
    ...(receipt.rateSpread !== undefined && { rate_spread_percent: receipt.rateSpread }),
    ...(receipt.conversionSpreadPpm > 0 && {
      conversion_spread_percent: percentOf(receipt.conversionSpreadPpm),
    }),
    ...(receipt.sold !== undefined && { sold: presentSold(receipt.sold) }),
    usd: receipt.usdPerAsset === '0' ? '0' : formatAmount(valueInUsd(receipt.share, receipt.usdPerAsset)),
    gross: formatAmount(receipt.gross),
    fee: formatAmount(receipt.fee),
    fee_percent: percentOf(receipt.feePpm),
    referral: formatAmount(receipt.referral),
    credited: formatAmount(receipt.credited),
  };
}

function presentSold({ given, brought, sales, count }: SoldLine): SoldFirst {
  const amounts = (each: SoldLine['brought']) =>
    each.map(({ coin, amount }) => ({ coin, amount: formatAmount(amount) }));
  return {
    amount: formatAmount(given),
    brought: amounts(brought),
    sales_in_all: count,
    sales: sales.map((sale) => ({
      exchange: sale.place,
      at: sale.at,
      price: sale.price === null ? null : formatAmount(sale.price),
      coin: sale.coin,
      amount: formatAmount(sale.given),
      brought: formatAmount(sale.brought),
      fees: amounts(sale.fees),
    })),
  };
}
