import { judgeReferralCode } from '@openlode/mining/referral-code';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { changePreferences, readPreferences } from '../../shared/storage/preference-store.ts';
import { Shell } from '../shell/shell.tsx';

export interface RouterContext {
  readonly queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  validateSearch: readReferral,
  beforeLoad({ search: { ref } }) {
    // Whoever follows a referral link mines with its code from then on, whatever page the link led to.
    if (ref !== undefined && ref !== readPreferences().ref) changePreferences((old) => ({ ...old, ref }));
  },
  component: Shell,
});

function readReferral(search: Record<string, unknown>): { readonly ref?: string } {
  const outcome = judgeReferralCode(typeof search['ref'] === 'string' ? search['ref'] : '');
  return outcome.kind === 'valid' ? { ref: outcome.code } : {};
}
