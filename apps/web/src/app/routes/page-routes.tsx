import type { SitePath } from '@openlode/catalogue/site-pages';
import { createRoute } from '@tanstack/react-router';
import { latePage } from './late-page.tsx';
import { rootRoute } from './root-route.tsx';

const getParentRoute = () => rootRoute;
const ReferralsPage = latePage(
  async () => (await import('../../features/referrals/referrals-page.tsx')).ReferralsPage,
);
const BlocksPage = latePage(async () => (await import('../../features/blocks/blocks-page.tsx')).BlocksPage);
const MinerPage = latePage(async () => (await import('../../features/miner/miner-page.tsx')).MinerPage);
const AppPage = latePage(async () => (await import('../../features/monitor/app-page.tsx')).AppPage);
const AccountPage = latePage(
  async () => (await import('../../features/account/account-page.tsx')).AccountPage,
);

const PrivacyPage = latePage(
  async () => (await import('../../features/privacy/privacy-page.tsx')).PrivacyPage,
);

/**
 * The pages that read nothing of the URL. Their paths are types of the catalogue's: its texts are not for the first script.
 * `/start` is the miner page, where the guided setup begins as well.
 */
export const pageRoutes = [
  createRoute({ getParentRoute, path: '/referrals' satisfies SitePath, component: ReferralsPage }),
  createRoute({ getParentRoute, path: '/blocks' satisfies SitePath, component: BlocksPage }),
  createRoute({ getParentRoute, path: '/miner' satisfies SitePath, component: MinerPage }),
  createRoute({ getParentRoute, path: '/start' satisfies SitePath, component: MinerPage }),
  createRoute({ getParentRoute, path: '/app' satisfies SitePath, component: AppPage }),
  createRoute({ getParentRoute, path: '/account' satisfies SitePath, component: AccountPage }),
  createRoute({ getParentRoute, path: '/privacy' satisfies SitePath, component: PrivacyPage }),
] as const;
