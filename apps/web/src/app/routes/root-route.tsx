import { judgeReferralCode } from '@openlode/mining/referral-code';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import { changePreferences, readPreferences } from '../../shared/storage/preference-store.ts';
import { loadCoin, rememberCoin } from './load-coin.ts';
import { readRootSearch } from './page-search.ts';
import { Shell } from '../shell/shell.tsx';

export interface RouterContext {
  readonly queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  validateSearch: readRootSearch,
  loaderDeps: ({ search: { coin } }) => ({ coin }),
  beforeLoad({ search: { ref } }) {
    // A visitor who followed a referral link mines with its code from then on, whichever page the link led to.
    const outcome = judgeReferralCode(ref ?? '');
    if (outcome.kind !== 'valid' || outcome.referralCode === readPreferences().ref) return;
    changePreferences((old) => ({ ...old, ref: outcome.referralCode }));
  },
  async loader({ context: { queryClient }, deps: { coin }, location, cause }) {
    // The coin page and an address have a say of their own in what becomes of a coin.
    if (coin === undefined || /^\/(address(\/.*)?)?$/.test(location.pathname)) return;
    const outcome = await loadCoin(queryClient, coin);
    if (outcome.kind === 'unknown') throw redirect({ to: '/', search: {}, replace: true });
    if (outcome.kind === 'known' && cause !== 'preload') rememberCoin(outcome);
  },
  component: Shell,
});
