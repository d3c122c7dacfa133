import { accountsBalanceExample } from '@openlode/contracts/examples/accounts-balance';
import { addressExample } from '@openlode/contracts/examples/address';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { changePreferences, readPreferences } from '../../shared/storage/preference-store.ts';
import { withVisit } from '../../shared/storage/preferences.ts';
import type { Answers } from '../../testing/serve-answers.ts';
import { recordToasts } from '../../testing/record-toasts.ts';
import { openPage } from '../testing/open-page.tsx';

const shownToasts = recordToasts();

const doge = { coin: 'DOGE', address: 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE' };
const uuid = addressExample.data.uuid;
const balances = (balance: string, precision = '6') => ({
  ...accountsBalanceExample,
  data: [{ uuid, balance, precision, last_update: 1_738_324_800_000 }],
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const remember = (coin: string, address: string, at: number, own?: string) =>
  act(() => changePreferences((old) => withVisit(old, { coin, address, at, ...(own && { uuid: own }) })));

async function openLookup(answers: Answers = {}) {
  const opened = await openPage('/address?coin=DOGE', { '/balance': balances('12.5'), ...answers });
  await screen.findByRole('heading', { name: 'Which address do you mine to?' });
  return opened;
}

describe('the address box', () => {
  it.each([
    ['an address', '/?coin=DOGE&algorithm=scrypt', 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE'],
    ['an address with its memo', '/?coin=DOGE&algorithm=scrypt', 'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai:12345'],
  ])('leads to the page of %s [lookup-01]', async (_what, path, typed) => {
    const { router } = await openPage(path);
    const card = await screen.findByRole('region', { name: 'Already mining?' });
    const box = within(card).getByRole('textbox', { name: 'Look up a DOGE address' });
    fireEvent.change(box, { target: { value: ` ${typed} ` } });
    fireEvent.submit(box);
    await vi.waitFor(() => expect(router.state.location.href).toBe(`/address/${typed}?coin=DOGE`));
  });
});

describe('the history of addresses', () => {
  it('is grouped by coin, searched, narrowed by coin, beside switcher and strip [lookup-02]', async () => {
    await openLookup();
    remember('DOGE', doge.address, 1000, uuid);
    remember('KAS', 'kaspa:qpk', 2000);
    remember('DOGE', 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU', 3000);
    const history = await screen.findByRole('region', { name: 'Recent addresses' });
    const groups = () =>
      within(history)
        .getAllByRole('region')
        .map((group) => [
          group.getAttribute('aria-label'),
          within(group)
            .getAllByRole('link')
            .map((link) => link.title),
        ]);
    expect(groups()).toEqual([
      ['DOGE addresses', ['DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU', doge.address]],
      ['KAS addresses', ['kaspa:qpk']],
    ]);
    fireEvent.click(within(history).getByRole('button', { name: 'KAS' }));
    expect(groups()).toEqual([['KAS addresses', ['kaspa:qpk']]]);
    fireEvent.click(within(history).getByRole('button', { name: 'KAS' }));
    fireEvent.change(within(history).getByLabelText('Quick search'), { target: { value: 'n6qqf' } });
    expect(groups()).toEqual([['DOGE addresses', [doge.address]]]);
    expect(screen.getByRole('button', { name: 'Dogecoin' })).toBeTruthy();
    const strip = screen.getByRole('region', { name: 'Other coins' });
    expect(await within(strip).findByRole('button', { name: /TRUMP/ })).toBeTruthy();
    fireEvent.click(within(strip).getByRole('button', { name: /^View all/ }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('takes in what is viewed, newest first; a coin goes with its last address [lookup-03]', async () => {
    const { router } = await openLookup();
    remember('DOGE', doge.address, 1000);
    remember('KAS', 'kaspa:qpk', 2000);
    const from = Date.now();
    await act(() =>
      router.navigate({
        to: '/address/{-$address}',
        params: { address: doge.address },
        search: { coin: 'DOGE' },
      }),
    );
    await screen.findByRole('region', { name: 'Balance' });
    await vi.waitFor(() => expect(readPreferences().addressHistory[0]?.at).toBeGreaterThanOrEqual(from));
    expect(readPreferences().addressHistory).toMatchObject([
      { ...doge, uuid },
      { coin: 'KAS', address: 'kaspa:qpk', at: 2000 },
    ]);
    await act(() =>
      router.navigate({
        to: '/address/{-$address}',
        params: { address: undefined },
        search: { coin: 'DOGE' },
      }),
    );
    const history = await screen.findByRole('region', { name: 'Recent addresses' });
    fireEvent.click(within(history).getByRole('button', { name: 'KAS' }));
    expect(readPreferences().lastAddressCoinFilters).toEqual(['KAS']);
    fireEvent.click(within(history).getByRole('button', { name: 'Forget KAS address kaspa:qpk' }));
    expect(readPreferences().lastAddressCoinFilters).toEqual([]);
    expect(within(history).queryByRole('region', { name: 'KAS addresses' })).toBeNull();
    expect(within(history).getByRole('region', { name: 'DOGE addresses' })).toBeTruthy();
  });

  it.each([
    ['8', '1,217.50444313 DOGE'],
    ['4', '1,217.5044 DOGE'],
    ['0', '1,217 DOGE'],
  ])(
    'shows what they hold in the %s decimals of the miner’s network, and all on hover [shell-11]',
    async (precision, shown) => {
      await openLookup({ '/balance': balances('1217.504443134796353945', precision) });
      remember('DOGE', doge.address, 1000, uuid);
      const amount = await screen.findByTitle('1217.504443134796353945 DOGE');
      expect(amount.textContent).toBe(shown);
    },
  );

  it('shows what the miners hold and flashes a change; unknown miners lead to the start [lookup-04]', async () => {
    const answers: Record<string, object | number> = { '/balance': balances('12.5') };
    const { asked, queryClient, router } = await openLookup(answers);
    remember('DOGE', doge.address, 1000, uuid);
    const amount = await screen.findByTitle('12.5 DOGE');
    expect(asked.some((path) => path.endsWith(`/v5/accounts/${uuid}/balance`))).toBe(true);
    const cell = amount.parentElement;
    expect(cell?.dataset['flash']).toBe('false');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await act(async () => {
        queryClient.setQueryData(['balances', uuid], new Map([[uuid, { balance: '13', precision: 6 }]]));
        // The cache tells its watchers by a timer.
        await vi.advanceTimersByTimeAsync(0);
      });
      expect(screen.getByTitle('13 DOGE')).toBeTruthy();
      expect(cell?.dataset['flash']).toBe('true');
      act(() => void vi.advanceTimersByTime(299));
      expect(cell?.dataset['flash']).toBe('true');
      act(() => void vi.advanceTimersByTime(1));
      expect(cell?.dataset['flash']).toBe('false');
    } finally {
      vi.useRealTimers();
    }
    cleanup();
    vi.unstubAllGlobals();
    const gone = await openLookup({ '/balance': 404 });
    remember('DOGE', doge.address, 1000, uuid);
    await vi.waitFor(() => expect(gone.router.state.location.pathname).toBe('/'));
    expect(router).not.toBe(gone.router);
    expect(shownToasts().map(({ text }) => text)).toContain('This pool knows none of your recent addresses.');
    // It is no trap: the addresses are there when the page is opened again.
    await act(() => gone.router.navigate({ to: '/address/{-$address}', params: { address: undefined } }));
    const history = await screen.findByRole('region', { name: 'Recent addresses' });
    expect(within(history).getByTitle(doge.address)).toBeTruthy();
    expect(gone.router.state.location.pathname).toBe('/address');
  });
});

describe('the notice about the address viewed last', () => {
  const flags = addressExample.data.err_flags;
  it.each([
    ['an error flag', { err_flags: { ...flags, payment_error: true } }, 'A payment to your address failed.'],
    ['a network under maintenance', { enabled: false }, /payouts are under maintenance\./],
    ['a delisted coin', { delisted_chain: true }, 'The coin you mine to has been delisted.'],
  ])('tells of %s, leads to it and can be closed [lookup-05]', async (_what, change, text) => {
    await openPage('/?coin=DOGE&algorithm=scrypt', {
      '/v5/address/': { ...addressExample, data: { ...addressExample.data, ...change } },
    });
    await screen.findByRole('region', { name: 'Already mining?' });
    remember('DOGE', doge.address, 1000, uuid);
    const notice = await screen.findByRole('complementary', { name: 'Your address' });
    expect(within(notice).getByText(text)).toBeTruthy();
    expect(within(notice).getByRole('link').getAttribute('href')).toBe(`/address/${doge.address}?coin=DOGE`);
    fireEvent.click(within(notice).getByRole('button', { name: 'Close the notice about your address' }));
    expect(screen.queryByRole('complementary', { name: 'Your address' })).toBeNull();
  });

  it('is silent about an address that is well', async () => {
    const { asked } = await openPage('/?coin=DOGE&algorithm=scrypt');
    await screen.findByRole('region', { name: 'Already mining?' });
    remember('DOGE', doge.address, 1000, uuid);
    await vi.waitFor(() => expect(asked.some((path) => path.includes('/v5/address/'))).toBe(true));
    expect(screen.queryByRole('complementary', { name: 'Your address' })).toBeNull();
  });
});
