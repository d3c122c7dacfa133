import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { poolExample } from '@openlode/contracts/examples/pool';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordToasts } from '../../../testing/record-toasts.ts';
import { type Answers, serveAnswers } from '../../../testing/serve-answers.ts';
import { averageText, Totals } from './totals.tsx';
import '../../../testing/find-patiently.ts';

const shownToasts = recordToasts();

const socket = vi.hoisted(() => {
  const handlers = new Map<string, (payload: unknown) => void>();
  return {
    on: (name: string, handle: (payload: unknown) => void) => void handlers.set(name, handle),
    off: (name: string) => void handlers.delete(name),
    say: (name: string, payload: unknown) => handlers.get(name)?.(payload),
    listens: (name: string) => handlers.has(name),
  };
});
vi.mock('../../../shared/live/live-socket.ts', () => ({ openLiveSocket: () => Promise.resolve(socket) }));

const algorithmOf = (code: string) => {
  const found = algorithmListExample.data.find((each) => each.code === code);
  if (found === undefined) throw new Error(`the example has no ${code}`);
  return found;
};

/** What the pool answers, with other figures for etchash. */
const withEtchash = (change: object) => {
  const { data, ...rest } = poolExample;
  return { ...rest, data: { ...data, pools: { etchash: { ...data.pools['etchash'], ...change } } } };
};

function open(answers: Answers = { '/v5/pool': poolExample }, mined: string | AlgorithmItem = 'scrypt') {
  const algorithm = typeof mined === 'string' ? algorithmOf(mined) : mined;
  serveAnswers(answers);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <Totals algorithm={algorithm} />
    </QueryClientProvider>,
  );
  return queryClient;
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the totals', () => {
  it('show the three figures and follow the socket, commas or not [totals-01, totals-02]', async () => {
    open();
    const totals = await screen.findByRole('region', { name: 'Totals of the pool' });
    await within(totals).findByText('102,861');
    expect(within(totals).getByText('56,334')).toBeTruthy();
    expect(within(totals).getByTitle('2,001.72662209 BTC')).toBeTruthy();
    await vi.waitFor(() => expect(socket.listens('statsPaid')).toBe(true));
    act(() => {
      socket.say('statsWorkers', '102862');
      socket.say('statsMiners', '56335');
      socket.say('statsPaid', '2,002.5');
    });
    expect(await within(totals).findByText('102,862')).toBeTruthy();
    expect(within(totals).getByText('56,335')).toBeTruthy();
    expect(within(totals).getByTitle('2,002.5 BTC')).toBeTruthy();
  });

  it('keep what the socket told over an answer that was asked for before, and not over later ones', async () => {
    const reported = 1_738_324_800_000;
    vi.useFakeTimers({ now: reported, toFake: ['Date'] });
    const queryClient = open();
    await screen.findByText('102,861');
    await vi.waitFor(() => expect(socket.listens('statsWorkers')).toBe(true));
    act(() => socket.say('statsWorkers', '102862'));
    expect(await screen.findByText('102,862')).toBeTruthy();
    vi.setSystemTime(reported + 14_000);
    await act(() => queryClient.refetchQueries());
    expect(screen.getByText('102,862')).toBeTruthy();
    vi.setSystemTime(reported + 16_000);
    await act(() => queryClient.refetchQueries());
    expect(await screen.findByText('102,861')).toBeTruthy();
  });

  it('highlight what has changed for 310 ms [totals-02]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: false });
    open();
    await act(() => vi.advanceTimersByTimeAsync(50));
    const cell = (shown: string) =>
      (screen.queryByText(shown) ?? screen.getByTitle(`${shown} BTC`)).closest('p')?.dataset['flash'];
    for (const [name, payload, before, after] of [
      ['statsWorkers', '102862', '102,861', '102,862'],
      ['statsMiners', '56335', '56,334', '56,335'],
      ['statsPaid', '2,002.5', '2,001.72662209', '2,002.5'],
    ] as const) {
      expect(cell(before)).toBe('false');
      await act(async () => {
        socket.say(name, payload);
        await vi.advanceTimersByTimeAsync(0);
      });
      expect(cell(after)).toBe('true');
      await act(() => vi.advanceTimersByTimeAsync(309));
      expect(cell(after)).toBe('true');
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(cell(after)).toBe('false');
    }
  });

  it('show the last reward of the algorithm, live [algo-11]', async () => {
    open();
    const totals = await screen.findByRole('region', { name: 'Totals of the pool' });
    expect(await within(totals).findByText('none yet')).toBeTruthy();
    await vi.waitFor(() => expect(socket.listens('stats_scrypt_last_reward')).toBe(true));
    act(() => socket.say('stats_scrypt_last_reward', Math.floor(Date.now() / 1000) - 120));
    expect(await within(totals).findByText('2 min ago')).toBeTruthy();
  });

  it('follow KawPow under the name of its predecessor [algo-11]', async () => {
    open({ '/v5/pool': poolExample }, { ...algorithmOf('etchash'), code: 'kawpow', name: 'KawPow' });
    const totals = await screen.findByRole('region', { name: 'Totals of the pool' });
    await vi.waitFor(() => expect(socket.listens('stats_x16rv2_last_reward')).toBe(true));
    act(() => socket.say('stats_x16rv2_last_reward', Math.floor(Date.now() / 1000) - 180));
    expect(await within(totals).findByText('3 min ago')).toBeTruthy();
  });

  it('tell what the algorithm has here now: hashrate, miners, and how often it is rewarded', async () => {
    open({ '/v5/pool': poolExample }, 'etchash');
    const totals = await screen.findByRole('region', { name: 'Totals of the pool' });
    const cell = (title: string) => within(totals).getByText(title).parentElement?.textContent;
    await within(totals).findByText('102,861');
    expect(cell('Etchash hashrate now')).toBe('Etchash hashrate now1.95 GH/s');
    expect(within(totals).getByTitle('1,948.21 MH/s')).toBeTruthy();
    expect(cell('Etchash miners online')).toBe('Etchash miners online1,204');
    expect(cell('Last Etchash reward')).toContain('one every 4 min');
  });

  it('are asked for again each minute, so that what is not told live keeps up [algo-11]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open({ '/v5/pool': poolExample }, 'etchash');
    await screen.findByText('one every 4 min');
    serveAnswers({ '/v5/pool': withEtchash({ avg_reward_time: 9, hashrate: '2500' }) });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(await screen.findByText('one every 9 min')).toBeTruthy();
    expect(screen.getByTitle('2,500 MH/s')).toBeTruthy();
  });
});

