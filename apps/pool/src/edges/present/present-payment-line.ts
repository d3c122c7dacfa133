import type { paymentColumns } from '@openlode/contracts/http/account-tables';
import { formatAmount } from '@openlode/money/amount';
import type { PastPayment } from '../../domain/views/read-payment-history.ts';

type Cells = Record<(typeof paymentColumns)[number], string>;

/** A payment as the cells of its line, each under the name of its column. Amounts are exact; what does not apply is empty. */
export function presentPaymentLine(payment: PastPayment, writeTime: (ms: number) => string): Cells {
  const time = (ms: number | null): string => (ms === null ? '' : writeTime(ms));
  return {
    time: time(payment.createdAt),
    kind: payment.kind,
    status: payment.status,
    reason: payment.reason ?? '',
    amount: formatAmount(payment.amount),
    coin: payment.coin,
    amount_usd: payment.usd === null ? '' : formatAmount(payment.usd),
    network: payment.network,
    address: payment.address,
    memo: payment.memo,
    exchange: payment.exchange ?? '',
    sent_time: time(payment.broadcastAt),
    ended_time: time(payment.settledAt),
    transaction: payment.txid ?? '',
    confirmations: payment.confirmations.toString(),
    id: payment.id.toString(),
  };
}
