import { createRoute, redirect } from '@tanstack/react-router';
import { latePage } from './late-page.tsx';
import { readSupportSearch } from './page-search.ts';
import { rootRoute } from './root-route.tsx';

const SupportPage = latePage(
  async () => (await import('../../features/support/support-page.tsx')).SupportPage,
);

export const supportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/support/{-$type}/{-$slug}',
  validateSearch: readSupportSearch,
  beforeLoad({ params: { type, slug } }) {
    if (type === undefined || slug !== undefined) return;
    throw redirect({
      to: '/support/{-$type}/{-$slug}',
      params: { type: undefined, slug: undefined },
      replace: true,
    });
  },
  loader: () => SupportPage.preload(),
  component: SupportRoute,
});

function SupportRoute() {
  const { type, slug } = supportRoute.useParams();
  const { search = '' } = supportRoute.useSearch();
  const page = type === undefined || slug === undefined ? undefined : { type, slug };
  return <SupportPage page={page} search={page === undefined ? search : ''} />;
}
