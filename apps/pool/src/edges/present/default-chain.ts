import type { Chain, Coin } from '@openlode/catalogue/define-coin';

/** The network that a coin is paid on unless another one was chosen; the catalogue has exactly one for each coin. */
export function defaultChain(coin: Coin): Chain {
  return chainOf(coin, undefined);
}

/** A network of a coin by its code, or the default one. */
export function chainOf(coin: Coin, network: string | undefined): Chain {
  const chain =
    coin.chains.find((each) => each.network === network) ?? coin.chains.find((each) => each.isDefault);
  if (chain === undefined) throw new Error(`${coin.symbol} has no default chain`);
  return chain;
}
