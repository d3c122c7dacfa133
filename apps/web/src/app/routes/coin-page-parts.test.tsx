import { calculateRewardExample } from '@openlode/contracts/examples/calculate-reward';
import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { coinExample, coinGroupsExample } from '@openlode/contracts/examples/coins';
import { noticeExample } from '@openlode/contracts/examples/notice';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readPreferences } from '../../shared/storage/preference-store.ts';
import { serveAnswers } from '../../testing/serve-answers.ts';
import { recordToasts } from '../../testing/record-toasts.ts';
import { openPage } from '../testing/open-page.tsx';

const shownToasts = recordToasts();

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const path = '/?coin=DOGE&algorithm=scrypt';

/** A call that is on its way for as long as the test wants; answers how to let it fail. */
function holdCall(part: string): () => void {
  const answered = fetch;
  let fail = () => {};
  const held = new Promise<Response>((_resolve, reject) => {
    fail = () => reject(new TypeError('Failed to fetch'));
  });
  vi.stubGlobal('fetch', (url: string) => (url.includes(part) ? held : answered(url)));
  return () => fail();
}

const options = () => within(screen.getByRole('dialog')).getAllByRole('option');

async function openSwitcher() {
  fireEvent.click(await screen.findByRole('button', { name: 'Dogecoin' }));
  const search = await screen.findByRole('combobox', { name: 'Choose the coin you are paid in' });
  await screen.findByRole('option', { name: /OFFICIAL TRUMP/ });
  return search;
}

