import type { ChainRules, CoinRules } from './coin-rules.ts';

/** Whether a pool has something that pays a coin on a network (chain code): a wallet of its own, or an exchange that pays out. */
export type PaysHere = (coin: string, network: string) => boolean;

/** The networks on which the coin is paid here, as the catalogue orders them. */
export function chainsPaidHere<Chain extends ChainRules>(
  coin: { readonly symbol: string; readonly chains: readonly Chain[] },
  paysHere: PaysHere,
): readonly Chain[] {
  return coin.chains.filter(({ network }) => paysHere(coin.symbol, network));
}

/** A network that the pool does not pay the coin on; `networks` are the names of those on which it does. */
export interface NotPaidHere {
  readonly kind: 'not-paid-here';
  readonly coin: string;
  readonly networks: readonly string[];
}

/** Empty where it pays it there; without `paysHere` it pays every coin. */
export function notPaidHere(
  coin: CoinRules,
  network: string,
  paysHere?: PaysHere,
): readonly [] | readonly [NotPaidHere] {
  if (paysHere === undefined || paysHere(coin.symbol, network)) return [];
  return [
    {
      kind: 'not-paid-here',
      coin: coin.symbol,
      networks: chainsPaidHere(coin, paysHere).map(({ name }) => name),
    },
  ];
}

/**
 * The coin as addresses of it are judged here: one that is valid on several networks means one that is paid, the default network where that is
 * among them. As it is where all or none are.
 */
export function paidFirst<Coin extends CoinRules>(coin: Coin, paysHere: PaysHere): Coin {
  const paid = chainsPaidHere(coin, paysHere);
  if (paid.length === 0 || paid.length === coin.chains.length) return coin;
  const ordered = coin.chains.toSorted(
    (a, b) => rank(paid, a) - rank(paid, b) || Number(b.isDefault) - Number(a.isDefault),
  );
  return { ...coin, chains: ordered.map((chain, at) => ({ ...chain, isDefault: at === 0 })) };
}

function rank(paid: readonly ChainRules[], chain: ChainRules): number {
  return paid.includes(chain) ? 0 : 1;
}
