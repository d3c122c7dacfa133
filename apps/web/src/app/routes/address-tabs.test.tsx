import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { accountEventsExample } from '@openlode/contracts/examples/account-events';
import { accountPaymentsExample } from '@openlode/contracts/examples/account-payments';
import { accountRejectsExample } from '@openlode/contracts/examples/account-rejects';
import { accountReceiptExample } from '@openlode/contracts/examples/account-receipt';
import { accountReferralsExample } from '@openlode/contracts/examples/account-referrals';
import { accountStatsExample } from '@openlode/contracts/examples/account-stats';
import { accountWorkersExample } from '@openlode/contracts/examples/account-workers';
import { referralInfoExample } from '@openlode/contracts/examples/referral-info';
import { referralReportsExample } from '@openlode/contracts/examples/referral-reports';
import type { AlgorithmWorkers } from '@openlode/contracts/http/account-workers';
import { addressExample } from '@openlode/contracts/examples/address';
import { calculateRewardExample } from '@openlode/contracts/examples/calculate-reward';
import { addressRefusalsExample } from '@openlode/contracts/examples/address-refusals';
import { noticeExample } from '@openlode/contracts/examples/notice';
import { poolExample } from '@openlode/contracts/examples/pool';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withPayment } from '../../features/address/live-patches.ts';
import { paymentsQuery } from '../../features/address/address-api.ts';
import { buildMinerHandlers } from '../../features/address/miner-handlers.ts';
import { serveAnswers } from '../../testing/serve-answers.ts';
import { openPage } from '../testing/open-page.tsx';

const path = '/address/DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE?coin=DOGE';
const uuid = '036b48cf-69d3-483c-90e0-cbd75b62d6b6';
const balanceOf = (balance: string) => ({
  ...addressExample,
  data: { ...addressExample.data, coin: 'DOGE', balance, balance_payable: balance, payment_threshold: '5' },
});
const answers = {
  '/receipts/': accountReceiptExample,
  '/v4/notice': noticeExample,
  '/v5/pool': poolExample,
  '/rejects': accountRejectsExample,
  '/payments': accountPaymentsExample,
  '/referrals': accountReferralsExample,
  '/referral/reports': referralReportsExample,
  '/referral/info': referralInfoExample,
  '/stats': accountStatsExample,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the payments tab', () => {
  it('lists status, network, exchange, transaction and amount under the disclaimer [pay-01]', async () => {
    await openPage(`${path}&tab=payments`, answers);
    const list = await screen.findByRole('list', { name: 'Payments' });
    expect(screen.getByText('Payments can take some hours to arrive.')).toBeTruthy();
    const rows = [...list.children].map((row) => row.textContent ?? '');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain('Payment in progress');
    expect(rows[1]).toContain('Payment completed');
    expect(rows[1]).toContain('Dogecoin to Example Exchange');
    expect(rows[2]).toContain('Please check your worker(s), your address seems to be invalid!');
    const link = within(list).getByRole('link');
    expect(link.getAttribute('href')).toBe(
      'https://blockchair.com/dogecoin/transaction/9a1f0b7c55d24e6f8813c2a4d7e95b60c1f2a3948576e0d1b2c3f4a596878695',
    );
  });

  it('marks a row whose status changed while it was looked at', async () => {
    const { queryClient } = await openPage(`${path}&tab=payments`, answers);
    const list = await screen.findByRole('list', { name: 'Payments' });
    const row = list.querySelector('[data-payment="379743"]');
    expect(row?.getAttribute('data-flash')).toBe('false');
    const completed = {
      uuid,
      id: 379743,
      status: 'success',
      reason: null,
      tx: 'ab12',
      explorer_link: null,
      broadcast_at: 1738324805000,
      settled_at: 1738324905000,
      confirmations: 6,
      confirmations_needed: 6,
    } as const;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await act(async () => {
        queryClient.setQueryData(
          paymentsQuery(uuid, 1).queryKey,
          (old) => old && withPayment(old, completed),
        );
        // The cache tells its watchers by a timer.
        await vi.advanceTimersByTimeAsync(0);
      });
      expect(row?.textContent).toContain('Payment completed');
      expect(row?.textContent).toContain('ab12');
      act(() => void vi.advanceTimersByTime(1299));
      expect(row?.getAttribute('data-flash')).toBe('true');
      act(() => void vi.advanceTimersByTime(1));
      expect(row?.getAttribute('data-flash')).toBe('false');
    } finally {
      vi.useRealTimers();
    }
  });

  it('says that nothing was paid yet, and offers payments and rewards as files [pay-04]', async () => {
    const none = { ...accountPaymentsExample, data: { ...accountPaymentsExample.data, list: [] } };
    await openPage(`${path}&tab=payments`, { ...answers, '/payments': none });
    expect(await screen.findByText('You have no payouts, yet.')).toBeTruthy();
    // Auto-pay may be off: the daily run is one of two ways.
    expect(screen.getByText(/you can pay out now, or turn on auto-pay/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: 'Asia/Tokyo' } });
    for (const table of ['Rewards', 'Payments'])
      expect(screen.getByRole('link', { name: `${table} as CSV` }).getAttribute('href')).toBe(
        `/api/v5/account/${uuid}/${table.toLowerCase()}.csv?tz=Asia%2FTokyo`,
      );
  });
});

