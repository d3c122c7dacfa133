import { accountEventsExample } from '@openlode/contracts/examples/account-events';
import { accountSummaryExample } from '@openlode/contracts/examples/account-summary';
import { accountWorkersExample } from '@openlode/contracts/examples/account-workers';
import { addressExample } from '@openlode/contracts/examples/address';
import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { coinGroupsExample, coinListExample } from '@openlode/contracts/examples/coins';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { vi } from 'vitest';
import { reloadPreferences } from '../../shared/storage/preference-store.ts';
import '../../testing/find-patiently.ts';
import { type Answers, serveAnswers } from '../../testing/serve-answers.ts';
import { buildRouter } from '../router.tsx';
import { startRouter } from '../start-router.ts';

// The page is tested without a socket; the room has tests of its own.
vi.mock('../../shared/live/live-socket.ts', () => ({
  openLiveSocket: () => Promise.reject(new Error('no socket in this test')),
  useLiveStatus: () => 'live',
}));

/** A pool on which scrypt can be mined and etchash is simulated, and that knows a handful of coins. */
const usualAnswers: Answers = {
  '/v5/coin?categories=1': coinGroupsExample,
  ...Object.fromEntries(
    coinListExample.data.map((coin) => [
      `/v5/coin/${coin.symbol}`,
      { success: true, msg: 'Ok', message: 'Ok', data: coin },
    ]),
  ),
  '/v5/algorithm': algorithmListExample,
  '/events': accountEventsExample,
  '/summary': accountSummaryExample,
  '/workers': accountWorkersExample,
  '/v5/address/': addressExample,
};

/** Opens the site at a path, as a cold deep link does and in the order of `main.tsx`. `answers` go before the usual ones, `more` is what the browser remembers besides. */
export async function openPage(path: string, answers: Answers = {}, more = '') {
  // A page that remembered DOGE works with DOGE: the examples have no BTC.
  localStorage.setItem('openlode.preferences', `{"v":1,"coin":"DOGE"${more && `,${more}`}}`);
  reloadPreferences();
  const asked = serveAnswers({ ...answers, ...usualAnswers, ...answers });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  const router = buildRouter({ queryClient, history: createMemoryHistory({ initialEntries: [path] }) });
  await startRouter(router);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, asked, queryClient };
}
