import { coinCategoryTitles } from '@openlode/catalogue/coin-categories';
import type { Chain, Coin } from '@openlode/catalogue/define-coin';
import type { CoinGroup, CoinItem } from '@openlode/contracts/http/coins';
import type { CoinTerms } from './coin-terms.ts';
import type { Minimum } from '../../domain/miners/payout-minimums.ts';
import { presentMinimum } from './present-minimum.ts';
import { defaultChain } from './default-chain.ts';
import { percentOf } from './fee-percent.ts';

/** A coin as this pool lists it: the operator's delisting is shown like the catalogue's. */
export function asListed(coin: Coin, delisted: ReadonlySet<string>): Coin {
  return delisted.has(coin.symbol) ? { ...coin, delisted: true, category: 'delisted' } : coin;
}

/** A coin as the coin calls answer it. */
export function presentCoin(
  known: Coin,
  { delisted, flagsOf, minimumOf, spreadOf, notPaidWhy }: CoinTerms,
): CoinItem {
  const coin = asListed(known, delisted);
  const chain = defaultChain(coin);
  const spread = spreadOf(coin.symbol);
  const why = notPaidWhy(coin.symbol);
  return {
    symbol: coin.symbol,
    name: coin.name,
    network: chain.network,
    token_standard: chain.tokenStandard,
    logo: coin.logo,
    regex: chain.regex,
    regex_memo: coin.regexMemo,
    memo_kind: coin.memoKind,
    address_prefix: coin.addressPrefix,
    tags: coin.tags.join(','),
    top: coin.isNew ? 1 : 0,
    delisted: coin.delisted ? 1 : 0,
    paid_here: coin.chains.some(({ network }) => flagsOf(coin.symbol, network).paid_here),
    ...(why !== undefined && { not_paid_why: why }),
    high_risk: coin.highRisk,
    no_pow_note: coin.noPowNote,
    payment_threshold: presentMinimum(chain, minimumOf(coin.symbol, chain.network)).payment_threshold,
    payment_enabled: flagsOf(coin.symbol, chain.network).enabled,
    ...(spread && { conversion: { class: spread.class, spread_percent: percentOf(spread.ppm) } }),
    chains: coin.chains.map((each) => ({
      ...presentChain(each, minimumOf(coin.symbol, each.network)),
      ...flagsOf(coin.symbol, each.network),
      explorer_address_link: each.contract === null ? null : each.explorerAddress + each.contract,
    })),
  };
}

/** The fields of a chain that do not depend on an address. */
export function presentChain(chain: Chain, minimum: Minimum) {
  return {
    name: chain.name,
    network: chain.network,
    token_standard: chain.tokenStandard,
    regex: chain.regex,
    regex_memo: chain.regexMemo,
    is_default: chain.isDefault,
    ...presentMinimum(chain, minimum),
    contract: chain.contract,
    explorer_address: chain.explorerAddress,
  };
}

/** Featured coins first, then by symbol. */
export function inListOrder(coins: readonly Coin[]): Coin[] {
  return coins.toSorted((a, b) => Number(b.isNew) - Number(a.isNew) || (a.symbol < b.symbol ? -1 : 1));
}

/** The coins by category, under the headings of the coin switcher and in its order. */
export function presentCoinGroups(coins: readonly Coin[], terms: CoinTerms): CoinGroup[] {
  return Object.entries(coinCategoryTitles).map(([category, title]) => ({
    category: title,
    list: coins.filter((coin) => coin.category === category).map((coin) => presentCoin(coin, terms)),
  }));
}