describe('the stats tab', () => {
  it('shows balances, rewards with their spans, what was paid, the threshold and the fee [stats-01]', async () => {
    await openPage(`${path}&tab=stats`, answers);
    const table = await screen.findByRole('table', { name: 'Stats' });
    const rows = Object.fromEntries(
      within(table)
        .getAllByRole('row')
        .map((row) => [
          row.children[0]?.textContent,
          [row.children[2]?.textContent, row.children[1]?.textContent],
        ]),
    );
    // As far as the coin can be paid; to the last unit on hover.
    expect(rows['Mining balance']?.[0]).toBe('12.402417 DOGE');
    expect(within(table).getByTitle('12.402417300000000001 DOGE')).toBeTruthy();
    expect(rows['Referral balance']?.[0]).toBe('0.310509 DOGE');
    expect(rows['Total balance']?.[0]).toBe('12.712926 DOGE');
    expect(rows['Rewards, past 24 hours']).toEqual([
      '9.756672 DOGE',
      '30 Jan 2025, 12:00:00 UTC to 31 Jan 2025, 12:00:00 UTC, updated hourly',
    ]);
    expect(rows['Rewards, past 7 days']?.[0]).toBe('58.214901 DOGE');
    expect(rows['Rewards, past 30 days']?.[0]).toBe('171.998002 DOGE');
    expect(rows['Total paid']?.[0]).toBe('204.051337 DOGE');
    expect(rows['Last payment']?.[1]).toBe('30 Jan 2025, 13:02:00 UTC');
    expect(rows['Payment threshold']?.[0]).toBe('5 DOGE');
    expect(rows['Current mining fee']?.[0]).toBe('0.75%');
  });
});

describe('the referrals tab', () => {
  it('shows code and link to copy, smaller from 11 characters, with the mark of a custom code [refs-01]', async () => {
    await openPage(`${path}&tab=referrals`, answers);
    const codes = await screen.findByRole('region', { name: 'Your referral code' });
    expect(within(codes).getByText('MOON-MINERS').className).toContain('long');
    expect(within(codes).getByRole('img', { name: 'Custom code' })).toBeTruthy();
    expect(within(codes).getByText(`${location.origin}/?ref=MOON-MINERS`)).toBeTruthy();
    const copied = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true });
    fireEvent.click(within(codes).getByRole('button', { name: 'Copy referral code' }));
    await vi.waitFor(() => expect(copied).toHaveBeenCalledWith('MOON-MINERS'));
  });

  it('counts active workers and pages through them [refs-02]', async () => {
    const { asked } = await openPage(`${path}&tab=referrals`, answers);
    expect(await screen.findByRole('heading', { name: 'Active workers 12' })).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Referred workers' });
    expect(within(table).getByRole('row', { name: /^garage/ })).toBeTruthy();
    const pages = screen.getByRole('navigation', { name: 'Pages of referred workers' });
    expect(within(pages).getByRole('button', { name: 'First' }).hasAttribute('disabled')).toBe(true);
    fireEvent.click(within(pages).getByRole('button', { name: 'Last' }));
    await vi.waitFor(() => expect(asked.some((url) => url.endsWith('/referrals?page=2'))).toBe(true));
    await vi.waitFor(() => expect(pages.textContent).toContain('Page 2 of 2'));
    expect(within(pages).getByRole('button', { name: 'Next' }).hasAttribute('disabled')).toBe(true);
  });

  it('shows the tier of a custom code and its active miners by day [refs-03]', async () => {
    await openPage(`${path}&tab=referrals`, answers);
    const tier = await screen.findByRole('region', { name: 'Your tier' });
    expect(await within(tier).findByText('Vein')).toBeTruthy();
    expect(within(tier).getByText(/You earn 0.38% of what is mined with your code/)).toBeTruthy();
    const chart = await within(tier).findByRole('figure');
    const table = chart.querySelector('details');
    if (table === null) throw new Error('no table');
    table.open = true;
    fireEvent(table, new Event('toggle'));
    expect([...chart.querySelectorAll('tbody tr')].map((row) => row.children[1]?.textContent)).toEqual([
      '54',
      '55',
      '51',
    ]);
  });

  it('says why the tier of a custom code and its chart are not shown, and tries again', async () => {
    await openPage(`${path}&tab=referrals`, { ...answers, '/referral/reports': 503, '/referral/info': 503 });
    const tier = await screen.findByRole('region', { name: 'Your tier' });
    expect(await within(tier).findByText('Refused with 503')).toBeTruthy();
    serveAnswers(answers);
    fireEvent.click(within(tier).getByRole('button', { name: 'Try again' }));
    expect(await within(tier).findByText('Vein')).toBeTruthy();
    expect(await within(tier).findByRole('figure')).toBeTruthy();
    expect(within(tier).queryByText('Refused with 503')).toBeNull();
  });
});

