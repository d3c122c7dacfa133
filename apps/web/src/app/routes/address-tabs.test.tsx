import { accountPaymentsExample } from '@openlode/contracts/examples/account-payments';
import { accountReferralsExample } from '@openlode/contracts/examples/account-referrals';
import { accountStatsExample } from '@openlode/contracts/examples/account-stats';
import { referralInfoExample } from '@openlode/contracts/examples/referral-info';
import { referralReportsExample } from '@openlode/contracts/examples/referral-reports';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withPayment } from '../../features/address/live-patches.ts';
import { paymentsQuery } from '../../features/address/address-api.ts';
import { openPage } from '../testing/open-page.tsx';

const path = '/address/DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE?coin=DOGE';
const uuid = '036b48cf-69d3-483c-90e0-cbd75b62d6b6';
const answers = {
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
  it('lists status, network, exchange, transaction and amount under the disclaimer', async () => {
    openPage(`${path}&tab=payments`, answers);
    const list = await screen.findByRole('list', { name: 'Payments' });
    expect(screen.getByText('Payments can take some hours to arrive.')).toBeTruthy();
    const rows = [...list.children].map((row) => row.textContent ?? '');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain('Payment in progress');
    expect(rows[1]).toContain('Payment completed');
    expect(rows[1]).toContain('DOGE to Example Exchange');
    expect(rows[2]).toContain('Please check your worker(s), your address seems to be invalid!');
    const link = within(list).getByRole('link');
    expect(link.getAttribute('href')).toBe(
      'https://blockchair.com/dogecoin/transaction/9a1f0b7c55d24e6f8813c2a4d7e95b60c1f2a3948576e0d1b2c3f4a596878695',
    );
  });

  it('marks a row whose status changed while it was looked at', async () => {
    const { queryClient } = openPage(`${path}&tab=payments`, answers);
    const list = await screen.findByRole('list', { name: 'Payments' });
    const row = list.querySelector('[data-payment="379743"]');
    expect(row?.getAttribute('data-flash')).toBe('false');
    act(() => {
      queryClient.setQueryData(
        paymentsQuery(uuid, 1).queryKey,
        (old) =>
          old &&
          withPayment(old, {
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
          }),
      );
    });
    await vi.waitFor(() => expect(row?.getAttribute('data-flash')).toBe('true'));
    expect(row?.textContent).toContain('Payment completed');
    expect(row?.textContent).toContain('ab12');
    await vi.waitFor(() => expect(row?.getAttribute('data-flash')).toBe('false'), { timeout: 5000 });
  });

  it('says that nothing was paid yet, and offers the rewards as a file [pay-04]', async () => {
    const none = { ...accountPaymentsExample, data: { ...accountPaymentsExample.data, list: [] } };
    openPage(`${path}&tab=payments`, { ...answers, '/payments': none });
    expect(await screen.findByText('You have no payouts, yet.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: 'Asia/Tokyo' } });
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
      `/api/v5/account/${uuid}/rewards.csv?tz=Asia%2FTokyo`,
    );
  });
});

describe('the stats tab', () => {
  it('shows balances, rewards with their spans, what was paid, the threshold and the fee [stats-01]', async () => {
    openPage(`${path}&tab=stats`, answers);
    const table = await screen.findByRole('table', { name: 'Stats' });
    const rows = Object.fromEntries(
      within(table)
        .getAllByRole('row')
        .map((row) => [
          row.children[0]?.textContent,
          [row.children[2]?.textContent, row.children[1]?.textContent],
        ]),
    );
    expect(rows['Mining balance']?.[0]).toBe('12.402417300000000001 DOGE');
    expect(rows['Referral balance']?.[0]).toBe('0.310509 DOGE');
    expect(rows['Total balance']?.[0]).toBe('12.712926300000000001 DOGE');
    expect(rows['Rewards, past 24 hours']).toEqual([
      '9.756672 DOGE',
      '30 Jan 2025, 12:00:00 UTC to 31 Jan 2025, 12:00:00 UTC, updated hourly',
    ]);
    expect(rows['Rewards, past 7 days']?.[0]).toBe('58.214901 DOGE');
    expect(rows['Rewards, past 30 days']?.[0]).toBe('171.998002 DOGE');
    expect(rows['Total paid']?.[0]).toBe('204.051337 DOGE');
    expect(rows['Last payment']?.[1]).toBe('30 Jan 2025, 13:02:00 UTC');
    expect(rows['Payment threshold']?.[0]).toBe('5 DOGE');
    expect(rows['Current mining fee']?.[0]).toBe('0.75 %');
  });
});

describe('the referrals tab', () => {
  it('shows code and link to copy, smaller from 11 characters, with the mark of a custom code [refs-01]', async () => {
    openPage(`${path}&tab=referrals`, answers);
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
    const { asked } = openPage(`${path}&tab=referrals`, answers);
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
    openPage(`${path}&tab=referrals`, answers);
    const tier = await screen.findByRole('region', { name: 'Your tier' });
    expect(await within(tier).findByText('Vein')).toBeTruthy();
    expect(within(tier).getByText(/You earn 0.38 % of what is mined with your code/)).toBeTruthy();
    const chart = await within(tier).findByRole('figure');
    expect([...chart.querySelectorAll('tbody tr')].map((row) => row.children[1]?.textContent)).toEqual([
      '54',
      '55',
      '51',
    ]);
  });
});