describe('totals that cannot be fetched', () => {
  it('are only logged: the one toast is that of the rewards, with the server’s words [algo-11, totals-01]', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    open({ '/v5/pool': 503 });
    expect(await screen.findAllByText('unknown')).toHaveLength(6);
    expect(warn).toHaveBeenCalledOnce();
    expect(shownToasts().map(({ text }) => text)).toEqual(['Refused with 503']);
    serveAnswers({ '/v5/pool': poolExample });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('102,861')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('totals that cannot be fetched again', () => {
  it('stay, with their age', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const queryClient = open();
    await screen.findByText('102,861');
    serveAnswers({ '/v5/pool': 0 });
    await act(() => queryClient.invalidateQueries());
    expect(screen.getByText('102,861')).toBeTruthy();
    expect((await screen.findByText(/^From/)).textContent).toMatch(/From (just now|\d+ s ago)/);
  });

  it('say so once, however often it is tried', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const queryClient = open();
    await screen.findByText('102,861');
    serveAnswers({ '/v5/pool': 503 });
    for (const failures of [1, 2]) {
      await act(() => queryClient.invalidateQueries());
      await vi.waitFor(() => expect(queryClient.getQueryState(['pool'])?.errorUpdateCount).toBe(failures));
      await screen.findByText(/^From/);
    }
    expect(warn).toHaveBeenCalledOnce();
  });
});

describe('averageText', () => {
  it.each([
    [0.001, '1 s'],
    [0.6, '36 s'],
    [4.5, '5 min'],
    [180, '3 h'],
  ])('%d minutes are %s', (minutes, text) => {
    expect(averageText(minutes)).toBe(text);
  });
});