describe('the workers tab', () => {
  const tab = `${path}&tab=workers`;

  it('cuts a long name and keeps the whole of it on hover, with state, code and rates [workers-01]', async () => {
    const long = structuredClone(accountWorkersExample);
    const [worker] = long.data['etchash']?.workers ?? [];
    if (worker === undefined) throw new Error('no worker');
    long.data['etchash'] = {
      ...(long.data['etchash'] as AlgorithmWorkers),
      workers: [{ ...worker, name: 'the-quite-long-one' }],
    };
    await openPage(tab, { ...answers, '/workers': long });
    const table = await screen.findByRole('table', { name: 'Etchash workers' });
    const name = within(table).getByTitle('the-quite-long-one');
    expect(name.textContent).toContain('the-quite-long-…');
    // Without a mouse the whole name is in what unfolds.
    fireEvent.click(
      await within(table).findByRole('button', { name: 'Show the shares of the-quite-long-one' }),
    );
    expect(within(table).getByText('the-quite-long-one').tagName).toBe('CODE');
    expect(within(table).getByTitle('Mines with the referral code U-A1QZK1').textContent).toBe('U-A1QZK1');
    expect(within(table).getByRole('row', { name: /Online 1\.95 GH\/s 1\.95 GH\/s/ })).toBeTruthy();
  });

  it('says why shares were refused in the past hour and day, and what to do', async () => {
    await openPage(tab, answers);
    const table = await screen.findByRole('table', { name: 'Scrypt workers' });
    fireEvent.click(await within(table).findByRole('button', { name: 'Show the shares of mini-doge' }));
    const shares = within(table).getByRole('table', { name: 'Shares of mini-doge' });
    const stale = within(shares).getByRole('row', { name: /^Too late/ });
    expect([...stale.children].slice(1, 3).map((cell) => cell.textContent)).toEqual(['1 0.28%', '22 0.26%']);
    expect(stale.textContent).toContain('use the nearest server');
    expect(within(shares).getByRole('row', { name: /^Not readable.*None/ })).toBeTruthy();
  });

  it('says that shares could not be counted, and counts them again', async () => {
    await openPage(tab, { ...answers, '/rejects': 503 });
    expect(await screen.findByText('Refused with 503')).toBeTruthy();
    expect(screen.getByText(/Share counts are not available/)).toBeTruthy();
    serveAnswers(answers);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Show the shares of mini-doge' })).toBeTruthy();
    expect(screen.queryByText('Refused with 503')).toBeNull();
  });

  it('remembers span and scale of the chart and asks for the span [workers-02]', async () => {
    const { asked } = await openPage(tab, answers);
    await screen.findByRole('table', { name: 'Etchash workers' });
    expect(asked.some((url) => url.endsWith('/workers?period=24h'))).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Show chart of Etchash' }));
    const span = screen.getByRole('group', { name: 'Chart period' });
    fireEvent.click(within(span).getByRole('radio', { name: 'Past hour' }));
    await vi.waitFor(() => expect(asked.some((url) => url.endsWith('/workers?period=1h'))).toBe(true));
    fireEvent.click(
      within(screen.getByRole('group', { name: 'Chart scale' })).getByRole('radio', {
        name: 'Log',
      }),
    );
    const kept = JSON.parse(localStorage.getItem('openlode.preferences') ?? '{}') as object;
    expect(kept).toMatchObject({ chartPeriod: 1, logChart: true });
    const charts = () => screen.getAllByRole('figure').map((figure) => figure.textContent);
    await vi.waitFor(() => expect(charts().join()).toContain('Calculated hashrate, past hour'));
    fireEvent.click(
      within(screen.getByRole('group', { name: 'Hashrate of Etchash' })).getByRole('radio', {
        name: 'Reported',
      }),
    );
    expect(charts().join()).toContain('Reported hashrate, past hour');
  });

  const farm = (from: number, count: number, offline = 0) => ({
    ...accountWorkersExample,
    data: {
      etchash: {
        ...(accountWorkersExample.data['etchash'] as AlgorithmWorkers),
        workers: Array.from({ length: count }, (_, index) => ({
          name: `rack-${index % 2 === 0 ? 'a' : 'b'}-${from + index}`,
          online: index >= offline,
          last: 1738324795000 - index,
          rhr: 0,
          chr: index >= offline ? 1 : 0,
          referral: null,
        })),
      },
    },
  });
  const namesIn = (table: HTMLElement) =>
    [...table.querySelectorAll('tbody th')].map(({ textContent }) => textContent?.trim());

  it('shows a farm offline first by 25, finds, filters and orders it, and keeps that in the URL', async () => {
    const { router } = await openPage(tab, { ...answers, '/workers': farm(1, 200, 61) });
    const table = await screen.findByRole('table', { name: 'Etchash workers' });
    expect(namesIn(table)).toHaveLength(25);
    expect(namesIn(table)[0]).toBe('rack-a-1');
    expect(screen.getByRole('row', { name: /^Total of 200/ }).textContent).toContain('139 online139.00 MH/s');
    fireEvent.click(screen.getByRole('button', { name: 'Show 100 more workers' }));
    expect(namesIn(table)).toHaveLength(125);
    fireEvent.click(screen.getByRole('radio', { name: 'Offline 61' }));
    await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ state: 'offline' }));
    expect(await screen.findByText('61 of 200 workers')).toBeTruthy();
    fireEvent.click(within(table).getByRole('button', { name: 'Worker' }));
    await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ sort: 'name' }));
    expect(within(table).getByRole('columnheader', { name: 'Worker' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    fireEvent.change(screen.getByRole('searchbox', { name: /^Find a worker/ }), {
      target: { value: 'RACK-B-6' },
    });
    expect(namesIn(table)).toEqual(['rack-b-6', 'rack-b-60']);
    await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ find: 'RACK-B-6' }));
    fireEvent.change(screen.getByRole('searchbox', { name: /^Find a worker/ }), { target: { value: 'zz' } });
    expect(screen.getByText('No worker matches')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all workers' }));
    await vi.waitFor(() =>
      expect(router.state.location.search).toEqual({ coin: 'DOGE', tab: 'workers', sort: 'name' }),
    );
  });

  it('groups workers whose names begin alike, and unfolds a group', async () => {
    await openPage(`${tab}&group=name`, { ...answers, '/workers': farm(1, 200, 61) });
    const table = await screen.findByRole('table', { name: 'Etchash workers' });
    expect(namesIn(table)).toEqual(['rack-a 100 workers', 'rack-b 100 workers']);
    fireEvent.click(within(table).getByRole('button', { name: 'Show the workers of rack-b' }));
    expect(namesIn(table)).toHaveLength(102);
    fireEvent.click(within(table).getByRole('button', { name: 'Hide the workers of rack-b' }));
    expect(namesIn(table)).toHaveLength(2);
  });

  it('opens with the view of a link, and hides all offline workers at once', async () => {
    await openPage(`${tab}&state=offline&sort=-name`, { ...answers, '/workers': farm(1, 30, 12) });
    const table = await screen.findByRole('table', { name: 'Etchash workers' });
    expect(namesIn(table)[0]).toBe('rack-b-12');
    fireEvent.click(screen.getByRole('button', { name: 'Hide 12 offline workers' }));
    expect(await screen.findByText('12 offline workers are hidden.')).toBeTruthy();
    expect(screen.getByText('No worker matches')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show them' }));
    expect(namesIn(await screen.findByRole('table', { name: 'Etchash workers' }))).toHaveLength(12);
  });

  it('opens the chart of the first algorithm alone', async () => {
    await openPage(tab, answers);
    await screen.findByRole('table', { name: 'Etchash workers' });
    const buttons = screen.getAllByRole('button', { name: /^(Show|Hide) chart of/ });
    expect(buttons.map((button) => button.textContent)).toEqual([
      'Hide chart of Scrypt',
      'Show chart of Etchash',
    ]);
    expect(screen.getAllByRole('figure')).toHaveLength(1);
  });

  it('finds among a thousand workers, and loads the next page', async () => {
    const { asked } = await openPage(tab, {
      ...answers,
      '/workers?page=2': farm(1001, 30),
      '/workers': farm(1, 1000),
    });
    const table = await screen.findByRole('table', { name: 'Etchash workers' });
    fireEvent.change(screen.getByRole('searchbox', { name: /^Find a worker/ }), {
      target: { value: '-100' },
    });
    expect(namesIn(table)).toHaveLength(2);
    expect(
      screen.getByText('2 of the 1,000 workers loaded so far. Load more workers to search all of them'),
    ).toBeTruthy();
    expect(asked.some((url) => url.includes('page=2'))).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Load more workers' }));
    await vi.waitFor(() => expect(namesIn(table)).toHaveLength(11));
    expect(screen.getByText('11 of 1,030 workers')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more workers' })).toBeNull();
    expect(asked.some((url) => url.endsWith('/rejects?page=2'))).toBe(true);
  });

  it('hides an offline worker in this browser, and shows it again', async () => {
    await openPage(tab, answers);
    const table = await screen.findByRole('table', { name: 'Etchash workers' });
    fireEvent.click(await within(table).findByRole('button', { name: 'Show the shares of jasminer-01' }));
    expect(within(table).queryByRole('button', { name: 'Hide this worker' })).toBeNull();
    fireEvent.click(within(table).getByRole('button', { name: 'Show the shares of rig_2' }));
    fireEvent.click(within(table).getByRole('button', { name: 'Hide this worker' }));
    expect(within(table).queryByTitle('rig_2')).toBeNull();
    expect(localStorage.getItem('openlode.preferences')).toContain(`${uuid}:etchash:rig_2`);
    fireEvent.click(screen.getByRole('button', { name: 'Show them' }));
    expect(within(table).getByTitle('rig_2')).toBeTruthy();
  });
});