describe('the coin switcher', () => {
  it('has its sections, counts that fold, and tags while the text is empty [coin-02]', async () => {
    await openPage(path);
    const search = await openSwitcher();
    expect(screen.getByRole('heading', { name: 'Recently viewed' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'All coins & tokens' })).toBeTruthy();
    const logos = options().map((option) => option.querySelector('img')?.getAttribute('loading'));
    expect(new Set(logos)).toEqual(new Set(['lazy']));
    const category = screen.getByRole('button', { name: 'Meme 2' });
    fireEvent.click(category);
    expect(category.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('option', { name: /OFFICIAL TRUMP/ })).toBeNull();
    fireEvent.click(category);
    const filters = screen.getByRole('group', { name: 'Filter the coins' });
    expect(
      within(filters)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['New', 'Meme', 'ERC20', 'BEP20', 'TRC20', 'Solana']);
    fireEvent.click(within(filters).getByRole('button', { name: 'New' }));
    expect(options().map((option) => option.title)).toEqual(['OFFICIAL TRUMP']);
    fireEvent.change(search, { target: { value: 'doge' } });
    // The tag does not narrow a search.
    expect(options().map((option) => option.title)).toEqual(['Dogecoin']);
    expect(screen.queryByRole('group', { name: 'Filter the coins' })).toBeNull();
  });

  it('shows logo, name and symbol of a coin, and marks what is new or delisted [coin-03]', async () => {
    const trump = coinGroupsExample.data.flatMap(({ list }) => list).find(({ symbol }) => symbol === 'TRUMP');
    const gone = { ...trump, symbol: 'GONE', name: 'Gone Coin', top: 0, delisted: 1 };
    const data = [...coinGroupsExample.data, { category: 'Closed', list: [gone] }];
    await openPage(path, { '/v5/coin?categories=1': { ...coinGroupsExample, data } });
    await openSwitcher();
    const card = (name: string) => {
      const option = options().find(({ title }) => title === name);
      // The highlighted one says besides that Enter chooses it.
      const words = option?.textContent?.replace(/Enter$/, '');
      return [option?.querySelector('img')?.getAttribute('src'), words];
    };
    const logo = (symbol: string) => expect.stringContaining(symbol.toLowerCase()) as string;
    expect(card('Dogecoin')).toEqual([logo('doge'), 'DogecoinDOGE']);
    expect(card('OFFICIAL TRUMP')).toEqual([logo('trump'), 'OFFICIAL TRUMPTRUMPNew']);
    expect(card('Gone Coin')).toEqual([logo('gone'), 'Gone CoinGONEDelisted']);
  });

  it('marks what the pool does not pay, says why, and neither a click nor Enter chooses it', async () => {
    const data = coinGroupsExample.data.map((group) => ({
      ...group,
      list: group.list.map((coin) => ({ ...coin, paid_here: coin.symbol !== 'TRUMP' })),
    }));
    await openPage(path, { '/v5/coin?categories=1': { ...coinGroupsExample, data } });
    const search = await openSwitcher();
    expect(screen.getByText('This pool pays 1 of 2 coins.', { exact: false })).toBeTruthy();
    fireEvent.change(search, { target: { value: 'trump' } });
    const [trump] = options();
    expect(trump?.textContent).toBe('OFFICIAL TRUMPTRUMP, not paid hereNew');
    expect(trump?.getAttribute('aria-disabled')).toBe('true');
    expect(trump?.title).toBe('This pool has no wallet that pays OFFICIAL TRUMP.');
    if (trump !== undefined) fireEvent.click(trump);
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(readPreferences().coin).toBe('DOGE');
  });

  it('says of a coin that the pool does not pay that it cannot be chosen, and gives nothing to connect with', async () => {
    const chains = coinExample.data.chains.map((chain) => ({ ...chain, paid_here: false }));
    const data = { ...coinExample.data, paid_here: false, chains };
    await openPage(path, { '/v5/coin/DOGE': { ...coinExample, data } });
    expect(await screen.findByText('This pool has no wallet that pays Dogecoin.')).toBeTruthy();
    expect(screen.getByText('Dogecoin cannot be chosen here.')).toBeTruthy();
    expect(screen.queryByLabelText('Your Dogecoin address')).toBeNull();
    expect(await screen.findAllByText('Not paid here: this pool has no wallet there')).toHaveLength(2);
  });

  it('says of a coin that the pool cannot come by why it cannot be chosen', async () => {
    const why = 'This pool has no way to come by Dogecoin.';
    const chains = coinExample.data.chains.map((chain) => ({ ...chain, paid_here: false }));
    const data = { ...coinExample.data, paid_here: false, not_paid_why: why, chains };
    await openPage(path, { '/v5/coin/DOGE': { ...coinExample, data } });
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.queryByLabelText('Your Dogecoin address')).toBeNull();
    expect(
      await screen.findByText(`${why} So it cannot be earned here. A balance from before is kept.`),
    ).toBeTruthy();
    expect(await screen.findAllByText('Not paid here')).toHaveLength(2);
  });

  it('says of a pool without a wallet that it pays nothing, and of no maintenance', async () => {
    const why = 'This pool pays out nothing.';
    const chains = coinExample.data.chains.map((chain) => ({ ...chain, enabled: false }));
    const data = { ...coinExample.data, not_paid_why: why, chains };
    await openPage(path, { '/v5/coin/DOGE': { ...coinExample, data } });
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.queryByText('Dogecoin cannot be chosen here.')).toBeNull();
    expect(screen.queryByText('under maintenance', { exact: false })).toBeNull();
  });

  it('says on which networks an exchange pays the coin', async () => {
    const [first, ...others] = coinExample.data.chains.map((chain) => ({ ...chain }));
    if (first === undefined) throw new Error('a coin without a network');
    const data = {
      ...coinExample.data,
      chains: [{ ...first, paid_through_exchange: true as const }, ...others],
    };
    await openPage(path, { '/v5/coin/DOGE': { ...coinExample, data } });
    expect(
      await screen.findAllByText(
        'Paid through an exchange: this pool has no wallet there, and an exchange sends it to you',
      ),
    ).toHaveLength(1);
  });

  it('highlights the first match, and offers all coins where none matches', async () => {
    await openPage(path);
    const search = await openSwitcher();
    const [first] = options();
    expect(search.getAttribute('aria-activedescendant')).toBe(first?.id);
    fireEvent.change(search, { target: { value: 'nothing like it' } });
    expect(screen.getByText('No coin has that name or symbol.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all coins' }));
    expect(options().length).toBeGreaterThan(1);
  });

  it('says that it loads and offers to try again [coin-06]', async () => {
    let fail = () => {};
    const held = new Promise<Response>((_resolve, reject) => {
      fail = () => reject(new TypeError('Failed to fetch'));
    });
    await openPage(path, { '/v5/coin?categories=1': held });
    fireEvent.click(await screen.findByRole('button', { name: 'Dogecoin' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Loading coins...')).toBeTruthy();
    fail();
    expect(await within(dialog).findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(within(dialog).queryByText('Loading coins...')).toBeNull();
  });

  it('chooses by an Enter that came before the list, unless the text has changed since', async () => {
    for (const [later, url] of [
      [null, /coin=TRUMP/],
      ['doge', /coin=DOGE/],
    ] as const) {
      let load = () => {};
      const held = new Promise<Response>((resolve) => {
        load = () => resolve(new Response(JSON.stringify(coinGroupsExample)));
      });
      const { router } = await openPage(path, { '/v5/coin?categories=1': held });
      fireEvent.click(await screen.findByRole('button', { name: 'Dogecoin' }));
      const search = within(await screen.findByRole('dialog')).getByRole('combobox');
      fireEvent.change(search, { target: { value: 'trump' } });
      fireEvent.keyDown(search, { key: 'Enter' });
      if (later !== null) fireEvent.change(search, { target: { value: later } });
      load();
      if (later === null) await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      else await screen.findAllByRole('option');
      await vi.waitFor(() => expect(router.state.location.href).toMatch(url));
      cleanup();
    }
  });

  it('remembers nothing between two openings', async () => {
    await openPage(path);
    const search = await openSwitcher();
    fireEvent.click(screen.getByRole('button', { name: 'Meme 2' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'New' }));
    fireEvent.change(search, { target: { value: 'doge' } });
    const everything = localStorage.getItem('openlode.preferences');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const again = await openSwitcher();
    expect((again as HTMLInputElement).value).toBe('');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'New' }).getAttribute('aria-pressed')).toBe('false');
    expect(dialog.getByRole('button', { name: 'Meme 2' }).getAttribute('aria-expanded')).toBe('true');
    expect(localStorage.getItem('openlode.preferences')).toBe(everything);
  });
});

