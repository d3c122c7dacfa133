import { createRoute, redirect } from '@tanstack/react-router';
import { site } from '../../shared/api/site.ts';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { latePage } from './late-page.tsx';
import { loadCoin, loadCurrentCoin, rememberCoin } from './load-coin.ts';
import { readAddressPageSearch } from './page-search.ts';
import { rootRoute } from './root-route.tsx';

const AddressPage = latePage(
  async () => (await import('../../features/address/address-page.tsx')).AddressPage,
);
const LookupPage = latePage(async () => (await import('../../features/address/lookup-page.tsx')).LookupPage);

export const addressRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/address/{-$address}',
  validateSearch: readAddressPageSearch,
  loaderDeps: ({ search: { coin } }) => ({ coin }),
  async loader({ context: { queryClient }, deps: { coin }, params, cause }) {
    const page = params.address === undefined ? LookupPage.preload() : AddressPage.preload();
    if (coin === undefined) await loadCurrentCoin(queryClient);
    else {
      const outcome = await loadCoin(queryClient, coin);
      if (outcome.kind === 'unknown') throw redirect({ to: '/', replace: true });
      if (outcome.kind === 'known' && cause !== 'preload') rememberCoin(outcome);
    }
    await page;
  },
  component: AddressRoute,
});

function AddressRoute() {
  const { coin: asked, tab } = addressRoute.useSearch();
  const { address } = addressRoute.useParams();
  const remembered = usePreference('coin');
  const coin = asked ?? remembered ?? site().coin;
  if (address === undefined) return <LookupPage coin={coin} />;
  return <AddressPage key={`${coin}:${address}`} coin={coin} address={address} tab={tab ?? 'live'} />;
}
