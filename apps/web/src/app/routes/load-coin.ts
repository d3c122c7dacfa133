import type { QueryClient } from '@tanstack/react-query';
import { site } from '../../shared/api/site.ts';
import { isNotFound } from '../../shared/api/api-error.ts';
import { coinQuery } from '../../shared/api/catalogue-api.ts';
import { changePreferences, readPreferences } from '../../shared/storage/preference-store.ts';
import { type StoredCoin, withCoin } from '../../shared/storage/preferences.ts';
import { showToast } from '../../shared/ui/toast-store.ts';

export type CoinOutcome =
  | { readonly kind: 'known'; readonly symbol: string; readonly name: string }
  | { readonly kind: 'unknown' }
  /** The call failed otherwise; the page shows it and offers to try again. */
  | { readonly kind: 'failed' };

/** Loads the coin that a link names, so that the page opens with it. */
export async function loadCoin(queryClient: QueryClient, asked: string): Promise<CoinOutcome> {
  try {
    const coin = await queryClient.ensureQueryData({ ...coinQuery(asked), retry: false });
    // A link may name a coin by an alias; its own query is then answered, too.
    if (coin.symbol !== asked) queryClient.setQueryData(coinQuery(coin.symbol).queryKey, coin);
    return { kind: 'known', symbol: coin.symbol, name: coin.name };
  } catch (error) {
    if (isNotFound(error)) return { kind: 'unknown' };
    showToast('error');
    return { kind: 'failed' };
  }
}

/** The chosen coin becomes the current one and the newest of the recent ones. */
export function rememberCoin({ symbol, name }: StoredCoin): void {
  const { coin, coinData, lastCoins } = readPreferences();
  if (coin === symbol && lastCoins[0] === symbol && coinData?.name === name) return;
  changePreferences((old) => ({ ...withCoin(old, symbol), coinData: { symbol, name } }));
}

/** Loads the coin that is current without a link: a remembered coin that is no more is forgotten. */
export async function loadCurrentCoin(queryClient: QueryClient): Promise<void> {
  const { coin } = readPreferences();
  const outcome = await loadCoin(queryClient, coin ?? site().coin);
  if (coin !== null && outcome.kind === 'unknown') {
    changePreferences((old) => ({
      ...old,
      coin: null,
      lastCoins: old.lastCoins.filter((other) => other !== coin),
    }));
    await loadCoin(queryClient, site().coin);
  }
}
