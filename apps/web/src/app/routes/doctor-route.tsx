import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root-route.tsx';

export const doctorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/doctor',
  component: lazyRouteComponent(() => import('../../features/doctor/doctor-page.tsx'), 'DoctorPage'),
});
