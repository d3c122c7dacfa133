import { createRoute } from '@tanstack/react-router';
import { latePage } from './late-page.tsx';
import { rootRoute } from './root-route.tsx';

/** Every piece of the user interface in every state; development only. A function, so that no build carries it. */
export function buildKitRoute() {
  return createRoute({
    getParentRoute: () => rootRoute,
    path: '/kit',
    component: latePage(async () => (await import('../kit/kit-page.tsx')).KitPage),
  });
}
