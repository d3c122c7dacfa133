import { findCoin } from '@openlode/catalogue/coins';
import type {
  AccountPaymentsResponse,
  PaymentItem,
  PaymentWait,
} from '@openlode/contracts/http/account-payments';
import type { LivePaymentStatus } from '@openlode/contracts/live/events';
import { formatAmount } from '@openlode/money/amount';
import type { Miner } from '../../domain/miners/find-miner.ts';
import type { FiatRates } from '../../domain/conversion/fiat-rates.ts';
import type { Payment } from '../../domain/kernel/payment.ts';
import type { PayoutWait, WaitReason } from '../../domain/payouts/payout-wait.ts';
import type { PaymentsPage } from '../../domain/views/read-payments.ts';

type Owner = Pick<Miner, 'coin' | 'network'>;

const sandboxPrefix = 'sandbox-';

/** A page of a miner's payments; `disclaimer` stands above the list. Undefined for a miner that does not exist yet. */
export function presentPayments(
  miner: Owner | undefined,
  { list, waits, values, fiatPerUsd, page, lastPage }: PaymentsPage,
  disclaimer: string | null = null,
): AccountPaymentsResponse['data'] {
  return {
    coin: miner?.coin ?? null,
    explorer: miner === undefined ? null : explorerOf(miner.coin, miner.network),
    disclaimer,
    list:
      miner === undefined
        ? []
        : list.map((payment) =>
            presentPayment(miner.coin, payment, {
              wait: waits.get(payment.id),
              usd: values.get(payment.id),
              fiat: fiatPerUsd?.get(payment.id),
            }),
          ),
    has_next: page < lastPage,
    has_prev: page > 1,
    last_page: lastPage,
  };
}

/** `payment_status`: what has changed of a payment, for the row that shows it. */
export function presentPaymentStatus(uuid: string, coin: string, payment: Payment): LivePaymentStatus {
  return {
    uuid,
    id: Number(payment.id),
    status: payment.status,
    reason: payment.reason,
    tx: payment.txid,
    explorer_link: explorerLinkOf(coin, payment),
    ...progressOf(payment),
  };
}

function presentPayment(
  coin: string,
  payment: Payment,
  {
    wait,
    usd,
    fiat,
  }: {
    readonly wait: PayoutWait | undefined;
    readonly usd: bigint | undefined;
    readonly fiat: FiatRates | undefined;
  },
): PaymentItem {
  return {
    id: Number(payment.id),
    status: payment.status,
    reason: payment.reason,
    timestamp: payment.createdAt,
    network: payment.network,
    tx: payment.txid,
    amount: formatAmount(payment.amount),
    exchange: payment.exchange,
    explorer: explorerOf(coin, payment.network),
    explorer_link: explorerLinkOf(coin, payment),
    kind: payment.kind,
    ...progressOf(payment),
    ...(payment.isThroughExchange && { paid_through_exchange: true }),
    waits_for: wait === undefined ? null : presentWaits(wait),
    usd: usd === undefined ? null : formatAmount(usd),
    ...(fiat && { fiat_per_usd: { ...fiat } }),
  };
}

/** The most important reason, and the next one that says something else. */
function presentWaits({ also = [], ...wait }: PayoutWait): PaymentWait {
  const first = presentWait(wait);
  const next = also.map(presentWait).find(({ code }) => code !== first.code);
  return {
    code: first.code,
    also: next?.code ?? null,
    network: first.network ?? next?.network ?? null,
    amount: first.amount ?? next?.amount ?? null,
  };
}

/** The reason for its owner: what an operator wrote, or a wallet answered, is not theirs to read. */
function presentWait(wait: WaitReason): Omit<PaymentWait, 'also'> {
  const nothing = { network: null, amount: null };
  switch (wait.kind) {
    case 'wallet':
    case 'ripening':
      return { ...nothing, code: wait.kind, amount: formatAmount(wait.amount) };
    case 'kept':
      return { ...nothing, code: 'kept' };
    case 'cap':
      return { ...nothing, code: wait.cap === 'day' ? 'day-cap' : 'run-cap' };
    case 'process':
      return { ...nothing, code: processCodes[wait.reason] ?? 'suspended' };
    case 'suspended':
      return { ...nothing, code: wait.reason === 'wallet-unreachable' ? 'wallet-away' : 'suspended' };
    case 'other-network': {
      const code = wait.reason === 'wallet-unreachable' ? 'node-away' : 'other-network';
      return { ...nothing, code, network: wait.network };
    }
    case 'operator':
      return { ...nothing, code: 'approval' };
    // To its owner this is the last confirmation: there is nothing to decide.
    case 'second-answer':
      return { ...nothing, code: 'confirmations' };
    case 'price':
    case 'approval':
    case 'restricted':
    case 'signer':
    case 'registration':
    case 'fee':
    case 'review':
    case 'confirmations':
    case 'block':
    case 'turn':
      return { ...nothing, code: wait.kind };
  }
}

/** What this process waits for by itself; an operator lifts none of it. */
const processCodes: Readonly<Record<string, PaymentWait['code']>> = {
  'database-changed': 'database-changed',
  'clock-skew': 'clock-skew',
  'clock-unknown': 'clock-skew',
  'journal-broken': 'journal-broken',
};

function progressOf({ broadcastAt, settledAt, confirmations, confirmationsNeeded }: Payment) {
  return {
    broadcast_at: broadcastAt,
    settled_at: settledAt,
    confirmations,
    confirmations_needed: confirmationsNeeded,
  };
}

/** A payment goes on standing in the list after its network has left the catalogue; only its link is gone. */
function explorerOf(symbol: string, network: string): string {
  return findCoin(symbol)?.chains.find((chain) => chain.network === network)?.explorerTx ?? '';
}

/** No explorer knows what a sandbox only pretended to send. */
function explorerLinkOf(coin: string, { network, txid }: Payment): string | null {
  const explorer = explorerOf(coin, network);
  return txid === null || explorer === '' || txid.startsWith(sandboxPrefix) ? null : explorer + txid;
}
