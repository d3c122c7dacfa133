import '../shared/ui/tokens.css';
import '../shared/ui/base.css';
import './outline.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { buildQueryClient } from '../shared/api/query-client.ts';
import { site } from '../shared/api/site.ts';
import { noteFailedSheets } from '../shared/late/failed-sheets.ts';
import { deferFirstPage } from '../shared/deferred/turns.ts';
import { changePreferences } from '../shared/storage/preference-store.ts';
import { withVersion } from '../shared/storage/preferences.ts';
import { followTheme } from '../shared/theme/theme.ts';
import { buildRouter } from './router.tsx';
import { startRouter } from './start-router.ts';

/**
 * Every step is a task of its own, between which the browser may paint and answer: in one piece they would hold a phone up
 * for half a second. index.html already shows the outline of the page meanwhile.
 */
async function start(root: HTMLElement): Promise<void> {
  await pause();
  noteFailedSheets();
  followTheme();
  // The build's index.html does so once the font has come (build/start-after-paint.ts).
  if (import.meta.env.DEV) delete document.documentElement.dataset['font'];
  // Before anything is drawn that would have to be drawn again for it.
  const { version } = site();
  if (version !== '') changePreferences((old) => withVersion(old, version));
  await pause();
  // What is in a file that has come already is set up when it is first asked for.
  const { createRoot } = await import('react-dom/client');
  await pause();
  const queryClient = buildQueryClient();
  const history = createBrowserHistory();
  await pause();
  const router = buildRouter({ queryClient, history });
  await pause();
  deferFirstPage();
  if (location.pathname === '/') await import('../features/coin-page/coin-page.tsx').catch(() => {});
  await pause();
  await startRouter(router);
  await pause();
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// index.html says so and loads the page again (build/start-after-paint.ts).
start(root).catch(() => dispatchEvent(new Event('openlode:not-started')));
