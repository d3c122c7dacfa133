import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root-route.tsx';

/** Every piece of the user interface in every state; development only. A function, so that no build carries it. */
export function buildKitRoute() {
  return createRoute({
    getParentRoute: () => rootRoute,
    path: '/kit',
    component: lazyRouteComponent(() => import('../kit/kit-page.tsx'), 'KitPage'),
  });
}
