import { AccountPaymentsResponse } from '@openlode/contracts/http/account-payments';
import { LivePaymentStatus } from '@openlode/contracts/live/events';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { Payment } from '../../domain/kernel/payment.ts';
import type { PayoutWait } from '../../domain/payouts/payout-wait.ts';
import { presentPayments, presentPaymentStatus } from './present-payments.ts';
import { success } from './success.ts';

const dogeOnBsc = { coin: 'DOGE', network: 'BSC' };

const sent: Payment = {
  id: 7n,
  kind: 'auto',
  status: 'success',
  reason: null,
  network: 'DOGE',
  amount: 25_500_000_000_000_000_000n,
  txid: 'ab12',
  exchange: null,
  createdAt: 1000,
  broadcastAt: 2000,
  settledAt: 3000,
  confirmations: 6,
  confirmationsNeeded: 6,
};

describe('presentPayments', () => {
  it('says what an exchange sends, and has no id of it before the exchange names one', () => {
    const asked: Payment = { ...sent, txid: null, isThroughExchange: true };
    const page = { waits: new Map(), values: new Map(), page: 1, lastPage: 1 };
    const [item] = presentPayments(dogeOnBsc, { ...page, list: [asked] }).list;
    expect(item).toMatchObject({ tx: null, explorer_link: null, paid_through_exchange: true });
    expect(presentPayments(dogeOnBsc, { ...page, list: [sent] }).list[0]).not.toHaveProperty(
      'paid_through_exchange',
    );
  });

  it('links each payment on the network it was paid on, whatever the miner uses now', () => {
    const data = presentPayments(
      dogeOnBsc,
      {
        list: [sent],
        waits: new Map(),
        values: new Map([[7n, 8_415_000_000_000_000_000n]]),
        page: 2,
        lastPage: 3,
      },
      'A note',
    );
    expect(data).toEqual({
      coin: 'DOGE',
      explorer: 'https://bscscan.com/tx/',
      disclaimer: 'A note',
      list: [
        {
          id: 7,
          status: 'success',
          reason: null,
          timestamp: 1000,
          network: 'DOGE',
          tx: 'ab12',
          amount: '25.5',
          exchange: null,
          explorer: 'https://blockchair.com/dogecoin/transaction/',
          explorer_link: 'https://blockchair.com/dogecoin/transaction/ab12',
          kind: 'auto',
          broadcast_at: 2000,
          settled_at: 3000,
          confirmations: 6,
          confirmations_needed: 6,
          waits_for: null,
          usd: '8.415',
        },
      ],
      has_next: true,
      has_prev: true,
      last_page: 3,
    });
    expect([...Value.Errors(AccountPaymentsResponse, success(data))]).toEqual([]);
  });

  it('links nothing that is not there: unsent, pretended, or on a network that has left the catalogue', () => {
    const unsent = { ...sent, txid: null };
    const pretended = { ...sent, txid: 'sandbox-ab12' };
    const left = { ...sent, network: 'GONE' };
    const { list } = presentPayments(dogeOnBsc, {
      list: [unsent, pretended, left],
      waits: new Map(),
      values: new Map(),
      page: 1,
      lastPage: 1,
    });
    expect(list.map((row) => row.explorer_link)).toEqual([null, null, null]);
  });

  it('says what each waits for, and keeps an operator’s and a wallet’s own words to the pool', () => {
    const nextAt = new Date(0);
    const unreachable = {
      kind: 'suspended',
      network: 'BSC',
      reason: 'wallet-unreachable',
      detail: 'the host 10.0.0.7 refuses',
    } as const;
    const waits = new Map<bigint, PayoutWait>([
      [1n, { kind: 'wallet', coin: 'DOGE', network: 'DOGE', amount: 150n * 10n ** 18n }],
      [2n, { kind: 'operator', why: 'their mother called' }],
      [3n, { kind: 'signer', note: 'key locked', attempts: 2, nextAt }],
      [4n, { kind: 'cap', cap: 'run' }],
      [5n, { kind: 'approval', also: [{ ...unreachable, reason: 'unknown-transaction' }] }],
      [6n, unreachable],
      [7n, { kind: 'process', reason: 'database-changed' }],
      [8n, { kind: 'process', reason: 'clock-skew' }],
      [9n, { kind: 'second-answer' }],
      [
        10n,
        {
          ...unreachable,
          kind: 'other-network',
          also: [{ kind: 'wallet', coin: 'DOGE', network: 'DOGE', amount: 10n ** 18n }],
        },
      ],
      [11n, { ...unreachable, kind: 'other-network', reason: 'unknown-transaction' }],
      [12n, { kind: 'process', reason: 'journal-broken' }],
      [13n, { kind: 'registration', note: 'register DPayee there', attempts: 2, nextAt }],
    ]);
    const list = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n, 11n, 12n, 13n].map((id) => ({
      ...sent,
      id,
      status: 'pending' as const,
    }));
    const data = presentPayments(dogeOnBsc, { list, waits, values: new Map(), page: 1, lastPage: 1 });
    const nothing = { also: null, network: null, amount: null };
    expect(data.list.map((row) => row.waits_for)).toEqual([
      { ...nothing, code: 'wallet', amount: '150' },
      { ...nothing, code: 'approval' },
      { ...nothing, code: 'signer' },
      { ...nothing, code: 'run-cap' },
      { ...nothing, code: 'approval', also: 'suspended' },
      { ...nothing, code: 'wallet-away' },
      { ...nothing, code: 'database-changed' },
      { ...nothing, code: 'clock-skew' },
      { ...nothing, code: 'confirmations' },
      { code: 'node-away', also: 'wallet', network: 'BSC', amount: '1' },
      { ...nothing, code: 'other-network', network: 'BSC' },
      { ...nothing, code: 'journal-broken' },
      { ...nothing, code: 'registration' },
    ]);
    const page = { ...data, list: data.list.slice(-10) };
    expect([...Value.Errors(AccountPaymentsResponse, success(page))]).toEqual([]);
  });

  it('is empty for a miner that does not exist yet', () => {
    const data = presentPayments(undefined, {
      list: [],
      waits: new Map(),
      values: new Map(),
      page: 1,
      lastPage: 1,
    });
    expect(data).toMatchObject({ coin: null, explorer: null, list: [], has_next: false, has_prev: false });
    expect([...Value.Errors(AccountPaymentsResponse, success(data))]).toEqual([]);
  });
});

describe('presentPaymentStatus', () => {
  it('says what a row of the list needs to follow', () => {
    const uuid = 'aaaaaaaa-1111-8111-8111-111111111111';
    const status = presentPaymentStatus(uuid, 'DOGE', { ...sent, status: 'processing', settledAt: null });
    expect(status).toEqual({
      uuid,
      id: 7,
      status: 'processing',
      reason: null,
      tx: 'ab12',
      explorer_link: 'https://blockchair.com/dogecoin/transaction/ab12',
      broadcast_at: 2000,
      settled_at: null,
      confirmations: 6,
      confirmations_needed: 6,
    });
    expect([...Value.Errors(LivePaymentStatus, status)]).toEqual([]);
  });
});
