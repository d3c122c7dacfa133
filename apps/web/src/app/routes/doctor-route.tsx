import type { SitePath } from '@openlode/catalogue/site-pages';
import { createRoute } from '@tanstack/react-router';
import { latePage } from './late-page.tsx';
import { rootRoute } from './root-route.tsx';

export const doctorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/doctor' satisfies SitePath,
  component: latePage(async () => (await import('../../features/doctor/doctor-page.tsx')).DoctorPage),
});