describe('a coin that cannot be loaded', () => {
  it('is said by the generic message [nav-06]', async () => {
    const broken = Promise.resolve(new Response('{}', { status: 500 }));
    await openPage(path, { '/v5/coin/TRUMP': broken });
    const search = await openSwitcher();
    fireEvent.change(search, { target: { value: 'trump' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await vi.waitFor(() =>
      expect(shownToasts().map(({ tone, text }) => [tone, text])).toContainEqual([
        'error',
        'An error occurred',
      ]),
    );
  });
});

describe('the highlights', () => {
  afterEach(() => void vi.useRealTimers());

  /** The one that is shown after these seconds. */
  const after = (region: HTMLElement, seconds: number) => {
    act(() => void vi.advanceTimersByTime(seconds * 1000));
    return region.querySelector('[aria-current=true]')?.getAttribute('aria-label');
  };

  it('move on every five seconds and wrap, and stand still under a pointer and with the focus [coin-13]', async () => {
    await openPage(path);
    const slider = await screen.findByRole('region', { name: 'Highlights' });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    fireEvent.pointerEnter(slider);
    expect(after(slider, 60)).toBe('Guided setup');
    fireEvent.pointerLeave(slider);
    const titles = ['A lower fee for you and a friend', 'Something does not connect?'];
    expect([4.9, 0.1, 5].map((seconds) => after(slider, seconds))).toEqual(['Guided setup', ...titles]);
    expect([5, 5].map((seconds) => after(slider, seconds))).toEqual([
      'Choose your payout network',
      'Guided setup',
    ]);
    const dot = within(slider).getByRole('button', { name: 'Guided setup' });
    fireEvent.focus(dot);
    // A pointer that leaves does not give the focus up.
    fireEvent.pointerEnter(slider);
    fireEvent.pointerLeave(slider);
    expect(after(slider, 11)).toBe('Guided setup');
    fireEvent.blur(dot);
    expect(after(slider, 5)).toBe('A lower fee for you and a friend');
    fireEvent.click(within(slider).getByRole('button', { name: 'Pause' }));
    expect(after(slider, 60)).toBe('A lower fee for you and a friend');
  });

  it('stand still for a visitor who wants less motion [coin-13]', async () => {
    const usual = matchMedia;
    vi.stubGlobal('matchMedia', (query: string) =>
      query === '(prefers-reduced-motion: reduce)' ? { matches: true } : usual(query),
    );
    await openPage(path);
    const slider = await screen.findByRole('region', { name: 'Highlights' });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    fireEvent.pointerEnter(slider);
    fireEvent.pointerLeave(slider);
    expect(after(slider, 60)).toBe('Guided setup');
    fireEvent.click(within(slider).getByRole('button', { name: 'Play' }));
    expect(after(slider, 5)).toBe('A lower fee for you and a friend');
  });
});

describe('the strip of other coins', () => {
  it('says why it is empty and is tried again in place', async () => {
    await openPage(path, { '/v5/coin?categories=1': 0 });
    const strip = await screen.findByRole('region', { name: 'Other coins' });
    const again = await within(strip).findByRole('button', { name: 'Try again' });
    expect(strip.textContent).toContain('The pool cannot be reached. Check your connection.');
    await vi.waitFor(() => expect(shownToasts().map(({ text }) => text)).toContain('An error occurred'));
    serveAnswers({ '/v5/coin?categories=1': coinGroupsExample });
    fireEvent.click(again);
    expect(await within(strip).findByRole('button', { name: /TRUMP/ })).toBeTruthy();
    expect(within(strip).queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('the algorithm strip', () => {
  it('narrows by kind and writes the choice to the URL', async () => {
    const { router } = await openPage(path);
    const strip = await screen.findByRole('tablist', { name: 'Algorithm' });
    expect(within(strip).getByRole('tab', { selected: true }).textContent).toContain('Scrypt');
    fireEvent.click(screen.getByRole('button', { name: 'GPU >4GB' }));
    expect(
      within(strip)
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    ).toEqual(['EtchashETC, 4 GB, simulated']);
    fireEvent.click(within(strip).getByRole('tab', { name: /Etchash/ }));
    await vi.waitFor(() => expect(router.state.location.href).toBe('/?coin=DOGE&algorithm=etchash'));
    fireEvent.click(screen.getByRole('button', { name: 'CPU' }));
    expect(screen.getByText('No algorithm of this kind is offered here at the moment.')).toBeTruthy();
  });

  it('marks what is new and in beta, and leaves out what is deactivated [algo-12]', async () => {
    const [scrypt, etchash] = algorithmListExample.data;
    if (scrypt === undefined || etchash === undefined) throw new Error('the example lists two algorithms');
    const data = [
      { ...scrypt, new: true },
      { ...etchash, beta: true },
      { ...etchash, code: 'ethash', name: 'Ethash', deactivated: true },
    ];
    await openPage(path, { '/v5/algorithm': { ...algorithmListExample, data } });
    const strip = await screen.findByRole('tablist', { name: 'Algorithm' });
    const tabs = within(strip)
      .getAllByRole('tab')
      .map((tab) => tab.textContent);
    expect(tabs).toEqual(['ScryptNewLTC, ASIC', 'EtchashBetaETC, 4 GB, simulated']);
  });

  it('moves and chooses by arrow keys', async () => {
    const { router } = await openPage(path);
    const tab = await screen.findByRole('tab', { name: /Scrypt/ });
    tab.focus();
    fireEvent.keyDown(tab, { key: 'ArrowRight' });
    await vi.waitFor(() => expect(router.state.location.href).toBe('/?coin=DOGE&algorithm=etchash'));
  });
});

describe('the connection card', () => {
  it('has the server with all its ports, what they are for, and the regions [algo-05]', async () => {
    const etchash = algorithmListExample.data.find(({ code }) => code === 'etchash');
    const scrypt = algorithmListExample.data.find(({ code }) => code === 'scrypt');
    if (etchash === undefined || scrypt === undefined) throw new Error('the example lists both');
    const highDiffPorts = [
      { port: 3484, ssl: false },
      { port: 4484, ssl: true },
    ];
    const server = { ...scrypt.globalServer, highDiffPorts };
    const regions = etchash.alternativeServers.map((each) => ({ ...each, url: 'scrypt-eu.pool.example' }));
    const data = [{ ...scrypt, globalServer: server, alternativeServers: regions }, etchash];
    await openPage(path, { '/v5/algorithm': { ...algorithmListExample, data } });
    const line = (name: string) =>
      screen.getAllByText(name).find(({ tagName }) => tagName === 'DT')?.parentElement?.textContent;
    await screen.findByText('Other ports');
    expect(line('Server')).toContain('scrypt.pool.example Global');
    expect(line('Port')).toContain('3443 TCP');
    fireEvent.click(screen.getByRole('radio', { name: 'SSL' }));
    expect(line('Port')).toContain('4443 SSL');
    const others = screen.getByText('Other ports').closest('details');
    const groups = [...(others?.querySelectorAll('h3') ?? [])].map((title) => [
      title.textContent,
      [...(title.parentElement?.querySelectorAll('li') ?? [])].map((each) =>
        each.textContent?.replace('Copy', ''),
      ),
    ]);
    expect(groups).toEqual([
      ['Where a network blocks the usual ports', ['80TCP']],
      ['High difficulty, for large machines and farms', ['3484TCP', '4484SSL']],
      ['Small home miners', ['3445TCP', '4445SSL']],
    ]);
    expect(screen.getByRole('button', { name: 'Copy port 4445' })).toBeTruthy();
    expect(screen.getByText(/has a fixed difficulty of 65,536/)).toBeTruthy();
    const regional = screen.getByText('Regional servers').closest('details');
    expect(regional?.textContent).toContain('Europe');
    expect(regional?.textContent).toContain('scrypt-eu.pool.example');
    expect(regional?.querySelectorAll('li svg, li img').length).toBeGreaterThan(0);
  });

  it('says nothing of the type of extra ports that do not want it', async () => {
    const data = algorithmListExample.data.map((item) => ({
      ...item,
      globalServer: {
        ...item.globalServer,
        extraPorts: item.globalServer.extraPorts.map((extra) => ({ ...extra, showType: false })),
      },
    }));
    await openPage(path, { '/v5/algorithm': { ...algorithmListExample, data } });
    const title = await screen.findByText('Small home miners');
    expect(title.parentElement?.querySelector('li')?.textContent).toContain('3445');
    expect(title.parentElement?.querySelector('li')?.textContent).not.toContain('TCP');
  });

  it('shows a sentence in place of ports where a bare list would mislead [algo-07]', async () => {
    const data = algorithmListExample.data.map((item) => ({ ...item, portsDisplayed: false }));
    await openPage(path, { '/v5/algorithm': { ...algorithmListExample, data } });
    expect(await screen.findByText(/has a port for each family of machines/)).toBeTruthy();
    const list = await screen.findByRole('link', { name: 'List of ports' });
    expect(list.getAttribute('href')).toBe('/support/article/ports-and-ssl');
    expect(await screen.findByText('How the user field is built')).toBeTruthy();
    expect(screen.queryByText('Other ports')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copy port' })).toBeNull();
  });

  it('takes apart the very string that is shown', async () => {
    await openPage(path);
    const title = await screen.findByText('How the user field is built');
    fireEvent.change(screen.getByLabelText('Worker'), { target: { value: 'attic' } });
    const row = title.closest('details');
    expect(row?.textContent).toContain('COIN:ADDRESS.WORKER[#CODE]');
    expect(row?.textContent).toContain('.attic');
  });
});

describe('the minimums', () => {
  it('stand beside what they are worth in the currency of the visitor, where a rate is known', async () => {
    const inEuros = '"calculator":{"powerW":"","pricePerKwh":"","currency":"EUR"}';
    await openPage(path, { '/v3/calculate/reward': calculateRewardExample }, inEuros);
    const terms = await screen.findByRole('region', { name: 'When am I paid?' });
    const [dogecoin, bnb] = within(terms).getAllByRole('listitem');
    // 5 and 10 DOGE at 0.0172 dollars and 0.965 euros each.
    await vi.waitFor(() => expect(dogecoin?.textContent).toContain('5 DOGEabout €0.083'));
    expect(bnb?.textContent).toContain('10 DOGEabout €0.166');
    expect(within(terms).getAllByTitle(/^1 DOGE = €0\.0166, sample snapshot of 2025-01-31$/)).toHaveLength(2);
  });

  it('stand alone while no rate is known', async () => {
    await openPage(path, { '/v3/calculate/reward': 503 });
    const terms = await screen.findByRole('region', { name: 'When am I paid?' });
    await within(terms).findByTitle('5 DOGE');
    expect(terms.textContent).not.toContain('about');
  });
});

describe('the calculator', () => {
  it('asks nothing for nothing and shows 0 [calc-02]', async () => {
    const { asked } = await openPage(path, { '/v3/calculate/reward': calculateRewardExample });
    const card = await screen.findByRole('region', { name: 'What would I earn?' });
    const terms = await screen.findByRole('region', { name: 'When am I paid?' });
    await within(terms).findAllByText(/^about/);
    fireEvent.change(within(card).getByLabelText('Your Scrypt hashrate'), { target: { value: '0' } });
    expect(within(card).getAllByTitle('0 DOGE')).toHaveLength(2);
    vi.useFakeTimers();
    await vi.advanceTimersByTimeAsync(600);
    vi.useRealTimers();
    // The one call is that of the minimums, for the rates.
    expect(asked.filter((call) => call.includes('calculate'))).toHaveLength(1);
  });

  it('asks after 500 ms and shows the whole precision of a tiny yield', async () => {
    const tiny = {
      ...calculateRewardExample,
      per_day: '0.00000000000000042',
      per_month: '0.0000000000000126',
    };
    await openPage(path, { '/v3/calculate/reward': tiny });
    fireEvent.change(await screen.findByLabelText('Your Scrypt hashrate'), { target: { value: '0.0001' } });
    const day = await screen.findByTitle('0.00000000000000042 DOGE');
    expect(day.textContent).toContain('0.00000000000000042');
    // Screen readers announce the change once it is there.
    expect(day.closest('[aria-live=polite]')?.getAttribute('aria-busy')).toBe('false');
  });

  it('asks 500 ms after the last key, once [calc-03]', async () => {
    const { asked } = await openPage(path, { '/v3/calculate/reward': calculateRewardExample });
    const card = await screen.findByRole('region', { name: 'What would I earn?' });
    const terms = await screen.findByRole('region', { name: 'When am I paid?' });
    await within(terms).findAllByText(/^about/);
    // The call of the minimums, for the rates.
    const calls = () => asked.filter((call) => call.includes('calculate')).length - 1;
    vi.useFakeTimers();
    try {
      for (const value of ['2', '20', '200']) {
        fireEvent.change(within(card).getByLabelText('Your Scrypt hashrate'), { target: { value } });
        await act(() => vi.advanceTimersByTimeAsync(499));
        expect(calls()).toBe(0);
      }
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(calls()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('says that an estimate failed, by toast and in place [calc-05]', async () => {
    await openPage(path, { '/v3/calculate/reward': 503 });
    fireEvent.change(await screen.findByLabelText('Your Scrypt hashrate'), { target: { value: '9' } });
    expect(await screen.findByText(/Refused with 503/)).toBeTruthy();
    await vi.waitFor(() => expect(shownToasts().map(({ text }) => text)).toContain('An error occurred'));
  });
});

describe('the news', () => {
  it('let no markup through, count what is unread and stop at an empty page [news-02]', async () => {
    const bad = '<b>bold</b><img src=x onerror=alert(1)><script>alert(1)</script>';
    const [item] = noticeExample.data;
    if (item === undefined) throw new Error('the example has news');
    await openPage(path, {
      'skip=0': { ...noticeExample, data: [{ ...item, title: bad, tweet_url: 'javascript:alert(1)' }] },
      'skip=1': { ...noticeExample, data: [], pinned: [] },
    });
    const feed = await screen.findByRole('list', { name: 'News feed' });
    expect(feed.textContent).toContain('bold');
    expect(feed.querySelector('img, script')).toBeNull();
    expect(within(feed).queryByRole('link')).toBeNull();
    expect(screen.getByRole('list', { name: 'Pinned news' }).textContent).toContain('no official chat group');
    expect(readPreferences().newsCount).toBe(2);
    fireEvent.click(screen.getByRole('button', { name: 'More news' }));
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'More news' })).toBeNull());
  });

  it('say that they load, and what went wrong with the network [news-02, news-05]', async () => {
    await openPage(path, { 'skip=0': noticeExample });
    const more = await screen.findByRole('button', { name: 'More news' });
    const fail = holdCall('skip=2');
    fireEvent.click(more);
    expect(await screen.findByText('Loading...')).toBeTruthy();
    fail();
    await vi.waitFor(() =>
      expect(shownToasts().map(({ tone, text }) => [tone, text])).toContainEqual([
        'error',
        'The pool cannot be reached. Check your connection.',
      ]),
    );
    // Tried again in place.
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'More news' })).disabled).toBe(
      false,
    );
  });

  it("show the server's own words when it refuses [news-05]", async () => {
    await openPage(path, { '/v4/notice': { success: false, msg: 'News are asleep' } });
    expect((await screen.findAllByText('News are asleep')).length).toBeGreaterThan(0);
    await vi.waitFor(() =>
      expect(shownToasts().map(({ tone, text }) => [tone, text])).toContainEqual([
        'error',
        'News are asleep',
      ]),
    );
  });
});
