import { accountStatsExample } from '@openlode/contracts/examples/account-stats';
import { accountWorkersExample } from '@openlode/contracts/examples/account-workers';
import { addressExample, freshAddressExample } from '@openlode/contracts/examples/address';
import { calculateRewardExample } from '@openlode/contracts/examples/calculate-reward';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressQuery } from '../../shared/api/address-query.ts';
import { serveAnswers } from '../../testing/serve-answers.ts';
import { openPage } from '../testing/open-page.tsx';

const address = 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE';
const path = `/address/${address}?coin=DOGE`;
const empty = { success: true, msg: 'Ok', message: 'Ok' };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the address page', () => {
  it('shows the balance with its full precision, hashrate, workers and the last update', async () => {
    await openPage(path);
    const balance = await screen.findByRole('region', { name: 'Balance' });
    const amount = within(balance).getByTitle('12.712926300000000001 DOGE');
    expect(amount.dataset['amount']).toBe('12.712926300000000001');
    expect(amount.textContent).toBe('12.712926 DOGE');
    expect(within(balance).getByText('The minimum is reached')).toBeTruthy();
    const rate = screen.getByRole('region', { name: 'Hashrate now' });
    expect(await within(rate).findByText('1.95')).toBeTruthy();
    expect(within(rate).getByText('184.70')).toBeTruthy();
    const workers = screen.getByRole('region', { name: 'Workers online' });
    expect(await within(workers).findByText('of 3')).toBeTruthy();
    expect(within(workers).getByText('on 2 algorithms')).toBeTruthy();
  });

  it('forecasts what comes in at the rate of the past day, and counts the payments', async () => {
    await openPage(path, { '/stats': accountStatsExample, '/v3/calculate/reward': calculateRewardExample });
    const forecast = await screen.findByLabelText('Forecast at the rate of the past 24 hours');
    const rows = [...forecast.children].map(({ textContent }) => textContent);
    await vi.waitFor(() => expect(forecast.textContent).toContain('$'));
    expect([...forecast.querySelectorAll('[data-amount]')].map((each) => each.getAttribute('title'))).toEqual(
      ['9.801244 DOGE', '68.608708 DOGE', '294.03732 DOGE'],
    );
    expect(rows.map((row) => row?.match(/^Per (day|week|30 days)/)?.[0])).toEqual([
      'Per day',
      'Per week',
      'Per 30 days',
    ]);
    expect(screen.getByRole('tab', { name: 'Payments 3' })).toBeTruthy();
  });

  it('says of a miner without a line when the line begins, and the mean of one that has it', async () => {
    const step = 600_000;
    const now = Math.floor(Date.now() / step) * step;
    const series = (count: number) => ({
      data: Array.from({ length: count }, (_, index) => String(1000 + 100 * index)),
      timestamps: Array.from({ length: count }, (_, index) => now - (count - 1 - index) * step),
    });
    const workers = (count: number) => ({
      ...accountWorkersExample,
      data: {
        ...accountWorkersExample.data,
        etchash: {
          ...accountWorkersExample.data['etchash'],
          chart: { reported: series(0), calculated: series(count) },
        },
      },
    });
    await openPage(path, { '/workers': workers(1) });
    const rate = await screen.findByRole('region', { name: 'Hashrate now' });
    expect(
      await within(rate).findByText('The curve begins within 20 minutes of the first share.'),
    ).toBeTruthy();
    expect(rate.textContent).not.toContain('Past 24 hours');
    cleanup();
    await openPage(path, { '/workers': workers(3) });
    const known = await screen.findByRole('region', { name: 'Hashrate now' });
    expect(
      await within(known).findByText(/^Past 24 hours, mean 1\.10 GH\/s since \d\d:\d\d UTC$/),
    ).toBeTruthy();
    expect(known.querySelector('svg path')).toBeTruthy();
  });

  it.each([
    ['BSC', 'Dogecoin on BNB Smart Chain (BEP20)'],
    ['DOGE', 'Dogecoin on Dogecoin'],
  ])('names the network %s in its header [acct-03]', async (network, words) => {
    await openPage(path, {
      '/v5/address/': { ...addressExample, data: { ...addressExample.data, network } },
    });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('lists what happened, newest first, and opens a receipt', async () => {
    await openPage(path);
    const list = await screen.findByRole('list', { name: 'Live events' });
    const rows = within(list).getAllByRole('listitem');
    expect(rows).toHaveLength(5);
    expect(rows[0]?.textContent).toContain('Network switch to BNB Smart Chain was scheduled');
    expect(rows[1]?.textContent).toContain('Balance increased by an Etchash reward');
    expect(rows[1]?.querySelector('[data-amount]')?.getAttribute('data-amount')).toBe('3.252224');
    expect(rows[2]?.textContent).toContain('jasminer-01 came online on Etchash');
    expect(rows[4]?.textContent).toContain('Payout complete');
    const [first] = screen.getAllByRole('button', { name: 'Show the receipt' });
    if (first === undefined) throw new Error('no receipt');
    fireEvent.click(first);
    expect(screen.getByRole('row', { name: /Fee 0\.75% of the reward.*−0\.016384 DOGE/ })).toBeTruthy();
    expect(
      screen.getByRole('row', { name: /Credited to your balance at 31 Jan 2025.* UTC 3\.252224 DOGE/ }),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy the receipt, every digit' })).toBeTruthy();
    expect(screen.getByText(/^Receipt \d+ of this address$/)).toBeTruthy();
    expect(screen.getByRole('math').textContent).toBe(
      '104.00 TH5.20 PHyour work, of the round’s×2.048 ETCreward×80DOGE for one ETC−0.016384fee−0.008192referral, together 0.75%=3.252224DOGE credited',
    );
  });

  it('lists the workers of each algorithm on its own tab', async () => {
    const { router } = await openPage(path);
    fireEvent.click(await screen.findByRole('tab', { name: /^Workers/ }));
    const table = await screen.findByRole('table', { name: 'Etchash workers' });
    expect(router.state.location.href).toBe(`${path}&tab=workers`);
    expect(
      within(table).getByRole('row', { name: /jasminer-01 U-A1QZK1 Online 1\.95 GH\/s 1\.95 GH\/s/ }),
    ).toBeTruthy();
    expect(within(table).getByRole('row', { name: /rig_2 Offline 0\.00 MH\/s –/ })).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Scrypt workers' })).toBeTruthy();
  });

  it('welcomes an address without work [workers-03]', async () => {
    await openPage(path, {
      '/v5/address/': { ...freshAddressExample, data: { ...freshAddressExample.data, coin: 'DOGE' } },
      '/events': { ...empty, data: { list: [], has_next: false, has_prev: false } },
      '/workers': { ...empty, data: {} },
    });
    expect(await screen.findByText('Welcome to your stats!')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Connect a miner' })).toBeTruthy();
    expect(await screen.findByText('You have no live updating data, yet')).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: /^Workers/ }));
    expect(await screen.findByText('You have no workers online; you are currently offline')).toBeTruthy();
    expect(screen.getByText(/It can take up to 10 minutes until a worker shows up/)).toBeTruthy();
  });

  it('counts the seconds since the last update, and warns once it is 15 minutes old [acct-06]', async () => {
    const heard = (ago: number) => ({
      '/summary': {
        ...empty,
        data: {
          timestamp: Date.now() - ago,
          raw: { worker_count: 1, algorithm_count: 1, hr: { etchash: '1' } },
        },
      },
    });
    await openPage(path, heard(20_000));
    const update = await screen.findByRole('region', { name: 'Last update' });
    const seconds = () => Number(/^Last update(\d+) s ago/.exec(update.textContent ?? '')?.[1]);
    await vi.waitFor(() => expect(seconds()).toBeGreaterThanOrEqual(20));
    const first = seconds();
    await vi.waitFor(() => expect(seconds()).toBeGreaterThan(first));
    expect(screen.queryByText('Your workers seem to be offline.')).toBeNull();
    cleanup();
    await openPage(path, heard(16 * 60_000));
    expect((await screen.findAllByText('Your workers seem to be offline.')).length).toBeGreaterThan(0);
    expect(screen.getByRole('region', { name: 'Last update' }).textContent).toMatch(/16 min ago/);
  });

  it('says that an address is wrong', async () => {
    await openPage(path, { '/v5/address/': 404 });
    expect(
      await screen.findByText('Your address seems to be invalid or is not a DOGE address!'),
    ).toBeTruthy();
    expect(screen.queryByText(/^It is a valid address of another coin/)).toBeNull();
  });

  it('recognises an address of another coin, offers to open it and keeps what was typed', async () => {
    const bitcoin = 'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl';
    await openPage(`/address/${bitcoin}?coin=DOGE`, { '/v5/address/': 404 });
    const link = await screen.findByRole('link', { name: 'Open it as Bitcoin (BTC)' });
    expect(screen.getByText('This is a Bitcoin address.')).toBeTruthy();
    // What is right needs no comparing.
    expect(screen.getByText(/^It is a valid address of another coin\./)).toBeTruthy();
    expect(screen.queryByText(/character by character/)).toBeNull();
    expect(link.getAttribute('href')).toBe(`/address/${bitcoin}?coin=BTC`);
    const boxes = screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Look up a DOGE address' });
    expect(boxes.map(({ value }) => value)).toContain(bitcoin);
  });

  it('shows why a lookup failed and tries again in place', async () => {
    await openPage(path, { '/v5/address/': 503 });
    expect(await screen.findByText('Refused with 503')).toBeTruthy();
    serveAnswers({ '/v5/address/': addressExample });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Balance' })).toBeTruthy();
  });

  it('keeps the last figures when the pool stops answering', async () => {
    const { queryClient } = await openPage(path);
    await screen.findByRole('region', { name: 'Balance' });
    serveAnswers({ '/v5/address/': 0 });
    await queryClient.invalidateQueries(addressQuery('DOGE', address));
    expect(await screen.findByText('These figures may be out of date.')).toBeTruthy();
    expect(screen.getByTitle('12.712926300000000001 DOGE')).toBeTruthy();
  });
});
