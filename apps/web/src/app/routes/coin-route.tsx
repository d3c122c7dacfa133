import type { QueryClient } from '@tanstack/react-query';
import { createRoute, redirect } from '@tanstack/react-router';
import { site } from '../../shared/api/site.ts';
import { algorithmsQuery } from '../../shared/api/catalogue-api.ts';
import { changePreferences, usePreference } from '../../shared/storage/preference-store.ts';
import { withAlgorithm } from '../../shared/storage/preferences.ts';
import { latePage } from './late-page.tsx';
import { loadCoin, loadCurrentCoin, rememberCoin } from './load-coin.ts';
import { readCoinPageSearch } from './page-search.ts';
import { rootRoute } from './root-route.tsx';

const CoinPage = latePage(async () => (await import('../../features/coin-page/coin-page.tsx')).CoinPage);

export const coinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: readCoinPageSearch,
  loaderDeps: ({ search }) => search,
  async loader({ context: { queryClient }, deps: { coin, algorithm }, cause }) {
    await Promise.all([CoinPage.preload(), askedCoin(coin, algorithm), askedAlgorithm(algorithm, coin)]);

    async function askedCoin(asked: string | undefined, keptAlgorithm: string | undefined) {
      if (asked === undefined) return loadCurrentCoin(queryClient);
      const outcome = await loadCoin(queryClient, asked);
      if (outcome.kind === 'unknown') throw redirect({ to: '/', replace: true });
      if (outcome.kind === 'failed') return;
      if (outcome.symbol !== asked) {
        throw redirect({
          to: '/',
          search: { coin: outcome.symbol, ...(keptAlgorithm && { algorithm: keptAlgorithm }) },
          replace: true,
        });
      }
      if (cause !== 'preload') rememberCoin(outcome);
    }

    async function askedAlgorithm(asked: string | undefined, keptCoin: string | undefined) {
      const known = await algorithmCodes(queryClient);
      if (asked === undefined || known === null) return;
      if (!known.includes(asked)) {
        throw redirect({ to: '/', search: keptCoin === undefined ? {} : { coin: keptCoin }, replace: true });
      }
      if (cause !== 'preload') changePreferences((old) => withAlgorithm(old, asked));
    }
  },
  component: CoinRoute,
});

/** The codes that can be asked for; null while the list cannot be fetched. */
async function algorithmCodes(queryClient: QueryClient): Promise<readonly string[] | null> {
  try {
    const algorithms = await queryClient.ensureQueryData({ ...algorithmsQuery(), retry: false });
    return algorithms.filter((algorithm) => !algorithm.deactivated).map((algorithm) => algorithm.code);
  } catch {
    return null;
  }
}

function CoinRoute() {
  const search = coinRoute.useSearch();
  const remembered = usePreference('coin');
  return <CoinPage coin={search.coin ?? remembered ?? site().coin} algorithm={search.algorithm ?? null} />;
}
