import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { poolExample } from '@openlode/contracts/examples/pool';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readToasts } from '../../../shared/ui/toast-store.ts';
import { type Answers, serveAnswers } from '../../../testing/serve-answers.ts';
import { averageText, Totals } from './totals.tsx';

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

const [scrypt] = algorithmListExample.data;
if (scrypt === undefined) throw new Error('the example lists an algorithm');
const algorithm = scrypt;

function open(answers: Answers = { '/v5/pool': poolExample }) {
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
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the totals', () => {
  it('show the three figures and follow the socket, commas or not [totals-02]', async () => {
    open();
    const totals = await screen.findByRole('region', { name: 'Totals of the pool' });
    await within(totals).findByText('102,861');
    expect(within(totals).getByText('56,334')).toBeTruthy();
    expect(within(totals).getByTitle('2,001.72662209 BTC')).toBeTruthy();
    await vi.waitFor(() => expect(socket.listens('statsPaid')).toBe(true));
    act(() => {
      socket.say('statsWorkers', '102862');
      socket.say('statsPaid', '2,002.5');
    });
    const workers = (await within(totals).findByText('102,862')).closest('p');
    expect(within(totals).getByTitle('2,002.5 BTC')).toBeTruthy();
    expect(workers?.dataset['flash']).toBe('true');
    await vi.waitFor(() => expect(workers?.dataset['flash']).toBe('false'));
  });

  it('show the last reward of the algorithm, live [algo-11]', async () => {
    open();
    const totals = await screen.findByRole('region', { name: 'Totals of the pool' });
    expect(await within(totals).findByText('none yet')).toBeTruthy();
    await vi.waitFor(() => expect(socket.listens('stats_scrypt_last_reward')).toBe(true));
    act(() => socket.say('stats_scrypt_last_reward', Math.floor(Date.now() / 1000) - 120));
    expect(await within(totals).findByText('2 min ago')).toBeTruthy();
  });
});

describe('totals that cannot be fetched', () => {
  it('are logged, and the rewards say why by a toast', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    open({ '/v5/pool': 503 });
    expect(await screen.findAllByText('unknown')).toHaveLength(4);
    expect(warn).toHaveBeenCalledOnce();
    expect(readToasts().map(({ text }) => text)).toEqual(['Refused with 503']);
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
