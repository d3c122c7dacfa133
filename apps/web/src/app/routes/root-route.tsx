import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { changePreferences, readPreferences } from '../../shared/storage/preference-store.ts';
import { readReferral } from './page-search.ts';
import { Shell } from '../shell/shell.tsx';

export interface RouterContext {
  readonly queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  validateSearch: readReferral,
  beforeLoad({ search: { ref } }) {
    // A visitor who followed a referral link mines with its code from then on, whichever page the link led to.
    if (ref !== undefined && ref !== readPreferences().ref) changePreferences((old) => ({ ...old, ref }));
  },
  component: Shell,
});
