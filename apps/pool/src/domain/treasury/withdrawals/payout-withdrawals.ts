import type { ServiceContext } from '../../kernel/context.ts';
import type { PayoutWithdrawals } from '../../kernel/payout-withdrawals.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { createLookAtBooked } from './look-at-booked.ts';
import { shareLooks } from './look-at-account.ts';
import { lookUpWithdrawal } from './look-up-withdrawal.ts';
import { readOutgoingWithdrawals } from './read-outgoing-withdrawals.ts';
import { leftAt, refuseUnready } from './ready-to-withdraw.ts';
import { sendWithdrawal } from './send-withdrawal.ts';

/** Payouts through exchanges as rows, which all processes of a ledger share. */
export function payoutWithdrawals(
  ctx: Pick<ServiceContext, 'db' | 'clock'> & Partial<Pick<PayoutContext, 'payoutBlockReason'>>,
): PayoutWithdrawals {
  const { db, clock } = ctx;
  const lookAtBooked = createLookAtBooked(ctx);
  const shared = shareLooks(ctx);
  return {
    ready: (exchange, payment) => refuseUnready(db, exchange, payment, clock.now()),
    spendable: async (exchange, coin) => {
      const available = (await exchange.balances()).get(coin)?.available ?? 0n;
      const left = await leftAt(db, { place: exchange.name, coin });
      const least = left < available ? left : available;
      return least > 0n ? least : 0n;
    },
    send: (exchange, payment) =>
      sendWithdrawal(ctx, exchange, payment).finally(() => shared.forget(exchange.name, payment.coin)),
    lookUp: (exchange, named) => lookUpWithdrawal(ctx, exchange, named, { lookAtBooked, ...shared }),
    outgoing: (exchange, coin, network, since) =>
      readOutgoingWithdrawals(db, exchange, { coin, network }, since),
  };
}
