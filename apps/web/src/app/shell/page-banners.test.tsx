import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { siteExample } from '@openlode/contracts/examples/site';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readPreferences, reloadPreferences } from '../../shared/storage/preference-store.ts';
import { type Answers, serveAnswers } from '../../testing/serve-answers.ts';
import { noteAnswer } from '../../shared/api/reach.ts';
import { PageBanners, WarningBanner } from './page-banners.tsx';
import '../../testing/find-patiently.ts';

const socket = vi.hoisted(() => {
  const handlers = new Map<string, (payload: unknown) => void>();
  return {
    on: (name: string, handle: (payload: unknown) => void) => void handlers.set(name, handle),
    off: (name: string) => void handlers.delete(name),
    say: (name: string, payload: unknown) => handlers.get(name)?.(payload),
    listens: (name: string) => handlers.has(name),
  };
});
vi.mock('../../shared/live/live-socket.ts', () => ({
  openLiveSocket: () => Promise.resolve(socket),
  useLiveStatus: () => 'live',
}));
vi.mock('../../shared/api/site.ts', () => ({ site: () => siteExample }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  reloadPreferences();
});

function open(answers: Answers) {
  serveAnswers(answers);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WarningBanner />
      <PageBanners />
    </QueryClientProvider>,
  );
}

const version = (data: string) => ({ '/v3/site/version': { success: true, msg: 'Ok', message: 'Ok', data } });
const words = 'There is a newer version of the website, please reload to get the latest update!';

describe('the reload banner', () => {
  it('shows for a newer release of the call [shell-03]', async () => {
    open(version('0.2.0'));
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  });

  it.each([
    ['a newer release', { p: 'web', v: '0.1.1', f: false }, true],
    ['the same release, forced', { p: 'web', v: '0.1.0', f: true }, true],
    ['the same release', { p: 'web', v: '0.1.0', f: false }, false],
    ['another program', { p: 'app', v: '9.0.0', f: true }, false],
  ])('on the socket telling %s [shell-03]', async (_what, payload, shows) => {
    open(version('0.1.0'));
    await vi.waitFor(() => expect(socket.listens('version')).toBe(true));
    act(() => socket.say('version', payload));
    expect(screen.queryByText(words) !== null).toBe(shows);
  });

  it('stays away when the call fails', async () => {
    open({ '/v3/site/version': 404 });
    await vi.waitFor(() => expect(socket.listens('version')).toBe(true));
    expect(screen.queryByText(words)).toBeNull();
  });
});

describe('the banner of a pool that does not answer', () => {
  it('says how old the page is, asks again by itself, and goes when the pool answers', async () => {
    vi.useFakeTimers({ now: 1_738_324_800_000 });
    noteAnswer();
    open({ '/v3/site/version': 0 });
    await act(() => vi.advanceTimersByTimeAsync(125_000));
    expect(screen.getByRole('status').textContent).toBe(
      'Can’t reach the pool. Showing data from 2 min ago. Retrying…',
    );
    serveAnswers(version('0.1.0'));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.queryByText(/Can’t reach/)).toBeNull();
  });
});

describe('the warning banner', () => {
  it('hides when it is closed and returns after 30 days [shell-06]', () => {
    vi.useFakeTimers({ now: 1_738_324_800_000, toFake: ['Date'] });
    open({});
    fireEvent.click(screen.getByRole('button', { name: 'Close the warning' }));
    expect(screen.queryByLabelText('Warning')).toBeNull();
    expect(readPreferences().warningClosedAt).toBe(1_738_324_800_000);
    cleanup();
    vi.setSystemTime(1_738_324_800_000 + 30 * 86_400_000);
    open({});
    expect(screen.queryByLabelText('Warning')).toBeNull();
    cleanup();
    vi.setSystemTime(1_738_324_800_001 + 30 * 86_400_000);
    open({});
    expect(screen.getByLabelText('Warning')).toBeTruthy();
  });
});
