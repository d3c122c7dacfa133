import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { PageError } from './page-error.tsx';
import { PagePending } from './page-pending.tsx';
import { parseQuery, printQuery } from './query-text.ts';
import { addressRoute } from './routes/address-route.tsx';
import { coinRoute } from './routes/coin-route.tsx';
import { buildKitRoute } from './routes/kit-route.ts';
import { doctorRoute } from './routes/doctor-route.tsx';
import { pageRoutes } from './routes/page-routes.tsx';
import { redirectRoutes } from './routes/redirect-routes.ts';
import { rootRoute } from './routes/root-route.tsx';
import { supportRoute } from './routes/support-route.tsx';
import { wizardRoute } from './routes/wizard-route.tsx';

const routes = [
  coinRoute,
  addressRoute,
  supportRoute,
  wizardRoute,
  doctorRoute,
  ...pageRoutes,
  ...redirectRoutes,
] as const;
// In development there is one more, of which the types know nothing.
const shown = (import.meta.env.DEV ? [...routes, buildKitRoute()] : routes) as typeof routes;
const routeTree = rootRoute.addChildren(shown);

export function buildRouter(options: {
  readonly queryClient: QueryClient;
  readonly history?: RouterHistory;
}) {
  const { queryClient, history } = options;
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultErrorComponent: PageError,
    defaultPendingComponent: PagePending,
    // A page that is there in a blink should not flash its skeleton first.
    defaultPendingMs: 120,
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    parseSearch: parseQuery,
    stringifySearch: printQuery,
    // Only what a route reads stays in the URL.
    search: { strict: true },
    scrollRestoration: true,
    // `address:memo` and `kaspa:…` stay readable.
    pathParamsAllowedCharacters: [':'],
    ...(history === undefined ? {} : { history }),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof buildRouter>;
  }
}
