import type { AccountEvent } from '@openlode/contracts/http/account-events';
import type { AccountSummary } from '@openlode/contracts/http/account-summary';
import type { AddressData } from '@openlode/contracts/http/address';
import type { LiveBalance, LivePaymentStatus, LiveSummary } from '@openlode/contracts/live/events';
import type { InfiniteData } from '@tanstack/react-query';
import type { EventsPage, PaymentsPage } from './address-api.ts';

export type EventsData = InfiniteData<EventsPage>;

type Payment = PaymentsPage['list'][number];

/** The list keeps this many events until more were loaded. */
const eventsKept = 10;

/** The balance after a change; an address with a balance has been mined to. */
export function withBalance(old: AddressData, balance: LiveBalance): AddressData {
  return { ...old, balance: balance.b, balance_payable: balance.pb, fresh: false };
}

/** The first sign of life of an address that was never mined to. */
export function withoutFresh(old: AddressData): AddressData {
  return old.fresh ? { ...old, fresh: false } : old;
}

/** Workers and hashrate now; a message that is older than the last one changes nothing. */
export function withSummary(old: AccountSummary, summary: LiveSummary): AccountSummary {
  if (old.timestamp !== null && summary.t < old.timestamp) return old;
  return {
    timestamp: summary.t,
    raw: { worker_count: summary.w, algorithm_count: summary.a, hr: summary.h },
  };
}

/** A message says what changed, not what a payment waits for: what was known of it no longer holds once its status is another. */
function waitOf({ status, waits_for }: Payment, changed: LivePaymentStatus): Payment['waits_for'] {
  return status === changed.status && status === 'pending' ? waits_for : null;
}

/** The page of payments with one of them further on; the same page where it is not listed. */
export function withPayment(old: PaymentsPage, payment: LivePaymentStatus): PaymentsPage {
  if (!old.list.some(({ id }) => id === payment.id)) return old;
  const { uuid: _uuid, ...progress } = payment;
  return {
    ...old,
    list: old.list.map((item) =>
      item.id === payment.id ? { ...item, ...progress, waits_for: waitOf(item, payment) } : item,
    ),
  };
}

/** The list with new events on top, each once. Cut to the newest 10 while only the first page was loaded. */
export function withEvents(old: EventsData, events: readonly AccountEvent[]): EventsData {
  const [first, ...further] = old.pages;
  if (first === undefined || events.length === 0) return old;
  const all = newestFirst([...events, ...first.list]);
  if (further.length > 0) return { ...old, pages: [{ ...first, list: all }, ...further] };
  const list = all.slice(0, eventsKept);
  return { ...old, pages: [{ ...first, list, has_next: first.has_next || list.length < all.length }] };
}

/**
 * All loaded events, newest first. Pages are counted from the newest event, so that a later page repeats what newer
 * events pushed down to it: each is listed once.
 */
export function listedEvents(data: EventsData): readonly AccountEvent[] {
  return newestFirst(data.pages.flatMap((page) => page.list));
}

/** The greatest `seq` that is known; 0 before the first event. */
export function newestSeq(data: EventsData): number {
  return Math.max(0, ...data.pages.flatMap((page) => page.list.map((event) => event.seq)));
}

function newestFirst(events: readonly AccountEvent[]): AccountEvent[] {
  return [...new Map(events.map((event) => [event.seq, event])).values()].toSorted((a, b) => b.seq - a.seq);
}
