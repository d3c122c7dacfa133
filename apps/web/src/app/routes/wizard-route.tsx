import { createRoute, redirect } from '@tanstack/react-router';
import { algorithmsQuery } from '../../shared/api/catalogue-api.ts';
import { latePage } from './late-page.tsx';
import { readWizardSearch } from './wizard-search.ts';
import { rootRoute } from './root-route.tsx';

const WizardPage = latePage(async () => (await import('../../features/wizard/wizard-page.tsx')).WizardPage);

export const wizardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wizard',
  validateSearch: readWizardSearch,
  loaderDeps: ({ search: { algorithm } }) => ({ algorithm }),
  async loader({ context: { queryClient }, deps: { algorithm } }) {
    const [algorithms] = await Promise.all([
      queryClient.ensureQueryData({ ...algorithmsQuery(), retry: false }).catch(() => []),
      WizardPage.preload(),
    ]);
    const asked = algorithms.find(({ code }) => code === algorithm);
    // What runs on ASICs alone is set up on the machine itself: articles explain how.
    if (asked?.typeCode === 'asic' && !asked.showInWizard && !asked.isInOurEasyMiningApp) {
      throw redirect({
        to: '/support/{-$type}/{-$slug}',
        params: { type: undefined, slug: undefined },
        search: { search: 'ASIC' },
        replace: true,
      });
    }
  },
  component: WizardRoute,
});

function WizardRoute() {
  const { step = 'mode', algorithm } = wizardRoute.useSearch();
  return <WizardPage step={step} algorithm={algorithm} />;
}
