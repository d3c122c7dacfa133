import { createRoute, redirect } from '@tanstack/react-router';
import { readAddressPageSearch } from './page-search.ts';
import { rootRoute } from './root-route.tsx';

const getParentRoute = () => rootRoute;

const coins = createRoute({
  getParentRoute,
  path: '/coins',
  beforeLoad() {
    throw redirect({ to: '/', replace: true });
  },
});

const coin = createRoute({
  getParentRoute,
  path: '/coins/$symbol',
  beforeLoad({ params }) {
    throw redirect({ to: '/', search: { coin: params.symbol.toUpperCase() }, replace: true });
  },
});

const coinAddress = createRoute({
  getParentRoute,
  path: '/coins/$symbol/address/{-$address}/{-$tab}',
  beforeLoad({ params: { symbol, address, tab } }) {
    throw redirect({
      to: '/address/{-$address}',
      params: { address },
      search: readAddressPageSearch({ coin: symbol, tab }),
      replace: true,
    });
  },
});

const unknownPath = createRoute({
  getParentRoute,
  path: '$',
  beforeLoad() {
    throw redirect({ to: '/', replace: true });
  },
});

/** Old and mistyped paths lead to the page that was meant. */
export const redirectRoutes = [coins, coin, coinAddress, unknownPath] as const;
