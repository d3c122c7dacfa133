import { supportExample } from '@openlode/contracts/examples/support';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readPreferences, reloadPreferences } from '../../shared/storage/preference-store.ts';
import { openPage } from '../testing/open-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function expectToEndAt(path: string, end: string) {
  const { router } = await openPage(path);
  await vi.waitFor(() => {
    expect(router.state.status).toBe('idle');
    expect(router.state.location.href).toBe(end);
  });
}

describe('the routes', () => {
  it.each([
    ['/coins', '/'],
    ['/coins/doge', '/?coin=DOGE'],
  ])('%s redirects to %s [nav-02]', async (path, end) => {
    await expectToEndAt(path, end);
  });

  it.each([
    ['/coins/doge/address', '/address?coin=DOGE'],
    ['/coins/doge/address/D123', '/address/D123?coin=DOGE'],
    ['/coins/doge/address/D123/workers', '/address/D123?coin=DOGE&tab=workers'],
    ['/coins/doge/address/D123/nonsense', '/address/D123?coin=DOGE'],
  ])('%s redirects to %s [nav-03]', async (path, end) => {
    await expectToEndAt(path, end);
  });

  it.each([['/nowhere'], ['/deep/down/there?x=1'], ['/coins/doge/other']])(
    '%s redirects to / [nav-04]',
    async (path) => {
      await expectToEndAt(path, '/');
    },
  );

  it.each([['/support/article'], ['/support/hat/x'], ['/support/article/a?search=x']])(
    '%s leads to /support where the pool knows no such page [support-06]',
    async (path) => {
      const { router } = await openPage(path, { '/v4/support/': 404, '/v4/support': supportExample });
      await vi.waitFor(() => expect(router.state.location.href).toBe('/support'));
    },
  );

  it('keeps what is searched, trimmed, and nothing else', async () => {
    const asked = { '/v4/support': supportExample };
    for (const [path, search] of [
      ['/support?search=%20ASIC%20&x=1', { search: 'ASIC' }],
      ['/support?search=404', { search: '404' }],
      ['/support?search=%20', {}],
    ] as const) {
      const { router } = await openPage(path, asked);
      await vi.waitFor(() => expect(router.state.status).toBe('idle'));
      expect(router.state.matches.at(-1)?.search).toEqual(search);
      cleanup();
    }
  });

  it('sends an unknown coin to / [nav-06]', async () => {
    await expectToEndAt('/?coin=NOPE', '/');
    await expectToEndAt('/address/D123?coin=NOPE', '/');
  });

  it.each([
    '/wizard',
    '/referrals',
    '/support',
    '/start',
    '/miner',
    '/app',
    '/account',
    '/privacy',
    '/doctor',
    '/address',
    '/',
  ])(
    '%s with a query that names a coin opens with that coin, and an unknown one leads to / [nav-05]',
    async (path) => {
      const { asked, router } = await openPage(`${path}?coin=trump`);
      // A page that is still loading when it is taken away would remember its coin after the next has opened.
      await vi.waitFor(() => expect(router.state.status).toBe('idle'));
      expect(asked.some((url) => url.endsWith('/v5/coin/TRUMP'))).toBe(true);
      expect(readPreferences().coin).toBe('TRUMP');
      expect(readPreferences().lastCoins[0]).toBe('TRUMP');
      cleanup();
      await expectToEndAt(`${path}?coin=NOPE`, '/');
      // Remembered once the page has been committed.
      await waitFor(() => expect(readPreferences().coin).toBe('DOGE'));
    },
  );

  it('removes an unknown algorithm from the URL and keeps the coin', async () => {
    await expectToEndAt('/?coin=DOGE&algorithm=nope', '/?coin=DOGE');
    await expectToEndAt('/?coin=DOGE&algorithm=scrypt', '/?coin=DOGE&algorithm=scrypt');
  });

  it('keeps an address with its memo readable', async () => {
    await expectToEndAt('/address/rAddress:12345?coin=DOGE', '/address/rAddress:12345?coin=DOGE');
  });

  it('falls back to the live tab for an unknown one', async () => {
    const { router } = await openPage('/address/D123?coin=DOGE&tab=hats');
    await vi.waitFor(() => expect(router.state.status).toBe('idle'));
    expect(router.state.matches.at(-1)?.search).toEqual({ coin: 'DOGE' });
  });

  it.each([['abcd-1234'], ['2024'], ['007'], ['true'], ['1e5']])(
    'remembers the code %s of a referral link as text, over a reload [nav-09]',
    async (code) => {
      for (const path of [`/?coin=DOGE&ref=${code}`, `/wizard?ref=${code}`, `/nowhere?ref=${code}`]) {
        await openPage(path);
        expect(readPreferences().ref).toBe(code);
        reloadPreferences();
        expect(readPreferences().ref).toBe(code);
        cleanup();
      }
    },
  );

  it('shows a code of digits where a miner types it, and in its user string [nav-09]', async () => {
    await openPage('/?coin=DOGE&algorithm=scrypt&ref=2024');
    const field = await screen.findByRole('textbox', { name: 'Referral code' });
    expect((field as HTMLInputElement).value).toBe('2024');
    expect(document.body.textContent).toContain('#2024');
  });

  it('says on the coin page that the pool does not know a code, once it says so', async () => {
    const known = {
      success: true,
      msg: 'Ok',
      message: 'Ok',
      data: { exists: false, custom: false, tier: null },
    };
    await openPage('/?coin=DOGE&algorithm=scrypt&ref=nosuchcode99', {
      '/v5/referral/code/nosuchcode99': known,
    });
    const words =
      'The pool does not know the referral code nosuchcode99. You can mine with it, but it has no effect.';
    expect(await screen.findByText(words)).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: 'Referral code' }), { target: { value: '' } });
    expect(screen.queryByText(words)).toBeNull();
  });

  it.each([['{"a":1}'], ['1'.repeat(40)], ['has space'], ['<img>'], ['null!']])(
    'keeps %s of a referral link as text, where a miner types it and in the URL, and says that it is no code [nav-09]',
    async (text) => {
      const path = `/?coin=DOGE&algorithm=scrypt&ref=${encodeURIComponent(text)}`;
      for (const visit of ['first', 'again']) {
        const { router } = await openPage(path);
        const field = await screen.findByRole('textbox', { name: 'Referral code' });
        expect((field as HTMLInputElement).value, visit).toBe(text);
        expect(router.state.matches[0]?.search).toMatchObject({ ref: text });
        const words = `“${text}” is not a known referral code. Correct it, or clear the field to mine without one.`;
        expect(await screen.findByText(words)).toBeTruthy();
        expect(readPreferences().ref).toBeNull();
        reloadPreferences();
        cleanup();
      }
    },
  );

  it.each([['%3Cimg%3E'], ['has%20space'], ['%7B%22a%22%3A1%7D'], ['a'.repeat(33)], ['']])(
    'remembers nothing of the malformed code %s',
    async (code) => {
      await openPage(`/?coin=DOGE&ref=${code}`);
      expect(readPreferences().ref).toBeNull();
    },
  );
});
