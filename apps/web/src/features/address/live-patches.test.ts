import { workerEventExample } from '@openlode/contracts/examples/account-events';
import { accountPaymentsExample } from '@openlode/contracts/examples/account-payments';
import { accountSummaryExample } from '@openlode/contracts/examples/account-summary';
import { addressExample, freshAddressExample } from '@openlode/contracts/examples/address';
import { liveSummaryExample } from '@openlode/contracts/examples/live';
import { describe, expect, it } from 'vitest';
import {
  type EventsData,
  listedEvents,
  newestSeq,
  withBalance,
  withEvents,
  withoutFresh,
  withPayment,
  withSummary,
} from './live-patches.ts';

const event = (seq: number) => ({ ...workerEventExample, seq });
const page = (seqs: readonly number[], hasNext = false) => ({
  list: seqs.map(event),
  has_next: hasNext,
  has_prev: false,
});
const onePage = (seqs: readonly number[], hasNext = false): EventsData => ({
  pages: [page(seqs, hasNext)],
  pageParams: [1],
});
const seqs = (data: EventsData) => listedEvents(data).map(({ seq }) => seq);

describe('withEvents', () => {
  it('puts a new event on top', () => {
    expect(seqs(withEvents(onePage([2, 1]), [event(3)]))).toEqual([3, 2, 1]);
  });

  it('lists an event once that came twice', () => {
    expect(seqs(withEvents(onePage([2, 1]), [event(2)]))).toEqual([2, 1]);
  });

  it('sorts what was missed, which comes oldest first', () => {
    expect(seqs(withEvents(onePage([2, 1]), [event(3), event(4), event(5)]))).toEqual([5, 4, 3, 2, 1]);
  });

  it('keeps the newest 10, and the others are a page away [live-02]', () => {
    const after = withEvents(onePage([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]), [event(11)]);
    expect(seqs(after)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(after.pages[0]?.has_next).toBe(true);
  });

  it('keeps everything once more was loaded', () => {
    const two: EventsData = {
      pages: [page([12, 11, 10, 9, 8, 7, 6, 5, 4, 3], true), page([2, 1])],
      pageParams: [1, 2],
    };
    expect(seqs(withEvents(two, [event(13)]))).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('changes nothing without a new event', () => {
    const old = onePage([1]);
    expect(withEvents(old, [])).toBe(old);
  });
});

describe('listedEvents and newestSeq', () => {
  it('lists an event once that moved to the next page meanwhile', () => {
    const shifted: EventsData = { pages: [page([4, 3], true), page([3, 2])], pageParams: [1, 2] };
    expect(seqs(shifted)).toEqual([4, 3, 2]);
  });

  it('knows the newest', () => {
    expect(newestSeq(onePage([7, 6]))).toBe(7);
    expect(newestSeq(onePage([]))).toBe(0);
  });
});

describe('withBalance', () => {
  it('takes both balances and ends the welcome', () => {
    const uuid = freshAddressExample.data.uuid;
    const after = withBalance(freshAddressExample.data, { uuid, b: '1.25000000001', pb: '1.25' });
    expect([after.balance, after.balance_payable, after.fresh]).toEqual(['1.25000000001', '1.25', false]);
    expect(after.address).toBe('rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai');
  });
});

describe('withoutFresh', () => {
  it('ends the welcome and leaves a known address as it is', () => {
    expect(withoutFresh(freshAddressExample.data).fresh).toBe(false);
    expect(withoutFresh(addressExample.data)).toBe(addressExample.data);
  });
});

describe('withSummary', () => {
  const old = accountSummaryExample.data;

  it('takes the short keys a, w, h and t [live-05]', () => {
    const after = withSummary(old, {
      ...liveSummaryExample,
      a: 1,
      w: 5,
      h: { sha256: '77.5' },
      t: 1738324799000,
    });
    expect(after).toEqual({
      timestamp: 1738324799000,
      raw: { worker_count: 5, algorithm_count: 1, hr: { sha256: '77.5' } },
    });
  });

  it('drops a message that is older than the last one', () => {
    expect(withSummary(old, { ...liveSummaryExample, w: 9, t: 1738324794999 })).toBe(old);
  });

  it('is the first news of a miner that never mined', () => {
    const never = { timestamp: null, raw: { worker_count: 0, algorithm_count: 0, hr: {} } };
    expect(withSummary(never, liveSummaryExample).timestamp).toBe(1738324795000);
  });
});

const payments = accountPaymentsExample.data;
const reported = {
  uuid: '036b48cf-69d3-483c-90e0-cbd75b62d6b6',
  id: 379743,
  status: 'processing',
  reason: null,
  tx: 'ab12',
  explorer_link: 'https://blockchair.com/dogecoin/transaction/ab12',
  broadcast_at: 1738324805000,
  settled_at: null,
  confirmations: 1,
  confirmations_needed: 6,
} as const;

describe('withPayment', () => {
  it('brings status, transaction and confirmations into the row that is listed', () => {
    const { list } = withPayment(payments, reported);
    expect(list[0]).toEqual({
      id: 379743,
      status: 'processing',
      reason: null,
      timestamp: 1738324800000,
      network: 'DOGE',
      tx: 'ab12',
      amount: '12.712926',
      exchange: null,
      explorer: 'https://blockchair.com/dogecoin/transaction/',
      explorer_link: 'https://blockchair.com/dogecoin/transaction/ab12',
      kind: 'manual',
      broadcast_at: 1738324805000,
      settled_at: null,
      confirmations: 1,
      confirmations_needed: 6,
      // It waited for the wallet, and is on its way now.
      waits_for: null,
      usd: '49.5',
    });
    expect(list.slice(1)).toEqual(payments.list.slice(1));
  });

  it('leaves a page alone that does not list it', () => {
    expect(withPayment(payments, { ...reported, id: 1 })).toBe(payments);
  });
});
