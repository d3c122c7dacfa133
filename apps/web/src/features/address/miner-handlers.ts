import type { AccountSummary } from '@openlode/contracts/http/account-summary';
import type { AddressData } from '@openlode/contracts/http/address';
import type { LivePaymentStatus } from '@openlode/contracts/live/events';
import type { QueryClient } from '@tanstack/react-query';
import { addressQuery } from '../../shared/api/address-query.ts';
import type { MinerHandlers } from '../../shared/live/miner-room.ts';
import { throttled } from '../../shared/time/throttled.ts';
import { type PaymentsPage, paymentsKey, statsQuery, summaryQuery, workersKey } from './address-api.ts';
import { buildEventIntake } from './event-intake.ts';
import { withBalance, withoutFresh, withPayment, withSummary } from './live-patches.ts';
import { patchCached } from './patch-cached.ts';

/** A miner whose page is shown. */
export interface LiveMiner {
  readonly uuid: string;
  /** As in the URL: the key of the lookup's answer. */
  readonly coin: string;
  readonly address: string;
}

/** Events are drawn at most this often. */
const eventPaceMs = 500;

/** The list's own state shows what failed; a later message or a retry repairs it. */
const ignoreFailure = () => {};

/** What a message does to the cached answers. */
export function buildMinerHandlers(queryClient: QueryClient, miner: LiveMiner): MinerHandlers {
  const { uuid } = miner;
  const lookup = addressQuery(miner.coin, miner.address).queryKey;
  const summary = summaryQuery(uuid).queryKey;
  const payments = paymentsKey(uuid);
  const stats = statsQuery(uuid).queryKey;
  const refetch = (queryKey: readonly unknown[]) => void queryClient.invalidateQueries({ queryKey });
  const events = buildEventIntake(queryClient, uuid, () => refetch(lookup));

  function noticeLife() {
    const wasFresh = queryClient.getQueryData(lookup)?.fresh === true;
    queryClient.setQueryData(lookup, (old) => old && withoutFresh(old));
    // Code and mining key were made with the first share.
    if (wasFresh) refetch(lookup);
  }

  function takePayment(payment: LivePaymentStatus) {
    const pages = queryClient.getQueriesData<PaymentsPage>({ queryKey: payments });
    const isListed = pages.some(([, page]) => page?.list.some(({ id }) => id === payment.id));
    for (const [queryKey] of pages)
      patchCached<PaymentsPage>(queryClient, queryKey, (old) => withPayment(old, payment));
    // One that is not listed yet is new, and moves the others down; one that settled changes the totals.
    if (!isListed) refetch(payments);
    if (payment.settled_at !== null) refetch(stats);
  }

  return {
    onEvent: throttled(eventPaceMs, (list) => {
      noticeLife();
      void events.take(list).catch(ignoreFailure);
    }),
    onBalance(balance) {
      patchCached<AddressData>(queryClient, lookup, (old) => withBalance(old, balance));
      // Which part of it came from mining the message does not say.
      refetch(stats);
    },
    onPayment: takePayment,
    onSummary(message) {
      if (message.w > 0) noticeLife();
      patchCached<AccountSummary>(queryClient, summary, (old) => withSummary(old, message));
    },
    onJoined() {
      void events.catchUp().catch(ignoreFailure);
      for (const queryKey of [lookup, summary, workersKey(uuid), payments, stats]) refetch(queryKey);
    },
  };
}
