import { exchangeAddresses } from '@openlode/catalogue/exchange-addresses';
import { formatAmount } from '@openlode/money/amount';
import { statusOf } from '@openlode/ledger/payout-state';
import type { Transaction } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { appendEvents } from '../events/append-events.ts';
import type { Payment } from '../kernel/payment.ts';
import { findPayout, type Payout } from './payout.ts';

/** A payout as its miner sees it. */
export function paymentOf(payout: Payout): Payment {
  const status = statusOf(payout.state);
  return {
    id: payout.id,
    // Who asked for an adopted one is not known any more.
    kind: payout.kind === 'adopted' ? 'manual' : payout.kind,
    status,
    reason: status === 'error' ? payout.reason : null,
    network: payout.network,
    amount: payout.amount,
    // Nothing to look for before it has been sent. What others find it by is the id of its network.
    txid: payout.sentAt === null ? null : idOf(payout.signed),
    ...(isThroughExchange(payout.signed) && { isThroughExchange: true }),
    exchange: payout.exchange ?? exchangeInCatalogue(payout),
    createdAt: payout.reservedAt.getTime(),
    broadcastAt: payout.sentAt?.getTime() ?? null,
    settledAt: payout.endedAt?.getTime() ?? null,
    confirmations: payout.confirmations,
    confirmationsNeeded: payout.confirmationsNeeded,
  };
}

/** By what an exchange was asked for nothing is found before it names a transaction. */
function idOf(signed: Payout['signed']): string | null {
  if (signed === null) return null;
  return signed.chainId ?? (isThroughExchange(signed) ? null : signed.txid);
}

/** Only rails of exchanges prove by a place. */
function isThroughExchange(signed: Payout['signed']): boolean {
  return signed?.proof['place'] !== undefined;
}

function exchangeInCatalogue({ coin, network, address }: Payout): string | null {
  const known = exchangeAddresses.find(
    (each) => each.coin === coin && each.network === network && each.address === address,
  );
  return known?.exchange ?? null;
}

/**
 * Writes the present state of a payout into its miner's events, and notifies watching pages after the commit: a failed message must
 * never undo or repeat a movement of money.
 */
export async function announcePayout(
  tx: Transaction,
  ctx: Pick<ServiceContext, 'publisher' | 'clock'>,
  id: bigint,
  { balanceChanged }: { readonly balanceChanged: boolean },
): Promise<void> {
  const payout = await findPayout(tx, id);
  if (payout === undefined) throw new Error(`payout ${id} is gone`);
  const { minerId, uuid, coin } = payout;
  const payment = paymentOf(payout);
  const live = await appendEvents(tx, [
    {
      minerId,
      uuid,
      at: ctx.clock.now(),
      body: {
        type: 'payout',
        payoutId: id.toString(),
        network: payment.network,
        amount: formatAmount(payment.amount),
        status: payment.status,
      },
    },
  ]);
  tx.afterCommit(() =>
    ctx.publisher.publish([
      ...live,
      { kind: 'payment-changed', uuid, coin, payment },
      ...(balanceChanged ? [{ kind: 'balance-changed', minerId, uuid } as const] : []),
    ]),
  );
}

/** Tells watchers how far a payout has come where that is no event of its history: its confirmations. */
export async function notifyProgress(
  ctx: Pick<ServiceContext, 'db' | 'publisher'>,
  id: bigint,
): Promise<void> {
  const payout = await findPayout(ctx.db, id);
  if (payout === undefined) return;
  const { uuid, coin } = payout;
  ctx.publisher.publish([{ kind: 'payment-changed', uuid, coin, payment: paymentOf(payout) }]);
}