describe('the live tab', () => {
  it('narrows to several kinds, asks the pool for them and remembers them [live-03]', async () => {
    const { asked } = await openPage(path, answers);
    const filters = await screen.findByRole('group', { name: 'Kinds of event' });
    const press = (name: string) => fireEvent.click(within(filters).getByRole('button', { name }));
    const expectAsked = (query: string) =>
      vi.waitFor(() => expect(asked.some((url) => url.endsWith(`/events?page=1${query}`))).toBe(true));
    await expectAsked('');
    press('Payouts');
    await expectAsked('&type=payout');
    press('Workers');
    await expectAsked('&type=worker,payout');
    expect(localStorage.getItem('openlode.preferences')).toContain('"liveFilter":["worker","payout"]');
    press('Payouts');
    await expectAsked('&type=worker');
    press('Workers');
    expect(localStorage.getItem('openlode.preferences')).toContain('"liveFilter":[]');
  });

  it('takes over the one kind that was remembered before', async () => {
    const { asked } = await openPage(path, answers, '"liveFilter":"reward"');
    await vi.waitFor(() => expect(asked.some((url) => url.endsWith('&type=reward'))).toBe(true));
  });

  it('says that nothing fits the filter, or that nothing happened yet [live-04]', async () => {
    const none = {
      success: true,
      msg: 'Ok',
      message: 'Ok',
      data: { list: [], has_next: false, has_prev: false },
    };
    await openPage(path, { '/events': none, ...answers });
    expect(await screen.findByText('You have no live updating data, yet')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Workers' }));
    expect(await screen.findByText('There are no events with the current filters.')).toBeTruthy();
  });

  it('fetches the receipt again: what waited for a rate may be converted by now', async () => {
    const { asked } = await openPage(path, answers);
    fireEvent.click((await screen.findAllByRole('button', { name: 'Show the receipt' }))[0] as HTMLElement);
    await vi.waitFor(() => expect(asked.some((url) => /\/receipts\/\d+$/.test(url))).toBe(true));
    expect(screen.getByRole('row', { name: /^Your part your work’s part of the reward/ })).toBeTruthy();
  });
});

describe('the receipt of a reward that waited', () => {
  const waited = (reason: 'no_price' | 'over_cap' | 'over_exposure' | null) => {
    const { data: event } = accountReceiptExample;
    const [line] = event.data.receipt?.lines ?? [];
    if (line === undefined) throw new Error('no line');
    const nothing = { rate: null, rate_source: null, rate_at: null, usd: null, gross: null, fee: null };
    const none = { ...nothing, fee_percent: null, referral: null, credited: null };
    const pending = { ...line, ...none, pending_conversion: true, pending_reason: reason };
    const data = { ...event, data: { ...event.data, receipt: { lines: [pending] } } };
    return { ...answers, '/receipts/': { ...accountReceiptExample, data } };
  };

  it.each([
    ['no_price', /waiting/, /No fresh rate that sources agree on: the reward waits in/],
    ['over_cap', /waiting/, /the operator checks it first: the reward waits in/],
    ['over_exposure', /waiting/, /The pool has much left to trade.*: the reward waits in/],
    [null, /credited later/, /It waited in .* and has been converted since/],
  ] as const)('says what it waits for, or that it does no more: %s', async (reason, result, words) => {
    await openPage(path, waited(reason));
    fireEvent.click((await screen.findAllByRole('button', { name: 'Show the receipt' }))[0] as HTMLElement);
    const row = await screen.findByRole('row', { name: words });
    expect(row.children[2]?.textContent).toMatch(result);
  });
});

describe('money beside coins', () => {
  const rates = { ...answers, '/v3/calculate/reward': calculateRewardExample };
  const inEuros = '"calculator":{"powerW":"","price":"","currency":"EUR"}';

  it('is of the rate of now for balance and minimum, says which, and keeps the currency', async () => {
    await openPage(path, { ...rates, '/v5/address/': balanceOf('100') });
    const balance = await screen.findByRole('region', { name: 'Balance' });
    expect(await within(balance).findByText('about $1.72 now')).toBeTruthy();
    expect(within(balance).getByText('1 DOGE = $0.0172, sample snapshot of 2025-01-31')).toBeTruthy();
    expect(balance.textContent).toContain('5 DOGE ($0.0860)');
    fireEvent.change(within(balance).getByRole('combobox', { name: 'Currency' }), {
      target: { value: 'EUR' },
    });
    expect(within(balance).getByText('about €1.66 now')).toBeTruthy();
    expect(localStorage.getItem('openlode.preferences')).toContain('"currency":"EUR"');
  });

  it('is of the rate of that time for payments and rewards, or says that it is of now', async () => {
    await openPage(`${path}&tab=payments`, rates);
    const list = await screen.findByRole('list', { name: 'Payments' });
    await vi.waitFor(() => expect(list.textContent).toContain('at the current rate'));
    const rows = [...list.children].map(({ textContent }) => textContent ?? '');
    expect(rows[0]).toContain('$49.50 at that time');
    cleanup();
    await openPage(path, rates);
    fireEvent.click((await screen.findAllByRole('button', { name: 'Show the receipt' }))[0] as HTMLElement);
    expect(
      screen.getByRole('row', { name: 'Worth your part before the fee, at the rate of that time $1.08' }),
    ).toBeTruthy();
  });

  it('of that time is told in the chosen currency, with the dollars that it rests on', async () => {
    await openPage(`${path}&tab=payments`, rates, inEuros);
    const list = await screen.findByRole('list', { name: 'Payments' });
    await vi.waitFor(() =>
      expect(list.children[0]?.textContent).toContain('€47.77 at the current EUR rate, $49.50 at that time'),
    );
    cleanup();
    await openPage(path, rates, inEuros);
    fireEvent.click((await screen.findAllByRole('button', { name: 'Show the receipt' }))[0] as HTMLElement);
    expect(
      await screen.findByRole('row', {
        name: 'Worth your part before the fee: $1.08 at the rate of that time, at the current EUR rate €1.04',
      }),
    ).toBeTruthy();
  });

  it('of that time is told in dollars while no rate of the chosen currency is known', async () => {
    const { assumptions } = calculateRewardExample;
    const noEuros = {
      ...calculateRewardExample,
      assumptions: { ...assumptions, fiat_per_usd: { USD: '1' } },
    };
    await openPage(`${path}&tab=payments`, { ...rates, '/v3/calculate/reward': noEuros }, inEuros);
    const list = await screen.findByRole('list', { name: 'Payments' });
    expect(list.children[0]?.textContent).toContain('$49.50 at that time');
    expect(list.textContent).not.toContain('€');
  });

  it('stands beside each reward of the list, after the fee, and rests on one answer for all', async () => {
    const { asked } = await openPage(path, { ...rates, '/events': accountEventsExample });
    const list = await screen.findByRole('list', { name: 'Live events' });
    const row = (at: number) => list.children[at]?.textContent ?? '';
    // 1.081344 dollars before a fee of 0.75%; of merged mining both coins that were converted.
    await vi.waitFor(() => expect(row(1)).toContain('3.252224 DOGE$1.07 then'));
    expect(row(3)).toContain('DOGE$0.0407 then');
    expect(row(4)).not.toContain('$');
    const balance = screen.getByRole('region', { name: 'Balance' });
    fireEvent.change(await within(balance).findByRole('combobox', { name: 'Currency' }), {
      target: { value: 'EUR' },
    });
    await vi.waitFor(() => expect(row(1)).toContain('DOGE€1.04 at the current EUR rate, $1.07 at that time'));
    expect(asked.filter((url) => url.includes('/calculate/reward'))).toHaveLength(1);
  });

  it('of that time is told by the rates of that time, where the pool stored them', async () => {
    const perUsd = { fiat_per_usd: { USD: '1', EUR: '0.5' } };
    const events = {
      ...accountEventsExample,
      data: {
        ...accountEventsExample.data,
        list: accountEventsExample.data.list.map((event) =>
          event.event === 'reward' && event.data.receipt !== undefined
            ? { ...event, data: { ...event.data, receipt: { ...event.data.receipt, ...perUsd } } }
            : event,
        ),
      },
    };
    await openPage(path, { ...rates, '/events': events }, inEuros);
    const list = await screen.findByRole('list', { name: 'Live events' });
    await vi.waitFor(() => expect(list.children[1]?.textContent).toContain('3.252224 DOGE€0.537 then'));
    fireEvent.click((await screen.findAllByRole('button', { name: 'Show the receipt' }))[0] as HTMLElement);
    expect(
      await screen.findByRole('row', {
        name: 'Worth your part before the fee, at the rate of that time €0.541',
      }),
    ).toBeTruthy();
    cleanup();
    const payments = {
      ...accountPaymentsExample,
      data: {
        ...accountPaymentsExample.data,
        list: accountPaymentsExample.data.list.map((payment) => ({ ...payment, ...perUsd })),
      },
    };
    await openPage(`${path}&tab=payments`, { ...rates, '/payments': payments }, inEuros);
    const paid = await screen.findByRole('list', { name: 'Payments' });
    await vi.waitFor(() => expect(paid.children[0]?.textContent).toContain('€24.75 at that time'));
  });

  it('stands beside the sums of the stats, by the rate of now', async () => {
    await openPage(`${path}&tab=stats`, rates, inEuros);
    const table = await screen.findByRole('table', { name: 'Stats' });
    await vi.waitFor(() => expect(table.textContent).toContain('€'));
    const row = (name: RegExp) => within(table).getByRole('row', { name }).children[2]?.textContent;
    expect(row(/^Total balance/)).toBe('12.712926 DOGE€0.211 at the current rate');
    expect(row(/^Rewards, past 30 days/)).toBe('171.998002 DOGE€2.85 at the current rate');
    expect(row(/^Total paid/)).toBe('204.051337 DOGE€3.39 at the current rate');
    expect(row(/^Payment threshold/)).toBe('5 DOGE€0.0830 at the current rate');
  });

  it('is left out where no rate is known', async () => {
    await openPage(path, { ...rates, '/v3/calculate/reward': 503 });
    const balance = await screen.findByRole('region', { name: 'Balance' });
    expect(within(balance).queryByText(/now$/)).toBeNull();
  });
});

describe('the page of an address', () => {
  const addressed = (change: object) => ({
    ...answers,
    '/v5/address/': { ...addressExample, data: { ...addressExample.data, ...change } },
  });

  it('shows nothing but the missing memo, and how to write it [acct-07]', async () => {
    const { asked } = await openPage(
      path,
      addressed({ err_flags: { ...addressExample.data.err_flags, missing_memo: true } }),
    );
    const banner = await screen.findByRole('alert');
    expect(banner.textContent).toContain(
      'You are mining to an exchange or third party wallet address with no Payment ID, Memo or Tag!',
    );
    expect(screen.queryByRole('tablist', { name: 'Address' })).toBeNull();
    // The flow stops: nothing more is asked about the miner.
    expect(asked.filter((url) => /\/(summary|workers|events)/.test(url))).toEqual([]);
  });

  it.each([
    ['restricted', 'This address is restricted.', 'It is blocked for suspected botnet or web mining.'],
    ['payment_error', 'There seems to be an issue with your address!', 'Several payments to it failed'],
    [
      'not_activated',
      'Your XRP address is not activated yet.',
      'a balance of at least 1 XRP; your first payout activates the address',
    ],
  ])('says what %s means and what to do, above the tabs [acct-07]', async (flag, title, advice) => {
    await openPage(path, addressed({ err_flags: { ...addressExample.data.err_flags, [flag]: true } }));
    expect(await screen.findByText(title)).toBeTruthy();
    expect(document.body.textContent).toContain(advice);
    const ways = screen.queryAllByRole('link', { name: 'write to the operator' });
    expect(ways.map((way) => way.getAttribute('href'))).toEqual(flag === 'not_activated' ? [] : ['/support']);
    expect(screen.getByRole('tablist', { name: 'Address' })).toBeTruthy();
  });

  it.each([
    ['delisted_chain', true, 'This coin or token has been delisted and no further rewards will be credited.'],
    ['inactive', true, 'This address is inactive.'],
    ['maintenance_message', 'Back at 18:00 UTC.', 'Back at 18:00 UTC.'],
  ])('says %s [acct-07]', async (field, value, title) => {
    await openPage(
      path,
      addressed({ [field]: value, ...(field === 'maintenance_message' && { enabled: false }) }),
    );
    expect(await screen.findByText(title)).toBeTruthy();
  });

  it('lists no other networks where there is only one [acct-07]', async () => {
    const [only] = addressExample.data.chains;
    await openPage(path, addressed({ enabled: false, maintenance_message: null, chains: [only] }));
    expect(await screen.findByText('Mining is not affected.')).toBeTruthy();
    expect(screen.queryByText(/^Other networks of/)).toBeNull();
  });

  it('shows what the balance consists of, and a live change of it at once [acct-03]', async () => {
    const { queryClient } = await openPage(path, addressed({}));
    const parts = within(await screen.findByLabelText('What the balance consists of'));
    expect(await parts.findByTitle(`${accountStatsExample.data.balance_mining} DOGE`)).toBeTruthy();
    expect(parts.getByTitle(`${accountStatsExample.data.balance_referral} DOGE`)).toBeTruthy();
    expect(parts.getByTitle(`${addressExample.data.balance_payable} DOGE`)).toBeTruthy();
    const handlers = buildMinerHandlers(queryClient, {
      uuid,
      coin: 'DOGE',
      address: 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE',
    });
    act(() => handlers.onBalance({ uuid, b: '21.5', pb: '21' }));
    expect(await parts.findByTitle('21 DOGE')).toBeTruthy();
    expect(
      screen.getByRole('region', { name: 'Balance' }).querySelector('[data-amount="21.5"]'),
    ).toBeTruthy();
  });

  it('says of a maintenance what goes on, and which other networks there are [acct-07]', async () => {
    await openPage(path, addressed({ enabled: false, maintenance_message: null }));
    expect(
      await screen.findByText('Payments for the Dogecoin network are currently under maintenance'),
    ).toBeTruthy();
    expect(screen.getByText('Mining is not affected.')).toBeTruthy();
    expect(screen.getByText('Other networks of DOGE: BNB Smart Chain.')).toBeTruthy();
    expect(
      await screen.findByText('Dogecoin payouts are under maintenance: no payout until that is over.'),
    ).toBeTruthy();
  });

  it('keeps the sentence of a maintenance above the operator’s own words [acct-07]', async () => {
    await openPage(path, addressed({ enabled: false, maintenance_message: 'Back at 18:00 UTC.' }));
    expect(
      await screen.findByText('Payments for the Dogecoin network are currently under maintenance'),
    ).toBeTruthy();
    expect(screen.getByText('Back at 18:00 UTC.')).toBeTruthy();
  });

  it('names the proxy ports of this pool to a restricted service [acct-07]', async () => {
    const data = algorithmListExample.data.map((item) => ({
      ...item,
      globalServer: {
        ...item.globalServer,
        extraPorts: [
          {
            name: 'Proxy',
            showType: true,
            ports: [
              { number: 3436, ssl: false },
              { number: 4436, ssl: true },
            ],
          },
        ],
      },
    }));
    const flags = { ...addressExample.data.err_flags, restricted: true };
    await openPage(path, {
      ...addressed({ err_flags: flags }),
      '/v5/algorithm': { ...algorithmListExample, data },
    });
    expect(await screen.findByText(/blocked for suspected.*\(.*Scrypt 3436.*\)/)).toBeTruthy();
    expect(document.body.textContent).not.toContain('4445');
  });

  it('has no welcome for a coin that was delisted [acct-07]', async () => {
    await openPage(path, addressed({ fresh: true, delisted_chain: true }));
    expect(await screen.findByText(/has been delisted and no further rewards/)).toBeTruthy();
    expect(screen.queryByText('Welcome to your stats!')).toBeNull();
  });

  it('tells of miners that were refused with the address, also where it is not valid', async () => {
    await openPage(path, { '/refusals': addressRefusalsExample, '/v5/address/': 404 });
    expect(await screen.findByText('A miner with this address was refused.')).toBeTruthy();
    expect(screen.getByText(/needs its memo: COIN:ADDRESS:MEMO\.WORKER\. Refused 12 times/)).toBeTruthy();
  });

  it('draws the address and the mining key as codes, with the words about them', async () => {
    HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
      this.open = false;
    };
    await openPage(path, addressed({ memo: '12345' }));
    fireEvent.click(await screen.findByRole('button', { name: 'QR code' }));
    const qr = await screen.findByRole('dialog', { name: 'QR code of the address' });
    expect(
      within(qr).getByRole('img', { name: 'QR code of DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE:12345' }),
    ).toBeTruthy();
    expect(within(qr).getByText(/Scan it with the monitoring app/)).toBeTruthy();
    fireEvent.click(within(qr).getByRole('button', { name: 'Close' }));
    fireEvent.click(screen.getByRole('button', { name: 'Mining Key' }));
    const key = await screen.findByRole('dialog', { name: 'Mining Key' });
    expect(within(key).getByText('K-7QZ2MDXA4KPLW3RTBC5E')).toBeTruthy();
  });

  it('offers no mining key where there is none yet', async () => {
    await openPage(path, addressed({ mining_key: null }));
    expect(await screen.findByRole('button', { name: 'QR code' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mining Key' })).toBeNull();
  });

  it('has a hub with places to go, news, the pool and whom to ask', async () => {
    const [item] = noticeExample.data;
    if (item === undefined) throw new Error('the example has no news');
    // More than a hub shows, as a server might answer.
    const six = [1, 2, 3, 4, 5, 6].map((number) => ({ ...item, title: `<b>News</b> ${number}` }));
    await openPage(`${path}&tab=hub`, { ...answers, '/v4/notice': { ...noticeExample, data: six } });
    const spotlight = await screen.findByRole('navigation', { name: 'Spotlight' });
    expect(
      within(spotlight)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/?coin=DOGE', '/address', '/support']);
    const news = await screen.findByRole('list', { name: 'News' });
    expect(
      within(news)
        .getAllByRole('listitem')
        .map(({ textContent }) => /^News \d/.exec(textContent ?? '')?.[0]),
    ).toEqual(['News 1', 'News 2', 'News 3', 'News 4']);
    const figures = screen.getByRole('region', { name: 'The pool' });
    for (const figure of [
      'Miners, past 24 h56,334',
      'Workers, past 24 h102,861',
      'Paid in total2,001.72662209 BTC',
    ])
      expect(figures.textContent).toContain(figure);
    expect(figures.textContent).toMatch(/Last \w+ reward.+ago/);
    expect(screen.getByRole('region', { name: 'Support' })).toBeTruthy();
  });

  it('does not take news that could not be fetched for none', async () => {
    await openPage(`${path}&tab=hub`, { ...answers, '/v4/notice': 503 });
    const news = await screen.findByRole('region', { name: 'News' });
    expect(await within(news).findByText('Refused with 503')).toBeTruthy();
    expect(within(news).queryByText('There is no news.')).toBeNull();
    serveAnswers({ '/v4/notice': { ...noticeExample, data: [] } });
    fireEvent.click(within(news).getByRole('button', { name: 'Try again' }));
    expect(await within(news).findByText('There is no news.')).toBeTruthy();
  });
});
